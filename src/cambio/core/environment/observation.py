"""Observations: everything that a seat legitimately knows, as a row of small numbers, and nothing else.

An observation with everything shows all faces too, and what only the seat to act knows: for critics, never for players.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..arrays import byte_array, numpy_rows
from ..engine import constants, option_codes, phases
from ..engine.table import Table
from . import observation_layout
from .env_state import EnvState
from .observation_cache import bring_up_to_date

if TYPE_CHECKING:
    from ..arrays.numpy_rows import Matrix, Row


def write_observation(stage: EnvState, seat: int, everything: int, rows: Matrix, index: int) -> None:
    """What that seat knows, into a row of the caller's."""
    observe(stage, seat, everything, numpy_rows.row_at(rows, index))


def write_mask(stage: EnvState, rows: Matrix, index: int) -> None:
    """A 1 for each answer that the seat to act may give, into a row of the caller's."""
    allow(stage, numpy_rows.row_at(rows, index))


def allow(stage: EnvState, row: Row) -> None:
    byte_array.copy(row, 0, stage.allowed, 0, stage.form.answers)


def observe(stage: EnvState, seat: int, everything: int, row: Row) -> None:
    table = stage.table
    numpy_rows.clear(row, observation_layout.SEATS)
    write_table(table, row)
    write_cards_in_sight(stage, table, seat, everything, row)
    write_seats(table, seat, row)
    write_cards(stage, seat, row)
    if everything or seat == stage.seat:
        write_question(stage, table, seat, row)
    if table.phase == phases.POWER:
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


def write_question(stage: EnvState, table: Table, seat: int, row: Row) -> None:
    """What the seat to act is asked, which nobody else is told."""
    if stage.seat == constants.NOBODY:
        return
    row[observation_layout.QUESTION + stage.question] = 1
    row[record_of(table.seats, stage.seat, seat) + observation_layout.TO_ACT] = 1
    write_place(table, seat, stage.picked, row, observation_layout.SNAPPED)


def record_of(seats: int, seat: int, observer: int) -> int:
    """Where the record of a seat begins."""
    return observation_layout.SEATS + seat_from(seats, seat, observer) * observation_layout.SEAT_WIDTH


def write_table(table: Table, row: Row) -> None:
    """What lies open, or is no secret."""
    row[observation_layout.PHASE + table.phase] = 1
    row[observation_layout.WINDOW] = table.window_open
    row[observation_layout.WON] = table.window_won
    row[observation_layout.REOPENED] = table.final_window_done
    row[observation_layout.KNOCKED] = table.knocked
    row[observation_layout.LAP] = small(table.lap)
    row[observation_layout.SHUFFLES] = small(table.shuffles)
    row[observation_layout.STOCK] = table.stock_left & observation_layout.MOST
    row[observation_layout.STOCK + 1] = table.stock_left >> 7
    row[observation_layout.PILE] = table.pile_size & observation_layout.MOST
    row[observation_layout.PILE + 1] = table.pile_size >> 7


def small(number: int) -> int:
    return min(number, observation_layout.MOST)


def write_cards_in_sight(stage: EnvState, table: Table, seat: int, everything: int, row: Row) -> None:
    """The top of the pile, and the card that somebody holds."""
    if table.pile_size:
        row[observation_layout.TOP] = stage.form.card_code[table.pile[table.pile_size - 1]]
    if table.held != constants.NO_CARD:
        row[observation_layout.TAKEN] = not table.held_from_stock
        if everything or table.seen[table.held] >> seat & 1:
            row[observation_layout.HELD] = stage.form.card_code[table.held]
        else:
            row[observation_layout.HELD] = observation_layout.UNSEEN


def write_place(table: Table, observer: int, place: int, row: Row, where: int) -> None:
    """A place as an owner and a slot, each counted from 1."""
    if place != constants.NOWHERE:
        row[where] = seat_from(table.seats, place % table.seats, observer) + 1
        row[where + 1] = small(place // table.seats + 1)


def write_power(table: Table, seat: int, row: Row) -> None:
    """Which power is pending, and which steps of it have been taken, in front of everybody."""
    row[observation_layout.POWER + table.power - option_codes.POWER_PEEK] = 1
    write_place(table, seat, table.first_pick, row, observation_layout.PICKED)
    write_place(table, seat, table.looked, row, observation_layout.LOOKED)
    write_place(table, seat, table.looked_too, row, observation_layout.LOOKED_TOO)


def write_gifts(table: Table, seat: int, row: Row) -> None:
    row[observation_layout.GIFTS] = small(table.gifts)
    for index in range(table.gifts):
        row[record_of(table.seats, table.gift_from[index], seat) + observation_layout.GIVES] += 1
        if index < observation_layout.GIFTS_TOLD:
            where = observation_layout.GIFT + index * observation_layout.GIFT_WIDTH
            row[where] = seat_from(table.seats, table.gift_from[index], seat) + 1
            write_place(table, seat, table.gift_to[index], row, where + 1)


def write_seats(table: Table, seat: int, row: Row) -> None:
    """All of each seat's record, but for what write_question and write_gifts know better."""
    # A compiler must suppose that each number written changes the table, so what is read often is read before.
    seats = table.seats
    turn = table.turn if table.phase != phases.MEMORY and table.phase < phases.BACK else constants.NOBODY
    caller = table.caller
    chain = table.chain
    discarder = table.discarder
    starter = table.starter
    out = table.out
    ready = table.ready
    count = table.hand_size
    slots = table.slots
    where = observation_layout.SEATS
    owner = seat
    for _ in range(seats):
        row[where + observation_layout.TO_ACT] = 0
        row[where + observation_layout.TURN] = owner == turn
        row[where + observation_layout.CALLER] = owner == caller
        row[where + observation_layout.OUT] = out >> owner & 1
        row[where + observation_layout.IS_READY] = ready >> owner & 1
        row[where + observation_layout.CHAIN] = owner == chain
        row[where + observation_layout.DISCARDER] = owner == discarder
        row[where + observation_layout.STARTER] = owner == starter
        row[where + observation_layout.CARDS] = small(count[owner])
        row[where + observation_layout.SLOTS] = small(slots[owner])
        row[where + observation_layout.GIVES] = 0
        where += observation_layout.SEAT_WIDTH
        owner += 1
        owner *= owner != seats


def write_cards(stage: EnvState, seat: int, row: Row) -> None:
    """What the seat knows about the cards in all hands, and how many of each kind it has not seen."""
    if stage.stale or stage.stirred:
        bring_up_to_date(stage)
    byte_array.copy(row, stage.form.places, stage.sights, seat * stage.form.sight, stage.form.sight)


def write_all_faces(stage: EnvState, seat: int, row: Row) -> None:
    form = stage.form
    table = stage.table
    for steps in range(table.seats):
        owner = (seat + steps) % table.seats
        for slot in range(min(table.slots[owner], form.slots)):
            card = table.at[slot * table.seats + owner]
            if card != constants.NO_CARD:
                row[form.places + (steps * form.slots + slot) * form.place_width] = form.card_code[card]


def write_stock(stage: EnvState, row: Row) -> None:
    """With all else in sight, what is left are the cards of the stock; their order is nobody's to know."""
    table = stage.table
    latest = stage.form.unseen - observation_layout.FIRST_KIND
    for column in range(stage.form.unseen, stage.form.width):
        row[column] = 0
    for index in range(table.stock_left):
        row[latest + stage.form.card_code[table.stock[index]]] += 1
