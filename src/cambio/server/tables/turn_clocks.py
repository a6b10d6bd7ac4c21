"""Turn clocks: how long each seat has had for its decision, and how often it has let its time run out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from msgspec import Struct

from ...places import Seat
from ..store.contract import Timestamp
from .table_state import TableState

#: Somebody whose clock runs out this often in a row is taken to be away.
MAX_TIMEOUTS_IN_A_ROW = 2
#: Milliseconds that everybody has at least when a table is taken up again: they have to find their way first.
LEAST_TIME_AFTER_TAKEUP = 10_000


class ClockReading(Struct, frozen=True, omit_defaults=True):
    """How the clocks of a table stood at some moment."""

    #: Milliseconds that each seat had thought about its question.
    thought: dict[str, int] = {}
    #: The moment by the wall clock, if the clocks went on then; None if nobody was connected and they stood still.
    running_since: Timestamp | None = None

    def at_end(self, last_beat: Timestamp) -> dict[Seat, int]:
        """How they stood when the server ended that lived until the last beat."""
        more = 0 if self.running_since is None else max(0, last_beat - self.running_since)
        return {seat: thought + more for seat, thought in self.thought.items()}


@dataclass
class TurnClocks:
    """The clocks of one round. They run while somebody is connected to the table."""

    #: The question that each seat was asked last, and when.
    asked: dict[Seat, tuple[int, float]] = field(default_factory=dict)
    timeouts: dict[Seat, int] = field(default_factory=dict)
    #: Since when they stand still; None while they run.
    paused_at: float | None = None

    def clear(self) -> None:
        self.asked.clear()
        self.timeouts.clear()

    def start(self, table: TableState, now: float) -> None:
        """A question that is new starts its seat's clock."""
        now = self._running_time(now)
        for seat in table.deciders():
            question = table.questions[seat]
            if seat not in self.asked or self.asked[seat][0] != question:
                self.asked[seat] = (question, now)

    def take_up(self, table: TableState, thought: Mapping[Seat, int], now: float) -> None:
        """The table has been loaded: clocks stand where they stood when it was left, until somebody comes."""
        most = max(0, 1000 * table.options.clock - LEAST_TIME_AFTER_TAKEUP)
        for seat in table.deciders():
            self.asked[seat] = (table.questions[seat], now - min(thought.get(seat, 0), most))
        self.paused_at = now

    def pause(self, now: float) -> None:
        """Nobody is connected any more."""
        if self.paused_at is None:
            self.paused_at = now

    def resume(self, now: float) -> None:
        """Somebody is there again: the time in which nobody was is nobody's thinking time."""
        if self.paused_at is not None:
            pause = now - self.paused_at
            self.asked = {seat: (question, asked + pause) for seat, (question, asked) in self.asked.items()}
            self.paused_at = None

    def _running_time(self, now: float) -> float:
        return now if self.paused_at is None else self.paused_at

    def read(self, table: TableState, now: float, wall: Timestamp) -> ClockReading:
        time = self._running_time(now)
        thought = {seat: round(time - self.asked[seat][1]) for seat in table.deciders() if seat in self.asked}
        return ClockReading(thought, wall if self.paused_at is None else None)

    def next_deadline(self, table: TableState) -> tuple[float, Seat] | None:
        """When the next clock runs out, and whose; stand-ins and bots have none."""
        if not table.options.clock:
            return None
        running = [
            (self.asked[seat][1] + 1000 * table.options.clock, seat)
            for seat in table.deciders()
            if seat in self.asked and table.is_played_by_person(seat)
        ]
        return min(running, default=None)

    def time_left(self, table: TableState, now: float) -> int | None:
        """Milliseconds until then."""
        deadline = self.next_deadline(table)
        return None if deadline is None else max(0, round(deadline[0] - self._running_time(now)))

    def record_timeout(self, seat: Seat) -> bool:
        """A clock has run out; whether that was once too often."""
        self.timeouts[seat] = self.timeouts.get(seat, 0) + 1
        return self.timeouts[seat] >= MAX_TIMEOUTS_IN_A_ROW

    def forgive_timeouts(self, seat: Seat) -> None:
        """The player has acted, and so is there."""
        self.timeouts.pop(seat, None)
