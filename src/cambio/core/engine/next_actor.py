"""The next actor: whom the table waits for. Everything that plays a round of bots asks seats in this order."""

from __future__ import annotations

from . import constants, option_codes, phases
from .deal import can_draw
from .snap import is_late
from .table import Table, is_locked


def may_snap(table: Table, seat: int) -> int:
    """The window is open for that seat; anybody may be asked before the next decision is made."""
    if not table.window_open or table.shuffle_due or table.phase == phases.OVER:
        return 0
    if table.out >> seat & 1 or is_locked(table, seat) or is_late(table, seat, table.discard_number):
        return 0
    return seat != table.discarder or table.ruleset.snap_discarder


def find_decider(table: Table) -> int:
    """The seat whose decision comes next when nobody wants to snap; the DEALER, if only closing the window is left."""
    if table.gifts:
        return table.gift_from[0]
    if table.phase == phases.MEMORY:
        seat = 0
        while table.ready >> seat & 1:
            seat += 1
        return seat
    if table.phase == phases.BACK:
        return constants.DEALER
    if table.phase == phases.START and table.window_open:
        # The dealer says stop when the turn is over, and so does the show when there is nothing left to draw.
        if table.ruleset.snap_window == option_codes.SNAP_WINDOW_DEALER or not can_draw(table):
            return constants.DEALER
    return table.turn
