"""Habit: the simple thresholds by which people begin to play."""

from __future__ import annotations

from ..engine import action_codes, constants, option_codes, phases, refusals
from ..engine.gift import find_gift
from ..engine.play import action_of, why_not
from ..engine.table import Table
from . import traits
from .evaluate import judge_memory, may_skip
from .mind import Mind, bell, recalled, share

#: What one takes an unknown card for.
GUESS = 6.0
#: Nobody waits for ever: each lap after this one makes calling easier.
PATIENCE = 20


def follow_habit(mind: Mind, table: Table) -> int:
    """The action that comes naturally, when a decision is due."""
    if table.gifts and find_gift(table, mind.seat) != constants.NOWHERE:
        return give_worst(mind, table)
    if table.phase == phases.START:
        return begin(mind, table)
    if table.phase == phases.HOLDING:
        return place_held(mind, table)
    if table.phase == phases.POWER:
        return use_power(mind, table)
    if table.phase == phases.ENDING:
        return action_of(
            action_codes.CALL if feels_low(mind, table) else action_codes.SKIP, constants.NOWHERE, constants.NOWHERE
        )
    return judge_memory(mind, table)


def points_at(mind: Mind, table: Table, place: int) -> float:
    """What the player takes the card there for."""
    believed = recalled(mind, table, table.at[place])
    return GUESS if believed == constants.NO_CARD else mind.worth[believed]


def worst_of(mind: Mind, table: Table) -> int:
    """The own card that seems to count most."""
    worst = constants.NOWHERE
    most = 0.0
    for slot in range(table.slots[mind.seat]):
        place = slot * table.seats + mind.seat
        if table.at[place] != constants.NO_CARD:
            points = points_at(mind, table, place)
            if worst == constants.NOWHERE or points > most:
                worst = place
                most = points
    return worst


def unknown_own(mind: Mind, table: Table) -> int:
    """The first own card that the player can't bring to mind."""
    for slot in range(table.slots[mind.seat]):
        place = slot * table.seats + mind.seat
        if table.at[place] != constants.NO_CARD and recalled(mind, table, table.at[place]) == constants.NO_CARD:
            return place
    return constants.NOWHERE


def give_worst(mind: Mind, table: Table) -> int:
    place = worst_of(mind, table)
    if table.ruleset.snap_give == option_codes.SNAP_GIVE_MAY and points_at(mind, table, place) <= 0.0:
        return action_of(action_codes.KEEP, constants.NOWHERE, constants.NOWHERE)
    return action_of(action_codes.GIVE, place, constants.NOWHERE)


def feels_low(mind: Mind, table: Table) -> int:
    """The hand seems low enough to call, give or take a mood."""
    if why_not(table, mind.seat, action_codes.CALL, constants.NOWHERE, constants.NOWHERE, 0) != refusals.LAWFUL:
        return 0
    total = mind.trait[traits.CALL_NOISE] * bell(mind)
    for slot in range(table.slots[mind.seat]):
        place = slot * table.seats + mind.seat
        if table.at[place] != constants.NO_CARD:
            total += points_at(mind, table, place)
    limit = mind.trait[traits.CALL_AT]
    if table.lap > PATIENCE:
        limit += 2.0 * (table.lap - PATIENCE)
    return total <= limit


def begin(mind: Mind, table: Table) -> int:
    if table.ruleset.call_when == option_codes.CALL_WHEN_START and feels_low(mind, table):
        return action_of(action_codes.CALL, constants.NOWHERE, constants.NOWHERE)
    if (
        why_not(table, mind.seat, action_codes.TAKE, constants.NOWHERE, constants.NOWHERE, 0) == refusals.LAWFUL
        and table.hand_size[mind.seat]
    ):
        points = mind.worth[table.pile[table.pile_size - 1]]
        if points <= 3.0 and points + 2.0 < points_at(mind, table, worst_of(mind, table)):
            return action_of(action_codes.TAKE, constants.NOWHERE, constants.NOWHERE)
    return action_of(action_codes.DRAW, constants.NOWHERE, constants.NOWHERE)


def place_held(mind: Mind, table: Table) -> int:
    """For the worst card that is worse, or for an unknown one if the new card is low."""
    points = mind.worth[table.held]
    may_throw = (
        why_not(table, mind.seat, action_codes.THROW, constants.NOWHERE, constants.NOWHERE, 0) == refusals.LAWFUL
    )
    worst = worst_of(mind, table)
    if worst != constants.NOWHERE:
        unknown = unknown_own(mind, table)
        if recalled(mind, table, table.at[worst]) != constants.NO_CARD and points_at(mind, table, worst) > points:
            return action_of(action_codes.SWAP, worst, constants.NOWHERE)
        if unknown != constants.NOWHERE and points <= mind.trait[traits.SWAP_BELOW]:
            return action_of(action_codes.SWAP, unknown, constants.NOWHERE)
        if not may_throw:
            return action_of(action_codes.SWAP, worst, constants.NOWHERE)
    return action_of(action_codes.THROW, constants.NOWHERE, constants.NOWHERE)


# Powers


def use_power(mind: Mind, table: Table) -> int:
    if table.power == option_codes.POWER_PEEK:
        place = unknown_own(mind, table)
        if place == constants.NOWHERE and may_skip(mind, table):
            return action_of(action_codes.SKIP, constants.NOWHERE, constants.NOWHERE)
        return action_of(
            action_codes.PEEK, worst_of(mind, table) if place == constants.NOWHERE else place, constants.NOWHERE
        )
    if table.power == option_codes.POWER_SPY:
        return action_of(action_codes.SPY, some_place(mind, table, action_codes.SPY), constants.NOWHERE)
    if table.power == option_codes.POWER_LOOK:
        return look_about(mind, table)
    return trade_away(mind, table)


def some_place(mind: Mind, table: Table, kind: int) -> int:
    """Any card with which that step is lawful, or NOWHERE; cards that one does not know come first."""
    fallback = constants.NOWHERE
    first = mind.rng.below(table.seats)
    for step in range(table.seats):
        seat = (first + step) % table.seats
        for slot in range(table.slots[seat]):
            place = slot * table.seats + seat
            if why_not(table, mind.seat, kind, place, constants.NOWHERE, 0) == refusals.LAWFUL:
                if recalled(mind, table, table.at[place]) == constants.NO_CARD:
                    return place
                fallback = place
    return fallback


def trade_away(mind: Mind, table: Table) -> int:
    """The worst own card, if it is bad enough, for one that somebody else has."""
    if table.first_pick == constants.NOWHERE:
        worst = worst_of(mind, table)
        is_bad = worst != constants.NOWHERE and points_at(mind, table, worst) >= mind.trait[traits.CAUTION]
        if is_bad and why_not(table, mind.seat, action_codes.TRADE, worst, constants.NOWHERE, 0) == refusals.LAWFUL:
            return action_of(action_codes.TRADE, worst, constants.NOWHERE)
        if may_skip(mind, table):
            return action_of(action_codes.SKIP, constants.NOWHERE, constants.NOWHERE)
    return action_of(action_codes.TRADE, some_place(mind, table, action_codes.TRADE), constants.NOWHERE)


def look_about(mind: Mind, table: Table) -> int:
    """Look at what is unknown; swap if another's card is known to be lower than the own one."""
    look = some_place(mind, table, action_codes.LOOK)
    if look != constants.NOWHERE:
        return action_of(action_codes.LOOK, look, constants.NOWHERE)
    if table.ruleset.powers_look_swap == option_codes.POWERS_LOOK_SWAP_LOOKED:
        if why_not(table, mind.seat, action_codes.TRADE, constants.NOWHERE, constants.NOWHERE, 0) == refusals.LAWFUL:
            if is_better(mind, table, table.looked, table.looked_too) or not may_skip(mind, table):
                return action_of(action_codes.TRADE, constants.NOWHERE, constants.NOWHERE)
        return action_of(action_codes.SKIP, constants.NOWHERE, constants.NOWHERE)
    return swap_for_looked(mind, table)


def is_better(mind: Mind, table: Table, place: int, other: int) -> int:
    """Exchanging the two would lower the own hand."""
    if place % table.seats == mind.seat:
        return points_at(mind, table, place) > points_at(mind, table, other)
    if other % table.seats == mind.seat:
        return points_at(mind, table, other) > points_at(mind, table, place)
    return 0


def swap_for_looked(mind: Mind, table: Table) -> int:
    """The worst own card for the one looked at, if that is lower."""
    worst = worst_of(mind, table)
    wanted = table.looked
    if wanted != constants.NOWHERE and worst != constants.NOWHERE and wanted % table.seats != mind.seat:
        if points_at(mind, table, wanted) < points_at(mind, table, worst):
            place = worst if table.first_pick == constants.NOWHERE else wanted
            if why_not(table, mind.seat, action_codes.TRADE, place, constants.NOWHERE, 0) == refusals.LAWFUL:
                return action_of(action_codes.TRADE, place, constants.NOWHERE)
    if may_skip(mind, table):
        return action_of(action_codes.SKIP, constants.NOWHERE, constants.NOWHERE)
    return action_of(action_codes.TRADE, some_place(mind, table, action_codes.TRADE), constants.NOWHERE)


# Snapping


def snap_by_habit(mind: Mind, table: Table) -> int:
    """A card that one believes to match: an own one first, another's if one is bold enough; or zero."""
    match = table.ruleset.match[table.pile[table.pile_size - 1]]
    for step in range(table.seats):
        seat = (mind.seat + step) % table.seats
        for slot in range(table.slots[seat]):
            place = slot * table.seats + seat
            if table.at[place] == constants.NO_CARD:
                continue
            believed = recalled(mind, table, table.at[place])
            if believed == constants.NO_CARD or table.ruleset.match[believed] != match:
                continue
            if seat == mind.seat and mind.worth[believed] <= 0.0:
                continue
            if seat != mind.seat and not dares_to_snap_others(mind, table):
                continue
            if (
                why_not(table, mind.seat, action_codes.SNAP, place, constants.NOWHERE, table.discard_number)
                == refusals.LAWFUL
            ):
                return action_of(action_codes.SNAP, place, constants.NOWHERE)
    return 0


def dares_to_snap_others(mind: Mind, table: Table) -> int:
    """The more cautious, the rarer; and never without the gift that makes it worth while."""
    return table.ruleset.snap_give != option_codes.SNAP_GIVE_NO and share(mind) * 10.0 >= mind.trait[traits.CAUTION]
