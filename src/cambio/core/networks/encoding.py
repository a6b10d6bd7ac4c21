"""An encoding: what a mind's seat knows about a position, as rows of numbers for a network.

There is a row for the position and a row for each card on the table, so that one network plays at tables of any size.
Everything comes from what the seat has seen, from the public history, and from the judgement of the same mind. What
only a critic may see goes into rows of its own, which no player reads.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..arrays import c_math, float_array, int_array
from ..engine import action_codes, constants, option_codes, phases
from ..engine.gift import find_gift
from ..engine.play import kind_of, place_of
from ..engine.table import Table, is_joined, is_lookable, is_touchable
from ..players import unseen_pool
from ..players.action_values import gain_of_best_use, gain_of_drawing, gain_of_swapping, gain_of_throwing
from ..players.belief import chance_of_winning_call, deviation_at, hand_mean, hand_variance, is_accounted_for, mean_at
from ..players.evaluate import gain_of_step
from ..players.mind import Mind, recall
from . import card_facts, encoding_layout, seat_facts
from .history import History

#: Points in one unit. Divided by an integer, integers would lose their decimals when compiled.
UNIT = 1.0 * encoding_layout.UNIT
#: A usual hand has this many cards, and a usual round this many laps.
USUAL_CARDS = 4.0
USUAL_LAPS = 10.0
#: No gain counts more than this many units.
LARGEST_GAIN = 3.0


class Encoding:
    """Rows that are written anew for each decision."""

    __slots__ = ("capacity", "cards", "hands", "place", "places", "position", "unseen")

    def __init__(self, seats: int) -> None:
        self.position = float_array.allocate(encoding_layout.POSITION_WIDTH)
        self.capacity = 16
        self.places = float_array.allocate(self.capacity * encoding_layout.PLACE_WIDTH)
        self.place = int_array.allocate(self.capacity)
        self.cards = 0
        self.hands = float_array.allocate(seats * encoding_layout.HAND_WIDTH)
        self.unseen = int_array.allocate(encoding_layout.KINDS)

    # Called by compiled encodings only: lists are freed by Python.
    def __dealloc__(self) -> None:
        float_array.release(self.position)
        float_array.release(self.places)
        int_array.release(self.place)
        float_array.release(self.hands)
        int_array.release(self.unseen)

    def set_rules(self, numbers: Sequence[float]) -> None:
        """The part of the position's row that stays the same at a table."""
        for index in range(encoding_layout.RULES_WIDTH):
            self.position[encoding_layout.RULES + index] = float(numbers[index])

    def position_row(self) -> list[float]:
        """The row of the position, for tests and for those who look at what a network sees."""
        return [self.position[index] for index in range(encoding_layout.POSITION_WIDTH)]

    def card_row(self, index: int) -> list[float]:
        """The row of a card, by its number within this encoding."""
        start = index * encoding_layout.PLACE_WIDTH
        return [self.places[start + column] for column in range(encoding_layout.PLACE_WIDTH)]

    def place_of_card(self, index: int) -> int:
        return self.place[index]


def encode(encoding: Encoding, mind: Mind, table: Table, history: History, advice: int) -> None:
    """Write what the mind's seat knows. Its unseen cards must have been counted; the advice is its judgement's."""
    float_array.clear(encoding.position, 0, encoding_layout.RULES)
    encode_unseen(encoding, mind, table, history)
    for seat in range(table.seats):
        encode_hand(encoding, mind, table, seat)
    encode_question(encoding.position, mind, table, history)
    encode_progress(encoding, mind, table)
    encode_judgement(encoding.position, mind, table, advice)
    encoding.cards = 0
    for offset in range(table.seats):
        seat = (mind.seat + offset) % table.seats
        for slot in range(table.slots[seat]):
            place = slot * table.seats + seat
            if table.at[place] != constants.NO_CARD:
                encode_place(encoding, mind, table, history, place, advice)


# The position


def encode_unseen(encoding: Encoding, mind: Mind, table: Table, history: History) -> None:
    """How many cards of each rank the seat has not seen, and what they are like."""
    row = encoding.position
    for kind in range(encoding_layout.KINDS):
        encoding.unseen[kind] = 0
    for card in range(table.ruleset.deck_size):
        if not is_accounted_for(mind, table, card):
            kind = history.kind[card]
            row[encoding_layout.UNSEEN + kind // 2] += 0.25
            encoding.unseen[kind] += 1
    start = table.shuffles * unseen_pool.WIDTH
    row[encoding_layout.UNSEEN_MEAN] = mind.pools[start + unseen_pool.PLAIN] / UNIT
    row[encoding_layout.UNSEEN_DEVIATION] = c_math.sqrt(mind.pools[start + unseen_pool.PLAIN + 1]) / UNIT
    row[encoding_layout.UNSEEN_SIZE] = mind.pools[start + unseen_pool.SIZE] / 50.0
    row[encoding_layout.STOCK] = table.stock_left / 50.0


def encode_hand(encoding: Encoding, mind: Mind, table: Table, seat: int) -> None:
    """What a hand is expected to count, and how sure that is."""
    start = seat * encoding_layout.HAND_WIDTH
    unknown = 0
    for slot in range(table.slots[seat]):
        card = table.at[slot * table.seats + seat]
        if card != constants.NO_CARD and recall(mind, table, card) == constants.NO_CARD:
            unknown += 1
    encoding.hands[start] = hand_mean(mind, table, seat) / UNIT
    encoding.hands[start + 1] = c_math.sqrt(hand_variance(mind, table, seat)) / UNIT
    encoding.hands[start + 2] = table.hand_size[seat] / USUAL_CARDS
    encoding.hands[start + 3] = unknown / USUAL_CARDS


def encode_question(row: list[float], mind: Mind, table: Table, history: History) -> None:
    """What is to be decided, with which card, and what lies on the pile."""
    if table.gifts and find_gift(table, mind.seat) != constants.NOWHERE:
        row[encoding_layout.QUESTION + encoding_layout.GIFT_QUESTION] = 1.0
    elif phases.START <= table.phase <= phases.ENDING:
        row[encoding_layout.QUESTION + table.phase - phases.START] = 1.0
    if table.phase == phases.POWER:
        row[encoding_layout.POWER + table.power - option_codes.POWER_PEEK] = 1.0
        row[encoding_layout.PICKED] = table.first_pick != constants.NOWHERE
        row[encoding_layout.LOOKED] = table.looked != constants.NOWHERE
        row[encoding_layout.LOOKED + 1] = table.looked_too != constants.NOWHERE
    if table.held != constants.NO_CARD and table.seen[table.held] >> mind.seat & 1:
        encode_card(row, encoding_layout.HELD, mind, table.held, history)
        row[encoding_layout.HELD_FROM_STOCK] = table.held_from_stock
    if table.pile_size:
        encode_card(row, encoding_layout.TOP, mind, table.pile[table.pile_size - 1], history)
    row[encoding_layout.WINDOW] = table.window_open


def encode_card(row: list[float], start: int, mind: Mind, card: int, history: History) -> None:
    """A card that the seat knows: points, power and rank."""
    row[start] = 1.0
    row[start + 1] = mind.worth[card] / UNIT
    if mind.ruleset.power[card] != option_codes.POWER_NONE:
        row[start + 2 + mind.ruleset.power[card] - option_codes.POWER_PEEK] = 1.0
    row[start + encoding_layout.CARD_RANK + history.kind[card] // 2] = 1.0


def encode_progress(encoding: Encoding, mind: Mind, table: Table) -> None:
    """How far the round has come, and who is ahead."""
    row = encoding.position
    row[encoding_layout.LAP] = table.lap / USUAL_LAPS
    row[encoding_layout.LATE_LAP] = table.lap > 2.0 * USUAL_LAPS
    row[encoding_layout.SHUFFLES] = table.shuffles
    row[encoding_layout.SEATS] = table.seats / 8.0
    row[encoding_layout.IS_DUEL] = table.seats == 2
    row[encoding_layout.SEATS_IN] = table.seats_in / 8.0
    if table.caller != constants.NOBODY:
        row[encoding_layout.CALLED] = 1.0
        left = (table.caller + table.seats - mind.seat) % table.seats
        row[encoding_layout.TURNS_LEFT] = left / 8.0
    own = mind.seat * encoding_layout.HAND_WIDTH
    best = -1
    for seat in range(table.seats):
        if seat == mind.seat or table.out >> seat & 1:
            continue
        start = seat * encoding_layout.HAND_WIDTH
        if best < 0 or encoding.hands[start] < encoding.hands[best]:
            best = start
    float_array.copy(row, encoding_layout.OWN_HAND, encoding.hands, own, encoding_layout.HAND_WIDTH)
    if best >= 0:
        float_array.copy(row, encoding_layout.BEST_RIVAL, encoding.hands, best, encoding_layout.HAND_WIDTH)
        row[encoding_layout.LEAD] = encoding.hands[best] - encoding.hands[own]


def encode_judgement(row: list[float], mind: Mind, table: Table, advice: int) -> None:
    """What judgement expects of its choices, and which one it would take."""
    row[encoding_layout.CALL_CHANCE] = chance_of_winning_call(mind, table)
    if table.phase == phases.START:
        if table.pile_size and table.ruleset.turn_take != option_codes.TURN_TAKE_NO and table.hand_size[mind.seat]:
            top = table.pile[table.pile_size - 1]
            row[encoding_layout.TAKE_GAIN] = limit_gain(gain_of_best_use(mind, table, top, 0))
        row[encoding_layout.DRAW_GAIN] = limit_gain(gain_of_drawing(mind, table))
    elif table.phase == phases.HOLDING and table.seen[table.held] >> mind.seat & 1:
        row[encoding_layout.THROW_GAIN] = limit_gain(gain_of_throwing(mind, table, table.held, table.held_from_stock))
    row[encoding_layout.ADVICE + kind_of(advice)] = 1.0


def limit_gain(points: float) -> float:
    gain = points / UNIT
    if gain > LARGEST_GAIN:
        return LARGEST_GAIN
    return gain if gain > -LARGEST_GAIN else -LARGEST_GAIN


# A card


def encode_place(encoding: Encoding, mind: Mind, table: Table, history: History, place: int, advice: int) -> None:
    """Everything about the card at a place, in a new row."""
    if encoding.cards == encoding.capacity:
        width = encoding_layout.PLACE_WIDTH
        encoding.places = float_array.grow(encoding.places, encoding.capacity * width, 2 * encoding.capacity * width)
        encoding.place = int_array.grow(encoding.place, encoding.capacity, 2 * encoding.capacity)
        encoding.capacity += encoding.capacity
    start = encoding.cards * encoding_layout.PLACE_WIDTH
    encoding.place[encoding.cards] = place
    encoding.cards += 1
    float_array.clear(encoding.places, start, encoding_layout.PLACE_WIDTH)
    encode_owner(encoding, start, mind, table, history, place % table.seats)
    encode_face(encoding.places, start, mind, table, history, place)
    encode_facts(encoding, start, mind, table, history, place)
    encode_step(encoding.places, start, mind, table, place, advice)


def encode_owner(encoding: Encoding, start: int, mind: Mind, table: Table, history: History, seat: int) -> None:
    row = encoding.places
    distance = (seat + table.seats - mind.seat) % table.seats
    row[start + encoding_layout.IS_OWN] = distance == 0
    row[start + encoding_layout.DISTANCE] = distance / 8.0
    row[start + encoding_layout.IS_NEXT] = distance == 1
    row[start + encoding_layout.IS_CALLERS] = seat == table.caller
    row[start + encoding_layout.IS_TOUCHABLE] = is_touchable(table, seat)
    row[start + encoding_layout.IS_LOOKABLE] = is_lookable(table, seat)
    float_array.copy(
        row,
        start + encoding_layout.OWNER_HAND,
        encoding.hands,
        seat * encoding_layout.HAND_WIDTH,
        encoding_layout.HAND_WIDTH,
    )
    facts = history.by_seat
    first = seat * seat_facts.WIDTH
    if facts[first + seat_facts.THROWS]:
        row[start + encoding_layout.OWNER_THROWS] = facts[first + seat_facts.THROWS] / USUAL_LAPS
        row[start + encoding_layout.OWNER_LAST_THROWN] = facts[first + seat_facts.LAST_THROWN] / UNIT
        age = history.turn - facts[first + seat_facts.LAST_THROWN_AT]
        row[start + encoding_layout.OWNER_LAST_THROWN_AGE] = age / USUAL_LAPS
        row[start + encoding_layout.OWNER_LOWEST_THROWN] = facts[first + seat_facts.LOWEST_THROWN] / UNIT
    row[start + encoding_layout.OWNER_SWAPS] = facts[first + seat_facts.SWAPS] / USUAL_LAPS
    row[start + encoding_layout.OWNER_TAKES] = facts[first + seat_facts.TAKES] / USUAL_LAPS
    row[start + encoding_layout.OWNER_LOOKS] = facts[first + seat_facts.LOOKS] / USUAL_LAPS
    row[start + encoding_layout.OWNER_TRADES] = facts[first + seat_facts.TRADES] / USUAL_LAPS
    row[start + encoding_layout.OWNER_MISSES] = facts[first + seat_facts.MISSES] / USUAL_LAPS


def encode_face(row: list[float], start: int, mind: Mind, table: Table, history: History, place: int) -> None:
    """The card as the seat knows it, or what it expects of it."""
    card = table.at[place]
    believed = recall(mind, table, card)
    if believed != constants.NO_CARD:
        encode_card(row, start + encoding_layout.FACE, mind, believed, history)
        match = table.ruleset.match[believed]
        if table.pile_size:
            row[start + encoding_layout.MATCHES_TOP] = match == table.ruleset.match[table.pile[table.pile_size - 1]]
        if table.held != constants.NO_CARD and table.seen[table.held] >> mind.seat & 1:
            row[start + encoding_layout.MATCHES_HELD] = match == table.ruleset.match[table.held]
    row[start + encoding_layout.MEAN] = mean_at(mind, place) / UNIT
    row[start + encoding_layout.DEVIATION] = deviation_at(mind, place) / UNIT
    seen = table.seen[card]
    row[start + encoding_layout.OWNER_KNOWS] = seen >> place % table.seats & 1
    others = 0
    for seat in range(table.seats):
        if seat != mind.seat and seat != place % table.seats:
            others += seen >> seat & 1
    row[start + encoding_layout.OTHERS_KNOW] = others / USUAL_CARDS
    row[start + encoding_layout.KEPT] = table.kept[card] == constants.KEPT
    row[start + encoding_layout.UNWANTED] = table.kept[card] == constants.UNWANTED
    row[start + encoding_layout.OLD] = table.origin[card] != table.shuffles


def encode_facts(encoding: Encoding, start: int, mind: Mind, table: Table, history: History, place: int) -> None:
    """What everybody has seen its owner do."""
    row = encoding.places
    if place >= history.places:
        return
    facts = history.by_place
    first = place * card_facts.WIDTH
    row[start + encoding_layout.SOURCE + facts[first + card_facts.SOURCE]] = 1.0
    age = (history.turn - facts[first + card_facts.SINCE]) / (USUAL_LAPS * table.seats)
    row[start + encoding_layout.AGE] = age if age < LARGEST_GAIN else LARGEST_GAIN
    if facts[first + card_facts.REPLACED]:
        row[start + encoding_layout.REPLACED] = 1.0
        row[start + encoding_layout.REPLACED_POINTS] = facts[first + card_facts.REPLACED_POINTS] / UNIT
    if facts[first + card_facts.REFUSALS]:
        row[start + encoding_layout.REFUSALS] = facts[first + card_facts.REFUSALS] / USUAL_CARDS
        row[start + encoding_layout.REFUSED_POINTS] = facts[first + card_facts.REFUSED_POINTS] / UNIT
    if facts[first + card_facts.SPARED]:
        row[start + encoding_layout.SPARED] = facts[first + card_facts.SPARED] / USUAL_CARDS
        row[start + encoding_layout.SPARED_POINTS] = facts[first + card_facts.SPARED_POINTS] / UNIT
    row[start + encoding_layout.SPARED_FOR_HIDDEN] = facts[first + card_facts.SPARED_FOR_HIDDEN] / USUAL_CARDS
    passed = facts[first + card_facts.PASSED]
    if passed and recall(mind, table, table.at[place]) == constants.NO_CARD:
        unseen = 0
        excluded = 0
        for kind in range(encoding_layout.KINDS):
            unseen += encoding.unseen[kind]
            if passed >> kind & 1:
                excluded += encoding.unseen[kind]
        if unseen:
            row[start + encoding_layout.PASSED_SHARE] = 1.0 * excluded / unseen
        if table.pile_size:
            top = history.kind[table.pile[table.pile_size - 1]]
            row[start + encoding_layout.PASSED_TOP] = passed >> top & 1
    row[start + encoding_layout.TRADED_BY_ME] = facts[first + card_facts.TRADER] == mind.seat + 1


def encode_step(row: list[float], start: int, mind: Mind, table: Table, place: int, advice: int) -> None:
    """What naming this card in the pending decision is expected to gain."""
    is_own = place % table.seats == mind.seat
    if table.joined and is_own and table.turn == mind.seat:
        row[start + encoding_layout.IS_PICKED] = is_joined(table, place)
    if table.phase == phases.HOLDING and is_own and table.seen[table.held] >> mind.seat & 1:
        gain = gain_of_swapping(mind, table, table.held, place, table.held_from_stock)
        row[start + encoding_layout.GAIN] = limit_gain(gain)
    elif table.phase == phases.POWER and table.turn == mind.seat:
        row[start + encoding_layout.IS_PICKED] = place == table.first_pick
        row[start + encoding_layout.IS_LOOKED] = place == table.looked or place == table.looked_too
        step = step_of_power(table)
        if step and (step != action_codes.PEEK or is_own) and (step != action_codes.SPY or not is_own):
            row[start + encoding_layout.GAIN] = limit_gain(gain_of_step(mind, table, step, place))
    row[start + encoding_layout.ADVISED] = place_of(advice) == place


def step_of_power(table: Table) -> int:
    """The kind of action by which the pending power is used."""
    if table.power == option_codes.POWER_PEEK:
        return action_codes.PEEK
    if table.power == option_codes.POWER_SPY:
        return action_codes.SPY
    if table.power == option_codes.POWER_LOOK:
        return action_codes.LOOK
    return action_codes.TRADE
