"""Belief: what a mind expects of every card on the table, by counting exactly what it has not seen.

Hidden cards come from the unseen cards of their own shuffle. Those that somebody kept by choice are expected to be low,
those that somebody got rid of high, and those that their owner knows and has left lying a little low.
"""

from __future__ import annotations

from ..arrays import c_math, int_array
from ..engine import constants, option_codes
from ..engine.table import Table
from . import traits, unseen_pool
from .mind import Mind, recalled


def survey(mind: Mind, table: Table) -> None:
    """Count the unseen cards, shuffle by shuffle."""
    mind.weighed = 0
    mind.exits = 0
    shuffles = table.shuffles + 1
    if shuffles > mind.pool_room:
        int_array.release_doubles(mind.pools)
        mind.pool_room = shuffles + 4
        mind.pools = int_array.allocate_doubles(mind.pool_room * unseen_pool.WIDTH)
    for shuffle in range(shuffles):
        survey_shuffle(mind, table, shuffle)


def survey_shuffle(mind: Mind, table: Table, shuffle: int) -> None:
    size = total = squares = 0.0
    known = known_total = known_squares = 0.0
    kept = kept_total = kept_squares = 0.0
    unwanted = unwanted_total = unwanted_squares = 0.0
    for card in range(mind.ruleset.deck_size):
        if table.origin[card] != shuffle or is_in_mind(mind, table, card):
            continue
        worth = mind.worth[card]
        square = worth * worth
        size += 1.0
        total += worth
        squares += square
        weight = mind.known_weight[card]
        known += weight
        known_total += weight * worth
        known_squares += weight * square
        weight = mind.kept_weight[card]
        kept += weight
        kept_total += weight * worth
        kept_squares += weight * square
        weight = mind.unwanted_weight[card]
        unwanted += weight
        unwanted_total += weight * worth
        unwanted_squares += weight * square
    start = shuffle * unseen_pool.WIDTH
    mind.pools[start + unseen_pool.SIZE] = size
    if size:
        note(mind, start + unseen_pool.PLAIN, size, total, squares)
        note(mind, start + unseen_pool.KNOWN, known, known_total, known_squares)
        note(mind, start + unseen_pool.KEPT, kept, kept_total, kept_squares)
        note(mind, start + unseen_pool.UNWANTED, unwanted, unwanted_total, unwanted_squares)


def is_in_mind(mind: Mind, table: Table, card: int) -> int:
    """The player can account for the card: it has seen it and has not forgotten that."""
    if not table.seen[card] >> mind.seat & 1:
        return 0
    return not mind.forgets or not mind.lost[card]


def note(mind: Mind, index: int, weight: float, total: float, squares: float) -> None:
    """A mean, and the variance around it."""
    mean = total / weight
    variance = squares / weight - mean * mean
    mind.pools[index] = mean
    mind.pools[index + 1] = variance if variance > 0.0 else 0.0


def regard(table: Table, place: int) -> int:
    """Where in its pool the hidden card at a place is reckoned."""
    card = table.at[place]
    if table.kept[card] == constants.KEPT:
        return unseen_pool.KEPT
    if table.kept[card] == constants.UNWANTED:
        return unseen_pool.UNWANTED
    return unseen_pool.KNOWN if table.seen[card] >> place % table.seats & 1 else unseen_pool.PLAIN


def mean_at(mind: Mind, table: Table, place: int) -> float:
    """What the card at a place is expected to count."""
    card = table.at[place]
    believed = recalled(mind, table, card)
    if believed != constants.NO_CARD:
        return worth_in_hand(mind, table, place, believed)
    return mind.pools[table.origin[card] * unseen_pool.WIDTH + regard(table, place)]


def variance_at(mind: Mind, table: Table, place: int) -> float:
    card = table.at[place]
    if recalled(mind, table, card) != constants.NO_CARD:
        return 0.0
    return mind.pools[table.origin[card] * unseen_pool.WIDTH + regard(table, place) + 1]


def worth_in_hand(mind: Mind, table: Table, place: int, card: int) -> float:
    """Its points; a five among fives makes or breaks a pair, where they count together."""
    if not mind.ruleset.score_risky_fives or not mind.ruleset.is_five[card]:
        return mind.worth[card]
    return -50.0 if fives_beside(mind, table, place) % 2 else 25.0


def fives_beside(mind: Mind, table: Table, place: int) -> int:
    """The fives that the player knows of in the hand to which a place belongs, beside that place."""
    seat = place % table.seats
    fives = 0
    for slot in range(table.slots[seat]):
        other = slot * table.seats + seat
        if other != place and table.at[other] != constants.NO_CARD:
            believed = recalled(mind, table, table.at[other])
            if believed != constants.NO_CARD and mind.ruleset.is_five[believed]:
                fives += 1
    return fives


def hand_mean(mind: Mind, table: Table, seat: int) -> float:
    """What a hand is expected to count."""
    total = 0.0
    fives = 0
    for slot in range(table.slots[seat]):
        place = slot * table.seats + seat
        card = table.at[place]
        if card == constants.NO_CARD:
            continue
        believed = recalled(mind, table, card)
        if believed == constants.NO_CARD:
            total += mind.pools[table.origin[card] * unseen_pool.WIDTH + regard(table, place)]
        elif mind.ruleset.score_risky_fives and mind.ruleset.is_five[believed]:
            fives += 1
        else:
            total += mind.worth[believed]
    return total + fives % 2 * 25.0 - fives // 2 * 25.0


def hand_variance(mind: Mind, table: Table, seat: int) -> float:
    total = 0.0
    for slot in range(table.slots[seat]):
        place = slot * table.seats + seat
        if table.at[place] != constants.NO_CARD:
            total += variance_at(mind, table, place)
    return total


def chance_of_match(mind: Mind, table: Table, place: int) -> float:
    """How likely the hidden card at a place is like the top of the pile."""
    top = table.pile[table.pile_size - 1]
    shuffle = table.origin[table.at[place]]
    matching = 0
    for card in range(mind.ruleset.deck_size):
        if table.origin[card] == shuffle and mind.ruleset.match[card] == mind.ruleset.match[top]:
            matching += not is_in_mind(mind, table, card)
    return matching / mind.pools[shuffle * unseen_pool.WIDTH + unseen_pool.SIZE]


# Winning


def normal_below(number: float) -> float:
    """The share of a normal distribution that lies below."""
    return 0.5 * c_math.erfc(-number * 0.7071067811865476)


def chance_of_winning_call(mind: Mind, table: Table) -> float:
    """If this player called now: everybody else's last turn, the tie rule and the limit are part of it."""
    mean = hand_mean(mind, table, mind.seat)
    variance = hand_variance(mind, table, mind.seat)
    if variance == 0.0:
        return chance_of_being_lowest(mind, table, mean)
    # Three points stand for the own hand as long as some of it is unknown.
    reach = c_math.sqrt(3.0 * variance)
    return (
        4.0 * chance_of_being_lowest(mind, table, mean)
        + chance_of_being_lowest(mind, table, mean - reach)
        + chance_of_being_lowest(mind, table, mean + reach)
    ) / 6.0


def chance_of_being_lowest(mind: Mind, table: Table, points: float) -> float:
    """With so many points, against all hands that are still in."""
    ruleset = mind.ruleset
    if ruleset.has_call_limit and points > ruleset.call_limit:
        return 0.0
    edge = 0.0
    if ruleset.score_caller_tie == option_codes.SCORE_CALLER_TIE_LOSES:
        edge = -0.5
    elif ruleset.score_caller_tie == option_codes.SCORE_CALLER_TIE_WINS:
        edge = 0.5
    chance = 1.0
    for seat in range(table.seats):
        if seat == mind.seat or table.out >> seat & 1:
            continue
        mean = hand_mean(mind, table, seat)
        doubt = mind.trait[traits.DOUBT] * mind.trait[traits.DOUBT]
        if ruleset.call_last_turns:
            mean -= mind.trait[traits.LAST_POINTS] + mind.trait[traits.LAST_SHARE] * mean
        else:
            doubt = 0.25
        spread = c_math.sqrt(hand_variance(mind, table, seat) + doubt)
        chance *= normal_below((mean + edge - points) / spread)
    return chance
