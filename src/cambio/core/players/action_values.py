"""Gains: what an action is expected to bring, in points, by what a mind believes of every card.

Points in another hand count as well, by the trait of spite; knowing a card is worth a share of what it may vary.
"""

from __future__ import annotations

from ..arrays import c_math
from ..engine import constants, option_codes
from ..engine.table import Table, is_lookable, is_touchable
from . import traits, unseen_pool
from .belief import chance_of_match, mean_at, normal_below, variance_at, worth_in_hand
from .mind import Mind, recalled

NEVER = -1000.0


def is_last_turn(table: Table) -> int:
    """Somebody has called: what is learnt now is of no use any more."""
    return table.caller != constants.NOBODY


def weight_of(mind: Mind, table: Table, seat: int) -> float:
    """What a point in that hand is worth to this player."""
    if seat == mind.seat:
        return -1.0
    return mind.trait[traits.SPITE] / (table.seats_in - 1 if table.seats_in > 1 else 1)


# A card in the hand


def gain_of_drawing(mind: Mind, table: Table) -> float:
    """Over all cards that the next one may be; those that are alike are weighed once."""
    total = 0.0
    gain = 0.0
    cards = 0
    last = constants.NO_CARD
    if table.stock_left == 0:
        return 0.0
    for index in range(table.ruleset.deck_size):
        card = table.ruleset.by_face[index]
        if table.origin[card] == table.shuffles and recalled(mind, table, card) == constants.NO_CARD:
            if last == constants.NO_CARD or not are_alike(mind, table, card, last):
                gain = best_use(mind, table, card, 1)
                last = card
            total += gain
            cards += 1
    return total / cards if cards else 0.0


def are_alike(mind: Mind, table: Table, card: int, other: int) -> int:
    """Nothing that counts tells the two apart."""
    ruleset = table.ruleset
    return (
        ruleset.match[card] == ruleset.match[other]
        and ruleset.power[card] == ruleset.power[other]
        and mind.worth[card] == mind.worth[other]
    )


def best_use(mind: Mind, table: Table, card: int, from_stock: int) -> float:
    """The most that a card in hand can bring: thrown, or swapped for one of the own."""
    best = NEVER
    if from_stock or table.ruleset.turn_take != option_codes.TURN_TAKE_SWAP:
        best = gain_of_throwing(mind, table, card, from_stock)
    place = best_exit(mind, table, card, from_stock)
    if place != constants.NOWHERE:
        gain = gain_of_swapping(mind, table, card, place, from_stock)
        if gain > best:
            best = gain
    return best


def best_exit(mind: Mind, table: Table, card: int, from_stock: int) -> int:
    """The own place that one would most like to swap a card into: the same for all cards, but for fives among fives."""
    if mind.exits >> from_stock & 1 and not mind.ruleset.score_risky_fives:
        return mind.exit[from_stock]
    best = constants.NOWHERE
    most = 0.0
    for slot in range(table.slots[mind.seat]):
        place = slot * table.seats + mind.seat
        if table.at[place] != constants.NO_CARD:
            gain = gain_of_swapping(mind, table, card, place, from_stock)
            if best == constants.NOWHERE or gain > most:
                most = gain
                best = place
    mind.exits |= 1 << from_stock
    mind.exit[from_stock] = best
    return best


def gain_of_swapping(mind: Mind, table: Table, card: int, place: int, from_stock: int) -> float:
    """The old card's points for the new one's, and the player knows what lies there from now on."""
    old = recalled(mind, table, table.at[place])
    gain = mean_at(mind, table, place) - worth_in_hand(mind, table, place, card)
    if not is_last_turn(table):
        if old == constants.NO_CARD:
            gain += mind.trait[traits.CURIOSITY] * c_math.sqrt(variance_at(mind, table, place))
        if not from_stock:
            gain -= mind.trait[traits.SECRECY]
    if old != constants.NO_CARD:
        gain += gain_of_discarding(mind, table, old, place)
        if table.ruleset.powers_replaced and from_stock:
            gain += gain_of_power(mind, table, table.ruleset.power[old])
    return gain


def gain_of_throwing(mind: Mind, table: Table, card: int, from_stock: int) -> float:
    gain = gain_of_discarding(mind, table, card, constants.NOWHERE)
    if from_stock:
        gain += gain_of_power(mind, table, table.ruleset.power[card])
    return gain


def gain_of_discarding(mind: Mind, table: Table, card: int, place: int) -> float:
    """A card on the pile invites snaps: of the own cards like it, and of the others'."""
    if table.ruleset.snap_who == option_codes.SNAP_WHO_OFF:
        return 0.0
    gain = 0.0
    loss = 0.0
    match = table.ruleset.match[card]
    for seat in range(table.seats):
        if not is_touchable(table, seat):
            continue
        for slot in range(table.slots[seat]):
            other = slot * table.seats + seat
            if other == place or table.at[other] == constants.NO_CARD:
                continue
            believed = recalled(mind, table, table.at[other])
            if believed != constants.NO_CARD:
                if table.ruleset.match[believed] != match:
                    continue
                worth = mind.worth[believed]
                if seat == mind.seat:
                    if table.ruleset.snap_discarder and worth + mind.trait[traits.LIGHTNESS] > gain:
                        gain = worth + mind.trait[traits.LIGHTNESS]
                elif table.seen[table.at[other]] >> seat & 1:
                    loss += weight_of(mind, table, seat) * worth
            elif seat != mind.seat and table.seen[table.at[other]] >> seat & 1:
                loss += weight_of(mind, table, seat) * mind.worth[card] * 0.05
    return mind.trait[traits.RACE] * gain - mind.trait[traits.FEAR] * loss


# Powers


def gain_of_power(mind: Mind, table: Table, power: int) -> float:
    """What a power is expected to bring, reckoned once for each survey."""
    if not mind.weighed >> power & 1:
        mind.weighed |= 1 << power
        mind.power_gain[power] = weigh_power(mind, table, power)
    return mind.power_gain[power]


def weigh_power(mind: Mind, table: Table, power: int) -> float:
    """Nobody has to use a power that brings nothing, unless it is mandatory."""
    if power == option_codes.POWER_NONE:
        return 0.0
    if power == option_codes.POWER_PEEK:
        return 0.0 if is_last_turn(table) else mind.trait[traits.CURIOSITY] * widest_own(mind, table)
    if power == option_codes.POWER_SPY:
        return 0.0 if is_last_turn(table) else mind.trait[traits.NOSINESS] * widest_other(mind, table)
    if power == option_codes.POWER_TRADE:
        return trade_in_mind(mind, table, 0)
    return trade_in_mind(mind, table, 1)


def widest_own(mind: Mind, table: Table) -> float:
    """How uncertain the most uncertain own card is."""
    return c_math.sqrt(widest_of(mind, table, mind.seat))


def widest_other(mind: Mind, table: Table) -> float:
    widest = 0.0
    for seat in range(table.seats):
        if seat != mind.seat and is_lookable(table, seat):
            variance = widest_of(mind, table, seat)
            if variance > widest:
                widest = variance
    return c_math.sqrt(widest)


def widest_of(mind: Mind, table: Table, seat: int) -> float:
    """The largest variance in a hand."""
    widest = 0.0
    for slot in range(table.slots[seat]):
        place = slot * table.seats + seat
        if table.at[place] != constants.NO_CARD:
            variance = variance_at(mind, table, place)
            if variance > widest:
                widest = variance
    return widest


def trade_in_mind(mind: Mind, table: Table, looking: int) -> float:
    """The best exchange of an own card for another's, blindly or after a look at both."""
    best = 0.0
    if not is_touchable(table, mind.seat):
        return 0.0
    for slot in range(table.slots[mind.seat]):
        place = slot * table.seats + mind.seat
        if table.at[place] != constants.NO_CARD:
            gain = best_partner(mind, table, place, looking)
            if gain > best:
                best = gain
    return best


def gain_of_trading(mind: Mind, table: Table, place: int, other: int, looking: int) -> float:
    """The two cards change hands. After a look they do so only if that is good: the expectation of the better part."""
    seat = place % table.seats
    other_seat = other % table.seats
    if seat == other_seat:
        return 0.0
    stake = weight_of(mind, table, other_seat) - weight_of(mind, table, seat)
    difference = mean_at(mind, table, place) - mean_at(mind, table, other)
    if looking:
        variance = variance_at(mind, table, place) + variance_at(mind, table, other)
        if variance > 0.0:
            spread = c_math.sqrt(variance)
            if stake < 0.0:
                stake = -stake
                difference = -difference
            ratio = difference / spread
            density = 0.3989422804014327 * c_math.exp(-0.5 * ratio * ratio)
            return stake * (difference * normal_below(ratio) + spread * density)
        return stake * difference
    gain = stake * difference
    if not is_last_turn(table):
        gain -= mind.trait[traits.THEFT] * loss_of_sight(mind, table, place, other)
    return gain


def loss_of_sight(mind: Mind, table: Table, place: int, other: int) -> float:
    """A known own card for an unknown one leaves the player knowing less of the own hand."""
    if place % table.seats == mind.seat:
        return c_math.sqrt(variance_at(mind, table, other)) - c_math.sqrt(variance_at(mind, table, place))
    if other % table.seats == mind.seat:
        return c_math.sqrt(variance_at(mind, table, place)) - c_math.sqrt(variance_at(mind, table, other))
    return 0.0


def best_partner(mind: Mind, table: Table, place: int, looking: int) -> float:
    """The most that a trade of the card at a place can bring, with whatever card."""
    most = NEVER
    for seat in range(table.seats):
        if seat == place % table.seats or not is_touchable(table, seat):
            continue
        for slot in range(table.slots[seat]):
            other = slot * table.seats + seat
            if table.at[other] != constants.NO_CARD:
                gain = gain_of_trading(mind, table, place, other, looking)
                if gain > most:
                    most = gain
    return most


def gain_of_looking(mind: Mind, table: Table, place: int) -> float:
    """What a swap of that card may bring once it is known, and knowing it."""
    if table.ruleset.powers_look_swap == option_codes.POWERS_LOOK_SWAP_LOOKED and table.looked != constants.NOWHERE:
        gain = gain_of_trading(mind, table, table.looked, place, 1)
    elif table.ruleset.powers_look_swap == option_codes.POWERS_LOOK_SWAP_ANY and variance_at(mind, table, place) == 0.0:
        # Known already, and it may be swapped without a look.
        return 0.0
    else:
        gain = best_partner(mind, table, place, 1) if is_touchable(table, place % table.seats) else 0.0
    if gain < 0.0:
        gain = 0.0
    if not is_last_turn(table):
        sight = traits.CURIOSITY if place % table.seats == mind.seat else traits.NOSINESS
        gain += mind.trait[sight] * c_math.sqrt(variance_at(mind, table, place))
    return gain


# Gifts and snaps


def best_gift(mind: Mind, table: Table) -> int:
    """The own card that is expected to count most."""
    best = constants.NOWHERE
    most = 0.0
    for slot in range(table.slots[mind.seat]):
        place = slot * table.seats + mind.seat
        if table.at[place] != constants.NO_CARD:
            mean = mean_at(mind, table, place)
            if best == constants.NOWHERE or mean > most:
                best = place
                most = mean
    return best


def gain_of_snapping(mind: Mind, table: Table, place: int, believed: int) -> float:
    gain = gain_if_right(mind, table, place)
    if believed != constants.NO_CARD:
        return gain
    odds = chance_of_match(mind, table, place)
    return odds * gain - (1.0 - odds) * cost_of_missing(mind, table, place)


def gain_if_right(mind: Mind, table: Table, place: int) -> float:
    """An own card is gone; another's is gone too, but may be answered by a gift."""
    seat = place % table.seats
    if seat == mind.seat:
        return mean_at(mind, table, place) + mind.trait[traits.LIGHTNESS]
    gain = -weight_of(mind, table, seat) * mean_at(mind, table, place)
    if table.ruleset.snap_give != option_codes.SNAP_GIVE_NO and table.hand_size[mind.seat]:
        gift = mean_at(mind, table, best_gift(mind, table))
        if gift > 0.0 or table.ruleset.snap_give == option_codes.SNAP_GIVE_MUST:
            gain += gift * (1.0 + weight_of(mind, table, seat)) + mind.trait[traits.LIGHTNESS]
    return gain


def cost_of_missing(mind: Mind, table: Table, place: int) -> float:
    mean = mind.pools[table.shuffles * unseen_pool.WIDTH + unseen_pool.PLAIN]
    cost = table.ruleset.snap_penalty * mean
    if table.ruleset.snap_seize and place % table.seats != mind.seat:
        cost += mean_at(mind, table, place)
    return cost
