"""Events report: what happened at the table, and who saw which card.

>>> from cambio.events import Drew
>>> drew = Drew("a", card="7h", sees=("a",))
>>> print(drew.seen_by("a"), "|", drew.seen_by("b"))
a draws 7h. | a draws a card.

Every kind of event is a class of its own, and classes take long to make: they are made when the first one is asked for,
by whoever plays, not by whoever imports.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..places import Place
from .event import FIELD_ORDER, UNSEEN, Event, Shown, are_alike

if TYPE_CHECKING:
    from .beginning import Closed, Dealt, Opened, Readied, Reopened, Reshuffled, Turn
    from .powers import Chose, Lapsed, Looked, Peeked, Skipped, Spied, Traded
    from .show import Revealed, Scored
    from .snaps import Dropped, Excused, Gave, Kept, Late, Missed, Out, Penalised, Seized, Snapped, Spared
    from .turns import Added, Called, Differed, Drew, Joined, Knocked, Laid, Swapped, Threw, Took

    EVENTS: dict[int, type[Event]]  #: Every event by how the core counts it.

__all__ = [
    "EVENTS",
    "FIELD_ORDER",
    "UNSEEN",
    "Added",
    "Called",
    "Chose",
    "Closed",
    "Dealt",
    "Differed",
    "Drew",
    "Dropped",
    "Event",
    "Excused",
    "Gave",
    "Joined",
    "Kept",
    "Knocked",
    "Laid",
    "Lapsed",
    "Late",
    "Looked",
    "Missed",
    "Opened",
    "Out",
    "Peeked",
    "Penalised",
    "Readied",
    "Reopened",
    "Reshuffled",
    "Revealed",
    "Scored",
    "Seized",
    "Shown",
    "Skipped",
    "Snapped",
    "Spared",
    "Spied",
    "Swapped",
    "Threw",
    "Took",
    "Traded",
    "Turn",
    "are_alike",
    "event_from_json",
]

_MODULES = ("beginning", "powers", "show", "snaps", "turns")


def __getattr__(name: str) -> Any:
    """Make all events, once one of them is asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: dict[str, type[Event]] = {}
    for module in _MODULES:
        for event in vars(import_module(f"{__name__}.{module}")).values():
            if isinstance(event, type) and issubclass(event, Event) and hasattr(event, "kind"):
                found[event.__name__] = event
    globals().update(found, EVENTS={event.kind: event for event in found.values()})
    return globals()[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def event_from_json(document: Mapping[str, Any]) -> Event:
    """The event that ``to_json`` has written; fields that events don't have are left alone.

    >>> print(event_from_json({"event": "peeked", "seat": "b", "place": "b3"}))
    b peeks at b3.
    """
    kind = _by_name()[document["event"]]
    values = {item.name: document[item.name] for item in fields(kind) if item.name in document}
    for name in ("place", "other"):
        if name in values:
            values[name] = Place.parse(values[name])
    if "sees" in values:
        values["sees"] = tuple(values["sees"])
    return kind(**values)


@cache
def _by_name() -> dict[str, type[Event]]:
    from . import EVENTS

    return {event.__name__.lower(): event for event in EVENTS.values()}
