"""A thread that runs an event loop's requests to a SQLite file, with a connection of its own.

Group commit: whatever is waiting when the thread is free runs as one transaction, and the requests are answered only
when that is committed: many requests cost hardly more flushes to disk than a few.
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
from typing import TypeVar

from ..errors import StoreDamaged, StoreFailed, StoreLost
from .sqlite_batch import Request, commit_batch

T = TypeVar("T")

#: Requests that share one commit at most, so that the first of them doesn't wait for long.
MAX_BATCH = 512
#: Requests in the queue at most; a further one waits before it is queued.
MAX_QUEUE = 4096
CLOSED = "the store is closed: open it first"


class SqliteThread:
    """A thread that owns a connection and runs its queue in order: all that is waiting in one transaction."""

    def __init__(
        self,
        name: str,
        begin: str,
        connect: Callable[[], Connection],
        confirm: Callable[[Connection], None],
        *,
        gathering: float = 0,
    ) -> None:
        self._begin = begin
        #: Where several requests have come at once, the next ones gather for so many seconds, to share a commit.
        #: Whoever comes alone waits for nobody.
        self._gathering = gathering
        self._connect = connect
        #: Called after each commit: if it raises, nothing of that is acknowledged.
        self._confirm = confirm
        self._is_lost = False
        self._loop = asyncio.get_running_loop()
        self._slots = asyncio.Semaphore(MAX_QUEUE)
        #: Requests that have a slot, and go to the thread together.
        self._waiting: list[Request] = []
        self._next_handover = 0.0
        self._queue: SimpleQueue[Request | None] = SimpleQueue()
        self._stopping: asyncio.Task[None] | None = None
        self._ended = asyncio.Event()
        self.ready: asyncio.Future[None] = self._loop.create_future()
        # A program that ends without closing its store isn't held up: what was acknowledged is on disk.
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    async def run(self, work: Callable[[Connection], T]) -> T:
        """The result of the work, once it is committed."""
        if self._stopping is not None:
            raise StoreFailed(CLOSED)
        await self._slots.acquire()
        future: asyncio.Future[T] = self._loop.create_future()
        if not self._waiting:
            self._schedule_handover()
        self._waiting.append(Request(work, future))
        return await future

    def _schedule_handover(self) -> None:
        delay = self._next_handover - self._loop.time()
        if delay > 0:
            self._loop.call_later(delay, self._hand_over)
        else:
            # One wake-up for all that the event loop is about to ask in this iteration.
            self._loop.call_soon(self._hand_over)

    def _hand_over(self) -> None:
        if len(self._waiting) > 1:
            self._next_handover = self._loop.time() + self._gathering
        for request in self._waiting:
            self._queue.put(request)
        self._waiting.clear()

    async def stop(self) -> None:
        """Run the requests that are waiting, and none after them."""
        if self._stopping is None:
            self._stopping = self._loop.create_task(self._stop())
        await asyncio.shield(self._stopping)

    async def _stop(self) -> None:
        # The semaphore is fair, so every request that waited for a slot has got it before this.
        await self._slots.acquire()
        self._hand_over()
        self._queue.put(None)
        await self._ended.wait()
        self._thread.join()

    # From here on, in the thread.

    def _run(self) -> None:
        try:
            db = self._connect()
        except Exception as error:
            self._call_in_loop(partial(_fail, self.ready, error))
        else:
            self._run_batches(db)
        finally:
            self._call_in_loop(self._ended.set)

    def _run_batches(self, db: Connection) -> None:
        with closing(db):
            is_loop_open = self._call_in_loop(partial(_succeed, self.ready))
            while is_loop_open and (batch := self._next_batch()):
                self._transact(db, batch)
                is_loop_open = self._call_in_loop(partial(self._complete, batch))

    def _next_batch(self) -> list[Request]:
        """Everything that is waiting, up to a bound; an empty batch means to stop."""
        batch: list[Request] = []
        request = self._queue.get()
        with suppress(Empty):
            while request is not None:
                batch.append(request)
                if len(batch) == MAX_BATCH:
                    return batch
                request = self._queue.get_nowait()
            # The mark that ends the queue is needed again after the last batch.
            self._queue.put(None)
        return batch

    def _transact(self, db: Connection, batch: list[Request]) -> None:
        """Commit a batch as one; if that fails, everything in it has failed, even what was only refused."""
        try:
            if self._is_lost:
                # Nothing more is written to a file that is lost: it stays as it is for whoever saves it.
                self._confirm(db)
            commit_batch(db, self._begin, batch)
            self._confirm(db)
            self._is_lost = False
        except Exception as failure:
            self._is_lost = isinstance(failure, StoreLost)
            # SQLite may have rolled back by itself.
            with suppress(sqlite3.Error):
                db.rollback()
            if is_damage(failure) and len(batch) > 1:
                # Having met damage, SQLite commits nothing in that transaction; others may not need what is damaged.
                for request in batch:
                    request.error = None
                    self._transact(db, [request])
                return
            for request in batch:
                request.error = _to_store_error(failure)
                request.error.__cause__ = failure

    def _call_in_loop(self, function: Callable[[], object]) -> bool:
        """Whether the event loop is still open: it may have been closed without closing its store."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(function)
            return True
        return False

    # And in the event loop again.

    def _complete(self, batch: list[Request]) -> None:
        for request in batch:
            self._slots.release()
            request.complete()


def _succeed(ready: asyncio.Future[None]) -> None:
    if not ready.done():
        ready.set_result(None)


def _fail(ready: asyncio.Future[None], error: Exception) -> None:
    if not ready.done():
        ready.set_exception(error)


def is_damage(error: Exception) -> bool:
    """Whether SQLite has found something that it would never have written."""
    return getattr(error, "sqlite_errorname", "").startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))


def _to_store_error(failure: Exception) -> StoreFailed:
    """An error of its own for each request, since whoever gets one adds to it where it was raised."""
    if isinstance(failure, StoreLost):
        return StoreLost(failure.file)
    kind = StoreDamaged if is_damage(failure) else StoreFailed
    return kind(f"the database failed ({failure}): nothing was acknowledged")
