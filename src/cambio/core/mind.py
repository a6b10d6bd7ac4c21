"""A mind: how one player thinks, what it brings to mind of the cards that it has seen, and its own share of chance.

A mind looks at the table through its own seat only: it uses the face of a card where the seat has seen it, and of all
others nothing but what everybody knows.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import choice, mark, memory, reckon, trait
from .book import Book
from .chance import Chance
from .table import Table

#: What a five counts for in an estimate, where fives count together.
LONE_FIVE = 25.0
#: Chance as a real number comes in so many steps.
GRAIN = 1073741824


class Mind:
    """One player's policy, traits and memory for one rule book; it can play any number of rounds, one at a time."""

    __slots__ = (
        "book",
        "chance",
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
        "room",
        "samples",
        "seat",
        "stamp",
        "trait",
        "unwanted_weight",
        "weighed",
        "worth",
    )

    def __init__(self, book: Book, policy: int, traits: Sequence[float], samples: int) -> None:
        """A search plays so many samples at most; other policies need none."""
        self.book = book
        self.policy = policy
        self.samples = samples
        self.trait = memory.reals(trait.COUNT)
        for index in range(trait.COUNT):
            self.trait[index] = traits[index]
        self.forgets = self.trait[trait.FADING] > 0 or self.trait[trait.CONFUSION] > 0
        self.others: list[Mind] = []
        self.seat = mark.NOBODY
        self.clock = 0
        self.chance = Chance(0)
        self.room = memory.block(3 * book.cards + 2)
        self.image = memory.part(self.room, 0, book.cards)
        self.stamp = memory.part(self.room, book.cards, book.cards)
        self.lost = memory.part(self.room, 2 * book.cards, book.cards)
        self.exit = memory.part(self.room, 3 * book.cards, 2)
        self.exits = 0
        self.pool_room = 0
        self.pools = memory.reals(0)
        self.weighed = 0
        self.power_gain = memory.reals(choice.POWER_LOOK + 1)
        self.worth = memory.reals(book.cards)
        self.kept_weight = memory.reals(book.cards)
        self.known_weight = memory.reals(book.cards)
        self.unwanted_weight = memory.reals(book.cards)
        self.value_cards()

    # Called by compiled minds only: lists need no giving back.
    def __dealloc__(self) -> None:
        memory.release(self.room)
        memory.release_reals(self.trait)
        memory.release_reals(self.pools)
        memory.release_reals(self.power_gain)
        memory.release_reals(self.worth)
        memory.release_reals(self.kept_weight)
        memory.release_reals(self.known_weight)
        memory.release_reals(self.unwanted_weight)

    def value_cards(self) -> None:
        """What each card counts, and how much likelier or less likely it is to be kept or got rid of for that."""
        for card in range(self.book.cards):
            worth = LONE_FIVE if self.book.risky_fives and self.book.is_five[card] else 1.0 * self.book.value[card]
            self.worth[card] = worth
            self.kept_weight[card] = reckon.exp(-self.trait[trait.KEPT_LOW] * worth)
            self.known_weight[card] = reckon.exp(-self.trait[trait.KNOWN_LOW] * worth)
            self.unwanted_weight[card] = reckon.exp(self.trait[trait.KEPT_LOW] * worth / 2.0)

    def sit(self, seat: int, chance: Chance) -> None:
        """A new round at that seat, with nothing in mind."""
        self.seat = seat
        self.chance = chance
        self.clock = 1
        if self.forgets:
            for card in range(self.book.cards):
                self.stamp[card] = 0

    def copy(self) -> Mind:
        """A mind of its own in the same state, with the same chance to come; it imagines the same others."""
        twin = Mind(self.book, self.policy, [self.trait[index] for index in range(trait.COUNT)], self.samples)
        twin.others = self.others
        twin.seat = self.seat
        twin.clock = self.clock
        twin.chance = self.chance.copy()
        memory.copy(twin.image, self.image, self.book.cards)
        memory.copy(twin.stamp, self.stamp, self.book.cards)
        memory.copy(twin.lost, self.lost, self.book.cards)
        return twin


def share(mind: Mind) -> float:
    """A random number between zero and one."""
    return 1.0 * mind.chance.below(GRAIN) / GRAIN


def bell(mind: Mind) -> float:
    """A random number around zero, spread by about one: a sum of four even ones is bell-shaped enough."""
    return (share(mind) + share(mind) + share(mind) + share(mind) - 2.0) * 1.7320508075688772


# Recall: forgetting is between what the seat has seen and what the player thinks with, whatever the policy


def recalled(mind: Mind, table: Table, card: int) -> int:
    """The card that this player takes it for, or NO_CARD: never seen, or not to be brought to mind."""
    if not table.seen[card] >> mind.seat & 1:
        return mark.NO_CARD
    if not mind.forgets:
        return card
    return mark.NO_CARD if mind.lost[card] else mind.image[card]


def take_in(mind: Mind, table: Table) -> None:
    """Cards that were not seen before are fresh in mind."""
    for card in range(mind.book.cards):
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
    mind.image[card] = mark.NO_CARD


def fade(mind: Mind, table: Table) -> None:
    """Once a turn: the longer ago a card was seen, the likelier it does not come to mind; neighbours get mixed up.

    The chance of recall is logistic in the logarithm of the time, as in ACT-R; what came to mind is not refreshed.
    """
    mind.clock += 1
    for slot in range(table.rows):
        for seat in range(table.seats):
            card = table.at[slot * table.seats + seat]
            if card == mark.NO_CARD or not table.seen[card] >> mind.seat & 1 or mind.image[card] == mark.NO_CARD:
                continue
            age = reckon.log(1.0 + mind.clock - mind.stamp[card])
            odds = reckon.exp(4.0 * mind.trait[trait.FADING] * age - 4.0)
            mind.lost[card] = share(mind) < odds / (1.0 + odds)
    if share(mind) < mind.trait[trait.CONFUSION]:
        mix_up(mind, table)


def mix_up(mind: Mind, table: Table) -> None:
    """Two neighbours of the own hand change places in the player's head, and nowhere else."""
    slot = mind.chance.below(table.slots[mind.seat])
    if slot + 1 == table.slots[mind.seat]:
        return
    card = table.at[slot * table.seats + mind.seat]
    neighbour = table.at[(slot + 1) * table.seats + mind.seat]
    if card == mark.NO_CARD or neighbour == mark.NO_CARD:
        return
    if table.seen[card] >> mind.seat & 1 and table.seen[neighbour] >> mind.seat & 1:
        image = mind.image[card]
        mind.image[card] = mind.image[neighbour]
        mind.image[neighbour] = image


# Reaction


def reaction(mind: Mind) -> float:
    """Seconds until the player's hand is on the pile: lognormal, as reaction times are."""
    return mind.trait[trait.REACTION] * reckon.exp(mind.trait[trait.SPREAD] * bell(mind))
