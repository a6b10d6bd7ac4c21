"""Events of the game as short rows of plain values, and back again."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import Any, TypeAlias

from ....events import EVENTS, Event
from ....places import Place

#: The event's kind, then its fields in order; a place is written as text.
PackedEvent: TypeAlias = tuple[int | str | tuple[str, ...] | None, ...]

_FIELDS = {kind: tuple(item.name for item in fields(event)) for kind, event in EVENTS.items()}
_PLACES = frozenset({"place", "other"})


def pack_event(event: Event) -> PackedEvent:
    """A row from which `unpack_event` makes the same event.

    >>> from cambio.events import Peeked
    >>> peeked = Peeked("a", Place("a", 2), card="7h", sees=("a",))
    >>> unpack_event(pack_event(peeked)) == peeked
    True
    """
    values: list[Any] = [event.kind]
    for name in _FIELDS[event.kind]:
        value = getattr(event, name)
        values.append(str(value) if isinstance(value, Place) else value)
    return tuple(values)


# Most events of a long round have happened before: events never change, so the same object serves again.
@lru_cache(maxsize=8192)
def unpack_event(packed: PackedEvent) -> Event:
    kind = packed[0]
    if not isinstance(kind, int) or kind not in EVENTS:
        raise ValueError(f"expected an event of a known kind, but found {kind!r}")
    told: dict[str, Any] = dict(zip(_FIELDS[kind], packed[1:], strict=True))
    for name in _PLACES & told.keys():
        if told[name] is not None:
            told[name] = Place.parse(str(told[name]))
    return EVENTS[kind](**told)
