"""Sitters: who has which seat at a table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Sitter:
    """Who has a seat: a person, for whom a stand-in may play, or a bot of a level."""

    name: str
    person: str | None = None
    level: str | None = None
    has_stand_in: bool = False
