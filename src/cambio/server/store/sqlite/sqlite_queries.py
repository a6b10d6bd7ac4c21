"""The SQL of the embedded store: a function for each request, which runs within a transaction of its caller."""

from __future__ import annotations

import sqlite3
from sqlite3 import Connection
from typing import Any

from ..contract import (
    Entry,
    Finished,
    Person,
    Player,
    SeatAtTable,
    Snapshot,
    StoredSession,
    TableRow,
    TableSummary,
    Timestamp,
)
from ..errors import (
    AlreadyThere,
    Fenced,
    NoSuchPerson,
    NoSuchTable,
    OutOfOrder,
    StoreError,
    Taken,
)
from ..workers import Holder, Worker


def _insert(db: Connection, sql: str, values: tuple[object, ...], *, taken: StoreError, missing: StoreError) -> None:
    try:
        db.execute(sql, values)
    except sqlite3.IntegrityError as broken:
        if broken.sqlite_errorname in ("SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE"):
            raise taken from broken
        if broken.sqlite_errorname == "SQLITE_CONSTRAINT_FOREIGNKEY":
            raise missing from broken
        raise


# Tables

_CLAIM = 'UPDATE "table" SET owner = ?, epoch = epoch + 1 WHERE id = ? AND NOT is_purged'
_OPEN_TABLES = """
    SELECT count(*) FROM (
        SELECT 1 FROM "table" LEFT JOIN summary ON table_id = id
        WHERE host = ? AND created >= ? AND NOT is_purged AND NOT coalesce(is_over, 0) LIMIT ?
    )
"""
_TABLE = 'SELECT id, code, code_expires, host, is_public, created FROM "table"'


def create_table(table: TableRow, owner: str | None, entries: tuple[Entry, ...], db: Connection) -> int:
    if find_table_by_code(table.code, table.created, db) is not None:
        raise Taken(f"the code {table.code} opens another table")
    _insert(
        db,
        'INSERT INTO "table" (id, code, code_expires, host, is_public, created) VALUES (?, ?, ?, ?, ?, ?)',
        (table.id, table.code, table.code_expires, table.host, table.is_public, table.created),
        taken=Taken(f"there is a table {table.id} already"),
        missing=NoSuchPerson(table.host),
    )
    epoch = claim_table(table.id, owner, db) if owner is not None else 0
    append_entries(table.id, epoch, entries, db)
    return epoch


def find_table(table_id: str, db: Connection) -> TableRow | None:
    return _table_row(db.execute(f"{_TABLE} WHERE id = ? AND NOT is_purged", (table_id,)).fetchone())


def find_table_by_code(code: str, now: Timestamp, db: Connection) -> TableRow | None:
    return _table_row(db.execute(f"{_TABLE} WHERE code = ? AND code_expires > ?", (code, now)).fetchone())


def _table_row(row: tuple[Any, ...] | None) -> TableRow | None:
    if row is None:
        return None
    table_id, code, code_expires, host, is_public, created = row
    return TableRow(table_id, code, code_expires, host, bool(is_public), created)


def count_open_tables(host: str, since: Timestamp, limit: int, db: Connection) -> int:
    (count,) = db.execute(_OPEN_TABLES, (host, since, limit)).fetchone()
    return int(count)


def claim_table(table_id: str, owner: str, db: Connection) -> int:
    # One that is being purged keeps its epoch, so that whoever holds it can't write to it any more.
    if db.execute(_CLAIM, (owner, table_id)).rowcount == 0:
        raise NoSuchTable(table_id)
    epoch, _ = _find_epoch_and_last(table_id, db)
    return epoch


def _find_epoch_and_last(table_id: str, db: Connection) -> tuple[int, int]:
    """The table's epoch and the number of its last entry, in one query: after every statement the thread has to wait
    for the interpreter's lock.
    """
    row: tuple[int, int] | None = db.execute(_EPOCH_AND_LAST, (table_id,)).fetchone()
    if row is None:
        raise NoSuchTable(table_id)
    return row


# The log

_EPOCH_AND_LAST = """
    SELECT epoch, (SELECT coalesce(max(seq), 0) FROM event WHERE table_id = "table".id) FROM "table" WHERE id = ?
"""
_COMMAND = "SELECT seq FROM event WHERE table_id = ? AND actor = ? AND cmd_id = ?"


def append_entries(table_id: str, epoch: int, entries: tuple[Entry, ...], db: Connection) -> None:
    current, last = _find_epoch_and_last(table_id, db)
    if epoch != current:
        raise Fenced(table_id, epoch, current)
    for entry in entries:
        if entry.cmd_id is not None:
            _check_command(table_id, entry, db)
    if entries and entries[0].seq != last + 1:
        raise OutOfOrder(table_id, expected=last + 1, came=entries[0].seq)
    db.executemany(
        "INSERT INTO event (table_id, seq, epoch, cmd_id, actor, body, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(table_id, entry.seq, epoch, entry.cmd_id, entry.actor, entry.body, entry.at) for entry in entries],
    )


def _check_command(table_id: str, entry: Entry, db: Connection) -> None:
    row = db.execute(_COMMAND, (table_id, entry.actor, entry.cmd_id)).fetchone()
    if row is not None:
        raise AlreadyThere(table_id, entry.actor, entry.cmd_id, seq=row[0])


def find_entry(table_id: str, actor: str, cmd_id: str, db: Connection) -> int | None:
    row = db.execute(_COMMAND, (table_id, actor, cmd_id)).fetchone()
    return None if row is None else int(row[0])


def read_entries(table_id: str, after: int, db: Connection) -> list[Entry]:
    query = "SELECT seq, cmd_id, actor, body, at FROM event WHERE table_id = ? AND seq > ? ORDER BY seq"
    return [Entry(*row) for row in db.execute(query, (table_id, after))]


# Summaries

_KEEP_SUMMARY = """
    INSERT INTO summary (table_id, seq, at, is_over, has_match, body) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, at = excluded.at, is_over = excluded.is_over,
        has_match = excluded.has_match, body = excluded.body
    WHERE excluded.seq >= seq
"""
_TABLES_OF = """
    SELECT seat, table_id, summary.seq, summary.at, summary.is_over, has_match, summary.body,
        summary.seq = (SELECT max(seq) FROM event WHERE event.table_id = summary.table_id)
    FROM seated JOIN summary USING (table_id)
    WHERE person_id = ? AND seated.is_over = ? ORDER BY seated.at DESC, table_id LIMIT ?
"""
_SEATED_AT = "SELECT person_id, seat FROM seated WHERE table_id = ?"


def keep_summary(summary: TableSummary, db: Connection) -> None:
    facts = (summary.table_id, summary.seq, summary.at, summary.is_over, summary.has_match, summary.body)
    try:
        if db.execute(_KEEP_SUMMARY, facts).rowcount == 0:
            return
        db.execute("DELETE FROM seated WHERE table_id = ?", (summary.table_id,))
        db.executemany(
            "INSERT INTO seated (person_id, table_id, seat, is_over, at) VALUES (?, ?, ?, ?, ?)",
            [(person, summary.table_id, seat, summary.is_over, summary.at) for person, seat in summary.seats.items()],
        )
    except sqlite3.IntegrityError as broken:
        if find_table(summary.table_id, db) is None:
            raise NoSuchTable(summary.table_id) from broken
        raise NoSuchPerson(", ".join(summary.seats)) from broken


def find_summary(table_id: str, db: Connection) -> TableSummary | None:
    row = db.execute(
        "SELECT table_id, seq, at, is_over, has_match, body FROM summary WHERE table_id = ?", (table_id,)
    ).fetchone()
    return None if row is None else _table_summary(row, db)


def _table_summary(row: tuple[Any, ...], db: Connection) -> TableSummary:
    table_id, seq, at, is_over, has_match, body = row
    seats = dict(db.execute(_SEATED_AT, (table_id,)).fetchall())
    return TableSummary(table_id, seq, at, bool(is_over), bool(has_match), seats, body)


def find_tables_of(person_id: str, are_over: bool, limit: int, db: Connection) -> list[SeatAtTable]:
    return [_seat_at_table(row, db) for row in db.execute(_TABLES_OF, (person_id, are_over, limit)).fetchall()]


def _seat_at_table(row: tuple[Any, ...], db: Connection) -> SeatAtTable:
    seat, *summary, is_current = row
    return SeatAtTable(seat, _table_summary(tuple(summary), db), bool(is_current))


# Snapshots

_KEEP_SNAPSHOT = """
    INSERT INTO snapshot (table_id, seq, body) VALUES (?, ?, ?)
    ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, body = excluded.body WHERE excluded.seq >= seq
"""


def keep_snapshot(snapshot: Snapshot, db: Connection) -> None:
    _insert(
        db,
        _KEEP_SNAPSHOT,
        (snapshot.table_id, snapshot.seq, snapshot.body),
        taken=Taken(f"table {snapshot.table_id} has a snapshot already"),
        missing=NoSuchTable(snapshot.table_id),
    )


def find_snapshot(table_id: str, db: Connection) -> Snapshot | None:
    row = db.execute("SELECT table_id, seq, body FROM snapshot WHERE table_id = ?", (table_id,)).fetchone()
    return None if row is None else Snapshot(*row)


# The archive

_FINISHED = "SELECT table_id, match_id, round, finished, rules, text FROM finished WHERE id = ?"
_ARCHIVE = "INSERT INTO finished (id, table_id, match_id, round, finished, rules, text) VALUES (?, ?, ?, ?, ?, ?, ?)"
_PLAYERS = "SELECT person_id, seat, name FROM player WHERE finished_id = ? ORDER BY seat"
# Who had two seats in a round finds it once.
_HISTORY = """
    SELECT finished_id FROM player WHERE person_id = ? AND (finished, finished_id) < (?, ?)
    GROUP BY finished, finished_id ORDER BY finished DESC, finished_id DESC LIMIT ?
"""
_END_OF_TIME = (2**63 - 1, "")


def archive_round(finished: Finished, db: Connection) -> None:
    which = (finished.id, finished.table_id, finished.match_id, finished.round)
    _insert(
        db,
        _ARCHIVE,
        (*which, finished.finished, finished.rules, finished.text),
        taken=Taken(f"round {finished.round} of table {finished.table_id} is in the archive, or its id {finished.id}"),
        missing=NoSuchTable(finished.table_id),
    )
    for player in finished.players:
        _insert(
            db,
            "INSERT INTO player (finished_id, seat, person_id, name, finished) VALUES (?, ?, ?, ?, ?)",
            (finished.id, player.seat, player.person_id, player.name, finished.finished),
            taken=Taken(f"two players had seat {player.seat} in round {finished.id}"),
            missing=NoSuchPerson(player.person_id),
        )


def find_round(finished_id: str, db: Connection) -> Finished | None:
    row = db.execute(_FINISHED, (finished_id,)).fetchone()
    if row is None:
        return None
    table_id, match_id, number, at, rules, text = row
    players = tuple(Player(*player) for player in db.execute(_PLAYERS, (finished_id,)))
    return Finished(finished_id, table_id, match_id, number, at, rules, players, text)


def find_rounds_of(person_id: str, limit: int, before: str | None, db: Connection) -> list[Finished]:
    page_end = db.execute("SELECT finished, id FROM finished WHERE id = ?", (before,)).fetchone()
    if before is not None and page_end is None:
        return []
    rows = db.execute(_HISTORY, (person_id, *(page_end or _END_OF_TIME), limit)).fetchall()
    found = [find_round(finished_id, db) for (finished_id,) in rows]
    return [finished for finished in found if finished is not None]


# People and sessions

_SESSION = """
    SELECT person.id, name, person.created, used FROM person JOIN session ON person.id = person_id WHERE token_hash = ?
"""


def add_person(person: Person, db: Connection) -> None:
    _insert(
        db,
        "INSERT INTO person (id, name, created) VALUES (?, ?, ?)",
        (person.id, person.name, person.created),
        taken=Taken(f"there is a person {person.id} already"),
        missing=NoSuchPerson(person.id),
    )


def rename_person(person_id: str, name: str, db: Connection) -> None:
    if db.execute("UPDATE person SET name = ? WHERE id = ?", (name, person_id)).rowcount == 0:
        raise NoSuchPerson(person_id)


def find_session(token_hash: bytes, db: Connection) -> StoredSession | None:
    row = db.execute(_SESSION, (token_hash,)).fetchone()
    return None if row is None else StoredSession(Person(*row[:3]), row[3])


def use_session(token_hash: bytes, now: Timestamp, db: Connection) -> bool:
    return db.execute("UPDATE session SET used = max(used, ?) WHERE token_hash = ?", (now, token_hash)).rowcount > 0


def add_session(token_hash: bytes, person_id: str, created: Timestamp, db: Connection) -> None:
    _insert(
        db,
        "INSERT INTO session (token_hash, person_id, created, used) VALUES (?, ?, ?, ?)",
        (token_hash, person_id, created, created),
        taken=Taken("this session has begun already"),
        missing=NoSuchPerson(person_id),
    )


def end_session(token_hash: bytes, db: Connection) -> None:
    db.execute("DELETE FROM session WHERE token_hash = ?", (token_hash,))


# Liveness


def record_beat(owner: str, now: Timestamp, db: Connection) -> None:
    db.execute(
        "INSERT INTO worker (id, beat) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET beat = excluded.beat", (owner, now)
    )


def find_holder(table_id: str, db: Connection) -> Holder | None:
    """Whoever holds it is gone, or is this worker: a file is for one at a time."""
    query = (
        'SELECT owner, beat FROM "table" LEFT JOIN worker ON worker.id = owner WHERE "table".id = ? AND NOT is_purged'
    )
    owner, beat = db.execute(query, (table_id,)).fetchone() or (None, None)
    return None if owner is None else Holder(Worker(owner), False, beat)


def find_last_beat(db: Connection) -> Timestamp | None:
    (beat,) = db.execute("SELECT max(beat) FROM worker").fetchone()
    return None if beat is None else int(beat)
