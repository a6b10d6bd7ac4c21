"""Events report: what happened at the table, and who saw which card.

>>> drew = Drew("a", card="7h", sees=("a",))
>>> print(drew.seen_by("a"), "|", drew.seen_by("b"))
a draws 7h. | a draws a card.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from .core.engine import event_codes as kinds
from .places import RAIL, Place, Seat

UNSEEN = "??"
#: How an event is told: who, where, which card, shown to whom, which number.
FIELD_ORDER = ("seat", "place", "other", "card", "sees", "number")


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. Its template is the sentence that tells it."""

    kind: ClassVar[int]
    template: ClassVar[str]

    @property
    def name(self) -> str:
        return type(self).__name__.lower()

    def seen_by(self, viewer: Seat) -> Event:  # noqa: ARG002  (most events hide nothing)
        """The event as a seat, or a spectator, may know it."""
        return self

    def sentence(self, names: Mapping[Seat, str] | None = None) -> str:
        """What happened, with the players' names if there are any."""
        told: dict[str, Any] = {item.name: getattr(self, item.name) for item in fields(self)}
        if names and "seat" in told:
            told["seat"] = names.get(told["seat"], told["seat"])
        return self.wording().format(**told)

    def wording(self) -> str:
        return self.template

    def __str__(self) -> str:
        return self.sentence()

    def to_json(self) -> dict[str, Any]:
        """The event as plain data; a card that is not shown is left out."""
        document: dict[str, Any] = {"event": self.name}
        for name in FIELD_ORDER:
            value = getattr(self, name, None)
            if value is None or value == ():
                continue
            document[name] = str(value) if isinstance(value, Place) else value
        if "sees" in document:
            document["sees"] = [seat for seat in document["sees"] if seat != RAIL]
        return document


@dataclass(frozen=True, slots=True)
class Shown(Event):
    """An event that shows a card to some seats. A card is shown to nobody unless the event says so."""

    card: str | None = field(default=None, kw_only=True)
    sees: tuple[Seat, ...] = field(default=(), kw_only=True)
    unseen_template: ClassVar[str] = ""

    def seen_by(self, viewer: Seat) -> Event:
        if viewer in self.sees:
            return self
        public = {item.name: getattr(self, item.name) for item in fields(self) if item.name not in ("card", "sees")}
        return type(self)(**public)

    def wording(self) -> str:
        return self.template if self.card is not None else self.unseen_template


def are_alike(events: Iterable[Event], viewer: Seat, other: Seat) -> bool:
    """Whether both may know the same of what happened."""
    return all((viewer in event.sees) == (other in event.sees) for event in events if isinstance(event, Shown))


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    kind: ClassVar[int] = kinds.DEALT
    template: ClassVar[str] = "The cards are dealt."


@dataclass(frozen=True, slots=True)
class Opened(Shown):
    number: int
    kind: ClassVar[int] = kinds.OPENED
    template: ClassVar[str] = "{card} is turned up to start the discard pile."


@dataclass(frozen=True, slots=True)
class Readied(Event):
    seat: Seat
    kind: ClassVar[int] = kinds.READIED
    template: ClassVar[str] = "{seat} is ready."


@dataclass(frozen=True, slots=True)
class Turn(Event):
    seat: Seat
    kind: ClassVar[int] = kinds.TURN
    template: ClassVar[str] = "It is {seat}'s turn."


@dataclass(frozen=True, slots=True)
class Drew(Shown):
    seat: Seat
    kind: ClassVar[int] = kinds.DREW
    template: ClassVar[str] = "{seat} draws {card}."
    unseen_template: ClassVar[str] = "{seat} draws a card."


@dataclass(frozen=True, slots=True)
class Took(Shown):
    seat: Seat
    kind: ClassVar[int] = kinds.TOOK
    template: ClassVar[str] = "{seat} takes {card} from the discard pile."


@dataclass(frozen=True, slots=True)
class Swapped(Shown):
    seat: Seat
    place: Place
    number: int
    kind: ClassVar[int] = kinds.SWAPPED
    template: ClassVar[str] = "{seat} puts the card at {place} and discards {card}."


@dataclass(frozen=True, slots=True)
class Joined(Event):
    seat: Seat
    place: Place
    kind: ClassVar[int] = kinds.JOINED
    template: ClassVar[str] = "{seat} wants to swap {place} as well."


@dataclass(frozen=True, slots=True)
class Laid(Shown):
    seat: Seat
    place: Place
    kind: ClassVar[int] = kinds.LAID
    template: ClassVar[str] = "{seat} discards {card} from {place} as well."


@dataclass(frozen=True, slots=True)
class Differed(Shown):
    seat: Seat
    place: Place
    kind: ClassVar[int] = kinds.DIFFERED
    template: ClassVar[str] = "{seat}'s cards are not equal: {place} is {card}."


@dataclass(frozen=True, slots=True)
class Added(Event):
    seat: Seat
    place: Place
    kind: ClassVar[int] = kinds.ADDED
    template: ClassVar[str] = "{seat} has to keep the card as well, at {place}."


@dataclass(frozen=True, slots=True)
class Threw(Shown):
    seat: Seat
    number: int
    kind: ClassVar[int] = kinds.THREW
    template: ClassVar[str] = "{seat} throws {card}."


@dataclass(frozen=True, slots=True)
class Peeked(Shown):
    seat: Seat
    place: Place
    kind: ClassVar[int] = kinds.PEEKED
    template: ClassVar[str] = "{seat} peeks at {place} and sees {card}."
    unseen_template: ClassVar[str] = "{seat} peeks at {place}."


@dataclass(frozen=True, slots=True)
class Spied(Shown):
    seat: Seat
    place: Place
    kind: ClassVar[int] = kinds.SPIED
    template: ClassVar[str] = "{seat} spies on {place} and sees {card}."
    unseen_template: ClassVar[str] = "{seat} spies on {place}."


@dataclass(frozen=True, slots=True)
class Looked(Shown):
    seat: Seat
    place: Place
    kind: ClassVar[int] = kinds.LOOKED
    template: ClassVar[str] = "{seat} looks at {place} and sees {card}."
    unseen_template: ClassVar[str] = "{seat} looks at {place}."


@dataclass(frozen=True, slots=True)
class Chose(Event):
    seat: Seat
    place: Place
    kind: ClassVar[int] = kinds.CHOSE
    template: ClassVar[str] = "{seat} picks {place} for a swap."


@dataclass(frozen=True, slots=True)
class Traded(Event):
    seat: Seat
    place: Place
    other: Place
    kind: ClassVar[int] = kinds.TRADED
    template: ClassVar[str] = "{seat} swaps {place} and {other}."


@dataclass(frozen=True, slots=True)
class Skipped(Event):
    seat: Seat
    kind: ClassVar[int] = kinds.SKIPPED
    template: ClassVar[str] = "{seat} lets it be."


@dataclass(frozen=True, slots=True)
class Lapsed(Event):
    seat: Seat
    kind: ClassVar[int] = kinds.LAPSED
    template: ClassVar[str] = "{seat}'s power has nothing left to do."


@dataclass(frozen=True, slots=True)
class Snapped(Shown):
    seat: Seat
    place: Place
    kind: ClassVar[int] = kinds.SNAPPED
    template: ClassVar[str] = "{seat} snaps {card} from {place}."


@dataclass(frozen=True, slots=True)
class Missed(Shown):
    seat: Seat
    place: Place
    kind: ClassVar[int] = kinds.MISSED
    template: ClassVar[str] = "{seat} snaps {place} wrongly: it is {card}."
    unseen_template: ClassVar[str] = "{seat} snaps {place} wrongly."


@dataclass(frozen=True, slots=True)
class Seized(Event):
    seat: Seat
    place: Place
    other: Place
    kind: ClassVar[int] = kinds.SEIZED
    template: ClassVar[str] = "{seat} has to take the card at {place}, which now lies at {other}."


@dataclass(frozen=True, slots=True)
class Late(Event):
    seat: Seat
    place: Place
    other: Place | None = None
    kind: ClassVar[int] = kinds.LATE
    template: ClassVar[str] = "{seat} snaps {place} too late."

    def wording(self) -> str:
        return self.template if self.other is None else "{seat} snaps {place} and {other} too late."


@dataclass(frozen=True, slots=True)
class Penalised(Event):
    seat: Seat
    place: Place
    kind: ClassVar[int] = kinds.PENALISED
    template: ClassVar[str] = "{seat} gets a penalty card, at {place}."


@dataclass(frozen=True, slots=True)
class Spared(Event):
    seat: Seat
    kind: ClassVar[int] = kinds.SPARED
    template: ClassVar[str] = "There is no card left for {seat}'s penalty."


@dataclass(frozen=True, slots=True)
class Out(Event):
    seat: Seat
    kind: ClassVar[int] = kinds.OUT
    template: ClassVar[str] = "{seat} has too many cards and is out of the round."


@dataclass(frozen=True, slots=True)
class Dropped(Shown):
    seat: Seat
    number: int
    kind: ClassVar[int] = kinds.DROPPED
    template: ClassVar[str] = "{seat} drops {card} on the pile."


@dataclass(frozen=True, slots=True)
class Gave(Event):
    seat: Seat
    place: Place
    other: Place
    kind: ClassVar[int] = kinds.GAVE
    template: ClassVar[str] = "{seat} gives away the card at {place}, which now lies at {other}."


@dataclass(frozen=True, slots=True)
class Kept(Event):
    seat: Seat
    place: Place
    kind: ClassVar[int] = kinds.KEPT
    template: ClassVar[str] = "{seat} decides not to give a card for {place}."


@dataclass(frozen=True, slots=True)
class Excused(Event):
    seat: Seat
    place: Place
    kind: ClassVar[int] = kinds.EXCUSED
    template: ClassVar[str] = "{seat} need not give a card for {place} any more."


@dataclass(frozen=True, slots=True)
class Called(Event):
    seat: Seat
    kind: ClassVar[int] = kinds.CALLED
    template: ClassVar[str] = "{seat} calls Cambio!"


@dataclass(frozen=True, slots=True)
class Knocked(Event):
    seat: Seat
    kind: ClassVar[int] = kinds.KNOCKED
    template: ClassVar[str] = "{seat} has no cards, and so calls Cambio."


@dataclass(frozen=True, slots=True)
class Closed(Event):
    number: int
    kind: ClassVar[int] = kinds.CLOSED
    template: ClassVar[str] = "Too late to snap discard {number}."


@dataclass(frozen=True, slots=True)
class Reopened(Event):
    number: int
    kind: ClassVar[int] = kinds.REOPENED
    template: ClassVar[str] = "Last chance to snap discard {number}."


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    number: int
    kind: ClassVar[int] = kinds.RESHUFFLED
    template: ClassVar[str] = "The discards are reshuffled: {number} cards in the stock."


@dataclass(frozen=True, slots=True)
class Revealed(Shown):
    seat: Seat
    place: Place
    kind: ClassVar[int] = kinds.REVEALED
    template: ClassVar[str] = "{place} is {card}."


@dataclass(frozen=True, slots=True)
class Scored(Event):
    seat: Seat
    number: int
    kind: ClassVar[int] = kinds.SCORED
    template: ClassVar[str] = "{seat} scores {number}."


EVENTS: dict[int, type[Event]] = {
    event.kind: event
    for event in list(globals().values())
    if isinstance(event, type) and issubclass(event, Event) and hasattr(event, "kind")
}
