"""A trial: what an action is worth in a world where all cards are known, for a mind that has a critic.

The action is played on a copy of the world. Everybody plays on until the mind has something to decide again, and the
critic says what that is worth. All actions that are tried in one world meet the same luck.
"""

from __future__ import annotations

from ..engine import phases
from ..engine.legal_actions import list_legal_actions
from ..engine.play import play
from ..engine.rng import Rng
from ..engine.score import reward
from ..engine.table import Table
from ..networks.learned_policy import LearnedPolicy, follow_history, list_choices, share_history, value_of_world
from ..networks.recorder import record_value
from .mind import Mind, seat_rollout_minds
from .round_loop import advance_to_decision, carry_out, choose_action, shuffle_if_due
from .round_stats import RoundStats
from .worlds import draw_seed

#: A trial ends after this many decisions for each seat.
MAX_DECISIONS = 40


def value_of_action(mind: Mind, world: Table, action: int, seed: int, stats: RoundStats, depth: int) -> float:
    """The reward that a mind can expect from an action in that world, judged after that many more own choices.

    No action, which is zero, lets the discard pass that lies there: the others may still snap it.
    """
    table = world.copy()
    table.listening = 1
    follow_history(mind)
    dealer = Rng(seed)
    minds = seat_rollout_minds(mind, seed)
    for seat in range(table.seats):
        share_history(mind, minds[seat])
    if action:
        play(table, mind.seat, action, table.discard_number)
        shuffle_if_due(table, dealer)
    else:
        own = minds[mind.seat]
        own.passed_discard = table.discard_number
    play_to_decision(table, minds, dealer, stats, mind.seat, depth)
    if table.phase == phases.OVER:
        return reward(table, mind.seat)
    return value_of_world(mind, minds[mind.seat], table)


def play_to_decision(table: Table, minds: list[Mind], dealer: Rng, stats: RoundStats, own: int, depth: int) -> None:
    """Play on until that seat has a choice to make, having made that many, or the round is over."""
    for _ in range(MAX_DECISIONS * table.seats):
        if table.phase == phases.OVER:
            return
        seat = advance_to_decision(table, minds, dealer, stats)
        if seat == own and len(list_legal_actions(table, own, 0, 0)) > 1:
            if depth == 0:
                return
            depth -= 1
        if seat >= 0:
            carry_out(table, seat, choose_action(minds[seat], table), minds, dealer, stats)


def record_values(mind: Mind, table: Table) -> None:
    """Try all actions at the real table, if this decision is recorded: a trainer learns which were worth it."""
    learned: LearnedPolicy = mind.learned
    if not learned.is_recorded or learned.critic is None:
        return
    assert learned.recorder is not None
    actions = list_choices(mind, table)
    seed = draw_seed(mind)
    stats = RoundStats(table.seats)
    for index in range(len(actions)):
        record_value(learned.recorder, index, value_of_action(mind, table, actions[index], seed, stats, mind.depth))
