"""The heuristic policy: fixed rules with thresholds in points, as beginners play."""

from __future__ import annotations

from ..engine import action_codes, constants, option_codes, phases, refusals
from ..engine.gift import find_gift
from ..engine.play import action_of, why_not
from ..engine.powers import swap_scope
from ..engine.table import Table
from . import traits
from .evaluate import choose_in_memory_phase, may_skip
from .exchange_choice import best_exchange, next_of_exchange, rank_of_joined
from .mind import Mind, draw_normal, draw_uniform, recall

#: What an unknown card is taken to count.
UNKNOWN_POINTS = 6.0
#: People lose patience: after this lap the points up to which a hand is called rise by one with each lap. Without that,
#: rounds get long where nobody snaps, because a hand that keeps all its cards seldom counts so little.
PATIENT_LAPS = 4
#: Rounds must end: after this lap they rise by three.
LONG_ROUND_LAPS = 20


def choose_by_heuristic(mind: Mind, table: Table) -> int:
    """The action that the rules of thumb say, when a decision is due from this player."""
    if table.gifts and find_gift(table, mind.seat) != constants.NOWHERE:
        return choose_gift(mind, table)
    if table.phase == phases.START:
        return choose_at_start(mind, table)
    if table.phase == phases.HOLDING:
        return choose_for_held_card(mind, table)
    if table.phase == phases.POWER:
        return choose_power_step(mind, table)
    if table.phase == phases.ENDING:
        return action_of(
            action_codes.CALL if wants_to_call(mind, table) else action_codes.SKIP, constants.NOWHERE, constants.NOWHERE
        )
    return choose_in_memory_phase(mind, table)


def points_at(mind: Mind, table: Table, place: int) -> float:
    """What the card at a place counts, as far as the player recalls it."""
    believed = recall(mind, table, table.at[place])
    return UNKNOWN_POINTS if believed == constants.NO_CARD else mind.worth[believed]


def worst_own(mind: Mind, table: Table) -> int:
    """The place of the own card that counts most, as far as the player recalls; NOWHERE, if the hand is empty."""
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


def first_unknown_own(mind: Mind, table: Table) -> int:
    """The place of the first own card that the player can't recall, or NOWHERE."""
    for slot in range(table.slots[mind.seat]):
        place = slot * table.seats + mind.seat
        if table.at[place] != constants.NO_CARD and recall(mind, table, table.at[place]) == constants.NO_CARD:
            return place
    return constants.NOWHERE


def choose_gift(mind: Mind, table: Table) -> int:
    place = worst_own(mind, table)
    if table.ruleset.snap_give == option_codes.SNAP_GIVE_MAY and points_at(mind, table, place) <= 0.0:
        return action_of(action_codes.KEEP, constants.NOWHERE, constants.NOWHERE)
    return action_of(action_codes.GIVE, place, constants.NOWHERE)


def wants_to_call(mind: Mind, table: Table) -> int:
    """The hand, with a random error, is low enough to call."""
    if why_not(table, mind.seat, action_codes.CALL, constants.NOWHERE, constants.NOWHERE, 0) != refusals.LAWFUL:
        return 0
    total = mind.trait[traits.CALL_NOISE] * draw_normal(mind)
    for slot in range(table.slots[mind.seat]):
        place = slot * table.seats + mind.seat
        if table.at[place] != constants.NO_CARD:
            total += points_at(mind, table, place)
    limit = mind.trait[traits.CALL_AT]
    # Where a call above some points is wrong, impatience would only lose.
    if table.lap > PATIENT_LAPS and not table.ruleset.has_call_limit:
        limit += 1.0 * (table.lap - PATIENT_LAPS)
    if table.lap > LONG_ROUND_LAPS:
        limit += 2.0 * (table.lap - LONG_ROUND_LAPS)
    return total <= limit


def choose_at_start(mind: Mind, table: Table) -> int:
    if table.ruleset.call_when == option_codes.CALL_WHEN_START and wants_to_call(mind, table):
        return action_of(action_codes.CALL, constants.NOWHERE, constants.NOWHERE)
    if (
        why_not(table, mind.seat, action_codes.TAKE, constants.NOWHERE, constants.NOWHERE, 0) == refusals.LAWFUL
        and table.hand_size[mind.seat]
    ):
        points = mind.worth[table.pile[table.pile_size - 1]]
        if points <= 3.0 and points + 2.0 < points_at(mind, table, worst_own(mind, table)):
            return action_of(action_codes.TAKE, constants.NOWHERE, constants.NOWHERE)
    return action_of(action_codes.DRAW, constants.NOWHERE, constants.NOWHERE)


def choose_for_held_card(mind: Mind, table: Table) -> int:
    """Swap for the worst known card if that is higher, or for an unknown one if the new card is low; or throw."""
    rank = rank_of_joined(mind, table) if table.joined else best_exchange(mind, table)
    if table.joined or rank != constants.NO_RANK:
        return next_of_exchange(mind, table, rank)
    points = mind.worth[table.held]
    may_throw = (
        why_not(table, mind.seat, action_codes.THROW, constants.NOWHERE, constants.NOWHERE, 0) == refusals.LAWFUL
    )
    worst = worst_own(mind, table)
    if worst != constants.NOWHERE:
        unknown = first_unknown_own(mind, table)
        if recall(mind, table, table.at[worst]) != constants.NO_CARD and points_at(mind, table, worst) > points:
            return action_of(action_codes.SWAP, worst, constants.NOWHERE)
        if unknown != constants.NOWHERE and points <= mind.trait[traits.SWAP_BELOW]:
            return action_of(action_codes.SWAP, unknown, constants.NOWHERE)
        if not may_throw:
            return action_of(action_codes.SWAP, worst, constants.NOWHERE)
    return action_of(action_codes.THROW, constants.NOWHERE, constants.NOWHERE)


# Powers


def choose_power_step(mind: Mind, table: Table) -> int:
    if table.power == option_codes.POWER_PEEK:
        place = first_unknown_own(mind, table)
        if place == constants.NOWHERE and may_skip(mind, table):
            return action_of(action_codes.SKIP, constants.NOWHERE, constants.NOWHERE)
        return action_of(
            action_codes.PEEK, worst_own(mind, table) if place == constants.NOWHERE else place, constants.NOWHERE
        )
    if table.power == option_codes.POWER_SPY:
        return action_of(action_codes.SPY, pick_place(mind, table, action_codes.SPY), constants.NOWHERE)
    if table.power == option_codes.POWER_LOOK:
        return choose_look_step(mind, table)
    return choose_trade_step(mind, table)


def pick_place(mind: Mind, table: Table, kind: int) -> int:
    """A place with which that step is lawful, of a random seat; unknown cards come first. NOWHERE, if there is none."""
    fallback = constants.NOWHERE
    first = mind.rng.below(table.seats)
    for step in range(table.seats):
        seat = (first + step) % table.seats
        for slot in range(table.slots[seat]):
            place = slot * table.seats + seat
            if why_not(table, mind.seat, kind, place, constants.NOWHERE, 0) == refusals.LAWFUL:
                if recall(mind, table, table.at[place]) == constants.NO_CARD:
                    return place
                fallback = place
    return fallback


def choose_trade_step(mind: Mind, table: Table) -> int:
    """Trade the worst own card for somebody else's, if it is bad enough."""
    if table.first_pick == constants.NOWHERE:
        worst = worst_own(mind, table)
        is_bad = worst != constants.NOWHERE and points_at(mind, table, worst) >= mind.trait[traits.CAUTION]
        if is_bad and why_not(table, mind.seat, action_codes.TRADE, worst, constants.NOWHERE, 0) == refusals.LAWFUL:
            return action_of(action_codes.TRADE, worst, constants.NOWHERE)
        if may_skip(mind, table):
            return action_of(action_codes.SKIP, constants.NOWHERE, constants.NOWHERE)
    return action_of(action_codes.TRADE, pick_place(mind, table, action_codes.TRADE), constants.NOWHERE)


def choose_look_step(mind: Mind, table: Table) -> int:
    """Look at unknown cards; trade if another's card is known to be lower than the own one."""
    look = pick_place(mind, table, action_codes.LOOK)
    if look != constants.NOWHERE:
        return action_of(action_codes.LOOK, look, constants.NOWHERE)
    if swap_scope(table) == option_codes.POWERS_LOOK_SWAP_LOOKED:
        if why_not(table, mind.seat, action_codes.TRADE, constants.NOWHERE, constants.NOWHERE, 0) == refusals.LAWFUL:
            if would_lower_hand(mind, table, table.looked, table.looked_too) or not may_skip(mind, table):
                return action_of(action_codes.TRADE, constants.NOWHERE, constants.NOWHERE)
        return action_of(action_codes.SKIP, constants.NOWHERE, constants.NOWHERE)
    return choose_swap_for_looked(mind, table)


def would_lower_hand(mind: Mind, table: Table, place: int, other: int) -> int:
    """To exchange the two would lower the own hand."""
    if place % table.seats == mind.seat:
        return points_at(mind, table, place) > points_at(mind, table, other)
    if other % table.seats == mind.seat:
        return points_at(mind, table, other) > points_at(mind, table, place)
    return 0


def choose_swap_for_looked(mind: Mind, table: Table) -> int:
    """Trade the worst own card for the one looked at, if that is lower."""
    worst = worst_own(mind, table)
    wanted = table.looked
    if wanted != constants.NOWHERE and worst != constants.NOWHERE and wanted % table.seats != mind.seat:
        if points_at(mind, table, wanted) < points_at(mind, table, worst):
            place = worst if table.first_pick == constants.NOWHERE else wanted
            if why_not(table, mind.seat, action_codes.TRADE, place, constants.NOWHERE, 0) == refusals.LAWFUL:
                return action_of(action_codes.TRADE, place, constants.NOWHERE)
    if may_skip(mind, table):
        return action_of(action_codes.SKIP, constants.NOWHERE, constants.NOWHERE)
    return action_of(action_codes.TRADE, pick_place(mind, table, action_codes.TRADE), constants.NOWHERE)


# Snapping


def choose_snap_by_heuristic(mind: Mind, table: Table) -> int:
    """Snap a card that the player recalls to match: an own one first, another's sometimes; zero, if there is none."""
    match = table.ruleset.match[table.pile[table.pile_size - 1]]
    for step in range(table.seats):
        seat = (mind.seat + step) % table.seats
        for slot in range(table.slots[seat]):
            place = slot * table.seats + seat
            if table.at[place] == constants.NO_CARD:
                continue
            believed = recall(mind, table, table.at[place])
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
    """The higher the trait CAUTION, the more rarely; and never where no card is given for it."""
    return (
        table.ruleset.snap_give != option_codes.SNAP_GIVE_NO and draw_uniform(mind) * 10.0 >= mind.trait[traits.CAUTION]
    )
