"""Peers: the other workers on the same store, where they are, and which tables of theirs anybody may join."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct

from ..logs import log_failure
from ..store.contract import Store
from ..store.errors import StoreError
from .worker_addresses import origins_of

#: Seconds between two looks at the others.
INTERVAL = 0.5
#: Tables that a worker tells the others of, at most.
MOST_TOLD = 200


class PublicTable(Struct, frozen=True):
    """What the lobby shows of a table."""

    table: str
    rules: str
    host: str
    seats: int
    taken: int
    stage: str
    #: Whether quick play may lead somebody there.
    is_waiting: bool = False


class Peers:
    """Tells the other workers of this one's public tables, and knows theirs. A store for one worker has no others."""

    def __init__(self, store: Store, owner: str, list_own: Callable[[], Sequence[PublicTable]]) -> None:
        self._store = store
        self._owner = owner
        self._list_own = list_own
        self._told = b"[]"
        self._task: asyncio.Task[None] | None = None
        self.public_tables: list[PublicTable] = []
        #: What browsers call the pages of the other workers: their players may be sent here.
        self.origins: frozenset[str] = frozenset()

    def start(self) -> None:
        if self._store.is_shared:
            self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                await self.refresh()
            except StoreError:
                # The heartbeat tells of it.
                self.public_tables = []
            except Exception:
                log_failure("peers failed")
            await asyncio.sleep(INTERVAL)

    async def refresh(self) -> None:
        """Tell the others what has changed here, and see what they tell."""
        if not self._store.is_shared:
            return
        own = msgspec.json.encode(list(self._list_own()[:MOST_TOLD]))
        if own != self._told:
            await self._store.tell_lobby(self._owner, own)
            self._told = own
        others = await self._store.peers(self._owner)
        addresses = [each.worker.address for each in others if each.worker.address]
        self.origins = frozenset(origin for address in addresses for origin in origins_of(address))
        self.public_tables = [
            table for each in others for table in msgspec.json.decode(each.lobby, type=list[PublicTable])
        ]
