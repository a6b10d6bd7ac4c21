"""How a round begins and goes on: the deal, whose turn it is, windows that close, the stock that is shuffled again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..core.engine import event_codes as kinds
from ..places import Seat
from .event import Event, Shown


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """Every seat has its cards, face down."""

    kind: ClassVar[int] = kinds.DEALT
    template: ClassVar[str] = "The cards are dealt."


@dataclass(frozen=True, slots=True)
class Opened(Shown):
    """The first discard is turned up from the stock."""

    number: int  #: The number of the discard.
    kind: ClassVar[int] = kinds.OPENED
    template: ClassVar[str] = "{card} is turned up to start the discard pile."


@dataclass(frozen=True, slots=True)
class Readied(Event):
    """A seat has looked enough: play begins when everybody has."""

    seat: Seat  #: Who it is.
    kind: ClassVar[int] = kinds.READIED
    template: ClassVar[str] = "{seat} is ready."


@dataclass(frozen=True, slots=True)
class Turn(Event):
    """A seat's turn begins."""

    seat: Seat  #: Whose turn it is.
    kind: ClassVar[int] = kinds.TURN
    template: ClassVar[str] = "It is {seat}'s turn."


@dataclass(frozen=True, slots=True)
class Closed(Event):
    """The window of a discard closes: from now on a snap of it is late."""

    number: int  #: The number of the discard.
    kind: ClassVar[int] = kinds.CLOSED
    template: ClassVar[str] = "Too late to snap discard {number}."


@dataclass(frozen=True, slots=True)
class Reopened(Event):
    """The last discard may be snapped once more before the cards are shown."""

    number: int  #: The number of the discard.
    kind: ClassVar[int] = kinds.REOPENED
    template: ClassVar[str] = "Last chance to snap discard {number}."


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """All discards but the top one are shuffled and become the stock."""

    number: int  #: How many cards the stock has now.
    kind: ClassVar[int] = kinds.RESHUFFLED
    template: ClassVar[str] = "The discards are reshuffled: {number} cards in the stock."
