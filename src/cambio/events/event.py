"""What all events have in common: a sentence, a form as data, and who may know what of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from ..places import RAIL, Place, Seat

#: Stands for a card that is not seen.
UNSEEN = "??"
#: How an event is told: who, where, which card, shown to whom, which number.
FIELD_ORDER = ("seat", "place", "other", "card", "sees", "number")


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at the table."""

    kind: ClassVar[int]  #: How the core counts events.
    template: ClassVar[str]  #: The sentence that tells it.

    @property
    def name(self) -> str:
        """How programs know the event, like ``snapped``."""
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
        """The template that fits what is known."""
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

    card: str | None = field(default=None, kw_only=True)  #: The card's face; None for whoever does not see it.
    sees: tuple[Seat, ...] = field(default=(), kw_only=True)  #: Who sees the card.
    unseen_template: ClassVar[str] = ""  #: The sentence for whoever does not see the card.

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
