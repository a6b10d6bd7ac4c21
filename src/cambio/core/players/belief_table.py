"""A belief table: a table laid out by what a player was told, so that a mind can decide at it as at the real one.

Compiled, these fields of a table are C arrays, which only modules of the core can write.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.gift import owe_gift
from ..engine.table import Table, lay, open_slot


def open_slots(table: Table, seat: int, slots: int) -> None:
    """Give a seat that many slots, all of them empty."""
    while table.slots[seat] < slots:
        open_slot(table, seat)


def lay_card(table: Table, place: int, card: int) -> None:
    lay(table, place, card)


def lay_stock(table: Table, cards: Sequence[int]) -> None:
    """Lay out the stock; its last card is the next one drawn."""
    table.stock_left = len(cards)
    for index in range(table.stock_left):
        table.stock[index] = cards[index]


def lay_pile(table: Table, cards: Sequence[int]) -> None:
    """Lay out the pile; its last card is the top one."""
    table.pile_size = len(cards)
    for index in range(table.pile_size):
        table.pile[index] = cards[index]


def set_public_facts(table: Table, card: int, seen: int, origin: int, kept: int) -> None:
    """What everybody knows about a card: who has seen it, which shuffle it is from, and whether it was kept."""
    table.seen[card] = seen
    table.origin[card] = origin
    table.kept[card] = kept


def set_peeked_slots(table: Table, seat: int, slots: int) -> None:
    """The slots that a seat has peeked at in the memory phase, a bit each."""
    table.chosen[seat] = slots


def add_gift(table: Table, giver: int, gap: int) -> None:
    owe_gift(table, giver, gap)
