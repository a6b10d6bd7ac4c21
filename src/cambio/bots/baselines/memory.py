"""``memory``: a player that forgets no card that it has seen, counts those that are left, and uses every power."""

from __future__ import annotations

from collections.abc import Sequence

from ...actions import Action, Look, Skip, Snap, Spy, Trade
from ...events import UNSEEN, Event
from ...places import Place, Seat, seat_number
from ...rules import Rules
from ...view import View
from ..belief_tracker import BeliefTracker
from .threshold import Greedy, card_at, of_kind, own_places


class Memory(Greedy):
    """Calls a low hand, or one that is lower than what the others hold by its count."""

    #: By how many points the own hand must be lower than that of the best rival.
    lead = 3.0

    def __init__(self, rules: Rules, seats: int, seat: Seat, seed: int) -> None:
        super().__init__(rules, seats, seat, seed)
        #: Where every card lies that its seat was shown.
        self.beliefs = BeliefTracker(rules, seats, seat_number(seat))

    def notice(self, event: Event) -> None:
        self.beliefs.update(event)

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        self.unknown = self._mean_of_unseen()
        return super().choose(view, legal)

    def _mean_of_unseen(self) -> float:
        """What the cards count on average that lie in no place where this player has seen them."""
        beliefs, ruleset = self.beliefs, self.rules.ruleset
        held = [] if beliefs.held is None else [beliefs.held]
        seen = {card.number for card in (*beliefs.at.values(), *beliefs.pile, *held)}
        values = [ruleset.value_of(card) for card in range(self.rules.deck_size) if card not in seen]
        return sum(values) / len(values) if values else type(self).unknown

    def wants_to_call(self, view: View) -> bool:
        """A low hand, or a lead."""
        own = self.total(view, self.seat)
        rivals = [self.total(view, seat) for seat in view.hands if seat != self.seat and seat not in view.out]
        return own <= self.limit(view) or (view.lap > 1 and bool(rivals) and own + self.lead <= min(rivals) / 2)

    def choose_snap(self, view: View, legal: Sequence[Action]) -> Snap | None:
        """A card that it knows to match: its own that counts most, or somebody else's, to give away a worse one."""
        known = self.known_matches(view, legal)
        own = [snap for snap in known if snap.place.seat == self.seat and self.points_at(view, snap.place) > 0]
        if own:
            return max(own, key=lambda snap: self.points_at(view, snap.place))
        worst = self.worst(view, own_places(view, self.seat))
        may_give = self.rules["snap.give"] != "no" and worst is not None and self.points_at(view, worst) > 0
        return next((snap for snap in known if snap.place.seat != self.seat), None) if may_give else None

    def use_power(self, view: View, legal: Sequence[Action]) -> Action | None:
        """Look at what it has not seen, and trade its worst card for one that it knows to be lower."""
        for kind in (Spy, Look):
            unseen = [action for action in of_kind(kind, legal) if card_at(view, action.place) == UNSEEN]
            if unseen:
                return unseen[0]
        trades = of_kind(Trade, legal)
        if trades:
            return self._trade(view, trades) or (Skip() if Skip() in legal else trades[0])
        return super().use_power(view, legal)

    def _trade(self, view: View, trades: Sequence[Trade]) -> Trade | None:
        """The pair that lowers the own hand most: first the own card, then the other one, or both looked at."""
        lowest = min(
            (place for seat in view.hands if seat != self.seat for place in own_places(view, seat)),
            key=lambda place: self.points_at(view, place),
            default=None,
        )
        worst = self.worst(view, own_places(view, self.seat))
        if Trade() in trades:
            return Trade() if self._would_gain(view, view.looked) else None
        if worst is None or lowest is None or self.points_at(view, lowest) >= self.points_at(view, worst):
            return None
        for place in (worst, lowest):
            if Trade(place) in trades and place != view.picked:
                return Trade(place)
        return None

    def _would_gain(self, view: View, looked: Sequence[Place]) -> bool:
        own = [place for place in looked if place.seat == self.seat]
        others = [place for place in looked if place.seat != self.seat]
        return bool(own and others) and self.points_at(view, own[0]) > self.points_at(view, others[0])
