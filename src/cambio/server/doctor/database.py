"""The database: whether it can be reached, of which version it is, and how its clock goes. Nothing is written to it."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from ..config_file import ConfigFile
from ..settings import Settings
from ..store.migrations.revisions import HEAD, FoundSchema, Standing
from ..store.sqlite.sqlite_revision import find_schema as find_sqlite_schema
from ..store.urls import NEEDS_EXTRA, POSTGRES, is_url
from .findings import Finding, ok, problem, warning
from .machine import MEGABYTE, check_space

#: Seconds that two clocks may differ, and for a database to answer.
CLOCK_DIFFERENCE, ANSWER_TIME = 2.0, 5.0
#: What to do about an older schema: a file has one server, but a database may have others that are older, too.
_AT_START = warning("schema", "", "take a backup first: the next start brings it up to date, and there is no way back")
_BY_OPERATOR = problem("schema", "", "take a backup, stop older servers, then: cambio migrate")


def check_database(settings: Settings, file: ConfigFile) -> Iterator[Finding]:
    url = settings.database
    if url.startswith(POSTGRES) and is_url(url):
        yield from _check_secret(url, file)
        yield from asyncio.run(_check_postgres(url))
    elif url.startswith("sqlite:///") and url != "sqlite:///":
        yield from _check_sqlite(Path(url.removeprefix("sqlite:///")).resolve())
    elif url == "sqlite://":
        yield warning("database", "everything is gone when the server ends", "name a file, like sqlite:///cambio.db")
    else:
        yield problem("database", "no such kind", "name one like sqlite:///path/to/file or postgresql://user@host/name")


def _check_secret(url: str, file: ConfigFile) -> Iterator[Finding]:
    if file.path is None or "database" not in file.values or urlsplit(url).password is None or os.name != "posix":
        return
    if file.path.stat().st_mode & 0o007:
        yield warning("secrets", f"everybody may read the password in {file.path}", f"chmod o-rwx {file.path}")
    else:
        yield ok("secrets", f"not everybody may read {file.path}")


# SQLite


def _check_sqlite(path: Path) -> Iterator[Finding]:
    size = path.stat().st_size if path.is_file() else 0
    if not path.parent.is_dir():
        yield problem("database", f"there is no folder {path.parent}", f"mkdir -p {path.parent}")
        return
    if not os.access(path.parent, os.W_OK):
        yield problem("database", f"{path.parent} can't be written", "let whoever runs the server write to it")
    elif not path.exists():
        yield ok("database", f"{path} is made at the first start")
    else:
        yield from _read_sqlite(path, size)
    yield check_space(path.parent, size)


def _read_sqlite(path: Path, size: int) -> Iterator[Finding]:
    if not os.access(path, os.R_OK | os.W_OK):
        yield problem("database", f"{path} can't be read and written", "let whoever runs the server do both")
        return
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=ANSWER_TIME)) as db:
            found = find_sqlite_schema(db)
            (damage,) = db.execute("PRAGMA quick_check(1)").fetchone()
            is_empty = found.standing is Standing.EMPTY
            beat = None if is_empty else db.execute("SELECT max(beat) FROM worker").fetchone()[0]
    except sqlite3.Error as error:
        yield problem("database", f"{path} can't be read: {error}", "restore a backup: cambio restore FILE")
        return
    if damage != "ok":
        yield problem("database", f"{path} is damaged", "restore a backup: cambio restore FILE")
    else:
        yield ok("database", f"{path}, {size / MEGABYTE:.1f} MB, every page can be read")
    yield _check_schema(found, _AT_START)
    yield from _check_last_beat(beat)


def _check_schema(found: FoundSchema, if_older: Finding) -> Finding:
    match found.standing:
        case Standing.NEWER:
            told = f"{found.told}, newer than this program's {HEAD}"
            return problem("schema", told, "install the version of Cambio that wrote it, or a later one")
        case Standing.OLDER:
            return replace(if_older, found=f"{found.told}, older than this program's revision {HEAD}")
        case Standing.EMPTY:
            return ok("schema", "its tables are made at the first start")
        case Standing.CURRENT:
            return ok("schema", found.told)


def _check_last_beat(beat: int | None) -> Iterator[Finding]:
    """A server that lived in the future had another clock."""
    if beat is not None and beat / 1000 > time.time() + CLOCK_DIFFERENCE:
        ahead = beat / 1000 - time.time()
        yield warning("clock", f"a server wrote {ahead:.0f} s ahead of it", "set the clock, and keep it right by NTP")


# PostgreSQL


async def _check_postgres(url: str) -> list[Finding]:
    try:
        import asyncpg

        from ..store.postgres.postgres_revision import find_schema as find_postgres_schema
    except ImportError:
        return [problem("database", "asyncpg is not installed", NEEDS_EXTRA.rpartition(": ")[2])]
    parts = urlsplit(url)
    shown = f"PostgreSQL at {parts.hostname or 'a local socket'}, {parts.path.removeprefix('/') or parts.username}"
    try:
        db = await asyncpg.connect(url, timeout=ANSWER_TIME, command_timeout=ANSWER_TIME)
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as error:
        why = str(error) or "it does not answer"
        advice = "see that it runs, lets this machine in, and that DATABASE_URL is right"
        return [problem("database", f"{shown} can't be reached: {_without(parts.password, why)}", advice)]
    try:
        before = time.time()
        now = await db.fetchval("SELECT extract(epoch FROM clock_timestamp())::float8")
        after = time.time()
        number = await db.fetchval("SELECT current_setting('server_version')")
        found = await find_postgres_schema(db)
    finally:
        await db.close()
    schema = _check_schema(found, _BY_OPERATOR)
    return [ok("database", f"{shown}, version {number}"), schema, _compare_clocks(before, now, after)]


def _compare_clocks(before: float, there: float, after: float) -> Finding:
    difference = max(before - there, there - after, 0.0)
    if difference > CLOCK_DIFFERENCE:
        found = f"{difference:.0f} s apart from this machine's"
        return warning("database's clock", found, "keep both right by NTP")
    return ok("database's clock", f"within {CLOCK_DIFFERENCE:.0f} s of this machine's")


def _without(secret: str | None, text: str) -> str:
    return text.replace(secret, "…") if secret else text
