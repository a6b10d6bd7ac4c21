"""Many tables in lock-step: each step takes one decision at every table, and deals a new round where one is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..arrays import numpy_rows
from ..engine.deal import count_bits
from ..engine.rng import Rng
from ..engine.table import Table
from . import action_space, observation, prefetch, questions
from .env_snapshot import restore_env, take_env_snapshot
from .env_spec import EnvSpec
from .env_state import EnvState
from .env_step import start_round, step
from .legal_answers import is_offered

if TYPE_CHECKING:
    from ..arrays.numpy_rows import Matrix, Row
    from .env_snapshot import EnvSnapshot

#: The distance between the seeds of neighbouring tables: other vectors' seeds fit in between.
SEED_STEP = 1099511627776


class Vector:
    """Tables with random numbers of their own: the same seed and decisions make the same games."""

    __slots__ = ("envs", "rounds", "spec", "tables")

    def __init__(self, spec: EnvSpec, tables: int, seed: int) -> None:
        self.spec = spec
        self.tables = tables
        self.rounds = 0
        self.envs = [EnvState(spec, Rng(seed + table * SEED_STEP)) for table in range(tables)]
        for env in self.envs:
            start_round(env)

    def write_rows(self, observations: Matrix, masks: Matrix, seats: Row) -> None:
        """Write what each table's seat to act knows, what it may answer, and which seat that is."""
        for index in range(self.tables):
            env = self.envs[index]
            seats[index] = env.seat
            observation.observe(env, env.seat, 0, numpy_rows.row_at(observations, index))
            observation.copy_mask(env, numpy_rows.row_at(masks, index))

    def write_states(self, states: Matrix) -> None:
        """Write what each table's seat to act would know if all faces were shown: for critics."""
        for index in range(self.tables):
            env = self.envs[index]
            observation.observe(env, env.seat, 1, numpy_rows.row_at(states, index))

    def step(self, answers: Row, observations: Matrix, masks: Matrix, rewards: Matrix, ends: Row, seats: Row) -> int:
        """Every table's seat to act answers. Stops at the first illegal answer, and returns how many were given."""
        for index in range(self.tables):
            prefetch.prefetch_envs(self.envs, index)
            env = self.envs[index]
            if not step(env, numpy_rows.int_at(answers, index)):
                return index
            ends[index] = env.end
            for seat in range(self.spec.seats):
                rewards[index, seat] = 0
            if env.end != questions.GOING_ON:
                if env.end == questions.SHOWN:
                    for seat in range(self.spec.seats):
                        rewards[index, seat] = reward(env.table, seat)
                self.rounds += 1
                start_round(env)
            seats[index] = env.seat
            observation.observe(env, env.seat, 0, numpy_rows.row_at(observations, index))
            observation.copy_mask(env, numpy_rows.row_at(masks, index))
        return self.tables

    def sample(self, answers: Row, rng: Rng, snaps: int, calls: int) -> None:
        """For each table a random answer, each legal one with the same probability.

        Such seats snap and call almost whenever they may. Where ``snaps`` is not 0, a seat that is asked to snap does
        so with probability 1 / snaps; where ``calls`` is not 0, one that may call does with probability 1 / calls.
        """
        for index in range(self.tables):
            prefetch.prefetch_masks(self.envs, index)
            answers[index] = random_answer(self.envs[index], rng, snaps, calls)

    def env_at(self, index: int) -> EnvState:
        return self.envs[index]

    def snapshots(self) -> list[EnvSnapshot]:
        """The state of every table, from which ``restore_vector`` makes the same tables again."""
        return [take_env_snapshot(env) for env in self.envs]


def restore_vector(spec: EnvSpec, rounds: int, snapshots: list[EnvSnapshot]) -> Vector:
    """Tables in the states of the snapshots, after that many rounds."""
    vector = Vector(spec, 0, 0)
    vector.tables = len(snapshots)
    vector.rounds = rounds
    vector.envs = [restore_env(spec, snapshot) for snapshot in snapshots]
    return vector


def reward(table: Table, seat: int) -> float:
    """Everybody pays one, the winners share it all, and it is scaled so that winning alone is worth 1."""
    share = 0.0
    if table.winners >> seat & 1:
        share = 1.0 / count_bits(table.winners)
    return (share * table.seats - 1) / (table.seats - 1)


def random_answer(env: EnvState, rng: Rng, snaps: int, calls: int) -> int:
    """See ``Vector.sample``."""
    count = env.legal_count
    if snaps and is_offered(env, action_space.PASS):
        return action_space.PASS if rng.below(snaps) else env.legal_answer_at(1 + rng.below(count - 1))
    if calls and count > 1 and is_offered(env, action_space.CALL):
        return action_space.CALL if rng.below(calls) == 0 else random_answer_but_call(env, rng)
    return env.legal_answer_at(rng.below(count))


def random_answer_but_call(env: EnvState, rng: Rng) -> int:
    answer = action_space.CALL
    while answer == action_space.CALL:
        answer = env.legal_answer_at(rng.below(env.legal_count))
    return answer
