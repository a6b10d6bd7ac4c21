"""Membership: how a worker shows that it lives, and hears of tables that others have claimed.

It holds a lock of PostgreSQL as long as its connection lasts: when the worker crashes, its machine's kernel closes the
connection, and the lock is gone at once. A worker that is frozen keeps its connection, but its heart does not beat.
"""

from __future__ import annotations

import asyncio
import contextlib

import asyncpg
from asyncpg import Connection
from asyncpg.pool import PoolConnectionProxy

from ..errors import StoreFailed
from ..matches import Timestamp
from ..workers import Listener, Worker
from .postgres_connections import SERVER_SETTINGS
from .postgres_errors import translating

#: Claims are told here, as the table and its new holder.
CHANNEL = "cambio_claims"
#: Seconds until a beat is given up: others take a worker for dead after two.
BEAT_TIMEOUT = 2.0
#: How often a lock is tried that a lost connection held, and the seconds between.
LOCK_TRIES, LOCK_INTERVAL = 20, 0.05
_LOCK = "SELECT pg_try_advisory_lock(lock_of_worker($1))"
# Nobody else has this worker's id: it can only be a connection of its own.
_END_LOST = """
    SELECT pg_terminate_backend(pid) FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 1 AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND (classid::bigint << 32) | objid::bigint = lock_of_worker($1)
"""
_ENLIST = """
    INSERT INTO worker (id, address, beat, seen) VALUES ($1, $2, 0, clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET address = excluded.address, seen = excluded.seen
"""
_BEAT = "UPDATE worker SET beat = $2, seen = clock_timestamp() WHERE id = $1"


class Membership:
    """The connection by which the others know that a worker lives; made anew whenever it is lost."""

    def __init__(self, url: str, worker: Worker, tell: Listener) -> None:
        self._url = url
        self._worker = worker
        self._tell = tell
        self._db: Connection | None = None
        self._turn = asyncio.Lock()

    async def enter(self) -> None:
        """From now on the worker is known to live; one that is known to already does no more."""
        await self._show(None)

    async def beat(self, now: Timestamp) -> None:
        """The worker lives still; the database's own clock says when."""
        await self._show(now)

    async def _show(self, now: Timestamp | None) -> None:
        async with self._turn:
            try:
                with translating():
                    if self._db is None or self._db.is_closed():
                        self._db = await self._enter()
                        # Nobody told this worker of claims while it was away.
                        self._tell(None)
                    if now is not None:
                        await self._db.execute(_BEAT, self._worker.id, now)
            except Exception:
                await self._leave()
                raise

    async def close(self) -> None:
        async with self._turn:
            await self._leave()

    async def _enter(self) -> Connection:
        db = await asyncpg.connect(
            self._url, timeout=BEAT_TIMEOUT, command_timeout=BEAT_TIMEOUT, server_settings=SERVER_SETTINGS
        )
        try:
            await self._lock(db)
            await db.add_listener(CHANNEL, self._hear)
            await db.execute(_ENLIST, self._worker.id, self._worker.address)
        except BaseException:
            db.terminate()
            raise
        return db

    async def _lock(self, db: Connection) -> None:
        """The connection before may not have ended yet, as far as the database knows."""
        for _ in range(LOCK_TRIES):
            if await db.fetchval(_LOCK, self._worker.id):
                return
            await db.execute(_END_LOST, self._worker.id)
            await asyncio.sleep(LOCK_INTERVAL)
        raise StoreFailed("PostgreSQL still holds a lost connection of this server: it tries again soon")

    async def _leave(self) -> None:
        db, self._db = self._db, None
        if db is not None:
            with contextlib.suppress(Exception):
                await db.close(timeout=1)

    def _hear(self, _db: Connection | PoolConnectionProxy, _pid: int, _channel: str, told: object) -> None:
        table_id, _, owner = str(told).partition(" ")
        if owner != self._worker.id:
            self._tell(table_id)
