"""Holm in the form that PufferLib likes: flat buffers, one row for each agent, written in place.

    env = holm.puffer.HolmPuffer(num_envs=64, opponents='random')
    env.async_reset(seed=1); observations, rewards, terminals, truncations, infos, ids, masks = env.recv()
    env.send(actions)

A game is one row here: the learner's seat among bots, or, with opponents=None, whichever seat is asked (self-play); the reward is
then that of the seat that acted. `episode_return` in the infos is the sum of a row's rewards. PufferLib itself is not needed; where
it is installed, this is one of its `PufferEnv`s. `buf`: the caller's arrays by their names, as its vector environments give them.
"""
from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from .batch import Batch
from .gym import _chairs, _maxima, _players, spaces
from .setups import Setup

try:
    from pufferlib import PufferEnv
except ImportError:
    PufferEnv = object


class HolmPuffer(PufferEnv):
    def __init__(self, num_envs: int = 64, game: Union[str, Setup, None] = None, opponents: Union[str, Sequence[str], None] = 'random',
                 seat: int = 0, seed: int = 0, buf: Optional[Mapping[str, np.ndarray]] = None, **more: Any) -> None:
        self.num_agents = self.num_envs = num_envs
        self.seat, self._game, self._opponents, self._more = seat, game, opponents, more
        self._make(seed)
        buf = buf or self._buffers()
        if PufferEnv is not object:  # it checks our spaces, and adds what its vector environments ask for
            super().__init__(buf)
        self._use(buf)
        self._fresh = True
        self.infos: List[Dict[str, Any]] = []
        self._returns = np.zeros(num_envs)

    def _make(self, seed: int) -> None:
        chairs = None if self._opponents is None else _chairs(self._opponents, _players(self._game, self._more), self.seat)
        self.batch = Batch(self._game, self.num_envs, seed, chairs=chairs, **self._more)
        self.num_actions, self.num_observations = self.batch.info.actions, self.batch.info.observation

        if spaces is not None:  # as PufferLib reads them
            self.single_observation_space = spaces.Box(0, _maxima(self.batch), (self.num_observations,), np.uint8)
            self.single_action_space = spaces.Discrete(self.num_actions)

    def _buffers(self) -> Dict[str, np.ndarray]:
        """Our own, where the caller has none."""
        n = self.num_envs
        return {'observations': np.zeros((n, self.num_observations), np.uint8), 'rewards': np.zeros(n, np.float32), 'terminals': np.zeros(n, np.bool_),
                'truncations': np.zeros(n, np.bool_), 'masks': np.ones(n, np.bool_), 'actions': np.zeros(n, np.int32)}

    def _use(self, buf: Mapping[str, np.ndarray]) -> None:
        self._buf = buf
        self.observations, self.rewards, self.terminals = buf['observations'], buf['rewards'], buf['terminals']
        self.truncations, self.masks, self.actions = buf['truncations'], buf['masks'], buf['actions']
        self.batch.use_buffers(observation=self.observations, terminated=self.terminals, truncated=self.truncations)
        self.masks[...] = True

    @property
    def action_mask(self) -> np.ndarray:
        """1 where an action is legal: PufferLib has no place of its own for it."""
        return self.batch.mask

    def reset(self, seed: Optional[int] = None) -> Tuple[np.ndarray, List[Dict[str, Any]]]:
        if seed is not None:
            self._make(seed)
            self._use(self._buf)
        elif not self._fresh:
            self.batch.reset()
        self._fresh = False
        self.rewards[...] = 0
        self._returns[...] = 0
        return self.observations, []

    def step(self, actions: Any) -> Tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, List[Dict[str, Any]]]:
        chosen = self.batch._numbers(actions)
        self.actions[...] = chosen
        acted = self.batch.seat.copy()
        self.batch.step(chosen)
        rows = np.arange(self.num_envs)
        self.rewards[...] = self.batch.reward[:, self.seat] if self._opponents is not None else self.batch.reward[rows, acted]
        self._returns += self.rewards
        ended = np.flatnonzero(self.terminals | self.truncations)
        self.infos = [{'episode_return': float(self._returns[i])} for i in ended]
        self._returns[ended] = 0
        return self.observations, self.rewards, self.terminals, self.truncations, self.infos

    def async_reset(self, seed: Optional[int] = None) -> None:
        self.reset(seed)
        self.infos = []

    def send(self, actions: Any) -> None:
        self.step(actions)

    def recv(self) -> tuple:
        return self.observations, self.rewards, self.terminals, self.truncations, self.infos, np.arange(self.num_envs), self.masks

    def close(self) -> None:
        self.batch.close()
