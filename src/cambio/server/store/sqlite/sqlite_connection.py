"""Connections to a SQLite file: durable, and ready to write or to read."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from sqlite3 import Connection

from ..errors import StoreFailed
from . import sqlite_space as space
from .sqlite_files import EXPECTED_FILE
from .sqlite_schema import bring_up_to_date

#: The page cache of the writing thread.
CACHE_KIB = 8 * 1024
#: Pages in the write-ahead log before they are copied into the file.
CHECKPOINT_PAGES = 4000


def connect_to(path: Path, busy_timeout: float, prepare: Callable[[Connection], None]) -> Connection:
    try:
        db = sqlite3.connect(path, timeout=busy_timeout, isolation_level=None)
        try:
            _make_durable(db)
            prepare(db)
        except BaseException:
            db.close()
            raise
    except sqlite3.Error as error:
        raise StoreFailed(EXPECTED_FILE.format(file=path, why=_explain(error))) from error
    return db


def _explain(error: sqlite3.Error) -> str:
    # SQLite tells these by what it was doing.
    if "locked" in str(error):
        return "another program keeps it locked"
    return f"SQLite says: {error}"


def _make_durable(db: Connection) -> None:
    space.allow_shrinking(db)
    (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise sqlite3.OperationalError(f"this file system allows no write-ahead log, only {mode!r}")
    db.execute("PRAGMA synchronous = FULL")
    # On a Mac, a plain flush may leave the data in the drive's own cache.
    db.execute("PRAGMA fullfsync = ON")
    db.execute("PRAGMA foreign_keys = ON")


def prepare_to_write(is_compacting: bool, db: Connection) -> None:
    # The pages that busy tables write to stay in the cache, and savepoints need no file.
    db.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
    db.execute("PRAGMA temp_store = MEMORY")
    # Busy tables write to the same pages again and again: with rarer checkpoints, each page is copied less often.
    db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    bring_up_to_date(db)
    space.convert(db, is_wanted=is_compacting)


def prepare_to_read(db: Connection) -> None:
    db.execute("PRAGMA query_only = ON")
