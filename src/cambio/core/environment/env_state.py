"""The state of an environment: a table, and the question that one of its seats is to answer."""

from __future__ import annotations

from ..arrays import byte_array
from ..engine import action_codes, constants
from ..engine.rng import Rng
from ..engine.table import Table
from . import questions
from .env_spec import EnvSpec
from .reset import clear_table


class EnvState:
    """All the state of a round that is played one decision at a time."""

    __slots__ = (
        "asked_caller",
        "asked_final_window",
        "asked_number",
        "cache",
        "cache_stale",
        "decisions",
        "end",
        "first_pick",
        "hands_stale",
        "last_actor",
        "last_code",
        "legal",
        "legal_count",
        "memory",
        "occupied",
        "question",
        "rng",
        "seat",
        "seats_to_ask",
        "slots_before_snap",
        "snap_tells_nothing",
        "spec",
        "table",
    )

    def __init__(self, spec: EnvSpec, rng: Rng) -> None:
        self.spec = spec
        self.rng = rng
        self.allocate()
        self.table = Table(spec.ruleset, spec.seats, 0, 0)
        self.reset_table(0)

    # Called in the compiled build only: there the rows are C arrays.
    def __dealloc__(self) -> None:
        byte_array.release(self.memory)

    def allocate(self) -> None:
        cached = self.spec.seats * self.spec.cache_width
        # Marks of a hand are copied in whole words, also the last hand's: the bytes behind its slots must fit, too.
        answers = byte_array.padded_length(self.spec.answer_count - self.spec.slots + self.spec.hand_stride)
        places = self.spec.seats * self.spec.hand_stride
        self.memory = byte_array.allocate_block(cached + answers + places)
        self.cache = byte_array.view(self.memory, 0, cached)
        self.legal = byte_array.view(self.memory, cached, answers)
        self.occupied = byte_array.view(self.memory, cached + answers, places)

    def reset_table(self, dealer: int) -> None:
        """Before a round: the whole pack lies in the stock, nothing is dealt, and nobody has been asked anything."""
        clear_table(self.table, dealer, (dealer + self.spec.starter_offset) % self.spec.seats)

        self.end = questions.GOING_ON
        self.decisions = 0
        self.seat = constants.NOBODY
        self.question = questions.MEMORY
        self.legal_count = 0
        # The first of two cards to be snapped at once:
        self.first_pick = constants.NOWHERE
        # The last action and who did it; if it was a snap, whether it showed no card that anybody had not seen, and how
        # many slots the seat had before:
        self.last_code = action_codes.READY
        self.last_actor = constants.NOBODY
        self.snap_tells_nothing = 0
        self.slots_before_snap = 0
        # Whether the cache has to be written anew before it is read: all of it, or all hands:
        self.cache_stale = 1
        self.hands_stale = 0
        # Seats that are still to be asked whether they snap, a bit each; and the table's numbers of the same names when
        # everybody was last queued to be asked:
        self.seats_to_ask = 0
        self.asked_number = 0
        self.asked_caller = constants.NOBODY
        self.asked_final_window = 0

    def copy(self) -> EnvState:
        """An environment of its own in the same state, with the same random numbers to come."""
        twin = EnvState.__new__(EnvState)
        twin.spec = self.spec
        twin.rng = self.rng.copy()
        twin.table = self.table.copy()
        twin.allocate()
        byte_array.copy(twin.legal, 0, self.legal, 0, self.spec.answer_count)
        byte_array.copy(twin.cache, 0, self.cache, 0, self.spec.seats * self.spec.cache_width)
        byte_array.copy(twin.occupied, 0, self.occupied, 0, self.spec.seats * self.spec.hand_stride)
        twin.cache_stale = self.cache_stale
        twin.hands_stale = self.hands_stale
        twin.legal_count = self.legal_count
        twin.end = self.end
        twin.decisions = self.decisions
        twin.seat = self.seat
        twin.question = self.question
        twin.first_pick = self.first_pick
        twin.last_code = self.last_code
        twin.last_actor = self.last_actor
        twin.snap_tells_nothing = self.snap_tells_nothing
        twin.slots_before_snap = self.slots_before_snap
        twin.seats_to_ask = self.seats_to_ask
        twin.asked_number = self.asked_number
        twin.asked_caller = self.asked_caller
        twin.asked_final_window = self.asked_final_window
        return twin

    def legal_answer_at(self, index: int) -> int:
        """One of the answers that the seat may give now, counted from the lowest, which is at 0."""
        return byte_array.index_of_nth_one(self.legal, index)
