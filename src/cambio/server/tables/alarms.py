"""Alarms: what a live table will do at a certain time, if nothing happens before that changes it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TypeAlias

from ...places import Seat


@dataclass(frozen=True, slots=True)
class VerdictDue:
    """The snap race is judged."""


@dataclass(frozen=True, slots=True)
class TableEmpty:
    """Nobody has been connected for so long that the table leaves memory."""


@dataclass(frozen=True, slots=True)
class GraceOver:
    """Somebody has been away for too long: the seat is given up, or a stand-in plays."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class VisitOver:
    """Somebody's join page has said nothing for so long that they are taken for gone."""


@dataclass(frozen=True, slots=True)
class NextRoundDue:
    """The scores have been shown for long enough: the next round is dealt."""


@dataclass(frozen=True, slots=True)
class DealDue:
    """Commitments or seeds for a deal have been awaited for long enough."""


@dataclass(frozen=True, slots=True)
class FillDue:
    """Nobody else comes: bots take the free seats, and the match begins."""


@dataclass(frozen=True, slots=True)
class WindowCloseDue:
    """The dealer closes the snap window."""


@dataclass(frozen=True, slots=True)
class ClockExpired:
    """A person's time for a decision is over."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BotSnapDue:
    """The snap that a bot has chosen reaches the table."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BotDecisionDue:
    """A bot computes what it does about its question, some time before its move is due."""

    seat: Seat
    question: int


@dataclass(frozen=True, slots=True)
class BotMoveDue:
    """A bot has paused as people do: what it has decided reaches the table."""

    seat: Seat
    question: int


Alarm: TypeAlias = (
    VerdictDue
    | TableEmpty
    | GraceOver
    | VisitOver
    | NextRoundDue
    | DealDue
    | FillDue
    | WindowCloseDue
    | ClockExpired
    | BotSnapDue
    | BotDecisionDue
    | BotMoveDue
)


class Alarms:
    """All alarms of one table, each with its time on the monotonic clock, in milliseconds."""

    def __init__(self) -> None:
        self._times: dict[Alarm, float] = {}

    def set(self, alarm: Alarm, time: float) -> None:
        self._times[alarm] = time

    def time_of(self, alarm: Alarm) -> float | None:
        return self._times.get(alarm)

    def cancel(self, alarm: Alarm) -> None:
        """Cancelling what is not set does no harm."""
        self._times.pop(alarm, None)

    def keep_only(self, kinds: Collection[type[Alarm]]) -> dict[Alarm, float]:
        """Cancel alarms of all other kinds, and return those with their times."""
        cancelled = {alarm: time for alarm, time in self._times.items() if type(alarm) not in kinds}
        for alarm in cancelled:
            del self._times[alarm]
        return cancelled

    def next_time(self) -> float | None:
        """When the first alarm is due; None if none is set."""
        return min(self._times.values(), default=None)

    def pop_due(self, now: float) -> Alarm | None:
        """The alarm that is due first, which is then no longer set; None if none is due yet."""
        alarm = min(self._times, key=self._times.__getitem__, default=None)
        if alarm is None or self._times[alarm] > now:
            return None
        del self._times[alarm]
        return alarm
