"""A game as it stands, as a position of Holm: from the board, `player_state` and the question that is open. Its actions are not needed;
where the file has them, they tell what nothing else does (the latest roll, the number of turns, which cards are new)."""
from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union

from .._native import HolmError
from ..game import SEATS, Game
from .board import CARDS, DEVELOPMENTS, Table, load, part, records, ten

PIECES = {'SETTLEMENT': 'settlement', 'CITY': 'city'}
SUPPLIES = {'ROADS_AVAILABLE': 'roads', 'SETTLEMENTS_AVAILABLE': 'settlements', 'CITIES_AVAILABLE': 'cities'}
BUILDING = ('BUILD_ROAD', 'BUILD_SETTLEMENT', 'BUILD_CITY', 'BUY_DEVELOPMENT_CARD')  # begins the part of a turn in which one builds
# What Holm works out by itself.
FOLLOWS = ('asked', 'deck', 'spent', 'stale')
FOLLOWS_OF_PLAYER = ('cards', 'points', 'roads', 'settlements', 'cities', 'route', 'developments', 'bought', 'total', 'ports')


class Standing(NamedTuple):
    """What became of a position."""
    account: List[str]  # what is not as it was there, or could not be known; empty: everything is
    game: Game  # `position()` is what `holm analyse` reads

    def __str__(self) -> str:
        return '\n'.join(['the position was taken over', *self.account])


class _Reader:
    def __init__(self, said: Dict[str, Any], options: Dict[str, Any]) -> None:
        self.said, self.account = said, []  # type: Dict[str, Any], List[str]
        missing = [key for key in ('player_state', 'robber_coordinate', 'current_color', 'current_prompt', 'current_playable_actions')
                   if said.get(key) is None]
        if missing:
            raise HolmError('this is no position of Catanatron: it has no ' + ', '.join(missing))
        table = Table(said, options)
        self.board, self.colours, self.seat = table.board, table.colours, table.seat
        self.position = table.game.position()
        self.state = self.position['state']
        self.records = records(said)
        self.complete = bool(self.records) and said.get('state_index', len(self.records)) == len(self.records)
        self.current = self.colour('current_color')
        self.prompt = said['current_prompt']

    # ------------------------------------------------------------------ single things

    def colour(self, key: str) -> str:
        if self.said[key] not in self.seat:
            raise HolmError(f'"{key}" is {self.said[key]}, and the players are {", ".join(self.colours)}')
        return self.said[key]

    def number(self, colour: str, key: str) -> int:
        """A number, or yes and no, of a player."""
        name = f'P{self.colours.index(colour)}_{key}'
        value = self.said['player_state'].get(name)
        if not isinstance(value, int) or not 0 <= value <= 99:
            raise HolmError(f'"{name}" is {value}, and should be a number from 0 on')
        return int(value)

    def cards(self, colour: str, key: str, kinds: Dict[str, str]) -> Dict[str, int]:
        counts = {ours: self.number(colour, key.format(theirs)) for theirs, ours in kinds.items()}
        return {card: n for card, n in counts.items() if n}

    def turn(self) -> Optional[List[Tuple[str, str, Any, Any]]]:
        """What has happened in this turn; None: the file does not tell."""
        ends = [i for i, record in enumerate(self.records) if record[1] == 'END_TURN']
        setup = 4 * len(self.colours)  # two settlements and two roads each
        return self.records[ends[-1] + 1:] if ends else self.records[setup:] if self.complete else None

    # ----------------------------------------------------------------------- the parts

    def pieces(self) -> None:
        pieces = self.state['pieces'] = []
        with part('nodes'):
            for key, node in self.said['nodes'].items():
                if node['building'] is not None:
                    pieces.append({'at': self.board.nodes[int(key)], 'seat': self.seat[node['color']], 'piece': PIECES[node['building']]})
        with part('edges'):
            for edge in self.said['edges']:
                if edge['color'] is not None:
                    pieces.append({'at': self.board.edges[frozenset(edge['id'])], 'seat': self.seat[edge['color']], 'piece': 'road'})
        with part('robber_coordinate'):
            self.state['robber'] = '{},{}'.format(*self.board.hex(self.said['robber_coordinate']))

    def hands(self) -> None:
        bank, deck = self.state['bank'], self.state['deck_kind']
        for player, colour in zip(self.state['players'], self.colours):
            player['hand'] = self.cards(colour, '{}_IN_HAND', CARDS)
            player['development'] = self.cards(colour, '{}_IN_HAND', DEVELOPMENTS)
            player['army'] = self.number(colour, 'PLAYED_KNIGHT')
            player['fresh'] = self.fresh(colour, player['development'])
            played = {ours: self.number(colour, f'PLAYED_{theirs}') for theirs, ours in DEVELOPMENTS.items()}
            for pile, gone in ((bank, player['hand']), (deck, player['development']), (deck, played)):
                for card, n in gone.items():
                    pile[card] = pile.get(card, 0) - n
            for key in FOLLOWS_OF_PLAYER:
                del player[key]
        for card, n in [*bank.items(), *deck.items()]:
            if n < 0:
                raise HolmError(f'the players have {-n} more of {card} than there are')
        for key in FOLLOWS:
            del self.state[key]

    def bought(self, colour: str) -> Optional[List[str]]:
        """Cards bought in the player's latest turn; None: the file does not tell."""
        ends = [i for i, record in enumerate(self.records) if record[:2] == (colour, 'END_TURN')]
        turn = 1 if colour == self.owner else 2
        if len(ends) < turn and not self.complete:
            return None
        since = ends[-turn] if len(ends) >= turn else 0
        return [DEVELOPMENTS[result] for who, kind, _, result in self.records[since:] if kind == 'BUY_DEVELOPMENT_CARD' and who == colour]

    def fresh(self, colour: str, held: Dict[str, int]) -> Dict[str, int]:
        """Of a kind that was there before, only the actions tell how many are new; of victory points nothing else."""
        with part('action_records'):
            bought = self.bought(colour)
        if bought is not None:
            return {card: min(bought.count(card), n) for card, n in held.items() if card in bought}
        new, unknown = {}, []
        for theirs, ours in DEVELOPMENTS.items():
            before = theirs != 'VICTORY_POINT' and self.number(colour, f'{theirs}_OWNED_AT_START')
            if colour == self.owner and theirs != 'VICTORY_POINT' and not before and ours in held:
                new[ours] = held[ours]
            elif held.get(ours, 0) > (colour == self.owner and before and not self.state['played']):
                unknown.append(theirs)
        if unknown:
            self.account.append(f'whether {colour} bought some of {", ".join(unknown)} in its latest turn is not known: all are taken for older ones')
        return new

    def whose_turn(self) -> Optional[str]:
        """Whoever has rolled and not ended the turn, or is about to roll; None: set-up."""
        if self.prompt.startswith('BUILD_INITIAL'):
            return None
        rolled = [colour for colour in self.colours if self.number(colour, 'HAS_ROLLED')]
        if len(rolled) > 1:
            raise HolmError(f'{" and ".join(rolled)} have rolled in the same turn')
        if not rolled and self.prompt not in ('PLAY_TURN', 'MOVE_ROBBER'):
            raise HolmError(f'nobody has rolled, and {self.current} is asked to {self.prompt}')
        owner = rolled[0] if rolled else self.current
        if owner != self.current and self.prompt in ('PLAY_TURN', 'MOVE_ROBBER', 'DECIDE_ACCEPTEES'):
            raise HolmError(f'it is the turn of {owner}, and {self.current} is asked to {self.prompt}')
        return owner

    def begin_turn(self) -> None:
        self.owner = self.whose_turn()
        state, rolls = self.state, [result for _, kind, _, result in self.records if kind == 'ROLL']
        state['roller'] = state['first']
        if self.owner is None:
            return
        state['active'] = state['roller'] = self.seat[self.owner]
        state['played'] = bool(self.number(self.owner, 'HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN'))
        kinds = [record[1] for record in self.turn() or []]
        state['building'] = sum(kind in BUILDING for kind in kinds) > min(2, self.roads_since_card(kinds))
        state['dice'] = list(rolls[-1]) if rolls else None
        state['turns'] = 1 + sum(kind == 'END_TURN' for _, kind, _, _ in self.records)
        if not self.complete:
            state['turns'] = max(state['turns'], 1 + self.colours.index(self.owner))
            self.account.append(f"how many turns there were is not known: {state['turns']} are counted")
        if not rolls and self.number(self.owner, 'HAS_ROLLED'):
            self.account.append('the latest roll is not known: there is none')

    # --------------------------------------------------------------------- the question

    def step(self, name: str, *colours: str, n: int = 0, **more: Any) -> None:
        self.state['agenda'].append({'step': name, 'seats': [self.seat[colour] for colour in colours], 'n': n, **more})

    def ask(self) -> None:
        self.state['agenda'] = []
        if self.said.get('winning_color') is not None:
            return self.over()
        if self.owner is None:
            return self.setup()
        rolled = self.number(self.owner, 'HAS_ROLLED')
        self.step('actions' if rolled else 'roll', self.owner)
        questions = {'PLAY_TURN': self.free_roads, 'MOVE_ROBBER': self.robber, 'DISCARD': self.discard, 'DECIDE_TRADE': self.offer,
                     'DECIDE_ACCEPTEES': self.offer}
        if self.prompt not in questions:
            raise HolmError(f'there is no such question here: {self.prompt}')
        questions[self.prompt]()

    def over(self) -> None:
        winner = self.colour('winning_color')
        self.state.update(winner=self.seat[winner], offers=[])
        shown = self.state['players'][self.colours.index(winner)]
        shown['revealed'] = shown['development'].pop('victory', 0)
        shown['fresh'].pop('victory', None)
        self.step('over')

    def setup(self) -> None:
        """Which starting road is asked for: that of the settlement without one."""
        road = self.prompt == 'BUILD_INITIAL_ROAD'
        settlements = [piece for piece in self.state['pieces'] if piece['piece'] == 'settlement']
        if not road:
            return self.step('setup-settlement', self.current, n=len(settlements))
        with part('nodes'):
            reached = {node for edge in self.said['edges'] if edge['color'] == self.current for node in edge['id']}
            lonely = [int(key) for key, node in self.said['nodes'].items() if node['color'] == self.current and int(key) not in reached]
        if len(lonely) != 1:
            raise HolmError(f'{self.current} is asked for a starting road, and has {len(lonely)} settlements without one')
        self.step('setup-road', self.current, n=len(settlements) - 1, at=self.board.nodes[lonely[0]])

    def playable(self) -> List[List[Any]]:
        with part('current_playable_actions'):
            return [[action[0], action[1], action[2]] for action in self.said['current_playable_actions']]

    @staticmethod
    def roads_since_card(kinds: List[str]) -> int:
        """Roads of a turn since Road Building was played."""
        return kinds[kinds.index('PLAY_ROAD_BUILDING'):].count('BUILD_ROAD') if 'PLAY_ROAD_BUILDING' in kinds else 0

    def free_roads(self) -> None:
        """Who has played Road Building can do nothing else there; how many roads are left only the actions tell."""
        turn, left = self.turn(), 1
        if {action[1] for action in self.playable()} != {'BUILD_ROAD'}:
            return
        if turn is None:
            self.account.append(f'whether {self.owner} has one or two roads left of Road Building is not known: one is taken over')
        else:
            left = 2 - self.roads_since_card([record[1] for record in turn])
        self.step('free-roads', self.owner, n=left)  # type: ignore[arg-type]

    def robber(self) -> None:
        self.step('robber', self.owner)  # type: ignore[arg-type]

    def discard(self) -> None:
        """They discard in the order of their seats: those before have, those after have not yet begun."""
        limit, owing = self.position['rules']['hand_limit'], []
        for player, colour in list(zip(self.state['players'], self.colours))[self.colours.index(self.current):]:
            cards = sum(player['hand'].values())
            owed = cards // 2 if cards > limit else 0
            if colour == self.current:
                owed = self.said.get('current_discard_count', owed)
                if not isinstance(owed, int) or not 0 < owed <= cards:
                    raise HolmError(f'"current_discard_count" is {owed}, and {colour} has {cards} cards (hand_limit={limit})')
            player['owed'] = owed
            if owed:
                owing.append(colour)
        self.robber()
        self.step('discard', *owing)

    def offer(self) -> None:
        """The offer is in the answers that may be given, and who has accepted in those of whoever made it, or in the actions."""
        answers = [action for action in self.playable() if action[1] in ('REJECT_TRADE', 'CONFIRM_TRADE')]
        if not answers:
            raise HolmError(f'"current_playable_actions" should have the offer that {self.current} is to decide on')
        with part('current_playable_actions'):
            give, take = ten(answers[0][2])
            accepted = [action[2][10] for action in answers if action[1] == 'CONFIRM_TRADE']
        others, pending = [colour for colour in self.colours if colour != self.owner], []
        if self.prompt == 'DECIDE_TRADE':
            at = self.colours.index(self.current)
            pending = [colour for colour in self.colours[at:] if colour != self.owner]
            accepted = self.accepted(others[:len(others) - len(pending)])
        if self.owner in accepted or self.prompt == 'DECIDE_TRADE' and self.current == self.owner:
            accepted = [colour for colour in accepted if colour != self.owner]
            self.account.append(f'{self.owner} was asked about an offer of its own: that is left out')
        if not set(accepted) <= set(others):
            raise HolmError(f'"current_playable_actions" has an answer of {accepted}, and the players are {", ".join(self.colours)}')
        seats = {'to': others, 'pending': pending, 'accepted': accepted}
        self.state['offers'] = [{'seat': self.seat[self.owner], 'give': give, 'take': take,  # type: ignore[index]
                                 **{key: [self.seat[colour] for colour in value] for key, value in seats.items()}}]

    def accepted(self, answered: List[str]) -> List[str]:
        turn = self.turn()
        if turn is None:
            if answered:
                self.account.append(f'whether {" and ".join(answered)} accepted the offer is not known: taken for declined')
            return []
        since = max((i for i, record in enumerate(turn) if record[1] == 'OFFER_TRADE'), default=0)
        return [record[0] for record in turn[since:] if record[1] == 'ACCEPT_TRADE']

    # -------------------------------------------------------------------------- the whole

    def holder(self, key: str) -> Optional[str]:
        holders = [self.seat[colour] for colour in self.colours if self.number(colour, key)]
        return holders[0] if len(holders) == 1 else None

    def make(self) -> Game:
        """The game; where our rules give an award to somebody else, they decide."""
        self.state.update(route_holder=self.holder('HAS_ROAD'), army_holder=self.holder('HAS_ARMY'))
        try:
            return Game.from_position(self.position)
        except HolmError:
            said = {key: self.state.pop(key) for key in ('route_holder', 'army_holder')}
        game = Game.from_position(self.position)
        colour_of = dict(zip(SEATS, self.colours))
        names = {'route_holder': 'longest road', 'army_holder': 'largest army'}
        for key, there in said.items():
            here = game.view()[key]
            if here != there:
                self.account.append(f'the {names[key]} is held by {colour_of.get(there, "nobody")} there and by {colour_of.get(here, "nobody")} here')
        return game

    def compare(self, game: Game) -> None:
        """Supplies and points, there and here."""
        target = self.position['rules']['target']
        for here, colour in zip(game.view()['players'], self.colours):
            for key, ours in SUPPLIES.items():
                if self.number(colour, key) != here[ours]:
                    raise HolmError(f'{colour} has {self.number(colour, key)} {ours} left by "player_state" and {here[ours]} by the board')
            points = self.number(colour, 'ACTUAL_VICTORY_POINTS')
            if points != here['total']:
                self.account.append(f"{colour} has {points} points there and {here['total']} here")
            if not game.over and max(points, here['total']) >= target:
                raise HolmError(f"{colour} has {max(points, here['total'])} points, and nobody has won: say how many it takes, as in target=12")
            if game.over and colour == self.said['winning_color'] and points < target:
                raise HolmError(f'{colour} has won with {points} points: say how many it takes, as in target=8')


def read_position(text: Union[str, Dict[str, Any]], **options: Any) -> Standing:
    """Takes a game over as it stands; options are rules of Holm, such as target=12, where it was not played by the usual ones."""
    with part('the position'):
        reader = _Reader(load(text), options)
        reader.begin_turn()
        reader.pieces()
        reader.hands()
        reader.ask()
        game = reader.make()
        reader.compare(game)
    return Standing(reader.account, game)
