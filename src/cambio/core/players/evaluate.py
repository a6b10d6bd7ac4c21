"""Judgement: the action that is expected to bring most, whatever has to be decided."""

from __future__ import annotations

from ..arrays import c_math
from ..engine import action_codes, constants, option_codes, phases, refusals
from ..engine.gift import find_gift
from ..engine.play import action_of, why_not
from ..engine.table import Table, is_touchable
from . import traits
from .action_values import (
    best_exit,
    best_gift,
    best_partner,
    best_use,
    gain_of_drawing,
    gain_of_looking,
    gain_of_snapping,
    gain_of_swapping,
    gain_of_throwing,
    gain_of_trading,
)
from .belief import chance_of_winning_call, mean_at, survey, variance_at
from .mind import Mind, bell, recalled, share

#: Points of a wrong call that weigh as much as a round.
POINTS_OF_A_ROUND = 200.0
#: Nobody waits for ever: each lap after this one makes calling easier.
PATIENCE = 20
#: What is wanted of a table of more than two is said for so many rivals; with more of them it is harder to have.
RIVALS = 3.0


def judge(mind: Mind, table: Table) -> int:
    """The action that this player takes now, when a decision is due from it."""
    survey(mind, table)
    if table.gifts and find_gift(table, mind.seat) != constants.NOWHERE:
        return judge_gift(mind, table)
    if table.phase == phases.START:
        return judge_start(mind, table)
    if table.phase == phases.HOLDING:
        return judge_held(mind, table)
    if table.phase == phases.POWER:
        return judge_power(mind, table)
    if table.phase == phases.ENDING:
        return action_of(
            action_codes.CALL if wants_to_call(mind, table) else action_codes.SKIP, constants.NOWHERE, constants.NOWHERE
        )
    return judge_memory(mind, table)


# Memory and gifts


def judge_memory(mind: Mind, table: Table) -> int:
    """Look at every card that may be looked at, once."""
    seat = mind.seat
    for slot in range(table.slots[seat]):
        place = slot * table.seats + seat
        if not table.seen[table.at[place]] >> seat & 1:
            if why_not(table, seat, action_codes.PEEK, place, constants.NOWHERE, 0) == refusals.LAWFUL:
                return action_of(action_codes.PEEK, place, constants.NOWHERE)
    return action_of(action_codes.READY, constants.NOWHERE, constants.NOWHERE)


def judge_gift(mind: Mind, table: Table) -> int:
    """The card that one would rather see in the other hand; none, if it may be kept and is worth keeping."""
    place = best_gift(mind, table)
    if table.ruleset.snap_give == option_codes.SNAP_GIVE_MAY and mean_at(mind, table, place) <= 0.0:
        return action_of(action_codes.KEEP, constants.NOWHERE, constants.NOWHERE)
    return action_of(action_codes.GIVE, place, constants.NOWHERE)


# The start of a turn: call, take or draw


def judge_start(mind: Mind, table: Table) -> int:
    if table.ruleset.call_when == option_codes.CALL_WHEN_START and wants_to_call(mind, table):
        return action_of(action_codes.CALL, constants.NOWHERE, constants.NOWHERE)
    if why_not(
        table, mind.seat, action_codes.TAKE, constants.NOWHERE, constants.NOWHERE, 0
    ) == refusals.LAWFUL and wants_to_take(mind, table):
        return action_of(action_codes.TAKE, constants.NOWHERE, constants.NOWHERE)
    return action_of(action_codes.DRAW, constants.NOWHERE, constants.NOWHERE)


def wants_to_call(mind: Mind, table: Table) -> int:
    """The chance of winning, less what a wrong call costs, is good enough; with each lap a little less will do."""
    if why_not(table, mind.seat, action_codes.CALL, constants.NOWHERE, constants.NOWHERE, 0) != refusals.LAWFUL:
        return 0
    chance = chance_of_winning_call(mind, table)
    if mind.trait[traits.CALL_NOISE] > 0.0:
        chance += mind.trait[traits.CALL_NOISE] * bell(mind)
    cost = table.ruleset.call_wrong_points / POINTS_OF_A_ROUND
    if table.ruleset.call_wrong_doubles:
        cost += 0.05
    wanted = mind.trait[traits.CALL_FROM]
    if table.lap <= PATIENCE:
        wanted -= mind.trait[traits.CALL_EASE] * (table.lap - 1)
    else:
        wanted -= mind.trait[traits.CALL_EASE] * (PATIENCE - 1) + 0.05 * (table.lap - PATIENCE)
    if table.seats > 2 and table.seats - 1 != RIVALS and wanted > 0.0:
        wanted = c_math.exp(c_math.log(wanted) * (table.seats - 1) / RIVALS)
    return chance - (1.0 - chance) * cost > wanted


def wants_to_take(mind: Mind, table: Table) -> int:
    """The top discard brings more than the next card of the stock may be expected to."""
    top = table.pile[table.pile_size - 1]
    gain = best_use(mind, table, top, 0)
    return gain > 0.0 and gain > gain_of_drawing(mind, table)


# Holding a card: swap or throw


def judge_held(mind: Mind, table: Table) -> int:
    place = best_exit(mind, table, table.held, table.held_from_stock)
    if why_not(table, mind.seat, action_codes.THROW, constants.NOWHERE, constants.NOWHERE, 0) == refusals.LAWFUL:
        thrown = gain_of_throwing(mind, table, table.held, table.held_from_stock)
        if place == constants.NOWHERE or thrown >= gain_of_swapping(
            mind, table, table.held, place, table.held_from_stock
        ):
            return action_of(action_codes.THROW, constants.NOWHERE, constants.NOWHERE)
    return action_of(action_codes.SWAP, place, constants.NOWHERE)


# Powers


def judge_power(mind: Mind, table: Table) -> int:
    if table.power == option_codes.POWER_PEEK:
        return judge_step(mind, table, action_codes.PEEK)
    if table.power == option_codes.POWER_SPY:
        return judge_step(mind, table, action_codes.SPY)
    if table.power == option_codes.POWER_TRADE:
        return judge_step(mind, table, action_codes.TRADE)
    return judge_look(mind, table)


def judge_step(mind: Mind, table: Table, kind: int) -> int:
    """The step that brings most; none, if it brings nothing and may be left."""
    place = best_place(mind, table, kind)
    if (place == constants.NOWHERE or gain_of_step(mind, table, kind, place) <= 0.0) and may_skip(mind, table):
        return action_of(action_codes.SKIP, constants.NOWHERE, constants.NOWHERE)
    return action_of(kind, place, constants.NOWHERE)


def best_place(mind: Mind, table: Table, kind: int) -> int:
    """The card with which a lawful step of that kind brings most, or NOWHERE."""
    best = constants.NOWHERE
    most = 0.0
    for seat in range(table.seats):
        for slot in range(table.slots[seat]):
            place = slot * table.seats + seat
            if why_not(table, mind.seat, kind, place, constants.NOWHERE, 0) == refusals.LAWFUL:
                gain = gain_of_step(mind, table, kind, place)
                if best == constants.NOWHERE or gain > most:
                    best = place
                    most = gain
    return best


def gain_of_step(mind: Mind, table: Table, kind: int, place: int) -> float:
    if kind == action_codes.LOOK:
        return gain_of_looking(mind, table, place)
    if kind != action_codes.TRADE:
        return gain_of_seeing(mind, table, kind, place)
    if table.power == option_codes.POWER_LOOK and table.ruleset.powers_look_swap == option_codes.POWERS_LOOK_SWAP_OWN:
        return gain_of_trading(mind, table, place, table.looked, 0)
    if table.first_pick != constants.NOWHERE:
        return gain_of_trading(mind, table, table.first_pick, place, 0)
    return best_partner(mind, table, place, 0)


def gain_of_seeing(mind: Mind, table: Table, kind: int, place: int) -> float:
    """How much a card may vary; of others' cards rather one that its owner knows and that is worth stealing."""
    value = c_math.sqrt(variance_at(mind, table, place))
    if kind == action_codes.SPY and value > 0.0:
        value += table.seen[table.at[place]] >> place % table.seats & 1
        value -= 0.1 * mean_at(mind, table, place)
    return value


def may_skip(mind: Mind, table: Table) -> int:
    return why_not(table, mind.seat, action_codes.SKIP, constants.NOWHERE, constants.NOWHERE, 0) == refusals.LAWFUL


def judge_look(mind: Mind, table: Table) -> int:
    """Look where the swap may bring most, then swap if it does."""
    place = best_place(mind, table, action_codes.LOOK)
    if place != constants.NOWHERE and (gain_of_looking(mind, table, place) > 0.0 or not may_skip(mind, table)):
        return action_of(action_codes.LOOK, place, constants.NOWHERE)
    if table.ruleset.powers_look_swap != option_codes.POWERS_LOOK_SWAP_LOOKED:
        return judge_step(mind, table, action_codes.TRADE)
    if why_not(table, mind.seat, action_codes.TRADE, constants.NOWHERE, constants.NOWHERE, 0) == refusals.LAWFUL:
        if gain_of_trading(mind, table, table.looked, table.looked_too, 0) > 0.0 or not may_skip(mind, table):
            return action_of(action_codes.TRADE, constants.NOWHERE, constants.NOWHERE)
    return action_of(action_codes.SKIP, constants.NOWHERE, constants.NOWHERE)


# Snapping


def judge_snap(mind: Mind, table: Table) -> int:
    """The snap that this player wants to make now, or zero: gain against risk, for every card in reach."""
    top = table.pile[table.pile_size - 1]
    match = table.ruleset.match[top]
    surveyed = 0
    best = constants.NOWHERE
    second = constants.NOWHERE
    most = mind.trait[traits.SNAP_MARGIN]
    second_most = most
    blind = dares_blindly(table)
    for seat in range(table.seats):
        if (seat != mind.seat and table.ruleset.snap_who == option_codes.SNAP_WHO_OWN) or not is_touchable(table, seat):
            continue
        for slot in range(table.slots[seat]):
            place = slot * table.seats + seat
            if table.at[place] == constants.NO_CARD:
                continue
            believed = recalled(mind, table, table.at[place])
            if believed == constants.NO_CARD and not blind:
                continue
            if believed != constants.NO_CARD and table.ruleset.match[believed] != match:
                continue
            if not surveyed:
                survey(mind, table)
                surveyed = 1
            gain = gain_of_snapping(mind, table, place, believed)
            if gain > most:
                second = best
                second_most = most
                best = place
                most = gain
            elif gain > second_most and believed != constants.NO_CARD:
                second = place
                second_most = gain
    if best == constants.NOWHERE:
        return 0
    return snap_of(table, best, partner_of(mind, table, best, second))


def snap_of(table: Table, place: int, other: int) -> int:
    """Of two cards the one that comes first by seat and slot is named first."""
    if other == constants.NOWHERE:
        return action_of(action_codes.SNAP, place, other)
    if other % table.seats < place % table.seats or (other % table.seats == place % table.seats and other < place):
        return action_of(action_codes.SNAP, other, place)
    return action_of(action_codes.SNAP, place, other)


def dares_blindly(table: Table) -> int:
    """Snapping an unknown card can only make sense where a wrong one costs nothing and shows what it is."""
    return table.ruleset.snap_penalty == 0 and table.ruleset.snap_shown


def partner_of(mind: Mind, table: Table, place: int, other: int) -> int:
    """A second card to snap at once, where the rules allow it and both are sure to match."""
    if (
        table.ruleset.snap_cards < 2
        or other == constants.NOWHERE
        or recalled(mind, table, table.at[place]) == constants.NO_CARD
    ):
        return constants.NOWHERE
    return other if recalled(mind, table, table.at[other]) != constants.NO_CARD else constants.NOWHERE


def blurt(mind: Mind, table: Table) -> int:
    """A false start: the hand is on some own card before the head has looked at it; or zero."""
    if mind.trait[traits.FALSE_START] <= 0.0 or share(mind) >= mind.trait[traits.FALSE_START]:
        return 0
    place = mind.rng.below(table.slots[mind.seat]) * table.seats + mind.seat
    if why_not(table, mind.seat, action_codes.SNAP, place, constants.NOWHERE, table.discard_number) != refusals.LAWFUL:
        return 0
    return action_of(action_codes.SNAP, place, constants.NOWHERE)
