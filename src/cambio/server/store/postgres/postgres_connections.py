"""Connections to PostgreSQL: how they are made, and that those which failed are never used again.

Whoever is frozen or cut off must not hold up the others: what its connections have locked is free after a moment.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

import asyncpg
from asyncpg import Pool
from asyncpg.pool import PoolConnectionProxy as Connection

from .postgres_errors import is_of_request

T = TypeVar("T")

#: Connections of a worker: one writes moves, the others whatever else is asked for.
CONNECTIONS = 8
#: Seconds until a statement is given up, until a connection must be there, and until one must be given back.
STATEMENT_TIMEOUT, CONNECT_TIMEOUT, RELEASE_TIMEOUT = 5.0, 3.0, 1.0
#: Seconds until all connections must be closed.
CLOSE_TIMEOUT = 3.0
#: Told to PostgreSQL: a transaction in which nothing is asked for so long has lost its worker (others may take a frozen
#: one's tables after two seconds), and so has a connection whose other end does not answer.
SERVER_SETTINGS = {
    "idle_in_transaction_session_timeout": "1500",
    "statement_timeout": str(int(STATEMENT_TIMEOUT * 1000)),
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}


async def open_pool(url: str) -> Pool:
    """Connections are made when they are needed: a pool that keeps some ready complains while PostgreSQL is away."""
    return await asyncpg.create_pool(
        url,
        min_size=0,
        max_size=CONNECTIONS,
        timeout=CONNECT_TIMEOUT,
        command_timeout=STATEMENT_TIMEOUT,
        server_settings=SERVER_SETTINGS,
        reset=_leave_as_it_is,
    )


async def _leave_as_it_is(_db: asyncpg.Connection) -> None:
    """What was asked on it ended with its transaction: to have it forget more would be one more round trip."""


async def close_pool(pool: Pool) -> None:
    """In good order, or else at once: a database that does not answer holds nobody up who wants to end."""
    try:
        async with asyncio.timeout(CLOSE_TIMEOUT):
            await pool.close()
    except TimeoutError:
        pool.terminate()


@asynccontextmanager
async def borrowing(pool: Pool) -> AsyncIterator[Connection]:
    """A connection of the pool. When the database fails, this one is ended, and the others are made anew as well.

    Ending it in good order would wait for an answer that may never come.
    """
    db = await pool.acquire(timeout=CONNECT_TIMEOUT)
    try:
        yield db
    except BaseException as error:
        if not is_of_request(error):
            _end(db)
            if isinstance(error, Exception):
                await _end_idle(pool)
        raise
    finally:
        # One that could not be given back is ended by the pool itself.
        with contextlib.suppress(asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError):
            await pool.release(db, timeout=RELEASE_TIMEOUT)


def _end(db: Connection) -> None:
    # One that is lost has left the pool already.
    with contextlib.suppress(asyncpg.InterfaceError):
        db.terminate()


async def _end_idle(pool: Pool) -> None:
    """Whatever befell one connection may have befallen all of them. Those that are used now find out by themselves."""
    with contextlib.suppress(asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError):
        idle = [await pool.acquire(timeout=CONNECT_TIMEOUT) for _ in range(pool.get_idle_size())]
        for db in idle:
            _end(db)


async def run_in_transaction(db: Connection, work: Callable[[Connection], Awaitable[T]]) -> T:
    """Commit what the work did, or roll it back; where the database failed it has rolled back, or can't be asked to."""
    transaction = db.transaction()
    await transaction.start()
    try:
        result = await work(db)
    except Exception as error:
        if is_of_request(error):
            await transaction.rollback()
        raise
    await transaction.commit()
    return result
