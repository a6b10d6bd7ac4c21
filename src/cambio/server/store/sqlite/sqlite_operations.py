"""What operators ask of the embedded store."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from sqlite3 import Connection
from typing import TypeVar

from ...logs import digest
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
from .sqlite_purge import purge_table

T = TypeVar("T")

_TABLES = """
    SELECT "table".id, code, host, person.name, is_public, "table".created, coalesce(at, "table".created) AS latest,
        CASE WHEN coalesce(is_over, 0) THEN 'over' WHEN coalesce(has_match, 0) THEN 'playing' ELSE 'waiting' END
            AS stage,
        body
    FROM "table" JOIN person ON person.id = host LEFT JOIN summary ON table_id = "table".id
    WHERE NOT is_purged AND (:stage IS NULL OR stage = :stage)
        AND (:named IS NULL OR "table".id = :named OR code = :named OR digest("table".id) = :named)
    ORDER BY latest DESC, "table".id LIMIT :limit
"""
_PEOPLE = """
    SELECT id, name, person.created, max(used) AS latest, count(token_hash)
    FROM person LEFT JOIN session ON person_id = id
    WHERE :text IS NULL OR id = :text OR folded(name) LIKE '%' || folded(:like) || '%' ESCAPE '\\' OR digest(id) = :text
    GROUP BY id ORDER BY max(coalesce(latest, 0), person.created) DESC, id LIMIT :limit
"""
_SESSIONS = """
    SELECT token_hash, person_id, name, session.created, used FROM session JOIN person ON id = person_id
    ORDER BY used DESC, token_hash LIMIT ?
"""
_RENAME = (
    "UPDATE player SET name = :name WHERE person_id = :person_id AND name <> :name",
    "UPDATE match_player SET name = :name WHERE person_id = :person_id AND name <> :name",
)
_ADD_BAN = """
    INSERT INTO ban (subject, is_network, until, reason, created) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (subject) DO UPDATE SET is_network = excluded.is_network, until = excluded.until,
        reason = excluded.reason, created = excluded.created
"""
_BANS = """
    SELECT subject, is_network, until, reason, created FROM ban WHERE until > ? ORDER BY created DESC, subject
"""


class SqliteOperations(Operations, Bans):
    """A part of the store in one file."""

    @abstractmethod
    async def _write(self, work: Callable[[Connection], T]) -> T: ...

    @abstractmethod
    async def _read(self, work: Callable[[Connection], T]) -> T: ...

    async def add_ban(self, ban: Ban) -> None:
        await self._write(partial(_add_ban, ban))

    async def lift_ban(self, subject: str, now: Timestamp) -> bool:
        return await self._write(partial(_lift_ban, subject, now))

    async def bans(self, now: Timestamp) -> list[Ban]:
        return await self._read(partial(_find_bans, now))

    async def latest_tables(self, stage: TableStage | None, limit: int, named: str | None = None) -> list[FoundTable]:
        return await self._read(partial(_find_tables, stage, limit, named))

    async def latest_people(self, text: str | None, limit: int) -> list[FoundPerson]:
        return await self._read(partial(_find_people, text, limit))

    async def latest_sessions(self, limit: int) -> list[FoundSession]:
        return await self._read(partial(_find_sessions, limit))

    async def end_sessions(self, person_id: str, now: Timestamp) -> int:
        return await self._write(partial(_end_sessions, person_id, now))

    async def close_table(self, table_id: str, now: Timestamp) -> bool:
        return await self._write(partial(_close_table, table_id, now))

    async def call_otherwise(self, person_id: str, name: str, now: Timestamp) -> bool:
        return await self._write(partial(_call_otherwise, person_id, name, now))

    async def post_notice(self, change: Change, subject: str, now: Timestamp) -> None:
        await self._write(partial(_post_notice, change, subject, now))

    async def notices(self, after: int) -> list[Notice]:
        return await self._read(partial(_find_notices, after))

    async def last_notice(self) -> int:
        return await self._read(_find_last_notice)


# Bans


def _add_ban(ban: Ban, db: Connection) -> None:
    db.execute(_ADD_BAN, (ban.subject, ban.is_network, ban.until, ban.reason, ban.created))
    _post_notice(Change.BANS, ban.subject, ban.created, db)


def _lift_ban(subject: str, now: Timestamp, db: Connection) -> bool:
    was_there = db.execute("DELETE FROM ban WHERE subject = ? AND until > ?", (subject, now)).rowcount > 0
    db.execute("DELETE FROM ban WHERE until <= ?", (now,))
    _post_notice(Change.BANS, subject, now, db)
    return was_there


def _find_bans(now: Timestamp, db: Connection) -> list[Ban]:
    rows = db.execute(_BANS, (now,)).fetchall()
    return [
        Ban(subject, bool(is_network), until, reason, created) for subject, is_network, until, reason, created in rows
    ]


# Lists


def _find_tables(stage: TableStage | None, limit: int, named: str | None, db: Connection) -> list[FoundTable]:
    db.create_function("digest", 1, digest, deterministic=True)
    rows = db.execute(_TABLES, {"stage": stage, "limit": limit, "named": named}).fetchall()
    return [
        FoundTable(table_id, code, host, name, bool(is_public), created, at, TableStage(found), body)
        for table_id, code, host, name, is_public, created, at, found, body in rows
    ]


def _find_people(text: str | None, limit: int, db: Connection) -> list[FoundPerson]:
    db.create_function("digest", 1, digest, deterministic=True)
    # SQLite itself knows no case but that of ASCII.
    db.create_function("folded", 1, str.lower, deterministic=True)
    like = escape_like(text or "")
    rows = db.execute(_PEOPLE, {"text": text, "like": like, "limit": limit}).fetchall()
    return [FoundPerson(*row) for row in rows]


def _find_sessions(limit: int, db: Connection) -> list[FoundSession]:
    return [FoundSession(*row) for row in db.execute(_SESSIONS, (limit,)).fetchall()]


# Changes


def _end_sessions(person_id: str, now: Timestamp, db: Connection) -> int:
    ended = db.execute("DELETE FROM session WHERE person_id = ? RETURNING token_hash", (person_id,)).fetchall()
    for (token_hash,) in ended:
        _post_notice(Change.SESSION, token_hash.hex(), now, db)
    return len(ended)


def _close_table(table_id: str, now: Timestamp, db: Connection) -> bool:
    found = db.execute('SELECT epoch FROM "table" WHERE id = ? AND NOT is_purged', (table_id,)).fetchone()
    if found is None or not purge_table(ExpiredTable(table_id, found[0]), db):
        return False
    _post_notice(Change.TABLE, table_id, now, db)
    return True


def _call_otherwise(person_id: str, name: str, now: Timestamp, db: Connection) -> bool:
    if db.execute("UPDATE person SET name = ? WHERE id = ?", (name, person_id)).rowcount == 0:
        return False
    for statement in _RENAME:
        db.execute(statement, {"person_id": person_id, "name": name})
    _post_notice(Change.NAME, person_id, now, db)
    return True


# Notices


def _post_notice(change: Change, subject: str, now: Timestamp, db: Connection) -> None:
    db.execute("DELETE FROM notice WHERE at < ?", (now - NOTICES_KEPT,))
    db.execute("INSERT INTO notice (change, subject, at) VALUES (?, ?, ?)", (change, subject, now))


def _find_notices(after: int, db: Connection) -> list[Notice]:
    found = db.execute("SELECT number, change, subject FROM notice WHERE number > ? ORDER BY number", (after,))
    return [Notice(*row) for row in found.fetchall()]


def _find_last_notice(db: Connection) -> int:
    # Not the highest of those that are there: the last ones may have been forgotten.
    found = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'notice'").fetchone()
    return int(found[0]) if found is not None else 0
