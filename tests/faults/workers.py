"""Workers on one PostgreSQL: servers in processes of their own, each behind a relay to the database."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from cluster.local_postgres import LocalPostgres
from tests.server.server_process import Server, find_free_port

from .database_relay import DatabaseRelay

#: What a worker may complain about while faults happen.
EXPECTED_COMPLAINTS = ("nothing can be written",)


@dataclass
class FaultyWorker:
    """A `cambio serve`, and its relay."""

    server: Server
    relay: DatabaseRelay
    #: Whether it is there to serve: neither dead nor frozen.
    is_up: bool = True

    def freeze(self) -> None:
        self._send(signal.SIGSTOP)
        self.is_up = False

    def thaw(self) -> None:
        self._send(signal.SIGCONT)
        self.is_up = True

    def _send(self, sign: signal.Signals) -> None:
        assert self.server.process_id is not None, "the worker is not running"
        os.kill(self.server.process_id, sign)

    async def kill(self) -> None:
        self.is_up = False
        await self.server.kill()

    async def start(self) -> None:
        await self.server.start()
        self.is_up = True

    def complaints(self) -> list[str]:
        """What nobody would expect in its log, whatever the faults."""
        return [
            line for line in self.server.complaints() if not any(f'"{each}"' in line for each in EXPECTED_COMPLAINTS)
        ]


@dataclass
class Cluster:
    """A PostgreSQL, the address of a database there, and workers that share it."""

    postgres: LocalPostgres
    database: str
    workers: list[FaultyWorker] = field(default_factory=list)

    @property
    def bases(self) -> Sequence[str]:
        return [worker.server.base for worker in self.workers]

    async def add_worker(self, folder: Path, stack: AsyncExitStack, settings: dict[str, Any]) -> None:
        relay = await stack.enter_async_context(DatabaseRelay(self.postgres.port))
        path = urlsplit(self.database).path
        folder.mkdir()
        url = f"postgresql://cambio@127.0.0.1:{relay.port}{path}"
        server = Server(folder, port=find_free_port(), database=url, **settings)
        worker = FaultyWorker(server, relay)
        stack.push_async_callback(worker.kill)
        self.workers.append(worker)
        await worker.start()


@asynccontextmanager
async def running_cluster(
    postgres: LocalPostgres, database: str, folder: Path, workers: int, **settings: Any
) -> AsyncIterator[Cluster]:
    """So many workers, for as long as the block lasts."""
    cluster = Cluster(postgres, database)
    async with AsyncExitStack() as stack:
        for number in range(workers):
            await cluster.add_worker(folder / f"worker{number}", stack, settings)
        yield cluster


async def restart_postgres(postgres: LocalPostgres, *, is_crash: bool, pause: float = 0.0) -> None:
    """End it in good order or as if the power had failed, and start it again."""
    await asyncio.to_thread(postgres.kill if is_crash else postgres.stop)
    await asyncio.sleep(pause)
    await asyncio.to_thread(postgres.start)
