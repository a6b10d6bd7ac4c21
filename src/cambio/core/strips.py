"""Strips: rows of numbers that fit a byte. Lists when interpreted; strips.pxd makes them C arrays when compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .sheet import Row


def block(count: int, numbers: int) -> list[int]:
    """Room for all the rows of one owner: so many small numbers, and behind them so many of any size."""
    return []


def part(room: list[int], offset: int, count: int) -> list[int]:
    """A row of that many zeros within the room."""
    return [0] * count


def numbers(room: list[int], offset: int, count: int) -> list[int]:
    """A row of that many zeros that can become numbers of any size, behind the small numbers."""
    return [0] * count


def wipe(row: list[int], count: int) -> None:
    """The row has nothing but zeros again."""
    row[:count] = [0] * count


def copy(row: Row, where: int, source: list[int], first: int, count: int) -> None:
    """So many small numbers of one row, into another one or into a row of the caller's."""
    row[where : where + count] = source[first : first + count]


def release(room: list[int]) -> None:
    """Compiled rows are given back; interpreted ones go by themselves."""
