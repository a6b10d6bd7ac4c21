"""The interpreter's lock: other threads run while compiled code plays at many tables, which touches no Python object.

interpreter_lock.pxd lets go of the lock; what is interpreted can't.
"""


def release(is_long: int) -> int:
    """Let other threads run from here on, if what comes takes long; what it returns is handed to ``acquire``."""
    return 0


def acquire(state: int) -> None:
    """Wait until this thread may run Python again."""
