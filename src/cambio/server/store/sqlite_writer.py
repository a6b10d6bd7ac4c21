"""A clerk: a thread that keeps a SQLite file for an event loop, with a connection of its own.

Whatever is waiting when the clerk is free is done as one transaction, and only when that is committed are those told
who asked: so a busy evening costs hardly more flushes than a quiet one.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from queue import Empty, SimpleQueue
from sqlite3 import Connection
from threading import Thread
from typing import Generic, TypeVar

from .contract import StoreFailed

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

#: So many requests share one commit at most, so that the first of them doesn't wait for long.
BATCH = 512
#: So many requests wait for a clerk at most; who comes after that waits to be let in.
ROOM = 4096
CLOSED = "the store is closed: open it first"
#: A request that breaks a constraint or can't be expressed spoils nothing but itself. Any other error is the disk's.
_ITS_OWN_FAULT = (sqlite3.IntegrityError, sqlite3.DataError, sqlite3.ProgrammingError)


class _Request(Generic[T_co]):
    """Something asked of a clerk, who notes how it ended; it is told in the event loop."""

    __slots__ = ("_answer", "_asker", "_work", "error")

    def __init__(self, work: Callable[[Connection], T_co], asker: asyncio.Future[T_co]) -> None:
        self._work = work
        self._asker = asker
        self._answer: T_co
        self.error: Exception | None = None

    def run(self, db: Connection) -> None:
        self._answer = self._work(db)

    def tell(self) -> None:
        if self._asker.done():
            return  # Whoever asked has been cancelled.
        if self.error is not None:
            self._asker.set_exception(self.error)
        else:
            self._asker.set_result(self._answer)


class SqliteWriter:
    """A thread that owns a connection and serves its queue in order: all that is waiting in one transaction."""

    def __init__(self, name: str, begin: str, connect: Callable[[], Connection]) -> None:
        self._begin = begin
        self._connect = connect
        self._loop = asyncio.get_running_loop()
        self._room = asyncio.Semaphore(ROOM)
        self._queue: SimpleQueue[_Request[object] | None] = SimpleQueue()
        self._leaving: asyncio.Task[None] | None = None
        self._gone = asyncio.Event()
        self.ready: asyncio.Future[None] = self._loop.create_future()
        # A program that ends without closing its store isn't held up: what was acknowledged is on disk.
        self._thread = Thread(target=self._serve, name=name, daemon=True)
        self._thread.start()

    async def ask(self, work: Callable[[Connection], T]) -> T:
        if self._leaving is not None:
            raise StoreFailed(CLOSED)
        await self._room.acquire()
        asker: asyncio.Future[T] = self._loop.create_future()
        request: _Request[T] = _Request(work, asker)
        self._queue.put(request)
        return await asker

    async def dismiss(self) -> None:
        """Let the clerk serve those who are waiting, and nobody after them."""
        if self._leaving is None:
            self._leaving = self._loop.create_task(self._leave())
        await asyncio.shield(self._leaving)

    async def _leave(self) -> None:
        # The room lets people in as they came, so nobody is left in the queue behind this.
        await self._room.acquire()
        self._queue.put(None)
        await self._gone.wait()
        self._thread.join()

    # From here on, in the clerk's own thread.

    def _serve(self) -> None:
        try:
            db = self._connect()
        except Exception as error:
            self._tell(partial(_refuse, self.ready, error))
        else:
            self._serve_with(db)
        finally:
            self._tell(self._gone.set)

    def _serve_with(self, db: Connection) -> None:
        with closing(db):
            is_heard = self._tell(partial(_welcome, self.ready))
            while is_heard and (batch := self._next_batch()):
                self._transact(db, batch)
                is_heard = self._tell(partial(self._answer, batch))

    def _next_batch(self) -> list[_Request[object]]:
        """Everything that is waiting, up to a bound; nothing means to leave."""
        batch: list[_Request[object]] = []
        request = self._queue.get()
        with suppress(Empty):
            while request is not None:
                batch.append(request)
                if len(batch) == BATCH:
                    return batch
                request = self._queue.get_nowait()
            # Whoever leaves looks for this again after the last batch.
            self._queue.put(None)
        return batch

    def _transact(self, db: Connection, batch: list[_Request[object]]) -> None:
        """Commit a batch as one; if that fails, everything in it has failed, even what was only refused."""
        try:
            db.execute(self._begin)
            for request in batch:
                _attempt(db, request)
            db.execute("COMMIT")
        except Exception as failure:
            # SQLite may have rolled back by itself.
            with suppress(sqlite3.Error):
                db.rollback()
            for request in batch:
                request.error = StoreFailed(f"the database failed ({failure}): nothing was acknowledged")
                request.error.__cause__ = failure

    def _tell(self, news: Callable[[], object]) -> bool:
        """Whether anybody listens: an event loop may have been closed without closing its store."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(news)
            return True
        return False

    # And in the event loop again.

    def _answer(self, batch: list[_Request[object]]) -> None:
        for request in batch:
            self._room.release()
            request.tell()


def _welcome(ready: asyncio.Future[None]) -> None:
    if not ready.done():
        ready.set_result(None)


def _refuse(ready: asyncio.Future[None], error: Exception) -> None:
    if not ready.done():
        ready.set_exception(error)


def _attempt(db: Connection, request: _Request[object]) -> None:
    """Run one request of a batch so that its neighbours don't notice if it is refused."""
    db.execute("SAVEPOINT request")
    try:
        request.run(db)
    except Exception as error:
        if isinstance(error, sqlite3.Error) and not isinstance(error, _ITS_OWN_FAULT):
            raise
        request.error = error
        db.execute("ROLLBACK TO request")
    db.execute("RELEASE request")
