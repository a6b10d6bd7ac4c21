"""Events report: what happened at the table, and who saw which card.

>>> drew = Drew("a", card="7h", sees=("a",))
>>> print(drew.seen_by("a"), "|", drew.seen_by("b"))
a draws 7h. | a draws a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from ..places import Place
from .beginning import Closed, Dealt, Opened, Readied, Reopened, Reshuffled, Turn
from .event import FIELD_ORDER, UNSEEN, Event, Shown, are_alike
from .powers import Chose, Lapsed, Looked, Peeked, Skipped, Spied, Traded
from .show import Revealed, Scored
from .snaps import Dropped, Excused, Gave, Kept, Late, Missed, Out, Penalised, Seized, Snapped, Spared
from .turns import Added, Called, Differed, Drew, Joined, Knocked, Laid, Swapped, Threw, Took

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

#: Every event by how the core counts it.
EVENTS: dict[int, type[Event]] = {
    event.kind: event
    for event in list(globals().values())
    if isinstance(event, type) and issubclass(event, Event) and hasattr(event, "kind")
}
_BY_NAME = {event.__name__.lower(): event for event in EVENTS.values()}


def event_from_json(document: Mapping[str, Any]) -> Event:
    """The event that ``to_json`` has written; fields that events don't have are left alone.

    >>> print(event_from_json({"event": "peeked", "seat": "b", "place": "b3"}))
    b peeks at b3.
    """
    kind = _BY_NAME[document["event"]]
    values = {item.name: document[item.name] for item in fields(kind) if item.name in document}
    for name in ("place", "other"):
        if name in values:
            values[name] = Place.parse(values[name])
    if "sees" in values:
        values["sees"] = tuple(values["sees"])
    return kind(**values)
