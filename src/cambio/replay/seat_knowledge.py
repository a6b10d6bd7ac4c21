"""What each seat knew of the cards before the players, and what it could believe its own hand to count.

**Believed points.** What the seat had seen of its own hand counts as at the show. Each other card of its hand counts
the mean of all cards of the same shuffle that the seat had not seen: everybody can tell which shuffle a card comes
from, which cards belong to it, and which of these one has seen. (Where fives are risky, one that is not seen counts
what the card does by itself.) So it is a number that the player could have worked out at the table. Told to that
player, and where all cards are open.

**True points** are told wherever every card of the hand is known.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..core.engine import constants
from ..core.engine.cards import text_of
from ..core.engine.table import Table
from ..events import UNSEEN
from ..hand_points import HandPoints
from ..places import Seat, seat_number
from ..rules import Rules
from ..view import GAP, View
from .viewpoint import ALL, Viewpoint


@dataclass(frozen=True, slots=True)
class SeatKnowledge:
    """What a seat knew, and what its hand counted, as far as the viewpoint may know that."""

    #: Cards of its own hand, and of all other hands, that the seat had seen.
    own: int
    others: int  #: Cards of other hands that the seat had seen.
    points: int | None = None  #: What its hand counted, where every card of it is known.
    believed: float | None = None  #: What the seat could believe its hand to count.


class KnowledgeCounter:
    """Counts what each seat knew, at one moment of a round after the other."""

    def __init__(self, rules: Rules, viewpoint: Viewpoint) -> None:
        ruleset = rules.ruleset
        self._points_of = HandPoints(rules).of
        self._values = [ruleset.value_of(card) for card in range(ruleset.deck_size)]
        self._faces = [text_of(ruleset.face_of(card)) for card in range(ruleset.deck_size)]
        self._viewpoint = viewpoint

    def count(self, table: Table, seen: View) -> dict[Seat, SeatKnowledge]:
        """What each seat knew, as it is told to those who see the table so."""
        own = dict.fromkeys(seen.hands, 0)
        others = dict.fromkeys(seen.hands, 0)
        for place, knowers in seen.known_by.items():
            for seat in knowers:
                known = own if seat == place.seat else others
                known[seat] += 1
        believers = [seat for seat in seen.hands if self._viewpoint in (ALL, seat)]
        unseen = self._sum_up(table) if believers else {}
        return {
            seat: SeatKnowledge(
                own[seat],
                others[seat],
                self._true_points(seen.hands[seat]),
                self._believed_points(table, seat_number(seat), unseen) if seat in believers else None,
            )
            for seat in seen.hands
        }

    def _true_points(self, hand: tuple[str, ...]) -> int | None:
        return None if UNSEEN in hand else self._points_of([face for face in hand if face != GAP])

    def _sum_up(self, table: Table) -> dict[tuple[int, int], tuple[int, int]]:
        """How many cards there are and what they count, by their shuffle and by who has seen them."""
        sums: dict[tuple[int, int], tuple[int, int]] = {}
        for card, value in enumerate(self._values):
            key = table.origin_of(card), table.seen_by(card)
            count, points = sums.get(key, (0, 0))
            sums[key] = count + 1, points + value
        return sums

    def _believed_points(self, table: Table, seat: int, sums: dict[tuple[int, int], tuple[int, int]]) -> float:
        places = range(seat, table.slots_of(seat) * table.seats, table.seats)
        cards = [card for place in places if (card := table.card_at(place)) != constants.NO_CARD]
        seen = [card for card in cards if table.seen_by(card) >> seat & 1]
        known = self._points_of([self._faces[card] for card in seen])
        shuffles = [table.origin_of(card) for card in cards if card not in seen]
        return round(known + sum(_mean_of_unseen(sums, seat, shuffle) for shuffle in shuffles), 2)


def _mean_of_unseen(sums: dict[tuple[int, int], tuple[int, int]], seat: int, shuffle: int) -> float:
    """Of the cards of that shuffle, what those count on average that the seat has not seen."""
    unseen = [each for (origin, seen), each in sums.items() if origin == shuffle and not seen >> seat & 1]
    return sum(points for _, points in unseen) / sum(count for count, _ in unseen)
