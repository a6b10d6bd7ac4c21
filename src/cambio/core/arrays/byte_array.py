"""Arrays of numbers that fit a byte: lists when interpreted; byte_array.pxd makes them C arrays when compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .numpy_rows import Row


def allocate_block(count: int) -> list[int]:
    """One block of memory for all the arrays of an owner. Lists need none."""
    return []


def view(block: list[int], offset: int, count: int) -> list[int]:
    """An array of zeros within the block."""
    return [0] * count


def padded_length(count: int) -> int:
    """The length in whole words: arrays of zeros and ones are copied and counted by words of eight bytes."""
    return (count + 7) // 8 * 8


def clear(array: list[int], count: int) -> None:
    array[:count] = [0] * count


def index_of_nth_one(array: list[int], index: int) -> int:
    """In an array of zeros and ones, the position of the one with that index among the ones."""
    where = -1
    for _ in range(index + 1):
        where = array.index(1, where + 1)
    return where


def copy(array: Row, where: int, source: list[int], first: int, count: int) -> None:
    """Copy into an array of the core's, or into a row of the caller's."""
    array[where : where + count] = source[first : first + count]


def copy_and_count_ones(array: list[int], where: int, source: list[int], first: int, count: int) -> int:
    """Copy zeros and ones, and say how many ones there are."""
    copied = source[first : first + count]
    array[where : where + count] = copied
    return sum(copied)


def release(block: list[int]) -> None:
    """Free a C block; Python frees lists."""
