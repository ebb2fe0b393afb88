"""A stand-in for pufferlib: what holm.puffer inherits, and what is demanded of it."""
import numpy as np
from gymnasium import spaces

BUFFERS = ('observations', 'rewards', 'terminals', 'truncations', 'masks', 'actions')


class PufferEnv:
    emulated = done = False

    def __init__(self, buf=None):
        for name in ('single_observation_space', 'single_action_space', 'num_agents'):
            assert hasattr(self, name), f'{name} comes before super().__init__'
        for name in ('observation_space', 'action_space'):
            assert not hasattr(self, name), f'{name} is not for a PufferEnv to define'
        assert isinstance(self.single_observation_space, spaces.Box) and isinstance(self.single_action_space, spaces.Discrete)
        for name in BUFFERS:
            setattr(self, name, buf[name])
        self.agent_ids = np.arange(self.num_agents)

    @property
    def agents_per_batch(self):
        return self.num_agents

    @property
    def driver_env(self):
        return self
