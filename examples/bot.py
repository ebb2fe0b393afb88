#!/usr/bin/env python3
"""A bot for Holm in Python, with nothing but the standard library; docs/bots.md explains it.

    holm match --bots 'cmd:examples/bot.py,random,random,random' --games 40

It looks one move ahead: each listed action gets a value, and the best one is played. It plays the
base game sensibly, never offers a trade, and in other games takes what it does not know at random.
"""
import json
import random
import sys

# What a kind of action is worth; where the place matters, `value` adds to it.
WORTH = {
    'city': 900, 'settlement': 800, 'wonder': 800, 'improve': 700, 'road': 300, 'ship': 250, 'buy': 500,
    'knight': 400, 'monopoly': 350, 'plenty': 350, 'road-building': 350, 'robber': 100, 'roll': 1000,
    'recruit': 200, 'activate': 260, 'promote': 150, 'decline': 50, 'accept': 0, 'end': 10, 'bank': 0,
    'discard': 0, 'take': 0, 'withdraw': 5,
}
COST = {
    'city': {'grain': 2, 'ore': 3},
    'settlement': {'wood': 1, 'brick': 1, 'wool': 1, 'grain': 1},
    'buy': {'wool': 1, 'grain': 1, 'ore': 1},
}
SUPPLY = {'city': 'cities', 'settlement': 'settlements'}  # pieces of one's own that are left
YIELDS = {'forest': 'wood', 'hills': 'brick', 'pasture': 'wool', 'fields': 'grain', 'mountains': 'ore'}

# The corners and edges of a hex, and which hexes they touch besides: steps in q and r.
CORNERS = {'N': ((0, -1), (1, -1)), 'NE': ((1, -1), (1, 0)), 'SE': ((1, 0), (0, 1)),
           'S': ((0, 1), (-1, 1)), 'SW': ((-1, 1), (-1, 0)), 'NW': ((-1, 0), (0, -1))}
EDGES = {'NE': 'N NE', 'E': 'NE SE', 'SE': 'SE S', 'SW': 'S SW', 'W': 'SW NW', 'NW': 'NW N'}


def ways(disc):
    """Of the 36 rolls of two dice, those that make this number."""
    return 6 - abs(7 - disc) if disc else 0


def split(place):
    """'-1,2NE' is the hex (-1, 2) and the direction 'NE'."""
    name = place.rstrip('NESW')
    q, r = name.split(',')
    return (int(q), int(r)), place[len(name):]


def touched(corner):
    """The three hexes around a corner, also off the map: the same for all names of a corner."""
    (q, r), direction = split(corner)
    return frozenset([(q, r)] + [(q + dq, r + dr) for dq, dr in CORNERS[direction]])


class Game:
    """What the bot knows of one game: told at its start, and kept."""

    def __init__(self, message):
        self.seat = message['seat']
        self.dice = random.Random(message['seed'])  # so that a match can be repeated
        self.hexes = {split(each['at'])[0]: each for each in message['map']['hexes']}

    def richness(self, corner):
        """How much a corner yields, and how varied."""
        around = [self.hexes[at] for at in touched(corner) if at in self.hexes]
        total = sum(ways(each.get('disc')) for each in around if each['terrain'] in YIELDS)
        kinds = {each['terrain'] for each in around if each['terrain'] in YIELDS}
        return total + len(kinds) / 2

    def best_next(self, view, edge):
        """The richest free corner at an edge: where a road leads."""
        taken = {touched(piece['at']) for piece in view['pieces'] if piece['piece'] in SUPPLY}
        (q, r), direction = split(edge)
        ends = [f'{q},{r}{end}' for end in EDGES[direction].split()]
        return max((self.richness(end) for end in ends if touched(end) not in taken), default=0)

    def me(self, view):
        return next(player for player in view['players'] if player['seat'] == self.seat)

    def goal(self, view):
        """What to save for: of the things that can be built, the one that lacks the fewest cards."""
        me = self.me(view)
        settled = any(piece['seat'] == self.seat and piece['piece'] == 'settlement'
                      for piece in view['pieces'])
        possible = [kind for kind in COST
                    if kind == 'buy' or me[SUPPLY[kind]] and (settled or kind != 'city')]
        return min(possible, key=lambda kind: sum(
            max(0, n - me['hand'].get(card, 0)) for card, n in COST[kind].items()))

    def lacking(self, view):
        """Cards that the goal lacks, and those it does not need."""
        hand = self.me(view)['hand']
        cost = COST[self.goal(view)]
        lack = {card: n - hand.get(card, 0) for card, n in cost.items() if n > hand.get(card, 0)}
        spare = {card: n - cost.get(card, 0) for card, n in hand.items() if n > cost.get(card, 0)}
        return lack, spare

    def robbing(self, view, action):
        """A robber hurts the leaders' buildings, and not one's own."""
        points = {player['seat']: player['points'] for player in view['players']}
        hex_at = split(action['at'])[0] if action['at'] else None
        disc = self.hexes.get(hex_at, {}).get('disc')
        value = 0
        for piece in view['pieces']:
            if piece['piece'] in ('settlement', 'city') and hex_at in touched(piece['at']):
                value += -20 * ways(disc) if piece['seat'] == self.seat else ways(disc) * points[piece['seat']]
        return value + (points[action['target']] if action.get('target') else 0)

    def trading(self, view, action):
        """A trade with the bank is good if it brings the goal nearer."""
        lack, spare = self.lacking(view)
        wanted = all(card in lack for card in action['take'])
        given = all(spare.get(card, 0) >= n for card, n in action['give'].items())
        return 450 if wanted and given else -100

    def value(self, view, action):
        kind = action['kind']
        worth = WORTH.get(kind, 100)
        if kind in ('settlement', 'city'):
            return worth + self.richness(action['at'])
        if kind == 'road':
            return worth + 10 * self.best_next(view, action['at'])
        if kind == 'robber':
            return worth + self.robbing(view, action)
        if kind == 'bank':
            return self.trading(view, action)
        if kind == 'discard':
            return sum(self.lacking(view)[1].get(card, -1) for card in action['give'])
        if kind == 'take':
            return sum(self.lacking(view)[0].get(card, 0) for card in action['take'])
        if kind == 'accept':
            offer = next((each for each in view['offers'] if each['seat'] == view['active']), None)
            lack, spare = self.lacking(view)
            good = offer and all(card in lack for card in offer['give']) \
                and all(spare.get(card, 0) >= n for card, n in offer['take'].items())
            return 100 if good else 0
        return worth

    def choose(self, view, actions):
        """The number of the best action; among equals any."""
        values = [self.value(view, action) + self.dice.random() for action in actions]
        return values.index(max(values))


def say(**message):
    print(json.dumps(message), flush=True)


def main():
    games = {}  # those under way, by number: it plays many at once on one pipe
    say(type='hello', protocol=1, name='example in Python', games=64)
    for line in sys.stdin:
        message = json.loads(line)
        number = message.get('game')
        if message['type'] == 'position':  # a game begins
            games[number] = Game(message)
        elif message['type'] == 'choose':
            actions = message['list']['actions']
            say(type='act', game=number, seq=message['seq'], index=games[number].choose(message['view'], actions))
        elif message['type'] == 'over':
            games.pop(number, None)
        elif message['type'] in ('refused', 'error'):  # something to mend in this bot
            print(message['text'], file=sys.stderr)


if __name__ == '__main__':
    main()
