"""The SQL about daily deals, and the part of the embedded store that asks it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple
from functools import partial
from sqlite3 import Connection
from typing import TypeVar

from ..contract import Entry, Finished, TableRow, Timestamp
from ..daily_deals import DailyDeal, DailyDeals, DailyResult, DailyTry, read_try
from ..errors import AlreadyTried
from ..statistics import RoundFigures
from .sqlite_queries import create_table
from .sqlite_statistics import archive_counted_round

T = TypeVar("T")

_KEEP_KEY = "INSERT INTO daily_key (id, key) VALUES (1, ?) ON CONFLICT (id) DO NOTHING"
_KEY = "SELECT key FROM daily_key WHERE id = 1"
_TABLE = "SELECT table_id FROM daily_try WHERE day = ? AND book = ? AND person_id = ?"
_ADD_TRY = "INSERT INTO daily_try (day, book, person_id, table_id) VALUES (?, ?, ?, ?)"
# Whoever is forgotten has no try any more, and a round has one result.
_END_TRY = """
    UPDATE daily_try SET name = ?, finished = ?, round_id = ?, points = ?, score = ?, place = ?, has_won = ?,
        "call" = ?, right_snaps = ?, wrong_snaps = ?, turns = ?, had_stand_in = ?
    WHERE day = ? AND book = ? AND person_id = ? AND finished IS NULL
"""
_TRY = """
    SELECT day, book, person_id, table_id, name, finished, round_id, points, score, place, has_won, "call",
        right_snaps, wrong_snaps, turns, had_stand_in
    FROM daily_try
"""
_TRIES_OF = _TRY + "WHERE person_id = :person_id AND (:day IS NULL OR day = :day) ORDER BY day DESC, book"
_RESULTS = _TRY + "WHERE day = ? AND book = ? AND finished IS NOT NULL ORDER BY finished, person_id LIMIT ?"
_TRY_OF_ROUND = _TRY + "WHERE round_id = ?"
_COUNT = "SELECT book, count(*) FROM daily_try WHERE day = ? AND finished < ? GROUP BY book"
_TEXTS = """
    SELECT round_id, text FROM daily_try JOIN finished ON finished.id = round_id
    WHERE day = ? AND book = ? ORDER BY daily_try.finished, person_id LIMIT ?
"""


def keep_key(new: str, db: Connection) -> str:
    db.execute(_KEEP_KEY, (new,))
    return str(db.execute(_KEY).fetchone()[0])


def create_daily_table(
    deal: DailyDeal, table: TableRow, owner: str | None, entries: tuple[Entry, ...], db: Connection
) -> int:
    """The writer does one thing after the other, so nobody gets two tables."""
    before = db.execute(_TABLE, (deal.day, deal.book, table.host)).fetchone()
    if before is not None:
        raise AlreadyTried(before[0])
    epoch = create_table(table, owner, entries, db)
    db.execute(_ADD_TRY, (deal.day, deal.book, table.host, table.id))
    return epoch


def archive_with_result(
    finished: Finished, figures: Sequence[RoundFigures], result: DailyResult | None, db: Connection
) -> None:
    archive_counted_round(finished, figures, db)
    if result is not None:
        _end_try(finished, result, db)


def _end_try(finished: Finished, result: DailyResult, db: Connection) -> None:
    deal, told = result.deal, astuple(result.score)
    which = (deal.day, deal.book, result.person_id)
    db.execute(_END_TRY, (result.name, finished.finished, finished.id, *told, *which))


def find_tries_of(person_id: str, day: str | None, db: Connection) -> list[DailyTry]:
    return [read_try(row) for row in db.execute(_TRIES_OF, {"person_id": person_id, "day": day})]


def find_results(deal: DailyDeal, limit: int, db: Connection) -> list[DailyTry]:
    return [read_try(row) for row in db.execute(_RESULTS, (deal.day, deal.book, limit))]


def find_try_of_round(round_id: str, db: Connection) -> DailyTry | None:
    row = db.execute(_TRY_OF_ROUND, (round_id,)).fetchone()
    return None if row is None else read_try(row)


def count_results(day: str, before: Timestamp, db: Connection) -> Mapping[str, int]:
    return dict(db.execute(_COUNT, (day, before)).fetchall())


def find_texts(deal: DailyDeal, limit: int, db: Connection) -> dict[str, str]:
    return dict(db.execute(_TEXTS, (deal.day, deal.book, limit)).fetchall())


class SqliteDailyDeals(DailyDeals):
    """What a store in a file does about daily deals, on the threads that it has."""

    @abstractmethod
    async def _write(self, work: Callable[[Connection], T]) -> T: ...

    @abstractmethod
    async def _read(self, work: Callable[[Connection], T]) -> T: ...

    async def daily_key(self, new: str) -> str:
        return await self._write(partial(keep_key, new))

    async def daily_tries_of(self, person_id: str, day: str | None = None) -> list[DailyTry]:
        return await self._read(partial(find_tries_of, person_id, day))

    async def daily_results(self, deal: DailyDeal, limit: int) -> list[DailyTry]:
        return await self._read(partial(find_results, deal, limit))

    async def count_daily_results(self, day: str, before: Timestamp) -> Mapping[str, int]:
        return await self._read(partial(count_results, day, before))

    async def daily_try_of_round(self, round_id: str) -> DailyTry | None:
        return await self._read(partial(find_try_of_round, round_id))

    async def daily_texts(self, deal: DailyDeal, limit: int) -> dict[str, str]:
        return await self._read(partial(find_texts, deal, limit))
