"""Win shares: what somebody has won of a batch of rounds in which every deal was played in all rotations."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.players import round_columns
from ..core.players.round_stats import row_width


def win_shares(rows: Sequence[int], seats: int) -> list[float]:
    """By round, the share of the win of whoever began at the first seat: 0 or 1, and less where several have won."""
    winners = rows[round_columns.WINNERS :: row_width(seats)]
    return [(won >> number % seats & 1) / won.bit_count() for number, won in enumerate(winners)]
