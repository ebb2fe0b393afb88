"""Holm as an environment of Gymnasium, where that is installed: one learner among bots.

    env = holm.gym.HolmEnv('base', opponents='greedy')
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info['action_mask']))

`HolmVectorEnv` is the same for many games at once. Observations are bytes; `info['action_mask']` has a 1 for each legal action.
"""
from __future__ import annotations

import os
from typing import Any, Dict, Optional, Sequence, Tuple, Union

import numpy as np

try:
    import gymnasium
    from gymnasium import spaces
    _Env: Any = gymnasium.Env
    from gymnasium import vector as _vector
    _VectorEnv: Any = _vector.VectorEnv
    # Gymnasium before 1.1 has no such enum, and nothing there asks for it.
    _SAME_STEP: Any = _vector.AutoresetMode.SAME_STEP if hasattr(_vector, 'AutoresetMode') else 'SameStep'
except ImportError:  # the rest of the package works without it
    gymnasium = None
    _Env = _VectorEnv = object
    _SAME_STEP = 'SameStep'
    spaces = None

from .batch import Batch
from .game import Picture
from .setups import Setup

Game = Union[str, Setup, None]


def _need() -> None:
    if gymnasium is None:
        raise ImportError('holm.gym needs the package gymnasium, which is not installed; holm.Batch does without it')


def _maxima(batch: Batch) -> np.ndarray:
    high = np.zeros(batch.info.observation, np.uint8)
    for block in batch.blocks.values():
        high[block.columns] = block.maximum
    return high


def _chairs(opponents: Union[str, Sequence[str]], players: int, seat: int) -> list:
    others = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
    if len(others) != players - 1:
        raise ValueError(f'a game for {players} has {players - 1} opponents, not {len(others)}')
    if not 0 <= seat < players:
        raise ValueError(f'there is no seat {seat}')
    return others[:seat] + [None] + others[seat:]


def _fresh_seed() -> int:
    """Where nobody names a seed, every environment gets another one."""
    return int.from_bytes(os.urandom(8), 'little')


def _players(game: Game, more: Dict[str, Any]) -> int:
    return game.players if isinstance(game, Setup) else more.get('players', 4)


class HolmEnv(_Env):
    """One game: the learner has a seat, bots have the others. The reward is the learner's own: 1 for a win, less for the rest."""

    metadata = {'render_modes': ['svg'], 'render_fps': 1}

    def __init__(self, game: Game = None, opponents: Union[str, Sequence[str]] = 'random', seat: int = 0, render_mode: Optional[str] = None,
                 **more: Any) -> None:
        _need()
        if render_mode not in (None, 'svg'):
            raise ValueError(f"render_mode is None or 'svg', not {render_mode!r}")
        self._game, self._more, self.seat, self.render_mode = game, more, seat, render_mode
        self._opponents = opponents
        self._make(_fresh_seed())
        self.observation_space = spaces.Box(0, _maxima(self._batch), (self._batch.info.observation,), np.uint8)
        self.action_space = spaces.Discrete(self._batch.info.actions)

    def _make(self, seed: int) -> None:
        chairs = _chairs(self._opponents, _players(self._game, self._more), self.seat)
        self._batch = Batch(self._game, 1, seed, chairs=chairs, auto_reset=False, **self._more)
        self._fresh = True

    def _info(self) -> Dict[str, Any]:
        return {'action_mask': self._batch.mask[0].astype(np.int8), 'legal': self._batch.legal[0, :self._batch.legal_count[0]].copy(),
                'seat': int(self._batch.seat[0])}

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[np.ndarray, Dict[str, Any]]:
        if gymnasium is not None and hasattr(super(), 'reset'):
            super().reset(seed=seed)
        if seed is not None:
            self._make(seed)
        if not self._fresh:
            self._batch.reset()
        self._fresh = False
        return self._batch.observation[0].copy(), self._info()

    def step(self, action: Any) -> Tuple[np.ndarray, float, bool, bool, Dict[str, Any]]:
        batch = self._batch
        batch.step([action])
        return (batch.observation[0].copy(), float(batch.reward[0, self.seat]), bool(batch.terminated[0]), bool(batch.truncated[0]),
                self._info())

    def render(self) -> Optional[Picture]:
        """The board as SVG: text, which a notebook shows as a picture."""
        return None if self.render_mode is None else self._batch.render(0)

    def close(self) -> None:
        self._batch.close()


class HolmVectorEnv(_VectorEnv):
    """Many games at once, each with a learner among bots; a game that has ended is already the next one when its step returns
    (Gymnasium's same-step autoreset). `infos['final_obs']` and `infos['final_info']` then have what the learner saw in the end,
    and `_final_obs` in which games.

    What is returned is the caller's own. With copy=False observations, masks and lists are the batch's arrays instead, which the
    next step writes anew. A list of seeds, one for each game, is mixed into one: the same list gives the same games."""

    metadata: Dict[str, Any] = {'autoreset_mode': _SAME_STEP, 'render_modes': []}

    def __init__(self, num_envs: int, game: Game = None, opponents: Union[str, Sequence[str]] = 'random', seat: int = 0,
                 seed: Optional[int] = None, copy: bool = True, **more: Any) -> None:
        _need()
        self.num_envs, self.seat, self.copy, self._game, self._opponents, self._more = num_envs, seat, copy, game, opponents, more
        self._make(_fresh_seed() if seed is None else seed)
        single = spaces.Box(0, _maxima(self.batch), (self.batch.info.observation,), np.uint8)
        self.single_observation_space, self.single_action_space = single, spaces.Discrete(self.batch.info.actions)
        self.observation_space = spaces.Box(0, np.tile(_maxima(self.batch), (num_envs, 1)), (num_envs, self.batch.info.observation), np.uint8)
        self.action_space = spaces.MultiDiscrete([self.batch.info.actions] * num_envs)

    def _make(self, seed: int) -> None:
        chairs = _chairs(self._opponents, _players(self._game, self._more), self.seat)
        self.batch = Batch(self._game, self.num_envs, seed, chairs=chairs, auto_reset=False, **self._more)
        self._fresh = True

    def _own(self, array: np.ndarray) -> np.ndarray:
        return array.copy() if self.copy else array

    def _info(self) -> Dict[str, Any]:
        batch = self.batch
        return {'action_mask': self._own(batch.mask.view(np.int8)), 'legal': self._own(batch.legal), 'legal_count': self._own(batch.legal_count)}

    def _one_seed(self, seed: Union[int, Sequence[Optional[int]]]) -> int:
        if isinstance(seed, (int, np.integer)):
            return int(seed)
        seeds = [_fresh_seed() if one is None else int(one) for one in seed]
        if len(seeds) != self.num_envs:
            raise ValueError(f'there are {self.num_envs} games, and {len(seeds)} seeds')
        return int(np.random.SeedSequence(seeds).generate_state(1, np.uint64)[0])

    def reset(self, *, seed: Union[int, Sequence[Optional[int]], None] = None,
              options: Optional[Dict[str, Any]] = None) -> Tuple[np.ndarray, Dict[str, Any]]:
        if seed is not None:
            self._make(self._one_seed(seed))
        if not self._fresh:
            self.batch.reset()
        self._fresh = False
        return self._own(self.batch.observation), self._info()

    def _final(self, ended: np.ndarray) -> Dict[str, Any]:
        """What the learner saw of games that are over: rows of the others are None or 0."""
        seen = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(ended):
            seen[game] = self.batch.observe_seat(int(game), self.seat)
        last: Dict[str, Any] = {}
        for name, values in self._info().items():
            last[name], last['_' + name] = np.zeros_like(values), ended.copy()
            last[name][ended] = values[ended]
        return {'final_obs': seen, '_final_obs': ended, 'final_info': last, '_final_info': ended.copy()}

    def step(self, actions: Any) -> Tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, Dict[str, Any]]:
        batch = self.batch
        batch.step(actions)
        rewards, terminated, truncated = batch.reward[:, self.seat].copy(), batch.terminated.copy(), batch.truncated.copy()
        ended, final = terminated | truncated, {}
        if ended.any():
            final = self._final(ended)
            batch.reset(ended)
        return self._own(batch.observation), rewards, terminated, truncated, {**self._info(), **final}

    def close(self, **_: Any) -> None:
        self.batch.close()
