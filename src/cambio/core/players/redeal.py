"""Hidden cards: the other worlds that a seat can't tell from the real one."""

from __future__ import annotations

from ..arrays import int_array
from ..engine import constants
from ..engine.rng import Rng
from ..engine.table import Table

#: What is known in public about a card of the stock.
NOTHING = 2


def redeal(table: Table, seat: int, rng: Rng) -> None:
    """Deal anew every card that the seat has not legitimately seen; who has looked where stays as it is.

    Worlds that differ in this way only must look the same to the seat. Cards change places only with those of the same
    shuffle: everybody saw which ones went back into the stock. A seat that is NOBODY is a spectator, who has seen what
    lies face up and nothing else.
    """
    hidden = int_array.allocate(table.ruleset.deck_size)
    pool = int_array.allocate(table.ruleset.deck_size)
    eye = constants.RAIL if seat == constants.NOBODY else seat
    total = mark_hidden(table, eye, hidden)
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


def mark_hidden(table: Table, eye: int, hidden: list[int]) -> int:
    """How many cards are hidden; each of them is marked by what is known about it in public, which is never zero."""
    total = 0
    for place in range(table.rows * table.seats):
        total += mark_if_hidden(table, eye, hidden, table.at[place])
    for index in range(table.stock_left):
        total += mark_if_hidden(table, eye, hidden, table.stock[index])
    return total + mark_if_hidden(table, eye, hidden, table.held)


def mark_if_hidden(table: Table, eye: int, hidden: list[int], card: int) -> int:
    if card == constants.NO_CARD or table.seen[card] >> eye & 1:
        return 0
    hidden[card] = 2 + 4 * table.seen[card] + table.kept[card]
    return 1


def redeal_shuffle(table: Table, hidden: list[int], shuffle: int, pool: list[int], size: int, rng: Rng) -> None:
    """The hidden cards of one shuffle, from a pool that lies in order of face: where they really lie has no say."""
    for place in range(table.rows * table.seats):
        card = table.at[place]
        if card != constants.NO_CARD and hidden[card] and table.origin[card] == shuffle:
            size -= 1
            table.at[place] = pick(pool, size, rng)
            know(table, table.at[place], hidden[card])
    card = table.held
    if card != constants.NO_CARD and hidden[card] and table.origin[card] == shuffle:
        size -= 1
        table.held = pick(pool, size, rng)
        know(table, table.held, hidden[card])
    if shuffle == table.shuffles:
        for index in range(table.stock_left):
            size -= 1
            table.stock[index] = pick(pool, size, rng)
            know(table, table.stock[index], NOTHING)


def pick(pool: list[int], last: int, rng: Rng) -> int:
    """Any card of the pool, whose last one fills its place."""
    index = rng.below(last + 1)
    card = pool[index]
    pool[index] = pool[last]
    return card


def know(table: Table, card: int, known: int) -> None:
    """What is known about the card that lay here before is known about this one."""
    table.seen[card] = known - 1 >> 2
    table.kept[card] = (known - 1 & 3) - 1
