"""Snaps that are searched for: in likely worlds, to snap a card is tried beside letting the discard pass.

Judgement snaps what a player has seen. What another player did may give away a card that nobody else has seen; and now
and then a card that matches is better kept.
"""

from __future__ import annotations

from ..arrays import int_array
from ..engine import action_codes, constants, refusals
from ..engine.next_actor import may_snap
from ..engine.play import action_of, why_not
from ..engine.rng import Rng
from ..engine.snap import matches
from ..engine.table import Table
from ..networks.learned_policy import has_critic, look_at_window
from .evidence import count_decisions
from .mind import Mind
from .round_loop import choose_snap, play_fastest_snap
from .round_stats import RoundStats
from .search import begin_search, search
from .worlds import sample_world

#: A card that the mind has not seen is tried if it would match in that many of so many worlds, and its owner has made
#: this many decisions that an expert would have made, too, discards that were let pass among them: after fewer, anybody
#: may look like an expert.
WORLDS_OF_MATCHES = 24
LEAST_MATCHES = 12
LEAST_DECISIONS = 12
#: A search tries this many at most, letting the discard pass among them.
MOST_TRIED = 12


def searches_snaps(mind: Mind) -> int:
    """A mind that searches with a critic also thinks about snaps; rollouts to the end would take too long for that."""
    return mind.samples > 0 and has_critic(mind)


def choose_snap_with_search(mind: Mind, table: Table) -> int:
    """The snap that a mind wants to make while it may, having thought about it if it can; zero, if it wants none."""
    wanted = choose_snap(mind, table)
    if not searches_snaps(mind):
        return wanted
    look_at_window(mind, table)
    begin_search(mind, table)
    actions = list_likely_snaps(mind, table, wanted)
    return search(mind, table, actions, wanted) if len(actions) > 1 else wanted


def list_likely_snaps(mind: Mind, table: Table, wanted: int) -> list[int]:
    """To let the discard pass, what the mind wants, and every card that it knows to match or that is likely to."""
    places = table.rows * table.seats
    found = int_array.allocate(places)
    for place in range(places):
        found[place] = 0
    for _ in range(WORLDS_OF_MATCHES):
        world = sample_world(mind, table)
        for place in range(places):
            found[place] += world.at[place] != constants.NO_CARD and matches(world, place)
    actions = [0]
    if wanted:
        actions.append(wanted)
    for place in range(places):
        if found[place] >= LEAST_MATCHES and len(actions) < MOST_TRIED:
            action = action_of(action_codes.SNAP, place, constants.NOWHERE)
            if action != wanted and is_seen_or_explained(mind, table, place) and is_lawful_snap(mind, table, place):
                actions.append(action)
    int_array.release(found)
    return actions


def is_seen_or_explained(mind: Mind, table: Table, place: int) -> int:
    """The mind has seen the card there, or enough of its owner to tell what it is like."""
    if table.seen[table.at[place]] >> mind.seat & 1:
        return 1
    owner = place % table.seats
    is_expert = mind.explained_seats >> owner & 1
    return is_expert and count_decisions(mind, table, owner) >= LEAST_DECISIONS


def is_lawful_snap(mind: Mind, table: Table, place: int) -> int:
    number = table.discard_number
    return why_not(table, mind.seat, action_codes.SNAP, place, constants.NOWHERE, number) == refusals.LAWFUL


def race_with_search(table: Table, minds: list[Mind], dealer: Rng, stats: RoundStats) -> int:
    """Every seat that may snap thinks about it, and the fastest snap is played: whether there was one."""
    chosen = [0] * table.seats
    for seat in range(table.seats):
        if may_snap(table, seat):
            chosen[seat] = choose_snap_with_search(minds[seat], table)
    return play_fastest_snap(table, minds, chosen, dealer, stats)
