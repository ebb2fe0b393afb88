"""A stand-in for vector environments."""
import enum


class AutoresetMode(enum.Enum):
    NEXT_STEP = 'NextStep'
    SAME_STEP = 'SameStep'
    DISABLED = 'Disabled'


class VectorEnv:
    num_envs: int
    metadata = {}
