"""A mind: one player's policy and traits, its memory of the cards that its seat has seen, and its own random numbers.

A mind may be given the real table, and must not use more of it than its seat may know: the faces of cards that the seat
has seen, and what is public. A test deals all other cards anew and checks that the mind decides the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..arrays import c_math, int_array
from ..engine import constants, option_codes
from ..engine.rng import Rng
from ..engine.ruleset import Ruleset
from ..engine.table import Table
from . import traits, unseen_pool

#: What a five counts in an estimate where pairs of fives count together: the points of one without a partner.
LONE_FIVE = 25.0
#: The number of values that a uniform random number can take.
UNIFORM_STEPS = 1073741824


class Mind:
    """One player's policy, traits and memory for one rule book; it can play any number of rounds, one at a time."""

    __slots__ = (
        "believed",
        "believed_at",
        "block",
        "card_class",
        "class_at",
        "counted",
        "counted_cards",
        "counted_shuffle",
        "dealt",
        "depth",
        "deviations",
        "discard_gain",
        "discard_gain_known",
        "evidence",
        "explained_seats",
        "explanation",
        "forgets",
        "forgotten",
        "gathers_evidence",
        "kept_weight",
        "known_weight",
        "learned",
        "means",
        "own_snap_match",
        "own_snap_place",
        "own_snap_value",
        "own_snaps",
        "pairs",
        "passed_discard",
        "place_capacity",
        "policy",
        "pool_capacity",
        "pools",
        "power_gain",
        "powers_valued",
        "rival_deviation",
        "rival_mean",
        "rival_snap_card",
        "rival_snap_match",
        "rival_snap_value",
        "rival_snaps",
        "rival_weight",
        "rng",
        "rollout_minds",
        "ruleset",
        "samples",
        "seat",
        "seen_at",
        "shares",
        "strange_seats",
        "strangers",
        "swap_place",
        "swap_places_found",
        "tested",
        "trait",
        "turn_count",
        "unseen",
        "unwanted_weight",
        "variances",
        "worlds_left",
        "worth",
    )

    def __init__(self, ruleset: Ruleset, policy: int, values: Sequence[float], samples: int) -> None:
        """Without samples the policy's own choice is played; with them a search may try that many worlds at most."""
        self.ruleset = ruleset
        self.policy = policy
        self.samples = samples
        self.trait = int_array.allocate_doubles(traits.COUNT)
        for index in range(traits.COUNT):
            self.trait[index] = values[index]
        self.forgets = self.trait[traits.FADING] > 0 or self.trait[traits.CONFUSION] > 0
        # The learned policy of a mind that has one.
        self.learned: Any = None
        self.seat = constants.NOBODY
        self.turn_count = 0
        self.rng = Rng(0)
        self.block = int_array.allocate_block(7 * ruleset.deck_size + 2)
        self.believed = int_array.view(self.block, 0, ruleset.deck_size)
        self.seen_at = int_array.view(self.block, ruleset.deck_size, ruleset.deck_size)
        self.forgotten = int_array.view(self.block, 2 * ruleset.deck_size, ruleset.deck_size)
        self.swap_place = int_array.view(self.block, 3 * ruleset.deck_size, 2)
        self.card_class = int_array.view(self.block, 3 * ruleset.deck_size + 2, ruleset.deck_size)
        self.unseen = int_array.view(self.block, 4 * ruleset.deck_size + 2, ruleset.deck_size)
        self.counted = int_array.view(self.block, 5 * ruleset.deck_size + 2, ruleset.deck_size)
        self.pairs = int_array.view(self.block, 6 * ruleset.deck_size + 2, ruleset.deck_size)
        self.counted_cards = 0
        self.counted_shuffle = -1
        self.swap_places_found = 0
        self.rival_weight = 0.0
        self.rival_mean = int_array.allocate_doubles(constants.RAIL)
        self.rival_deviation = int_array.allocate_doubles(constants.RAIL)
        self.place_capacity = 0
        self.own_snaps = -1
        self.rival_snaps = 0
        self.allocate_places(ruleset.deal_cards * 4)
        self.pool_capacity = 0
        self.pools = int_array.allocate_doubles(0)
        self.powers_valued = 0
        self.power_gain = int_array.allocate_doubles(option_codes.POWER_LOOK + 1)
        self.worth = int_array.allocate_doubles(ruleset.deck_size)
        self.kept_weight = int_array.allocate_doubles(ruleset.deck_size)
        self.known_weight = int_array.allocate_doubles(ruleset.deck_size)
        self.unwanted_weight = int_array.allocate_doubles(ruleset.deck_size)
        self.shares = int_array.allocate_doubles(unseen_pool.SHARES * ruleset.deck_size)
        self.value_cards()
        self.clear_search()

    def clear_search(self) -> None:
        """Nobody plays on in imagined worlds yet, and nothing has been concluded."""
        # Own choices that a search looks ahead before it asks a critic.
        self.depth = 0
        # They play on in the worlds that it imagines: whoever sits in the own seat first, then the others clockwise.
        # Strangers do in place of those others who have not decided as experts would.
        self.rollout_minds: list[Mind] = []
        self.strangers: list[Mind] = []
        # What the others have decided, if a search is to test its worlds by that; and the bits of the seats that have
        # decided as experts would in some world, and of those that have not.
        self.gathers_evidence = 0
        self.evidence: list[Any] = []
        self.explained_seats = 0
        self.strange_seats = 0
        # A world that explains what they have decided, and how many worlds are still to be made of it.
        self.explanation: Any = None
        self.worlds_left = 0
        # The number of the discard that it does not snap in a trial, whatever it would like to do.
        self.passed_discard = 0
        # How often it has dealt hidden cards anew, and decisions of others that it has judged again, for the budget of
        # a search.
        self.dealt = 0
        self.tested = 0

    def allocate_places(self, places: int) -> None:
        """Make room for what is reckoned by place."""
        self.place_capacity = places
        self.believed_at = int_array.allocate(places)
        self.class_at = int_array.allocate(places)
        self.discard_gain_known = int_array.allocate(places)
        self.own_snap_place = int_array.allocate(places)
        self.own_snap_match = int_array.allocate(places)
        self.rival_snap_card = int_array.allocate(places)
        self.rival_snap_match = int_array.allocate(places)
        self.means = int_array.allocate_doubles(places)
        self.variances = int_array.allocate_doubles(places)
        self.deviations = int_array.allocate_doubles(places)
        self.discard_gain = int_array.allocate_doubles(places)
        self.own_snap_value = int_array.allocate_doubles(places)
        self.rival_snap_value = int_array.allocate_doubles(places)

    def release_places(self) -> None:
        int_array.release(self.believed_at)
        int_array.release(self.class_at)
        int_array.release(self.discard_gain_known)
        int_array.release(self.own_snap_place)
        int_array.release(self.own_snap_match)
        int_array.release(self.rival_snap_card)
        int_array.release(self.rival_snap_match)
        int_array.release_doubles(self.means)
        int_array.release_doubles(self.variances)
        int_array.release_doubles(self.deviations)
        int_array.release_doubles(self.discard_gain)
        int_array.release_doubles(self.own_snap_value)
        int_array.release_doubles(self.rival_snap_value)

    # Called by compiled minds only: lists are freed by themselves.
    def __dealloc__(self) -> None:
        self.release_places()
        int_array.release(self.block)
        int_array.release_doubles(self.rival_mean)
        int_array.release_doubles(self.rival_deviation)
        int_array.release_doubles(self.shares)
        int_array.release_doubles(self.trait)
        int_array.release_doubles(self.pools)
        int_array.release_doubles(self.power_gain)
        int_array.release_doubles(self.worth)
        int_array.release_doubles(self.kept_weight)
        int_array.release_doubles(self.known_weight)
        int_array.release_doubles(self.unwanted_weight)

    def value_cards(self) -> None:
        """What each card counts, and the weight by which it is likelier to have been kept, left lying or got rid of."""
        for card in range(self.ruleset.deck_size):
            worth = (
                LONE_FIVE
                if self.ruleset.score_risky_fives and self.ruleset.is_five[card]
                else 1.0 * self.ruleset.value[card]
            )
            self.worth[card] = worth
            self.kept_weight[card] = c_math.exp(-self.trait[traits.KEPT_LOW] * worth)
            self.known_weight[card] = c_math.exp(-self.trait[traits.KNOWN_LOW] * worth)
            self.unwanted_weight[card] = c_math.exp(self.trait[traits.KEPT_LOW] * worth / 2.0)
            start = card * unseen_pool.SHARES
            self.store_share(start + unseen_pool.KNOWN_SHARE, self.known_weight[card], worth)
            self.store_share(start + unseen_pool.KEPT_SHARE, self.kept_weight[card], worth)
            self.store_share(start + unseen_pool.UNWANTED_SHARE, self.unwanted_weight[card], worth)
            self.card_class[card] = self.find_class(card)

    def store_share(self, index: int, weight: float, worth: float) -> None:
        """What a card adds to a pool: its weight, its weighted points and their weighted square."""
        self.shares[index] = weight
        self.shares[index + 1] = weight * worth
        self.shares[index + 2] = weight * (worth * worth)

    def find_class(self, card: int) -> int:
        """The first card with the same match, power and points: every action with the two gains the same."""
        for other in range(card):
            if (
                self.ruleset.match[card] == self.ruleset.match[other]
                and self.ruleset.power[card] == self.ruleset.power[other]
                and self.worth[card] == self.worth[other]
            ):
                return other
        return card

    def start_round(self, seat: int, rng: Rng) -> None:
        """Take a seat in a new round, with an empty memory."""
        self.seat = seat
        self.rng = rng
        self.turn_count = 1
        self.passed_discard = 0
        self.evidence = []
        if self.learned is not None:
            self.learned.begin_round()
        if self.forgets:
            for card in range(self.ruleset.deck_size):
                self.seen_at[card] = 0

    def copy(self) -> Mind:
        """A mind in the same state, with the same random numbers to come; the minds of rollouts are shared."""
        twin = Mind(self.ruleset, self.policy, [self.trait[index] for index in range(traits.COUNT)], self.samples)
        twin.depth = self.depth
        twin.gathers_evidence = self.gathers_evidence
        twin.evidence = list(self.evidence)
        twin.rollout_minds = self.rollout_minds
        twin.strangers = self.strangers
        if self.learned is not None:
            twin.learned = self.learned.copy()
        twin.seat = self.seat
        twin.turn_count = self.turn_count
        twin.rng = self.rng.copy()
        int_array.copy(twin.believed, self.believed, self.ruleset.deck_size)
        int_array.copy(twin.seen_at, self.seen_at, self.ruleset.deck_size)
        int_array.copy(twin.forgotten, self.forgotten, self.ruleset.deck_size)
        return twin


def seat_rollout_minds(mind: Mind, seed: int) -> list[Mind]:
    """Those who play on in an imagined world, by seat; each has luck of its own."""
    seats = len(mind.rollout_minds)
    seated: list[Mind] = []
    for seat in range(seats):
        steps = (seat + seats - mind.seat) % seats
        other: Mind = mind.rollout_minds[steps]
        if mind.strange_seats >> seat & 1 and len(mind.strangers):
            other = mind.strangers[steps - 1]
        other.start_round(seat, Rng(seed + 1 + seat))
        seated.append(other)
    return seated


def draw_uniform(mind: Mind) -> float:
    """A random number from 0 up to 1."""
    return 1.0 * mind.rng.below(UNIFORM_STEPS) / UNIFORM_STEPS


def draw_normal(mind: Mind) -> float:
    """Nearly a standard normal random number: the sum of four uniform ones, scaled to mean 0 and variance 1."""
    total = draw_uniform(mind) + draw_uniform(mind) + draw_uniform(mind) + draw_uniform(mind)
    return (total - 2.0) * 1.7320508075688772


# Memory: every policy gets the faces of cards from recall, which is where forgetting comes in


def recall(mind: Mind, table: Table, card: int) -> int:
    """The card that this player believes it to be; NO_CARD, if its seat has not seen it, or the player forgot."""
    if not table.seen[card] >> mind.seat & 1:
        return constants.NO_CARD
    if not mind.forgets or table.seen[card] >> constants.FACE_UP & 1:
        return card
    return constants.NO_CARD if mind.forgotten[card] else mind.believed[card]


def memorise_new_cards(mind: Mind, table: Table) -> None:
    """Remember the cards that the seat has seen since the last time, and drop those that were shuffled back."""
    for card in range(mind.ruleset.deck_size):
        if not table.seen[card] >> mind.seat & 1:
            mind.seen_at[card] = 0
        elif mind.seen_at[card] == 0:
            memorise_card(mind, card)


def memorise_card(mind: Mind, card: int) -> None:
    """The player has just seen the card: a wrong or forgotten belief is put right."""
    mind.believed[card] = card
    mind.seen_at[card] = mind.turn_count
    mind.forgotten[card] = 0


def drop_belief(mind: Mind, card: int) -> None:
    """The card turned out not to be what the player believed, and was not shown."""
    mind.forgotten[card] = 1
    mind.believed[card] = constants.NO_CARD


def fade_memory(mind: Mind, table: Table) -> None:
    """Once a turn: draw anew which cards the player can't recall, and perhaps confuse two neighbours.

    As in ACT-R, the chance of recall is a logistic function of the logarithm of the turns since the card was seen. To
    recall a card does not refresh it.
    """
    mind.turn_count += 1
    for slot in range(table.rows):
        for seat in range(table.seats):
            card = table.at[slot * table.seats + seat]
            if (
                card == constants.NO_CARD
                or not table.seen[card] >> mind.seat & 1
                or mind.believed[card] == constants.NO_CARD
            ):
                continue
            age = c_math.log(1.0 + mind.turn_count - mind.seen_at[card])
            odds = c_math.exp(4.0 * mind.trait[traits.FADING] * age - 4.0)
            mind.forgotten[card] = draw_uniform(mind) < odds / (1.0 + odds)
    if draw_uniform(mind) < mind.trait[traits.CONFUSION]:
        confuse_neighbours(mind, table)


def confuse_neighbours(mind: Mind, table: Table) -> None:
    """Exchange what the player believes of two neighbouring cards of its own hand; the cards stay where they are."""
    slot = mind.rng.below(table.slots[mind.seat])
    if slot + 1 == table.slots[mind.seat]:
        return
    card = table.at[slot * table.seats + mind.seat]
    neighbour = table.at[(slot + 1) * table.seats + mind.seat]
    if card == constants.NO_CARD or neighbour == constants.NO_CARD:
        return
    if table.seen[card] >> mind.seat & 1 and table.seen[neighbour] >> mind.seat & 1:
        believed = mind.believed[card]
        mind.believed[card] = mind.believed[neighbour]
        mind.believed[neighbour] = believed


# Reaction time


def draw_reaction_time(mind: Mind) -> float:
    """Seconds until the player's snap reaches the table: lognormal, as reaction times of people are."""
    return mind.trait[traits.REACTION] * c_math.exp(mind.trait[traits.SPREAD] * draw_normal(mind))
