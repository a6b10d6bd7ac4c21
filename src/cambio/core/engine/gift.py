"""Gifts: whoever snaps another's card fills the gap with one of their own."""

from __future__ import annotations

from ..arrays import int_array
from . import constants, event_codes, option_codes, refusals
from .event_log import report_place
from .table import Table, move, why_not_own


def owe_gift(table: Table, giver: int, gap: int) -> None:
    if table.gifts == table.gift_capacity:
        capacity = table.gift_capacity * 2 + 4
        table.gift_from = int_array.grow(table.gift_from, table.gift_capacity, capacity)
        table.gift_to = int_array.grow(table.gift_to, table.gift_capacity, capacity)
        table.gift_capacity = capacity
    table.gift_from[table.gifts] = giver
    table.gift_to[table.gifts] = gap
    table.gifts += 1


def find_gift(table: Table, giver: int) -> int:
    """The oldest gift that this seat owes or is offered to make, by its position; or NOWHERE."""
    for index in range(table.gifts):
        if table.gift_from[index] == giver:
            return index
    return constants.NOWHERE


def remove_gift(table: Table, index: int) -> None:
    table.gifts -= 1
    for later in range(index, table.gifts):
        table.gift_from[later] = table.gift_from[later + 1]
        table.gift_to[later] = table.gift_to[later + 1]


def why_not_give(table: Table, seat: int, place: int) -> int:
    if find_gift(table, seat) == constants.NOWHERE:
        return refusals.NO_GIFT_DUE
    return why_not_own(table, seat, place)


def give(table: Table, seat: int, place: int) -> None:
    index = find_gift(table, seat)
    gap = table.gift_to[index]
    remove_gift(table, index)
    table.kept[table.at[place]] = constants.UNWANTED
    move(table, place, gap)
    if table.listening:
        report_place(table, event_codes.GAVE, seat, place, gap)


def why_not_keep(table: Table, seat: int) -> int:
    if find_gift(table, seat) == constants.NOWHERE:
        return refusals.NO_GIFT_DUE
    return refusals.LAWFUL if table.ruleset.snap_give == option_codes.SNAP_GIVE_MAY else refusals.GIFT_IS_MANDATORY


def keep(table: Table, seat: int) -> None:
    index = find_gift(table, seat)
    if table.listening:
        report_place(table, event_codes.KEPT, seat, table.gift_to[index], constants.NOWHERE)
    remove_gift(table, index)


def settle_gift(table: Table) -> None:
    """The dealer's clock: a mandatory gift is the giver's lowest slot, an optional one is declined."""
    giver = table.gift_from[0]
    if table.ruleset.snap_give == option_codes.SNAP_GIVE_MAY:
        keep(table, giver)
        return
    place = giver
    while table.at[place] == constants.NO_CARD:
        place += table.seats
    give(table, giver, place)


def excuse_gifts(table: Table) -> None:
    """Nobody gives to or from a frozen hand, nor without a card."""
    index = 0
    while index < table.gifts:
        giver = table.gift_from[index]
        gap = table.gift_to[index]
        if table.hand_size[giver] == 0 or table.out >> giver & 1 or table.out >> gap % table.seats & 1:
            if table.listening:
                report_place(table, event_codes.EXCUSED, giver, gap, constants.NOWHERE)
            remove_gift(table, index)
        else:
            index += 1
