"""Daily deals on PostgreSQL."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import astuple
from functools import partial
from typing import TypeVar

from asyncpg.pool import PoolConnectionProxy as Connection

from ..contract import Entry, Finished, TableRow, Timestamp
from ..daily_deals import DailyDeal, DailyDeals, DailyResult, DailyTry, read_try
from ..errors import AlreadyTried
from ..statistics import RoundFigures
from .postgres_queries import create_table
from .postgres_statistics import archive_counted_round

T = TypeVar("T")

_KEEP_KEY = "INSERT INTO daily_key (id, key) VALUES (1, $1) ON CONFLICT (id) DO NOTHING"
_KEY = "SELECT key FROM daily_key WHERE id = 1"
_TABLE = "SELECT table_id FROM daily_try WHERE day = $1 AND book = $2 AND person_id = $3"
# Of two who ask at once for one person's try, the second one waits here until the first one has committed.
_LOCK_TRY = "SELECT pg_advisory_xact_lock(hashtextextended('daily try ' || $1, 0))"
_ADD_TRY = "INSERT INTO daily_try (day, book, person_id, table_id) VALUES ($1, $2, $3, $4)"
# Whoever is forgotten has no try any more, and a round has one result.
_END_TRY = """
    UPDATE daily_try SET name = $4, finished = $5, round_id = $6, points = $7, score = $8, place = $9, has_won = $10,
        "call" = $11, right_snaps = $12, wrong_snaps = $13, turns = $14, had_stand_in = $15
    WHERE day = $1 AND book = $2 AND person_id = $3 AND finished IS NULL
"""
_TRY = """
    SELECT day, book, person_id, table_id, name, finished, round_id, points, score, place, has_won, "call",
        right_snaps, wrong_snaps, turns, had_stand_in
    FROM daily_try
"""
_TRIES_OF = _TRY + "WHERE person_id = $1 AND ($2::text IS NULL OR day = $2) ORDER BY day DESC, book"
_RESULTS = _TRY + "WHERE day = $1 AND book = $2 AND finished IS NOT NULL ORDER BY finished, person_id LIMIT $3"
_TRY_OF_ROUND = _TRY + "WHERE round_id = $1"
_COUNT = "SELECT book, count(*) FROM daily_try WHERE day = $1 AND finished < $2 GROUP BY book"
_TEXTS = """
    SELECT round_id, text FROM daily_try JOIN finished ON finished.id = round_id
    WHERE day = $1 AND book = $2 ORDER BY daily_try.finished, person_id LIMIT $3
"""


async def keep_key(new: str, db: Connection) -> str:
    await db.execute(_KEEP_KEY, new)
    return str(await db.fetchval(_KEY))


async def create_daily_table(
    deal: DailyDeal, table: TableRow, owner: str | None, entries: tuple[Entry, ...], db: Connection
) -> int:
    which = (deal.day, deal.book, table.host)
    await db.execute(_LOCK_TRY, " ".join(which))
    before = await db.fetchval(_TABLE, *which)
    if before is not None:
        raise AlreadyTried(before)
    epoch = await create_table(table, owner, entries, db)
    await db.execute(_ADD_TRY, *which, table.id)
    return epoch


async def archive_with_result(
    finished: Finished, figures: Sequence[RoundFigures], result: DailyResult | None, db: Connection
) -> None:
    await archive_counted_round(finished, figures, db)
    if result is not None:
        await _end_try(finished, result, db)


async def _end_try(finished: Finished, result: DailyResult, db: Connection) -> None:
    deal, told = result.deal, astuple(result.score)
    which = (deal.day, deal.book, result.person_id)
    await db.execute(_END_TRY, *which, result.name, finished.finished, finished.id, *told)


async def find_tries_of(person_id: str, day: str | None, db: Connection) -> list[DailyTry]:
    return [read_try(row) for row in await db.fetch(_TRIES_OF, person_id, day)]


async def find_results(deal: DailyDeal, limit: int, db: Connection) -> list[DailyTry]:
    return [read_try(row) for row in await db.fetch(_RESULTS, deal.day, deal.book, limit)]


async def find_try_of_round(round_id: str, db: Connection) -> DailyTry | None:
    row = await db.fetchrow(_TRY_OF_ROUND, round_id)
    return None if row is None else read_try(row)


async def count_results(day: str, before: Timestamp, db: Connection) -> Mapping[str, int]:
    return {row["book"]: row["count"] for row in await db.fetch(_COUNT, day, before)}


async def find_texts(deal: DailyDeal, limit: int, db: Connection) -> dict[str, str]:
    return {row["round_id"]: row["text"] for row in await db.fetch(_TEXTS, deal.day, deal.book, limit)}


class PostgresDailyDeals(DailyDeals):
    """What a store on PostgreSQL does about daily deals."""

    @abstractmethod
    async def _run(self, work: Callable[[Connection], Awaitable[T]]) -> T: ...

    async def daily_key(self, new: str) -> str:
        return await self._run(partial(keep_key, new))

    async def daily_tries_of(self, person_id: str, day: str | None = None) -> list[DailyTry]:
        return await self._run(partial(find_tries_of, person_id, day))

    async def daily_results(self, deal: DailyDeal, limit: int) -> list[DailyTry]:
        return await self._run(partial(find_results, deal, limit))

    async def count_daily_results(self, day: str, before: Timestamp) -> Mapping[str, int]:
        return await self._run(partial(count_results, day, before))

    async def daily_try_of_round(self, round_id: str) -> DailyTry | None:
        return await self._run(partial(find_try_of_round, round_id))

    async def daily_texts(self, deal: DailyDeal, limit: int) -> dict[str, str]:
        return await self._run(partial(find_texts, deal, limit))
