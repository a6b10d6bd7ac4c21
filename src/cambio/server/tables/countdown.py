"""The countdown to the next round or match: the scores stay for a while, longer if somebody asks, never for ever."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...places import Seat
from ..clock import Clock
from ..protocol import messages
from ..refusals import CommandRefused
from ..settings import Settings
from .subscribers import Subscribers, Viewer, send
from .table_state import TableState

#: The stages of a table where the scores are shown: between two rounds, and after the match.
SCORED = ("scores", "over")


@dataclass
class Countdown:
    """Runs while scores are on the table and somebody is there to see them.

    Between two rounds it starts by itself; where nobody has a clock, and after the match, when somebody wants to go on.
    """

    table: TableState
    subscribers: Subscribers
    settings: Settings
    clock: Clock
    #: When the next round is dealt, on the monotonic clock; None while nothing is counted down.
    due: float | None = None
    ready: set[Seat] = field(default_factory=set)
    #: Who has asked for more time: each may once, so nobody holds a table for ever.
    stayed: set[Seat] = field(default_factory=set)

    def follow_stage(self) -> None:
        """Start when scores come on the table or somebody comes back to them; stop when they go."""
        if self.table.stage not in SCORED:
            self.stop()
            self.stayed.clear()
        elif self._starts_by_itself() and self.due is None and self.subscribers.viewers:
            self.subscribers.broadcast(self._message(self._start()))

    def _starts_by_itself(self) -> bool:
        return self.table.stage == "scores" and self.table.options.clock > 0

    def _start(self) -> float:
        self.due = self.clock.now() + self.settings.scores
        return self.due

    def stop(self) -> None:
        """Nothing is counted down. Coming back to the same scores gives nobody a second extension."""
        self.due = None
        self.ready.clear()

    def go_on(self, seat: Seat) -> None:
        """The seat has seen enough of the scores."""
        due = self._start() if self.due is None and self.table.stage in SCORED else self._check_running()
        self.ready.add(seat)
        self.subscribers.broadcast(self._message(due))

    def stay(self, seat: Seat) -> None:
        """The seat wants to look at the scores for a little longer."""
        due = self._check_running()
        if seat in self.stayed:
            raise CommandRefused("stayed", "you have had more time already")
        self.stayed.add(seat)
        self.ready.discard(seat)
        self.due = max(due, self.clock.now() + self.settings.stay)
        self.subscribers.broadcast(self._message(self.due))

    def _check_running(self) -> float:
        if self.due is None:
            raise CommandRefused("not_now", "no round waits to be dealt")
        return self.due

    def is_agreed(self) -> bool:
        """Whether everybody who is there wants to go on."""
        if self.due is None:
            return False
        present = self.table.people().keys() - self.subscribers.away()
        return bool(present) and present <= self.ready

    def tell(self, viewer: Viewer) -> None:
        """Somebody has come while it runs."""
        if self.due is not None:
            send(viewer, self._message(self.due))

    def _message(self, due: float) -> messages.Countdown:
        left = max(0, round(due - self.clock.now()))
        return messages.Countdown(left, tuple(sorted(self.ready)), tuple(sorted(self.stayed)))
