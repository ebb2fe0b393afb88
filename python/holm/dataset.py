"""Data to learn from: (observation, mask, action, outcome), one row for each decision, in memory maps.

    holm.dataset.self_play('data', 'medium', rows=100_000)      # bots play
    holm.dataset.from_logs('data', ['a.jsonl', 'b.jsonl'])      # games that were logged
    data = holm.dataset.load('data')
    data.observation[17], data.legal(17), data.action[17], data.outcome[17]

A folder holds one file for each column, plain values without gaps, and `columns.json` with their types and shapes.
"""
from __future__ import annotations

import ctypes
import json
import pathlib
from typing import Any, BinaryIO, Dict, Iterable, Sequence, Tuple, Union

import numpy as np

from . import _native
from .batch import Batch
from .game import read_log
from .setups import Setup

Path = Union[str, pathlib.Path]
# What there is of each decision. Masks are packed, eight numbers in a byte, the lowest bit first.
COLUMNS = {'observation': np.uint8, 'mask': np.uint8, 'action': np.uint16, 'seat': np.uint8, 'outcome': np.float32, 'game': np.uint32}


class Dataset:
    """The columns as memory maps; `outcome` is the reward that whoever decided got in the end, 0 in an undecided game."""

    def __init__(self, folder: Path) -> None:
        where = pathlib.Path(folder)
        self.about: Dict[str, Any] = json.loads((where / 'columns.json').read_text('utf-8'))
        self.actions: int = self.about['actions']
        for name, shape in self.about['shapes'].items():
            empty = np.zeros(shape, COLUMNS[name])
            setattr(self, name, np.memmap(where / f'{name}.bin', COLUMNS[name], 'r', shape=tuple(shape)) if empty.size else empty)

    observation: np.ndarray
    mask: np.ndarray
    action: np.ndarray
    seat: np.ndarray
    outcome: np.ndarray
    game: np.ndarray

    def __len__(self) -> int:
        return len(self.action)

    def masks(self, rows: Any) -> np.ndarray:
        """Masks of some rows as bytes, 1 where an action is legal."""
        return np.unpackbits(self.mask[rows], axis=-1, count=self.actions, bitorder='little')

    def legal(self, row: int) -> np.ndarray:
        """The legal numbers of a row."""
        return np.flatnonzero(self.masks(row))


def load(folder: Path) -> Dataset:
    return Dataset(folder)


class _Writer:
    """Columns that grow. They take the place of older ones when they are complete: whoever still reads those, or fails here, keeps them."""

    def __init__(self, folder: Path) -> None:
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.files: Dict[str, BinaryIO] = {name: open(self.folder / f'{name}.new', 'wb') for name in COLUMNS}
        self.rows = 0

    def add(self, **columns: np.ndarray) -> None:
        for name, values in columns.items():
            np.ascontiguousarray(values, COLUMNS[name]).tofile(self.files[name])
        self.rows += len(columns['action'])

    def __enter__(self) -> '_Writer':
        return self

    def __exit__(self, *_: Any) -> None:
        for name, file in self.files.items():
            file.close()
            (self.folder / f'{name}.new').unlink(missing_ok=True)

    def _replace(self) -> None:
        (self.folder / 'columns.json').unlink(missing_ok=True)
        for name, file in self.files.items():
            file.close()
            (self.folder / f'{name}.new').replace(self.folder / f'{name}.bin')

    def finish(self, sizes: Tuple[int, int], **about: Any) -> Dataset:
        self._replace()
        columns, actions = sizes
        shapes = {name: [self.rows] for name in COLUMNS}
        shapes['observation'], shapes['mask'] = [self.rows, columns], [self.rows, (actions + 7) // 8]
        about.update(version=1, holm=1, actions=actions, shapes=shapes)
        (self.folder / 'columns.json').write_text(json.dumps(about, indent=1) + '\n', 'utf-8')
        return Dataset(self.folder)


def self_play(folder: Path, bots: Union[str, Sequence[str]], rows: int, game: Union[str, Setup, None] = None, seed: int = 1,
              games: int = 64, threads: int = 1, offers: int = 0, turn_limit: int = 1000, **more: Any) -> Dataset:
    """Bots play, one kind in all chairs or one in each, and at least so many of their decisions are kept; every game is played
    to its end, so that each row has its outcome."""
    if not isinstance(game, Setup):
        more.setdefault('turn_limit', turn_limit)
    players = game.players if isinstance(game, Setup) else more.get('players', 4)
    chairs = [bots] * players if isinstance(bots, str) else list(bots)
    if None in chairs:
        raise ValueError('bots play these games: there is one in every chair')
    with _Writer(folder) as writer, Batch(game, games, seed, chairs=chairs, threads=threads, offers=offers, legal=False, auto_reset=True, **more) as batch:
        number, decisions, begun = np.arange(games, dtype=np.uint32), [], games
        results: Dict[int, np.ndarray] = {}
        while writer.rows < rows:
            numbers = batch.bot_actions()
            writer.add(observation=batch.observation, mask=np.packbits(batch.mask, axis=1, bitorder='little'), action=numbers,
                       seat=batch.seat, game=number)
            decisions.append((number.copy(), batch.seat.copy()))
            batch.step(numbers)
            for i in np.flatnonzero(batch.terminated | batch.truncated):
                results[int(number[i])] = batch.reward[i].copy()
                number[i], begun = begun, begun + 1
        results.update(zip(number.tolist(), batch.finish()))  # those under way
        table = np.array([results[i] for i in range(begun)], np.float32)
        for which, seat in decisions:
            table[which, seat].tofile(writer.files['outcome'])
        return writer.finish((batch.info.observation, batch.info.actions), rules=batch.setup.rules, map=batch.setup.map, bots=chairs, games=begun)


def _outcomes(seat: np.ndarray, winners: int, players: int) -> np.ndarray:
    """Winners share 1, the others -1, as in the rewards of a batch."""
    won = np.array([winners >> i & 1 for i in range(players)], bool)
    if not won.any() or won.all():
        return np.zeros(len(seat), np.float32)
    return np.where(won, 1 / won.sum(), -1 / (~won).sum()).astype(np.float32)[seat]


def from_logs(folder: Path, logs: Iterable[Path], offers: int = 1, unfinished: bool = False) -> Dataset:
    """Every decision of logged games of the same rules and the same shape of map. Games without an end are left out unless
    `unfinished`: their outcome is 0. Offers that are not on the menu have no number, and their rows are left out: `about` counts them."""
    sizes, rules, games, left_out, skipped = None, None, 0, 0, 0
    with _Writer(folder) as writer:
        for log in logs:
            text = read_log(log)
            setup = Setup.read(text)
            with Batch(setup, 1, offers=offers, boards=1, observation=False, mask=False) as batch:
                if sizes not in (None, (batch.info.observation, batch.info.actions)):
                    raise _native.HolmError('a log is of another game or map than those before it: ' + text[:60])
                sizes, rules = (batch.info.observation, batch.info.actions), rules or setup.rules
                rows, columns = _read_rows(batch, text)
            if not rows.over and not unfinished:
                skipped += 1
                continue
            writer.add(observation=columns['observation'], mask=np.packbits(columns['mask'], axis=1, bitorder='little'),
                       action=columns['action'], seat=columns['seat'], outcome=_outcomes(columns['seat'], rows.winners, setup.players),
                       game=np.full(rows.count, games, np.uint32))
            games, left_out = games + 1, left_out + rows.left_out
        if sizes is None:
            raise ValueError('there are no logs')
        return writer.finish(sizes, rules=rules, games=games, left_out=left_out, skipped=skipped)


def _read_rows(batch: Batch, text: str) -> Tuple[_native.Rows, Dict[str, np.ndarray]]:
    """All decisions of one log."""
    room = 16 * text.count('\n') + 16  # the most cards of one discard, and more
    columns: Dict[str, np.ndarray] = {
        'observation': np.zeros((room, batch.info.observation), np.uint8), 'mask': np.zeros((room, batch.info.actions), np.uint8),
        'action': np.zeros(room, np.uint16), 'seat': np.zeros(room, np.uint8), 'line': np.zeros(room, np.uint32)}
    rows = _native.Rows(*[column.ctypes.data for column in columns.values()], room)
    if not _native.lib.native_records_read(batch._envs, text.encode(), ctypes.byref(rows)):
        raise _native.trouble()
    return rows, {name: column[:rows.count] for name, column in columns.items()}
