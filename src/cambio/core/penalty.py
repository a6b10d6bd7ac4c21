"""Penalties: cards for a wrong or a late snap, and being put out with too many."""

from __future__ import annotations

from . import event, mark, phase
from .deal import can_draw, turn_pile_over
from .powers import end_power
from .table import Table, forget_pick, lay, open_slot, report, report_discard, report_place
from .window import close_window, discard


def pay_penalty(table: Table) -> None:
    """Each card opens a new slot, unseen. Stops while the dealer reshuffles; what can't be drawn is waived."""
    seat = table.penalised
    while table.penalty_left:
        if table.stock_left == 0:
            if can_draw(table):
                turn_pile_over(table)
                return
            table.penalty_left = 0
            if table.listening:
                report(table, event.SPARED, seat)
            break
        table.stock_left -= 1
        table.penalty_left -= 1
        place = open_slot(table, seat)
        lay(table, place, table.stock[table.stock_left])
        if table.listening:
            report_place(table, event.PENALISED, seat, place, mark.NOWHERE)
    table.penalised = mark.NOBODY
    if table.book.hand_limit and table.count[seat] > table.book.hand_limit and table.count[seat] > table.hand_before:
        put_out(table, seat)


def put_out(table: Table, seat: int) -> None:
    """The hand is frozen, a held card goes onto the pile without its power, and the turn passes."""
    table.out |= 1 << seat
    table.seats_in -= 1
    if table.listening:
        report(table, event.OUT, seat)
    if table.chain == seat:
        close_window(table)
    for slot in range(table.slots[seat]):
        forget_pick(table, slot * table.seats + seat)
    if seat != table.turn:
        return
    if table.phase == phase.HOLDING:
        card = table.held
        table.held = mark.NO_CARD
        discard(table, seat, card)
        if table.listening:
            report_discard(table, event.DROPPED, seat, mark.NOWHERE, card)
    if table.phase != phase.BACK:
        end_power(table)
