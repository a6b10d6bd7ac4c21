"""The SQL of the store on PostgreSQL: a function for each request, which runs within a transaction of its caller."""

from __future__ import annotations

import asyncpg
from asyncpg import Record
from asyncpg.pool import PoolConnectionProxy as Connection

from ....places import Seat
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
from ..errors import NoSuchPerson, NoSuchTable, StoreError, Taken
from .postgres_appends import COMMAND, Append, append_first
from .postgres_claims import Claim, claim_table


async def insert(db: Connection, sql: str, *values: object, taken: StoreError, missing: StoreError) -> None:
    try:
        await db.execute(sql, *values)
    except asyncpg.UniqueViolationError as broken:
        raise taken from broken
    except asyncpg.ForeignKeyViolationError as broken:
        raise missing from broken


# Tables

_TABLE = 'SELECT id, code, code_expires, host, is_public, created FROM "table"'
_ADD_TABLE = """
    INSERT INTO "table" (id, code, code_expires, host, is_public, created) VALUES ($1, $2, $3, $4, $5, $6)
"""
# Of two who want the same code at once, the second one waits here until the first one has committed.
_LOCK_CODE = "SELECT pg_advisory_xact_lock(hashtextextended('code ' || $1, 0))"
_OPEN_TABLES = """
    SELECT count(*) FROM (
        SELECT 1 FROM "table" LEFT JOIN summary ON table_id = id
        WHERE host = $1 AND created >= $2 AND NOT is_purged AND NOT coalesce(is_over, FALSE) LIMIT $3
    ) AS open_tables
"""


async def create_table(table: TableRow, owner: str | None, entries: tuple[Entry, ...], db: Connection) -> int:
    await db.execute(_LOCK_CODE, table.code)
    if await find_table_by_code(table.code, table.created, db) is not None:
        raise Taken(f"the code {table.code} opens another table")
    facts = (table.id, table.code, table.code_expires, table.host, table.is_public, table.created)
    taken, missing = Taken(f"there is a table {table.id} already"), NoSuchPerson(table.host)
    await insert(db, _ADD_TABLE, *facts, taken=taken, missing=missing)
    epoch = await claim_table(Claim(table.id, owner), db) if owner is not None else 0
    await append_first(Append(table.id, epoch, entries), db)
    return epoch


async def find_table(table_id: str, db: Connection) -> TableRow | None:
    return _table_row(await db.fetchrow(f"{_TABLE} WHERE id = $1 AND NOT is_purged", table_id))


async def find_table_by_code(code: str, now: Timestamp, db: Connection) -> TableRow | None:
    return _table_row(await db.fetchrow(f"{_TABLE} WHERE code = $1 AND code_expires > $2", code, now))


def _table_row(row: Record | None) -> TableRow | None:
    return None if row is None else TableRow(*row)


async def count_open_tables(host: str, since: Timestamp, limit: int, db: Connection) -> int:
    return int(await db.fetchval(_OPEN_TABLES, host, since, limit))


# The log


async def find_entry(table_id: str, actor: str, cmd_id: str, db: Connection) -> int | None:
    seq: int | None = await db.fetchval(COMMAND, table_id, actor, cmd_id)
    return seq


async def read_entries(table_id: str, after: int, db: Connection) -> list[Entry]:
    query = "SELECT seq, cmd_id, actor, body, at FROM event WHERE table_id = $1 AND seq > $2 ORDER BY seq"
    return [Entry(*row) for row in await db.fetch(query, table_id, after)]


# Summaries

_KEEP_SUMMARY = """
    INSERT INTO summary (table_id, seq, at, is_over, has_match, body) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, at = excluded.at, is_over = excluded.is_over,
        has_match = excluded.has_match, body = excluded.body
    WHERE excluded.seq >= summary.seq RETURNING TRUE
"""
_ADD_SEATED = "INSERT INTO seated (person_id, table_id, seat, is_over, at) VALUES ($1, $2, $3, $4, $5)"
_SUMMARY = "SELECT table_id, seq, at, is_over, has_match, body FROM summary WHERE table_id = $1"
_TABLES_OF = """
    SELECT seat, table_id, summary.seq, summary.at, summary.is_over, has_match, summary.body,
        summary.seq = (SELECT max(seq) FROM event WHERE event.table_id = summary.table_id)
    FROM seated JOIN summary USING (table_id)
    WHERE person_id = $1 AND seated.is_over = $2 ORDER BY seated.at DESC, table_id LIMIT $3
"""
_SEATED_AT = "SELECT person_id, seat FROM seated WHERE table_id = $1"


async def keep_summary(summary: TableSummary, db: Connection) -> None:
    facts = (summary.table_id, summary.seq, summary.at, summary.is_over, summary.has_match, summary.body)
    try:
        if not await db.fetchval(_KEEP_SUMMARY, *facts):
            return
    except asyncpg.ForeignKeyViolationError as broken:
        raise NoSuchTable(summary.table_id) from broken
    await db.execute("DELETE FROM seated WHERE table_id = $1", summary.table_id)
    try:
        await db.executemany(
            _ADD_SEATED,
            [(person, summary.table_id, seat, summary.is_over, summary.at) for person, seat in summary.seats.items()],
        )
    except asyncpg.ForeignKeyViolationError as broken:
        raise NoSuchPerson(", ".join(summary.seats)) from broken


async def find_summary(table_id: str, db: Connection) -> TableSummary | None:
    row = await db.fetchrow(_SUMMARY, table_id)
    return None if row is None else await _table_summary(tuple(row), db)


async def _table_summary(row: tuple[object, ...], db: Connection) -> TableSummary:
    table_id, seq, at, is_over, has_match, body = row
    seats: dict[str, Seat] = {row["person_id"]: row["seat"] for row in await db.fetch(_SEATED_AT, table_id)}
    return TableSummary(table_id, seq, at, is_over, has_match, seats, body)  # type: ignore[arg-type]


async def find_tables_of(person_id: str, are_over: bool, limit: int, db: Connection) -> list[SeatAtTable]:
    found = []
    for seat, *summary, is_current in await db.fetch(_TABLES_OF, person_id, are_over, limit):
        found.append(SeatAtTable(seat, await _table_summary(tuple(summary), db), bool(is_current)))
    return found


# Snapshots

_KEEP_SNAPSHOT = """
    INSERT INTO snapshot (table_id, seq, body) VALUES ($1, $2, $3)
    ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, body = excluded.body WHERE excluded.seq >= snapshot.seq
"""


async def keep_snapshot(snapshot: Snapshot, db: Connection) -> None:
    missing = NoSuchTable(snapshot.table_id)
    values = (snapshot.table_id, snapshot.seq, snapshot.body)
    await insert(db, _KEEP_SNAPSHOT, *values, taken=missing, missing=missing)


async def find_snapshot(table_id: str, db: Connection) -> Snapshot | None:
    row = await db.fetchrow("SELECT table_id, seq, body FROM snapshot WHERE table_id = $1", table_id)
    return None if row is None else Snapshot(*row)


# The archive

_FINISHED = "SELECT id, table_id, match_id, round, finished, rules, text FROM finished WHERE id = $1"
_ARCHIVE = """
    INSERT INTO finished (id, table_id, match_id, round, finished, rules, text) VALUES ($1, $2, $3, $4, $5, $6, $7)
"""
_ADD_PLAYER = "INSERT INTO player (finished_id, seat, person_id, name, finished) VALUES ($1, $2, $3, $4, $5)"
_PLAYERS = "SELECT person_id, seat, name FROM player WHERE finished_id = $1 ORDER BY seat"
# Who had two seats in a round finds it once.
_HISTORY = """
    SELECT finished_id FROM player WHERE person_id = $1 AND (finished, finished_id) < ($2, $3)
    GROUP BY finished, finished_id ORDER BY finished DESC, finished_id DESC LIMIT $4
"""
_END_OF_TIME = (2**63 - 1, "")


async def archive_round(finished: Finished, db: Connection) -> None:
    which = (finished.id, finished.table_id, finished.match_id, finished.round)
    await insert(
        db,
        _ARCHIVE,
        *(*which, finished.finished, finished.rules, finished.text),
        taken=Taken(f"round {finished.round} of table {finished.table_id} is in the archive, or its id {finished.id}"),
        missing=NoSuchTable(finished.table_id),
    )
    for player in finished.players:
        await insert(
            db,
            _ADD_PLAYER,
            *(finished.id, player.seat, player.person_id, player.name, finished.finished),
            taken=Taken(f"two players had seat {player.seat} in round {finished.id}"),
            missing=NoSuchPerson(player.person_id),
        )


async def find_round(finished_id: str, db: Connection) -> Finished | None:
    row = await db.fetchrow(_FINISHED, finished_id)
    if row is None:
        return None
    players = tuple([Player(*player) for player in await db.fetch(_PLAYERS, finished_id)])
    return Finished(**row, players=players)


async def find_rounds(finished_ids: list[str], db: Connection) -> list[Finished]:
    found = [await find_round(finished_id, db) for finished_id in finished_ids]
    return [finished for finished in found if finished is not None]


async def find_rounds_of(person_id: str, limit: int, before: str | None, db: Connection) -> list[Finished]:
    page_end = await db.fetchrow("SELECT finished, id FROM finished WHERE id = $1", before)
    if before is not None and page_end is None:
        return []
    rows = await db.fetch(_HISTORY, person_id, *(page_end or _END_OF_TIME), limit)
    return await find_rounds([row["finished_id"] for row in rows], db)


# People and sessions

_SESSION = """
    SELECT person.id, name, person.created, used FROM person JOIN session ON person.id = person_id WHERE token_hash = $1
"""
_USE_SESSION = "UPDATE session SET used = greatest(used, $2) WHERE token_hash = $1 RETURNING TRUE"
_ADD_SESSION = "INSERT INTO session (token_hash, person_id, created, used) VALUES ($1, $2, $3, $3)"


async def add_person(person: Person, db: Connection) -> None:
    taken, missing = Taken(f"there is a person {person.id} already"), NoSuchPerson(person.id)
    query = "INSERT INTO person (id, name, created) VALUES ($1, $2, $3)"
    await insert(db, query, person.id, person.name, person.created, taken=taken, missing=missing)


async def rename_person(person_id: str, name: str, db: Connection) -> None:
    if not await db.fetchval("UPDATE person SET name = $2 WHERE id = $1 RETURNING TRUE", person_id, name):
        raise NoSuchPerson(person_id)


async def find_session(token_hash: bytes, db: Connection) -> StoredSession | None:
    row = await db.fetchrow(_SESSION, token_hash)
    return None if row is None else StoredSession(Person(row["id"], row["name"], row["created"]), row["used"])


async def use_session(token_hash: bytes, now: Timestamp, db: Connection) -> bool:
    return bool(await db.fetchval(_USE_SESSION, token_hash, now))


async def add_session(token_hash: bytes, person_id: str, created: Timestamp, db: Connection) -> None:
    taken, missing = Taken("this session has begun already"), NoSuchPerson(person_id)
    await insert(db, _ADD_SESSION, token_hash, person_id, created, taken=taken, missing=missing)


async def end_session(token_hash: bytes, db: Connection) -> None:
    await db.execute("DELETE FROM session WHERE token_hash = $1", token_hash)


# Liveness

_BEAT = """
    INSERT INTO worker (id, beat, seen) VALUES ($1, $2, clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET beat = excluded.beat, seen = excluded.seen
"""


async def record_beat(owner: str, now: Timestamp, db: Connection) -> None:
    await db.execute(_BEAT, owner, now)


async def find_last_beat(db: Connection) -> Timestamp | None:
    beat: int | None = await db.fetchval("SELECT max(beat) FROM worker")
    return beat
