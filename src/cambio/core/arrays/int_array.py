"""Arrays of numbers: lists when interpreted; int_array.pxd makes them C arrays when compiled."""

import struct


def allocate_block(count: int) -> list[int]:
    """One block of memory for all the arrays of an owner. Lists need none."""
    return []


def view(block: list[int], offset: int, count: int) -> list[int]:
    """An array of zeros within the block."""
    return [0] * count


def short_view(block: list[int], offset: int, count: int) -> list[int]:
    """The same for numbers below 32,768: two of them take as much of the block as an int."""
    return [0] * count


def byte_view(block: list[int], offset: int, count: int) -> list[int]:
    """The same for numbers that fit a byte: four of them take as much of the block as an int."""
    return [0] * count


def allocate(count: int) -> list[int]:
    """An array of zeros of its own, which may grow."""
    return [0] * count


def grow(array: list[int], old: int, new: int) -> list[int]:
    """The same array with zeros added behind."""
    array.extend([0] * (new - old))
    return array


def allocate_doubles(count: int) -> list[float]:
    return [0.0] * count


def copy(target: list[int], source: list[int], count: int) -> None:
    target[:count] = source[:count]


def copy_shorts(target: list[int], source: list[int], count: int) -> None:
    target[:count] = source[:count]


def as_bytes(array: list[int], count: int) -> bytes:
    """The first numbers of the array as the bytes of C ints."""
    return struct.pack(f"{count}i", *array[:count])


def are_equal(array: list[int], other: list[int], count: int) -> int:
    return array[:count] == other[:count]


def release(array: list[int]) -> None:
    """Free a C array or block; Python frees lists."""


def release_doubles(array: list[float]) -> None:
    """The same for an array of doubles."""
