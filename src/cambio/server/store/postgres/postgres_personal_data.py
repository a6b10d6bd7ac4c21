"""The SQL about single people on PostgreSQL."""

from __future__ import annotations

from collections.abc import Mapping

from asyncpg.pool import PoolConnectionProxy as Connection

from ..personal_data import SessionDates

_SESSIONS = "SELECT token_hash, created, used FROM session WHERE person_id = $1 ORDER BY created, token_hash"
# Whoever did anything there by a command is found by one index; who sat down and went again, by the first entries.
_TABLES_NAMING = """
    SELECT id, host = $1 OR EXISTS (
        SELECT 1 FROM event WHERE table_id = "table".id AND actor = $1 AND cmd_id IS NOT NULL
    ) OR EXISTS (
        SELECT 1 FROM event
        WHERE table_id = "table".id AND seq <= 100 AND position(convert_to($1, 'UTF8') IN body) > 0
    ) OR EXISTS (SELECT 1 FROM seated WHERE table_id = "table".id AND person_id = $1) AS is_named
    FROM "table" WHERE id > $2 ORDER BY id LIMIT $3
"""
_FORGET = (
    "DELETE FROM session WHERE person_id = $1",
    "DELETE FROM reaction WHERE person_id = $1",
    "DELETE FROM figures WHERE person_id = $1",
    "DELETE FROM share WHERE person_id = $1",
    "DELETE FROM daily_try WHERE person_id = $1",
)
_CALL_OTHERWISE = (
    "UPDATE player SET name = $2 WHERE person_id = $1 AND name <> $2",
    "UPDATE match_player SET name = $2 WHERE person_id = $1 AND name <> $2",
    "UPDATE person SET name = $2 WHERE id = $1",
)


async def find_sessions(person_id: str, db: Connection) -> list[SessionDates]:
    return [SessionDates(*row) for row in await db.fetch(_SESSIONS, person_id)]


async def find_tables_naming(person_id: str, after: str, limit: int, db: Connection) -> tuple[list[str], str | None]:
    rows = await db.fetch(_TABLES_NAMING, person_id, after, limit)
    return [row["id"] for row in rows if row["is_named"]], rows[-1]["id"] if rows else None


async def forget_in_rounds(person_id: str, name: str, texts: Mapping[str, str], db: Connection) -> None:
    await db.executemany(
        "UPDATE player SET name = $1 WHERE finished_id = $2 AND person_id = $3",
        [(name, finished_id, person_id) for finished_id in texts],
    )
    await db.executemany(
        "UPDATE finished SET text = $1 WHERE id = $2", [(text, finished_id) for finished_id, text in texts.items()]
    )


async def forget_in_table(
    table_id: str, bodies: Mapping[int, bytes], summary: tuple[int, bytes] | None, db: Connection
) -> None:
    changed = [(body, table_id, seq) for seq, body in bodies.items()]
    await db.executemany("UPDATE event SET body = $1 WHERE table_id = $2 AND seq = $3", changed)
    if summary is not None:
        seq, body = summary
        await db.execute("UPDATE summary SET body = $1 WHERE table_id = $2 AND seq = $3", body, table_id, seq)
    await db.execute("DELETE FROM snapshot WHERE table_id = $1", table_id)


async def forget_person(person_id: str, name: str, db: Connection) -> None:
    for statement in _FORGET:
        await db.execute(statement, person_id)
    for statement in _CALL_OTHERWISE:
        await db.execute(statement, person_id, name)
