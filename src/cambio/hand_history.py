"""A finished round as everybody knows it after the show: every hand, card by card, at every moment.

It is made from nothing but what the whole table has seen. Each card that was ever in a hand has been laid on the pile
or shown at the end, and how cards move is open; so the faces of the past follow, and no card is told that nobody met.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count

from .events import (
    Added,
    Drew,
    Dropped,
    Event,
    Gave,
    Laid,
    Penalised,
    Revealed,
    Seized,
    Snapped,
    Swapped,
    Threw,
    Took,
    Traded,
)
from .game import Game
from .places import RAIL, Place, Seat

Hands = Mapping[Seat, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Moment:
    """An event, as the whole table knows it, and the hands after it; gaps are left out."""

    event: Event
    hands: Hands


@dataclass
class _Cards:
    """Where each card is, by a number of our own, and the faces that have come to light so far."""

    #: By seat and slot.
    at: dict[Seat, dict[int, int]]
    numbers: count[int]
    faces: dict[int, str] = field(default_factory=dict)
    held: int = -1

    def follow(self, event: Event) -> set[Seat]:
        """Move cards as the event tells; returns the seats whose hands have changed."""
        match event:
            case Drew():
                self.held = next(self.numbers)
            case Took():
                self.held = next(self.numbers)
                self._show(self.held, event.card)
            case Threw() | Dropped():
                self._show(self.held, event.card)
            case Revealed():
                self._show(self.at[event.place.seat][event.place.slot], event.card)
            case Swapped():
                self._show(self._take(event.place), event.card)
                return self._put(event.place, self.held)
            case Snapped() | Laid():
                self._show(self._take(event.place), event.card)
                return {event.place.seat}
            case Traded():
                one, two = self._take(event.place), self._take(event.other)
                return self._put(event.place, two) | self._put(event.other, one)
            case Gave() | Seized():
                return self._put(event.other, self._take(event.place)) | {event.place.seat}
            case Added():
                return self._put(event.place, self.held)
            case Penalised():
                return self._put(event.place, next(self.numbers))
            case _:
                pass
        return set()

    def _take(self, place: Place) -> int:
        return self.at[place.seat].pop(place.slot)

    def _put(self, place: Place, number: int) -> set[Seat]:
        self.at[place.seat][place.slot] = number
        return {place.seat}

    def _show(self, number: int, face: str | None) -> None:
        assert face is not None, "expected a card that the whole table has seen"
        self.faces[number] = face

    def hand(self, seat: Seat) -> tuple[int, ...]:
        return tuple(number for _, number in sorted(self.at[seat].items()))


def retrace_hands(game: Game) -> list[Moment]:
    """Every event of a finished round with the hands after it; a hand that stays as it is stays the same tuple."""
    assert game.is_over, "expected a round whose cards have been shown"
    numbers = count()
    slots = range(1, game.rules["deal.cards"] + 1)
    cards = _Cards({seat: {slot: next(numbers) for slot in slots} for seat in game.seats}, numbers)
    dealt = {seat: cards.hand(seat) for seat in game.seats}
    told = [event.seen_by(RAIL) for event in game.events]
    # The faces come to light later than the cards move.
    changes = [{seat: cards.hand(seat) for seat in cards.follow(event)} for event in told]
    hands: Hands = _faces(cards, dealt)
    moments: list[Moment] = []
    for event, changed in zip(told, changes, strict=True):
        hands = {**hands, **_faces(cards, changed)} if changed else hands
        moments.append(Moment(event, hands))
    return moments


def _faces(cards: _Cards, hands: Mapping[Seat, tuple[int, ...]]) -> Hands:
    return {seat: tuple([cards.faces[number] for number in hand]) for seat, hand in hands.items()}
