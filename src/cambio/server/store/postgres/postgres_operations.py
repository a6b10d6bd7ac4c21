"""What operators ask of PostgreSQL."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

from asyncpg.pool import PoolConnectionProxy as Connection

from ..bans import Ban, Bans
from ..contract import Timestamp
from ..operations import (
    NOTICES_KEPT,
    Change,
    FoundPerson,
    FoundSession,
    FoundTable,
    Notice,
    Operations,
    TableStage,
    escape_like,
)
from ..purging import ExpiredTable
from .postgres_purge import purge_table

T = TypeVar("T")

# Digests are as in logs: the first digits of the same hash.
_TABLES = """
    SELECT * FROM (
        SELECT "table".id, code, host, person.name, is_public, "table".created, coalesce(at, "table".created) AS latest,
            CASE WHEN coalesce(is_over, FALSE) THEN 'over' WHEN coalesce(has_match, FALSE) THEN 'playing'
                ELSE 'waiting' END AS stage,
            body
        FROM "table" JOIN person ON person.id = host LEFT JOIN summary ON table_id = "table".id
        WHERE NOT is_purged
    ) AS found
    WHERE ($1::text IS NULL OR stage = $1)
        AND ($2::text IS NULL OR id = $2 OR code = $2 OR left(encode(sha256(convert_to(id, 'UTF8')), 'hex'), 12) = $2)
    ORDER BY latest DESC, id LIMIT $3
"""
_PEOPLE = """
    SELECT id, name, person.created, max(used) AS used, count(token_hash) AS sessions
    FROM person LEFT JOIN session ON person_id = id
    WHERE $1::text IS NULL OR id = $1 OR lower(name) LIKE '%' || lower($2) || '%'
        OR left(encode(sha256(convert_to(id, 'UTF8')), 'hex'), 12) = $1
    GROUP BY id ORDER BY greatest(max(used), person.created) DESC, id LIMIT $3
"""
_SESSIONS = """
    SELECT token_hash, person_id, name, session.created, used FROM session JOIN person ON id = person_id
    ORDER BY used DESC, token_hash LIMIT $1
"""
_RENAME = (
    "UPDATE player SET name = $2 WHERE person_id = $1 AND name <> $2",
    "UPDATE match_player SET name = $2 WHERE person_id = $1 AND name <> $2",
)
_ADD_BAN = """
    INSERT INTO ban (subject, is_network, until, reason, created) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (subject) DO UPDATE SET is_network = excluded.is_network, until = excluded.until,
        reason = excluded.reason, created = excluded.created
"""
_BANS = """
    SELECT subject, is_network, until, reason, created FROM ban WHERE until > $1 ORDER BY created DESC, subject
"""


class PostgresOperations(Operations, Bans):
    """A part of the store on PostgreSQL."""

    @abstractmethod
    async def _run(self, work: Callable[[Connection], Awaitable[T]]) -> T: ...

    async def add_ban(self, ban: Ban) -> None:
        await self._run(partial(_add_ban, ban))

    async def lift_ban(self, subject: str, now: Timestamp) -> bool:
        return await self._run(partial(_lift_ban, subject, now))

    async def bans(self, now: Timestamp) -> list[Ban]:
        return await self._run(partial(_find_bans, now))

    async def latest_tables(self, stage: TableStage | None, limit: int, named: str | None = None) -> list[FoundTable]:
        return await self._run(partial(_find_tables, stage, limit, named))

    async def latest_people(self, text: str | None, limit: int) -> list[FoundPerson]:
        return await self._run(partial(_find_people, text, limit))

    async def latest_sessions(self, limit: int) -> list[FoundSession]:
        return await self._run(partial(_find_sessions, limit))

    async def end_sessions(self, person_id: str, now: Timestamp) -> int:
        return await self._run(partial(_end_sessions, person_id, now))

    async def close_table(self, table_id: str, now: Timestamp) -> bool:
        return await self._run(partial(_close_table, table_id, now))

    async def call_otherwise(self, person_id: str, name: str, now: Timestamp) -> bool:
        return await self._run(partial(_call_otherwise, person_id, name, now))

    async def post_notice(self, change: Change, subject: str, now: Timestamp) -> None:
        await self._run(partial(_post_notice, change, subject, now))

    async def notices(self, after: int) -> list[Notice]:
        return await self._run(partial(_find_notices, after))

    async def last_notice(self) -> int:
        return await self._run(_find_last_notice)


# Bans


async def _add_ban(ban: Ban, db: Connection) -> None:
    await db.execute(_ADD_BAN, ban.subject, ban.is_network, ban.until, ban.reason, ban.created)
    await _post_notice(Change.BANS, ban.subject, ban.created, db)


async def _lift_ban(subject: str, now: Timestamp, db: Connection) -> bool:
    lifted = await db.fetch("DELETE FROM ban WHERE subject = $1 AND until > $2 RETURNING subject", subject, now)
    await db.execute("DELETE FROM ban WHERE until <= $1", now)
    await _post_notice(Change.BANS, subject, now, db)
    return bool(lifted)


async def _find_bans(now: Timestamp, db: Connection) -> list[Ban]:
    return [Ban(*row) for row in await db.fetch(_BANS, now)]


# Lists


async def _find_tables(stage: TableStage | None, limit: int, named: str | None, db: Connection) -> list[FoundTable]:
    rows = await db.fetch(_TABLES, stage, named, limit)
    return [
        FoundTable(table_id, code, host, name, is_public, created, at, TableStage(found), body)
        for table_id, code, host, name, is_public, created, at, found, body in rows
    ]


async def _find_people(text: str | None, limit: int, db: Connection) -> list[FoundPerson]:
    return [FoundPerson(*row) for row in await db.fetch(_PEOPLE, text, escape_like(text or ""), limit)]


async def _find_sessions(limit: int, db: Connection) -> list[FoundSession]:
    return [FoundSession(*row) for row in await db.fetch(_SESSIONS, limit)]


# Changes


async def _end_sessions(person_id: str, now: Timestamp, db: Connection) -> int:
    ended = await db.fetch("DELETE FROM session WHERE person_id = $1 RETURNING token_hash", person_id)
    for row in ended:
        await _post_notice(Change.SESSION, row["token_hash"].hex(), now, db)
    return len(ended)


async def _close_table(table_id: str, now: Timestamp, db: Connection) -> bool:
    epoch = await db.fetchval('SELECT epoch FROM "table" WHERE id = $1 AND NOT is_purged FOR UPDATE', table_id)
    if epoch is None or not await purge_table(ExpiredTable(table_id, epoch), db):
        return False
    await _post_notice(Change.TABLE, table_id, now, db)
    return True


async def _call_otherwise(person_id: str, name: str, now: Timestamp, db: Connection) -> bool:
    if not await db.fetch("UPDATE person SET name = $2 WHERE id = $1 RETURNING id", person_id, name):
        return False
    for statement in _RENAME:
        await db.execute(statement, person_id, name)
    await _post_notice(Change.NAME, person_id, now, db)
    return True


# Notices


async def _post_notice(change: Change, subject: str, now: Timestamp, db: Connection) -> None:
    # One after the other, so that no number is committed after a higher one that somebody has read already.
    await db.execute("LOCK TABLE notice IN EXCLUSIVE MODE")
    await db.execute("DELETE FROM notice WHERE at < $1", now - NOTICES_KEPT)
    await db.execute("INSERT INTO notice (change, subject, at) VALUES ($1, $2, $3)", change.value, subject, now)


async def _find_notices(after: int, db: Connection) -> list[Notice]:
    rows = await db.fetch("SELECT number, change, subject FROM notice WHERE number > $1 ORDER BY number", after)
    return [Notice(*row) for row in rows]


async def _find_last_notice(db: Connection) -> int:
    # Not the highest of those that are there: the last ones may have been forgotten.
    found = await db.fetchval("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM notice_number_seq")
    return int(found)
