"""Observations: everything that a seat legitimately knows, as a row of small numbers, and nothing else.

An observation with everything shows all faces too, and what only the seat to act knows: for critics, never for players.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import choice, layout, mark, phase, sheet, strips
from .sight import bring_up_to_date
from .stage import Stage
from .table import Table

if TYPE_CHECKING:
    from .sheet import Row, Sheet


def write_observation(stage: Stage, seat: int, everything: int, rows: Sheet, index: int) -> None:
    """What that seat knows, into a row of the caller's."""
    observe(stage, seat, everything, sheet.line(rows, index))


def write_mask(stage: Stage, rows: Sheet, index: int) -> None:
    """A 1 for each answer that the seat to act may give, into a row of the caller's."""
    allow(stage, sheet.line(rows, index))


def allow(stage: Stage, row: Row) -> None:
    strips.copy(row, 0, stage.allowed, 0, stage.form.answers)


def observe(stage: Stage, seat: int, everything: int, row: Row) -> None:
    table = stage.table
    sheet.clear(row, layout.SEATS)
    write_table(table, row)
    write_cards_in_sight(stage, table, seat, everything, row)
    write_seats(table, seat, row)
    write_cards(stage, seat, row)
    if everything or seat == stage.seat:
        write_question(stage, table, seat, row)
    if table.phase == phase.POWER:
        write_power(table, seat, row)
    if table.gifts:
        write_gifts(table, seat, row)
    if everything:
        write_all_faces(stage, seat, row)
        write_stock(stage, row)


def seat_from(seats: int, seat: int, observer: int) -> int:
    """Where a seat stands in the observer's order, clockwise from the observer."""
    # Who sits before whom is anybody's guess, the processor's too: it is quicker reckoned than asked.
    return seat - observer + seats * (seat < observer)


def write_question(stage: Stage, table: Table, seat: int, row: Row) -> None:
    """What the seat to act is asked, which nobody else is told."""
    if stage.seat == mark.NOBODY:
        return
    row[layout.QUESTION + stage.question] = 1
    row[record_of(table.seats, stage.seat, seat) + layout.TO_ACT] = 1
    write_place(table, seat, stage.picked, row, layout.SNAPPED)


def record_of(seats: int, seat: int, observer: int) -> int:
    """Where the record of a seat begins."""
    return layout.SEATS + seat_from(seats, seat, observer) * layout.SEAT_WIDTH


def write_table(table: Table, row: Row) -> None:
    """What lies open, or is no secret."""
    row[layout.PHASE + table.phase] = 1
    row[layout.WINDOW] = table.window_open
    row[layout.WON] = table.window_won
    row[layout.REOPENED] = table.final_window_done
    row[layout.KNOCKED] = table.knocked
    row[layout.LAP] = small(table.lap)
    row[layout.SHUFFLES] = small(table.shuffles)
    row[layout.STOCK] = table.stock_left & layout.MOST
    row[layout.STOCK + 1] = table.stock_left >> 7
    row[layout.PILE] = table.pile_size & layout.MOST
    row[layout.PILE + 1] = table.pile_size >> 7


def small(number: int) -> int:
    return min(number, layout.MOST)


def write_cards_in_sight(stage: Stage, table: Table, seat: int, everything: int, row: Row) -> None:
    """The top of the pile, and the card that somebody holds."""
    if table.pile_size:
        row[layout.TOP] = stage.form.card_code[table.pile[table.pile_size - 1]]
    if table.held != mark.NO_CARD:
        row[layout.TAKEN] = not table.held_from_stock
        if everything or table.seen[table.held] >> seat & 1:
            row[layout.HELD] = stage.form.card_code[table.held]
        else:
            row[layout.HELD] = layout.UNSEEN


def write_place(table: Table, observer: int, place: int, row: Row, where: int) -> None:
    """A place as an owner and a slot, each counted from 1."""
    if place != mark.NOWHERE:
        row[where] = seat_from(table.seats, place % table.seats, observer) + 1
        row[where + 1] = small(place // table.seats + 1)


def write_power(table: Table, seat: int, row: Row) -> None:
    """Which power is pending, and which steps of it have been taken, in front of everybody."""
    row[layout.POWER + table.power - choice.POWER_PEEK] = 1
    write_place(table, seat, table.first, row, layout.PICKED)
    write_place(table, seat, table.looked, row, layout.LOOKED)
    write_place(table, seat, table.looked_too, row, layout.LOOKED_TOO)


def write_gifts(table: Table, seat: int, row: Row) -> None:
    row[layout.GIFTS] = small(table.gifts)
    for index in range(table.gifts):
        row[record_of(table.seats, table.gift_from[index], seat) + layout.GIVES] += 1
        if index < layout.GIFTS_TOLD:
            where = layout.GIFT + index * layout.GIFT_WIDTH
            row[where] = seat_from(table.seats, table.gift_from[index], seat) + 1
            write_place(table, seat, table.gift_to[index], row, where + 1)


def write_seats(table: Table, seat: int, row: Row) -> None:
    """All of each seat's record, but for what write_question and write_gifts know better."""
    # A compiler must suppose that each number written changes the table, so what is read often is read before.
    seats = table.seats
    turn = table.turn if table.phase != phase.MEMORY and table.phase < phase.BACK else mark.NOBODY
    caller = table.caller
    chain = table.chain
    discarder = table.discarder
    starter = table.starter
    out = table.out
    ready = table.ready
    count = table.count
    slots = table.slots
    where = layout.SEATS
    owner = seat
    for _ in range(seats):
        row[where + layout.TO_ACT] = 0
        row[where + layout.TURN] = owner == turn
        row[where + layout.CALLER] = owner == caller
        row[where + layout.OUT] = out >> owner & 1
        row[where + layout.IS_READY] = ready >> owner & 1
        row[where + layout.CHAIN] = owner == chain
        row[where + layout.DISCARDER] = owner == discarder
        row[where + layout.STARTER] = owner == starter
        row[where + layout.CARDS] = small(count[owner])
        row[where + layout.SLOTS] = small(slots[owner])
        row[where + layout.GIVES] = 0
        where += layout.SEAT_WIDTH
        owner += 1
        owner *= owner != seats


def write_cards(stage: Stage, seat: int, row: Row) -> None:
    """What the seat knows about the cards in all hands, and how many of each kind it has not seen."""
    if stage.stale or stage.stirred:
        bring_up_to_date(stage)
    strips.copy(row, stage.form.places, stage.sights, seat * stage.form.sight, stage.form.sight)


def write_all_faces(stage: Stage, seat: int, row: Row) -> None:
    form = stage.form
    table = stage.table
    for steps in range(table.seats):
        owner = (seat + steps) % table.seats
        for slot in range(min(table.slots[owner], form.slots)):
            card = table.at[slot * table.seats + owner]
            if card != mark.NO_CARD:
                row[form.places + (steps * form.slots + slot) * form.place_width] = form.card_code[card]


def write_stock(stage: Stage, row: Row) -> None:
    """With all else in sight, what is left are the cards of the stock; their order is nobody's to know."""
    table = stage.table
    latest = stage.form.unseen - layout.FIRST_KIND
    for column in range(stage.form.unseen, stage.form.width):
        row[column] = 0
    for index in range(table.stock_left):
        row[latest + stage.form.card_code[table.stock[index]]] += 1
