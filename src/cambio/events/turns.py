"""What a seat does in its turn: it draws or takes, swaps or throws, and calls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..core.engine import event_codes as kinds
from ..places import Place, Seat
from .event import Event, Shown


@dataclass(frozen=True, slots=True)
class Drew(Shown):
    """A seat draws from the stock, and alone sees the card."""

    seat: Seat  #: Who it is.
    kind: ClassVar[int] = kinds.DREW
    template: ClassVar[str] = "{seat} draws {card}."
    unseen_template: ClassVar[str] = "{seat} draws a card."


@dataclass(frozen=True, slots=True)
class Took(Shown):
    """A seat takes the top discard, which everybody has seen."""

    seat: Seat  #: Who it is.
    kind: ClassVar[int] = kinds.TOOK
    template: ClassVar[str] = "{seat} takes {card} from the discard pile."


@dataclass(frozen=True, slots=True)
class Swapped(Shown):
    """A seat swaps the card that it holds for one of its own, which is discarded face up."""

    seat: Seat  #: Who it is.
    place: Place  #: Where the card goes, and the discard came from.
    number: int  #: The number of the discard.
    kind: ClassVar[int] = kinds.SWAPPED
    template: ClassVar[str] = "{seat} puts the card at {place} and discards {card}."


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """A seat names another card of its own that goes with the one it is about to swap."""

    seat: Seat  #: Who it is.
    place: Place  #: Which card.
    kind: ClassVar[int] = kinds.JOINED
    template: ClassVar[str] = "{seat} wants to swap {place} as well."


@dataclass(frozen=True, slots=True)
class Laid(Shown):
    """A card that was named is equal to the others, and is discarded with them."""

    seat: Seat  #: Who it is.
    place: Place  #: Which card.
    kind: ClassVar[int] = kinds.LAID
    template: ClassVar[str] = "{seat} discards {card} from {place} as well."


@dataclass(frozen=True, slots=True)
class Differed(Shown):
    """One of several cards that were tried and are not equal; everybody sees them."""

    seat: Seat  #: Who it is.
    place: Place  #: Which card.
    kind: ClassVar[int] = kinds.DIFFERED
    template: ClassVar[str] = "{seat}'s cards are not equal: {place} is {card}."


@dataclass(frozen=True, slots=True)
class Added(Event):
    """After cards that were not equal, the card held joins the hand."""

    seat: Seat  #: Who it is.
    place: Place  #: Where the card lies now.
    kind: ClassVar[int] = kinds.ADDED
    template: ClassVar[str] = "{seat} has to keep the card as well, at {place}."


@dataclass(frozen=True, slots=True)
class Threw(Shown):
    """A seat discards the card that it drew."""

    seat: Seat  #: Who it is.
    number: int  #: The number of the discard.
    kind: ClassVar[int] = kinds.THREW
    template: ClassVar[str] = "{seat} throws {card}."


@dataclass(frozen=True, slots=True)
class Called(Event):
    """A seat says that it has the fewest points; the last turns begin."""

    seat: Seat  #: Who it is.
    kind: ClassVar[int] = kinds.CALLED
    template: ClassVar[str] = "{seat} calls Cambio!"


@dataclass(frozen=True, slots=True)
class Knocked(Event):
    """A seat without cards calls automatically, where the rules say so."""

    seat: Seat  #: Who it is.
    kind: ClassVar[int] = kinds.KNOCKED
    template: ClassVar[str] = "{seat} has no cards, and so calls Cambio."
