"""Strips: rows of numbers that fit a byte. Lists when interpreted; strips.pxd makes them C arrays when compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .numpy_rows import Row


def allocate_block(count: int) -> list[int]:
    """Room for all the rows of one owner."""
    return []


def view(room: list[int], offset: int, count: int) -> list[int]:
    """A row of that many zeros within the room."""
    return [0] * count


def padded_length(count: int) -> int:
    """As many numbers as fill whole words: rows of marks are that long, since they are copied and counted in words."""
    return (count + 7) // 8 * 8


def clear(row: list[int], count: int) -> None:
    """The row has nothing but zeros again."""
    row[:count] = [0] * count


def index_of_nth_one(row: list[int], index: int) -> int:
    """Where, in a row of zeros and ones, the 1 is that comes after so many others."""
    where = -1
    for _ in range(index + 1):
        where = row.index(1, where + 1)
    return where


def copy(row: Row, where: int, source: list[int], first: int, count: int) -> None:
    """So many small numbers of one row, into another one or into a row of the caller's."""
    row[where : where + count] = source[first : first + count]


def copy_and_count_ones(row: list[int], where: int, source: list[int], first: int, count: int) -> int:
    """The same for zeros and ones, and how many ones there are."""
    marks = source[first : first + count]
    row[where : where + count] = marks
    return sum(marks)


def release(room: list[int]) -> None:
    """Compiled rows are given back; interpreted ones go by themselves."""
