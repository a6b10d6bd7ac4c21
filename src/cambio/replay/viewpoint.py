"""Viewpoints: as whom a round is looked at again. A seat sees what it knew then, the table what everybody saw."""

from __future__ import annotations

from collections.abc import Iterable

from ..core.engine.table import Table
from ..errors import SeatError
from ..events import Event
from ..places import RAIL, Seat
from ..view import ALL_OPEN, View, all_open_view, view

#: The table, all cards open, or a seat's letter.
Viewpoint = str
TABLE: Viewpoint = "table"  #: What everybody saw.
ALL: Viewpoint = ALL_OPEN  #: Every card open.


class ViewpointError(SeatError):
    """A viewpoint that this round does not have."""


class RoundNotOver(ValueError):
    """A round whose cards have not been shown: nobody may look at it but as it is played."""


def viewpoints_of(seats: Iterable[Seat], own_copy_of: Seat | None) -> tuple[Viewpoint, ...]:
    """The viewpoints that there are: a player's own copy tells what that player knew, and no more."""
    return (TABLE, *seats, ALL) if own_copy_of is None else (TABLE, own_copy_of)


def is_within(viewpoint: Viewpoint, scope: Viewpoint) -> bool:
    """Whether those who may know as much as the scope may see the viewpoint: what everybody saw, everybody may.

    >>> [[is_within(viewpoint, scope) for viewpoint in ("table", "a", "b", "all")] for scope in ("table", "a", "all")]
    [[True, False, False, False], [True, True, False, False], [True, True, True, True]]
    """
    return scope == ALL or viewpoint in (TABLE, scope)


def see(table: Table, viewpoint: Viewpoint) -> View:
    """The table as it is known from there."""
    return all_open_view(table) if viewpoint == ALL else view(table, _viewer(viewpoint))


def hear(events: Iterable[Event], viewpoint: Viewpoint) -> tuple[Event, ...]:
    """What happened, as it was told there."""
    if viewpoint == ALL:
        return tuple(events)
    viewer = _viewer(viewpoint)
    return tuple([event.seen_by(viewer) for event in events])


def _viewer(viewpoint: Viewpoint) -> Seat:
    return RAIL if viewpoint == TABLE else viewpoint
