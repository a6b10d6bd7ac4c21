"""Many tables in lock-step: each step takes one decision at every table, and deals a new round where one is over.

Where there are enough tables, other threads run meanwhile: the tables of another vector, or the program that trains.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..arrays import interpreter_lock, numpy_rows
from ..engine.rng import Rng
from . import env_pointers, prefetch, questions
from .env_snapshot import restore_env, take_env_snapshot
from .env_spec import EnvSpec
from .env_state import EnvState
from .env_step import start_round

if TYPE_CHECKING:
    from ..arrays.numpy_rows import Matrix, Row
    from .env_snapshot import EnvSnapshot

#: The distance between the seeds of neighbouring tables: other vectors' seeds fit in between.
SEED_STEP = 1099511627776
#: With fewer tables a step takes hardly longer than to let go of the interpreter's lock and to get it back.
UNLOCKED_TABLES = 64


class Vector:
    """Tables with random numbers of their own: the same seed and decisions make the same games."""

    __slots__ = ("envs", "is_playing", "pointers", "rounds", "spec", "tables")

    def __init__(self, spec: EnvSpec, tables: int, seed: int) -> None:
        self.spec = spec
        self.rounds = 0
        self.is_playing = 0
        self.envs = [EnvState(spec, Rng(seed + table * SEED_STEP)) for table in range(tables)]
        self.tables = tables
        self.pointers = env_pointers.point_to(self.envs)
        for env in self.envs:
            start_round(env)

    # Called in the compiled build only: there the pointers are C's.
    def __dealloc__(self) -> None:
        env_pointers.release(self.pointers)

    def replace_envs(self, envs: list[EnvState]) -> None:
        env_pointers.release(self.pointers)
        self.envs = envs
        self.tables = len(envs)
        self.pointers = env_pointers.point_to(envs)

    def write_rows(self, observations: Matrix, masks: Matrix, seats: Row) -> None:
        """Write what each table's seat to act knows, what it may answer, and which seat that is."""
        self.begin()
        try:
            for index in range(self.tables):
                seats[index] = env_pointers.seat_at(self.pointers, index)
                env_pointers.observe_at(self.pointers, index, 0, numpy_rows.row_at(observations, index))
                env_pointers.copy_mask_at(self.pointers, index, numpy_rows.row_at(masks, index))
        finally:
            self.is_playing = 0

    def write_states(self, states: Matrix) -> None:
        """Write what each table's seat to act would know if all faces were shown: for critics."""
        self.begin()
        try:
            for index in range(self.tables):
                env_pointers.observe_at(self.pointers, index, 1, numpy_rows.row_at(states, index))
        finally:
            self.is_playing = 0

    def step(self, answers: Row, observations: Matrix, masks: Matrix, rewards: Matrix, ends: Row, seats: Row) -> int:
        """Every table's seat to act answers. Stops at the first illegal answer, and returns how many were given."""
        self.begin()
        try:
            state = interpreter_lock.release(self.tables >= UNLOCKED_TABLES)
            given = self.step_all(answers, observations, masks, rewards, ends, seats)
            interpreter_lock.acquire(state)
        finally:
            self.is_playing = 0
        return given

    def step_all(
        self, answers: Row, observations: Matrix, masks: Matrix, rewards: Matrix, ends: Row, seats: Row
    ) -> int:
        """The same, without the interpreter's lock."""
        for index in range(self.tables):
            prefetch.prefetch_envs(self.pointers, self.tables, index)
            if not env_pointers.step_at(self.pointers, index, numpy_rows.int_at(answers, index)):
                return index
            end = env_pointers.end_at(self.pointers, index)
            ends[index] = end
            for seat in range(self.spec.seats):
                rewards[index, seat] = 0
            if end != questions.GOING_ON:
                if end == questions.SHOWN:
                    for seat in range(self.spec.seats):
                        rewards[index, seat] = env_pointers.reward_at(self.pointers, index, seat)
                self.rounds += 1
                env_pointers.start_round_at(self.pointers, index)
            seats[index] = env_pointers.seat_at(self.pointers, index)
            env_pointers.observe_at(self.pointers, index, 0, numpy_rows.row_at(observations, index))
            env_pointers.copy_mask_at(self.pointers, index, numpy_rows.row_at(masks, index))
        return self.tables

    def sample(self, answers: Row, rng: Rng, snaps: int, calls: int) -> None:
        """For each table a random answer, each legal one with the same probability.

        Such seats snap and call almost whenever they may. Where ``snaps`` is not 0, a seat that is asked to snap does
        so with probability 1 / snaps; where ``calls`` is not 0, one that may call does with probability 1 / calls.
        """
        self.begin()
        try:
            state = interpreter_lock.release(self.tables >= UNLOCKED_TABLES)
            self.sample_all(answers, rng, snaps, calls)
            interpreter_lock.acquire(state)
        finally:
            self.is_playing = 0

    def sample_all(self, answers: Row, rng: Rng, snaps: int, calls: int) -> None:
        """The same, without the interpreter's lock."""
        for index in range(self.tables):
            prefetch.prefetch_masks(self.pointers, self.tables, index)
            answers[index] = env_pointers.random_answer_at(self.pointers, index, rng, snaps, calls)

    def begin(self) -> None:
        """One thread at a time: these tables have no lock of their own."""
        if self.is_playing:
            raise RuntimeError(
                "expected these tables to be used by one thread at a time, but another one is playing at them: "
                "make tables for each thread"
            )
        self.is_playing = 1

    def env_at(self, index: int) -> EnvState:
        return self.envs[index]

    def snapshots(self) -> list[EnvSnapshot]:
        """The state of every table, from which ``restore_vector`` makes the same tables again."""
        return [take_env_snapshot(env) for env in self.envs]


def restore_vector(spec: EnvSpec, rounds: int, snapshots: list[EnvSnapshot]) -> Vector:
    """Tables in the states of the snapshots, after that many rounds."""
    vector = Vector(spec, 0, 0)
    vector.rounds = rounds
    vector.replace_envs([restore_env(spec, snapshot) for snapshot in snapshots])
    return vector
