"""A question to a bot that searches, whoever answers it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeAlias

from ...actions import Action
from ...events import Event
from ...places import Seat
from ...rules import Rules
from ...view import OpenTable


@dataclass(frozen=True)
class SearchQuestion:
    """All that a player needs to decide: events as its seat may know them, what was done and seen, what is lawful.

    If it is asked whether it snaps, nothing lawful is listed: the table will see whether its snap still is.
    """

    level: str
    rules: Rules
    seats: int
    seat: Seat
    seed: int
    events: tuple[Event, ...]
    record: tuple[tuple[Seat, Action], ...]
    seen: OpenTable
    legal: tuple[Action, ...]
    is_snap: bool = False


@dataclass(frozen=True)
class LetPass:
    """The answer of a player that does not want to snap."""


SearchAnswer: TypeAlias = Action | LetPass


class SearchFailed(Exception):
    """There will be no answer: the worker died, took too long, or its player raised an error."""


class Searcher(Protocol):
    """Whoever searches for the tables."""

    async def search(self, question: SearchQuestion) -> SearchAnswer:
        """A decision, or SearchFailed."""
