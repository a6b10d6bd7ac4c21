"""Events report: what happened at the table, and who saw which card.

>>> drew = Drew("a", card="7h", sees=("a",))
>>> print(drew.seen_by("a"), "|", drew.seen_by("b"))
a draws 7h. | a draws a card.
"""

from __future__ import annotations

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
]

#: Every event by how the core counts it.
EVENTS: dict[int, type[Event]] = {
    event.kind: event
    for event in list(globals().values())
    if isinstance(event, type) and issubclass(event, Event) and hasattr(event, "kind")
}
