"""Batches: many rounds between minds, each deal played once for every way to seat them in turn."""

from __future__ import annotations

from . import mark, phase, tally
from .book import Book
from .chance import Chance
from .contest import ask, carry_out
from .mind import Mind
from .notes import Notes
from .playout import new_table
from .search import deliberate
from .table import Table

SEED_STRIDE = 11400714819323198485
DEAL_STRIDE = 13787848793156543929
WHOLE = 18446744073709551615


def seed_of(seed: int, deal: int, who: int) -> int:
    """The seed of the dealer's chance (who is 0) or of a player's, for one deal of a batch."""
    return (seed * SEED_STRIDE + deal * DEAL_STRIDE + who) & WHOLE


def stream(seed: int, deal: int, who: int) -> Chance:
    """The chance that comes from that seed."""
    return Chance(seed_of(seed, deal, who))


def play_round(table: Table, minds: list[Mind], dealer: Chance, notes: Notes) -> None:
    """To the end of the round, by minds that may search."""
    while table.phase != phase.OVER:
        seat = ask(table, minds, dealer, notes)
        if seat != mark.NOBODY:
            carry_out(table, seat, deliberate(minds[seat], table), minds, dealer, notes)


def play_deals(book: Book, minds: list[Mind], rotations: int, seed: int, first: int, deals: int) -> list[int]:
    """The tallies of all rounds, one behind the other: deal by deal, and for each the rotations.

    In rotation r the mind i sits at seat i + r. Each mind has the same chance of its own in all rotations of a deal.
    """
    seats = len(minds)
    notes = Notes(seats)
    tallies: list[int] = []
    for deal in range(first, first + deals):
        for rotation in range(rotations):
            seated = [minds[(seat + seats - rotation) % seats] for seat in range(seats)]
            for seat in range(seats):
                mind: Mind = seated[seat]
                mind.sit(seat, stream(seed, deal, 1 + (seat + seats - rotation) % seats))
            notes.wipe()
            dealer = stream(seed, deal, 0)
            table = new_table(book, seats, dealer)
            play_round(table, seated, dealer, notes)
            close_tally(table, notes)
            notes.append_to(tallies)
    return tallies


def close_tally(table: Table, notes: Notes) -> None:
    """What is known at the end of the round."""
    notes.row[tally.WINNERS] = table.winners
    notes.row[tally.REASON] = table.reason
    notes.row[tally.CALLER] = table.caller
    notes.row[tally.KNOCKED] = table.knocked
    notes.row[tally.RIGHT_CALL] = table.right_call
    notes.row[tally.WRONG_CALL] = table.wrong_call
    notes.row[tally.LAPS] = table.lap
    notes.row[tally.SHUFFLES] = table.shuffles
    for seat in range(table.seats):
        index = tally.ROUND_WIDTH + seat * tally.SEAT_WIDTH
        notes.row[index + tally.SCORE] = table.scores[seat]
        notes.row[index + tally.POINTS] = table.points[seat]
