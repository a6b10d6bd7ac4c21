"""The caller's NumPy arrays of small numbers: numpy_rows.pxd writes into their rows by address."""

from __future__ import annotations

from typing import Any, TypeAlias

#: A row of the caller's, or a matrix of rows. The core only reads and writes numbers by index.
Row: TypeAlias = Any
Matrix: TypeAlias = Any


def row_at(matrix: Matrix, index: int) -> Row:
    """A view of one row: writing to it writes into the matrix."""
    return matrix[index]


def clear(row: Row, count: int) -> None:
    row[:count] = 0


def int_at(row: Row, index: int) -> int:
    """A number from a row of the caller's, as a C int."""
    return int(row[index])
