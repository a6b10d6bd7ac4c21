"""The SQL that purges what has expired, a few rows at a time, so that moves hardly wait for it.

A walk goes through all rows of a kind by their keys, so no index has to be kept for it. What refers to other rows goes
before them.
"""

from __future__ import annotations

from sqlite3 import Connection
from typing import Any

from ..contract import Timestamp
from ..purging import ExpiredTable, PurgeStep, TableCutoffs
from ..table_expiry import TableAge, has_expired

# Each kind: the keys of the next rows, and what is done to those up to the last of these keys, if they have expired.

_SESSION_KEYS = "SELECT token_hash FROM session WHERE token_hash > ? ORDER BY token_hash LIMIT ?"
_PURGE_SESSIONS = "DELETE FROM session WHERE token_hash > :after AND token_hash <= :last AND used < :before"

_PERSON_KEYS = "SELECT id FROM person WHERE id > ? ORDER BY id LIMIT ?"
_FIND_GUESTS = """
    SELECT id FROM person
    WHERE id > :after AND id <= :last AND created < :before
        AND NOT EXISTS (SELECT 1 FROM session WHERE person_id = person.id AND used >= :before)
        AND NOT EXISTS (SELECT 1 FROM "table" WHERE host = person.id)
        AND NOT EXISTS (SELECT 1 FROM seated WHERE person_id = person.id)
        AND NOT EXISTS (SELECT 1 FROM player WHERE person_id = person.id)
        AND NOT EXISTS (SELECT 1 FROM match_player WHERE person_id = person.id)
        AND NOT EXISTS (SELECT 1 FROM daily_try WHERE person_id = person.id)
"""

_TABLE_KEYS = 'SELECT id FROM "table" WHERE id > ? ORDER BY id LIMIT ?'
_PURGE_CODES = """
    UPDATE "table" SET code = '' WHERE id > :after AND id <= :last AND code <> '' AND code_expires < :before
"""

_ROUND_KEYS = "SELECT rowid FROM finished WHERE rowid > ? ORDER BY rowid LIMIT ?"
# A match is kept whole until its last round has expired.
_FIND_ROUNDS = """
    SELECT id, match_id FROM finished
    WHERE rowid > :after AND rowid <= :last AND finished < :before
        AND NOT EXISTS (
            SELECT 1 FROM finished AS other
            WHERE other.match_id = finished.match_id AND other.match_id <> '' AND other.finished >= :before
        )
"""
_PURGE_ROUND = (
    "DELETE FROM reaction WHERE finished_id = ?",
    "DELETE FROM figures WHERE finished_id = ?",
    "DELETE FROM share WHERE finished_id = ?",
    "DELETE FROM player WHERE finished_id = ?",
    "DELETE FROM daily_try WHERE round_id = ?",
    "DELETE FROM finished WHERE id = ?",
)
_MATCH_IS_GONE = """
    SELECT id FROM "match"
    WHERE id = ? AND is_over AND NOT EXISTS (SELECT 1 FROM finished WHERE finished.match_id = "match".id)
"""

_PURGE_WORKERS = "DELETE FROM worker WHERE beat < ? AND beat < (SELECT max(beat) FROM worker)"


def purge_sessions(before: Timestamp, after: str, limit: int, db: Connection) -> PurgeStep:
    last = _last_key(db, _SESSION_KEYS, bytes.fromhex(after), limit)
    if last is None:
        return PurgeStep(None, 0)
    between = {"after": bytes.fromhex(after), "last": last, "before": before}
    return PurgeStep(last.hex(), db.execute(_PURGE_SESSIONS, between).rowcount)


def purge_guests(before: Timestamp, after: str, limit: int, db: Connection) -> PurgeStep:
    last = _last_key(db, _PERSON_KEYS, after, limit)
    if last is None:
        return PurgeStep(None, 0)
    guests = db.execute(_FIND_GUESTS, {"after": after, "last": last, "before": before}).fetchall()
    db.executemany("DELETE FROM session WHERE person_id = ?", guests)
    db.executemany("DELETE FROM person WHERE id = ?", guests)
    return PurgeStep(last, len(guests))


def purge_codes(before: Timestamp, after: str, limit: int, db: Connection) -> PurgeStep:
    last = _last_key(db, _TABLE_KEYS, after, limit)
    if last is None:
        return PurgeStep(None, 0)
    return PurgeStep(last, db.execute(_PURGE_CODES, {"after": after, "last": last, "before": before}).rowcount)


def purge_rounds(before: Timestamp, after: str, limit: int, db: Connection) -> PurgeStep:
    last = _last_key(db, _ROUND_KEYS, int(after or 0), limit)
    if last is None:
        return PurgeStep(None, 0)
    rounds = db.execute(_FIND_ROUNDS, {"after": int(after or 0), "last": last, "before": before}).fetchall()
    for finished_id, _ in rounds:
        for statement in _PURGE_ROUND:
            db.execute(statement, (finished_id,))
    for match_id in {match_id for _, match_id in rounds}:
        gone = db.execute(_MATCH_IS_GONE, (match_id,)).fetchall()
        db.executemany("DELETE FROM match_player WHERE match_id = ?", gone)
        db.executemany('DELETE FROM "match" WHERE id = ?', gone)
    return PurgeStep(str(last), len(rounds))


def purge_workers(before: Timestamp, db: Connection) -> int:
    return db.execute(_PURGE_WORKERS, (before,)).rowcount


def _last_key(db: Connection, query: str, after: str | bytes | int, limit: int) -> Any:
    """The key of the last row that a step looks at; None at the end of the walk."""
    keys = db.execute(query, (after, limit)).fetchall()
    return keys[-1][0] if keys else None


# Tables

_TABLES = """
    SELECT "table".id, "table".epoch, is_purged,
        EXISTS (SELECT 1 FROM finished WHERE finished.table_id = "table".id) AS has_rounds,
        owner <> :owner AND worker.beat >= :alive AS is_held,
        summary.seq, is_over, has_match, event.seq, coalesce(event.at, "table".created)
    FROM "table"
        LEFT JOIN worker ON worker.id = owner
        LEFT JOIN summary ON summary.table_id = "table".id
        LEFT JOIN event ON event.table_id = "table".id
            AND event.seq = (SELECT max(seq) FROM event WHERE table_id = "table".id)
    WHERE "table".id > :after ORDER BY "table".id LIMIT :limit
"""


def find_expired_tables(
    cutoffs: TableCutoffs, owner: str, alive: Timestamp, after: str, limit: int, db: Connection
) -> tuple[list[ExpiredTable], str | None]:
    rows = db.execute(_TABLES, {"owner": owner, "alive": alive, "after": after, "limit": limit}).fetchall()
    tables = [TableAge(*row) for row in rows]
    expired = [ExpiredTable(table.id, table.epoch) for table in tables if has_expired(table, cutoffs)]
    return expired, tables[-1].id if tables else None


_MARK = """
    UPDATE "table" SET is_purged = 1, epoch = epoch + 1, owner = NULL, code = '', code_expires = 0
    WHERE id = ? AND epoch = ? AND NOT is_purged
"""
_IS_PURGED = 'SELECT is_purged FROM "table" WHERE id = ?'
_PURGE_ENTRIES = """
    DELETE FROM event WHERE table_id = :table_id
        AND seq IN (SELECT seq FROM event WHERE table_id = :table_id ORDER BY seq LIMIT :limit)
"""
_PURGE_ROW = 'DELETE FROM "table" WHERE id = ? AND NOT EXISTS (SELECT 1 FROM finished WHERE table_id = ?)'
#: What else refers to a table, without its entries, the archive, and matches that have a round there.
_PURGE_REST = (
    """DELETE FROM match_player WHERE match_id IN (
        SELECT id FROM "match"
        WHERE table_id = ? AND NOT EXISTS (SELECT 1 FROM finished WHERE finished.match_id = "match".id)
    )""",
    """DELETE FROM "match"
        WHERE table_id = ? AND NOT EXISTS (SELECT 1 FROM finished WHERE finished.match_id = "match".id)""",
    "DELETE FROM seated WHERE table_id = ?",
    "DELETE FROM summary WHERE table_id = ?",
    "DELETE FROM snapshot WHERE table_id = ?",
    # A result stays as long as its round.
    "DELETE FROM daily_try WHERE table_id = ? AND round_id IS NULL",
)


def purge_table(expired: ExpiredTable, db: Connection) -> bool:
    """From here on nobody finds it, and its entries are of no use: they may go one after the other."""
    if db.execute(_MARK, (expired.table_id, expired.epoch)).rowcount == 0:
        return False
    for statement in _PURGE_REST:
        db.execute(statement, (expired.table_id,))
    return True


def purge_entries(table_id: str, limit: int, db: Connection) -> int:
    if db.execute(_IS_PURGED, (table_id,)).fetchone() != (1,):
        return 0
    purged = db.execute(_PURGE_ENTRIES, {"table_id": table_id, "limit": limit}).rowcount
    if purged == 0:
        # A summary or a snapshot may have been on its way when the table was purged.
        for statement in _PURGE_REST:
            db.execute(statement, (table_id,))
        db.execute(_PURGE_ROW, (table_id, table_id))
    return purged
