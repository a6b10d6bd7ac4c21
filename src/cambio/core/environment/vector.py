"""Many tables at once: all of them take one decision, and a round that is over is dealt anew on the spot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..arrays import numpy_rows
from ..engine.deal import count_bits
from ..engine.rng import Rng
from ..engine.table import Table
from . import observation, prefetch, questions
from .action_space import Form
from .env_state import EnvState
from .env_step import deal_anew, decide
from .legal_answers import is_offered

if TYPE_CHECKING:
    from ..arrays.numpy_rows import Matrix, Row

#: Seeds of the tables of one vector lie so far apart that those of other vectors fit in between.
SEED_STEP = 1099511627776


class Vector:
    """So many tables in lock-step, each with its own chance: the same seed and decisions make the same games."""

    __slots__ = ("form", "rounds", "stages", "tables")

    def __init__(self, form: Form, tables: int, seed: int) -> None:
        self.form = form
        self.tables = tables
        self.rounds = 0
        self.stages = [EnvState(form, Rng(seed + table * SEED_STEP)) for table in range(tables)]
        for stage in self.stages:
            deal_anew(stage)

    def look(self, observations: Matrix, masks: Matrix, seats: Row) -> None:
        """Write what each table's seat to act knows, what it may answer, and which seat that is."""
        for index in range(self.tables):
            stage = self.stages[index]
            seats[index] = stage.seat
            observation.observe(stage, stage.seat, 0, numpy_rows.row_at(observations, index))
            observation.allow(stage, numpy_rows.row_at(masks, index))

    def look_at_everything(self, states: Matrix) -> None:
        """The same from each seat to act, but with all faces: for critics."""
        for index in range(self.tables):
            stage = self.stages[index]
            observation.observe(stage, stage.seat, 1, numpy_rows.row_at(states, index))

    def step(self, answers: Row, observations: Matrix, masks: Matrix, rewards: Matrix, ends: Row, seats: Row) -> int:
        """Every table's seat to act answers; how many did, before the first table for which that is no answer."""
        for index in range(self.tables):
            prefetch.send_for(self.stages, index)
            stage = self.stages[index]
            if not decide(stage, numpy_rows.int_at(answers, index)):
                return index
            ends[index] = stage.end
            for seat in range(self.form.seats):
                rewards[index, seat] = 0
            if stage.end != questions.GOING_ON:
                if stage.end == questions.SHOWN:
                    for seat in range(self.form.seats):
                        rewards[index, seat] = reward(stage.table, seat)
                self.rounds += 1
                deal_anew(stage)
            seats[index] = stage.seat
            observation.observe(stage, stage.seat, 0, numpy_rows.row_at(observations, index))
            observation.allow(stage, numpy_rows.row_at(masks, index))
        return self.tables

    def sample(self, answers: Row, rng: Rng, snaps: int, calls: int) -> None:
        """For each table any of the answers that may be given, with the same chance each.

        Such seats snap and call at almost every chance they get. With numbers other than 0 they snap once in so many
        times that they are asked, and call once in so many times that they might.
        """
        for index in range(self.tables):
            prefetch.send_for_answers(self.stages, index)
            answers[index] = any_answer(self.stages[index], rng, snaps, calls)

    def stage_at(self, index: int) -> EnvState:
        return self.stages[index]


def reward(table: Table, seat: int) -> float:
    """Everybody pays one, the winners share it all, and it is scaled so that winning alone is worth 1."""
    share = 0.0
    if table.winners >> seat & 1:
        share = 1.0 / count_bits(table.winners)
    return (share * table.seats - 1) / (table.seats - 1)


def any_answer(stage: EnvState, rng: Rng, snaps: int, calls: int) -> int:
    """One in so many of the seats that are asked snaps, or calls, unless that is 0; apart from that anything goes."""
    count = stage.answer_count
    if snaps and is_offered(stage, questions.PASS):
        return questions.PASS if rng.below(snaps) else stage.answer_at(1 + rng.below(count - 1))
    if calls and count > 1 and is_offered(stage, questions.CALL):
        return questions.CALL if rng.below(calls) == 0 else anything_but_a_call(stage, rng)
    return stage.answer_at(rng.below(count))


def anything_but_a_call(stage: EnvState, rng: Rng) -> int:
    answer = questions.CALL
    while answer == questions.CALL:
        answer = stage.answer_at(rng.below(stage.answer_count))
    return answer
