"""Stand-ins for the spaces, with the checks that the real ones make."""
import numpy as np


class Box:
    def __init__(self, low, high, shape=None, dtype=np.float32, seed=None):
        self.dtype, self.shape = np.dtype(dtype), tuple(shape)
        self.low = np.broadcast_to(np.asarray(low), self.shape).astype(self.dtype)
        self.high = np.broadcast_to(np.asarray(high), self.shape).astype(self.dtype)
        assert (self.low <= self.high).all()

    def contains(self, x):
        return isinstance(x, np.ndarray) and x.dtype == self.dtype and x.shape == self.shape and bool((self.low <= x).all() and (x <= self.high).all())


class Discrete:
    def __init__(self, n, seed=None, start=0):
        self.n, self._random = np.int64(n), np.random.default_rng(seed)

    def contains(self, x):
        return 0 <= int(x) < self.n

    def sample(self, mask=None):
        if mask is None:
            return np.int64(self._random.integers(self.n))
        assert isinstance(mask, np.ndarray) and mask.dtype == np.int8 and mask.shape == (self.n,)
        return np.int64(self._random.choice(np.flatnonzero(mask)))


class MultiDiscrete:
    def __init__(self, nvec, dtype=np.int64, seed=None, start=None):
        self.nvec = np.asarray(nvec, dtype)
        self.shape = self.nvec.shape


class Dict:
    def __init__(self, spaces=None, seed=None):
        self.spaces = dict(spaces)

    def __getitem__(self, key):
        return self.spaces[key]

    def contains(self, x):
        return isinstance(x, dict) and x.keys() == self.spaces.keys() and all(space.contains(x[key]) for key, space in self.spaces.items())
