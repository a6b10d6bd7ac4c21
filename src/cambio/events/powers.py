"""What powers do: cards are looked at, and cards change places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..core.engine import event_codes as kinds
from ..places import Place, Seat
from .event import Event, Shown


@dataclass(frozen=True, slots=True)
class Peeked(Shown):
    """A seat looks at a card of its own: before play, or by a power."""

    seat: Seat  #: Who it is.
    place: Place  #: Which card.
    kind: ClassVar[int] = kinds.PEEKED
    template: ClassVar[str] = "{seat} peeks at {place} and sees {card}."
    unseen_template: ClassVar[str] = "{seat} peeks at {place}."


@dataclass(frozen=True, slots=True)
class Spied(Shown):
    """A seat looks at another seat's card, by a power."""

    seat: Seat  #: Who it is.
    place: Place  #: Which card.
    kind: ClassVar[int] = kinds.SPIED
    template: ClassVar[str] = "{seat} spies on {place} and sees {card}."
    unseen_template: ClassVar[str] = "{seat} spies on {place}."


@dataclass(frozen=True, slots=True)
class Looked(Shown):
    """A seat looks at a card that it may swap afterwards, by a power."""

    seat: Seat  #: Who it is.
    place: Place  #: Which card.
    kind: ClassVar[int] = kinds.LOOKED
    template: ClassVar[str] = "{seat} looks at {place} and sees {card}."
    unseen_template: ClassVar[str] = "{seat} looks at {place}."


@dataclass(frozen=True, slots=True)
class Chose(Event):
    """A seat picks the first of two cards that are to be swapped."""

    seat: Seat  #: Who it is.
    place: Place  #: Which card.
    kind: ClassVar[int] = kinds.CHOSE
    template: ClassVar[str] = "{seat} picks {place} for a swap."


@dataclass(frozen=True, slots=True)
class Traded(Event):
    """Two cards change places, unseen."""

    seat: Seat  #: Who it is.
    place: Place  #: The first card's place.
    other: Place  #: The second card's place.
    kind: ClassVar[int] = kinds.TRADED
    template: ClassVar[str] = "{seat} swaps {place} and {other}."


@dataclass(frozen=True, slots=True)
class Skipped(Event):
    """A seat leaves a power unused, or the rest of it, or does not call."""

    seat: Seat  #: Who it is.
    kind: ClassVar[int] = kinds.SKIPPED
    template: ClassVar[str] = "{seat} lets it be."


@dataclass(frozen=True, slots=True)
class Lapsed(Event):
    """A power ends because nothing is left that it could do."""

    seat: Seat  #: Who it is.
    kind: ClassVar[int] = kinds.LAPSED
    template: ClassVar[str] = "{seat}'s power has nothing left to do."
