"""The size of a SQLite file: unused pages are given back in small steps, so that it shrinks after a purge.

SQLite can do so only in a file that was made for it (auto_vacuum). A file from before is rewritten once: at once if it
is small; a larger one when the operator says so, since nobody can play meanwhile.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from sqlite3 import Connection

from ...logs import log

#: Bytes up to which an old file is rewritten when it is opened, which takes less than a second.
SMALL_FILE = 32 * 1024 * 1024
#: Bytes that the write-ahead log keeps when it begins anew; a burst may have made it longer.
LOG_SIZE = 32 * 1024 * 1024
#: How SQLite numbers what we want: unused pages are given back when we ask for it.
INCREMENTAL = 2


def allow_shrinking(db: Connection) -> None:
    """To be called before anything is written: a new file is made so that it can shrink."""
    if db.execute("PRAGMA page_count").fetchone() == (0,):
        db.execute("PRAGMA auto_vacuum = INCREMENTAL")
    db.execute(f"PRAGMA journal_size_limit = {LOG_SIZE}")


def convert(db: Connection, *, is_wanted: bool) -> None:
    """Rewrite an old file, so that it can shrink from now on."""
    (mode,) = db.execute("PRAGMA auto_vacuum").fetchone()
    if mode == INCREMENTAL:
        return
    (pages,), (size,) = db.execute("PRAGMA page_count").fetchone(), db.execute("PRAGMA page_size").fetchone()
    if pages * size > SMALL_FILE and not is_wanted:
        log("file can't shrink", megabytes=pages * size // 1024**2, advice="start once with --compact")
        return
    try:
        db.execute("PRAGMA auto_vacuum = INCREMENTAL")
        db.execute("VACUUM")
    except sqlite3.OperationalError as error:
        # Without room for a second copy it stays as it was, and unused pages are used again.
        log("file not compacted", reason=str(error))


def reclaim_pages(pages: int, db: Connection) -> int:
    """Give pages back; how many unused ones are left. A file that can't shrink keeps them for what is written next."""
    (mode,) = db.execute("PRAGMA auto_vacuum").fetchone()
    if mode != INCREMENTAL:
        return 0
    (unused,) = db.execute("PRAGMA freelist_count").fetchone()
    # Python's module takes the first step of a statement without columns alone, and that is one page.
    for _ in range(min(pages, unused)):
        db.execute("PRAGMA incremental_vacuum(1)")
    (left,) = db.execute("PRAGMA freelist_count").fetchone()
    return int(left)


def checkpoint(path: Path, busy_timeout: float) -> None:
    """Copy the write-ahead log into the file, which then has its new size. Writers and readers go on meanwhile."""
    # A file that was taken away must not be made anew here; whoever writes to it next will find out.
    address = f"{path.as_uri()}?mode=rw"
    with (
        suppress(sqlite3.OperationalError),
        closing(sqlite3.connect(address, timeout=busy_timeout, isolation_level=None, uri=True)) as db,
    ):
        db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
