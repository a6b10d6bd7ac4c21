"""Rows of numbers: lists when interpreted; memory.pxd makes them C arrays when compiled."""


def allocate_block(count: int) -> list[int]:
    """Room for all the rows of one owner."""
    return []


def view(room: list[int], offset: int, count: int) -> list[int]:
    """A row of that many zeros within the room."""
    return [0] * count


def byte_view(room: list[int], offset: int, count: int) -> list[int]:
    """The same for numbers small enough for a byte: they lie four times as close together."""
    return [0] * count


def grow(row: list[int], old: int, new: int) -> list[int]:
    """The same row with room for more numbers behind."""
    row.extend([0] * (new - old))
    return row


def allocate(count: int) -> list[int]:
    """A row of its own, which may grow."""
    return [0] * count


def allocate_doubles(count: int) -> list[float]:
    """A row of real numbers."""
    return [0.0] * count


def copy(target: list[int], source: list[int], count: int) -> None:
    target[:count] = source[:count]


def release(row: list[int]) -> None:
    """Compiled rows are given back; interpreted ones go by themselves."""


def release_doubles(row: list[float]) -> None:
    """The same for a row of real numbers."""
