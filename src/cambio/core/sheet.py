"""Sheets: rows of small numbers. The caller's are NumPy arrays, into which sheet.pxd writes by address."""

from __future__ import annotations

from typing import Any, TypeAlias

#: One of the caller's rows, or a whole sheet of them. The core writes numbers by index and asks for nothing else.
Row: TypeAlias = Any
Sheet: TypeAlias = Any


def line(sheet: Sheet, index: int) -> Row:
    """One row of the sheet; what is written there is written on the sheet."""
    return sheet[index]


def clear(row: Row, count: int) -> None:
    row[:count] = 0


def number_at(row: Row, index: int) -> int:
    """A number from a row of the caller's, as wide as the core's own."""
    return int(row[index])


def block(count: int, numbers: int) -> Row:
    """Room for all the rows of one owner: so many small numbers, and behind them so many of any size."""
    return []


def part(room: Row, offset: int, count: int) -> Row:
    """A row of that many zeros within the room."""
    return [0] * count


def numbers(room: Row, offset: int, count: int) -> list[int]:
    """A row of that many zeros that can become numbers of any size, behind the small ones."""
    return [0] * count


def wipe(row: Row, count: int) -> None:
    """A row of the core's own has nothing but zeros again."""
    row[:count] = [0] * count


def copy(row: Row, where: int, source: Row, first: int, count: int) -> None:
    """So many numbers of one of the core's own rows, into one of the caller's."""
    row[where : where + count] = source[first : first + count]


def release(row: Row) -> None:
    """Compiled rows are given back; interpreted ones go by themselves."""
