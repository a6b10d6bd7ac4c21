"""Looking for damage in a SQLite file: all of it is read, beside everything else that goes on.

A page that nobody needs may be damaged for months before somebody comes for it; and what a connection has in its cache
hides what lies on the disk. So this has a connection of its own each time, in a thread of its own.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from sqlite3 import Connection

from ..errors import StoreDamaged, StoreFailed
from .sqlite_thread import is_damage


class DamageCheck:
    """Checks one database, as often as it is asked to, once at a time."""

    def __init__(self, database: Path) -> None:
        # Never creates a file: there may be none any more.
        self._address = f"{database.as_uri()}?mode=ro"
        self._running: asyncio.Future[None] | None = None
        self._db: Connection | None = None
        self._is_stopping = False

    async def run(self) -> None:
        """Raises `StoreDamaged` if something can't be read, and `StoreFailed` if nothing could be found out."""
        if self._is_stopping or (self._running is not None and not self._running.done()):
            raise StoreFailed("the database is being checked already, or is closed")
        self._running = asyncio.get_running_loop().run_in_executor(None, self._run)
        # Whoever waits for it may give up: the thread can't.
        await asyncio.shield(self._running)

    async def stop(self) -> None:
        """Interrupt what is running, and let nothing begin."""
        self._is_stopping = True
        if self._db is not None:
            # It may have been closed a moment ago.
            with suppress(sqlite3.ProgrammingError):
                self._db.interrupt()
        if self._running is not None:
            await asyncio.wait([self._running])

    # In the thread.

    def _run(self) -> None:
        try:
            with closing(sqlite3.connect(self._address, uri=True)) as db:
                self._db = db
                if self._is_stopping:
                    return
                # Contents are not compared with their indexes: that would take many times as long.
                (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.Error as error:
            if is_damage(error):
                raise StoreDamaged(f"the database is damaged ({error})") from error
            raise StoreFailed(f"the database could not be checked ({error})") from error
        finally:
            self._db = None
        if found != "ok":
            # Of several lines the first says what was looked at.
            raise StoreDamaged(f"the database is damaged ({found.splitlines()[-1]})")
