"""The stand-in: plays for somebody who has failed or is away. It is cautious, lawful and predictable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..actions import Action, Call, Draw, Give, Keep, Peek, Ready, Skip, Snap, Swap, Throw
from ..core.engine.cards import face_of, kind_of
from ..events import UNSEEN
from ..places import Place, Seat
from ..rules import Rules
from ..view import View
from .player import Bot

#: Points up to which a drawn card is clearly low.
LOW = 3
#: What a card that has not been seen is taken to count.
UNKNOWN = 6
#: From this lap on it calls, so that a round that only stand-ins play comes to its end.
LATE_LAP = 40


class StandIn(Bot):
    """Never snaps, keeps low cards, throws the others, and calls only late or in a hurry."""

    def __init__(self, rules: Rules, seats: int, seat: Seat, seed: int = 0) -> None:  # noqa: ARG002  (as all are made)
        self.values: Sequence[int] = rules["deck.values"]  #: What each kind of card counts.
        self.seat = seat  #: Where it sits.
        #: The round has to end: it calls as soon as it may.
        self.in_hurry = False

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        if not legal or isinstance(legal[0], Snap):
            return None
        if Call() in legal and (self.in_hurry or view.lap >= LATE_LAP):
            return Call()
        if view.held is not None and (Throw() in legal or self._offers(Swap, legal)):
            return self._swap_or_throw(view, legal)
        return self._look(view, legal) or self._give(view, legal) or _plainest(legal)

    def _swap_or_throw(self, view: View, legal: Sequence[Action]) -> Action:
        """A clearly low card is worth keeping; one that was taken mostly has to be."""
        assert view.held is not None
        worst = self._worst(view, (action.place for action in legal if isinstance(action, Swap)))
        if Throw() not in legal:
            assert worst is not None
            return Swap(worst)
        held = self._points(view.held)
        if worst is None or held > LOW or held >= self._points_at(view, worst):
            return Throw()
        return Swap(worst)

    def _look(self, view: View, legal: Sequence[Action]) -> Action | None:
        """At an own card that it has not seen, once."""
        peeks = [action for action in legal if isinstance(action, Peek)]
        return next((peek for peek in peeks if self.seat not in view.known_by[peek.place]), None)

    def _give(self, view: View, legal: Sequence[Action]) -> Action | None:
        worst = self._worst(view, (action.place for action in legal if isinstance(action, Give)))
        return None if worst is None else Give(worst)

    def _worst(self, view: View, places: Iterable[Place]) -> Place | None:
        """Where most points lie, as far as it knows; the first of them."""
        return max(places, key=lambda place: self._points_at(view, place), default=None)

    def _points_at(self, view: View, place: Place) -> int:
        return self._points(view.hands[place.seat][place.slot - 1])

    def _points(self, card: str) -> int:
        return UNKNOWN if card == UNSEEN else self.values[kind_of(face_of(card))]

    @staticmethod
    def _offers(kind: type[Action], legal: Sequence[Action]) -> bool:
        return any(isinstance(action, kind) for action in legal)


def _plainest(legal: Sequence[Action]) -> Action:
    """What changes least; a power that has to be used is used as it comes."""
    for action in (Draw(), Skip(), Ready(), Keep()):
        if action in legal:
            return action
    return next((action for action in legal if not isinstance(action, Call)), legal[0])
