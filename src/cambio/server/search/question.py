"""A question to a bot that searches, whoever answers it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ...actions import Action
from ...events import Event
from ...places import Seat
from ...rules import Rules
from ...view import OpenTable


@dataclass(frozen=True)
class SearchQuestion:
    """All that a player needs to decide: events as its seat may know them, what was done and seen, what is lawful."""

    level: str
    rules: Rules
    seats: int
    seat: Seat
    seed: int
    events: tuple[Event, ...]
    record: tuple[tuple[Seat, Action], ...]
    seen: OpenTable
    legal: tuple[Action, ...]


class SearchFailed(Exception):
    """There will be no answer: the worker died, took too long, or its player raised an error."""


class Searcher(Protocol):
    """Whoever searches for the tables."""

    async def search(self, question: SearchQuestion) -> Action:
        """A decision, or SearchFailed."""
