"""A stand-in for gymnasium: the interface that holm.gym and holm.zoo use."""
import numpy as np

from . import spaces, vector, wrappers  # noqa: F401


class Env:
    metadata = {'render_modes': []}
    render_mode = None
    _np_random = None

    def reset(self, *, seed=None, options=None):
        if seed is not None:
            self._np_random = np.random.default_rng(seed)

    def step(self, action):
        raise NotImplementedError

    def render(self):
        raise NotImplementedError

    def close(self):
        pass
