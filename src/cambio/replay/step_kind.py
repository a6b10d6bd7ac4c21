"""What kind of step something was, for a timeline, and whether it was a mistake that the rules can prove."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ..actions import (
    Action,
    Also,
    Call,
    Close,
    Draw,
    Give,
    Keep,
    Look,
    Peek,
    Ready,
    Settle,
    Skip,
    Snap,
    Spy,
    Swap,
    Take,
    Throw,
    Trade,
)
from ..events import Called, Differed, Event, Knocked, Laid, Late, Missed
from ..outcome import Outcome
from ..places import Seat

#: What a step was, as a timeline shows it.
Kind = Literal[
    "deal",
    "memory",
    "draw",
    "take",
    "swap",
    "throw",
    "also",
    "exchange",
    "power",
    "skip",
    "snap_right",
    "snap_wrong",
    "snap_late",
    "gift",
    "call",
    "dealer",
]
#: What the rules can prove to have been wrong.
Mistake = Literal["wrong_snap", "late_snap", "failed_exchange", "wrong_call"]
#: Actions that are of one kind whenever they are done.
_KINDS: dict[type[Action], Kind] = {
    Ready: "memory",
    Draw: "draw",
    Take: "take",
    Throw: "throw",
    Also: "also",
    Spy: "power",
    Look: "power",
    Trade: "power",
    Skip: "skip",
    Give: "gift",
    Keep: "gift",
    Call: "call",
    Close: "dealer",
    Settle: "dealer",
}


def kind_of(action: Action, events: Sequence[Event], *, in_memory_phase: bool) -> Kind:
    """The kind of an action, by what came of it."""
    if isinstance(action, Snap):
        is_late = any(isinstance(event, Late) for event in events)
        return "snap_late" if is_late else "snap_wrong" if _has_missed(events) else "snap_right"
    if isinstance(action, Swap):
        return "exchange" if any(isinstance(event, Laid | Differed) for event in events) else "swap"
    if isinstance(action, Peek):
        return "memory" if in_memory_phase else "power"
    return _KINDS[type(action)]


def find_mistake(kind: Kind, events: Sequence[Event], outcome: Outcome) -> Mistake | None:
    """What the rules have counted as a mistake; that of a call is known since the show."""
    if kind == "snap_wrong":
        return "wrong_snap"
    if kind == "snap_late":
        return "late_snap"
    if kind == "exchange" and any(isinstance(event, Differed) for event in events):
        return "failed_exchange"
    return "wrong_call" if kind == "call" and outcome.verdict == "wrong" else None


def find_caller(events: Sequence[Event]) -> Seat | None:
    """Who called, or knocked, if anybody did."""
    return next((event.seat for event in events if isinstance(event, Called | Knocked)), None)


def _has_missed(events: Sequence[Event]) -> bool:
    return any(isinstance(event, Missed) for event in events)
