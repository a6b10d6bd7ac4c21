"""A turn: draw or take, then swap or throw, and the turn passes."""

from __future__ import annotations

from . import constants, event_codes, option_codes, phases, refusals
from .deal import begin_reshuffle, can_draw, count_bits, draw_card
from .event_log import report, report_card, report_discard, report_place
from .powers import begin_power
from .table import Table, forget_joined, is_joined, lay, lift, open_slot, why_not_own
from .window import close_at_draw, close_window, discard, drop_held, put_on_pile


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


# Several equal cards for one


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
    return refusals.LAWFUL if count_bits(table.joined) + 1 < table.hand_size[seat] else refusals.LAST_CARD_IS_SWAPPED


def also(table: Table, seat: int, place: int) -> None:
    table.joined |= 1 << place // table.seats
    if table.listening:
        report_place(table, event_codes.JOINED, seat, place, constants.NOWHERE)


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
    tried = count_bits(table.joined) + 1
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
