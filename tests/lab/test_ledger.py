"""The ledger adds up the rows of round statistics, deal by deal."""

from __future__ import annotations

from cambio.core.engine import constants
from cambio.core.players import round_columns
from cambio.core.players.round_stats import row_width, seat_column
from cambio.lab.ledger import Ledger, parts_per_round

A, B, BOTH = 0b01, 0b10, 0b11


def row_of(
    winners: int, caller: int, lap: int, *, scores: tuple[int, int], knocked: int = 0, wrong: int = 0
) -> list[int]:
    """The row of a round of two seats in which seat a has snapped wrongly that often."""
    row = [0] * row_width(2)
    row[round_columns.WINNERS], row[round_columns.CALLER], row[round_columns.CALL_LAP] = winners, caller, lap
    row[round_columns.KNOCKED], row[round_columns.REASON], row[round_columns.DECISIONS] = (
        knocked,
        constants.ENDED_CALLED,
        10,
    )
    for seat, score in enumerate(scores):
        row[seat_column(seat, round_columns.SCORE)] = score
    row[seat_column(0, round_columns.WRONG_SNAPS)] = wrong
    return row


def totals(ledger: Ledger, name: str) -> list[int]:
    return [figures[name].x for figures in ledger.bots]


def test_bots_are_followed_from_seat_to_seat() -> None:
    """In the second round of a deal the bot listed first sits at seat b."""
    deal = row_of(A, 0, 1, scores=(3, 9), wrong=2) + row_of(B, 1, 4, scores=(8, 2), wrong=1)
    ledger = Ledger.of(deal, 2, 2, keeps_deals=True)
    assert totals(ledger, "wins") == [2 * parts_per_round(2), 0] and list(ledger.won) == [4, 0]
    assert totals(ledger, "score") == [3 + 2, 9 + 8] and totals(ledger, "wrong_snaps") == [2, 1]
    assert totals(ledger, "calls") == [2, 0] and totals(ledger, "turn_one_calls") == [1, 0]
    assert [figures["wins"].x for figures in ledger.seats] == [parts_per_round(2), parts_per_round(2)]
    assert (ledger.rounds["skill"].x, ledger.rounds["luck"].x, ledger.rounds["neither"].x) == (1, 0, 0)
    assert ledger.rounds["winning_score"].ratio == 2.5 and ledger.rounds["caller_wins"].ratio == 1


def test_a_shared_win_is_split_and_a_deal_that_one_seat_wins_is_luck() -> None:
    shared = row_of(BOTH, 0, 2, scores=(5, 5)) + row_of(A, 0, 2, scores=(1, 7))
    lucky = row_of(B, 0, 2, scores=(9, 4)) + row_of(B, 1, 2, scores=(9, 4))
    ledger = Ledger.of(shared + lucky, 2, 2)
    assert totals(ledger, "wins") == [1 + 2, 1 + 2 + 2]
    assert ledger.rounds["ties"].x == 1 and ledger.rounds["caller_wins"].ratio == (0.5 + 1 + 0 + 1) / 4
    assert (ledger.rounds["skill"].x, ledger.rounds["luck"].x, ledger.rounds["neither"].x) == (0, 1, 1)


def test_an_empty_hand_has_not_called_and_a_void_call_does_not_count() -> None:
    """A call counts for nobody when the stock runs out before it has been played out."""
    knocked = row_of(A, 0, 0, scores=(0, 7), knocked=1)
    void = row_of(B, constants.NOBODY, 3, scores=(8, 7))
    ledger = Ledger.of(knocked + void, 2, 1)
    assert ledger.rounds["called"].x == 0 and ledger.rounds["uncalled"].x == 1
    assert totals(ledger, "calls") == [0, 0] and ledger.rounds["caller_wins"].y == 0


def test_ledgers_add_up_as_if_played_in_one() -> None:
    first = row_of(A, 0, 1, scores=(3, 9)) + row_of(B, 1, 4, scores=(8, 2), wrong=1)
    second = row_of(BOTH, 1, 2, scores=(5, 5)) + row_of(A, 0, 2, scores=(1, 7))
    whole = Ledger.of(first + second, 2, 2, keeps_deals=True)
    added = Ledger()
    for deal in (first, second):
        added.add(Ledger.of(deal, 2, 2, keeps_deals=True))
    assert added == whole
