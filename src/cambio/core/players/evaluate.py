"""The policy of evaluation: whatever has to be decided, choose the action with the highest expected value."""

from __future__ import annotations

from ..arrays import c_math
from ..engine import action_codes, constants, option_codes, phases, refusals
from ..engine.gift import find_gift
from ..engine.play import action_of, why_not
from ..engine.powers import swap_scope, trade_scope
from ..engine.table import Table, is_touchable
from . import traits
from .action_values import (
    best_gift,
    best_swap_place,
    gain_of_best_trade,
    gain_of_best_use,
    gain_of_drawing,
    gain_of_looking,
    gain_of_snapping,
    gain_of_swapping,
    gain_of_throwing,
    gain_of_trading,
)
from .belief import chance_of_winning_call, count_unseen, deviation_at, hidden_class, mean_at
from .exchange_choice import best_exchange, gain_of_exchange, next_of_exchange, rank_of_joined
from .mind import Mind, draw_normal, draw_uniform, recall

#: Points of a wrong call that weigh as much as a round.
POINTS_OF_A_ROUND = 200.0
#: Rounds must end: after this lap the chance of winning that is wanted for a call falls faster with each lap.
PATIENT_LAPS = 20
#: At tables of more than two the wanted chance is given for this number of rivals; for others it is scaled, because the
#: chance of beating all of them is a product over rivals.
REFERENCE_RIVALS = 3.0


def choose_by_value(mind: Mind, table: Table) -> int:
    """The action with the highest expected value, when a decision is due from this player."""
    if table.phase == phases.MEMORY and not table.gifts:
        return choose_in_memory_phase(mind, table)
    count_unseen(mind, table)
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


# Memory and gifts


def choose_in_memory_phase(mind: Mind, table: Table) -> int:
    """Peek at every card that may be peeked at, once; then be ready."""
    seat = mind.seat
    for slot in range(table.slots[seat]):
        place = slot * table.seats + seat
        if not table.seen[table.at[place]] >> seat & 1:
            if why_not(table, seat, action_codes.PEEK, place, constants.NOWHERE, 0) == refusals.LAWFUL:
                return action_of(action_codes.PEEK, place, constants.NOWHERE)
    return action_of(action_codes.READY, constants.NOWHERE, constants.NOWHERE)


def choose_gift(mind: Mind, table: Table) -> int:
    """Give the own card that is expected to count most; keep it, if one may and it lowers the hand."""
    place = best_gift(mind, table)
    if table.ruleset.snap_give == option_codes.SNAP_GIVE_MAY and mean_at(mind, place) <= 0.0:
        return action_of(action_codes.KEEP, constants.NOWHERE, constants.NOWHERE)
    return action_of(action_codes.GIVE, place, constants.NOWHERE)


# The start of a turn: call, take or draw


def choose_at_start(mind: Mind, table: Table) -> int:
    if table.ruleset.call_when == option_codes.CALL_WHEN_START and wants_to_call(mind, table):
        return action_of(action_codes.CALL, constants.NOWHERE, constants.NOWHERE)
    if why_not(
        table, mind.seat, action_codes.TAKE, constants.NOWHERE, constants.NOWHERE, 0
    ) == refusals.LAWFUL and wants_to_take(mind, table):
        return action_of(action_codes.TAKE, constants.NOWHERE, constants.NOWHERE)
    return action_of(action_codes.DRAW, constants.NOWHERE, constants.NOWHERE)


def wants_to_call(mind: Mind, table: Table) -> int:
    """The chance of winning, less the cost of a wrong call, exceeds what is wanted in this lap."""
    if why_not(table, mind.seat, action_codes.CALL, constants.NOWHERE, constants.NOWHERE, 0) != refusals.LAWFUL:
        return 0
    chance = chance_of_winning_call(mind, table)
    if mind.trait[traits.CALL_NOISE] > 0.0:
        chance += mind.trait[traits.CALL_NOISE] * draw_normal(mind)
    cost = table.ruleset.call_wrong_points / POINTS_OF_A_ROUND
    if table.ruleset.call_wrong_doubles:
        cost += 0.05
    wanted = mind.trait[traits.CALL_FROM]
    if table.lap <= PATIENT_LAPS:
        wanted -= mind.trait[traits.CALL_EASE] * (table.lap - 1)
    else:
        wanted -= mind.trait[traits.CALL_EASE] * (PATIENT_LAPS - 1) + 0.05 * (table.lap - PATIENT_LAPS)
    if table.seats > 2 and table.seats - 1 != REFERENCE_RIVALS and wanted > 0.0:
        wanted = c_math.exp(c_math.log(wanted) * (table.seats - 1) / REFERENCE_RIVALS)
    return chance - (1.0 - chance) * cost > wanted


def wants_to_take(mind: Mind, table: Table) -> int:
    """The top discard gains something, and more than the next card of the stock is expected to."""
    top = table.pile[table.pile_size - 1]
    gain = gain_of_best_use(mind, table, top, 0)
    return gain > 0.0 and gain > gain_of_drawing(mind, table)


# Holding a card: swap or throw


def choose_for_held_card(mind: Mind, table: Table) -> int:
    if table.joined:
        return next_of_exchange(mind, table, rank_of_joined(mind, table))
    rank = best_exchange(mind, table)
    if rank != constants.NO_RANK:
        gain = gain_of_best_use(mind, table, table.held, table.held_from_stock)
        if gain_of_exchange(mind, table, rank) > gain:
            return next_of_exchange(mind, table, rank)
    place = best_swap_place(mind, table, table.held, table.held_from_stock)
    if why_not(table, mind.seat, action_codes.THROW, constants.NOWHERE, constants.NOWHERE, 0) == refusals.LAWFUL:
        thrown = gain_of_throwing(mind, table, table.held, table.held_from_stock)
        if place == constants.NOWHERE or thrown >= gain_of_swapping(
            mind, table, table.held, place, table.held_from_stock
        ):
            return action_of(action_codes.THROW, constants.NOWHERE, constants.NOWHERE)
    return action_of(action_codes.SWAP, place, constants.NOWHERE)


# Powers


def choose_power_step(mind: Mind, table: Table) -> int:
    if table.power == option_codes.POWER_PEEK:
        return choose_step(mind, table, action_codes.PEEK)
    if table.power == option_codes.POWER_SPY:
        return choose_step(mind, table, action_codes.SPY)
    if table.power == option_codes.POWER_TRADE:
        return choose_step(mind, table, action_codes.TRADE)
    return choose_look_step(mind, table)


def choose_step(mind: Mind, table: Table, kind: int) -> int:
    """The step of that kind that gains most; skip, if it gains nothing and one may."""
    place = best_place(mind, table, kind)
    if (place == constants.NOWHERE or gain_of_step(mind, table, kind, place) <= 0.0) and may_skip(mind, table):
        return action_of(action_codes.SKIP, constants.NOWHERE, constants.NOWHERE)
    return action_of(kind, place, constants.NOWHERE)


def best_place(mind: Mind, table: Table, kind: int) -> int:
    """The place with which a lawful step of that kind gains most, or NOWHERE."""
    best = constants.NOWHERE
    most = 0.0
    for seat in range(table.seats):
        last = -1
        if seat != mind.seat and kind == action_codes.TRADE and begins_with_own(table):
            continue
        for slot in range(table.slots[seat]):
            place = slot * table.seats + seat
            if why_not(table, mind.seat, kind, place, constants.NOWHERE, 0) == refusals.LAWFUL:
                alike = hidden_class(mind, place)
                # What seeing gains depends on more than that.
                if alike >= 0 and alike == last and (kind == action_codes.LOOK or kind == action_codes.TRADE):
                    continue
                last = alike
                gain = gain_of_step(mind, table, kind, place)
                if best == constants.NOWHERE or gain > most:
                    best = place
                    most = gain
    return best


def begins_with_own(table: Table) -> int:
    """Either card of a blind swap of own and others' may be picked first: the own one is, so that pairs count once."""
    return (
        table.power == option_codes.POWER_TRADE
        and table.first_pick == constants.NOWHERE
        and trade_scope(table) == option_codes.POWERS_TRADE_OWN_OTHER
    )


def gain_of_step(mind: Mind, table: Table, kind: int, place: int) -> float:
    if kind == action_codes.LOOK:
        return gain_of_looking(mind, table, place)
    if kind != action_codes.TRADE:
        return gain_of_seeing(mind, table, kind, place)
    if table.power == option_codes.POWER_LOOK and swap_scope(table) == option_codes.POWERS_LOOK_SWAP_OWN:
        return gain_of_trading(mind, table, place, table.looked, 0)
    if table.first_pick != constants.NOWHERE:
        return gain_of_trading(mind, table, table.first_pick, place, 0)
    return gain_of_best_trade(mind, table, place, 0)


def gain_of_seeing(mind: Mind, table: Table, kind: int, place: int) -> float:
    """The card's standard deviation; among others' cards, those that their owner knows and that are low come first."""
    value = deviation_at(mind, place)
    if kind == action_codes.SPY and value > 0.0:
        value += table.seen[table.at[place]] >> place % table.seats & 1
        value -= 0.1 * mean_at(mind, place)
    return value


def may_skip(mind: Mind, table: Table) -> int:
    return why_not(table, mind.seat, action_codes.SKIP, constants.NOWHERE, constants.NOWHERE, 0) == refusals.LAWFUL


def choose_look_step(mind: Mind, table: Table) -> int:
    """Look at the card whose trade may gain most, then trade if it does gain."""
    place = best_place(mind, table, action_codes.LOOK)
    if place != constants.NOWHERE and (gain_of_looking(mind, table, place) > 0.0 or not may_skip(mind, table)):
        return action_of(action_codes.LOOK, place, constants.NOWHERE)
    if swap_scope(table) != option_codes.POWERS_LOOK_SWAP_LOOKED:
        return choose_step(mind, table, action_codes.TRADE)
    if why_not(table, mind.seat, action_codes.TRADE, constants.NOWHERE, constants.NOWHERE, 0) == refusals.LAWFUL:
        if gain_of_trading(mind, table, table.looked, table.looked_too, 0) > 0.0 or not may_skip(mind, table):
            return action_of(action_codes.TRADE, constants.NOWHERE, constants.NOWHERE)
    return action_of(action_codes.SKIP, constants.NOWHERE, constants.NOWHERE)


# Snapping


def choose_snap_by_value(mind: Mind, table: Table) -> int:
    """The snap that is expected to gain most, over all cards that may be snapped; zero, if none gains enough."""
    top = table.pile[table.pile_size - 1]
    match = table.ruleset.match[top]
    # The unseen cards are counted only for a card that comes into question: mostly there is none.
    is_counted = 0
    best = constants.NOWHERE
    second = constants.NOWHERE
    most = mind.trait[traits.SNAP_MARGIN]
    second_most = most
    may_be_blind = is_blind_snap_free(table)
    for seat in range(table.seats):
        if (seat != mind.seat and table.ruleset.snap_who == option_codes.SNAP_WHO_OWN) or not is_touchable(table, seat):
            continue
        for slot in range(table.slots[seat]):
            place = slot * table.seats + seat
            if table.at[place] == constants.NO_CARD:
                continue
            believed = recall(mind, table, table.at[place])
            if believed == constants.NO_CARD and not may_be_blind:
                continue
            if believed != constants.NO_CARD and table.ruleset.match[believed] != match:
                continue
            if not is_counted:
                count_unseen(mind, table)
                is_counted = 1
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
    return make_snap(table, best, partner_of(mind, table, best, second))


def make_snap(table: Table, place: int, other: int) -> int:
    """The action of snapping one card or two; of two, the one that comes first by seat and slot is named first."""
    if other == constants.NOWHERE:
        return action_of(action_codes.SNAP, place, other)
    if other % table.seats < place % table.seats or (other % table.seats == place % table.seats and other < place):
        return action_of(action_codes.SNAP, other, place)
    return action_of(action_codes.SNAP, place, other)


def is_blind_snap_free(table: Table) -> int:
    """A wrong snap costs no penalty and shows the card: only then it makes sense to snap an unknown one."""
    return table.ruleset.snap_penalty == 0 and table.ruleset.snap_shown


def partner_of(mind: Mind, table: Table, place: int, other: int) -> int:
    """The second card of a snap of two: where the rules allow it, and the player recalls both."""
    if (
        table.ruleset.snap_cards < 2
        or other == constants.NOWHERE
        or recall(mind, table, table.at[place]) == constants.NO_CARD
    ):
        return constants.NOWHERE
    return other if recall(mind, table, table.at[other]) != constants.NO_CARD else constants.NOWHERE


def choose_false_start(mind: Mind, table: Table) -> int:
    """Now and then a snap of some own card, whether it matches or not; mostly zero."""
    if mind.trait[traits.FALSE_START] <= 0.0 or draw_uniform(mind) >= mind.trait[traits.FALSE_START]:
        return 0
    place = mind.rng.below(table.slots[mind.seat]) * table.seats + mind.seat
    if why_not(table, mind.seat, action_codes.SNAP, place, constants.NOWHERE, table.discard_number) != refusals.LAWFUL:
        return 0
    return action_of(action_codes.SNAP, place, constants.NOWHERE)
