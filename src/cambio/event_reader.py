"""Events as the core wrote them down, read back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from .core.engine import constants
from .core.engine.cards import text_of
from .core.engine.table import Table
from .events import EVENTS, Event
from .places import RAIL, Place, Seat, seat_named, seats_of


def _read_other(table: Table, start: int) -> Place | None:
    other = table.logged(start + 3)
    return None if other == constants.NOWHERE else Place.numbered(other, table.seats)


def _read_card(table: Table, start: int) -> str | None:
    card = table.logged(start + 4)
    return None if card == constants.NO_CARD else text_of(table.ruleset.face_of(card))


def _read_sees(table: Table, start: int) -> tuple[Seat, ...]:
    sees = table.logged(start + 5)
    rail = (RAIL,) if sees >> constants.RAIL & 1 else ()
    return (*seats_of(sees & table.everybody), *rail)


#: How each field of an event is read from where the core wrote the event down.
_READERS: dict[str, Callable[[Table, int], Any]] = {
    "seat": lambda table, start: seat_named(table.logged(start + 1)),
    "place": lambda table, start: Place.numbered(table.logged(start + 2), table.seats),
    "other": _read_other,
    "card": _read_card,
    "sees": _read_sees,
    "number": lambda table, start: table.logged(start + 6),
}
_FIELD_READERS = {kind: [(item.name, _READERS[item.name]) for item in fields(event)] for kind, event in EVENTS.items()}


def read_event(table: Table, start: int) -> Event:
    """The event that the core wrote down from there on."""
    kind = table.logged(start)
    return EVENTS[kind](**{name: read(table, start) for name, read in _FIELD_READERS[kind]})
