"""Worlds: deals of the hidden cards that a seat can't tell from the real one; likelier ones are sampled more often."""

from __future__ import annotations

from ..engine import constants
from ..engine.table import Table
from ..networks.learned_policy import learned_weight, weigh_hidden_cards
from . import unseen_pool
from .belief import pool_column
from .evidence import count_contradictions, has_evidence
from .mind import Mind, draw_uniform
from .redeal import exchange_with_stock, redeal, redeal_hidden

#: Metropolis steps for each hidden card about which something is known.
METROPOLIS_STEPS = 4
#: A decision that goes against what an expert would do in a world makes that world less likely by this factor.
CHANCE_OF_CONTRADICTION = 0.03
#: What explains the decisions of a seat is sought in this many deals at most.
MOST_DEALS = 32
#: In so many worlds those cards are the same which somebody has seen. To deal the others anew costs far less.
WORLDS_PER_EXPLANATION = 2
#: If none of so many deals explains what a seat has decided, it is a stranger.
TEST_DEALS = 64
#: The seeds of the luck that all actions meet in one world lie below this.
SEED_BOUND = 1000000007


def draw_seed(mind: Mind) -> int:
    """The luck that all actions meet which are compared in one world."""
    return mind.rng.below(SEED_BOUND)


def sample_world(mind: Mind, table: Table) -> Table:
    """A copy of the table with other hidden cards. The mind has weighed the evidence before (weigh_evidence)."""
    if mind.explained_seats == 0:
        world = deal_world(mind, table)
    else:
        if mind.worlds_left == 0:
            mind.explanation = find_explanation(mind, table)
            mind.worlds_left = WORLDS_PER_EXPLANATION
        mind.worlds_left -= 1
        explained: Table = mind.explanation
        world = explained.copy()
        mind.dealt += 1
        redeal_hidden(world, 1 << mind.seat | mind.explained_seats, mind.rng)
    if not is_all_explained(mind, table):
        resample_hidden_cards(mind, world)
    return world


def is_all_explained(mind: Mind, table: Table) -> int:
    """All the others have decided as experts would, in some world at least."""
    return (1 << mind.seat | mind.explained_seats) == (1 << table.seats) - 1


def find_explanation(mind: Mind, table: Table) -> Table:
    """A world in which experts would have decided as those of the others have who play so; as a last resort, any.

    A seat decides by the cards that it has seen: those stay where they are, as soon as they explain what it did.
    """
    world = deal_world(mind, table)
    viewers = 1 << mind.seat
    for seat in range(table.seats):
        if not mind.explained_seats >> seat & 1:
            continue
        for _ in range(MOST_DEALS):
            contradictions = count_contradictions(mind, table, world, seat, 2)
            if not contradictions or (contradictions == 1 and draw_uniform(mind) < CHANCE_OF_CONTRADICTION):
                break
            mind.dealt += 1
            redeal_hidden(world, viewers, mind.rng)
        viewers |= 1 << seat
    return world


def deal_world(mind: Mind, table: Table) -> Table:
    """A copy of the table with other hidden cards, all deals being equally likely."""
    world = table.copy()
    mind.dealt += 1
    redeal(world, mind.seat, mind.rng)
    return world


def weigh_evidence(mind: Mind, table: Table) -> None:
    """Before worlds are sampled: which of the others have decided as experts would, in some world at least.

    Who has not is a stranger. What those hold counts as likely as a network has learned to believe, and without a
    network by what was kept and got rid of.
    """
    mind.explained_seats = 0
    mind.strange_seats = 0
    mind.worlds_left = 0
    if has_evidence(mind, table):
        for seat in range(table.seats):
            if seat == mind.seat:
                continue
            if is_explicable(mind, table, seat):
                mind.explained_seats |= 1 << seat
            else:
                mind.strange_seats |= 1 << seat
    if mind.learned is not None and not is_all_explained(mind, table):
        weigh_hidden_cards(mind, table)


def is_explicable(mind: Mind, table: Table, seat: int) -> int:
    """In some deal an expert would have decided all that a seat has."""
    world = deal_world(mind, table)
    for _ in range(TEST_DEALS):
        if not count_contradictions(mind, table, world, seat, 1):
            return 1
        mind.dealt += 1
        redeal(world, mind.seat, mind.rng)
    return 0


def resample_hidden_cards(mind: Mind, world: Table) -> None:
    """Weight the world by what is known in public: for instance, cards that were kept by choice are likely low.

    The world was dealt uniformly. Metropolis steps exchange hidden cards with the stock towards the distribution in
    which each card is as likely as its weight of belief.
    """
    if world.stock_left == 0:
        return
    viewers = 1 << mind.seat | mind.explained_seats
    for place in range(world.rows * world.seats):
        card = world.at[place]
        if card == constants.NO_CARD or world.seen[card] & viewers or world.origin[card] != world.shuffles:
            continue
        column = pool_column(world, place)
        if column != unseen_pool.PLAIN or mind.learned is not None:
            for _ in range(METROPOLIS_STEPS):
                try_exchange_with_stock(mind, world, place, column)


def try_exchange_with_stock(mind: Mind, world: Table, place: int, column: int) -> None:
    """One Metropolis step: propose a random card of the stock, and accept it by the ratio of the likelihoods."""
    index = mind.rng.below(world.stock_left)
    card = world.at[place]
    other = world.stock[index]
    if draw_uniform(mind) * likelihood(mind, place, card, column) < likelihood(mind, place, other, column):
        exchange_with_stock(world, place, index)


def likelihood(mind: Mind, place: int, card: int, column: int) -> float:
    """How likely a card is to have been treated as that at a place was, up to a constant factor."""
    if mind.learned is not None:
        return learned_weight(mind, place, card)
    if column == unseen_pool.KEPT:
        return mind.kept_weight[card]
    return mind.known_weight[card] if column == unseen_pool.KNOWN else mind.unwanted_weight[card]
