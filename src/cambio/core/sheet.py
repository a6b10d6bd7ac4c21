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


def blank(count: int) -> Row:
    """A row of the core's own, of that many zeros."""
    return [0] * count


def wipe(row: Row, count: int) -> None:
    """A row of the core's own has nothing but zeros again."""
    row[:count] = [0] * count


def copy(row: Row, where: int, source: Row, first: int, count: int) -> None:
    """So many numbers of one of the core's own rows, into one of the caller's."""
    row[where : where + count] = source[first : first + count]


def release(row: Row) -> None:
    """Compiled rows are given back; interpreted ones go by themselves."""
