"""Habit: the simple thresholds by which people begin to play."""

from __future__ import annotations

from . import act, choice, mark, phase, trait, why
from .gift import gift_due
from .judgement import judge_memory, may_skip
from .mind import Mind, bell, recalled, share
from .play import action_of, why_not
from .table import Table

#: What one takes an unknown card for.
GUESS = 6.0
#: Nobody waits for ever: each lap after this one makes calling easier.
PATIENCE = 20


def follow_habit(mind: Mind, table: Table) -> int:
    """The action that comes naturally, when a decision is due."""
    if table.gifts and gift_due(table, mind.seat) != mark.NOWHERE:
        return give_worst(mind, table)
    if table.phase == phase.START:
        return begin(mind, table)
    if table.phase == phase.HOLDING:
        return place_held(mind, table)
    if table.phase == phase.POWER:
        return use_power(mind, table)
    if table.phase == phase.ENDING:
        return action_of(act.CALL if feels_low(mind, table) else act.SKIP, mark.NOWHERE, mark.NOWHERE)
    return judge_memory(mind, table)


def points_at(mind: Mind, table: Table, place: int) -> float:
    """What the player takes the card there for."""
    believed = recalled(mind, table, table.at[place])
    return GUESS if believed == mark.NO_CARD else mind.worth[believed]


def worst_of(mind: Mind, table: Table) -> int:
    """The own card that seems to count most."""
    worst = mark.NOWHERE
    most = 0.0
    for slot in range(table.slots[mind.seat]):
        place = slot * table.seats + mind.seat
        if table.at[place] != mark.NO_CARD:
            points = points_at(mind, table, place)
            if worst == mark.NOWHERE or points > most:
                worst = place
                most = points
    return worst


def unknown_own(mind: Mind, table: Table) -> int:
    """The first own card that the player can't bring to mind."""
    for slot in range(table.slots[mind.seat]):
        place = slot * table.seats + mind.seat
        if table.at[place] != mark.NO_CARD and recalled(mind, table, table.at[place]) == mark.NO_CARD:
            return place
    return mark.NOWHERE


def give_worst(mind: Mind, table: Table) -> int:
    place = worst_of(mind, table)
    if table.book.give == choice.GIVE_MAY and points_at(mind, table, place) <= 0.0:
        return action_of(act.KEEP, mark.NOWHERE, mark.NOWHERE)
    return action_of(act.GIVE, place, mark.NOWHERE)


def feels_low(mind: Mind, table: Table) -> int:
    """The hand seems low enough to call, give or take a mood."""
    if why_not(table, mind.seat, act.CALL, mark.NOWHERE, mark.NOWHERE, 0) != why.LAWFUL:
        return 0
    total = mind.trait[trait.CALL_NOISE] * bell(mind)
    for slot in range(table.slots[mind.seat]):
        place = slot * table.seats + mind.seat
        if table.at[place] != mark.NO_CARD:
            total += points_at(mind, table, place)
    limit = mind.trait[trait.CALL_AT]
    if table.lap > PATIENCE:
        limit += 2.0 * (table.lap - PATIENCE)
    return total <= limit


def begin(mind: Mind, table: Table) -> int:
    if table.book.call_when == choice.CALL_START and feels_low(mind, table):
        return action_of(act.CALL, mark.NOWHERE, mark.NOWHERE)
    if why_not(table, mind.seat, act.TAKE, mark.NOWHERE, mark.NOWHERE, 0) == why.LAWFUL and table.count[mind.seat]:
        points = mind.worth[table.pile[table.pile_size - 1]]
        if points <= 3.0 and points + 2.0 < points_at(mind, table, worst_of(mind, table)):
            return action_of(act.TAKE, mark.NOWHERE, mark.NOWHERE)
    return action_of(act.DRAW, mark.NOWHERE, mark.NOWHERE)


def place_held(mind: Mind, table: Table) -> int:
    """For the worst card that is worse, or for an unknown one if the new card is low."""
    points = mind.worth[table.held]
    may_throw = why_not(table, mind.seat, act.THROW, mark.NOWHERE, mark.NOWHERE, 0) == why.LAWFUL
    worst = worst_of(mind, table)
    if worst != mark.NOWHERE:
        unknown = unknown_own(mind, table)
        if recalled(mind, table, table.at[worst]) != mark.NO_CARD and points_at(mind, table, worst) > points:
            return action_of(act.SWAP, worst, mark.NOWHERE)
        if unknown != mark.NOWHERE and points <= mind.trait[trait.SWAP_BELOW]:
            return action_of(act.SWAP, unknown, mark.NOWHERE)
        if not may_throw:
            return action_of(act.SWAP, worst, mark.NOWHERE)
    return action_of(act.THROW, mark.NOWHERE, mark.NOWHERE)


# Powers


def use_power(mind: Mind, table: Table) -> int:
    if table.power == choice.POWER_PEEK:
        place = unknown_own(mind, table)
        if place == mark.NOWHERE and may_skip(mind, table):
            return action_of(act.SKIP, mark.NOWHERE, mark.NOWHERE)
        return action_of(act.PEEK, worst_of(mind, table) if place == mark.NOWHERE else place, mark.NOWHERE)
    if table.power == choice.POWER_SPY:
        return action_of(act.SPY, some_place(mind, table, act.SPY), mark.NOWHERE)
    if table.power == choice.POWER_LOOK:
        return look_about(mind, table)
    return trade_away(mind, table)


def some_place(mind: Mind, table: Table, kind: int) -> int:
    """Any card with which that step is lawful, or NOWHERE; cards that one does not know come first."""
    fallback = mark.NOWHERE
    first = mind.chance.below(table.seats)
    for step in range(table.seats):
        seat = (first + step) % table.seats
        for slot in range(table.slots[seat]):
            place = slot * table.seats + seat
            if why_not(table, mind.seat, kind, place, mark.NOWHERE, 0) == why.LAWFUL:
                if recalled(mind, table, table.at[place]) == mark.NO_CARD:
                    return place
                fallback = place
    return fallback


def trade_away(mind: Mind, table: Table) -> int:
    """The worst own card, if it is bad enough, for one that somebody else has."""
    if table.first == mark.NOWHERE:
        worst = worst_of(mind, table)
        is_bad = worst != mark.NOWHERE and points_at(mind, table, worst) >= mind.trait[trait.CAUTION]
        if is_bad and why_not(table, mind.seat, act.TRADE, worst, mark.NOWHERE, 0) == why.LAWFUL:
            return action_of(act.TRADE, worst, mark.NOWHERE)
        if may_skip(mind, table):
            return action_of(act.SKIP, mark.NOWHERE, mark.NOWHERE)
    return action_of(act.TRADE, some_place(mind, table, act.TRADE), mark.NOWHERE)


def look_about(mind: Mind, table: Table) -> int:
    """Look at what is unknown; swap if another's card is known to be lower than the own one."""
    look = some_place(mind, table, act.LOOK)
    if look != mark.NOWHERE:
        return action_of(act.LOOK, look, mark.NOWHERE)
    if table.book.look_swap == choice.LOOK_SWAP_LOOKED:
        if why_not(table, mind.seat, act.TRADE, mark.NOWHERE, mark.NOWHERE, 0) == why.LAWFUL:
            if is_better(mind, table, table.looked, table.looked_too) or not may_skip(mind, table):
                return action_of(act.TRADE, mark.NOWHERE, mark.NOWHERE)
        return action_of(act.SKIP, mark.NOWHERE, mark.NOWHERE)
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
    if wanted != mark.NOWHERE and worst != mark.NOWHERE and wanted % table.seats != mind.seat:
        if points_at(mind, table, wanted) < points_at(mind, table, worst):
            place = worst if table.first == mark.NOWHERE else wanted
            if why_not(table, mind.seat, act.TRADE, place, mark.NOWHERE, 0) == why.LAWFUL:
                return action_of(act.TRADE, place, mark.NOWHERE)
    if may_skip(mind, table):
        return action_of(act.SKIP, mark.NOWHERE, mark.NOWHERE)
    return action_of(act.TRADE, some_place(mind, table, act.TRADE), mark.NOWHERE)


# Snapping


def snap_by_habit(mind: Mind, table: Table) -> int:
    """A card that one believes to match: an own one first, another's if one is bold enough; or zero."""
    match = table.book.match[table.pile[table.pile_size - 1]]
    for step in range(table.seats):
        seat = (mind.seat + step) % table.seats
        for slot in range(table.slots[seat]):
            place = slot * table.seats + seat
            if table.at[place] == mark.NO_CARD:
                continue
            believed = recalled(mind, table, table.at[place])
            if believed == mark.NO_CARD or table.book.match[believed] != match:
                continue
            if seat == mind.seat and mind.worth[believed] <= 0.0:
                continue
            if seat != mind.seat and not dares_to_snap_others(mind, table):
                continue
            if why_not(table, mind.seat, act.SNAP, place, mark.NOWHERE, table.number) == why.LAWFUL:
                return action_of(act.SNAP, place, mark.NOWHERE)
    return 0


def dares_to_snap_others(mind: Mind, table: Table) -> int:
    """The more cautious, the rarer; and never without the gift that makes it worth while."""
    return table.book.give != choice.GIVE_NO and share(mind) * 10.0 >= mind.trait[trait.CAUTION]
