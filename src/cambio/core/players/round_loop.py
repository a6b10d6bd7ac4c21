"""The loop of a round between minds at one table.

Before every decision each seat that may snap chooses whether to, and the fastest snap is played. If nobody snaps, the
seat whose decision it is (``next_actor``) chooses an action.
"""

from __future__ import annotations

from ..engine import action_codes, constants, phases
from ..engine.next_actor import find_decider, may_snap
from ..engine.play import action_of, kind_of, other_of, place_of, play, resume
from ..engine.rng import Rng, shuffle_stock
from ..engine.snap import matches
from ..engine.table import Table
from ..networks.learned_policy import choose_by_network
from . import policies, round_columns
from .evaluate import choose_by_value, choose_false_start, choose_snap_by_value
from .heuristic import choose_by_heuristic, choose_snap_by_heuristic
from .mind import Mind, draw_reaction_time, drop_belief, fade_memory, memorise_card, memorise_new_cards
from .random_policy import choose_at_random, choose_snap_at_random
from .round_stats import RoundStats


def choose_action(mind: Mind, table: Table) -> int:
    """The action that a mind's policy chooses when a decision is due from it, without any search."""
    if mind.policy == policies.RANDOM:
        return choose_at_random(mind, table)
    if mind.forgets:
        memorise_new_cards(mind, table)
        if table.phase == phases.START and not table.gifts:
            fade_memory(mind, table)
    if mind.policy == policies.HEURISTIC:
        return choose_by_heuristic(mind, table)
    if mind.policy == policies.LEARNED:
        return choose_by_network(mind, table)
    return choose_by_value(mind, table)


def choose_snap(mind: Mind, table: Table) -> int:
    """The snap that a mind wants to make while it may, without any search; zero, if it wants none."""
    if mind.passed_discard == table.discard_number:
        return 0
    if mind.policy == policies.RANDOM:
        return choose_snap_at_random(mind, table)
    if mind.forgets:
        memorise_new_cards(mind, table)
    action = (
        choose_snap_by_heuristic(mind, table)
        if mind.policy == policies.HEURISTIC
        else choose_snap_by_value(mind, table)
    )
    return action if action else choose_false_start(mind, table)


def race_to_snap(table: Table, minds: list[Mind], dealer: Rng, stats: RoundStats) -> int:
    """Every seat that may snap chooses whether to, and the fastest snap is played: whether there was one."""
    return play_fastest_snap(table, minds, None, dealer, stats)


def play_fastest_snap(table: Table, minds: list[Mind], chosen: list[int] | None, dealer: Rng, stats: RoundStats) -> int:
    """Play the fastest of the snaps that were chosen, by seat, or that each seat chooses now: whether there was one."""
    winner = constants.NOBODY
    action = 0
    fastest = 0.0
    for seat in range(table.seats):
        if may_snap(table, seat):
            mind = minds[seat]
            wanted = choose_snap(mind, table) if chosen is None else chosen[seat]
            if wanted:
                seconds = draw_reaction_time(mind)
                if winner == constants.NOBODY or seconds < fastest:
                    winner = seat
                    action = wanted
                    fastest = seconds
    if winner == constants.NOBODY:
        return 0
    carry_out(table, winner, action, minds, dealer, stats)
    return 1


def carry_out(table: Table, seat: int, action: int, minds: list[Mind], dealer: Rng, stats: RoundStats) -> None:
    """Play an action, count it in the statistics, and let minds that forget memorise what they saw."""
    if seat != constants.DEALER:
        stats.count_decision()
    kind = kind_of(action)
    if kind == action_codes.SNAP:
        carry_out_snap(table, seat, action, minds, dealer, stats)
    elif kind == action_codes.CALL:
        stats.record_call(table.lap)
        play(table, seat, action, table.discard_number)
    else:
        play(table, seat, action, table.discard_number)
        if kind == action_codes.PEEK or kind == action_codes.SPY or kind == action_codes.LOOK:
            mind = minds[seat]
            if mind.forgets:
                memorise_card(mind, table.at[place_of(action)])
    shuffle_if_due(table, dealer)


def shuffle_if_due(table: Table, dealer: Rng) -> None:
    """The dealer reshuffles the discards when the stock has run out."""
    if table.shuffle_due:
        shuffle_stock(table, dealer)
        resume(table)


def carry_out_snap(table: Table, seat: int, action: int, minds: list[Mind], dealer: Rng, stats: RoundStats) -> None:
    """Play a snap with its whole penalty, for which the dealer may have to reshuffle."""
    place = place_of(action)
    other = other_of(action)
    card = table.at[place]
    other_card = constants.NO_CARD if other == constants.NOWHERE else table.at[other]
    is_right = matches(table, place) and (other == constants.NOWHERE or matches(table, other))
    before = table.hand_size[seat]
    play(table, seat, action, table.discard_number)
    shuffle_if_due(table, dealer)
    if is_right:
        stats.count_right_snap(seat)
        return
    stats.count_wrong_snap(seat, table.hand_size[seat] - before)
    for viewer in range(table.seats):
        mind = minds[viewer]
        if mind.forgets:
            learn_from_miss(mind, table, seat, card)
            if other_card != constants.NO_CARD:
                learn_from_miss(mind, table, seat, other_card)


def learn_from_miss(mind: Mind, table: Table, seat: int, card: int) -> None:
    """Where a wrong snap shows the card, everybody sees it; else the snapper learns that it is another one."""
    if table.ruleset.snap_shown:
        memorise_card(mind, card)
    elif seat == mind.seat:
        drop_belief(mind, card)


def advance_to_decision(table: Table, minds: list[Mind], dealer: Rng, stats: RoundStats) -> int:
    """Let snaps and the dealer go first: the seat whose decision it is; NOBODY, if one of those has acted."""
    if table.window_open and race_to_snap(table, minds, dealer, stats):
        return constants.NOBODY
    return find_decision(table, minds, dealer, stats)


def find_decision(table: Table, minds: list[Mind], dealer: Rng, stats: RoundStats) -> int:
    """The seat whose decision it is, if nobody snaps; NOBODY, if the dealer has acted."""
    seat = find_decider(table)
    if seat != constants.DEALER:
        return seat
    carry_out(table, seat, action_of(action_codes.CLOSE, constants.NOWHERE, constants.NOWHERE), minds, dealer, stats)
    return constants.NOBODY


def play_on(table: Table, minds: list[Mind], dealer: Rng, stats: RoundStats, limit: int) -> None:
    """Play to the end of the round, or that many decisions at most, without search."""
    limit += stats.row[round_columns.DECISIONS]
    while table.phase != phases.OVER and stats.row[round_columns.DECISIONS] < limit:
        seat = advance_to_decision(table, minds, dealer, stats)
        if seat != constants.NOBODY:
            carry_out(table, seat, choose_action(minds[seat], table), minds, dealer, stats)
