"""Updates: what happened at a table, as it is told to everybody there and kept for those who come back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ...events import Event
from ...places import Seat
from ..protocol import messages
from .log_entries import AnyBody, Dealt, Played, Started
from .races.snap_verdict import Finish
from .table_state import TableState

#: The latest updates that are kept for clients that come back; one that has missed more gets the whole table.
UPDATES_KEPT = 64


@dataclass(frozen=True, slots=True)
class Update:
    """One entry of the log with the game's events that followed from it, before anything is left out for a viewer."""

    seq: int
    events: Sequence[Event]
    #: The kind of the entry, if it is no action of the game, and the seat concerned.
    news: str | None = None
    seat: Seat | None = None
    race: tuple[messages.Judged, ...] = ()
    #: For each event, who acted in place of the player.
    stand_ins: Sequence[str | None] = ()
    #: The head of the round's transcript after it, by how many actions had been played.
    heads: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def from_entry(cls, seq: int, body: AnyBody, events: Sequence[Event], table: TableState) -> Update:
        """The update that an entry brings, at a table to which it has been applied."""
        if not isinstance(body, Played):
            heads = table.heads() if isinstance(body, Started | Dealt) else {}
            seat = getattr(body, "seat", None)
            return cls(seq, tuple(events), str(body.__struct_config__.tag), seat, heads=heads)
        race = tuple(_tell(finish, body) for finish in (body.race.finishes if body.race is not None else ()))
        stand_ins = tuple(table.stand_ins[-len(events) :])
        return cls(seq, tuple(events), race=race, stand_ins=stand_ins, heads=table.heads())


def _tell(finish: Finish, played: Played) -> messages.Judged:
    is_played = (finish.gesture.seat, finish.gesture.action) == (played.actor, played.action)
    return finish.to_message() if is_played else finish.to_message_without_place()
