"""The stage: a table, and the question that one of its seats is to answer."""

from __future__ import annotations

from ..arrays import byte_array
from ..engine import action_codes, constants
from ..engine.rng import Rng
from ..engine.table import Table
from . import questions
from .action_space import Form
from .reset import sweep


class EnvState:
    """All the state of a round that is played one decision at a time."""

    __slots__ = (
        "allowed",
        "answer_count",
        "block",
        "caller",
        "decisions",
        "deed",
        "doer",
        "end",
        "form",
        "in_vain",
        "laid",
        "number",
        "picked",
        "question",
        "reopened",
        "rng",
        "seat",
        "sights",
        "slots_before",
        "stale",
        "stirred",
        "table",
        "waiting",
    )

    def __init__(self, form: Form, rng: Rng) -> None:
        self.form = form
        self.rng = rng
        self.make_room()
        self.table = Table(form.ruleset, form.seats, 0, 0)
        self.set_table(0)

    # Called by compiled stages only: lists need no giving back.
    def __dealloc__(self) -> None:
        byte_array.release(self.block)

    def make_room(self) -> None:
        sights = self.form.seats * self.form.sight
        # The last answers are for a hand, which is written with all its room.
        answers = byte_array.padded_length(self.form.answers - self.form.slots + self.form.hand)
        places = self.form.seats * self.form.hand
        self.block = byte_array.allocate_block(sights + answers + places)
        self.sights = byte_array.view(self.block, 0, sights)
        self.allowed = byte_array.view(self.block, sights, answers)
        self.laid = byte_array.view(self.block, sights + answers, places)

    def set_table(self, dealer: int) -> None:
        """A new round: the whole pack lies in the stock, nothing is dealt, and nobody has been asked anything."""
        sweep(self.table, dealer, (dealer + self.form.lead) % self.form.seats)

        self.end = questions.GOING_ON
        self.decisions = 0
        self.seat = constants.NOBODY
        self.question = questions.MEMORY
        self.answer_count = 0
        # The first of two cards to be snapped at once:
        self.picked = constants.NOWHERE
        # What was done last, and by whom; and if it was a snap, whether it could tell anybody anything:
        self.deed = action_codes.READY
        self.doer = constants.NOBODY
        self.in_vain = 0
        self.slots_before = 0
        # What every seat knows about cards is kept up to date; or it is to be found out anew, or for all hands:
        self.stale = 1
        self.stirred = 0
        # Seats that are still to be asked whether they snap, and what everybody knew when that was last found out:
        self.waiting = 0
        self.number = 0
        self.caller = constants.NOBODY
        self.reopened = 0

    def copy(self) -> EnvState:
        """A stage of its own in the same state, with the same chance to come."""
        twin = EnvState.__new__(EnvState)
        twin.form = self.form
        twin.rng = self.rng.copy()
        twin.table = self.table.copy()
        twin.make_room()
        byte_array.copy(twin.allowed, 0, self.allowed, 0, self.form.answers)
        twin.stale = 1
        twin.stirred = 0
        twin.answer_count = self.answer_count
        twin.end = self.end
        twin.decisions = self.decisions
        twin.seat = self.seat
        twin.question = self.question
        twin.picked = self.picked
        twin.deed = self.deed
        twin.doer = self.doer
        twin.in_vain = self.in_vain
        twin.slots_before = self.slots_before
        twin.waiting = self.waiting
        twin.number = self.number
        twin.caller = self.caller
        twin.reopened = self.reopened
        return twin

    def answer_at(self, index: int) -> int:
        """One of the answers that the seat may give now: the one above so many others."""
        return byte_array.index_of_nth_one(self.allowed, index)
