"""Turn clocks: how long each seat has had for its decision, and how often it has let its time run out."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...places import Seat
from .table_state import TableState

#: Somebody whose clock runs out this often in a row is taken to be away.
MAX_TIMEOUTS_IN_A_ROW = 2


@dataclass
class TurnClocks:
    """The clocks of one round."""

    #: The question that each seat was asked last, and when.
    asked: dict[Seat, tuple[int, float]] = field(default_factory=dict)
    timeouts: dict[Seat, int] = field(default_factory=dict)

    def clear(self) -> None:
        self.asked.clear()
        self.timeouts.clear()

    def start(self, table: TableState, now: float) -> None:
        """A question that is new starts its seat's clock."""
        for seat in table.deciders():
            question = table.questions[seat]
            if seat not in self.asked or self.asked[seat][0] != question:
                self.asked[seat] = (question, now)

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
        return None if deadline is None else max(0, round(deadline[0] - now))

    def record_timeout(self, seat: Seat) -> bool:
        """A clock has run out; whether that was once too often."""
        self.timeouts[seat] = self.timeouts.get(seat, 0) + 1
        return self.timeouts[seat] >= MAX_TIMEOUTS_IN_A_ROW

    def forgive_timeouts(self, seat: Seat) -> None:
        """The player has acted, and so is there."""
        self.timeouts.pop(seat, None)
