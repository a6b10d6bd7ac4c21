"""What comes of a snap: a card less, a penalty, a gift."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..core.engine import event_codes as kinds
from ..places import Place, Seat
from .event import Event, Shown


@dataclass(frozen=True, slots=True)
class Snapped(Shown):
    """A seat lays a matching card on the discard, out of turn."""

    seat: Seat  #: Who snapped.
    place: Place  #: Which card.
    kind: ClassVar[int] = kinds.SNAPPED
    template: ClassVar[str] = "{seat} snaps {card} from {place}."


@dataclass(frozen=True, slots=True)
class Missed(Shown):
    """A snap was wrong: the card does not match. The rules say who sees it."""

    seat: Seat  #: Who it is.
    place: Place  #: Which card.
    kind: ClassVar[int] = kinds.MISSED
    template: ClassVar[str] = "{seat} snaps {place} wrongly: it is {card}."
    unseen_template: ClassVar[str] = "{seat} snaps {place} wrongly."


@dataclass(frozen=True, slots=True)
class Seized(Event):
    """Whoever snapped another's card wrongly has to take that card."""

    seat: Seat  #: Who it is.
    place: Place  #: Where the card lay.
    other: Place  #: Where it lies now.
    kind: ClassVar[int] = kinds.SEIZED
    template: ClassVar[str] = "{seat} has to take the card at {place}, which now lies at {other}."


@dataclass(frozen=True, slots=True)
class Late(Event):
    """A snap came after the window of its discard had closed."""

    seat: Seat  #: Who it is.
    place: Place  #: Which card.
    other: Place | None = None  #: The second card, where two were snapped at once.
    kind: ClassVar[int] = kinds.LATE
    template: ClassVar[str] = "{seat} snaps {place} too late."

    def wording(self) -> str:
        return self.template if self.other is None else "{seat} snaps {place} and {other} too late."


@dataclass(frozen=True, slots=True)
class Penalised(Event):
    """A seat gets a card from the stock, unseen, as a penalty."""

    seat: Seat  #: Who it is.
    place: Place  #: Where the penalty card lies.
    kind: ClassVar[int] = kinds.PENALISED
    template: ClassVar[str] = "{seat} gets a penalty card, at {place}."


@dataclass(frozen=True, slots=True)
class Spared(Event):
    """A penalty is left out, since there is no card for it."""

    seat: Seat  #: Who it is.
    kind: ClassVar[int] = kinds.SPARED
    template: ClassVar[str] = "There is no card left for {seat}'s penalty."


@dataclass(frozen=True, slots=True)
class Out(Event):
    """A seat has more cards than the rules allow: its hand is frozen, and it can't win."""

    seat: Seat  #: Who it is.
    kind: ClassVar[int] = kinds.OUT
    template: ClassVar[str] = "{seat} has too many cards and is out of the round."


@dataclass(frozen=True, slots=True)
class Dropped(Shown):
    """A held card comes onto the pile without a power: its seat is put out, or its cards were not equal."""

    seat: Seat  #: Who it is.
    number: int  #: The number of the discard.
    kind: ClassVar[int] = kinds.DROPPED
    template: ClassVar[str] = "{seat} drops {card} on the pile."


@dataclass(frozen=True, slots=True)
class Gave(Event):
    """Whoever snapped another's card fills the gap with one of their own."""

    seat: Seat  #: Who it is.
    place: Place  #: Where the card lay.
    other: Place  #: The gap that it fills.
    kind: ClassVar[int] = kinds.GAVE
    template: ClassVar[str] = "{seat} gives away the card at {place}, which now lies at {other}."


@dataclass(frozen=True, slots=True)
class Kept(Event):
    """A seat that might have given a card gives none."""

    seat: Seat  #: Who it is.
    place: Place  #: The gap that stays.
    kind: ClassVar[int] = kinds.KEPT
    template: ClassVar[str] = "{seat} decides not to give a card for {place}."


@dataclass(frozen=True, slots=True)
class Excused(Event):
    """A gift is due no longer: giver or receiver is out, or the giver has no card."""

    seat: Seat  #: Who it is.
    place: Place  #: The gap that stays.
    kind: ClassVar[int] = kinds.EXCUSED
    template: ClassVar[str] = "{seat} need not give a card for {place} any more."
