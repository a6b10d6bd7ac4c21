"""Events as the core wrote them down, read back. Events never change, so those that come again are made only once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any

from . import events
from .core.engine import constants
from .core.engine.cards import text_of
from .core.engine.event_log import read_log
from .core.engine.table import Table
from .events import Event
from .places import RAIL, Place, Seat, seat_named, seats_of

#: How many different events are kept, before all of them are made anew.
MAX_EVENTS = 16384


def _read_sees(seats: int, sees: int) -> tuple[Seat, ...]:
    rail = (RAIL,) if sees >> constants.RAIL & 1 else ()
    return seats_of(sees & (1 << seats) - 1) + rail


#: For each field of an event where its number stands among those that ``read_log`` gives, and how it is read.
_READERS: dict[str, tuple[int, Callable[[int, int], Any]]] = {
    "seat": (2, lambda _seats, seat: seat_named(seat)),
    "place": (3, lambda seats, place: Place.numbered(place, seats)),
    "other": (4, lambda seats, other: None if other == constants.NOWHERE else Place.numbered(other, seats)),
    "card": (5, lambda _seats, face: None if face == constants.NO_CARD else text_of(face)),
    "sees": (6, _read_sees),
    "number": (7, lambda _seats, number: number),
}


_known: dict[tuple[int, ...], Event] = {}


@cache
def _readers_of(kind: int) -> list[tuple[str, int, Callable[[int, int], Any]]]:
    return [(item.name, *_READERS[item.name]) for item in fields(events.EVENTS[kind])]


def _make_event(numbers: tuple[int, ...]) -> Event:
    seats, kind = numbers[:2]
    event = events.EVENTS[kind](**{name: read(seats, numbers[index]) for name, index, read in _readers_of(kind)})
    if len(_known) >= MAX_EVENTS:
        _known.clear()
    _known[numbers] = event
    return event


def read_events(table: Table, start: int) -> list[Event]:
    """All events that the core wrote down from there on."""
    return [_known.get(numbers) or _make_event(numbers) for numbers in read_log(table, start)]


def read_event(table: Table, start: int) -> Event:
    """The event that the core wrote down from there on."""
    return read_events(table, start)[0]
