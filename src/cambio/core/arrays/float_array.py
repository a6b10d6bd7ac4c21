"""Arrays of small real numbers: lists when interpreted; float_array.pxd makes them C arrays when compiled."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence


def allocate(count: int) -> list[float]:
    """An array of zeros."""
    return [0.0] * count


def grow(array: list[float], old: int, new: int) -> list[float]:
    """The same array with zeros added behind."""
    array.extend([0.0] * (new - old))
    return array


def release(array: list[float]) -> None:
    """Free a C array; Python frees lists."""


def clear(array: list[float], start: int, count: int) -> None:
    for index in range(start, start + count):
        array[index] = 0.0


def copy(target: list[float], start: int, source: list[float], source_start: int, count: int) -> None:
    target[start : start + count] = source[source_start : source_start + count]


def add_scaled(target: list[float], start: int, scale: float, row: list[float], row_start: int, count: int) -> None:
    """Add a multiple of a row to the target."""
    for index in range(count):
        target[start + index] += scale * row[row_start + index]


def add_product(
    target: list[float],
    target_start: int,
    width: int,
    row: list[float],
    start: int,
    count: int,
    weights: list[float],
    first: int,
) -> None:
    """Add the product of a row and a matrix to the target; zeros in the row cost nothing."""
    for index in range(count):
        if row[start + index] != 0.0:
            add_scaled(target, target_start, row[start + index], weights, first + index * width, width)


def rectify(array: list[float], start: int, count: int) -> None:
    """Negative numbers become zero."""
    for index in range(start, start + count):
        if array[index] < 0.0:
            array[index] = 0.0


def normalise(array: list[float], count: int) -> None:
    """Scores become chances: their softmax."""
    most = max(array[:count])
    total = 0.0
    for index in range(count):
        array[index] = math.exp(array[index] - most)
        total += array[index]
    for index in range(count):
        array[index] = array[index] / total


def as_bytes(array: list[float], count: int) -> bytes:
    """The first numbers of the array as the bytes of C floats."""
    return struct.pack(f"{count}f", *array[:count])


def fill_from(target: list[float], numbers: Sequence[float], count: int) -> None:
    for index in range(count):
        target[index] = float(numbers[index])
