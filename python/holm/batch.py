"""Many games at once: the arrays of envs.h as numpy arrays, stepped by the library without copies."""
from __future__ import annotations

import ctypes
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from . import _native
from .game import Game, Picture, Seat, seat_number
from .setups import Setup, as_setup

ACTION = np.dtype([('kind', 'u1'), ('seat', 'u1'), ('place', '<u2'), ('to', '<u2'), ('target', 'u1'), ('card', 'u1'),
                   ('give', 'u1', 8), ('take', 'u1', 8)])
OF = ('game', 'hex', 'corner', 'edge', 'seat')
LEARNER = None  # a chair without a bot


class Block(NamedTuple):
    """Some columns of an observation: one value for each hex, corner, edge, or whatever `of` names."""
    name: str
    offset: int
    count: int  # type: ignore[assignment]
    maximum: int
    of: str

    @property
    def columns(self) -> slice:
        return slice(self.offset, self.offset + self.count)


class ActionBlock(NamedTuple):
    """Numbers of one kind of action: they count place, to, target and card, the last one fastest."""
    name: str
    offset: int
    count: int  # type: ignore[assignment]
    places: int
    tos: int
    targets: int
    cards: int
    of: str
    first_target: int


def _ranges(games: np.ndarray, most: int) -> np.ndarray:
    """Numbers of games as ranges of those that follow each other, each of so many at most."""
    numbers = np.asarray(games, np.int64)
    first = np.flatnonzero(np.diff(numbers, prepend=numbers[:1] - 2) != 1)
    length = np.diff(np.append(first, len(numbers)))
    pieces = -(-length // most)
    within = np.arange(pieces.sum()) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    begin = np.repeat(numbers[first], pieces) + within * most
    end = np.minimum(begin + most, np.repeat(numbers[first] + length, pieces))
    return np.ascontiguousarray(np.stack([begin, end], axis=1), np.uint32)


def _array(wanted: bool, shape: Tuple[int, ...], dtype: Any) -> np.ndarray:
    """None, where nobody wants it: whoever asks for an array that was left out finds nothing there."""
    return np.zeros(shape, dtype) if wanted else None  # type: ignore[return-value]


def _text_of(row: Any) -> str:
    return row.name.decode()


class Batch:
    """n games of the same rules that are stepped together.

    The arrays `observation`, `mask`, `legal`, `legal_count`, `seat`, `reward`, `terminated`, `truncated` and `refused` stay
    where they are, and every step writes them anew: copy what you keep. `reward` has a column for each player by its number
    at the table; `observation` and `mask` are those of the `seat` that is asked.

    With `chairs` bots play along: a word for each player, None where the learner sits; or such a row for each game. A step
    then goes on until a learner is asked again, and rewards add up on the way.
    """

    def __init__(self, game: Union[str, Setup, None] = None, games: int = 1, seed: int = 0, *, boards: int = 0, step_limit: int = 0,
                 offers: int = 0, point_reward: float = 0.0, auto_reset: bool = True, beliefs: bool = False,
                 observation: bool = True, mask: bool = True, legal: bool = True, hidden: bool = False, actions: bool = False,
                 threads: int = 1, chairs: Optional[Sequence[Any]] = None, **more: Any) -> None:
        if not offers and not isinstance(game, Setup):
            more.setdefault('bank_trade_only', True)
        self.setup = as_setup(game, **more)
        for name, number in (('games', games), ('boards', boards), ('step_limit', step_limit), ('offers', offers)):
            if not 0 <= number < 1 << 32:
                raise ValueError(f'{name} cannot be {number}')
        self._handle: Optional[int] = None
        self._players: Optional[int] = None
        self._crew: Optional[int] = None
        config = _native.Config(seed & (1 << 64) - 1, games, boards, step_limit, offers, point_reward, auto_reset, beliefs)
        self._handle = _native.lib.native_envs_make(self.setup._handle, ctypes.byref(config))
        if not self._handle:
            raise _native.trouble()
        self.info = _native.Info()
        _native.lib.holm_envs_info(self._envs, ctypes.byref(self.info))
        self.games, self.players, self.action_count = games, self.info.players, self.info.actions
        self._make_arrays(observation, mask, legal, hidden, actions)
        if chairs is not None:
            self._seat_bots(chairs, seed)
        self._make_crew(threads)
        self._start()

    @property
    def _envs(self) -> int:
        if not self._handle:
            raise ValueError('this batch is closed')
        return self._handle

    # -------------------------------------------------------------------- arrays

    def _make_arrays(self, observation: bool, mask: bool, legal: bool, hidden: bool, actions: bool) -> None:
        n, info = self.games, self.info
        self.observation = _array(observation, (n, info.observation), np.uint8)
        self.hidden = _array(hidden, (n, info.hidden), np.uint8)
        self.mask = _array(mask, (n, info.actions), np.uint8)
        self.legal = _array(legal, (n, info.legal_most), np.uint16)
        self.legal_count = _array(legal, (n,), np.uint16)
        self.actions = _array(actions, (n, info.action_most), ACTION)
        self.actions_count = _array(actions, (n,), np.uint16)
        self.seat = np.zeros(n, np.uint8)
        self.reward = np.zeros((n, info.players), np.float32)
        self.terminated = np.zeros(n, np.bool_)
        self.truncated = np.zeros(n, np.bool_)
        self.refused = np.zeros(n, np.bool_)
        arrays = (self.observation, self.hidden, self.mask, self.legal, self.legal_count, self.actions, self.actions_count, self.seat,
                  self.reward, self.terminated, self.truncated, self.refused)
        self._out = _native.Out(*[None if array is None else array.ctypes.data for array in arrays], None)
        self._out_pointer = ctypes.byref(self._out)

    def use_buffers(self, **buffers: np.ndarray) -> None:
        """Writes into arrays of yours from now on (shared memory, say): observation=..., mask=..., reward=... and so on."""
        for name, buffer in buffers.items():
            old = getattr(self, name, None)
            if not isinstance(old, np.ndarray):
                raise ValueError(f"this batch writes no '{name}'")
            if buffer.shape != old.shape or buffer.dtype.itemsize != old.dtype.itemsize or not buffer.flags.c_contiguous:
                raise ValueError(f"'{name}' is {old.shape} of {old.dtype}, without gaps")
            buffer[...] = old
            setattr(self, name, buffer)
            field = {'actions': 'action', 'actions_count': 'action_count'}.get(name, name)
            setattr(self._out, field, buffer.ctypes.data)

    # --------------------------------------------------------------------- chairs

    def _seat_bots(self, chairs: Sequence[Any], seed: int) -> None:
        rows = [chairs] * self.games if not chairs or not isinstance(chairs[0], (list, tuple)) else list(chairs)
        if len(rows) != self.games or any(len(row) != self.players for row in rows):
            raise ValueError(f'chairs are {self.players} words (None: a learner), or such a row for each of {self.games} games')
        names = sorted({word for row in rows for word in row if word is not None})
        chair = np.array([[_native.NONE if word is None else names.index(word) for word in row] for row in rows], np.uint8)
        self.learners = chair == _native.NONE
        players = _native.lib.native_players_make(self._envs, '\n'.join(names).encode(), chair.ctypes.data, seed & (1 << 64) - 1)
        if not players:
            raise _native.trouble()
        self._players = players
        self._all_bots = not self.learners.any()
        if not self._all_bots and not self.learners.any(axis=1).all():
            raise ValueError('there is a learner in every game, or in none')
        if self._all_bots:
            self._out.events = _native.lib.native_players_events(players)

    def bot_actions(self, games: Optional[np.ndarray] = None) -> np.ndarray:
        """The next number of every game (or of these) in which a bot is asked: a teacher's choice. Where all chairs are bots',
        give it back to `step`."""
        if not self._players:
            raise ValueError('no bots sit at these games: give `chairs`')
        numbers = np.zeros(self.games, np.uint16)
        self._do(_native.CHOOSE, numbers, games)
        return numbers

    def finish(self) -> np.ndarray:
        """Where all chairs are bots', they play every game to its end: the rewards of all seats in each. The next episodes have
        begun then; `observe` writes their positions."""
        if not self._players or not self._all_bots:
            raise ValueError('only bots can play games to their ends: give `chairs` without a learner')
        rewards = np.zeros((self.games, self.players), np.float32)
        self._do(_native.FINISH, rewards)
        return rewards

    # ---------------------------------------------------------------------- steps

    def _make_crew(self, threads: int) -> None:
        """Threads take ranges of games: one each, or several where bots think, some longer than others."""
        if threads < 1:
            raise ValueError(f'there is at least one thread, not {threads}')
        if threads > 1:
            self._crew = _native.lib.native_crew_make(threads)
            if not self._crew:
                raise _native.trouble()
        pieces = threads * 4 if self._players and threads > 1 else threads
        self._most = -(-self.games // pieces)
        self._all = _ranges(np.arange(self.games), self._most)
        self._task = _native.Task(players=self._players, out=ctypes.addressof(self._out))
        self._task_pointer = ctypes.byref(self._task)

    def _do(self, work: int, data: Optional[np.ndarray] = None, games: Optional[np.ndarray] = None) -> None:
        """Does something to all games, or to these."""
        ranges, task = self._all if games is None else _ranges(games, self._most), self._task
        task.envs, task.work, task.data = self._envs, work, None if data is None else data.ctypes.data
        task.range, task.ranges = ranges.ctypes.data, len(ranges)
        _native.check(_native.lib.native_crew_do(self._crew, self._task_pointer))

    def _start(self) -> None:
        self._do(_native.STEP_ON if self._players and not self._all_bots else _native.OBSERVE)

    def _numbers(self, numbers: Any, games: Optional[int] = None) -> np.ndarray:
        """Numbers as the library takes them; none is bent to fit. What has the right type already is not looked at."""
        chosen, games = np.asarray(numbers), self.games if games is None else games
        if chosen.shape != (games,):
            raise ValueError(f'there are {games} games, and numbers of shape {chosen.shape}')
        if chosen.dtype != np.uint16:
            if chosen.dtype.kind not in 'iu':
                raise ValueError(f'actions are whole numbers, not {chosen.dtype}')
            if chosen.min() < 0 or chosen.max() > 0xFFFF:
                raise ValueError(f'actions are numbers from 0 to {self.action_count - 1}, not {chosen.min()} to {chosen.max()}')
        return np.ascontiguousarray(chosen, np.uint16)

    def step(self, numbers: Any, games: Optional[np.ndarray] = None) -> None:
        """One step of every game (or of these, in order) by the number of a legal action. HolmError: at least one was not legal
        (`refused` has which); those games stay as they are, the others have gone on. ValueError: these are no such numbers, and
        nothing has happened."""
        chosen = self._numbers(numbers)
        try:
            self._do(_native.STEP_ON if self._players and not self._all_bots else _native.STEP, chosen, games)
        finally:
            if self._players and self._all_bots:
                self._do(_native.FOLLOW, None, games)

    def act(self, actions: np.ndarray) -> None:
        """The same by 24-byte actions (dtype ACTION), one for each game: whole moves."""
        if self._players:
            raise ValueError('games with bots are stepped by numbers')
        chosen = np.ascontiguousarray(actions, ACTION)
        if chosen.shape != (self.games,):
            raise ValueError(f'there are {self.games} games, and actions of shape {chosen.shape}')
        self._do(_native.ACT, chosen)

    def reset(self, games: Optional[Sequence[int]] = None) -> None:
        """Begins the next episode of all games, or of these."""
        lib = _native.lib
        for game in range(self.games) if games is None else games:
            _native.check(lib.holm_envs_reset(self._envs, game, game + 1, self._out_pointer))
            if self._players:
                lib.native_players_follow(self._players, game, game + 1, None, None)
                if not self._all_bots:
                    _native.check(lib.native_players_step(self._players, game, game + 1, None, self._out_pointer))

    def share_deals(self, together: int) -> None:
        """So many games each, one behind the other, become the same deal with the same dice; call it before the first step."""
        for game in range(self.games):
            self.clone(game - game % together, game)
        if self._players:
            _native.lib.native_players_follow(self._players, 0, self.games, None, None)
        self._start()

    def observe(self) -> None:
        """Writes all positions again, after clone, determinize, load or put."""
        self._do(_native.OBSERVE)

    def random_actions(self, generator: np.random.Generator) -> np.ndarray:
        """A legal number of every game, all alike."""
        picks = (generator.random(self.games) * self.legal_count).astype(np.intp)
        return self.legal[np.arange(self.games), picks]

    # --------------------------------------------------------------------- tables

    def _rows(self, function: Any, count: int) -> List[Any]:
        return list(function(self._envs)[:count])

    @property
    def blocks(self) -> Dict[str, Block]:
        """What the columns of an observation are, by name."""
        rows = self._rows(_native.lib.holm_envs_blocks, self.info.blocks)
        return {_text_of(row): Block(_text_of(row), row.offset, row.count, row.maximum, OF[row.of]) for row in rows}

    @property
    def hidden_blocks(self) -> Dict[str, Block]:
        rows = self._rows(_native.lib.holm_envs_hidden_blocks, self.info.hidden_blocks)
        return {_text_of(row): Block(_text_of(row), row.offset, row.count, row.maximum, OF[row.of]) for row in rows}

    @property
    def action_blocks(self) -> Dict[str, ActionBlock]:
        """What the numbers of actions are, by kind."""
        rows = self._rows(_native.lib.holm_envs_action_blocks, self.info.action_blocks)
        return {_text_of(row): ActionBlock(_text_of(row), row.offset, row.count, row.places, row.tos, row.targets, row.cards,
                                           OF[row.of], row.first_target) for row in rows}

    def graph(self) -> Dict[str, np.ndarray]:
        """Which hexes, corners and edges meet; -1 where there is nothing."""
        info = self.info
        shapes = {'hex_corners': (info.hexes, 6), 'hex_edges': (info.hexes, 6), 'hex_neighbours': (info.hexes, 6),
                  'corner_hexes': (info.corners, 3), 'corner_edges': (info.corners, 3), 'corner_neighbours': (info.corners, 3),
                  'edge_corners': (info.edges, 2), 'edge_hexes': (info.edges, 2), 'hex_axial': (info.hexes, 2)}
        arrays = {name: np.zeros(shape, np.int16) for name, shape in shapes.items()}
        graph = _native.Graph(*[arrays[name].ctypes.data for name, _ in _native.Graph._fields_])
        _native.lib.holm_envs_graph(self._envs, ctypes.byref(graph))
        return arrays

    def floats(self, observation: Optional[np.ndarray] = None) -> np.ndarray:
        """Observations as numbers from 0 to 1: each divided by the maximum of its block."""
        rows = np.ascontiguousarray(self.observation if observation is None else observation, np.uint8)
        if rows.shape[-1] != self.info.observation:
            raise ValueError(f'an observation has {self.info.observation} columns')
        result = np.empty(rows.shape, np.float32)
        _native.lib.holm_envs_floats(self._envs, rows.ctypes.data, rows.size // self.info.observation, result.ctypes.data)
        return result

    def observe_seat(self, game: int, seat: Seat) -> np.ndarray:
        """What one seat of a game may know, whoever is asked."""
        row = np.zeros(self.info.observation, np.uint8)
        _native.check(_native.lib.holm_envs_observe_seat(self._envs, game, seat_number(seat), row.ctypes.data))
        return row

    def action_of(self, game: int, number: int) -> np.void:
        """A number as an action of the seat that is asked (dtype ACTION)."""
        row = np.zeros(1, ACTION)
        _native.check(_native.lib.holm_envs_action(self._envs, game, number, row.ctypes.data))
        return row[0]

    def number_of(self, game: int, action: Any) -> int:
        row, number = np.array([action], ACTION), ctypes.c_uint32()
        _native.check(_native.lib.holm_envs_number(self._envs, game, row.ctypes.data, ctypes.byref(number)))
        return number.value

    # --------------------------------------------------------------------- search

    def game(self, game: int) -> Game:
        """A game as it stands, copied: views, positions, pictures."""
        return Game._of_batch(self._envs, game)

    def put(self, game: int, position: Game, seat: Optional[Seat] = None) -> None:
        """A game goes on from a position of one of this batch's boards."""
        state = _native.lib.native_table_state(position._handle)
        _native.check(_native.lib.holm_envs_put(self._envs, game, state, _native.NONE if seat is None else seat_number(seat)))

    def render(self, game: int = 0) -> Picture:
        """A picture of a game's board, as SVG."""
        return Picture(self.game(game).svg())

    def clone(self, source: int, target: int) -> None:
        _native.check(_native.lib.holm_envs_clone(self._envs, source, target))

    def determinize(self, source: int, target: int, seat: Seat, random: int) -> None:
        """Game `target` becomes one that a seat of game `source` cannot tell from it."""
        _native.check(_native.lib.holm_envs_determinize(self._envs, source, target, seat_number(seat), random))

    def step_dictated(self, game: int, number: int, outcomes: Sequence[int] = ()) -> Optional[np.ndarray]:
        """One step in which chance comes out as said. None: it is done. Otherwise nothing has happened, and these are the
        weights of the outcomes at the draw that was not named or cannot be: add one and try again."""
        weights = np.zeros(_native.OUTCOMES, np.uint8)
        said = bytes(outcomes)
        error = _native.lib.holm_envs_step_dictated(self._envs, game, number, said, len(said), weights.ctypes.data, self._out_pointer)
        if not error:
            return None
        if weights.any():
            return weights
        _native.check(error)
        return None

    def save(self, game: int) -> bytes:
        room = ctypes.create_string_buffer(self.info.save_bytes)
        _native.check(_native.lib.holm_envs_save(self._envs, game, room))
        return room.raw

    def load(self, game: int, saved: bytes) -> None:
        """Into any game of a batch with the same rules, map, seed and boards. Later episodes are those of the saved game where
        it has the same number, and else the target's own."""
        _native.check(_native.lib.holm_envs_load(self._envs, game, saved, len(saved)))

    def close(self) -> None:
        if getattr(self, '_crew', None):
            _native.lib.native_crew_free(self._crew)
            self._crew = None
        if getattr(self, '_players', None):
            _native.lib.native_players_free(self._players)
            self._players = None
        if getattr(self, '_handle', None):
            _native.lib.native_free(self._handle)
            self._handle = None

    def __del__(self) -> None:
        self.close()

    def __enter__(self) -> 'Batch':
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

