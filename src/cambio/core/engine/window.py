"""The snap window: every discard opens one, and play, a snap or the dealer closes it."""

from __future__ import annotations

from . import constants, event_codes, option_codes
from .event_log import report_discard, report_number
from .table import Table


def put_on_pile(table: Table, card: int) -> None:
    """Face up: everybody knows the card, spectators too."""
    table.pile[table.pile_size] = card
    table.pile_size += 1
    table.seen[card] = table.public
    table.kept[card] = 0


def discard(table: Table, seat: int, card: int) -> None:
    """A card from a hand or from the stock becomes the top of the pile: the window before it closes, its own opens."""
    close_window(table)
    put_on_pile(table, card)
    number_discard(table, card)
    table.discarder = seat
    table.window_won = 0
    table.window_open = table.ruleset.snap_who != option_codes.SNAP_WHO_OFF


def drop_held(table: Table, seat: int) -> None:
    """The held card goes onto the pile without its power."""
    card = table.held
    table.held = constants.NO_CARD
    discard(table, seat, card)
    if table.listening:
        report_discard(table, event_codes.DROPPED, seat, constants.NOWHERE, card)


def number_discard(table: Table, card: int) -> None:
    """Discards are counted; a card that was taken and thrown back also answers to the numbers that it had before."""
    table.discard_number += 1
    if card != table.discard_card:
        table.discard_since = table.discard_number
        table.discard_card = card


def close_window(table: Table) -> None:
    if table.window_open:
        table.window_open = 0
        table.chain = constants.NOBODY
        if table.listening:
            report_number(table, event_codes.CLOSED, constants.NOBODY, table.discard_number)


def close_at_draw(table: Table) -> None:
    """A chain ends at the next draw whatever the rules say about other windows."""
    if table.ruleset.snap_window == option_codes.SNAP_WINDOW_DRAW or table.chain != constants.NOBODY:
        close_window(table)


def reopen_window(table: Table) -> None:
    """Before the show the last discard may be snapped once more, by anybody."""
    table.final_window_done = 1
    table.window_open = 1
    table.window_won = 0
    table.discarder = constants.NOBODY
    if table.listening:
        report_number(table, event_codes.REOPENED, constants.NOBODY, table.discard_number)
