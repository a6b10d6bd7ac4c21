"""Moving everything from a SQLite file to an empty database of PostgreSQL: all of it, checked, or nothing.

The file is only read, under the lock that servers take, and stays as it is. All that is written to PostgreSQL is one
transaction: unless what can be read there afterwards is what the file has, it is as if nothing had happened.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from sqlite3 import Connection
from typing import Any, TypeAlias

import asyncpg

from ..store.errors import StoreError, StoreInUse
from ..store.migrations.revisions import HEAD, Standing
from ..store.postgres.postgres_errors import translating
from ..store.postgres.postgres_revision import LOCK_SCHEMA, create_schema_if_empty
from ..store.postgres.postgres_revision import find_schema as find_target_schema
from ..store.sqlite.sqlite_files import ServerLock
from ..store.sqlite.sqlite_revision import find_schema
from .digests import RowDigest
from .moved_tables import MovedTable, plan_move
from .reports import Compared, Contents, MoveFailed

#: Rows that are read and written at a time.
BATCH = 2000
#: Seconds for PostgreSQL to answer at all.
ANSWER_TIME = 10.0
#: Told as it goes on: what is done, the table, and how many of its rows.
Tell: TypeAlias = Callable[[str, str, int], None]


async def move_to_postgres(source: Path, url: str, tell: Tell) -> list[Compared]:
    """Fill an empty database with all that a file has, and compare both."""
    with _reading(source) as file, translating():
        target = await asyncpg.connect(url, timeout=ANSWER_TIME)
        try:
            async with target.transaction():
                tables = await _prepare(file, target)
                for table in tables:
                    await _copy(table, file, target, tell)
                compared = await _compare(tables, file, target, tell)
                check_same(compared)
            # So that the first queries are planned by what is there.
            await target.execute("ANALYZE")
        finally:
            await target.close()
    return compared


async def compare_with_postgres(source: Path, url: str, tell: Tell) -> list[Compared]:
    """What both have; nothing is changed."""
    with _reading(source) as file, translating():
        target = await asyncpg.connect(url, timeout=ANSWER_TIME)
        try:
            async with target.transaction(isolation="repeatable_read", readonly=True):
                found = await find_target_schema(target)
                found.check_current()
                if found.standing is Standing.EMPTY:
                    raise MoveFailed("expected a database of PostgreSQL that everything was moved to, but it is empty")
                return await _compare(await plan_move(file, target), file, target, tell)
        finally:
            await target.close()


def check_same(compared: list[Compared]) -> None:
    different = [each for each in compared if not each.is_same]
    if different:
        told = "; ".join(f"{each.table} has {_describe(each.target, each.source)}" for each in different)
        raise MoveFailed(f"expected the same rows in both databases, but in PostgreSQL {told}")


def _describe(found: Contents, expected: Contents) -> str:
    if found.rows != expected.rows:
        return f"{found.rows} rows instead of {expected.rows}"
    return f"others among its {found.rows} rows"


# The source


@contextmanager
def _reading(path: Path) -> Iterator[Connection]:
    """One state of a file that no server uses."""
    if not path.is_file():
        raise MoveFailed(f"expected a database at {path}, but there is none")
    lock = ServerLock(path)
    try:
        lock.acquire()
    except StoreInUse:
        raise MoveFailed(
            f"expected that no server uses {path}, but one does: stop it first, so that nothing more is played there"
        ) from None
    except StoreError as error:
        raise MoveFailed(str(error)) from error
    try:
        # Whoever may not write at all can't clear away the write-ahead log after the last reader.
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True, isolation_level=None)) as db:
            db.execute("PRAGMA query_only = ON")
            db.execute("BEGIN")
            _check_source(path, db)
            yield db
    except sqlite3.Error as error:
        raise MoveFailed(f"expected to read {path}, but SQLite says: {error}") from error
    finally:
        lock.release()


def _check_source(path: Path, db: Connection) -> None:
    found = find_schema(db)
    found.check_not_newer()
    if found.standing is not Standing.CURRENT:
        raise MoveFailed(
            f"expected {path} to be of revision {HEAD}, but found {found.told}: "
            f"bring it up to date first, by cambio migrate --database sqlite:///{path}"
        )


# The target


async def _prepare(file: Connection, target: asyncpg.Connection) -> list[MovedTable]:
    """A schema without rows, which nobody else writes to before this is over."""
    await target.execute(LOCK_SCHEMA)
    found = await create_schema_if_empty(target)
    if found.standing is not Standing.EMPTY:
        found.check_current()
    tables = await plan_move(file, target)
    names = ", ".join(f'"{table.name}"' for table in tables)
    await target.execute(f"LOCK TABLE {names} IN EXCLUSIVE MODE")
    there = [f"{count} {table.name}" for table in tables if (count := await _count(table, target))]
    if there:
        raise MoveFailed(
            f"expected an empty database of PostgreSQL, but this one has {', '.join(there)}: "
            "make a new one by createdb, and name it by DATABASE_URL"
        )
    return tables


async def _count(table: MovedTable, target: asyncpg.Connection) -> int:
    count: int = await target.fetchval(f'SELECT count(*) FROM "{table.name}"')  # noqa: S608
    return count


async def _copy(table: MovedTable, file: Connection, target: asyncpg.Connection, tell: Tell) -> None:
    names = [column.name for column in table.columns]
    last = [0] * len(names)
    done = 0
    for rows in _batches(file, table.read_source):
        with _refusing_rows(table):
            await target.copy_records_to_table(table.name, records=map(table.to_postgres, rows), columns=names)
        done += len(rows)
        for place, column in enumerate(table.columns):
            if column.is_numbered:
                last[place] = max(last[place], *(row[place] for row in rows))
        tell("moving", table.name, done)
    for place, column in enumerate(table.columns):
        if column.is_numbered:
            await _go_on_after(max(last[place], _last_number(table.name, file)), table.name, column.name, target)


@contextmanager
def _refusing_rows(table: MovedTable) -> Iterator[None]:
    """What PostgreSQL says about a row may have its values in it, which are nobody's business."""
    try:
        yield
    except (asyncpg.DataError, asyncpg.IntegrityConstraintViolationError, ValueError, TypeError) as error:
        why = error.as_dict()["message"] if isinstance(error, asyncpg.PostgresError) else type(error).__name__
        raise MoveFailed(f"expected PostgreSQL to take every row of {table.name}, but it says: {why}") from None


def _last_number(table: str, file: Connection) -> int:
    """The highest number that the file has ever given to a row, if it notes that."""
    is_noted = file.execute("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'").fetchone()
    noted = file.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)).fetchone() if is_noted else None
    return int(noted[0]) if noted is not None else 0


async def _go_on_after(number: int, table: str, column: str, target: asyncpg.Connection) -> None:
    if number:
        await target.execute("SELECT setval(pg_get_serial_sequence($1, $2), $3)", f'"{table}"', column, number)


# Both


async def _compare(
    tables: list[MovedTable], file: Connection, target: asyncpg.Connection, tell: Tell
) -> list[Compared]:
    """All rows are read once more on both sides."""
    compared = []
    for table in tables:
        here, there = RowDigest(), RowDigest()
        for rows in _batches(file, table.read_source):
            here.add(rows)
        cursor = await target.cursor(table.read_target)
        while records := await cursor.fetch(BATCH):
            there.add(map(table.from_postgres, records))
        compared.append(Compared(table.name, here.contents(), there.contents()))
        tell("checking", table.name, there.contents().rows)
    return compared


def _batches(file: Connection, query: str) -> Iterator[list[tuple[Any, ...]]]:
    cursor = file.execute(query)
    while rows := cursor.fetchmany(BATCH):
        yield rows
