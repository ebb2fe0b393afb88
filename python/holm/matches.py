"""Matches: who is stronger, and how sure that is."""
from __future__ import annotations

import math
import operator
from typing import Any, Callable, List, NamedTuple, Sequence, Tuple, Union

import numpy as np

from .batch import Batch
from .setups import Setup, as_setup

# A policy gets observations and masks, a row for each game that waits for it, and returns a legal number for each row.
Policy = Callable[[np.ndarray, np.ndarray], Any]
Player = Union[str, Policy]
TOGETHER = 256  # games that are played at a time


class Score(NamedTuple):
    """How one player did."""
    name: str
    wins: float
    games: int

    @property
    def rate(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> Tuple[float, float]:
        """The 95 % interval of the rate, by Wilson."""
        return wilson(self.wins, self.games)


class Match(NamedTuple):
    scores: List[Score]
    games: int
    undecided: int

    def __str__(self) -> str:
        lines = [f'{score.name:16} {100 * score.rate:5.1f} %  ({100 * score.interval[0]:.1f} to {100 * score.interval[1]:.1f})'
                 for score in self.scores]
        return '\n'.join([*lines, f'{self.games} games, {self.undecided} undecided'])


def wilson(wins: float, games: int, z: float = 1.959964) -> Tuple[float, float]:
    """The interval in which a rate lies with 95 %."""
    if not games:
        return 0.0, 1.0
    rate, square = wins / games, z * z
    centre = (rate + square / (2 * games)) / (1 + square / games)
    half = z / (1 + square / games) * math.sqrt(rate * (1 - rate) / games + square / (4 * games * games))
    return max(0.0, centre - half), min(1.0, centre + half)


def _policy_numbers(batch: Batch, policies: Sequence[Policy], chair: np.ndarray, active: np.ndarray) -> np.ndarray:
    """Every policy is asked once, for all the games that wait for it."""
    numbers = np.zeros(batch.games, np.uint16)
    asked = chair[active, batch.seat[active]]
    for which, policy in enumerate(policies):
        rows = active[asked == which]
        if len(rows):
            numbers[rows] = batch._numbers(policy(batch.observation[rows], batch.mask[rows]), len(rows))
    return numbers


def _play(setup: Setup, seats: Sequence[Sequence[int]], players: Sequence[Player], seed: int, offers: int, threads: int) -> np.ndarray:
    """One game for each row of seats; the rewards at their ends."""
    policies = [player for player in players if not isinstance(player, str)]
    chairs = [[players[which] if isinstance(players[which], str) else None for which in row] for row in seats]
    chair = np.array([[-1 if isinstance(player := players[which], str) else policies.index(player) for which in row] for row in seats])
    with Batch(setup, len(seats), seed, auto_reset=False, offers=offers, threads=threads, chairs=chairs,
               observation=bool(policies), mask=bool(policies)) as batch:
        batch.share_deals(len(players))
        result = np.zeros((len(seats), len(players)))
        active = np.arange(len(seats))
        while len(active):
            numbers = _policy_numbers(batch, policies, chair, active) if policies else batch.bot_actions(active)
            batch.step(numbers, active)
            ended = active[batch.terminated[active] | batch.truncated[active]]
            result[ended] = batch.reward[ended]
            active = active[~(batch.terminated[active] | batch.truncated[active])]
    return result


def match(players: Sequence[Player], games: int = 100, game: Union[str, Setup, None] = None, seed: int = 1, offers: int = 0,
          threads: int = 1, turn_limit: int = 1000, **more: Any) -> Match:
    """Plays games between bots (words) and policies, one for each chair. Each deal is played in all orders round the table, so
    that neither a seat nor the dice favour anybody; `games` is rounded up to whole deals.

    >>> print(match(['hard:100', 'greedy', 'greedy', 'greedy'], games=400))
    """
    count = len(players)
    if not isinstance(game, Setup):
        more.setdefault('players', count)
        more.setdefault('turn_limit', turn_limit)
        if not offers:
            more.setdefault('bank_trade_only', True)
    setup = as_setup(game, **more)
    if setup.players != count:
        raise ValueError(f'{setup.players} sit at this game, and {count} players were given')
    total = -(-games // count) * count
    wins, undecided, played = np.zeros(count), 0, 0
    together = max(1, TOGETHER // count) * count
    while played < total:
        number = min(together, total - played)
        seats = [[(seat + row) % count for seat in range(count)] for row in range(number)]
        result = _play(setup, seats, players, (operator.index(seed) << 20) + played, offers, threads)
        np.add.at(wins, np.array(seats), np.maximum(result, 0))
        undecided += int((result == 0).all(axis=1).sum())
        played += number
    names = [player if isinstance(player, str) else getattr(player, '__name__', type(player).__name__) for player in players]
    return Match([Score(name, float(won), total) for name, won in zip(names, wins)], total, undecided)
