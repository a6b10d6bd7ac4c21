"""Search: one step of look-ahead. Every action is tried in the same sampled worlds, and rollouts show who wins.

A world is a deal of the hidden cards that the seat can't tell from the real one; likelier worlds are sampled more
often. The rollouts are played by evaluation. The policy's own choice, the base, is left only for an action whose paired
gain over it is significant.
"""

from __future__ import annotations

from ..engine import phases
from ..engine.legal_actions import list_legal_actions
from ..engine.play import play
from ..engine.rng import Rng
from ..engine.table import Table
from ..networks.learned_policy import (
    count_consultations,
    has_critic,
    has_scores,
    list_choices,
    list_likely_actions,
)
from . import round_columns
from .comparison import Comparison
from .mind import Mind, seat_rollout_minds
from .round_loop import choose_action, play_on, shuffle_if_due
from .round_stats import RoundStats
from .trial import record_values, value_of_action
from .worlds import draw_seed, sample_world, weigh_evidence

#: After each batch of this many worlds, actions that can hardly win are dropped.
WORLDS_PER_CHECK = 24
#: The budget of a search whose rollouts last to the end of the round: that many decisions for each sample, shared among
#: the seats.
DECISIONS_PER_SAMPLE = 400
#: The budget of a search with a critic, in units of about ten nanoseconds on a core of 2025; and what the parts of its
#: work cost: for each card in the stock and on the table, to deal a world; for each card on the table, to judge a
#: decision of the others in a world again, to decide something in a trial, and to ask a network or the critic. The
#: latter costs something for each question, too. Budgets are counted and not timed, so that the same search finds the
#: same everywhere.
BUDGET_OF_TRIALS = 6000000
COST_OF_DEAL = 5
COST_OF_TEST = 4
COST_OF_DECISION = 5
COST_OF_NETWORK = 500
COST_OF_NETWORK_PER_CARD = 40
#: A rollout ends after this many decisions for each seat; a round that is not over then counts as an even share.
ROLLOUT_DECISIONS = 40
#: A search tries this many actions at most: a network says which, and without one there is no search among more.
MAX_CHOICES = 12
#: The base is left for a gain of so many standard errors. Rollouts to the end differ much by luck, and few can be
#: played, so that most gains that seem to be there are none; trials with a critic tell far more in the same time.
ERRORS_OF_ROLLOUTS = 2.0
ERRORS_OF_TRIALS = 0.5
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
        actions = list_likely_actions(mind, list_choices(mind, table), action, MAX_CHOICES)
    else:
        actions = list_legal_actions(table, mind.seat, 0, 0)
    if len(actions) < 2:
        return action
    if len(actions) > MAX_CHOICES:
        return action
    begin_search(mind, table)
    return search(mind, table, actions, action)


def begin_search(mind: Mind, table: Table) -> None:
    """What the worlds of a search depend on."""
    mind.dealt = 0
    mind.tested = 0
    weigh_evidence(mind, table)


def search(mind: Mind, table: Table, actions: list[int], base: int) -> int:
    """The action with the largest gain over the base, among those with a gain that can be trusted; else the base."""
    comparison = Comparison(actions, base, ERRORS_OF_TRIALS if has_critic(mind) else ERRORS_OF_ROLLOUTS)
    stats = RoundStats(table.seats)
    worlds = 0
    next_check = WORLDS_PER_CHECK
    budget = BUDGET_OF_TRIALS if has_critic(mind) else mind.samples * DECISIONS_PER_SAMPLE
    spent = 0
    consulted = count_consultations(mind)
    while worlds < mind.samples and not comparison.is_settled() and spent < budget:
        compare_in_world(mind, table, comparison, stats)
        worlds += 1
        spent = cost_so_far(mind, table, stats, consulted)
        if mind.worlds_left:
            # Worlds with the same explanation depend on each other: together they are one observation.
            continue
        comparison.end_observation()
        if worlds >= next_check and comparison.can_tell():
            next_check = worlds + WORLDS_PER_CHECK
            comparison.drop_hopeless()
    return comparison.find_best() if worlds >= WORLDS_PER_CHECK and comparison.can_tell() else base


def cost_so_far(mind: Mind, table: Table, stats: RoundStats, consulted: int) -> int:
    """What a search has cost that began when so many consultations had been counted."""
    decisions = stats.row[round_columns.DECISIONS]
    if not has_critic(mind):
        return decisions * table.seats
    cards = 0
    for seat in range(table.seats):
        cards += table.hand_size[seat]
    return (
        mind.dealt * (table.stock_left + cards) * COST_OF_DEAL
        + (mind.tested * COST_OF_TEST + decisions * COST_OF_DECISION) * cards
        + (count_consultations(mind) - consulted) * (COST_OF_NETWORK + cards * COST_OF_NETWORK_PER_CARD)
    )


def compare_in_world(mind: Mind, table: Table, comparison: Comparison, stats: RoundStats) -> None:
    """Sample a world, and see what each candidate gains there over the base."""
    world = sample_world(mind, table)
    seed = draw_seed(mind)
    base_value = value_of_rollout(mind, world, comparison.base, seed, stats)
    for index in range(comparison.count):
        if comparison.is_candidate[index]:
            value = value_of_rollout(mind, world, comparison.actions[index], seed, stats)
            comparison.gains[index] += value - base_value


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
