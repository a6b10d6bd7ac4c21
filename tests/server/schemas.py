"""Databases as they once were, and catalogs to compare: everything that a database says about its schema."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import subprocess
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg

from cluster.local_postgres import find_programs

from .postgres_databases import create_database, shared_postgres

RECORDED = Path(__file__).with_name("recorded_schemas")


def make_old_file(path: Path) -> None:
    """A SQLite file from before there were revisions, with rows in every table."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript((RECORDED / "before_revisions.sqlite.sql").read_text(encoding="utf-8"))


def make_old_database() -> str:
    """A database of PostgreSQL from before there were revisions, with rows in every table."""
    url = empty_database()
    run_statements(url, (RECORDED / "before_revisions.postgres.sql").read_text(encoding="utf-8"))
    return url


def empty_database() -> str:
    return asyncio.run(create_database(shared_postgres()))


def run_statements(url: str, statements: str) -> None:
    async def run() -> None:
        db = await asyncpg.connect(url)
        try:
            await db.execute(statements)
        finally:
            await db.close()

    asyncio.run(run())


def query(url: str, statement: str) -> list[tuple[Any, ...]]:
    """The rows of either database."""
    if url.startswith("sqlite:///"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as db:
            return db.execute(statement).fetchall()

    async def run() -> list[tuple[Any, ...]]:
        db = await asyncpg.connect(url)
        try:
            return [tuple(row) for row in await db.fetch(statement)]
        finally:
            await db.close()

    return asyncio.run(run())


def tables_of(url: str) -> list[str]:
    found = (
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        if url.startswith("sqlite:")
        else "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'"
    )
    return sorted(name for (name,) in query(url, found) if name != "alembic_version")


def rows_of(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables."""
    return {name: sorted(query(url, f'SELECT * FROM "{name}"'), key=repr) for name in tables_of(url)}  # noqa: S608


def check_kept(before: Mapping[str, list[tuple[Any, ...]]], url: str) -> None:
    """All rows that were there still are; a revision may have added columns behind theirs, and tables."""
    after = rows_of(url)
    for name, rows in before.items():
        assert [row[: len(old)] for row, old in zip(after[name], rows, strict=True)] == rows


def sqlite_catalog(path: Path) -> dict[str, Any]:
    """Tables with their columns, indexes and references, in words that don't depend on how a statement was written."""
    with closing(sqlite3.connect(path)) as db:
        tables = [row for row in db.execute("PRAGMA table_list").fetchall() if not row[1].startswith("sqlite_")]
        catalog = {row[1]: (row, _describe_table(row[1], db)) for row in tables}
        return catalog | {"version": db.execute("PRAGMA user_version").fetchone()}


def _describe_table(name: str, db: sqlite3.Connection) -> list[Any]:
    indexes = sorted(db.execute(f'PRAGMA index_list("{name}")').fetchall(), key=lambda row: row[1])
    written = dict(db.execute("SELECT name, sql FROM sqlite_schema WHERE tbl_name = ? AND sql IS NOT NULL", (name,)))
    return [
        db.execute(f'PRAGMA table_xinfo("{name}")').fetchall(),
        sorted(row[2:] for row in db.execute(f'PRAGMA foreign_key_list("{name}")')),
        # Without the place in the list, which is that of making them.
        [(row[1:], db.execute(f'PRAGMA index_xinfo("{row[1]}")').fetchall()) for row in indexes],
        # What no pragma tells.
        [" ".join(written[row[1]].split()) for row in indexes if row[1] in written],
        re.findall(r"CHECK \(.*?\)|AUTOINCREMENT", written[name]),
    ]


def postgres_catalog(url: str) -> str:
    """What PostgreSQL itself would need to make the schema again."""
    dumped = subprocess.run(
        [find_programs() / "pg_dump", "--schema-only", "--no-owner", "--no-privileges", url],
        check=True,
        capture_output=True,
        text=True,
    )
    return "\n".join(line for line in dumped.stdout.splitlines() if line and not line.startswith(("--", "\\")))
