"""Snapping: whoever knows a card that matches the top of the pile may race to lay it there."""

from __future__ import annotations

from . import constants, event_codes, option_codes, phases, refusals
from .event_log import report_card, report_place
from .gift import owe_gift
from .powers import why_not_touch
from .table import Table, forget_pick, is_locked, lift, move, open_slot
from .window import close_window, put_on_pile


def why_not_snap(table: Table, seat: int, place: int, other: int, number: int) -> int:
    """Whether the card matches is no reason: a wrong snap is lawful, and costs."""
    if table.ruleset.snap_who == option_codes.SNAP_WHO_OFF:
        return refusals.SNAPPING_IS_OFF
    if table.phase == phases.MEMORY:
        return refusals.PLAY_HAS_NOT_BEGUN
    if table.out >> seat & 1:
        return refusals.SEAT_IS_OUT
    if is_locked(table, seat):
        return refusals.CALLER_SNAPS_NOT
    if number < 1 or number > table.discard_number:
        return refusals.NO_SUCH_DISCARD if table.discard_number else refusals.NOTHING_DISCARDED
    refusal = why_not_reach(table, seat, place)
    if refusal != refusals.LAWFUL:
        return refusal
    if other != constants.NOWHERE:
        if table.ruleset.snap_cards < 2:
            return refusals.ONE_AT_A_TIME
        if other == place:
            return refusals.SAME_CARD_TWICE
        refusal = why_not_reach(table, seat, other)
        if refusal != refusals.LAWFUL:
            return refusal
    if is_late(table, seat, number):
        return why_not_late(table, number)
    if seat == table.discarder and not table.ruleset.snap_discarder:
        return refusals.DISCARDER_SNAPS_NOT
    return refusals.LAWFUL


def why_not_reach(table: Table, seat: int, place: int) -> int:
    if table.ruleset.snap_who == option_codes.SNAP_WHO_OWN and place % table.seats != seat:
        return refusals.OWN_CARDS_ONLY
    return why_not_touch(table, place)


def is_late(table: Table, seat: int, number: int) -> int:
    """The window of that discard is no longer open, or open only for the one whose chain it is."""
    if not lies_there(table, number) or not table.window_open:
        return 1
    return table.chain != constants.NOBODY and table.chain != seat


def lies_there(table: Table, number: int) -> int:
    """The number is that of the present discard, or one that the same card had before it was taken and thrown back."""
    return table.discard_since <= number <= table.discard_number


def why_not_late(table: Table, number: int) -> int:
    """Where lateness costs, a late snap is accepted and charged; elsewhere it is only refused."""
    if table.ruleset.snap_late_penalty:
        return refusals.LAWFUL
    if lies_there(table, number) and table.window_open:
        return refusals.CHAIN_IS_ANOTHERS
    if table.ruleset.snap_winners == option_codes.SNAP_WINNERS_ONE and lies_there(table, number) and table.window_won:
        return refusals.SOMEBODY_WAS_FASTER
    return refusals.WINDOW_HAS_CLOSED


def snap(table: Table, seat: int, place: int, other: int, number: int) -> None:
    table.hand_before = table.hand_size[seat]
    if is_late(table, seat, number):
        if table.listening:
            report_place(table, event_codes.LATE, seat, place, other)
        charge(table, seat, table.ruleset.snap_late_penalty)
    elif matches(table, place) and (other == constants.NOWHERE or matches(table, other)):
        snap_rightly(table, seat, place, other)
    else:
        snap_wrongly(table, seat, place)
        if other != constants.NOWHERE:
            snap_wrongly(table, seat, other)
        if table.ruleset.snap_seize:
            seize(table, seat, place)
            if other != constants.NOWHERE:
                seize(table, seat, other)
        charge(table, seat, table.ruleset.snap_penalty)


def matches(table: Table, place: int) -> int:
    """The card there is like the top of the pile."""
    return table.ruleset.matches(table.at[place], table.pile[table.pile_size - 1])


def snap_rightly(table: Table, seat: int, place: int, other: int) -> None:
    """The cards go onto the pile, fire no power and open no window; others' cards are answered by a gift."""
    snap_away(table, seat, place)
    if other != constants.NOWHERE:
        snap_away(table, seat, other)
    table.window_won = 1
    if table.ruleset.snap_winners == option_codes.SNAP_WINNERS_ONE:
        close_window(table)
    elif table.ruleset.snap_winners == option_codes.SNAP_WINNERS_CHAIN:
        table.chain = seat
    if table.hand_size[seat] and table.ruleset.snap_give != option_codes.SNAP_GIVE_NO:
        if place % table.seats != seat:
            owe_gift(table, seat, place)
        if other != constants.NOWHERE and other % table.seats != seat:
            owe_gift(table, seat, other)


def snap_away(table: Table, seat: int, place: int) -> None:
    card = lift(table, place)
    forget_pick(table, place)
    put_on_pile(table, card)
    if table.listening:
        report_card(table, event_codes.SNAPPED, seat, place, card, table.public)


def snap_wrongly(table: Table, seat: int, place: int) -> None:
    """The card goes back, and the table has seen it, unless the rules spare it that."""
    if table.ruleset.snap_shown:
        card = table.at[place]
        table.seen[card] |= table.public
        if table.listening:
            report_card(table, event_codes.MISSED, seat, place, card, table.public)
    elif table.listening:
        report_place(table, event_codes.MISSED, seat, place, constants.NOWHERE)


def seize(table: Table, seat: int, place: int) -> None:
    """A wrong snap of another's card takes that card into the own hand."""
    if place % table.seats == seat:
        return
    new_place = open_slot(table, seat)
    move(table, place, new_place)
    if table.listening:
        report_place(table, event_codes.SEIZED, seat, place, new_place)


def charge(table: Table, seat: int, cards: int) -> None:
    """The dealer pays the penalty out as soon as the snap is over."""
    table.penalised = seat
    table.penalty_left = cards
