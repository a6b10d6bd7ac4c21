"""Bringing a database up to date, and saying whether it is; each kind in its own way."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from ..store.errors import StoreFailed
from ..store.migrations.revisions import FoundSchema, Standing
from ..store.sqlite.sqlite_files import EXPECTED_FILE
from ..store.sqlite.sqlite_revision import find_schema
from ..store.urls import POSTGRES, make_store, sqlite_path
from ..store.workers import Worker

#: Seconds for a database to answer.
ANSWER_TIME = 10.0


async def find(url: str) -> FoundSchema:
    """The schema of the database at an address; nothing is changed, and no file is made."""
    if url.startswith(POSTGRES):
        return await _find_in_postgres(url)
    return find_in_file(sqlite_path(url))


async def bring_up_to_date(url: str) -> FoundSchema:
    """Give the database the schema of this program, as a server does that starts; what was found there before."""
    if url.startswith(POSTGRES):
        return await _upgrade_postgres(url)
    found = find_in_file(sqlite_path(url))
    found.check_not_newer()
    store = make_store(url)
    # Under the lock of servers: one of an earlier version may run.
    await store.open(Worker("migrate"))
    await store.close()
    return found


def find_in_file(path: Path) -> FoundSchema:
    if not path.exists():
        return FoundSchema(Standing.EMPTY, "no file")
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
            return find_schema(db)
    except sqlite3.Error as error:
        raise StoreFailed(EXPECTED_FILE.format(file=path, why=f"SQLite says: {error}")) from error


async def _find_in_postgres(url: str) -> FoundSchema:
    # Says what is missing, if asyncpg is.
    make_store(url)
    import asyncpg

    from ..store.postgres.postgres_errors import translating
    from ..store.postgres.postgres_revision import find_schema

    with translating():
        db = await asyncpg.connect(url, timeout=ANSWER_TIME)
        try:
            return await find_schema(db)
        finally:
            await db.close()


async def _upgrade_postgres(url: str) -> FoundSchema:
    # Says what is missing, if asyncpg is.
    make_store(url)
    import asyncpg

    from ..store.postgres.postgres_errors import translating
    from ..store.postgres.postgres_revision import LOCK_SCHEMA, create_schema_if_empty

    with translating():
        db = await asyncpg.connect(url, timeout=ANSWER_TIME)
        try:
            async with db.transaction():
                found = await create_schema_if_empty(db)
        finally:
            await db.close()
        found.check_not_newer()
        if found.standing is Standing.OLDER:
            from ..store.migrations.alembic_upgrade import upgrade_postgres

            await upgrade_postgres(url, LOCK_SCHEMA)
    return found
