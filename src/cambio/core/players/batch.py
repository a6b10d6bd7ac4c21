"""Batches: many rounds between minds, each deal played once for every way to seat them in turn."""

from __future__ import annotations

from ..engine import constants, phases
from ..engine.deal import deal_new_table
from ..engine.rng import Rng
from ..engine.ruleset import Ruleset
from ..engine.table import Table
from . import round_columns
from .mind import Mind
from .round_loop import ask, carry_out
from .round_stats import RoundStats
from .search import deliberate

SEED_STRIDE = 11400714819323198485
DEAL_STRIDE = 13787848793156543929
WHOLE = 18446744073709551615


def seed_of(seed: int, deal: int, who: int) -> int:
    """The seed of the dealer's chance (who is 0) or of a player's, for one deal of a batch."""
    return (seed * SEED_STRIDE + deal * DEAL_STRIDE + who) & WHOLE


def stream(seed: int, deal: int, who: int) -> Rng:
    """The chance that comes from that seed."""
    return Rng(seed_of(seed, deal, who))


def play_round(table: Table, minds: list[Mind], dealer: Rng, stats: RoundStats) -> None:
    """To the end of the round, by minds that may search."""
    while table.phase != phases.OVER:
        seat = ask(table, minds, dealer, stats)
        if seat != constants.NOBODY:
            carry_out(table, seat, deliberate(minds[seat], table), minds, dealer, stats)


def play_deals(ruleset: Ruleset, minds: list[Mind], rotations: int, seed: int, first: int, deals: int) -> list[int]:
    """The tallies of all rounds, one behind the other: deal by deal, and for each the rotations.

    In rotation r the mind i sits at seat i + r. Each mind has the same chance of its own in all rotations of a deal.
    """
    seats = len(minds)
    stats = RoundStats(seats)
    tallies: list[int] = []
    for deal in range(first, first + deals):
        for rotation in range(rotations):
            seated = [minds[(seat + seats - rotation) % seats] for seat in range(seats)]
            for seat in range(seats):
                mind: Mind = seated[seat]
                mind.sit(seat, stream(seed, deal, 1 + (seat + seats - rotation) % seats))
            stats.wipe()
            dealer = stream(seed, deal, 0)
            table = deal_new_table(ruleset, seats, dealer)
            play_round(table, seated, dealer, stats)
            close_tally(table, stats)
            stats.append_to(tallies)
    return tallies


def close_tally(table: Table, stats: RoundStats) -> None:
    """What is known at the end of the round."""
    stats.row[round_columns.WINNERS] = table.winners
    stats.row[round_columns.REASON] = table.reason
    stats.row[round_columns.CALLER] = table.caller
    stats.row[round_columns.KNOCKED] = table.knocked
    stats.row[round_columns.RIGHT_CALL] = table.right_call
    stats.row[round_columns.WRONG_CALL] = table.wrong_call
    stats.row[round_columns.LAPS] = table.lap
    stats.row[round_columns.SHUFFLES] = table.shuffles
    for seat in range(table.seats):
        index = round_columns.ROUND_WIDTH + seat * round_columns.SEAT_WIDTH
        stats.row[index + round_columns.SCORE] = table.scores[seat]
        stats.row[index + round_columns.POINTS] = table.points[seat]
