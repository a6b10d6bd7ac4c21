"""Moves: actions at a live table, typed; as text they exist only on the wire and in the log."""

from __future__ import annotations

from dataclasses import dataclass

from ...actions import Action
from ...places import Seat
from .log_entries import Played
from .snap_verdict import Verdict


@dataclass(frozen=True, slots=True)
class TableMove:
    """An action by a seat or the dealer."""

    actor: Seat
    action: Action
    #: The seat did not decide itself: its clock ran out, or a stand-in plays.
    by_stand_in: bool = False

    def to_entry(self, race: Verdict | None = None) -> Played:
        """The entry that plays it, with the verdict of the race that it won, if there was one."""
        return Played(self.actor, str(self.action), self.by_stand_in, race)
