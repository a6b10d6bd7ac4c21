"""The random policy: any lawful action, though calls and snaps are rare, so that rounds last."""

from __future__ import annotations

from ..engine import action_codes, constants, refusals
from ..engine.legal_actions import list_legal_actions
from ..engine.next_actor import may_snap
from ..engine.play import action_of, kind_of, why_not
from ..engine.table import Table
from .mind import Mind

#: A call that is drawn is made once in this many times, and whoever may snap tries to once in this many times.
CALL_ONE_IN = 16
SNAP_ONE_IN = 8


def choose_at_random(mind: Mind, table: Table) -> int:
    """Any lawful action with the same chance, but for a call, which is mostly drawn again."""
    actions = list_legal_actions(table, mind.seat, 0, 0)
    while True:
        action = actions[mind.rng.below(len(actions))]
        if kind_of(action) != action_codes.CALL or len(actions) == 1 or mind.rng.below(CALL_ONE_IN) == 0:
            return action


def choose_snap_at_random(mind: Mind, table: Table) -> int:
    """Now and then a snap of any card, if that is lawful; mostly zero."""
    if not may_snap(table, mind.seat) or mind.rng.below(SNAP_ONE_IN):
        return 0
    seat = mind.rng.below(table.seats)
    place = mind.rng.below(table.slots[seat]) * table.seats + seat
    if why_not(table, mind.seat, action_codes.SNAP, place, constants.NOWHERE, table.discard_number) != refusals.LAWFUL:
        return 0
    return action_of(action_codes.SNAP, place, constants.NOWHERE)
