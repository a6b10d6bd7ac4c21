"""Other names for the players of a .cambio file; whatever else it tells stays as it is."""

from __future__ import annotations

from collections.abc import Mapping

from ..places import Seat
from .record import END, checksum
from .writing import one_line


def rename_seats(text: str, names: Mapping[Seat, str]) -> str:
    """A round's file in which these seats are called otherwise, with the checksum that belongs to it."""
    tags = {f"seat {seat}:": f"seat {seat}: {one_line(name)}" for seat, name in names.items()}
    lines: list[str] = []
    for line in text.splitlines():
        tag = next((tag for tag in tags if line.startswith(tag)), None)
        is_end = line.startswith(f"{END} ")
        lines.append(tags[tag] if tag is not None else f"{END} {checksum(lines)}" if is_end else line)
    return "\n".join([*lines, ""])
