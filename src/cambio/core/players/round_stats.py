"""Round statistics: one row of numbers about a round and about each of its seats, counted while it is played."""

from __future__ import annotations

from ..arrays import int_array
from ..engine.table import Table
from . import round_columns


def row_width(seats: int) -> int:
    """The number of columns in the row of a round with that many seats."""
    return round_columns.ROUND_WIDTH + seats * round_columns.SEAT_WIDTH


def seat_column(seat: int, column: int) -> int:
    """Where a column about a seat lies in the row."""
    return round_columns.ROUND_WIDTH + seat * round_columns.SEAT_WIDTH + column


class RoundStats:
    """The row of one round, whose columns are those of ``round_columns``."""

    __slots__ = ("row", "width")

    def __init__(self, seats: int) -> None:
        self.width = row_width(seats)
        self.row = int_array.allocate(self.width)

    # Called by compiled statistics only: lists are freed by themselves.
    def __dealloc__(self) -> None:
        int_array.release(self.row)

    def clear(self) -> None:
        for index in range(self.width):
            self.row[index] = 0

    def count_decision(self) -> None:
        self.row[round_columns.DECISIONS] += 1

    def record_call(self, lap: int) -> None:
        """Somebody called in that lap; the call may still turn out to be void."""
        self.row[round_columns.CALL_LAP] = lap

    def count_right_snap(self, seat: int) -> None:
        self.row[seat_column(seat, round_columns.RIGHT_SNAPS)] += 1

    def count_wrong_snap(self, seat: int, penalty_cards: int) -> None:
        self.row[seat_column(seat, round_columns.WRONG_SNAPS)] += 1
        self.row[seat_column(seat, round_columns.PENALTY_CARDS)] += penalty_cards

    def record_end(self, table: Table) -> None:
        """Fill in what is known when the round is over."""
        self.row[round_columns.WINNERS] = table.winners
        self.row[round_columns.REASON] = table.reason
        self.row[round_columns.CALLER] = table.caller
        self.row[round_columns.KNOCKED] = table.knocked
        self.row[round_columns.RIGHT_CALL] = table.right_call
        self.row[round_columns.WRONG_CALL] = table.wrong_call
        self.row[round_columns.LAPS] = table.lap
        self.row[round_columns.SHUFFLES] = table.shuffles
        for seat in range(table.seats):
            self.row[seat_column(seat, round_columns.SCORE)] = table.scores[seat]
            self.row[seat_column(seat, round_columns.POINTS)] = table.points[seat]

    def append_to(self, rows: list[int]) -> None:
        for index in range(self.width):
            rows.append(self.row[index])
