"""Daily deals as the store keeps them: each person's one try at a deal, and its result once the round is over.

There is no card in them. A try is kept as long as its table or its round, and goes when its player is forgotten.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .matches import Timestamp


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """One deal: a day (UTC), as 2026-11-17, and a rule book."""

    day: str
    book: str


@dataclass(frozen=True, slots=True)
class DailyScore:
    """How a round went for whoever played it."""

    #: What the hand counted, and what it scored with penalties and the like.
    points: int
    score: int
    #: Among the seats: those who won have the first, and so on by score; equals share a place.
    place: int
    has_won: bool
    #: What became of the player's own call: right, wrong, tied or out; None without one.
    call: str | None
    right_snaps: int
    wrong_snaps: int
    #: How many turns the player had.
    turns: int
    #: A stand-in or the clock decided something in the player's place.
    had_stand_in: bool


@dataclass(frozen=True, slots=True)
class DailyResult:
    """A try that has come to its end, as it is written together with its round."""

    deal: DailyDeal
    person_id: str
    name: str
    score: DailyScore


@dataclass(frozen=True, slots=True)
class DailyTry:
    """Somebody's try at a deal. What is None is so until the round is over."""

    deal: DailyDeal
    person_id: str
    table_id: str
    #: The name of that day.
    name: str | None = None
    finished: Timestamp | None = None
    round_id: str | None = None
    score: DailyScore | None = None


def read_try(row: Iterable[Any]) -> DailyTry:
    """A row of either store: which try it is, its table, and what is told of its end, in the order of the fields."""
    day, book, person_id, table_id, name, finished, round_id, *told = row
    deal = DailyDeal(day, book)
    if finished is None:
        return DailyTry(deal, person_id, table_id)
    points, score, place, has_won, call, right_snaps, wrong_snaps, turns, had_stand_in = told
    # SQLite has no truth values.
    scored = DailyScore(points, score, place, bool(has_won), call, right_snaps, wrong_snaps, turns, bool(had_stand_in))
    return DailyTry(deal, person_id, table_id, name, finished, round_id, scored)


class DailyDeals(ABC):
    """The part of a store that is about daily deals. `create_table` begins a try, and `archive` ends it."""

    @abstractmethod
    async def daily_key(self, new: str) -> str:
        """The key that all daily deals come from: the new one, unless there has been one before."""

    @abstractmethod
    async def daily_tries_of(self, person_id: str, day: str | None = None) -> list[DailyTry]:
        """A person's tries, of one day or of all, the latest day first."""

    @abstractmethod
    async def daily_results(self, deal: DailyDeal, limit: int) -> list[DailyTry]:
        """The tries at a deal that have come to their end: the earliest so many of them."""

    @abstractmethod
    async def count_daily_results(self, day: str, before: Timestamp) -> Mapping[str, int]:
        """How many have come to the end of each deal of a day before then, by rule book."""

    @abstractmethod
    async def daily_try_of_round(self, round_id: str) -> DailyTry | None:
        """The try that a finished round was; None for all other rounds."""

    @abstractmethod
    async def daily_texts(self, deal: DailyDeal, limit: int) -> dict[str, str]:
        """The rounds of a deal by their ids, as .cambio files: the earliest so many of them."""
