"""Action values: the points that an action is expected to gain, by what a mind believes of every card.

Points in another hand count as well, weighted by the trait SPITE. To know a card has a value, too: its standard
deviation, weighted by the traits CURIOSITY and NOSINESS.
"""

from __future__ import annotations

from ..arrays import c_math
from ..engine import constants, option_codes
from ..engine.powers import swap_scope
from ..engine.table import Table, is_lookable, is_touchable
from . import traits, unseen_pool
from .belief import chance_of_match, deviation_at, hidden_class, mean_at, normal_cdf, variance_at, worth_in_hand
from .mind import Mind, recall

#: Less than any action can gain.
WORST_GAIN = -1000.0


def is_last_turn(table: Table) -> int:
    """Somebody has called, and this is everybody's last turn: to know a card has no value any more."""
    return table.caller != constants.NOBODY


def weight_of(mind: Mind, seat: int) -> float:
    """What a point more in that hand is worth to this player."""
    if seat == mind.seat:
        return -1.0
    return mind.rival_weight


# A card in the hand


def gain_of_drawing(mind: Mind, table: Table) -> float:
    """The mean over all cards that the next one may be; cards that are alike are evaluated once."""
    total = 0.0
    gain = 0.0
    cards = 0
    last = constants.NO_CARD
    if table.stock_left == 0:
        return 0.0
    for index in range(table.ruleset.deck_size):
        card = table.ruleset.by_face[index]
        if table.origin[card] == table.shuffles and recall(mind, table, card) == constants.NO_CARD:
            if last == constants.NO_CARD or mind.card_class[card] != mind.card_class[last]:
                gain = gain_of_best_use(mind, table, card, 1)
                last = card
            total += gain
            cards += 1
    return total / cards if cards else 0.0


def gain_of_best_use(mind: Mind, table: Table, card: int, from_stock: int) -> float:
    """The most that a held card can gain: thrown, or swapped for one of the own."""
    best = WORST_GAIN
    if from_stock or table.ruleset.turn_take != option_codes.TURN_TAKE_SWAP:
        best = gain_of_throwing(mind, table, card, from_stock)
    place = best_swap_place(mind, table, card, from_stock)
    if place != constants.NOWHERE:
        gain = gain_of_swapping(mind, table, card, place, from_stock)
        if gain > best:
            best = gain
    return best


def best_swap_place(mind: Mind, table: Table, card: int, from_stock: int) -> int:
    """The own place where swapping in a card gains most; NOWHERE, if the hand is empty.

    It is cached, because it is the same for all cards; not so where pairs of fives count together.
    """
    if mind.swap_places_found >> from_stock & 1 and not mind.ruleset.score_risky_fives:
        return mind.swap_place[from_stock]
    best = constants.NOWHERE
    most = 0.0
    for slot in range(table.slots[mind.seat]):
        place = slot * table.seats + mind.seat
        if table.at[place] != constants.NO_CARD:
            gain = gain_of_swapping(mind, table, card, place, from_stock)
            if best == constants.NOWHERE or gain > most:
                most = gain
                best = place
    mind.swap_places_found |= 1 << from_stock
    mind.swap_place[from_stock] = best
    return best


def gain_of_swapping(mind: Mind, table: Table, card: int, place: int, from_stock: int) -> float:
    """The old card's points instead of the new one's, and the value of knowing the card at that place."""
    old = mind.believed_at[place]
    gain = mean_at(mind, place) - worth_in_hand(mind, table, place, card)
    if not is_last_turn(table):
        if old == constants.NO_CARD:
            gain += mind.trait[traits.CURIOSITY] * deviation_at(mind, place)
        if not from_stock:
            gain -= mind.trait[traits.SECRECY]
    if old != constants.NO_CARD:
        if not mind.discard_gain_known[place]:
            mind.discard_gain[place] = gain_of_discarding(mind, table, old, place)
            mind.discard_gain_known[place] = 1
        gain += mind.discard_gain[place]
        if table.ruleset.powers_replaced and from_stock:
            gain += gain_of_power(mind, table, table.ruleset.power[old])
    return gain


def gain_of_throwing(mind: Mind, table: Table, card: int, from_stock: int) -> float:
    gain = gain_of_discarding(mind, table, card, constants.NOWHERE)
    if from_stock:
        gain += gain_of_power(mind, table, table.ruleset.power[card])
    return gain


def gain_of_discarding(mind: Mind, table: Table, card: int, place: int) -> float:
    """A discard can be snapped: a matching own card is a gain, the others' matching cards are a loss."""
    if table.ruleset.snap_who == option_codes.SNAP_WHO_OFF:
        return 0.0
    if mind.own_snaps < 0:
        list_snaps(mind, table)
    gain = 0.0
    loss = 0.0
    match = table.ruleset.match[card]
    for index in range(mind.own_snaps):
        if mind.own_snap_match[index] == match and mind.own_snap_place[index] != place:
            if mind.own_snap_value[index] > gain:
                gain = mind.own_snap_value[index]
    for index in range(mind.rival_snaps):
        if mind.rival_snap_card[index] == constants.NO_CARD:
            loss += mind.rival_snap_value[index] * mind.worth[card] * 0.05
        elif mind.rival_snap_match[index] == match:
            loss += mind.rival_snap_value[index]
    return mind.trait[traits.RACE] * gain - mind.trait[traits.FEAR] * loss


def list_snaps(mind: Mind, table: Table) -> None:
    """List the cards with which somebody who knows them might snap a discard, and what that gains or costs.

    Of a rival's card that this player does not know, but its owner does, it only counts that it may match.
    """
    mind.own_snaps = 0
    mind.rival_snaps = 0
    for seat in range(table.seats):
        if not is_touchable(table, seat):
            continue
        for slot in range(table.slots[seat]):
            place = slot * table.seats + seat
            if table.at[place] == constants.NO_CARD:
                continue
            believed = mind.believed_at[place]
            if seat == mind.seat:
                if believed != constants.NO_CARD and table.ruleset.snap_discarder:
                    mind.own_snap_place[mind.own_snaps] = place
                    mind.own_snap_match[mind.own_snaps] = table.ruleset.match[believed]
                    mind.own_snap_value[mind.own_snaps] = mind.worth[believed] + mind.trait[traits.LIGHTNESS]
                    mind.own_snaps += 1
            elif table.seen[table.at[place]] >> seat & 1:
                weight = weight_of(mind, seat)
                mind.rival_snap_card[mind.rival_snaps] = believed
                mind.rival_snap_value[mind.rival_snaps] = weight
                if believed != constants.NO_CARD:
                    mind.rival_snap_match[mind.rival_snaps] = table.ruleset.match[believed]
                    mind.rival_snap_value[mind.rival_snaps] = weight * mind.worth[believed]
                mind.rival_snaps += 1


# Powers


def gain_of_power(mind: Mind, table: Table, power: int) -> float:
    """What a power is expected to gain; cached until the unseen cards are counted anew."""
    if not mind.powers_valued >> power & 1:
        mind.powers_valued |= 1 << power
        mind.power_gain[power] = compute_gain_of_power(mind, table, power)
    return mind.power_gain[power]


def compute_gain_of_power(mind: Mind, table: Table, power: int) -> float:
    """The gain of the power's best use; zero, if that would be a loss, as if every power might be skipped."""
    if power == option_codes.POWER_NONE:
        return 0.0
    if power == option_codes.POWER_PEEK:
        return 0.0 if is_last_turn(table) else mind.trait[traits.CURIOSITY] * largest_own_deviation(mind, table)
    if power == option_codes.POWER_SPY:
        return 0.0 if is_last_turn(table) else mind.trait[traits.NOSINESS] * largest_other_deviation(mind, table)
    if power == option_codes.POWER_TRADE:
        return gain_of_trade_power(mind, table, 0)
    return gain_of_trade_power(mind, table, 1)


def largest_own_deviation(mind: Mind, table: Table) -> float:
    """The standard deviation of the most uncertain own card."""
    return c_math.sqrt(largest_variance(mind, table, mind.seat))


def largest_other_deviation(mind: Mind, table: Table) -> float:
    widest = 0.0
    for seat in range(table.seats):
        if seat != mind.seat and is_lookable(table, seat):
            variance = largest_variance(mind, table, seat)
            if variance > widest:
                widest = variance
    return c_math.sqrt(widest)


def largest_variance(mind: Mind, table: Table, seat: int) -> float:
    """The variance of the most uncertain card in a hand."""
    widest = 0.0
    for slot in range(table.slots[seat]):
        place = slot * table.seats + seat
        if table.at[place] != constants.NO_CARD:
            variance = variance_at(mind, place)
            if variance > widest:
                widest = variance
    return widest


def gain_of_trade_power(mind: Mind, table: Table, looking: int) -> float:
    """The most that a trade of an own card for another's can gain, blindly or after a look at both."""
    best = 0.0
    last = -1
    if not is_touchable(table, mind.seat):
        return 0.0
    for slot in range(table.slots[mind.seat]):
        place = slot * table.seats + mind.seat
        if table.at[place] != constants.NO_CARD:
            alike = hidden_class(mind, place)
            if alike >= 0 and alike == last:
                continue
            last = alike
            gain = gain_of_best_trade(mind, table, place, looking)
            if gain > best:
                best = gain
    return best


def gain_of_trading(mind: Mind, table: Table, place: int, other: int, looking: int) -> float:
    """Exchange two cards. After a look it is done only if it gains: then it is the mean of the positive part.

    The difference of the two cards is taken as normal for that.
    """
    seat = place % table.seats
    other_seat = other % table.seats
    if seat == other_seat:
        return 0.0
    stake = weight_of(mind, other_seat) - weight_of(mind, seat)
    difference = mean_at(mind, place) - mean_at(mind, other)
    if looking:
        variance = variance_at(mind, place) + variance_at(mind, other)
        if variance > 0.0:
            spread = c_math.sqrt(variance)
            if stake < 0.0:
                stake = -stake
                difference = -difference
            ratio = difference / spread
            density = 0.3989422804014327 * c_math.exp(-0.5 * ratio * ratio)
            return stake * (difference * normal_cdf(ratio) + spread * density)
        return stake * difference
    gain = stake * difference
    if not is_last_turn(table):
        gain -= mind.trait[traits.THEFT] * loss_of_knowledge(mind, table, place, other)
    return gain


def loss_of_knowledge(mind: Mind, table: Table, place: int, other: int) -> float:
    """By how much the standard deviation of an own card grows in a trade."""
    if place % table.seats == mind.seat:
        return deviation_at(mind, other) - deviation_at(mind, place)
    if other % table.seats == mind.seat:
        return deviation_at(mind, place) - deviation_at(mind, other)
    return 0.0


def gain_of_best_trade(mind: Mind, table: Table, place: int, looking: int) -> float:
    """The most that a trade of the card at a place for any other seat's card can gain."""
    most = WORST_GAIN
    for seat in range(table.seats):
        if seat == place % table.seats or not is_touchable(table, seat):
            continue
        last = -1
        for slot in range(table.slots[seat]):
            other = slot * table.seats + seat
            if table.at[other] != constants.NO_CARD:
                alike = hidden_class(mind, other)
                if alike >= 0 and alike == last:
                    continue
                last = alike
                gain = gain_of_trading(mind, table, place, other, looking)
                if gain > most:
                    most = gain
    return most


def gain_of_looking(mind: Mind, table: Table, place: int) -> float:
    """What a trade of that card may gain once it is known, and the value of knowing it."""
    swap = swap_scope(table)
    if swap == option_codes.POWERS_LOOK_SWAP_LOOKED and table.looked != constants.NOWHERE:
        gain = gain_of_trading(mind, table, table.looked, place, 1)
    elif swap == option_codes.POWERS_LOOK_SWAP_ANY and variance_at(mind, place) == 0.0:
        # Known already, and it may be swapped without a look.
        return 0.0
    else:
        gain = gain_of_best_trade(mind, table, place, 1) if is_touchable(table, place % table.seats) else 0.0
    if gain < 0.0:
        gain = 0.0
    if not is_last_turn(table):
        sight = traits.CURIOSITY if place % table.seats == mind.seat else traits.NOSINESS
        gain += mind.trait[sight] * deviation_at(mind, place)
    return gain


# Gifts and snaps


def best_gift(mind: Mind, table: Table) -> int:
    """The place of the own card that is expected to count most."""
    best = constants.NOWHERE
    most = 0.0
    for slot in range(table.slots[mind.seat]):
        place = slot * table.seats + mind.seat
        if table.at[place] != constants.NO_CARD:
            mean = mean_at(mind, place)
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
    """The points of an own card that goes. Another's card is its owner's gain, but perhaps one may give a card."""
    seat = place % table.seats
    if seat == mind.seat:
        return mean_at(mind, place) + mind.trait[traits.LIGHTNESS]
    gain = -weight_of(mind, seat) * mean_at(mind, place)
    if table.ruleset.snap_give != option_codes.SNAP_GIVE_NO and table.hand_size[mind.seat]:
        gift = mean_at(mind, best_gift(mind, table))
        if gift > 0.0 or table.ruleset.snap_give == option_codes.SNAP_GIVE_MUST:
            gain += gift * (1.0 + weight_of(mind, seat)) + mind.trait[traits.LIGHTNESS]
    return gain


def cost_of_missing(mind: Mind, table: Table, place: int) -> float:
    mean = mind.pools[table.shuffles * unseen_pool.WIDTH + unseen_pool.PLAIN]
    cost = table.ruleset.snap_penalty * mean
    if table.ruleset.snap_seize and place % table.seats != mind.seat:
        cost += mean_at(mind, place)
    return cost
