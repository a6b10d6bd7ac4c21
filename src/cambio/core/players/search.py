"""Search: one step of look-ahead. Every action is tried in the same sampled worlds, and rollouts show who wins.

A world is a deal of the hidden cards that the seat can't tell from the real one; likelier worlds are sampled more
often. The rollouts are played by evaluation. The policy's own choice, the base, is left only for an action whose paired
gain over it is significant.
"""

from __future__ import annotations

from ..arrays import c_math, int_array
from ..engine import phases
from ..engine.legal_actions import list_legal_actions
from ..engine.play import play
from ..engine.rng import Rng
from ..engine.table import Table
from ..networks.learned_policy import (
    has_critic,
    has_scores,
    list_choices,
    list_likely_actions,
)
from . import round_columns
from .mind import Mind, seat_rollout_minds
from .round_loop import choose_action, play_on, shuffle_if_due
from .round_stats import RoundStats
from .trial import record_values, value_of_action
from .worlds import draw_seed, sample_world, weigh_evidence

#: After each batch of this many worlds, actions that can hardly win are dropped.
WORLDS_PER_CHECK = 24
#: So many observations are needed to tell their standard error.
FEWEST_GROUPS = 8
#: A gain is significant from this many standard errors on.
STANDARD_ERRORS = 2.0
#: The budget of a search whose rollouts last to the end of the round: that many decisions for each sample, shared among
#: the seats.
DECISIONS_PER_SAMPLE = 400
#: The budget of a search with a critic, in looks at a card of the table: each decision of a trial looks at all of them
#: once, and the critic twice. A core of 2025 does about two in a microsecond. Budgets are counted and not timed, so
#: that the same search finds the same everywhere.
LOOKS = 160000
#: A rollout ends after this many decisions for each seat; a round that is not over then counts as an even share.
ROLLOUT_DECISIONS = 40
#: Where more actions than this are lawful there is no search.
MAX_CHOICES = 12
#: What a point of the own score is worth in a rollout, as a share of a won round.
POINT_WEIGHT = 0.002


def choose_with_search(mind: Mind, table: Table) -> int:
    """The action of a mind when a decision is due from it: its policy's, refined by search if the mind has samples."""
    action = choose_action(mind, table)
    if mind.learned is not None:
        record_values(mind, table)
    if mind.samples == 0 or table.phase == phases.MEMORY:
        return action
    if mind.learned is not None:
        if not has_scores(mind):
            return action
        actions = list_likely_actions(mind, list_choices(mind, table), action)
    else:
        actions = list_legal_actions(table, mind.seat, 0, 0)
    if len(actions) < 2:
        return action
    if len(actions) > MAX_CHOICES:
        return action
    return search(mind, table, actions, action)


def search(mind: Mind, table: Table, actions: list[int], base: int) -> int:
    """The action with the largest gain over the base, among those whose gain is significant; else the base."""
    count = len(actions)
    gains = int_array.allocate_doubles(count)
    squares = int_array.allocate_doubles(count)
    group = int_array.allocate_doubles(count)
    is_candidate = int_array.allocate(count)
    stats = RoundStats(table.seats)
    candidates = 0
    for index in range(count):
        group[index] = 0.0
        is_candidate[index] = actions[index] != base
        candidates += is_candidate[index]
    worlds = 0
    groups = 0
    next_check = WORLDS_PER_CHECK
    best = base
    critic_cost = 0
    decision_cost = table.seats
    budget = mind.samples * DECISIONS_PER_SAMPLE
    if has_critic(mind):
        decision_cost = count_cards(table)
        critic_cost = 2 * decision_cost
        budget = LOOKS
    mind.tested = 0
    weigh_evidence(mind, table)
    while worlds < mind.samples and candidates and budget > 0:
        before = stats.row[round_columns.DECISIONS]
        compare_in_world(mind, table, actions, base, group, is_candidate, stats)
        decisions = stats.row[round_columns.DECISIONS] - before + mind.tested
        mind.tested = 0
        budget -= decisions * decision_cost + (1 + candidates) * critic_cost
        worlds += 1
        if mind.worlds_left:
            continue
        # Worlds with the same explanation depend on each other: together they are one observation.
        groups += 1
        for index in range(count):
            gains[index] += group[index]
            squares[index] += group[index] * group[index]
            group[index] = 0.0
        if groups < FEWEST_GROUPS or worlds < next_check:
            continue
        next_check = worlds + WORLDS_PER_CHECK
        candidates = 0
        for index in range(count):
            if is_candidate[index]:
                is_candidate[index] = may_be_better(gains[index], squares[index], groups)
                candidates += is_candidate[index]
    most = 0.0
    for index in range(count):
        if is_candidate[index] and groups >= FEWEST_GROUPS and worlds >= WORLDS_PER_CHECK and gains[index] > most:
            if is_clearly_better(gains[index], squares[index], groups):
                most = gains[index]
                best = actions[index]
    int_array.release_doubles(gains)
    int_array.release_doubles(squares)
    int_array.release_doubles(group)
    int_array.release(is_candidate)
    return best


def count_cards(table: Table) -> int:
    """How many cards lie before the players."""
    cards = 0
    for seat in range(table.seats):
        cards += table.hand_size[seat]
    return cards


def compare_in_world(
    mind: Mind,
    table: Table,
    actions: list[int],
    base: int,
    gains: list[float],
    is_candidate: list[int],
    stats: RoundStats,
) -> None:
    """Sample a world, and add to each candidate's gains what it gains there over the base."""
    world = sample_world(mind, table)
    seed = draw_seed(mind)
    base_value = value_of_rollout(mind, world, base, seed, stats)
    for index in range(len(actions)):
        if is_candidate[index]:
            gains[index] += value_of_rollout(mind, world, actions[index], seed, stats) - base_value


def value_of_rollout(mind: Mind, world: Table, action: int, seed: int, stats: RoundStats) -> float:
    """The share of the win after an action in that world, less a little for the own score, when all play on."""
    if has_critic(mind):
        return value_of_action(mind, world, action, seed, stats, mind.depth)
    table = world.copy()
    dealer = Rng(seed)
    minds = seat_rollout_minds(mind, seed)
    play(table, mind.seat, action, table.discard_number)
    shuffle_if_due(table, dealer)
    play_on(table, minds, dealer, stats, ROLLOUT_DECISIONS * table.seats)
    if table.phase != phases.OVER:
        return 1.0 / table.seats
    winners = 0
    for seat in range(table.seats):
        winners += table.winners >> seat & 1
    won = 1.0 / winners if table.winners >> mind.seat & 1 else 0.0
    return won - POINT_WEIGHT * table.scores[mind.seat]


def may_be_better(gain: float, square: float, groups: int) -> int:
    """It is not significantly worse than the base."""
    return gain + STANDARD_ERRORS * standard_error(gain, square, groups) > 0.0


def is_clearly_better(gain: float, square: float, groups: int) -> int:
    """It is significantly better than the base."""
    return gain > STANDARD_ERRORS * standard_error(gain, square, groups)


def standard_error(gain: float, square: float, groups: int) -> float:
    """The standard error of a sum of paired differences, from the sum of their squares and their number."""
    variance = square - gain * gain / groups
    return c_math.sqrt(variance) if variance > 0.0 else 0.0
