"""One game: played by notation, seen by its seats, drawn, logged; positions and logs read back."""
from __future__ import annotations

import json
import operator
import pathlib
import threading
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union

from . import _native
from .setups import Setup, as_setup

SEATS = _native.names('holm_seat_names', 8)
# What the bytes of an observation and of an action stand for.
CARDS = _native.names('holm_card_names', 8)
TERRAINS = _native.names('holm_terrain_names', 9)
PORTS = _native.names('holm_port_names', 6)
PIECES = _native.names('holm_piece_names', 11)
Seat = Union[int, str]


def seat_number(seat: Seat) -> int:
    """0 or 'red' is the first seat."""
    if isinstance(seat, str):
        if seat not in SEATS:
            raise _native.HolmError(f"there is no seat '{seat}'")
        return SEATS.index(seat)
    return operator.index(seat)


class Picture(str):
    """An SVG: text, which a notebook shows as a picture."""

    def _repr_svg_(self) -> str:
        return str(self)


class Game(_native.Owner):
    """A game as it stands.

    >>> game = Game('base', players=4, seed=7)
    >>> while not game.over:
    ...     game.play(random.choice(game.legal()))
    """
    _instead = 'Game.from_log(game.log()) or Game.from_position(game.position()) makes another one'

    def __init__(self, game: Union[str, Setup, None] = None, seed: int = 0, **more: Any) -> None:
        self.setup: Optional[Setup] = as_setup(game, **more)
        self._take(_native.lib.native_table_make(self.setup._handle, _native.seed_of(seed)))

    def _take(self, handle: Optional[int]) -> None:
        if not handle:
            raise _native.trouble()
        self._handle = handle
        self._lock = threading.RLock()  # the library is called by one thread at a time
        self._lines: Optional[List[str]] = []  # of the log; None: it does not begin with the deal

    @classmethod
    def _of(cls, handle: Optional[int]) -> 'Game':
        game = cls.__new__(cls)
        game.setup = None
        game._take(handle)
        return game

    @classmethod
    def from_position(cls, position: Union[str, Dict[str, Any]]) -> 'Game':
        """From a position file (docs/protocol.md), its text or the object."""
        text = position if isinstance(position, str) else json.dumps(position)
        game = cls._of(_native.lib.native_table_read(text.encode()))
        game._lines = None
        return game

    @classmethod
    def from_log(cls, log: Union[str, pathlib.Path], actions: int = -1) -> 'Game':
        """A log (its text or its file) up to so many actions."""
        text = read_log(log)
        game = cls._of(_native.lib.native_table_replay(text.encode(), actions))
        lines = [line for line in text.splitlines()[1:] if '"action"' in line]
        game._lines = lines if actions < 0 else lines[:actions]
        return game

    @classmethod
    def _of_batch(cls, envs: int, number: int) -> 'Game':
        game = cls._of(_native.lib.native_table_of(envs, number))
        game._lines = None
        return game

    def __del__(self) -> None:
        if getattr(self, '_handle', None):
            _native.lib.native_table_free(self._handle)
            self._handle = 0

    def _ask(self, what: str, *arguments: Any) -> Any:
        with self._lock:
            return getattr(_native.lib, 'native_table_' + what)(self._handle, *arguments)

    def _told(self, what: str, *arguments: Any) -> str:
        with self._lock:
            return _native.text(getattr(_native.lib, 'native_table_' + what)(self._handle, *arguments))

    # ------------------------------------------------------------------ the game

    @property
    def players(self) -> int:
        return self._ask('players')

    @property
    def over(self) -> bool:
        return self._ask('over')

    @property
    def winner(self) -> Optional[str]:
        winner = self._ask('winner')
        return None if winner == _native.NONE else SEATS[winner]

    @property
    def turns(self) -> int:
        return self._ask('turns')

    @property
    def seat(self) -> Optional[str]:
        """One of those who are asked; None: the game is over."""
        seat = self._ask('next')
        return None if self.over or seat == _native.NONE else SEATS[seat]

    @property
    def asked(self) -> Tuple[str, ...]:
        """All whom the game waits for."""
        bits = self._ask('asked')
        return tuple(name for i, name in enumerate(SEATS) if bits >> i & 1)

    def points(self, seat: Seat) -> int:
        """Victory points, hidden ones included."""
        return self._ask('points', self._player(seat))

    def _player(self, seat: Seat) -> int:
        number = seat_number(seat)
        if not 0 <= number < self.players:
            raise _native.HolmError(f'there is no seat {seat} in a game for {self.players}')
        return number

    def _whose(self, seat: Optional[Seat]) -> int:
        return self._ask('next') if seat is None else self._player(seat)

    def _viewer(self, viewer: Union[Seat, None]) -> int:
        if viewer is None:
            return _native.EVERYBODY
        return _native.SPECTATOR if viewer == 'spectator' else self._player(viewer)

    def legal(self, seat: Optional[Seat] = None) -> List[str]:
        """What a seat (or the one that is asked) may do, in notation; offers and the like are templates of `list`."""
        return self._told('legal', self._whose(seat)).splitlines()

    def list(self, seat: Optional[Seat] = None) -> Dict[str, Any]:
        """The same as JSON has it: {'actions': [...], 'templates': [...]}."""
        return json.loads(self._told('list', self._whose(seat)))

    def play(self, action: Union[str, Dict[str, Any]]) -> None:
        """An action in notation ('red road 0,2NE'), as JSON, or a line of a log; behind a notation may stand how chance comes out ('roll 3 4')."""
        text = action if isinstance(action, str) else json.dumps(action)
        with self._lock:
            if not self._ask('play', text.encode(), self._whose(None)):
                raise _native.trouble()
            if self._lines is not None:
                self._lines.append(self._told('log_line'))

    def events(self, viewer: Union[Seat, None] = None) -> List[Dict[str, Any]]:
        """What the latest action brought about, as a seat may see it; without one: all of it."""
        return json.loads(self._told('events', self._viewer(viewer)))

    # -------------------------------------------------------------- what is seen

    def view(self, seat: Union[Seat, None] = None) -> Dict[str, Any]:
        """What a seat may know ('spectator': somebody who holds none); without one: everything."""
        return json.loads(self._told('view', self._viewer(seat)))

    def position(self) -> Dict[str, Any]:
        """Rules, map and state: the whole game, to be kept or sent."""
        return json.loads(self._told('position'))

    def svg(self, ids: bool = False) -> str:
        """A picture of the board; with ids the names of the places, too."""
        return self._told('svg', ids)

    def _repr_svg_(self) -> str:  # notebooks
        return self.svg()

    def log(self) -> str:
        """The game as a log (docs/logs.md), for `holm replay`, `holm verify` and `holm analyse`."""
        if self._lines is None:
            raise _native.HolmError('a log begins with the deal, and this game began with a position')
        return '\n'.join([self._told('log_head'), *self._lines]) + '\n'

    # ---------------------------------------------------------------------- bots

    def seat_bot(self, seat: Seat, bot: str, seed: int = 0) -> None:
        """A bot takes a chair: it is told what happens from now on."""
        if not self._ask('seat', self._player(seat), bot.encode(), _native.seed_of(seed)):
            raise _native.trouble()

    def advice(self, seat: Optional[Seat] = None) -> str:
        """What the bot in a chair would do."""
        return self._told('choose', self._whose(seat))

    def play_bots(self, bots: Union[str, Sequence[str]], seed: int = 0, actions: int = 1_000_000) -> 'Game':
        """Lets bots play on, one for all chairs or one for each, until the end or for so many actions."""
        chairs = [bots] * self.players if isinstance(bots, str) else list(bots)
        if len(chairs) != self.players:
            raise ValueError(f'there are {self.players} chairs and {len(chairs)} bots')
        for seat, bot in enumerate(chairs):
            self.seat_bot(seat, bot, seed)
        while not self.over and actions > 0:
            self.play(self.advice())
            actions -= 1
        return self


def read_log(log: Union[str, pathlib.Path]) -> str:
    """The text of a log: as it is, or of a file."""
    if isinstance(log, pathlib.Path) or '\n' not in log and not log.lstrip().startswith('{'):
        return pathlib.Path(log).read_text('utf-8')
    return log


def replay(log: Union[str, pathlib.Path]) -> Iterator[Tuple[Dict[str, Any], Game]]:
    """Every action of a log as its line has it, with the game before it; the same object goes on from line to line."""
    text = read_log(log)
    game = Game.from_log(text, 0)
    for line in text.splitlines()[1:]:
        said = json.loads(line)
        if 'action' in said:
            yield said, game
            game.play(line)
