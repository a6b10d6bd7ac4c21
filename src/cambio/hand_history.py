"""A finished round as everybody knows it after the show: every hand, card by card, at every moment.

It is made from nothing but what the whole table has seen. Each card that was ever in a hand has been laid on the pile
or shown at the end, and how cards move is open; so the faces of the past follow, and no card is told that nobody met.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import count

from .events import (
    Drew,
    Dropped,
    Event,
    Gave,
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

    at: dict[Place, int]
    numbers: count[int]
    faces: dict[int, str] = field(default_factory=dict)
    held: int = -1

    def follow(self, event: Event) -> bool:
        """Move cards as the event tells; false if no hand has changed."""
        match event:
            case Drew():
                self.held = next(self.numbers)
                return False
            case Took():
                self.held = next(self.numbers)
                self._show(self.held, event.card)
                return False
            case Threw() | Dropped():
                self._show(self.held, event.card)
                return False
            case Revealed():
                self._show(self.at[event.place], event.card)
                return False
            case Swapped():
                self._show(self.at[event.place], event.card)
                self.at[event.place] = self.held
            case Snapped():
                self._show(self.at.pop(event.place), event.card)
            case Traded():
                self.at[event.place], self.at[event.other] = self.at[event.other], self.at[event.place]
            case Gave() | Seized():
                self.at[event.other] = self.at.pop(event.place)
            case Penalised():
                self.at[event.place] = next(self.numbers)
            case _:
                return False
        return True

    def _show(self, number: int, face: str | None) -> None:
        assert face is not None, "expected a card that the whole table has seen"
        self.faces[number] = face

    def hands(self, seats: Iterable[Seat]) -> dict[Seat, tuple[int, ...]]:
        return {seat: tuple(self.at[place] for place in sorted(self.at) if place.seat == seat) for seat in seats}


def retrace_hands(game: Game) -> list[Moment]:
    """Every event of a finished round with the hands after it."""
    assert game.is_over, "expected a round whose cards have been shown"
    numbers = count()
    slots = range(1, game.rules["deal.cards"] + 1)
    cards = _Cards({Place(seat, slot): next(numbers) for seat in game.seats for slot in slots}, numbers)
    told = [event.seen_by(RAIL) for event in game.events]
    hands = cards.hands(game.seats)
    numbered = []
    for event in told:
        if cards.follow(event):
            hands = cards.hands(game.seats)
        numbered.append(hands)
    moments: list[Moment] = []
    for index, event in enumerate(told):
        is_same = index > 0 and numbered[index] is numbered[index - 1]
        moments.append(Moment(event, moments[-1].hands if is_same else _faces(cards, numbered[index])))
    return moments


def _faces(cards: _Cards, hands: Mapping[Seat, tuple[int, ...]]) -> Hands:
    return {seat: tuple(cards.faces[number] for number in hand) for seat, hand in hands.items()}
