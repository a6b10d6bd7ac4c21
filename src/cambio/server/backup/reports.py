"""What a backup or a restore tells whoever asked for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


class BackupFailed(Exception):
    """There is no copy, or none to trust; nothing of what was there before has changed."""


@dataclass(frozen=True)
class Report:
    """A copy that has been checked, and how many rows of each kind it has."""

    file: Path
    size: int
    checked: str
    rows: Mapping[str, int] = field(default_factory=dict)
    #: Where what was there before lies now, if it was moved.
    moved: Path | None = None
    #: What to do before a server can use it, if anything.
    advice: str = ""
