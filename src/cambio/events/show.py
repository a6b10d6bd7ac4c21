"""The end of a round: all cards are turned up and counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..core.engine import event_codes as kinds
from ..places import Place, Seat
from .event import Event, Shown


@dataclass(frozen=True, slots=True)
class Revealed(Shown):
    """At the show, a card is turned up for everybody."""

    seat: Seat  #: Who it is.
    place: Place  #: Which card.
    kind: ClassVar[int] = kinds.REVEALED
    template: ClassVar[str] = "{place} is {card}."


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """What a round brings a seat."""

    seat: Seat  #: Who it is.
    number: int  #: The score of this round, which goes into the tally.
    kind: ClassVar[int] = kinds.SCORED
    template: ClassVar[str] = "{seat} scores {number}."
