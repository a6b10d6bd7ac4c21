"""Hidden cards: the other worlds that a seat can't tell from the real one."""

from __future__ import annotations

from . import mark
from .chance import Chance
from .table import Table


def redeal(table: Table, seat: int, chance: Chance) -> None:
    """Deal anew every card that the seat has not legitimately seen; who has looked where stays as it is.

    Worlds that differ in this way only must look the same to the seat. A seat that is NOBODY is a spectator, who has
    seen what lies face up and nothing else.
    """
    places = table.rows * table.seats
    cards = [table.at[place] for place in range(places) if is_hidden(table, seat, table.at[place])]
    cards += [table.stock[index] for index in range(table.stock_left)]
    if is_hidden(table, seat, table.held):
        cards.append(table.held)
    knowers = [table.seen[card] for card in cards]
    shuffled = chance.order(cards)
    for index in range(len(cards)):
        table.seen[shuffled[index]] = knowers[index]
    replaced = dict(zip(cards, shuffled, strict=True))
    for place in range(places):
        if table.at[place] in replaced:
            table.at[place] = replaced[table.at[place]]
    for index in range(table.stock_left):
        table.stock[index] = replaced[table.stock[index]]
    if table.held in replaced:
        table.held = replaced[table.held]


def is_hidden(table: Table, seat: int, card: int) -> bool:
    if card == mark.NO_CARD:
        return False
    eye = mark.RAIL if seat == mark.NOBODY else seat
    return not table.seen[card] >> eye & 1
