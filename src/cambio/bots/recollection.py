"""Recollection: what the others have decided, for a player that was told events and saw what was done.

A search wants each decision of the others with the table at which it was made (``cambio.core.players.evidence``). So
the round is played again from the deal, with the cards that the player knows in their places, and the unseen ones as
they lie on the table at which it is about to decide.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..actions import Action, Snap
from ..core.engine import constants
from ..core.engine.table import Table
from ..core.players.evidence import recollect
from ..core.players.mind import Mind
from ..places import DEALER, Seat, seat_number
from .belief_tracker import BeliefTracker, Card


def gather_evidence(
    mind: Mind, beliefs: BeliefTracker, table: Table, record: Sequence[tuple[Seat, Action]], *, is_snap: bool
) -> None:
    """Let a mind recollect all that was done in the round, at the table that was built from its beliefs.

    For a snap, nobody has let the discard pass yet that lies there.
    """
    dealt = Table(table.ruleset, table.seats, table.dealer, table.starter)
    recollect(mind, dealt, _stock_orders(beliefs, table), [_numbered(*done, table.seats) for done in record], is_snap)


def _stock_orders(beliefs: BeliefTracker, table: Table) -> list[list[int]]:
    """How the stock lay after each shuffle, its first card on top: the cards that have left it, then the others."""
    assigned = {id(card): table.card_at(place) for place, card in beliefs.at.items()}
    assigned[id(beliefs.held)] = table.held

    def number(card: Card) -> int:
        return assigned[id(card)] if card.number == constants.NO_CARD else card.number

    orders = [[number(card) for card in drawn] for drawn in beliefs.drawn]
    orders[0] = [number(beliefs.dealt[place]) for place in _places_as_dealt(beliefs, table)] + orders[0]
    orders[-1] += [table.stock_card(index) for index in reversed(range(table.stock_left))]
    return orders


def _places_as_dealt(beliefs: BeliefTracker, table: Table) -> list[int]:
    """The places in the order in which they got a card: hand by hand, beginning at the dealer's left."""
    seats = table.seats
    return sorted(beliefs.dealt, key=lambda place: (place // seats, (place - table.dealer - 1) % seats))


def _numbered(seat: Seat, action: Action, seats: int) -> tuple[int, int, int]:
    """An action as the core counts it: the seat, the action, and the discard that it answers, if it is a snap."""
    actor = constants.DEALER if seat == DEALER else seat_number(seat)
    discard = action.discard if isinstance(action, Snap) else None
    return actor, action.number(seats), 0 if discard is None else discard
