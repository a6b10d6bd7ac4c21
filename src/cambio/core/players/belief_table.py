"""Imagining: a table laid out as somebody pictures it, so that what is known of one can be thought about like one."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.gift import owe_gift
from ..engine.table import Table, lay, open_slot


def open_slots(table: Table, seat: int, slots: int) -> None:
    """The seat has so many places, all of them empty."""
    while table.slots[seat] < slots:
        open_slot(table, seat)


def lay_card(table: Table, place: int, card: int) -> None:
    lay(table, place, card)


def lay_stock(table: Table, cards: Sequence[int]) -> None:
    """The last card is the next one drawn."""
    table.stock_left = len(cards)
    for index in range(table.stock_left):
        table.stock[index] = cards[index]


def lay_pile(table: Table, cards: Sequence[int]) -> None:
    """The last card is the top one."""
    table.pile_size = len(cards)
    for index in range(table.pile_size):
        table.pile[index] = cards[index]


def tell_of(table: Table, card: int, seen: int, origin: int, kept: int) -> None:
    """What everybody knows about a card: who has seen it, where it came from, and what its holders think of it."""
    table.seen[card] = seen
    table.origin[card] = origin
    table.kept[card] = kept


def choose_slots(table: Table, seat: int, slots: int) -> None:
    """The slots that a seat has looked at in the memory phase, a bit each."""
    table.chosen[seat] = slots


def owe(table: Table, giver: int, gap: int) -> None:
    owe_gift(table, giver, gap)
