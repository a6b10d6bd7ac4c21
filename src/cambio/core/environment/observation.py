"""Observations: everything that a seat legitimately knows, as a row of small numbers, and nothing else.

An observation with everything shows all faces too, and what only the seat to act knows: for critics, never for players.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..arrays import byte_array, numpy_rows
from ..engine import constants, option_codes, phases
from ..engine.table import Table
from . import observation_layout
from .env_spec import EnvSpec
from .env_state import EnvState
from .observation_cache import refresh_cache

if TYPE_CHECKING:
    from ..arrays.numpy_rows import Matrix, Row


def write_observation(env: EnvState, seat: int, everything: int, rows: Matrix, index: int) -> None:
    """Write what that seat knows into a row of the caller's."""
    observe(env, seat, everything, numpy_rows.row_at(rows, index))


def write_mask(env: EnvState, rows: Matrix, index: int) -> None:
    """Write a 1 for each answer that the seat to act may give, and a 0 for each other, into a row of the caller's."""
    copy_mask(env, numpy_rows.row_at(rows, index))


def copy_mask(env: EnvState, row: Row) -> None:
    byte_array.copy(row, 0, env.legal, 0, env.spec.answer_count)


def observe(env: EnvState, seat: int, everything: int, row: Row) -> None:
    write_columns(env, env.table, seat, everything, row)


def write_columns(env: EnvState, table: Table, seat: int, everything: int, row: Row) -> None:
    numpy_rows.clear(row, observation_layout.SEATS)
    write_table(table, row)
    write_cards_in_sight(env, table, seat, everything, row)
    write_seats(table, seat, row)
    write_cards(env, seat, row)
    if everything or seat == env.seat:
        write_question(env, table, seat, row)
    if table.phase == phases.POWER:
        write_power(table, seat, row)
    if table.gifts:
        write_gifts(table, seat, row)
    if everything:
        write_all_faces(env.spec, table, seat, row)
        write_stock(env.spec, table, row)


def offset_of(seats: int, seat: int, observer: int) -> int:
    """How many seats clockwise from the observer a seat is."""
    # Branchless: the order of seats is unpredictable.
    return seat - observer + seats * (seat < observer)


def write_question(env: EnvState, table: Table, seat: int, row: Row) -> None:
    """What the seat to act is asked, which nobody else is told."""
    if env.seat == constants.NOBODY:
        return
    row[observation_layout.QUESTION + env.question] = 1
    row[record_of(table.seats, env.seat, seat) + observation_layout.TO_ACT] = 1
    write_place(table, seat, env.first_pick, row, observation_layout.SNAPPED)


def record_of(seats: int, seat: int, observer: int) -> int:
    """Where the record of a seat begins."""
    return observation_layout.SEATS + offset_of(seats, seat, observer) * observation_layout.SEAT_WIDTH


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


def write_cards_in_sight(env: EnvState, table: Table, seat: int, everything: int, row: Row) -> None:
    """The top of the pile, and the card that somebody holds."""
    if table.pile_size:
        row[observation_layout.TOP] = env.spec.card_code[table.pile[table.pile_size - 1]]
    if table.held != constants.NO_CARD:
        row[observation_layout.TAKEN] = not table.held_from_stock
        if everything or table.seen[table.held] >> seat & 1:
            row[observation_layout.HELD] = env.spec.card_code[table.held]
        else:
            row[observation_layout.HELD] = observation_layout.UNSEEN


def write_place(table: Table, observer: int, place: int, row: Row, where: int) -> None:
    """A place as an owner and a slot, each counted from 1."""
    if place != constants.NOWHERE:
        row[where] = offset_of(table.seats, place % table.seats, observer) + 1
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
            row[where] = offset_of(table.seats, table.gift_from[index], seat) + 1
            write_place(table, seat, table.gift_to[index], row, where + 1)


def write_seats(table: Table, seat: int, row: Row) -> None:
    """The record of each seat; write_question and write_gifts add who is to act and who is to give."""
    # A compiler must assume that writing into the row may change the table, and would read these again each time.
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


def write_cards(env: EnvState, seat: int, row: Row) -> None:
    """What the seat knows about the cards in all hands, and how many of each kind it has not seen."""
    if env.cache_stale or env.hands_stale:
        refresh_cache(env)
    byte_array.copy(row, env.spec.places_start, env.cache, seat * env.spec.cache_width, env.spec.cache_width)


def write_all_faces(spec: EnvSpec, table: Table, seat: int, row: Row) -> None:
    for offset in range(table.seats):
        owner = (seat + offset) % table.seats
        for slot in range(min(table.slots[owner], spec.slots)):
            card = table.at[slot * table.seats + owner]
            if card != constants.NO_CARD:
                row[spec.places_start + (offset * spec.slots + slot) * spec.place_width] = spec.card_code[card]


def write_stock(spec: EnvSpec, table: Table, row: Row) -> None:
    """In place of unseen cards, those of the stock by kind, since all others are shown; not their order."""
    latest = spec.unseen_start - observation_layout.FIRST_KIND
    for column in range(spec.unseen_start, spec.observation_width):
        row[column] = 0
    for index in range(table.stock_left):
        row[latest + spec.card_code[table.stock[index]]] += 1
