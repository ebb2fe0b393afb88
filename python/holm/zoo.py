"""Holm as environments of PettingZoo, where that is installed: every seat is an agent.

    env = holm.zoo.aec_env('base', players=4)           # one agent after the other
    env = holm.zoo.parallel_env('base', players=4)      # all at once; those who are not asked pass with -1 or any number

An observation is {'observation': bytes, 'action_mask': 1 where legal}.
"""
from __future__ import annotations

from typing import Any, Dict, List, Optional, Union

import numpy as np

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv as _AECEnv, ParallelEnv as _ParallelEnv
except ImportError:  # the rest of the package works without them
    spaces = None
    _AECEnv = _ParallelEnv = object  # type: ignore[misc,assignment]

from .batch import Batch
from .game import SEATS, Picture
from .gym import _fresh_seed, _maxima
from .setups import Setup

Game = Union[str, Setup, None]
OVER = 'the game is over; reset it first'


class _Seats:
    """What both kinds have in common."""

    metadata: Dict[str, Any] = {'name': 'holm_v1', 'render_modes': ['svg'], 'is_parallelizable': True}

    def __init__(self, game: Game = None, render_mode: Optional[str] = None, **more: Any) -> None:
        if spaces is None:
            raise ImportError('holm.zoo needs the packages gymnasium and pettingzoo, which are not installed; holm.Batch does without them')
        self._game, self._more, self.render_mode = game, more, render_mode
        self._make(_fresh_seed())
        self.possible_agents: List[str] = list(SEATS[:self._batch.players])
        high = _maxima(self._batch)
        self._observation_space = spaces.Dict({
            'observation': spaces.Box(0, high, (self._batch.info.observation,), np.uint8),
            'action_mask': spaces.Box(0, 1, (self._batch.info.actions,), np.int8)})
        self._action_space = spaces.Discrete(self._batch.info.actions)
        self.observation_spaces = {agent: self._observation_space for agent in self.possible_agents}
        self.action_spaces = {agent: self._action_space for agent in self.possible_agents}

    def _make(self, seed: int) -> None:
        self._batch = Batch(self._game, 1, seed, auto_reset=False, **self._more)
        self._fresh = True

    def _begin(self, seed: Optional[int]) -> None:
        if seed is not None:
            self._make(seed)
        if not self._fresh:
            self._batch.reset()
        self._fresh = False

    def observation_space(self, agent: str) -> Any:
        return self._observation_space

    def action_space(self, agent: str) -> Any:
        return self._action_space

    def _asked(self) -> Any:
        seat = int(self._batch.seat[0])
        return self.possible_agents[seat] if seat < len(self.possible_agents) else None

    def observe(self, agent: str) -> Dict[str, np.ndarray]:
        seat = self.possible_agents.index(agent)
        mask = self._batch.mask[0].astype(np.int8) if agent == self._asked() else np.zeros(self._batch.info.actions, np.int8)
        return {'observation': self._batch.observe_seat(0, seat), 'action_mask': mask}

    def render(self) -> Optional[Picture]:
        return None if self.render_mode is None else self._batch.render(0)

    def close(self) -> None:
        self._batch.close()


class HolmAEC(_Seats, _AECEnv):
    """One agent acts at a time: whoever is asked."""

    def __init__(self, game: Game = None, render_mode: Optional[str] = None, **more: Any) -> None:
        _AECEnv.__init__(self)
        _Seats.__init__(self, game, render_mode, **more)

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        self._begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._asked()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if agent is None:
            raise ValueError(OVER)
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._batch.step([action])
        for i, name in enumerate(self.possible_agents):
            self.rewards[name] = float(self._batch.reward[0, i])
            self._cumulative_rewards[name] += self.rewards[name]
        if self._batch.terminated[0] or self._batch.truncated[0]:
            self.terminations = {name: bool(self._batch.terminated[0]) for name in self.agents}
            self.truncations = {name: bool(self._batch.truncated[0]) for name in self.agents}
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self._asked()

    def _leave(self, agent: str, action: Any) -> None:
        """An agent whose game is over steps once more, with None, and is gone."""
        if action is not None:
            raise ValueError('an agent whose game is over steps with None')
        tables: List[Dict[str, Any]] = [self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos]
        for table in tables:
            del table[agent]
        self.rewards = {name: 0.0 for name in self.rewards}
        self.agents.remove(agent)
        self.agent_selection = self.agents[0] if self.agents else None

    def last(self, observe: bool = True) -> tuple:
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 1 << 62) -> Any:
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1


class HolmParallel(_Seats, _ParallelEnv):
    """All agents step together; only the one with a mask that is not empty really acts."""

    def __init__(self, game: Game = None, render_mode: Optional[str] = None, **more: Any) -> None:
        _ParallelEnv.__init__(self)
        _Seats.__init__(self, game, render_mode, **more)

    def _all(self) -> Dict[str, Dict[str, np.ndarray]]:
        return {agent: self.observe(agent) for agent in self.possible_agents}

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> tuple:
        self._begin(seed)
        self.agents = list(self.possible_agents)
        return self._all(), {agent: {} for agent in self.agents}

    def step(self, actions: Dict[str, Any]) -> tuple:
        agents = list(self.agents)
        if not agents:
            raise ValueError(OVER)
        self._batch.step([actions[self._asked()]])
        over, cut = bool(self._batch.terminated[0]), bool(self._batch.truncated[0])
        rewards = {agent: float(self._batch.reward[0, i]) for i, agent in enumerate(self.possible_agents)}
        observations = self._all()
        if over or cut:
            self.agents = []
        return (observations, rewards, {agent: over for agent in agents}, {agent: cut for agent in agents}, {agent: {} for agent in agents})


def aec_env(game: Game = None, **more: Any) -> HolmAEC:
    return HolmAEC(game, **more)


def parallel_env(game: Game = None, **more: Any) -> HolmParallel:
    return HolmParallel(game, **more)
