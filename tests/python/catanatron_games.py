"""Games of ours in the JSON of Catanatron, by what its GameEncoder writes: whole ones with their actions, and as they stand at any moment."""
import json

import holm
from holm.catanatron.board import CARDS, CORNERS, DEVELOPMENTS, OPPOSITE, SHORT, SIDES, TERRAINS

LONG = {short: name for name, short in SHORT.items()}
NAME_OF_CARD = {card: name for name, card in CARDS.items()}
NAME_OF_DEVELOPMENT = list(DEVELOPMENTS)
COLOURS = {'red': 'WHITE', 'blue': 'ORANGE', 'white': 'BLUE', 'orange': 'RED'}


def split(place):
    name = place.rstrip('NESW')
    return tuple(map(int, name.split(','))), place[len(name):]


def cube(at):
    return [at[0], -at[0] - (at[1] - 2), at[1] - 2]


def beside(at, side):
    return at[0] + SIDES[side][0], at[1] + SIDES[side][1]


def corner_key(place):
    """The same for all names of a corner: the hexes it touches."""
    at, direction = split(place)
    return frozenset([at] + [beside(at, side) for side, _ in CORNERS[direction]])


class Writer:
    """A game of ours as Catanatron would have written it."""

    def __init__(self, log):
        self.lines = [json.loads(line) for line in log.splitlines()]
        self.end = holm.Game.from_log(log)
        self.hexes = [split(each['at'])[0] for each in self.lines[0]['map']['hexes']]
        keys = sorted({corner_key(f'{q},{r}{name}') for q, r in self.hexes for name in CORNERS}, key=sorted)
        self.node = {key: number for number, key in enumerate(keys)}

    def number(self, place):
        return self.node[corner_key(place)]

    def edge(self, place):
        at, side = split(place)
        ends = {'NE': ('N', 'NE'), 'E': ('NE', 'SE'), 'SE': ('SE', 'S'), 'SW': ('S', 'SW'), 'W': ('SW', 'NW'), 'NW': ('NW', 'N')}[side]
        return sorted(self.number(f'{at[0]},{at[1]}{end}') for end in ends)

    def tiles(self):
        map_ = self.lines[0]['map']
        names = {terrain: name for name, terrain in TERRAINS.items()}
        for each in map_['hexes']:
            tile = {'type': 'DESERT'} if each['terrain'] == 'desert' else {'type': 'RESOURCE_TILE', 'resource': names[each['terrain']], 'number': each['disc']}
            yield {'coordinate': cube(split(each['at'])[0]), 'tile': tile}
        for port in map_['ports']:
            at, side = split(port['at'])
            yield {'coordinate': cube(beside(at, side)), 'tile': {'type': 'PORT', 'direction': LONG[OPPOSITE[side]], 'resource': NAME_OF_CARD.get(port['kind'])}}

    def cards(self, counts):
        return [NAME_OF_CARD[card] for card, n in counts.items() for _ in range(n)]

    def ten(self, offer):
        return [offer[side].get(name, 0) for side in ('give', 'take') for name in CARDS.values()]

    def record(self, line):
        action, drew, kind = line['action'], line['drew'], line['action']['kind']
        colour = COLOURS[action['seat']]
        names = {'end': 'END_TURN', 'knight': 'PLAY_KNIGHT_CARD', 'road-building': 'PLAY_ROAD_BUILDING'}
        if kind in names:
            return [[colour, names[kind], None], None]
        if kind == 'roll':
            return [[colour, 'ROLL', [die + 1 for die in drew]], [die + 1 for die in drew]]
        if kind in ('settlement', 'city'):
            return [[colour, 'BUILD_' + kind.upper(), self.number(action['at'])], None]
        if kind == 'road':
            return [[colour, 'BUILD_ROAD', self.edge(action['at'])], None]
        if kind == 'buy':
            return [[colour, 'BUY_DEVELOPMENT_CARD', None], NAME_OF_DEVELOPMENT[drew[0]]]
        if kind == 'robber':  # who has nothing is not named there
            victim = COLOURS[action['target']] if action['target'] and drew else None
            return [[colour, 'MOVE_ROBBER', [cube(split(action['at'])[0]), victim]], list(CARDS)[drew[0]] if drew else None]
        if kind == 'discard':
            return [[colour, 'DISCARD_RESOURCE', self.cards(action['give'])[0]], None]
        if kind == 'bank':
            give = self.cards(action['give'])
            return [[colour, 'MARITIME_TRADE', (give + [None] * 4)[:4] + self.cards(action['take'])], None]
        if kind == 'monopoly':
            return [[colour, 'PLAY_MONOPOLY', NAME_OF_CARD[action['card']]], None]
        if kind == 'offer':
            self.offered = self.ten(action)
        names = {'offer': 'OFFER_TRADE', 'accept': 'ACCEPT_TRADE', 'decline': 'REJECT_TRADE'}
        return [[colour, names[kind], self.offered], None]

    def records(self):
        found, plenty = [], None
        for line in self.lines[1:]:
            kind, action = line['action']['kind'], line['action']
            if kind == 'plenty':
                plenty = []
            elif kind == 'take':  # two cards, one after the other, are one action there
                plenty += self.cards(action['take'])
                if len(plenty) == 2:
                    found.append([[COLOURS[action['seat']], 'PLAY_YEAR_OF_PLENTY', plenty], None])
            else:
                found.append(self.record(line))
        return found

    def player_state(self):
        """Of each player what is asked for here; cards chosen for a discard are in the bank there."""
        state, view = {}, self.end.view()
        actions = [line['action'] for line in self.lines[1:] if 'action' in line]
        ends = [i for i, action in enumerate(actions) if action['kind'] == 'end']
        turn = [action['kind'] for action in actions[ends[-1] + 1 if ends else 0:]]
        for number, player in enumerate(view['players']):
            mine = {}
            mine['VICTORY_POINTS'], mine['ACTUAL_VICTORY_POINTS'] = player['points'], player['total']
            mine['ROADS_AVAILABLE'], mine['SETTLEMENTS_AVAILABLE'], mine['CITIES_AVAILABLE'] = player['roads'], player['settlements'], player['cities']
            mine['HAS_ROAD'], mine['HAS_ARMY'] = view['route_holder'] == player['seat'], view['army_holder'] == player['seat']
            active = view['active'] == player['seat']
            mine['HAS_ROLLED'] = active and view['agenda'][0]['step'] == 'actions'
            mine['HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN'] = active and view['played']
            for name, card in CARDS.items():
                mine[f'{name}_IN_HAND'] = player['hand'].get(card, 0) - player['pledge'].get(card, 0)
            for name, card in DEVELOPMENTS.items():
                held, fresh = player['development'].get(card, 0), player['fresh'].get(card, 0)
                mine[f'{name}_IN_HAND'] = held + (player['revealed'] if card == 'victory' else 0)
                mine[f'PLAYED_{name}'] = sum(action['kind'] == card and action['seat'] == player['seat'] for action in actions)
                if card != 'victory':
                    mine[f'{name}_OWNED_AT_START'] = held > fresh or active and card in turn
            state.update({f'P{number}_{key}': value for key, value in mine.items()})
        return state

    def question(self):
        """Who is asked what."""
        view = self.end.view()
        colour, step = COLOURS[self.end.seat or view['active']], view['agenda'][-1]['step']
        prompts = {'setup-settlement': 'BUILD_INITIAL_SETTLEMENT', 'setup-road': 'BUILD_INITIAL_ROAD', 'robber': 'MOVE_ROBBER', 'discard': 'DISCARD'}
        playable = [[colour, 'ROLL' if step == 'roll' else 'END_TURN', None]]
        if step == 'free-roads':
            playable = [[colour, 'BUILD_ROAD', self.edge(each['at'])] for each in self.end.list()['actions'] if each['kind'] == 'road']
        offer = next(iter(view['offers']), None)
        if offer:
            ten = self.ten(offer)
            prompts['actions'] = 'DECIDE_TRADE' if offer['pending'] else 'DECIDE_ACCEPTEES'
            playable = [[colour, 'REJECT_TRADE', ten + [0]]] if offer['pending'] else [
                [colour, 'CANCEL_TRADE', None], *([colour, 'CONFIRM_TRADE', ten + [COLOURS[seat]]] for seat in offer['accepted'])]
        owed = next((each['owed'] for each in view['players'] if COLOURS[each['seat']] == colour), 0)
        return {'current_color': colour, 'current_prompt': prompts.get(step, 'PLAY_TURN'), 'current_playable_actions': playable,
                'current_discard_count': owed, 'winning_color': self.end.winner and COLOURS[self.end.winner],
                'is_initial_build_phase': step.startswith('setup'), 'robber_coordinate': cube(split(view['robber'])[0])}

    def said(self):
        # as there, places may be named from the sea: the hex that is met last
        around = sorted({beside(at, side) for at in self.hexes for side in SIDES} | set(self.hexes))
        nodes, edges, view = {}, {}, self.end.view()
        built = {self.number(each['at']): each for each in view['pieces'] if each['piece'] != 'road'}
        roads = {tuple(self.edge(each['at'])): COLOURS[each['seat']] for each in view['pieces'] if each['piece'] == 'road'}
        for at in around:
            for name in CORNERS:
                if (number := self.node.get(corner_key(f'{at[0]},{at[1]}{name}'))) is not None:
                    here = built.get(number)
                    nodes[str(number)] = {'id': number, 'tile_coordinate': cube(at), 'direction': LONG[name],
                                          'building': here and here['piece'].upper(), 'color': here and COLOURS[here['seat']]}
        for at in self.hexes:
            for side in SIDES:
                key = tuple(self.edge(f'{at[0]},{at[1]}{side}'))
                edges[key] = {'id': list(key), 'tile_coordinate': cube(at), 'direction': LONG[side], 'color': roads.get(key)}
        players, records = len(view['players']), self.records()
        return {**self.question(), 'state_index': len(records), 'tiles': list(self.tiles()), 'nodes': nodes, 'edges': list(edges.values()),
                'action_records': records, 'colors': [COLOURS[seat] for seat in holm.SEATS[:players]], 'player_state': self.player_state()}
