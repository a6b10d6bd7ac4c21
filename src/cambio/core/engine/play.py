"""Play: every action comes through here, and is refused with a reason or done with all that follows from it."""

from __future__ import annotations

from collections.abc import Sequence

from . import action_codes, constants, option_codes, phases, refusals
from .call import call, decline_call, end_turn, knock, why_not_call
from .deal import can_draw, draw_card, finish_reshuffle, get_ready, remember, reorder_stock, why_not_remember
from .gift import excuse_gifts, give, keep, settle_gift, why_not_give, why_not_keep
from .penalty import pay_penalty
from .powers import (
    has_step,
    lapse,
    look,
    may_gain_step,
    name_power,
    peek,
    skip,
    spy,
    trade,
    why_not_before_power,
    why_not_look,
    why_not_peek,
    why_not_skip,
    why_not_spy,
    why_not_trade,
)
from .score import show
from .snap import snap, why_not_snap
from .table import Table, why_not_own
from .turn import also, draw, swap, take, throw, why_not_also, why_not_begin, why_not_take, why_not_throw
from .window import close_window, reopen_window


def action_of(kind: int, place: int, other: int) -> int:
    """An action as one number."""
    return kind | (place + 1) << action_codes.KIND_BITS | (other + 1) << action_codes.OTHER_BITS


def kind_of(action: int) -> int:
    return action & action_codes.KIND_MASK


def place_of(action: int) -> int:
    return (action >> action_codes.KIND_BITS & action_codes.PLACE_MASK) - 1


def other_of(action: int) -> int:
    return (action >> action_codes.OTHER_BITS) - 1


def refusal(table: Table, seat: int, action: int, number: int) -> int:
    """Why the seat may not do that now: LAWFUL if it may. A snap answers the discard of that number."""
    return why_not(table, seat, kind_of(action), place_of(action), other_of(action), number)


def why_not(table: Table, seat: int, kind: int, place: int, other: int, number: int) -> int:
    """First what is asked of every action, then what depends on the phase."""
    if table.phase == phases.OVER:
        return refusals.ROUND_IS_OVER
    if table.shuffle_due:
        return refusals.DEALER_SHUFFLES
    if seat < 0 or seat >= table.seats:
        return why_not_dealer(table, kind) if seat == constants.DEALER else refusals.NO_SUCH_SEAT
    if kind == action_codes.SNAP:
        return why_not_snap(table, seat, place, other, number)
    if other != constants.NOWHERE:
        return refusals.ONE_PLACE_ONLY
    if kind <= action_codes.LAST_WITHOUT_CARD and place != constants.NOWHERE:
        return refusals.NO_PLACE_WANTED
    if kind < action_codes.FIRST_OF_TURN or kind > action_codes.LAST_OF_TURN:
        return why_not_at_any_time(table, seat, kind, place)
    if table.phase == phases.MEMORY:
        return why_not_remember(table, seat, place) if kind == action_codes.PEEK else refusals.PLAY_HAS_NOT_BEGUN
    if seat != table.turn or table.phase == phases.BACK:
        if table.out >> seat & 1:
            return refusals.SEAT_IS_OUT
        return why_not_without_power(table, kind) if kind == action_codes.PEEK else refusals.NOT_YOUR_TURN
    return why_not_in_turn(table, seat, kind, place)


def why_not_at_any_time(table: Table, seat: int, kind: int, place: int) -> int:
    """What need not wait for the own turn."""
    if kind == action_codes.GIVE:
        return why_not_give(table, seat, place)
    if kind == action_codes.KEEP:
        return why_not_keep(table, seat)
    if kind != action_codes.READY:
        return refusals.DEALER_ONLY
    if table.phase != phases.MEMORY:
        return refusals.PLAY_HAS_BEGUN
    return refusals.ALREADY_READY if table.ready >> seat & 1 else refusals.LAWFUL


def why_not_in_turn(table: Table, seat: int, kind: int, place: int) -> int:
    """The seat's turn has four stages: it begins, a card is held, a power is pending, it ends."""
    if kind == action_codes.CALL:
        return why_not_call(table)
    if kind == action_codes.SKIP and (table.phase == phases.START or table.phase == phases.HOLDING):
        return refusals.NOTHING_TO_SKIP
    if table.phase == phases.START:
        if kind == action_codes.DRAW:
            return why_not_begin(table)
        if kind == action_codes.TAKE:
            return why_not_take(table, seat)
        if is_use_of_held_card(kind):
            return refusals.DRAW_FIRST
        return why_not_without_power(table, kind)
    if (kind == action_codes.DRAW or kind == action_codes.TAKE) and table.phase == phases.HOLDING:
        return refusals.TURN_HAS_BEGUN
    if table.phase == phases.HOLDING:
        if kind == action_codes.SWAP:
            return why_not_own(table, seat, place)
        if kind == action_codes.THROW:
            return why_not_throw(table, seat)
        if kind == action_codes.ALSO:
            return why_not_also(table, seat, place)
        return why_not_without_power(table, kind)
    if table.phase == phases.POWER:
        return why_not_in_power(table, seat, kind, place)
    if kind <= action_codes.LAST_WITHOUT_CARD or is_use_of_held_card(kind):
        return refusals.LAWFUL if kind == action_codes.SKIP else refusals.TURN_IS_PLAYED
    return why_not_without_power(table, kind)


def why_not_without_power(table: Table, kind: int) -> int:
    """Whoever peeks once play has begun may think of the cards that could be looked at before."""
    if kind == action_codes.PEEK and table.ruleset.deal_memory_cards:
        return refusals.MEMORY_IS_OVER
    return refusals.NO_POWER


def is_use_of_held_card(kind: int) -> int:
    return kind == action_codes.SWAP or kind == action_codes.THROW or kind == action_codes.ALSO


def why_not_in_power(table: Table, seat: int, kind: int, place: int) -> int:
    if kind == action_codes.DRAW or kind == action_codes.TAKE or is_use_of_held_card(kind):
        return why_not_before_power(table)
    if kind == action_codes.SKIP:
        return why_not_skip(table)
    if kind == action_codes.TRADE:
        return why_not_trade(table, seat, place)
    if place == constants.NOWHERE:
        return refusals.NO_PLACE_NAMED
    if kind == action_codes.PEEK:
        return why_not_peek(table, seat, place)
    if kind == action_codes.SPY:
        return why_not_spy(table, seat, place)
    if kind == action_codes.LOOK:
        return why_not_look(table, seat, place)
    return name_power(table)


def why_not_dealer(table: Table, kind: int) -> int:
    if kind == action_codes.CLOSE:
        if not table.window_open:
            return refusals.NO_WINDOW_OPEN
        if table.ruleset.snap_window == option_codes.SNAP_WINDOW_DEALER or is_waiting_for_window(table):
            return refusals.LAWFUL
        return refusals.PLAY_CLOSES_IT
    if kind == action_codes.SETTLE:
        return refusals.LAWFUL if table.gifts else refusals.NO_GIFT_PENDING
    return refusals.DEALER_CANNOT


def is_waiting_for_window(table: Table) -> int:
    """Nothing but the window keeps the show from coming, so play itself will never close it."""
    return table.phase == phases.BACK or (table.phase == phases.START and not can_draw(table))


def play(table: Table, seat: int, action: int, number: int) -> int:
    """Do it if it is lawful, and say why not otherwise. If a shuffle is due then, ``reshuffle`` goes on."""
    kind = action & action_codes.KIND_MASK
    place = (action >> action_codes.KIND_BITS & action_codes.PLACE_MASK) - 1
    other = (action >> action_codes.OTHER_BITS) - 1
    reason = why_not(table, seat, kind, place, other, number)
    if reason == refusals.LAWFUL:
        carry_out(table, seat, kind, place, other, number)
    return reason


def carry_out(table: Table, seat: int, kind: int, place: int, other: int, number: int) -> None:
    """Do what is known to be lawful, and all that follows from it by itself."""
    perform(table, seat, kind, place, other, number)
    settle(table)


def perform(table: Table, seat: int, kind: int, place: int, other: int, number: int) -> None:
    if kind == action_codes.DRAW:
        draw(table, seat)
    elif kind == action_codes.THROW:
        throw(table, seat)
    elif kind == action_codes.SWAP:
        swap(table, seat, place)
    elif kind == action_codes.SNAP:
        snap(table, seat, place, other, number)
    elif kind == action_codes.TAKE:
        take(table, seat)
    elif kind == action_codes.TRADE:
        trade(table, seat, place)
    elif kind == action_codes.LOOK:
        look(table, seat, place)
    elif kind == action_codes.PEEK:
        if table.phase == phases.MEMORY:
            remember(table, seat, place)
        else:
            peek(table, seat, place)
    elif kind == action_codes.SPY:
        spy(table, seat, place)
    elif kind == action_codes.ALSO:
        also(table, seat, place)
    elif kind == action_codes.GIVE:
        give(table, seat, place)
    elif kind == action_codes.KEEP:
        keep(table, seat)
    elif kind == action_codes.SKIP:
        if table.phase == phases.ENDING:
            decline_call(table, seat)
        else:
            skip(table, seat)
    elif kind == action_codes.CALL:
        call(table, seat)
    elif kind == action_codes.READY:
        get_ready(table, seat)
    elif kind == action_codes.CLOSE:
        close_window(table)
    elif kind == action_codes.SETTLE:
        settle_gift(table)


def reshuffle(table: Table, order: Sequence[int]) -> None:
    """The dealer says how the new stock lies, its first card on top, and what was waiting for a card goes on."""
    reorder_stock(table, order)
    resume(table)


def resume(table: Table) -> None:
    """Go on after a reshuffle, with the stock as it lies."""
    finish_reshuffle(table)
    if table.draw_due:
        draw_card(table, table.turn)
    settle(table)


def settle(table: Table) -> None:
    """Let everything happen that happens by itself, until somebody has to decide."""
    if table.penalised != constants.NOBODY:
        pay_penalty(table)
    if table.shuffle_due:
        return
    if table.gifts:
        excuse_gifts(table)
    if table.seats_in == 1:
        close_window(table)
        show(table, constants.ENDED_LAST)
        return
    if table.phase == phases.POWER and not has_step(table) and not may_gain_step(table):
        lapse(table)
    if table.phase == phases.TURN_OVER:
        end_turn(table)
    if table.gifts:
        return
    if table.phase == phases.START:
        settle_start(table)
    if table.phase == phases.BACK and reach_show(table):
        show(table, constants.ENDED_CALLED)


def settle_start(table: Table) -> None:
    """A turn begins only if a card can be drawn, and not for a seat without cards where that seat must knock."""
    while table.phase == phases.START:
        if not can_draw(table):
            if reach_show(table):
                # Nobody's call has been played out, so nobody is judged as the caller.
                table.caller = constants.NOBODY
                table.knocked = 0
                show(table, constants.ENDED_STOCK)
            return
        if (
            table.ruleset.turn_empty_hand == option_codes.TURN_EMPTY_HAND_PLAY
            or table.hand_size[table.turn]
            or table.caller != constants.NOBODY
        ):
            return
        knock(table)


def reach_show(table: Table) -> int:
    """Open the final window if it is due, and say whether the show can come now, with no window open."""
    if not table.window_open and table.ruleset.snap_final_window and not table.final_window_done and table.pile_size:
        reopen_window(table)
    return not table.window_open
