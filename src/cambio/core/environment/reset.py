"""Resetting a table: the next round reuses the memory of the last one."""

from __future__ import annotations

from ..arrays import byte_array
from ..engine import constants
from ..engine.table import Table


def clear_table(table: Table, dealer: int, starter: int) -> None:
    """As if the table were new, with the whole pack in its stock; only memory that large hands have needed is kept."""
    table.prepare(dealer, starter)
    reset_cards(table)
    reset_seats(table)
    table.gifts = 0
    table.listening = 0
    table.log_size = 0


def reset_cards(table: Table) -> None:
    """All cards lie in the stock, in their own order, and nobody knows anything about them."""
    stock = table.stock
    pile = table.pile
    seen = table.seen
    origin = table.origin
    table.stock_left = table.ruleset.deck_size
    for card in range(table.ruleset.deck_size):
        stock[card] = card
        pile[card] = 0
        seen[card] = 0
        origin[card] = 0
    byte_array.clear(table.kept, table.ruleset.deck_size)


def reset_seats(table: Table) -> None:
    """Nobody has a slot."""
    at = table.at
    for place in range(table.rows * table.seats):
        at[place] = constants.NO_CARD
    for seat in range(table.seats):
        table.slots[seat] = 0
        table.hand_size[seat] = 0
        table.chosen[seat] = 0
        table.points[seat] = 0
        table.scores[seat] = 0
