"""The deal, the memory phase, and the stock that the dealer keeps."""

from __future__ import annotations

from collections.abc import Sequence

from ..arrays import int_array
from . import constants, event_codes, option_codes, phases, refusals
from .event_log import record, report, report_card, report_discard, report_number
from .rng import Rng, shuffle_stock
from .ruleset import Ruleset
from .table import Table, exists, lay, open_slot
from .window import put_on_pile


def deal_new_table(ruleset: Ruleset, seats: int, rng: Rng) -> Table:
    """A shuffled and dealt table whose dealer is the last seat, so that the first seat begins."""
    table = Table(ruleset, seats, seats - 1, 0)
    table.stock_left = ruleset.deck_size
    for card in range(ruleset.deck_size):
        table.stock[card] = card
    shuffle_stock(table, rng)
    deal_stock(table)
    return table


def deal(table: Table, order: Sequence[int]) -> None:
    """Give everybody a hand and, where the rules say so, turn up the first discard. The first card is on top."""
    cards = table.ruleset.deck_size
    for index in range(cards):
        table.stock[cards - 1 - index] = order[index]
    deal_stock(table)


def deal_stock(table: Table) -> None:
    """Deal from the stock as it lies, one card at a time, beginning at the dealer's left."""
    table.stock_left = table.ruleset.deck_size
    for _ in range(table.ruleset.deal_cards):
        for step in range(table.seats):
            seat = (table.dealer + 1 + step) % table.seats
            table.stock_left -= 1
            lay(table, open_slot(table, seat), table.stock[table.stock_left])
    if table.listening:
        report(table, event_codes.DEALT, constants.NOBODY)
    if table.ruleset.deal_opening:
        table.stock_left -= 1
        table.discard_number = 1
        table.discard_since = 1
        table.discard_card = table.stock[table.stock_left]
        put_on_pile(table, table.discard_card)
        if table.listening:
            report_discard(table, event_codes.OPENED, constants.NOBODY, constants.NOWHERE, table.pile[0])
    if table.ruleset.deal_memory_cards == 0:
        begin_play(table)


def begin_play(table: Table) -> None:
    """The starting seat is to move, and the opening discard may be snapped from now on."""
    table.phase = phases.START
    table.window_open = table.ruleset.snap_who != option_codes.SNAP_WHO_OFF and table.discard_number > 0
    if table.listening:
        report(table, event_codes.TURN, table.turn)


def why_not_remember(table: Table, seat: int, place: int) -> int:
    """Before play, a seat may look at its bottom cards, or at as many as the rules let it choose."""
    if table.ready >> seat & 1:
        return refusals.CARDS_STAY_DOWN
    if not exists(table, place):
        return refusals.NO_SUCH_PLACE
    if place % table.seats != seat:
        return refusals.NOT_YOUR_CARD
    slot = place // table.seats
    if table.ruleset.deal_memory == option_codes.DEAL_MEMORY_BOTTOM:
        if slot < table.ruleset.deal_cards - table.ruleset.deal_memory_cards:
            return refusals.BOTTOM_CARDS_ONLY
    elif not table.chosen[seat] >> slot & 1 and count_bits(table.chosen[seat]) == table.ruleset.deal_memory_cards:
        return refusals.ENOUGH_CHOSEN
    return refusals.LAWFUL


def remember(table: Table, seat: int, place: int) -> None:
    table.chosen[seat] |= 1 << place // table.seats
    see(table, event_codes.PEEKED, seat, place)


def get_ready(table: Table, seat: int) -> None:
    """Play begins when the last seat is ready."""
    table.ready |= 1 << seat
    if table.listening:
        report(table, event_codes.READIED, seat)
    if table.ready == table.everybody:
        begin_play(table)


def see(table: Table, kind: int, seat: int, place: int) -> None:
    """Show the card at a place to one seat."""
    card = table.at[place]
    table.seen[card] |= 1 << seat
    if table.listening:
        record(table, kind, seat, place, constants.NOWHERE, card, 1 << seat, 0)


def count_bits(bits: int) -> int:
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


def can_draw(table: Table) -> int:
    """There is a card in the stock, or one will be there after reshuffling all discards but the top one."""
    return table.stock_left > 0 or (
        table.pile_size > 1 and table.ruleset.turn_stock == option_codes.TURN_STOCK_RESHUFFLE
    )


def begin_reshuffle(table: Table) -> None:
    """The top discard stays; the rest becomes the stock, and waits for the order that the dealer gives."""
    top = table.pile[table.pile_size - 1]
    table.stock_left = table.pile_size - 1
    int_array.copy_shorts(table.stock, table.pile, table.stock_left)
    table.shuffles += 1
    for index in range(table.stock_left):
        table.seen[table.stock[index]] = 0
        table.origin[table.stock[index]] = table.shuffles
    if table.discard_card != top and table.discard_card != table.held:
        # It goes back into the stock, and would be another discard when it comes again.
        table.discard_card = constants.NO_CARD
    table.pile[0] = top
    table.pile_size = 1
    table.shuffle_due = 1


def reorder_stock(table: Table, order: Sequence[int]) -> None:
    """Lay the stock in the dealer's order; the first card is on top."""
    left = table.stock_left
    for index in range(left):
        table.stock[left - 1 - index] = order[index]


def finish_reshuffle(table: Table) -> None:
    """The stock has its new order."""
    table.shuffle_due = 0
    if table.listening:
        report_number(table, event_codes.RESHUFFLED, constants.NOBODY, table.stock_left)


def draw_card(table: Table, seat: int) -> None:
    """The seat to move gets the top card of the stock, and alone sees it."""
    table.draw_due = 0
    table.stock_left -= 1
    table.held = table.stock[table.stock_left]
    table.held_from_stock = 1
    table.joined = 0
    table.seen[table.held] = 1 << seat
    table.phase = phases.HOLDING
    if table.listening:
        report_card(table, event_codes.DREW, seat, constants.NOWHERE, table.held, 1 << seat)
