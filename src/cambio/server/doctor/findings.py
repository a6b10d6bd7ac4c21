"""What the doctor finds: each a line, with what to do where something is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    OK = "ok"
    #: The server runs, but somebody may be disappointed.
    WARNING = "warning"
    #: The server does not start, or nobody gets in.
    PROBLEM = "problem"


@dataclass(frozen=True)
class Finding:
    """What was looked at, what was found, and what to do about it; nothing if all is well."""

    about: str
    level: Level
    found: str
    advice: str = ""


def ok(about: str, found: str) -> Finding:
    return Finding(about, Level.OK, found)


def warning(about: str, found: str, advice: str) -> Finding:
    return Finding(about, Level.WARNING, found, advice)


def problem(about: str, found: str, advice: str) -> Finding:
    return Finding(about, Level.PROBLEM, found, advice)
