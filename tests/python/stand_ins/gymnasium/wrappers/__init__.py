from . import vector  # noqa: F401
