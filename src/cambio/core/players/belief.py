"""Belief: the points that a mind expects of every card on the table, from an exact count of the cards it has not seen.

A hidden card is one of the unseen cards of its own shuffle. Cards that a holder chose to keep are expected to be low,
cards that a holder got rid of to be high, and cards that their owner has seen and left lying to be a little low.
"""

from __future__ import annotations

from ..arrays import c_math, int_array
from ..engine import constants, option_codes
from ..engine.table import Table
from . import traits, unseen_pool
from .mind import Mind, recall


def count_unseen(mind: Mind, table: Table) -> None:
    """Bring what is believed up to date with the table; everything else here reads it. Cached gains are dropped."""
    mind.powers_valued = 0
    mind.swap_places_found = 0
    mind.own_snaps = -1
    mind.rival_weight = mind.trait[traits.SPITE] / (table.seats_in - 1 if table.seats_in > 1 else 1)
    shuffles = table.shuffles + 1
    if shuffles > mind.pool_capacity:
        int_array.release_doubles(mind.pools)
        mind.pool_capacity = shuffles + 4
        mind.counted_shuffle = -1
        mind.pools = int_array.allocate_doubles(mind.pool_capacity * unseen_pool.WIDTH)
    for shuffle in range(shuffles):
        count_unseen_of_shuffle(mind, table, shuffle)
    if table.rows * table.seats > mind.place_capacity:
        mind.release_places()
        mind.allocate_places(table.rows * table.seats)
    for seat in range(table.seats):
        survey_hand(mind, table, seat)


def count_unseen_of_shuffle(mind: Mind, table: Table, shuffle: int) -> None:
    size = find_unseen_of_shuffle(mind, table, shuffle)
    if is_counted(mind, shuffle, size):
        return
    total = squares = 0.0
    known = known_total = known_squares = 0.0
    kept = kept_total = kept_squares = 0.0
    unwanted = unwanted_total = unwanted_squares = 0.0
    shares = mind.shares
    for index in range(size):
        card = mind.unseen[index]
        worth = mind.worth[card]
        total += worth
        squares += worth * worth
        start = card * unseen_pool.SHARES
        known += shares[start + unseen_pool.KNOWN_SHARE]
        known_total += shares[start + unseen_pool.KNOWN_SHARE + 1]
        known_squares += shares[start + unseen_pool.KNOWN_SHARE + 2]
        kept += shares[start + unseen_pool.KEPT_SHARE]
        kept_total += shares[start + unseen_pool.KEPT_SHARE + 1]
        kept_squares += shares[start + unseen_pool.KEPT_SHARE + 2]
        unwanted += shares[start + unseen_pool.UNWANTED_SHARE]
        unwanted_total += shares[start + unseen_pool.UNWANTED_SHARE + 1]
        unwanted_squares += shares[start + unseen_pool.UNWANTED_SHARE + 2]
    start = shuffle * unseen_pool.WIDTH
    mind.pools[start + unseen_pool.SIZE] = size
    if size:
        store_moments(mind, start + unseen_pool.PLAIN, size, total, squares)
        store_moments(mind, start + unseen_pool.KNOWN, known, known_total, known_squares)
        store_moments(mind, start + unseen_pool.KEPT, kept, kept_total, kept_squares)
        store_moments(mind, start + unseen_pool.UNWANTED, unwanted, unwanted_total, unwanted_squares)


def is_counted(mind: Mind, shuffle: int, size: int) -> int:
    """The same cards of that shuffle were counted last, so its pool is right; if not, note that these are."""
    is_same = mind.counted_shuffle == shuffle and mind.counted_cards == size
    if is_same and int_array.are_equal(mind.counted, mind.unseen, size):
        return 1
    int_array.copy(mind.counted, mind.unseen, size)
    mind.counted_cards = size
    mind.counted_shuffle = shuffle
    return 0


def find_unseen_of_shuffle(mind: Mind, table: Table, shuffle: int) -> int:
    """List the cards of a shuffle of which the player does not know where they are: how many."""
    size = 0
    unseen = mind.unseen
    if mind.forgets:
        for card in range(mind.ruleset.deck_size):
            unseen[size] = card
            size += table.origin[card] == shuffle and not is_accounted_for(mind, table, card)
        return size
    seen = table.seen
    origin = table.origin
    bit = 1 << mind.seat
    for card in range(mind.ruleset.deck_size):
        # Branchless: which cards have been seen is unpredictable. There is always room for one card more.
        unseen[size] = card
        size += (origin[card] == shuffle) & (seen[card] & bit == 0)
    return size


def is_accounted_for(mind: Mind, table: Table, card: int) -> int:
    """The player knows where the card is: its seat has seen it, and the player has not forgotten it."""
    if not table.seen[card] >> mind.seat & 1:
        return 0
    return not mind.forgets or not mind.forgotten[card]


def store_moments(mind: Mind, index: int, weight: float, total: float, squares: float) -> None:
    """Store the mean and the variance of points whose weights, weighted sum and weighted squares are given."""
    mean = total / weight
    variance = squares / weight - mean * mean
    mind.pools[index] = mean
    mind.pools[index + 1] = variance if variance > 0.0 else 0.0


def pool_column(table: Table, place: int) -> int:
    """The column of its pool that holds the mean for the hidden card at a place, by what is known in public."""
    card = table.at[place]
    if table.kept[card] == constants.KEPT:
        return unseen_pool.KEPT
    if table.kept[card] == constants.UNWANTED:
        return unseen_pool.UNWANTED
    return unseen_pool.KNOWN if table.seen[card] >> place % table.seats & 1 else unseen_pool.PLAIN


def survey_hand(mind: Mind, table: Table, seat: int) -> None:
    """What the player believes each card of a hand to be, and to count."""
    for slot in range(table.slots[seat]):
        place = slot * table.seats + seat
        card = table.at[place]
        if card == constants.NO_CARD:
            continue
        mind.discard_gain_known[place] = 0
        believed = recall(mind, table, card)
        mind.believed_at[place] = believed
        if believed != constants.NO_CARD:
            mind.class_at[place] = -1
            mind.means[place] = worth_in_hand(mind, table, place, believed)
            mind.variances[place] = 0.0
            mind.deviations[place] = 0.0
        else:
            column = table.origin[card] * unseen_pool.WIDTH + pool_column(table, place)
            mind.class_at[place] = column
            mind.means[place] = mind.pools[column]
            mind.variances[place] = mind.pools[column + 1]
            mind.deviations[place] = c_math.sqrt(mind.pools[column + 1])


def hidden_class(mind: Mind, place: int) -> int:
    """A number that hidden cards have in common of which the player expects the same; negative for a card it recalls.

    In one hand every action with cards of one class gains the same: where hands are large, most cards are of few.
    """
    return mind.class_at[place]


def mean_at(mind: Mind, place: int) -> float:
    """What the card at a place is expected to count."""
    return mind.means[place]


def variance_at(mind: Mind, place: int) -> float:
    return mind.variances[place]


def deviation_at(mind: Mind, place: int) -> float:
    """The standard deviation of what the card at a place counts."""
    return mind.deviations[place]


def worth_in_hand(mind: Mind, table: Table, place: int, card: int) -> float:
    """What a card counts at a place; where pairs of fives count together, a five completes a pair or stands alone."""
    if not mind.ruleset.score_risky_fives or not mind.ruleset.is_five[card]:
        return mind.worth[card]
    return -50.0 if known_fives_beside(mind, table, place) % 2 else 25.0


def known_fives_beside(mind: Mind, table: Table, place: int) -> int:
    """How many of the other cards in the hand to which a place belongs the player knows to be fives."""
    seat = place % table.seats
    fives = 0
    for slot in range(table.slots[seat]):
        other = slot * table.seats + seat
        if other != place and table.at[other] != constants.NO_CARD:
            believed = recall(mind, table, table.at[other])
            if believed != constants.NO_CARD and mind.ruleset.is_five[believed]:
                fives += 1
    return fives


def hand_mean(mind: Mind, table: Table, seat: int) -> float:
    """What a hand is expected to count."""
    total = 0.0
    fives = 0
    for slot in range(table.slots[seat]):
        place = slot * table.seats + seat
        if table.at[place] == constants.NO_CARD:
            continue
        believed = mind.believed_at[place]
        if mind.ruleset.score_risky_fives and believed != constants.NO_CARD and mind.ruleset.is_five[believed]:
            fives += 1
        else:
            total += mind.means[place]
    return total + fives % 2 * 25.0 - fives // 2 * 25.0


def hand_variance(mind: Mind, table: Table, seat: int) -> float:
    total = 0.0
    for slot in range(table.slots[seat]):
        place = slot * table.seats + seat
        if table.at[place] != constants.NO_CARD:
            total += mind.variances[place]
    return total


def chance_of_match(mind: Mind, table: Table, place: int) -> float:
    """How likely the hidden card at a place matches the top of the pile."""
    top = table.pile[table.pile_size - 1]
    shuffle = table.origin[table.at[place]]
    matching = 0
    for card in range(mind.ruleset.deck_size):
        if table.origin[card] == shuffle and mind.ruleset.match[card] == mind.ruleset.match[top]:
            matching += not is_accounted_for(mind, table, card)
    return matching / mind.pools[shuffle * unseen_pool.WIDTH + unseen_pool.SIZE]


# Winning


def normal_cdf(number: float) -> float:
    """The distribution function of the standard normal distribution."""
    return 0.5 * c_math.erfc(-number * 0.7071067811865476)


def chance_of_winning_call(mind: Mind, table: Table) -> float:
    """How likely this player wins if it calls now, with the others' last turns, the tie rule and the limit counted."""
    mean = hand_mean(mind, table, mind.seat)
    variance = hand_variance(mind, table, mind.seat)
    estimate_rivals(mind, table)
    if variance == 0.0:
        return chance_of_being_lowest(mind, table, mean)
    # The own hand is partly unknown: the expectation over its normal distribution, by Gauss-Hermite quadrature with
    # three nodes.
    offset = c_math.sqrt(3.0 * variance)
    return (
        4.0 * chance_of_being_lowest(mind, table, mean)
        + chance_of_being_lowest(mind, table, mean - offset)
        + chance_of_being_lowest(mind, table, mean + offset)
    ) / 6.0


def estimate_rivals(mind: Mind, table: Table) -> None:
    """The mean and the standard deviation of what every other hand that is still in will count after its last turn."""
    for seat in range(table.seats):
        if seat == mind.seat or table.out >> seat & 1:
            continue
        mean = hand_mean(mind, table, seat)
        last_turn_variance = mind.trait[traits.DOUBT] * mind.trait[traits.DOUBT]
        if mind.ruleset.call_last_turns:
            mean -= mind.trait[traits.LAST_POINTS] + mind.trait[traits.LAST_SHARE] * mean
        else:
            last_turn_variance = 0.25
        mind.rival_mean[seat] = mean
        mind.rival_deviation[seat] = c_math.sqrt(hand_variance(mind, table, seat) + last_turn_variance)


def chance_of_being_lowest(mind: Mind, table: Table, points: float) -> float:
    """How likely a hand of these points is lower than every rival's; hands are taken as normal."""
    if mind.ruleset.has_call_limit and points > mind.ruleset.call_limit:
        return 0.0
    tie_shift = 0.0
    if mind.ruleset.score_caller_tie == option_codes.SCORE_CALLER_TIE_LOSES:
        tie_shift = -0.5
    elif mind.ruleset.score_caller_tie == option_codes.SCORE_CALLER_TIE_WINS:
        tie_shift = 0.5
    chance = 1.0
    for seat in range(table.seats):
        if seat != mind.seat and not table.out >> seat & 1:
            chance *= normal_cdf((mind.rival_mean[seat] + tie_shift - points) / mind.rival_deviation[seat])
    return chance
