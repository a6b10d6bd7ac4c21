"""A policy: what an agent has learned, as a function of what its seat knows and of what it may do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from ..core.environment.env_state import EnvState
from ..core.environment.observation import write_mask, write_observation
from ..environments.missing import require

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = require("numpy")

if TYPE_CHECKING:
    #: The number of a decision, by an observation and a mask as docs/ENVIRONMENTS.md explains them.
    Policy: TypeAlias = Callable[[NDArray[np.int8], NDArray[np.int8]], int]
else:
    Policy = Callable


def observe(env: EnvState, seat: int) -> NDArray[np.int8]:
    """What a seat knows."""
    rows = np.zeros((1, env.spec.observation_width), np.int8)
    write_observation(env, seat, 0, rows, 0)
    row: NDArray[np.int8] = rows[0]
    return row


def mask_of(env: EnvState) -> NDArray[np.int8]:
    """A 1 for each decision that the seat to act may make."""
    rows = np.zeros((1, env.spec.answer_count), np.int8)
    write_mask(env, rows, 0)
    row: NDArray[np.int8] = rows[0]
    return row
