"""Redeal: another world that a seat can't tell from the real one, because only cards that it has not seen differ."""

from __future__ import annotations

from ..arrays import int_array
from ..engine import constants
from ..engine.rng import Rng
from ..engine.table import Table

#: The public facts about a card of the stock, packed: nobody has seen it, and nobody kept it or got rid of it.
NO_FACTS = 2


def redeal(table: Table, seat: int, rng: Rng) -> None:
    """Deal anew, uniformly, every card that the seat has not seen by the rules; who has seen which place stays.

    Cards change places only with cards of the same shuffle: everybody saw which ones went back into the stock. NOBODY
    stands for a spectator, who has seen the cards that lie face up and no others.
    """
    redeal_hidden(table, 1 << (constants.RAIL if seat == constants.NOBODY else seat), rng)


def redeal_hidden(table: Table, viewers: int, rng: Rng) -> None:
    """Deal anew, uniformly, every card that none of these seats, by their bits, has seen."""
    # By card: its public facts, packed, if it is hidden; zero, if not.
    hidden = int_array.allocate(table.ruleset.deck_size)
    pool = int_array.allocate(table.ruleset.deck_size)
    total = mark_hidden(table, viewers, hidden)
    shuffle = table.shuffles
    while total:
        size = 0
        for index in range(table.ruleset.deck_size):
            card = table.ruleset.by_face[index]
            if hidden[card] and table.origin[card] == shuffle:
                pool[size] = card
                size += 1
        if size:
            redeal_shuffle(table, hidden, shuffle, pool, size, rng)
        total -= size
        shuffle -= 1
    int_array.release(hidden)
    int_array.release(pool)


def mark_hidden(table: Table, viewers: int, hidden: list[int]) -> int:
    """Mark all hidden cards with their public facts: how many there are."""
    total = 0
    for place in range(table.rows * table.seats):
        total += mark_if_hidden(table, viewers, hidden, table.at[place])
    for index in range(table.stock_left):
        total += mark_if_hidden(table, viewers, hidden, table.stock[index])
    return total + mark_if_hidden(table, viewers, hidden, table.held)


def mark_if_hidden(table: Table, viewers: int, hidden: list[int], card: int) -> int:
    """Pack who has seen the card and whether it was kept (-1, 0 or 1) into a number that is never zero."""
    if card == constants.NO_CARD or table.seen[card] & viewers:
        return 0
    hidden[card] = NO_FACTS + 4 * table.seen[card] + table.kept[card]
    return 1


def redeal_shuffle(table: Table, hidden: list[int], shuffle: int, pool: list[int], size: int, rng: Rng) -> None:
    """Deal the hidden cards of one shuffle from a pool in order of face, so that the real order has no influence.

    The public facts belong to the place, and so pass to the card that is dealt there.
    """
    for place in range(table.rows * table.seats):
        card = table.at[place]
        if card != constants.NO_CARD and hidden[card] and table.origin[card] == shuffle:
            size -= 1
            table.at[place] = draw_from_pool(pool, size, rng)
            unpack_facts(table, table.at[place], hidden[card])
    card = table.held
    if card != constants.NO_CARD and hidden[card] and table.origin[card] == shuffle:
        size -= 1
        table.held = draw_from_pool(pool, size, rng)
        unpack_facts(table, table.held, hidden[card])
    if shuffle == table.shuffles:
        for index in range(table.stock_left):
            size -= 1
            table.stock[index] = draw_from_pool(pool, size, rng)
            unpack_facts(table, table.stock[index], NO_FACTS)


def draw_from_pool(pool: list[int], last: int, rng: Rng) -> int:
    """Remove a random card from a pool; the last one fills its place."""
    index = rng.below(last + 1)
    card = pool[index]
    pool[index] = pool[last]
    return card


def unpack_facts(table: Table, card: int, packed: int) -> None:
    """The inverse of mark_if_hidden."""
    table.seen[card] = packed - 1 >> 2
    table.kept[card] = (packed - 1 & 3) - 1


def exchange_with_stock(table: Table, place: int, index: int) -> None:
    """Exchange the card at a place with one of the stock; what is known in public about the place stays."""
    card = table.at[place]
    other = table.stock[index]
    table.at[place] = other
    table.stock[index] = card
    table.seen[other] = table.seen[card]
    table.kept[other] = table.kept[card]
    table.seen[card] = 0
    table.kept[card] = 0
