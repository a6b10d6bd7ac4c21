"""A turn: draw or take, then swap or throw, and the turn passes."""

from __future__ import annotations

from . import constants, event_codes, option_codes, phases, refusals
from .deal import begin_reshuffle, can_draw, draw_card
from .event_log import report, report_card, report_discard
from .exchange import are_equal, lay_joined, mismatch, turn_up_taken
from .powers import begin_power
from .table import Table, forget_joined
from .window import close_at_draw, close_window, discard


def why_not_begin(table: Table) -> int:
    """While a card is to be given nobody draws, takes or calls; and a turn without a card to draw never begins."""
    if table.gifts:
        return refusals.GIFT_COMES_FIRST
    return refusals.LAWFUL if can_draw(table) else refusals.NO_CARD_TO_DRAW


def draw(table: Table, seat: int) -> None:
    close_at_draw(table)
    if table.stock_left:
        draw_card(table, seat)
    else:
        table.draw_due = 1
        begin_reshuffle(table)


def why_not_take(table: Table, seat: int) -> int:
    if table.ruleset.turn_take == option_codes.TURN_TAKE_NO:
        return refusals.TAKING_IS_OFF
    if table.pile_size == 0:
        return refusals.PILE_IS_EMPTY
    if not table.ruleset.turn_take_powers and has_power_on_top(table):
        return refusals.POWER_IS_NOT_TAKEN
    if table.ruleset.turn_take == option_codes.TURN_TAKE_SWAP and table.hand_size[seat] == 0:
        return refusals.NOTHING_TO_SWAP
    return why_not_begin(table)


def has_power_on_top(table: Table) -> int:
    """The top discard is a card with a power, whether or not it fired."""
    return table.ruleset.power[table.pile[table.pile_size - 1]] != option_codes.POWER_NONE


def take(table: Table, seat: int) -> None:
    """Taking the top discard ends its window; everybody knows the card."""
    close_window(table)
    table.pile_size -= 1
    table.held = table.pile[table.pile_size]
    table.held_from_stock = 0
    table.joined = 0
    table.phase = phases.HOLDING
    if table.listening:
        report_card(table, event_codes.TOOK, seat, constants.NOWHERE, table.held, table.public)


def swap(table: Table, seat: int, place: int) -> None:
    """The held card takes the place of one in the hand, which goes face up onto the pile, and others with it."""
    if table.joined:
        forget_joined(table, place)
        if not are_equal(table, seat, place):
            mismatch(table, seat, place)
            return
        close_window(table)
        lay_joined(table, seat)
    turn_up_taken(table)
    card = table.at[place]
    table.at[place] = table.held
    table.kept[table.held] = constants.KEPT
    table.held = constants.NO_CARD
    discard(table, seat, card)
    if table.listening:
        report_discard(table, event_codes.SWAPPED, seat, place, card)
    if table.ruleset.powers_replaced and table.held_from_stock:
        begin_power(table, card)
    else:
        table.phase = phases.TURN_OVER


def why_not_throw(table: Table, seat: int) -> int:
    """A taken card must be swapped in, unless the rules let it be thrown back or nothing is left to swap."""
    if table.held_from_stock or table.ruleset.turn_take == option_codes.TURN_TAKE_FREE or table.hand_size[seat] == 0:
        return refusals.LAWFUL
    return refusals.TAKEN_MUST_BE_SWAPPED


def throw(table: Table, seat: int) -> None:
    """Only a card from the stock fires its power."""
    card = table.held
    table.held = constants.NO_CARD
    discard(table, seat, card)
    if table.listening:
        report_discard(table, event_codes.THREW, seat, constants.NOWHERE, card)
    if table.held_from_stock:
        begin_power(table, card)
    else:
        table.phase = phases.TURN_OVER


def pass_turn(table: Table) -> None:
    """Clockwise, over the seats that are out; when it would be the caller's turn again, play is back."""
    seat = table.turn
    while True:
        seat += 1
        if seat == table.seats:
            seat = 0
        if seat == table.starter:
            table.lap += 1
        if seat == table.caller:
            table.turn = seat
            table.phase = phases.BACK
            return
        if not table.out >> seat & 1:
            break
    table.turn = seat
    table.phase = phases.START
    if table.listening:
        report(table, event_codes.TURN, seat)
