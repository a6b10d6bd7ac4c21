"""The SQL that purges what has expired on PostgreSQL, a few rows at a time, so that moves hardly wait for it.

A walk goes through all rows of a kind by their keys, so no index has to be kept for it. What refers to other rows goes
before them.
"""

from __future__ import annotations

from typing import Any

from asyncpg.pool import PoolConnectionProxy as Connection

from ..contract import Timestamp
from ..purging import ExpiredTable, PurgeStep, TableCutoffs
from ..table_expiry import TableAge, has_expired

# Each kind: the keys of the next rows, and what is done to those up to the last of these keys, if they have expired.

_SESSION_KEYS = "SELECT token_hash FROM session WHERE token_hash > $1 ORDER BY token_hash LIMIT $2"
_PURGE_SESSIONS = "DELETE FROM session WHERE token_hash > $1 AND token_hash <= $2 AND used < $3"

_PERSON_KEYS = "SELECT id FROM person WHERE id > $1 ORDER BY id LIMIT $2"
_FIND_GUESTS = """
    SELECT id FROM person
    WHERE id > $1 AND id <= $2 AND created < $3
        AND NOT EXISTS (SELECT 1 FROM session WHERE person_id = person.id AND used >= $3)
        AND NOT EXISTS (SELECT 1 FROM "table" WHERE host = person.id)
        AND NOT EXISTS (SELECT 1 FROM seated WHERE person_id = person.id)
        AND NOT EXISTS (SELECT 1 FROM player WHERE person_id = person.id)
        AND NOT EXISTS (SELECT 1 FROM match_player WHERE person_id = person.id)
        AND NOT EXISTS (SELECT 1 FROM daily_try WHERE person_id = person.id)
    FOR UPDATE
"""

_TABLE_KEYS = 'SELECT id FROM "table" WHERE id > $1 ORDER BY id LIMIT $2'
_PURGE_CODES = """
    UPDATE "table" SET code = '' WHERE id > $1 AND id <= $2 AND code <> '' AND code_expires < $3
"""

_ROUND_KEYS = "SELECT number FROM finished WHERE number > $1 ORDER BY number LIMIT $2"
# A match is kept whole until its last round has expired.
_FIND_ROUNDS = """
    SELECT id, match_id FROM finished
    WHERE number > $1 AND number <= $2 AND finished < $3
        AND NOT EXISTS (
            SELECT 1 FROM finished AS other
            WHERE other.match_id = finished.match_id AND other.match_id <> '' AND other.finished >= $3
        )
"""
_PURGE_ROUNDS = (
    "DELETE FROM share WHERE finished_id = ANY ($1::text[])",
    "DELETE FROM daily_try WHERE round_id = ANY ($1::text[])",
    "DELETE FROM reaction WHERE finished_id = ANY ($1::text[])",
    "DELETE FROM figures WHERE finished_id = ANY ($1::text[])",
    "DELETE FROM player WHERE finished_id = ANY ($1::text[])",
    "DELETE FROM finished WHERE id = ANY ($1::text[])",
)
_MATCHES_GONE = """
    SELECT id FROM "match" WHERE id = ANY ($1::text[]) AND is_over
        AND NOT EXISTS (SELECT 1 FROM finished WHERE finished.match_id = "match".id)
"""
_PURGE_MATCHES = (
    "DELETE FROM match_player WHERE match_id = ANY ($1::text[])",
    'DELETE FROM "match" WHERE id = ANY ($1::text[])',
)

_PURGE_WORKERS = "DELETE FROM worker WHERE beat < $1 AND beat < (SELECT max(beat) FROM worker)"


async def purge_sessions(before: Timestamp, after: str, limit: int, db: Connection) -> PurgeStep:
    first = bytes.fromhex(after)
    last = await _last_key(db, _SESSION_KEYS, first, limit)
    if last is None:
        return PurgeStep(None, 0)
    return PurgeStep(last.hex(), _count(await db.execute(_PURGE_SESSIONS, first, last, before)))


async def purge_guests(before: Timestamp, after: str, limit: int, db: Connection) -> PurgeStep:
    last = await _last_key(db, _PERSON_KEYS, after, limit)
    if last is None:
        return PurgeStep(None, 0)
    guests = [row["id"] for row in await db.fetch(_FIND_GUESTS, after, last, before)]
    await db.execute("DELETE FROM session WHERE person_id = ANY ($1::text[])", guests)
    await db.execute("DELETE FROM person WHERE id = ANY ($1::text[])", guests)
    return PurgeStep(last, len(guests))


async def purge_codes(before: Timestamp, after: str, limit: int, db: Connection) -> PurgeStep:
    last = await _last_key(db, _TABLE_KEYS, after, limit)
    if last is None:
        return PurgeStep(None, 0)
    return PurgeStep(last, _count(await db.execute(_PURGE_CODES, after, last, before)))


async def purge_rounds(before: Timestamp, after: str, limit: int, db: Connection) -> PurgeStep:
    first = int(after or 0)
    last = await _last_key(db, _ROUND_KEYS, first, limit)
    if last is None:
        return PurgeStep(None, 0)
    rounds = await db.fetch(_FIND_ROUNDS, first, last, before)
    for statement in _PURGE_ROUNDS:
        await db.execute(statement, [row["id"] for row in rounds])
    gone = [row["id"] for row in await db.fetch(_MATCHES_GONE, list({row["match_id"] for row in rounds}))]
    for statement in _PURGE_MATCHES:
        await db.execute(statement, gone)
    return PurgeStep(str(last), len(rounds))


async def purge_workers(before: Timestamp, db: Connection) -> int:
    return _count(await db.execute(_PURGE_WORKERS, before))


async def _last_key(db: Connection, query: str, after: str | bytes | int, limit: int) -> Any:
    """The key of the last row that a step looks at; None at the end of the walk."""
    keys = await db.fetch(query, after, limit)
    return keys[-1][0] if keys else None


def _count(status: str) -> int:
    """How many rows a statement has changed, as PostgreSQL says it: DELETE 3."""
    return int(status.rpartition(" ")[2])


# Tables

_TABLES = """
    SELECT "table".id, "table".epoch, is_purged,
        EXISTS (SELECT 1 FROM finished WHERE finished.table_id = "table".id),
        coalesce(owner <> $1 AND worker.beat >= $2, FALSE),
        summary.seq, is_over, has_match, event.seq, coalesce(event.at, "table".created)
    FROM "table"
        LEFT JOIN worker ON worker.id = owner
        LEFT JOIN summary ON summary.table_id = "table".id
        LEFT JOIN event ON event.table_id = "table".id
            AND event.seq = (SELECT max(seq) FROM event WHERE table_id = "table".id)
    WHERE "table".id > $3 ORDER BY "table".id LIMIT $4
"""
_MARK = """
    UPDATE "table" SET is_purged = TRUE, epoch = epoch + 1, owner = NULL, code = '', code_expires = 0
    WHERE id = $1 AND epoch = $2 AND NOT is_purged
"""
_IS_PURGED = 'SELECT is_purged FROM "table" WHERE id = $1'
_PURGE_ENTRIES = """
    DELETE FROM event WHERE table_id = $1
        AND seq IN (SELECT seq FROM event WHERE table_id = $1 ORDER BY seq LIMIT $2)
"""
_PURGE_ROW = 'DELETE FROM "table" WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM finished WHERE table_id = $1)'
#: What else refers to a table, without its entries, the archive, and matches that have a round there.
_PURGE_REST = (
    """DELETE FROM match_player WHERE match_id IN (
        SELECT id FROM "match"
        WHERE table_id = $1 AND NOT EXISTS (SELECT 1 FROM finished WHERE finished.match_id = "match".id)
    )""",
    """DELETE FROM "match"
        WHERE table_id = $1 AND NOT EXISTS (SELECT 1 FROM finished WHERE finished.match_id = "match".id)""",
    "DELETE FROM daily_try WHERE table_id = $1 AND round_id IS NULL",
    "DELETE FROM seated WHERE table_id = $1",
    "DELETE FROM summary WHERE table_id = $1",
    "DELETE FROM snapshot WHERE table_id = $1",
)


async def find_expired_tables(
    cutoffs: TableCutoffs, owner: str, alive: Timestamp, after: str, limit: int, db: Connection
) -> tuple[list[ExpiredTable], str | None]:
    tables = [TableAge(*row) for row in await db.fetch(_TABLES, owner, alive, after, limit)]
    expired = [ExpiredTable(table.id, table.epoch) for table in tables if has_expired(table, cutoffs)]
    return expired, tables[-1].id if tables else None


async def purge_table(expired: ExpiredTable, db: Connection) -> bool:
    """From here on nobody finds it, and its entries are of no use: they may go one after the other."""
    if _count(await db.execute(_MARK, expired.table_id, expired.epoch)) == 0:
        return False
    for statement in _PURGE_REST:
        await db.execute(statement, expired.table_id)
    return True


async def purge_entries(table_id: str, limit: int, db: Connection) -> int:
    if not await db.fetchval(_IS_PURGED, table_id):
        return 0
    purged = _count(await db.execute(_PURGE_ENTRIES, table_id, limit))
    if purged == 0:
        # A summary or a snapshot may have been on its way when the table was purged.
        for statement in _PURGE_REST:
            await db.execute(statement, table_id)
        await db.execute(_PURGE_ROW, table_id)
    return purged
