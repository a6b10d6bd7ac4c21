"""Whim: any lawful action, though calls and snaps come to mind only now and then."""

from __future__ import annotations

from ..engine import action_codes, constants, refusals
from ..engine.legal_actions import list_legal_actions
from ..engine.next_actor import may_snap
from ..engine.play import action_of, kind_of, why_not
from ..engine.table import Table
from .mind import Mind

#: One chance in so many.
CALL_CHANCE = 16
SNAP_CHANCE = 8


def act_on_whim(mind: Mind, table: Table) -> int:
    """Any lawful action with the same chance, but for a call, which is rare."""
    actions = list_legal_actions(table, mind.seat, 0)
    while True:
        action = actions[mind.rng.below(len(actions))]
        if kind_of(action) != action_codes.CALL or len(actions) == 1 or mind.rng.below(CALL_CHANCE) == 0:
            return action


def snap_on_whim(mind: Mind, table: Table) -> int:
    """Any card in reach, now and then; or zero."""
    if not may_snap(table, mind.seat) or mind.rng.below(SNAP_CHANCE):
        return 0
    seat = mind.rng.below(table.seats)
    place = mind.rng.below(table.slots[seat]) * table.seats + seat
    if why_not(table, mind.seat, action_codes.SNAP, place, constants.NOWHERE, table.discard_number) != refusals.LAWFUL:
        return 0
    return action_of(action_codes.SNAP, place, constants.NOWHERE)
