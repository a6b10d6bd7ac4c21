"""Notes: the tally of a round while it is played."""

from __future__ import annotations

from ..arrays import int_array
from . import round_columns


class RoundStats:
    """A row of numbers about the round and about each seat; ``tally`` names them."""

    __slots__ = ("row", "width")

    def __init__(self, seats: int) -> None:
        self.width = round_columns.ROUND_WIDTH + seats * round_columns.SEAT_WIDTH
        self.row = int_array.allocate(self.width)

    # Called by compiled notes only: lists need no giving back.
    def __dealloc__(self) -> None:
        int_array.release(self.row)

    def wipe(self) -> None:
        for index in range(self.width):
            self.row[index] = 0

    def append_to(self, tallies: list[int]) -> None:
        for index in range(self.width):
            tallies.append(self.row[index])
