"""What a .cambio file tells about its players, changed: other names, or not how fast they were. All else stays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ..places import Seat
from .record import END, RACE, checksum
from .writing import one_line


def rename_seats(text: str, names: Mapping[Seat, str]) -> str:
    """A round's file in which these seats are called otherwise."""
    tags = {f"seat {seat}:": f"seat {seat}: {one_line(name)}" for seat, name in names.items()}
    return _closed(
        next((renamed for tag, renamed in tags.items() if line.startswith(tag)), line) for line in text.splitlines()
    )


def leave_out_races(text: str) -> str:
    """A round's file for strangers: it does not tell how fast its players were, and how slow their connections."""
    return _closed(_lines_without_races(text))


def _lines_without_races(text: str) -> Iterator[str]:
    is_race = False
    for line in text.splitlines():
        # A line that begins with a space goes on with the one before.
        is_race = line.startswith(f"{RACE} ") or (is_race and line.startswith(" "))
        if not is_race:
            yield line


def _closed(lines: Iterable[str]) -> str:
    """The lines with the checksum that belongs to them, where they had one."""
    closed: list[str] = []
    for line in lines:
        closed.append(f"{END} {checksum(closed)}" if line.startswith(f"{END} ") else line)
    return "\n".join([*closed, ""])
