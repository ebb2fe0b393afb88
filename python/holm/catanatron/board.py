"""Words and places of Catanatron, and what they are called here; a game of ours on its board."""
from __future__ import annotations

import contextlib
import json
from typing import Any, Dict, Iterator, List, Tuple, Union

from .._native import HolmError
from ..game import SEATS, Game
from ..setups import Setup

Hex = Tuple[int, int]
CARDS = {'WOOD': 'wood', 'BRICK': 'brick', 'SHEEP': 'wool', 'WHEAT': 'grain', 'ORE': 'ore'}
TERRAINS = {'WOOD': 'forest', 'BRICK': 'hills', 'SHEEP': 'pasture', 'WHEAT': 'fields', 'ORE': 'mountains'}
DEVELOPMENTS = {'KNIGHT': 'knight', 'VICTORY_POINT': 'victory', 'ROAD_BUILDING': 'road-building', 'YEAR_OF_PLENTY': 'plenty',
                'MONOPOLY': 'monopoly'}  # in our order
SHORT = {'NORTH': 'N', 'NORTHEAST': 'NE', 'EAST': 'E', 'SOUTHEAST': 'SE', 'SOUTH': 'S', 'SOUTHWEST': 'SW', 'WEST': 'W', 'NORTHWEST': 'NW'}
SIDES: Dict[str, Hex] = {'NE': (1, -1), 'E': (1, 0), 'SE': (0, 1), 'SW': (-1, 1), 'W': (-1, 0), 'NW': (0, -1)}
OPPOSITE = {'NE': 'SW', 'E': 'W', 'SE': 'NW', 'SW': 'NE', 'W': 'E', 'NW': 'SE'}
# The same corner seen from the two hexes beside it: on which side each lies, and what the corner is called there.
CORNERS = {'N': (('NW', 'SE'), ('NE', 'SW')), 'NE': (('NE', 'S'), ('E', 'NW')), 'SE': (('E', 'SW'), ('SE', 'N')),
           'S': (('SE', 'NW'), ('SW', 'NE')), 'SW': (('SW', 'N'), ('W', 'SE')), 'NW': (('W', 'NE'), ('NW', 'S'))}


@contextlib.contextmanager
def part(name: str) -> Iterator[None]:
    """A part of the file is read: what it lacks is refused with its name."""
    try:
        yield
    except HolmError:
        raise
    except (KeyError, TypeError, IndexError, ValueError, AttributeError, RecursionError) as error:
        raise HolmError(f'"{name}" is not as Catanatron writes it: {type(error).__name__} {error}') from None


def load(text: Union[str, Dict[str, Any]]) -> Dict[str, Any]:
    """The file as an object that has what every game has."""
    with part('the file'):
        said = json.loads(text) if isinstance(text, str) else text
    missing = [key for key in ('tiles', 'nodes', 'edges', 'colors') if not isinstance(said, dict) or key not in said]
    if missing:
        raise HolmError('this is no game of Catanatron: it has no ' + ', '.join(missing))
    return said


class Board:
    """Places there, and what they are called here."""

    def __init__(self, said: Dict[str, Any]) -> None:
        with part('tiles'):
            self.tiles = {self.hex(each['coordinate']): each['tile'] for each in said['tiles']}
            self.land = {at: tile for at, tile in self.tiles.items() if tile['type'] in ('RESOURCE_TILE', 'DESERT')}
        with part('nodes'):
            self.nodes = {int(key): self.corner(self.hex(node['tile_coordinate']), SHORT[node['direction']]) for key, node in said['nodes'].items()}
        with part('edges'):
            self.edges = {frozenset(edge['id']): self.side(self.hex(edge['tile_coordinate']), SHORT[edge['direction']]) for edge in said['edges']}

    @staticmethod
    def hex(coordinate: List[int]) -> Hex:
        """Both count along the same axes; our middle is 0,2."""
        return coordinate[0], coordinate[2] + 2

    def corner(self, at: Hex, direction: str) -> str:
        places = [(at, direction)] + [((at[0] + SIDES[side][0], at[1] + SIDES[side][1]), name) for side, name in CORNERS[direction]]
        return next((f'{q},{r}{name}' for (q, r), name in places if (q, r) in self.land), '')

    def side(self, at: Hex, direction: str) -> str:
        other = at[0] + SIDES[direction][0], at[1] + SIDES[direction][1]
        places = [(at, direction), (other, OPPOSITE[direction])]
        return next((f'{q},{r}{name}' for (q, r), name in places if (q, r) in self.land), '')

    def fill(self, map_: Dict[str, Any]) -> None:
        """Our map of 19 hexes with their terrain, discs and harbours."""
        by_name = {f'{q},{r}': tile for (q, r), tile in self.land.items()}
        if sorted(by_name) != sorted(each['at'] for each in map_['hexes']):
            raise HolmError('only games on the usual board of 19 hexes are taken over')
        for each in map_['hexes']:
            tile = by_name[each['at']]
            each['terrain'] = TERRAINS[tile['resource']] if tile['type'] == 'RESOURCE_TILE' else 'desert'
            each.pop('disc', None)
            if tile['type'] == 'RESOURCE_TILE':
                each['disc'] = tile['number']
            else:
                map_['robber'] = each['at']
        map_['ports'] = [{'at': self.side(at, SHORT[tile['direction']]), 'kind': CARDS[tile['resource']] if tile['resource'] else 'any'}
                         for at, tile in self.tiles.items() if tile['type'] == 'PORT']


class Table:
    """The board, the players, and our game on it before anything has happened."""

    def __init__(self, said: Dict[str, Any], options: Dict[str, Any]) -> None:
        self.board, self.colours = Board(said), said['colors']
        if not isinstance(self.colours, (list, tuple)) or not 2 <= len(self.colours) <= 4:
            raise HolmError(f'games for two to four are taken over, and "colors" is {self.colours}')
        self.seat = dict(zip(self.colours, SEATS))
        if len(self.seat) != len(self.colours):
            raise HolmError(f'"colors" has one twice: {self.colours}')
        setup = Setup('base', players=len(self.colours), setup='fixed', start_player='fixed', neutrals=0, trade_restrictions=False, undo=False, **options)
        head = json.loads(Game(setup).log().splitlines()[0])
        for key in ('seed', 'source'):
            head.pop(key, None)
        with part('tiles'):
            self.board.fill(head['map'])
        head['map']['name'] = 'catanatron'
        self.game = Game.from_log(json.dumps(head) + '\n')


def ten(value: List[int]) -> Tuple[Dict[str, int], Dict[str, int]]:
    """An offer: five numbers of cards given, five of cards taken."""
    names = list(CARDS.values())
    return tuple({name: n for name, n in zip(names, half) if n} for half in (value[:5], value[5:10]))  # type: ignore[return-value]


def records(said: Dict[str, Any]) -> List[Tuple[str, str, Any, Any]]:
    """(colour, type, value, result) of each action; older files have the result in the value. None are there: an empty list."""
    with part('action_records' if 'action_records' in said else 'actions'):
        if 'action_records' in said:
            return [(action[0], action[1], action[2], result) for action, result in said['action_records']]
        return [(colour, kind, value[:2] if kind == 'MOVE_ROBBER' else value, value[2] if kind == 'MOVE_ROBBER' and len(value) > 2 else value)
                for colour, kind, value in said.get('actions', [])]
