"""Players by thresholds, as most programs for this game are: low cards are kept, and a low hand is called.

``greedy`` looks at its own hand alone. ``snap-happy`` is the same player with quick and careless hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from ...actions import Action, Call, Draw, Give, Keep, Peek, Ready, Skip, Snap, Swap, Take, Throw
from ...core.engine.cards import face_of, kind_of, rank_of
from ...events import UNSEEN
from ...places import Place, Seat
from ...rules import Rules
from ...view import GAP, View
from ..player import Bot, may_wait

Kind = TypeVar("Kind", bound=Action)
#: Rounds must end: from this lap on a hand is called with so many points more for each lap.
LONG_ROUND_LAPS = 15
IMPATIENCE = 3


class ThresholdPlayer(Bot):
    """What all of them have in common: what cards count, which ones match, and where they lie."""

    #: Points up to which a hand is called.
    call_at = 6.0
    #: What a card that has not been seen is taken to count.
    unknown = 6.0

    def __init__(self, rules: Rules, seats: int, seat: Seat, seed: int) -> None:  # noqa: ARG002  (as all are made)
        self.rules = rules  #: What is played by.
        self.seat = seat  #: Where it sits.
        self._values: Sequence[int] = rules["deck.values"]
        self._matches_by_value = rules["snap.match"] == "value"

    def points(self, card: str) -> float:
        """What a card counts; one that has not been seen counts what such cards do on average."""
        return self.unknown if card == UNSEEN else self._values[kind_of(face_of(card))]

    def points_at(self, view: View, place: Place) -> float:
        return self.points(card_at(view, place))

    def match_of(self, card: str) -> int:
        """Cards with the same number match."""
        face = face_of(card)
        return self._values[kind_of(face)] if self._matches_by_value else rank_of(face)

    def total(self, view: View, seat: Seat) -> float:
        """What a hand counts, as far as it is known."""
        return sum(self.points(card) for card in view.hands[seat] if card != GAP)

    def worst(self, view: View, places: Iterable[Place]) -> Place | None:
        """Where most points lie; the first of them."""
        return max(places, key=lambda place: self.points_at(view, place), default=None)

    def limit(self, view: View) -> float:
        """The points up to which a hand is called in this lap."""
        return self.call_at + IMPATIENCE * max(0, view.lap - LONG_ROUND_LAPS)

    def known_matches(self, view: View, legal: Sequence[Action]) -> list[Snap]:
        """Snaps of cards that are known to match the top discard."""
        if view.top is None:
            return []
        wanted = self.match_of(view.top)
        return [
            snap
            for snap in of_kind(Snap, legal)
            if (card := card_at(view, snap.place)) != UNSEEN and self.match_of(card) == wanted
        ]


class Greedy(ThresholdPlayer):
    """Keeps what is lower than its worst card, looks at its own cards, and calls at a threshold."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        if may_wait(legal):
            return self.choose_snap(view, legal)
        if Call() in legal and self.wants_to_call(view):
            return Call()
        return (
            self.use_held(view, legal)
            or self.use_power(view, legal)
            or self.give(view, legal)
            or self.begin(view, legal)
        )

    def wants_to_call(self, view: View) -> bool:
        return self.total(view, self.seat) <= self.limit(view)

    def choose_snap(self, view: View, legal: Sequence[Action]) -> Snap | None:
        """An own card that it knows to match, unless that counts less than nothing."""
        own = [snap for snap in self.known_matches(view, legal) if snap.place.seat == self.seat]
        return next((snap for snap in own if self.points_at(view, snap.place) > 0), None)

    def use_held(self, view: View, legal: Sequence[Action]) -> Action | None:
        """Swap it for the worst card if it is lower; else throw it away."""
        swaps = of_kind(Swap, legal)
        worst = self.worst(view, (swap.place for swap in swaps))
        if view.held is None or (worst is None and Throw() not in legal):
            return None
        if worst is not None and (Throw() not in legal or self.points(view.held) < self.points_at(view, worst)):
            return Swap(worst)
        return Throw()

    def use_power(self, view: View, legal: Sequence[Action]) -> Action | None:
        """Look at an own card that it has not seen; let everything else be, if it may."""
        peeks = of_kind(Peek, legal)
        unseen = next((peek for peek in peeks if card_at(view, peek.place) == UNSEEN), None)
        if unseen is not None:
            return unseen
        return Skip() if Skip() in legal else next(iter(peeks), None) if view.phase == "power" else None

    def give(self, view: View, legal: Sequence[Action]) -> Action | None:
        worst = self.worst(view, (each.place for each in of_kind(Give, legal)))
        if worst is None:
            return None
        return Keep() if Keep() in legal and self.points_at(view, worst) <= 0 else Give(worst)

    def begin(self, view: View, legal: Sequence[Action]) -> Action:
        """Take a low discard that improves the hand, or draw."""
        worst = self.worst(view, own_places(view, self.seat))
        if Take() in legal and view.top is not None and worst is not None:
            if self.points(view.top) <= self.unknown / 2 and self.points(view.top) < self.points_at(view, worst):
                return Take()
        return plainest(legal)


class SnapHappy(Greedy):
    """Snaps whatever may match, its own and others', also cards that nobody has seen; and is quick about it."""

    #: With more cards than this it becomes careful.
    most_cards = 6

    def __init__(self, rules: Rules, seats: int, seat: Seat, seed: int) -> None:
        super().__init__(rules, seats, seat, seed)
        #: The latest discard at which it has tried its luck.
        self._tried_at = 0

    def choose_snap(self, view: View, legal: Sequence[Action]) -> Snap | None:
        known = self.known_matches(view, legal)
        if known:
            return max(known, key=lambda snap: (snap.place.seat == self.seat, self.points_at(view, snap.place)))
        cards = sum(card != GAP for card in view.hands[self.seat])
        unseen = [snap for snap in of_kind(Snap, legal) if card_at(view, snap.place) == UNSEEN]
        if not unseen or cards > self.most_cards or self._tried_at == view.number:
            return None
        self._tried_at = view.number
        return next((snap for snap in unseen if snap.place.seat == self.seat), unseen[0])

    def reaction(self) -> float:
        return 0.4


def card_at(view: View, place: Place) -> str:
    return view.hands[place.seat][place.slot - 1]


def own_places(view: View, seat: Seat) -> list[Place]:
    return [Place(seat, slot) for slot, card in enumerate(view.hands[seat], start=1) if card != GAP]


def of_kind(kind: type[Kind], legal: Sequence[Action]) -> list[Kind]:
    return [action for action in legal if isinstance(action, kind)]


def plainest(legal: Sequence[Action]) -> Action:
    """What changes least; a power that has to be used is used as it comes."""
    for action in (Draw(), Skip(), Ready(), Keep()):
        if action in legal:
            return action
    return next((action for action in legal if not isinstance(action, Call)), legal[0])
