"""Exchanges: several equal cards of a hand for the one that is held, where the rules allow it."""

from __future__ import annotations

from . import constants, event_codes, option_codes, phases, refusals
from .event_log import report_card, report_discard, report_place
from .table import Table, is_joined, lay, lift, open_slot, put_on_pile, why_not_own
from .window import discard


def why_not_also(table: Table, seat: int, place: int) -> int:
    """Another card that is to go with the one that will be swapped; one card must be left for that."""
    if table.ruleset.turn_exchange == option_codes.TURN_EXCHANGE_ONE:
        return refusals.ONE_CARD_FOR_ONE
    refusal = why_not_own(table, seat, place)
    if refusal != refusals.LAWFUL:
        return refusal
    if is_joined(table, place):
        return refusals.SAME_CARD_TWICE
    if place // table.seats >= constants.EXCHANGEABLE_SLOTS:
        return refusals.BEYOND_EXCHANGE
    return refusals.LAWFUL if count_joined(table) + 1 < table.hand_size[seat] else refusals.LAST_CARD_IS_SWAPPED


def also(table: Table, seat: int, place: int) -> None:
    table.joined |= 1 << place // table.seats
    if table.listening:
        report_place(table, event_codes.JOINED, seat, place, constants.NOWHERE)


def count_joined(table: Table) -> int:
    bits = table.joined
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


def are_equal(table: Table, seat: int, place: int) -> int:
    """All cards of the exchange have the same rank."""
    rank = table.ruleset.face[table.at[place]] // 4
    for slot in range(table.slots[seat]):
        if is_joined(table, slot * table.seats + seat):
            if table.ruleset.face[table.at[slot * table.seats + seat]] // 4 != rank:
                return 0
    return 1


def lay_joined(table: Table, seat: int) -> None:
    """The cards that go with the swapped one come onto the pile before it, and leave gaps."""
    for slot in range(table.slots[seat]):
        place = slot * table.seats + seat
        if is_joined(table, place):
            card = lift(table, place)
            put_on_pile(table, card)
            if table.listening:
                report_card(table, event_codes.LAID, seat, place, card, table.public)
    table.joined = 0


def mismatch(table: Table, seat: int, place: int) -> None:
    """The cards differ: they stay, the held card goes or stays as the rules say, and there may be a penalty."""
    tried = count_joined(table) + 1
    for slot in range(table.slots[seat]):
        if is_joined(table, slot * table.seats + seat):
            show_differing(table, seat, slot * table.seats + seat)
    show_differing(table, seat, place)
    table.joined = 0
    if table.ruleset.turn_mismatch == option_codes.TURN_MISMATCH_DISCARD:
        drop_held(table, seat)
    else:
        add_held(table, seat)
    if table.ruleset.turn_mismatch_penalty and tried >= table.ruleset.turn_mismatch_from:
        table.hand_before = table.hand_size[seat]
        table.penalised = seat
        table.penalty_left = table.ruleset.turn_mismatch_penalty
    table.phase = phases.TURN_OVER


def show_differing(table: Table, seat: int, place: int) -> None:
    """Everybody has seen the card, and goes on seeing it where the rules leave it face up."""
    card = table.at[place]
    table.seen[card] |= table.public
    if table.ruleset.turn_mismatch == option_codes.TURN_MISMATCH_FACE_UP:
        table.seen[card] |= 1 << constants.FACE_UP
    if table.listening:
        report_card(table, event_codes.DIFFERED, seat, place, card, table.public)


def drop_held(table: Table, seat: int) -> None:
    """The held card goes onto the pile without its power."""
    card = table.held
    table.held = constants.NO_CARD
    discard(table, seat, card)
    if table.listening:
        report_discard(table, event_codes.DROPPED, seat, constants.NOWHERE, card)


def add_held(table: Table, seat: int) -> None:
    """The held card stays, in a new place; a taken one lies face up where taken cards do."""
    place = open_slot(table, seat)
    turn_up_taken(table)
    lay(table, place, table.held)
    table.held = constants.NO_CARD
    if table.listening:
        report_place(table, event_codes.ADDED, seat, place, constants.NOWHERE)


def turn_up_taken(table: Table) -> None:
    """A card from the pile that comes into a hand lies face up there, if the rules say so."""
    if table.ruleset.turn_taken_face_up and not table.held_from_stock:
        table.seen[table.held] |= 1 << constants.FACE_UP
