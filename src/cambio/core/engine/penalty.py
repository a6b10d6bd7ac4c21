"""Penalties: cards for a wrong or a late snap, and being put out with too many."""

from __future__ import annotations

from . import constants, event_codes, phases
from .deal import begin_reshuffle, can_draw
from .event_log import report, report_place
from .powers import end_power
from .table import Table, forget_pick, lay, open_slot
from .window import close_window, drop_held


def pay_penalty(table: Table) -> None:
    """Each card opens a new slot, unseen. Stops while the dealer reshuffles; what can't be drawn is waived."""
    seat = table.penalised
    while table.penalty_left:
        if table.stock_left == 0:
            if can_draw(table):
                begin_reshuffle(table)
                return
            table.penalty_left = 0
            if table.listening:
                report(table, event_codes.SPARED, seat)
            break
        table.stock_left -= 1
        table.penalty_left -= 1
        place = open_slot(table, seat)
        lay(table, place, table.stock[table.stock_left])
        if table.listening:
            report_place(table, event_codes.PENALISED, seat, place, constants.NOWHERE)
    table.penalised = constants.NOBODY
    limit = table.ruleset.snap_hand_limit
    if limit and table.hand_size[seat] > limit and table.hand_size[seat] > table.hand_before:
        put_out(table, seat)


def put_out(table: Table, seat: int) -> None:
    """The hand is frozen, a held card goes onto the pile without its power, and the turn passes."""
    table.out |= 1 << seat
    table.seats_in -= 1
    if table.listening:
        report(table, event_codes.OUT, seat)
    if table.chain == seat:
        close_window(table)
    for slot in range(table.slots[seat]):
        forget_pick(table, slot * table.seats + seat)
    if seat != table.turn:
        return
    if table.phase == phases.HOLDING:
        drop_held(table, seat)
    if table.phase != phases.BACK:
        end_power(table)
