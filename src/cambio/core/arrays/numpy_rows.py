"""Sheets: the caller's NumPy arrays of small numbers, into whose rows sheet.pxd writes by address."""

from __future__ import annotations

from typing import Any, TypeAlias

#: One of the caller's rows, or a whole sheet of them. The core writes numbers by index and asks for nothing else.
Row: TypeAlias = Any
Matrix: TypeAlias = Any


def row_at(sheet: Matrix, index: int) -> Row:
    """One row of the sheet; what is written there is written on the sheet."""
    return sheet[index]


def clear(row: Row, count: int) -> None:
    row[:count] = 0


def int_at(row: Row, index: int) -> int:
    """A number from a row of the caller's, as wide as the core's own."""
    return int(row[index])
