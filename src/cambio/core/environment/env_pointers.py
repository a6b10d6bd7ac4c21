"""The tables of a vector by number, also for code that runs without the interpreter's lock.

Here they are the list itself. In env_pointers.pxd they are C pointers into it, which it outlives: to follow one takes
no reference, so it does not need the lock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.rng import Rng
from ..engine.score import reward
from . import observation
from .env_state import EnvState
from .env_step import start_round, step
from .lock_step import random_answer

if TYPE_CHECKING:
    from ..arrays.numpy_rows import Row


def point_to(envs: list[EnvState]) -> list[EnvState]:
    """Pointers to all of them; nobody may change the list as long as they are used."""
    return envs


def release(pointers: list[EnvState]) -> None:
    """Free the pointers, where they are C's."""


def seat_at(pointers: list[EnvState], index: int) -> int:
    """The seat to act at that table."""
    return pointers[index].seat


def end_at(pointers: list[EnvState], index: int) -> int:
    """Whether and how the round at that table has ended."""
    return pointers[index].end


def start_round_at(pointers: list[EnvState], index: int) -> None:
    start_round(pointers[index])


def step_at(pointers: list[EnvState], index: int, answer: int) -> int:
    return step(pointers[index], answer)


def reward_at(pointers: list[EnvState], index: int, seat: int) -> float:
    return reward(pointers[index].table, seat)


def random_answer_at(pointers: list[EnvState], index: int, rng: Rng, snaps: int, calls: int) -> int:
    return random_answer(pointers[index], rng, snaps, calls)


def observe_at(pointers: list[EnvState], index: int, everything: int, row: Row) -> None:
    """Write what the seat to act at that table knows."""
    env = pointers[index]
    observation.observe(env, env.seat, everything, row)


def copy_mask_at(pointers: list[EnvState], index: int, row: Row) -> None:
    observation.copy_mask(pointers[index], row)
