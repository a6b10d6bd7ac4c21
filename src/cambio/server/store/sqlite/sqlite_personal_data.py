"""The SQL about single people: a function for each request, which runs within a transaction of its caller."""

from __future__ import annotations

from sqlite3 import Connection

from ..personal_data import SessionDates

_SESSIONS = "SELECT token_hash, created, used FROM session WHERE person_id = ? ORDER BY created, token_hash"
# Whoever did anything there by a command is found by one index; who sat down and went again, by the first entries.
_TABLES_NAMING = """
    SELECT id, host = :person_id OR EXISTS (
        SELECT 1 FROM event WHERE table_id = "table".id AND actor = :person_id AND cmd_id IS NOT NULL
    ) OR EXISTS (
        SELECT 1 FROM event WHERE table_id = "table".id AND seq <= 100 AND instr(body, CAST(:person_id AS BLOB))
    ) OR EXISTS (SELECT 1 FROM seated WHERE table_id = "table".id AND person_id = :person_id)
    FROM "table" WHERE id > :after ORDER BY id LIMIT :limit
"""
_FORGET = (
    "DELETE FROM session WHERE person_id = :person_id",
    "DELETE FROM reaction WHERE person_id = :person_id",
    "DELETE FROM figures WHERE person_id = :person_id",
    "DELETE FROM share WHERE person_id = :person_id",
    "DELETE FROM daily_try WHERE person_id = :person_id",
    "UPDATE player SET name = :name WHERE person_id = :person_id AND name <> :name",
    "UPDATE match_player SET name = :name WHERE person_id = :person_id AND name <> :name",
    "UPDATE person SET name = :name WHERE id = :person_id",
)


def find_sessions(person_id: str, db: Connection) -> list[SessionDates]:
    return [SessionDates(*row) for row in db.execute(_SESSIONS, (person_id,))]


def find_tables_naming(person_id: str, after: str, limit: int, db: Connection) -> tuple[list[str], str | None]:
    rows = db.execute(_TABLES_NAMING, {"person_id": person_id, "after": after, "limit": limit}).fetchall()
    return [table_id for table_id, is_named in rows if is_named], rows[-1][0] if rows else None


def forget_in_rounds(person_id: str, name: str, texts: dict[str, str], db: Connection) -> None:
    # With the plus sign no index of the person is walked through for every round.
    db.executemany(
        "UPDATE player SET name = ? WHERE finished_id = ? AND +person_id = ?",
        [(name, finished_id, person_id) for finished_id in texts],
    )
    db.executemany(
        "UPDATE finished SET text = ? WHERE id = ?", [(text, finished_id) for finished_id, text in texts.items()]
    )


def forget_in_table(table_id: str, bodies: dict[int, bytes], summary: tuple[int, bytes] | None, db: Connection) -> None:
    changed = [(body, table_id, seq) for seq, body in bodies.items()]
    db.executemany("UPDATE event SET body = ? WHERE table_id = ? AND seq = ?", changed)
    if summary is not None:
        seq, body = summary
        db.execute("UPDATE summary SET body = ? WHERE table_id = ? AND seq = ?", (body, table_id, seq))
    db.execute("DELETE FROM snapshot WHERE table_id = ?", (table_id,))


def forget_person(person_id: str, name: str, db: Connection) -> None:
    for statement in _FORGET:
        db.execute(statement, {"person_id": person_id, "name": name})
