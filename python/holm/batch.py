"""Many games at once: the arrays of envs.h as numpy arrays, stepped by the library without copies."""
from __future__ import annotations

import ctypes
import operator
import threading
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from . import _native
from .game import Game, Picture, Seat, seat_number
from .setups import Setup, as_setup

ACTION = np.dtype([('kind', 'u1'), ('seat', 'u1'), ('place', '<u2'), ('to', '<u2'), ('target', 'u1'), ('card', 'u1'),
                   ('give', 'u1', 8), ('take', 'u1', 8)])
OF = ('game', 'hex', 'corner', 'edge', 'seat')
LEARNER = None  # a chair without a bot


def _is_chair(word: Any) -> bool:
    return word is None or isinstance(word, str) and word.isprintable()


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
    kind: int  # of its actions, as ACTION has it; 0: where something moves


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


def _wanted(array: Optional[np.ndarray], name: str) -> np.ndarray:
    if array is None:
        raise ValueError(f"this batch was made without '{name}'")
    return array


def _alike(one: np.dtype, other: np.dtype) -> bool:
    """Types that may stand for each other in memory: the same, or whole numbers of one size."""
    return one == other or one.itemsize == other.itemsize and {one.kind, other.kind} <= set('biu')


def _text_of(row: Any) -> str:
    return row.name.decode()


class Batch(_native.Owner):
    """n games of the same rules that are stepped together.

    The arrays `observation`, `mask`, `legal`, `legal_count`, `seat`, `reward`, `terminated`, `truncated` and `refused` stay
    where they are, and every step writes them anew: copy what you keep. `reward` has a column for each player by its number
    at the table; `observation` and `mask` are those of the `seat` that is asked.

    With `chairs` bots play along: a word for each player, None where the learner sits; or such a row for each game. A step
    then goes on until a learner is asked again, and rewards add up on the way.

    `games` of a method are numbers of games, each once, or a mask of all games (`batch.reset(batch.terminated)`). Threads of yours
    that share a batch wait for each other.
    """
    _instead = '`clone` and `save` copy games; make another batch with the same seed'

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
        self._lock = threading.RLock()  # the library is called by one thread at a time
        self._handle: Optional[int] = None
        self._players: Optional[int] = None
        self._crew: Optional[int] = None
        config = _native.Config(_native.seed_of(seed), games, boards, step_limit, offers, point_reward, auto_reset, beliefs)
        self._handle = _native.lib.native_envs_make(self.setup._handle, ctypes.byref(config))
        if not self._handle:
            raise _native.trouble()
        self.info = _native.Info()
        _native.lib.holm_envs_info(self._envs, ctypes.byref(self.info))
        self.games, self.players, self.action_count = operator.index(games), self.info.players, self.info.actions
        self._make_arrays(observation, mask, legal, hidden, actions)
        if chairs is not None:
            self._seat_bots(list(chairs), _native.seed_of(seed))
        self._make_crew(operator.index(threads))
        self.observe()

    @property
    def _envs(self) -> int:
        if not self._handle:
            raise ValueError('this batch is closed')
        return self._handle

    def _ask(self, function: Any, *arguments: Any) -> None:
        """Something of the library for this batch."""
        with self._lock:
            _native.check(function(self._envs, *arguments))

    def _index(self, game: int) -> int:
        number = operator.index(game)
        if not 0 <= number < self.games:
            raise _native.HolmError(f'there is no game {number}: this batch has {self.games}')
        return number

    def _chosen(self, games: Any) -> np.ndarray:
        """Numbers of games, or a mask of all, as numbers."""
        numbers = np.asarray(games)
        if numbers.dtype == np.bool_ and numbers.shape == (self.games,):
            return np.flatnonzero(numbers)
        if numbers.ndim != 1 or numbers.size and numbers.dtype.kind not in 'iu':
            raise ValueError(f'games are a list of numbers or a mask of all {self.games}, not {numbers.dtype} of shape {numbers.shape}')
        for number in () if not numbers.size else (numbers.min(), numbers.max()):
            self._index(number)
        if len(np.unique(numbers)) != len(numbers):
            raise ValueError('the same game is named twice')
        return numbers.astype(np.int64)

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
            field = {'actions': 'action', 'actions_count': 'action_count'}.get(name, name)
            old = getattr(self, name) if field in dict(_native.Out._fields_) and hasattr(self, name) else None
            if old is None:
                raise ValueError(f"this batch writes no '{name}'")
            if not isinstance(buffer, np.ndarray) or buffer.shape != old.shape or not (_alike(buffer.dtype, old.dtype) and buffer.flags.c_contiguous):
                raise ValueError(f"'{name}' is an array {old.shape} of {old.dtype}, without gaps")
            buffer[...] = old
            setattr(self, name, buffer)
            setattr(self._out, field, buffer.ctypes.data)

    # --------------------------------------------------------------------- chairs

    def _seat_bots(self, chairs: List[Any], seed: int) -> None:
        rows = chairs if chairs and isinstance(chairs[0], (list, tuple, np.ndarray)) else [chairs] * self.games
        if len(rows) != self.games or any(len(row) != self.players or not all(map(_is_chair, row)) for row in rows):
            raise ValueError(f'chairs are {self.players} words (None: a learner), or such a row for each of {self.games} games')
        names = sorted({word for row in rows for word in row if word is not None})
        chair = np.array([[_native.NONE if word is None else names.index(word) for word in row] for row in rows], np.uint8)
        self.learners = chair == _native.NONE
        players = _native.lib.native_players_make(self._envs, '\n'.join(names).encode(), chair.ctypes.data, seed)
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
        if not self._players and self._envs:
            raise ValueError('no bots sit at these games: give `chairs`')
        numbers = np.zeros(self.games, np.uint16)
        self._do(_native.CHOOSE, numbers, None if games is None else self._chosen(games))
        return numbers

    def finish(self) -> np.ndarray:
        """Where all chairs are bots', they play every game to its end: the rewards of all seats in each. The next episodes have
        begun then; `observe` writes their positions."""
        if self._envs and not (self._players and self._all_bots):
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
        with self._lock:
            task.envs, task.work, task.data = self._envs, work, None if data is None else data.ctypes.data
            task.range, task.ranges = ranges.ctypes.data, len(ranges)
            _native.check(_native.lib.native_crew_do(self._crew, self._task_pointer))

    def _numbers(self, numbers: Any, games: Optional[int] = None) -> np.ndarray:
        """Numbers as the library takes them; none is bent to fit. What has the right type already is not looked at."""
        chosen, games = np.asarray(numbers), self.games if games is None else games
        if chosen.shape != (games,):
            raise ValueError(f'there are {games} games, and numbers of shape {chosen.shape}')
        if chosen.dtype != np.uint16:
            if chosen.dtype.kind not in 'iu':
                raise ValueError(f'actions are whole numbers, not {chosen.dtype}')
            for number in (chosen.min(), chosen.max()) if chosen.size else ():
                self._number(number)
        return np.ascontiguousarray(chosen, np.uint16)

    def _number(self, number: Any) -> int:
        if not 0 <= operator.index(number) <= 0xFFFF:
            raise ValueError(f'actions are numbers from 0 to {self.action_count - 1}, not {number}')
        return operator.index(number)

    def step(self, numbers: Any, games: Optional[np.ndarray] = None) -> None:
        """One step of every game (or of these, in order) by the number of a legal action. HolmError: at least one was not legal
        (`refused` has which); those games stay as they are, the others have gone on. ValueError: these are no such numbers, and
        nothing has happened."""
        chosen, games = self._numbers(numbers), None if games is None else self._chosen(games)
        try:
            self._do(_native.STEP_ON if self._players and not self._all_bots else _native.STEP, chosen, games)
        finally:
            if self._players and self._all_bots:
                self._do(_native.FOLLOW, None, games)

    def act(self, actions: np.ndarray) -> None:
        """The same by 24-byte actions (dtype ACTION), one for each game: whole moves."""
        self._without_bots()
        chosen = np.asarray(actions)
        if chosen.dtype != ACTION:
            raise ValueError(f'actions are rows of dtype holm.ACTION, not {chosen.dtype}')
        if chosen.shape != (self.games,):
            raise ValueError(f'there are {self.games} games, and actions of shape {chosen.shape}')
        self._do(_native.ACT, np.ascontiguousarray(chosen))

    def _without_bots(self) -> None:
        if self._players:
            raise ValueError('games with bots are stepped by numbers')

    def reset(self, games: Union[Sequence[int], np.ndarray, None] = None) -> None:
        """Begins the next episode of all games, or of these."""
        chosen = np.arange(self.games) if games is None else self._chosen(games)
        for begin, end in _ranges(chosen, self.games).tolist():
            self._ask(_native.lib.holm_envs_reset, begin, end, self._out_pointer)
            self._rejoin(begin, end)
        if self._players and not self._all_bots:
            self._do(_native.STEP_ON, None, chosen)

    def _rejoin(self, begin: int, end: Optional[int] = None) -> None:
        """Bots sit down at games that are other ones now."""
        if self._players:
            with self._lock:
                _native.lib.native_players_follow(self._players, begin, begin + 1 if end is None else end, None, None)

    def share_deals(self, together: int) -> None:
        """So many games each, one behind the other, become the same deal with the same dice; call it before the first step."""
        if together < 1:
            raise ValueError(f'at least one game each, not {together}')
        for game in range(self.games):
            self.clone(game - game % together, game)
            self._rejoin(game)
        self.observe()

    def observe(self) -> None:
        """Writes all positions again, after clone, determinize, load or put; where a bot is asked among learners, it plays on first."""
        self._do(_native.STEP_ON if self._players and not self._all_bots else _native.OBSERVE)

    def random_actions(self, generator: np.random.Generator) -> np.ndarray:
        """A legal number of every game, all alike."""
        picks = (generator.random(self.games) * _wanted(self.legal_count, 'legal')).astype(np.intp)
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
                                           OF[row.of], row.first_target, row.kind) for row in rows}

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
        rows = np.ascontiguousarray(_wanted(self.observation, 'observation') if observation is None else observation, np.uint8)
        if rows.shape[-1] != self.info.observation:
            raise ValueError(f'an observation has {self.info.observation} columns')
        result = np.empty(rows.shape, np.float32)
        _native.lib.holm_envs_floats(self._envs, rows.ctypes.data, rows.size // self.info.observation, result.ctypes.data)
        return result

    def observe_seat(self, game: int, seat: Seat) -> np.ndarray:
        """What one seat of a game may know, whoever is asked."""
        row = np.zeros(self.info.observation, np.uint8)
        self._ask(_native.lib.holm_envs_observe_seat, self._index(game), seat_number(seat), row.ctypes.data)
        return row

    def action_of(self, game: int, number: int) -> np.void:
        """A number as an action of the seat that is asked (dtype ACTION)."""
        row = np.zeros(1, ACTION)
        self._ask(_native.lib.holm_envs_action, self._index(game), self._number(number), row.ctypes.data)
        return row[0]

    def number_of(self, game: int, action: Any) -> int:
        row, number = np.array([action], ACTION), ctypes.c_uint32()
        self._ask(_native.lib.holm_envs_number, self._index(game), row.ctypes.data, ctypes.byref(number))
        return number.value

    # --------------------------------------------------------------------- search

    def game(self, game: int) -> Game:
        """A game as it stands, copied: views, positions, pictures."""
        with self._lock:
            return Game._of_batch(self._envs, self._index(game))

    def put(self, game: int, position: Game, seat: Optional[Seat] = None) -> None:
        """A game goes on from a position of one of this batch's boards."""
        if not isinstance(position, Game):
            raise TypeError(f'a position is a holm.Game, not {type(position).__name__}')
        state = _native.lib.native_table_state(position._handle)
        self._ask(_native.lib.holm_envs_put, self._index(game), state, _native.NONE if seat is None else seat_number(seat))
        self._rejoin(game)

    def render(self, game: int = 0) -> Picture:
        """A picture of a game's board, as SVG."""
        return Picture(self.game(game).svg())

    def clone(self, source: int, target: int) -> None:
        self._ask(_native.lib.holm_envs_clone, self._index(source), self._index(target))
        self._rejoin(target)

    def determinize(self, source: int, target: int, seat: Seat, random: int) -> None:
        """Game `target` becomes one that a seat of game `source` cannot tell from it."""
        self._ask(_native.lib.holm_envs_determinize, self._index(source), self._index(target), seat_number(seat), _native.seed_of(random))
        self._rejoin(target)

    def step_dictated(self, game: int, number: int, outcomes: Sequence[int] = ()) -> Optional[np.ndarray]:
        """One step in which chance comes out as said. None: it is done. Otherwise nothing has happened, and these are the
        weights of the outcomes at the draw that was not named or cannot be: add one and try again."""
        self._without_bots()
        weights = np.zeros(_native.OUTCOMES, np.uint8)
        said = bytes(outcomes)
        with self._lock:
            error = _native.lib.holm_envs_step_dictated(self._envs, self._index(game), self._number(number), said, len(said), weights.ctypes.data,
                                                        self._out_pointer)
        if not error:
            return None
        if weights.any():
            return weights
        _native.check(error)
        return None

    def save(self, game: int) -> bytes:
        room = ctypes.create_string_buffer(self.info.save_bytes)
        self._ask(_native.lib.holm_envs_save, self._index(game), room)
        return room.raw

    def load(self, game: int, saved: bytes) -> None:
        """Into any game of a batch with the same rules, map, seed and boards. Later episodes are those of the saved game where
        it has the same number, and else the target's own."""
        said = bytes(saved)
        self._ask(_native.lib.holm_envs_load, self._index(game), said, len(said))
        self._rejoin(game)

    def close(self) -> None:
        with self._lock:
            crew, players, handle = self._crew, self._players, self._handle
            self._crew = self._players = self._handle = None
            _native.lib.native_crew_free(crew)
            if players:
                _native.lib.native_players_free(players)
            _native.lib.native_free(handle)

    def __del__(self) -> None:
        if hasattr(self, '_crew'):  # not where its settings were refused
            self.close()

    def __enter__(self) -> 'Batch':
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

