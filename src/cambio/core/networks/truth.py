"""The truth about a position: what every card really counts. For critics, never for players."""

from __future__ import annotations

from ..arrays import float_array
from ..engine import constants
from ..engine.table import Table
from ..players.mind import Mind
from . import encoding_layout
from .encoding import Encoding

#: Points in one unit of an encoding.
UNIT = 1.0 * encoding_layout.UNIT


class Truth:
    """Rows that belong to an encoding: one for the position, and a number for each card."""

    __slots__ = ("capacity", "cards", "position")

    def __init__(self) -> None:
        self.position = float_array.allocate(encoding_layout.TRUTH_WIDTH)
        self.capacity = 16
        self.cards = float_array.allocate(self.capacity)

    # Called by compiled truths only: lists are freed by Python.
    def __dealloc__(self) -> None:
        float_array.release(self.position)
        float_array.release(self.cards)


def encode_truth(truth: Truth, encoding: Encoding, mind: Mind, table: Table) -> None:
    """What the cards of an encoding count, what the hands do, and what the next card of the stock will."""
    if encoding.cards > truth.capacity:
        truth.cards = float_array.grow(truth.cards, truth.capacity, encoding.cards)
        truth.capacity = encoding.cards
    own = true_hand(mind, table, mind.seat)
    best = 0.0
    found = 0
    for seat in range(table.seats):
        if seat != mind.seat and not table.out >> seat & 1:
            total = true_hand(mind, table, seat)
            if not found or total < best:
                best = total
                found = 1
    truth.position[encoding_layout.TRUE_OWN_HAND] = own
    truth.position[encoding_layout.TRUE_BEST_RIVAL] = best
    truth.position[encoding_layout.TRUE_LEAD] = best - own
    truth.position[encoding_layout.TRUE_NEXT_CARD] = 0.0
    if table.stock_left:
        truth.position[encoding_layout.TRUE_NEXT_CARD] = mind.worth[table.stock[table.stock_left - 1]] / UNIT
    for index in range(encoding.cards):
        truth.cards[index] = mind.worth[table.at[encoding.place[index]]] / UNIT


def true_hand(mind: Mind, table: Table, seat: int) -> float:
    """What a hand really counts."""
    total = 0.0
    for slot in range(table.slots[seat]):
        card = table.at[slot * table.seats + seat]
        if card != constants.NO_CARD:
            total += mind.worth[card] / UNIT
    return total
