"""Batches: many rounds between minds, each deal played once for every rotation of the seats."""

from __future__ import annotations

from ..engine import constants, event_codes, phases
from ..engine.deal import deal_new_table
from ..engine.event_log import report_discard
from ..engine.rng import Rng
from ..engine.ruleset import Ruleset
from ..engine.table import Table
from ..networks.learned_policy import end_recording
from .evidence import is_watched, witness, witness_new_passes
from .mind import Mind
from .round_loop import carry_out, find_decision, race_to_snap
from .round_stats import RoundStats
from .search import choose_with_search
from .snap_search import race_with_search, searches_snaps

SEED_STRIDE = 11400714819323198485
DEAL_STRIDE = 13787848793156543929
SEED_MASK = 18446744073709551615


def derive_seed(seed: int, deal: int, who: int) -> int:
    """The seed for one deal of a batch: the dealer's, who is number 0, or a player's, numbered from 1."""
    return (seed * SEED_STRIDE + deal * DEAL_STRIDE + who) & SEED_MASK


def make_rng(seed: int, deal: int, who: int) -> Rng:
    """The random numbers of the dealer or of a player for one deal of a batch."""
    return Rng(derive_seed(seed, deal, who))


def play_round(table: Table, minds: list[Mind], dealer: Rng, stats: RoundStats) -> None:
    """Play to the end of the round; minds with samples search, and some of them watch what the others do."""
    watched = is_watched(minds)
    pondered = 0
    for seat in range(table.seats):
        pondered |= searches_snaps(minds[seat])
    let_pass = -1
    while table.phase != phases.OVER:
        if table.window_open:
            if race_with_search(table, minds, dealer, stats) if pondered else race_to_snap(table, minds, dealer, stats):
                continue
            if watched:
                let_pass = witness_new_passes(minds, table, let_pass)
        seat = find_decision(table, minds, dealer, stats)
        if seat != constants.NOBODY:
            action = choose_with_search(minds[seat], table)
            if watched:
                witness(minds, table, seat, action)
            carry_out(table, seat, action, minds, dealer, stats)


def play_deals(ruleset: Ruleset, minds: list[Mind], rotations: int, seed: int, first: int, deals: int) -> list[int]:
    """The rows of statistics of all rounds, one behind the other: deal by deal, and for each deal the rotations.

    In rotation r the mind i sits at seat i + r. In all rotations of a deal a mind gets the same random numbers, so that
    they differ in nothing but the seating.
    """
    seats = len(minds)
    stats = RoundStats(seats)
    rows: list[int] = []
    for deal in range(first, first + deals):
        for rotation in range(rotations):
            seated = [minds[(seat + seats - rotation) % seats] for seat in range(seats)]
            for seat in range(seats):
                mind: Mind = seated[seat]
                mind.start_round(seat, make_rng(seed, deal, 1 + (seat + seats - rotation) % seats))
            stats.clear()
            dealer = make_rng(seed, deal, 0)
            table = deal_new_table(ruleset, seats, dealer)
            listen_for(table, seated)
            play_round(table, seated, dealer, stats)
            stats.record_end(table)
            end_recordings(table, seated)
            stats.append_to(rows)
    return rows


def listen_for(table: Table, minds: list[Mind]) -> None:
    """Record events from the deal on, if one of the minds needs the history of the round."""
    for seat in range(table.seats):
        mind: Mind = minds[seat]
        if mind.learned is not None:
            start_log(table)
            return


def start_log(table: Table) -> None:
    """Record events from now on; a card that has been opened already comes first."""
    table.listening = 1
    if table.pile_size:
        report_discard(table, event_codes.OPENED, constants.NOBODY, constants.NOWHERE, table.pile[0])


def end_recordings(table: Table, minds: list[Mind]) -> None:
    for seat in range(table.seats):
        mind: Mind = minds[seat]
        if mind.learned is not None:
            end_recording(mind, table)
