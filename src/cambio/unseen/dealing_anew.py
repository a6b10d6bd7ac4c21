"""Dealing anew what a viewer has not seen, on a table as it stands."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.engine import constants
from ..core.engine.rng import Rng
from ..core.engine.table import Table
from ..core.players.redeal import redeal
from .judged_snaps import JudgedSnap


def deal_anew(table: Table, seat: int, judged: Sequence[JudgedSnap], rng: Rng) -> dict[int, int]:
    """Deal every card anew that the seat has not seen, and tell by card which one lies there now.

    All deals that agree with what the seat knows are equally likely: those in which a wrong snap would have been right
    are dealt again. NOBODY stands for a spectator.
    """
    before = _lying(table)
    while True:
        redeal(table, seat, rng)
        dealt = dict(zip(before, _lying(table), strict=True))
        if all(each.is_wrong(table, dealt) for each in judged):
            return dealt


def _lying(table: Table) -> list[int]:
    """The cards of all hands and the stock, and the one that is held."""
    places = (slot * table.seats + seat for seat in range(table.seats) for slot in range(table.slots_of(seat)))
    cards = [table.card_at(place) for place in places]
    cards += [table.stock_card(index) for index in range(table.stock_left)]
    return [card for card in [*cards, table.held] if card != constants.NO_CARD]
