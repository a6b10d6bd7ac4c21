"""Every action that ``play`` would accept from a seat now."""

from __future__ import annotations

from . import action_codes, constants, option_codes, phases, refusals
from .play import action_of, why_not
from .snap import is_late
from .table import Table


def list_legal_actions(table: Table, seat: int, snaps: int, pairs: int) -> list[int]:
    """Actions by number: those without a card, those with one, and (if wanted) snaps. Late snaps are never offered.

    Snaps of two cards at once are listed only if pairs are wanted, too: there are as many as pairs of cards, while all
    other lists grow with the cards alone.
    """
    actions: list[int] = []
    for kind in range(action_codes.READY, action_codes.LAST_WITHOUT_CARD + 1):
        add(actions, table, seat, kind, constants.NOWHERE, constants.NOWHERE)
    if table.phase == phases.MEMORY:
        add_placed(actions, table, seat, action_codes.PEEK)
    elif table.phase == phases.HOLDING:
        add_placed(actions, table, seat, action_codes.SWAP)
        if table.ruleset.turn_exchange != option_codes.TURN_EXCHANGE_ONE:
            add_placed(actions, table, seat, action_codes.ALSO)
    elif table.phase == phases.POWER:
        add_steps(actions, table, seat)
    if table.gifts:
        add_placed(actions, table, seat, action_codes.GIVE)
    if snaps and not is_late(table, seat, table.discard_number):
        add_placed(actions, table, seat, action_codes.SNAP)
        if pairs and table.ruleset.snap_cards > 1:
            add_pairs(actions, table, seat)
    return actions


def add(actions: list[int], table: Table, seat: int, kind: int, place: int, other: int) -> None:
    if why_not(table, seat, kind, place, other, table.discard_number) == refusals.LAWFUL:
        actions.append(action_of(kind, place, other))


def add_placed(actions: list[int], table: Table, seat: int, kind: int) -> None:
    """Add the action with each card for which it is lawful, by seat and then by slot."""
    for owner in range(table.seats):
        for slot in range(table.slots[owner]):
            add(actions, table, seat, kind, slot * table.seats + owner, constants.NOWHERE)


def add_steps(actions: list[int], table: Table, seat: int) -> None:
    """The steps of the pending power."""
    if table.power == option_codes.POWER_PEEK:
        add_placed(actions, table, seat, action_codes.PEEK)
    elif table.power == option_codes.POWER_SPY:
        add_placed(actions, table, seat, action_codes.SPY)
    else:
        if table.power == option_codes.POWER_LOOK:
            add_placed(actions, table, seat, action_codes.LOOK)
        add(actions, table, seat, action_codes.TRADE, constants.NOWHERE, constants.NOWHERE)
        add_placed(actions, table, seat, action_codes.TRADE)


def add_pairs(actions: list[int], table: Table, seat: int) -> None:
    """Two cards at once, each pair once, the one that comes first by seat and slot in front."""
    for owner in range(table.seats):
        for slot in range(table.slots[owner]):
            for later_owner in range(owner, table.seats):
                for later_slot in range(slot + 1 if later_owner == owner else 0, table.slots[later_owner]):
                    place = slot * table.seats + owner
                    other = later_slot * table.seats + later_owner
                    add(actions, table, seat, action_codes.SNAP, place, other)
