"""A stand-in for a wrapper of vector environments, as strict as the real one and its readers are."""
import numpy as np

from ..vector import AutoresetMode, VectorEnv


class RecordEpisodeStatistics:
    """Sums of rewards; it takes a known mode of resets only, and same-step ends only with what was seen last."""

    def __init__(self, env):
        assert isinstance(env, VectorEnv)
        self.env, self.returns = env, []
        mode = env.metadata.get('autoreset_mode')
        if not isinstance(mode, AutoresetMode):
            raise TypeError(f'autoreset_mode is {mode!r}, not an AutoresetMode')
        self._same_step = mode is AutoresetMode.SAME_STEP

    def reset(self, *, seed=None, options=None):
        self._sums = np.zeros(self.env.num_envs)
        return self.env.reset(seed=seed, options=options)

    def step(self, actions):
        observations, rewards, terminated, truncated, infos = self.env.step(actions)
        assert isinstance(infos, dict) and 'episode' not in infos
        self._sums += rewards
        ended = np.logical_or(terminated, truncated)
        if ended.any() and self._same_step:
            assert np.array_equal(infos['_final_obs'], ended) and np.array_equal(infos['_final_info'], ended)
            assert isinstance(infos['final_info'], dict)
            assert all(self.env.single_observation_space.contains(seen) for seen in infos['final_obs'][ended])
        else:
            assert 'final_obs' not in infos
        self.returns += self._sums[ended].tolist()
        self._sums[ended] = 0
        return observations, rewards, terminated, truncated, infos
