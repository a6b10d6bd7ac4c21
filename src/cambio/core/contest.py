"""A contest: minds sit at a table, and play goes on between them.

Everybody is asked in one order (``asking``): first who wants to snap, then whoever has to decide. Of several
who want to snap the fastest does.
"""

from __future__ import annotations

from . import act, mark, phase, policy, tally
from .asking import may_snap, to_decide
from .chance import Chance, shuffle_stock
from .habit import follow_habit, snap_by_habit
from .judgement import blurt, judge, judge_snap
from .mind import Mind, doubt, fade, reaction, see_again, take_in
from .notes import Notes
from .play import action_of, kind_of, other_of, place_of, play, resume
from .snap import matches
from .table import Table
from .whim import act_on_whim, snap_on_whim


def choose(mind: Mind, table: Table) -> int:
    """The action that a mind takes, when a decision is due from it; one that searches begins with its judgement."""
    if mind.policy == policy.WHIM:
        return act_on_whim(mind, table)
    if mind.forgets:
        take_in(mind, table)
        if table.phase == phase.START and not table.gifts:
            fade(mind, table)
    if mind.policy == policy.HABIT:
        return follow_habit(mind, table)
    return judge(mind, table)


def wish(mind: Mind, table: Table) -> int:
    """The snap that a mind wants to make while it may, or zero."""
    if mind.policy == policy.WHIM:
        return snap_on_whim(mind, table)
    if mind.forgets:
        take_in(mind, table)
    action = snap_by_habit(mind, table) if mind.policy == policy.HABIT else judge_snap(mind, table)
    return action if action else blurt(mind, table)


def race(table: Table, minds: list[Mind], dealer: Chance, notes: Notes) -> int:
    """Everybody who may snap says whether to; the fastest does. Zero, if nobody wanted to."""
    winner = mark.NOBODY
    action = 0
    fastest = 0.0
    for seat in range(table.seats):
        if may_snap(table, seat):
            mind = minds[seat]
            wanted = wish(mind, table)
            if wanted:
                seconds = reaction(mind)
                if winner == mark.NOBODY or seconds < fastest:
                    winner = seat
                    action = wanted
                    fastest = seconds
    if winner == mark.NOBODY:
        return 0
    carry_out(table, winner, action, minds, dealer, notes)
    return 1


def carry_out(table: Table, seat: int, action: int, minds: list[Mind], dealer: Chance, notes: Notes) -> None:
    """Play an action, note what it led to, and let everybody with a failing memory take it in."""
    notes.row[tally.DECISIONS] += seat != mark.DEALER
    kind = kind_of(action)
    if kind == act.SNAP:
        carry_out_snap(table, seat, action, minds, dealer, notes)
    elif kind == act.CALL:
        notes.row[tally.CALL_LAP] = table.lap
        play(table, seat, action, table.number)
    else:
        play(table, seat, action, table.number)
        if kind == act.PEEK or kind == act.SPY or kind == act.LOOK:
            mind = minds[seat]
            if mind.forgets:
                see_again(mind, table.at[place_of(action)])
    go_on(table, dealer)


def go_on(table: Table, dealer: Chance) -> None:
    """The dealer shuffles, if a shuffle is due."""
    if table.shuffle_due:
        shuffle_stock(table, dealer)
        resume(table)


def carry_out_snap(table: Table, seat: int, action: int, minds: list[Mind], dealer: Chance, notes: Notes) -> None:
    """The whole penalty belongs to the snap, with whatever shuffle it takes."""
    place = place_of(action)
    other = other_of(action)
    card = table.at[place]
    other_card = mark.NO_CARD if other == mark.NOWHERE else table.at[other]
    is_right = matches(table, place) and (other == mark.NOWHERE or matches(table, other))
    before = table.count[seat]
    play(table, seat, action, table.number)
    go_on(table, dealer)
    index = tally.ROUND_WIDTH + seat * tally.SEAT_WIDTH
    if is_right:
        notes.row[index + tally.RIGHT_SNAPS] += 1
        return
    notes.row[index + tally.WRONG_SNAPS] += 1
    notes.row[index + tally.PENALTY_CARDS] += table.count[seat] - before
    for viewer in range(table.seats):
        mind = minds[viewer]
        if mind.forgets:
            learn_from_miss(mind, table, seat, card)
            if other_card != mark.NO_CARD:
                learn_from_miss(mind, table, seat, other_card)


def learn_from_miss(mind: Mind, table: Table, seat: int, card: int) -> None:
    """A wrong snap shows the card, or at least its snapper that it is another."""
    if table.book.shown:
        see_again(mind, card)
    elif seat == mind.seat:
        doubt(mind, card)


def ask(table: Table, minds: list[Mind], dealer: Chance, notes: Notes) -> int:
    """The seat whose decision it is; NOBODY, if there was a snap, or nothing to do but for the dealer to close."""
    if table.window_open and race(table, minds, dealer, notes):
        return mark.NOBODY
    seat = to_decide(table)
    if seat != mark.DEALER:
        return seat
    carry_out(table, seat, action_of(act.CLOSE, mark.NOWHERE, mark.NOWHERE), minds, dealer, notes)
    return mark.NOBODY


def play_on(table: Table, minds: list[Mind], dealer: Chance, notes: Notes, limit: int) -> None:
    """To the end of the round, or for so many decisions, by minds that don't search."""
    limit += notes.row[tally.DECISIONS]
    while table.phase != phase.OVER and notes.row[tally.DECISIONS] < limit:
        seat = ask(table, minds, dealer, notes)
        if seat != mark.NOBODY:
            carry_out(table, seat, choose(minds[seat], table), minds, dealer, notes)
