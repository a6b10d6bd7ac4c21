"""A contest: minds sit at a table, and play goes on between them.

Everybody is asked in one order (``asking``): first who wants to snap, then whoever has to decide. Of several
who want to snap the fastest does.
"""

from __future__ import annotations

from ..engine import action_codes, constants, phases
from ..engine.next_actor import find_decider, may_snap
from ..engine.play import action_of, kind_of, other_of, place_of, play, resume
from ..engine.rng import Rng, shuffle_stock
from ..engine.snap import matches
from ..engine.table import Table
from . import policies, round_columns
from .evaluate import blurt, judge, judge_snap
from .heuristic import follow_habit, snap_by_habit
from .mind import Mind, doubt, fade, reaction, see_again, take_in
from .random_policy import act_on_whim, snap_on_whim
from .round_stats import RoundStats


def choose(mind: Mind, table: Table) -> int:
    """The action that a mind takes, when a decision is due from it; one that searches begins with its judgement."""
    if mind.policy == policies.WHIM:
        return act_on_whim(mind, table)
    if mind.forgets:
        take_in(mind, table)
        if table.phase == phases.START and not table.gifts:
            fade(mind, table)
    if mind.policy == policies.HABIT:
        return follow_habit(mind, table)
    return judge(mind, table)


def wish(mind: Mind, table: Table) -> int:
    """The snap that a mind wants to make while it may, or zero."""
    if mind.policy == policies.WHIM:
        return snap_on_whim(mind, table)
    if mind.forgets:
        take_in(mind, table)
    action = snap_by_habit(mind, table) if mind.policy == policies.HABIT else judge_snap(mind, table)
    return action if action else blurt(mind, table)


def race(table: Table, minds: list[Mind], dealer: Rng, stats: RoundStats) -> int:
    """Everybody who may snap says whether to; the fastest does. Zero, if nobody wanted to."""
    winner = constants.NOBODY
    action = 0
    fastest = 0.0
    for seat in range(table.seats):
        if may_snap(table, seat):
            mind = minds[seat]
            wanted = wish(mind, table)
            if wanted:
                seconds = reaction(mind)
                if winner == constants.NOBODY or seconds < fastest:
                    winner = seat
                    action = wanted
                    fastest = seconds
    if winner == constants.NOBODY:
        return 0
    carry_out(table, winner, action, minds, dealer, stats)
    return 1


def carry_out(table: Table, seat: int, action: int, minds: list[Mind], dealer: Rng, stats: RoundStats) -> None:
    """Play an action, note what it led to, and let everybody with a failing memory take it in."""
    stats.row[round_columns.DECISIONS] += seat != constants.DEALER
    kind = kind_of(action)
    if kind == action_codes.SNAP:
        carry_out_snap(table, seat, action, minds, dealer, stats)
    elif kind == action_codes.CALL:
        stats.row[round_columns.CALL_LAP] = table.lap
        play(table, seat, action, table.discard_number)
    else:
        play(table, seat, action, table.discard_number)
        if kind == action_codes.PEEK or kind == action_codes.SPY or kind == action_codes.LOOK:
            mind = minds[seat]
            if mind.forgets:
                see_again(mind, table.at[place_of(action)])
    go_on(table, dealer)


def go_on(table: Table, dealer: Rng) -> None:
    """The dealer shuffles, if a shuffle is due."""
    if table.shuffle_due:
        shuffle_stock(table, dealer)
        resume(table)


def carry_out_snap(table: Table, seat: int, action: int, minds: list[Mind], dealer: Rng, stats: RoundStats) -> None:
    """The whole penalty belongs to the snap, with whatever shuffle it takes."""
    place = place_of(action)
    other = other_of(action)
    card = table.at[place]
    other_card = constants.NO_CARD if other == constants.NOWHERE else table.at[other]
    is_right = matches(table, place) and (other == constants.NOWHERE or matches(table, other))
    before = table.hand_size[seat]
    play(table, seat, action, table.discard_number)
    go_on(table, dealer)
    index = round_columns.ROUND_WIDTH + seat * round_columns.SEAT_WIDTH
    if is_right:
        stats.row[index + round_columns.RIGHT_SNAPS] += 1
        return
    stats.row[index + round_columns.WRONG_SNAPS] += 1
    stats.row[index + round_columns.PENALTY_CARDS] += table.hand_size[seat] - before
    for viewer in range(table.seats):
        mind = minds[viewer]
        if mind.forgets:
            learn_from_miss(mind, table, seat, card)
            if other_card != constants.NO_CARD:
                learn_from_miss(mind, table, seat, other_card)


def learn_from_miss(mind: Mind, table: Table, seat: int, card: int) -> None:
    """A wrong snap shows the card, or at least its snapper that it is another."""
    if table.ruleset.snap_shown:
        see_again(mind, card)
    elif seat == mind.seat:
        doubt(mind, card)


def ask(table: Table, minds: list[Mind], dealer: Rng, stats: RoundStats) -> int:
    """The seat whose decision it is; NOBODY, if there was a snap, or nothing to do but for the dealer to close."""
    if table.window_open and race(table, minds, dealer, stats):
        return constants.NOBODY
    seat = find_decider(table)
    if seat != constants.DEALER:
        return seat
    carry_out(table, seat, action_of(action_codes.CLOSE, constants.NOWHERE, constants.NOWHERE), minds, dealer, stats)
    return constants.NOBODY


def play_on(table: Table, minds: list[Mind], dealer: Rng, stats: RoundStats, limit: int) -> None:
    """To the end of the round, or for so many decisions, by minds that don't search."""
    limit += stats.row[round_columns.DECISIONS]
    while table.phase != phases.OVER and stats.row[round_columns.DECISIONS] < limit:
        seat = ask(table, minds, dealer, stats)
        if seat != constants.NOBODY:
            carry_out(table, seat, choose(minds[seat], table), minds, dealer, stats)
