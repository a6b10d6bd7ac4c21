"""A mind: how one player thinks, what it brings to mind of the cards that it has seen, and its own share of chance.

A mind looks at the table through its own seat only: it uses the face of a card where the seat has seen it, and of all
others nothing but what everybody knows.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..arrays import c_math, int_array
from ..engine import constants, option_codes
from ..engine.rng import Rng
from ..engine.ruleset import Ruleset
from ..engine.table import Table
from . import traits

#: What a five counts for in an estimate, where fives count together.
LONE_FIVE = 25.0
#: Chance as a real number comes in so many steps.
GRAIN = 1073741824


class Mind:
    """One player's policy, traits and memory for one rule book; it can play any number of rounds, one at a time."""

    __slots__ = (
        "block",
        "clock",
        "exit",
        "exits",
        "forgets",
        "image",
        "kept_weight",
        "known_weight",
        "lost",
        "others",
        "policy",
        "pool_room",
        "pools",
        "power_gain",
        "rng",
        "ruleset",
        "samples",
        "seat",
        "stamp",
        "trait",
        "unwanted_weight",
        "weighed",
        "worth",
    )

    def __init__(self, ruleset: Ruleset, policy: int, values: Sequence[float], samples: int) -> None:
        """A search plays so many samples at most; other policies need none."""
        self.ruleset = ruleset
        self.policy = policy
        self.samples = samples
        self.trait = int_array.allocate_doubles(traits.COUNT)
        for index in range(traits.COUNT):
            self.trait[index] = values[index]
        self.forgets = self.trait[traits.FADING] > 0 or self.trait[traits.CONFUSION] > 0
        self.others: list[Mind] = []
        self.seat = constants.NOBODY
        self.clock = 0
        self.rng = Rng(0)
        self.block = int_array.allocate_block(3 * ruleset.deck_size + 2)
        self.image = int_array.view(self.block, 0, ruleset.deck_size)
        self.stamp = int_array.view(self.block, ruleset.deck_size, ruleset.deck_size)
        self.lost = int_array.view(self.block, 2 * ruleset.deck_size, ruleset.deck_size)
        self.exit = int_array.view(self.block, 3 * ruleset.deck_size, 2)
        self.exits = 0
        self.pool_room = 0
        self.pools = int_array.allocate_doubles(0)
        self.weighed = 0
        self.power_gain = int_array.allocate_doubles(option_codes.POWER_LOOK + 1)
        self.worth = int_array.allocate_doubles(ruleset.deck_size)
        self.kept_weight = int_array.allocate_doubles(ruleset.deck_size)
        self.known_weight = int_array.allocate_doubles(ruleset.deck_size)
        self.unwanted_weight = int_array.allocate_doubles(ruleset.deck_size)
        self.value_cards()

    # Called by compiled minds only: lists need no giving back.
    def __dealloc__(self) -> None:
        int_array.release(self.block)
        int_array.release_doubles(self.trait)
        int_array.release_doubles(self.pools)
        int_array.release_doubles(self.power_gain)
        int_array.release_doubles(self.worth)
        int_array.release_doubles(self.kept_weight)
        int_array.release_doubles(self.known_weight)
        int_array.release_doubles(self.unwanted_weight)

    def value_cards(self) -> None:
        """What each card counts, and how much likelier or less likely it is to be kept or got rid of for that."""
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

    def sit(self, seat: int, rng: Rng) -> None:
        """A new round at that seat, with nothing in mind."""
        self.seat = seat
        self.rng = rng
        self.clock = 1
        if self.forgets:
            for card in range(self.ruleset.deck_size):
                self.stamp[card] = 0

    def copy(self) -> Mind:
        """A mind of its own in the same state, with the same chance to come; it imagines the same others."""
        twin = Mind(self.ruleset, self.policy, [self.trait[index] for index in range(traits.COUNT)], self.samples)
        twin.others = self.others
        twin.seat = self.seat
        twin.clock = self.clock
        twin.rng = self.rng.copy()
        int_array.copy(twin.image, self.image, self.ruleset.deck_size)
        int_array.copy(twin.stamp, self.stamp, self.ruleset.deck_size)
        int_array.copy(twin.lost, self.lost, self.ruleset.deck_size)
        return twin


def share(mind: Mind) -> float:
    """A random number between zero and one."""
    return 1.0 * mind.rng.below(GRAIN) / GRAIN


def bell(mind: Mind) -> float:
    """A random number around zero, spread by about one: a sum of four even ones is bell-shaped enough."""
    return (share(mind) + share(mind) + share(mind) + share(mind) - 2.0) * 1.7320508075688772


# Recall: forgetting is between what the seat has seen and what the player thinks with, whatever the policy


def recalled(mind: Mind, table: Table, card: int) -> int:
    """The card that this player takes it for, or NO_CARD: never seen, or not to be brought to mind."""
    if not table.seen[card] >> mind.seat & 1:
        return constants.NO_CARD
    if not mind.forgets:
        return card
    return constants.NO_CARD if mind.lost[card] else mind.image[card]


def take_in(mind: Mind, table: Table) -> None:
    """Cards that were not seen before are fresh in mind."""
    for card in range(mind.ruleset.deck_size):
        if not table.seen[card] >> mind.seat & 1:
            mind.stamp[card] = 0
        elif mind.stamp[card] == 0:
            see_again(mind, card)


def see_again(mind: Mind, card: int) -> None:
    """Whatever was taken for it, here it is."""
    mind.image[card] = card
    mind.stamp[card] = mind.clock
    mind.lost[card] = 0


def doubt(mind: Mind, card: int) -> None:
    """It was not what the player thought it was, and nobody showed what it is."""
    mind.lost[card] = 1
    mind.image[card] = constants.NO_CARD


def fade(mind: Mind, table: Table) -> None:
    """Once a turn: the longer ago a card was seen, the likelier it does not come to mind; neighbours get mixed up.

    The chance of recall is logistic in the logarithm of the time, as in ACT-R; what came to mind is not refreshed.
    """
    mind.clock += 1
    for slot in range(table.rows):
        for seat in range(table.seats):
            card = table.at[slot * table.seats + seat]
            if (
                card == constants.NO_CARD
                or not table.seen[card] >> mind.seat & 1
                or mind.image[card] == constants.NO_CARD
            ):
                continue
            age = c_math.log(1.0 + mind.clock - mind.stamp[card])
            odds = c_math.exp(4.0 * mind.trait[traits.FADING] * age - 4.0)
            mind.lost[card] = share(mind) < odds / (1.0 + odds)
    if share(mind) < mind.trait[traits.CONFUSION]:
        mix_up(mind, table)


def mix_up(mind: Mind, table: Table) -> None:
    """Two neighbours of the own hand change places in the player's head, and nowhere else."""
    slot = mind.rng.below(table.slots[mind.seat])
    if slot + 1 == table.slots[mind.seat]:
        return
    card = table.at[slot * table.seats + mind.seat]
    neighbour = table.at[(slot + 1) * table.seats + mind.seat]
    if card == constants.NO_CARD or neighbour == constants.NO_CARD:
        return
    if table.seen[card] >> mind.seat & 1 and table.seen[neighbour] >> mind.seat & 1:
        image = mind.image[card]
        mind.image[card] = mind.image[neighbour]
        mind.image[neighbour] = image


# Reaction


def reaction(mind: Mind) -> float:
    """Seconds until the player's hand is on the pile: lognormal, as reaction times are."""
    return mind.trait[traits.REACTION] * c_math.exp(mind.trait[traits.SPREAD] * bell(mind))
