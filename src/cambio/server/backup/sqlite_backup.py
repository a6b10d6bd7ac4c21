"""A copy of a SQLite file while a server writes to it, and the way back.

The online backup of SQLite copies one state of the file, write-ahead log and all, and holds up no move. What `cp`
copies while a server runs may be half of one state and half of another.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from sqlite3 import Connection

from ..store.errors import StoreError
from ..store.migrations.revisions import HEAD, FoundSchema, Standing
from ..store.sqlite.sqlite_files import ServerLock
from ..store.sqlite.sqlite_revision import find_schema
from .reports import BackupFailed, Report

#: Only whoever made the copy may read it: there are hidden cards and names in it.
PRIVATE = 0o600


def back_up_sqlite(database: Path, target: Path) -> Report:
    """Copy the database to a new file, and check the copy."""
    if target.exists():
        raise BackupFailed(f"expected a new file, but {target} is there already: name another one, or remove it")
    with _making(target) as unfinished, closing(_open_to_read(database)) as source:
        found = _check_schema(source, database)
        # One transaction, so that what is counted is what is copied.
        source.execute("BEGIN")
        rows = count_rows(source)
        with closing(sqlite3.connect(unfinished)) as copy:
            source.backup(copy)
            # One file, whichever way it is moved: a server makes a write-ahead log again.
            copy.execute("PRAGMA journal_mode = DELETE")
        check_copy(unfinished, rows)
    return Report(target, target.stat().st_size, f"{found.told}, every page and every reference", rows)


def restore_sqlite(copy: Path, database: Path) -> Report:
    """Put a copy in the place of a database that no server uses; what was there is kept beside it."""
    lock = ServerLock(database)
    try:
        lock.acquire()
    except StoreError as error:
        raise BackupFailed(str(error)) from error
    try:
        with _making(database) as unfinished, closing(_open_to_read(copy)) as source:
            found = _check_schema(source, copy)
            rows = count_rows(source)
            with closing(sqlite3.connect(unfinished)) as target:
                source.backup(target)
            check_copy(unfinished, rows)
            _give_to_owner_of(database if database.exists() else database.parent, unfinished)
            moved = _move_aside(database)
    finally:
        lock.release()
    checked = f"{found.told}, every page and every reference"
    return Report(database, database.stat().st_size, checked, rows, moved)


def _give_to_owner_of(other: Path, file: Path) -> None:
    """What root restores is for whoever runs the server."""
    if os.name == "posix" and os.geteuid() == 0:
        owner = other.stat()
        os.chown(file, owner.st_uid, owner.st_gid)


def _move_aside(database: Path) -> Path | None:
    """With its write-ahead log, which belongs to no other file."""
    if not database.exists():
        return None
    moved = database.with_name(f"{database.name}.before-{time.strftime('%Y%m%d-%H%M%S')}")
    for ending in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            database.with_name(database.name + ending).rename(moved.with_name(moved.name + ending))
    return moved


@contextmanager
def _making(target: Path) -> Iterator[Path]:
    """A file that takes its name only when it is whole and on the disk."""
    unfinished = target.with_name(f".{target.name}.unfinished")
    try:
        try:
            os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
        except FileExistsError:
            raise BackupFailed(f"another backup is writing {unfinished}; if none is, remove that file") from None
        try:
            yield unfinished
            with unfinished.open("rb") as written:
                os.fsync(written.fileno())
            unfinished.rename(target)
        finally:
            unfinished.unlink(missing_ok=True)
    except (sqlite3.Error, OSError) as error:
        raise BackupFailed(f"expected to write {target}, but: {error}") from error


def _open_to_read(path: Path) -> Connection:
    """Never makes a file."""
    if not path.is_file():
        raise BackupFailed(f"expected a database at {path}, but there is none")
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)


def _check_schema(db: Connection, path: Path) -> FoundSchema:
    try:
        found = find_schema(db)
    except sqlite3.DatabaseError as error:
        raise BackupFailed(f"expected a database of Cambio at {path}, but: {error}") from error
    if found.standing in (Standing.EMPTY, Standing.NEWER):
        raise BackupFailed(
            f"expected a database of Cambio of revision {HEAD} or older at {path}, but found {found.told}"
        )
    return found


def count_rows(db: Connection) -> dict[str, int]:
    """The rows of every table of the schema."""
    names = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    quoted = [name for (name,) in names.fetchall()]
    return {name: db.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in quoted}  # noqa: S608


def check_copy(path: Path, rows: dict[str, int]) -> None:
    """Read all of a copy, from the file as it is: BackupFailed says what is wrong with it."""
    with closing(_open_to_read(path)) as copy:
        (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise BackupFailed(f"the copy is damaged ({found.splitlines()[-1]}), and so may be the database: keep both")
        if copy.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise BackupFailed("the copy has rows that refer to nothing, and so may have the database: keep both")
        counted = count_rows(copy)
    if counted != rows:
        raise BackupFailed(f"expected the rows of the database, {rows}, but the copy has {counted}")
