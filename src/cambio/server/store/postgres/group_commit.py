"""Group commit: a worker's appends and claims go through one queue, and those of a kind that wait share a statement."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, cast

from asyncpg import Pool
from asyncpg.pool import PoolConnectionProxy as Connection

from ..errors import StoreFailed
from .postgres_appends import Append, append_or_refuse, append_together
from .postgres_claims import Claim, claim_table, claim_together
from .postgres_connections import borrowing
from .postgres_errors import is_of_request, translate

#: Entries that one statement writes, or tables that it claims, at most.
MAX_ROWS = 256
#: Seconds until a write is given up, and its tables are read anew: others may have taken them by then.
WRITE_TIMEOUT = 3.0
CLOSED = "the store is closed: open it first"


class _Request:
    """An append or a claim, and whoever waits for it."""

    __slots__ = ("_done", "work")

    def __init__(self, work: Append | Claim, done: asyncio.Future[Any]) -> None:
        self.work = work
        self._done = done

    def succeed(self, result: object = None) -> None:
        # Whoever waited for it may have been cancelled.
        if not self._done.done():
            self._done.set_result(result)

    def fail(self, error: BaseException) -> None:
        if not self._done.done():
            self._done.set_exception(error)


class GroupCommit:
    """Writes to the logs of one worker's tables, in the order in which it was asked to."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._waiting: list[_Request] = []
        self._came = asyncio.Event()
        self._is_closing = False
        self._task = asyncio.create_task(self._write_all())

    async def append(self, append: Append) -> None:
        await self._ask(append)

    async def claim(self, claim: Claim) -> int:
        """The epoch; appends that were asked for before are written before."""
        return cast("int", await self._ask(claim))

    async def _ask(self, work: Append | Claim) -> Any:
        if self._is_closing:
            raise StoreFailed(CLOSED)
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(_Request(work, done))
        self._came.set()
        return await done

    async def close(self) -> None:
        """What was asked before is still written."""
        self._is_closing = True
        self._came.set()
        await self._task

    async def _write_all(self) -> None:
        while self._waiting or not self._is_closing:
            if not self._waiting:
                self._came.clear()
                await self._came.wait()
                continue
            batch = self._take_batch()
            try:
                async with borrowing(self._pool) as db, asyncio.timeout(WRITE_TIMEOUT):
                    await _write(batch, db)
            except Exception as error:
                for request in batch:
                    request.fail(translate(error))

    def _take_batch(self) -> list[_Request]:
        """The longest beginning of what waits that one statement can write, or else the first request.

        Two requests for a table depend on each other, and an append without entries only asks for the epoch.
        """
        kind = type(self._waiting[0].work)
        tables: set[str] = set()
        rows = size = 0
        for size, request in enumerate(self._waiting):
            work = request.work
            count = len(work.entries) if isinstance(work, Append) else 1
            if type(work) is not kind or count == 0 or work.table_id in tables:
                break
            rows += count
            if rows > MAX_ROWS and size > 0:
                break
            tables.add(work.table_id)
        else:
            size = len(self._waiting)
        batch = self._waiting[: max(size, 1)]
        del self._waiting[: len(batch)]
        return batch


async def _write(batch: Sequence[_Request], db: Connection) -> None:
    if isinstance(batch[0].work, Claim):
        await _claim(batch, db)
    else:
        await _append_all(batch, db)


async def _claim(batch: Sequence[_Request], db: Connection) -> None:
    epochs = await claim_together([request.work for request in batch if isinstance(request.work, Claim)], db)
    for request in batch:
        if request.work.table_id in epochs:
            request.succeed(epochs[request.work.table_id])
        else:
            await _write_alone(request, db)


async def _append_all(batch: Sequence[_Request], db: Connection) -> None:
    appends = [request.work for request in batch if isinstance(request.work, Append) and request.work.entries]
    if appends and await _append(appends, db):
        for request in batch:
            request.succeed()
    elif len(batch) > 1:
        # Some append is to be refused: the others are still written in few statements.
        middle = len(batch) // 2
        await _append_all(batch[:middle], db)
        await _append_all(batch[middle:], db)
    else:
        await _write_alone(batch[0], db)


async def _append(appends: Sequence[Append], db: Connection) -> bool:
    """Whether all of them could be written; if not, nothing has changed."""
    try:
        await append_together(appends, db)
    except Exception as error:
        if not is_of_request(error):
            raise
        return False
    return True


async def _write_alone(request: _Request, db: Connection) -> None:
    """What can't be done tells why."""
    result = None
    try:
        if isinstance(request.work, Append):
            await append_or_refuse(request.work, db)
        else:
            result = await claim_table(request.work, db)
    except Exception as error:
        if not is_of_request(error):
            raise
        request.fail(error)
    else:
        request.succeed(result)
