"""Reads what operators have changed in the store beside this server, and lets everybody here know of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ..logs import digest, log, log_failure
from ..store.bans import Ban
from ..store.contract import Person
from ..store.errors import StoreError
from ..store.operations import Change, Notice
from ..tables.commands.inbox import StopRequested
from ..tables.table_registry import TableRegistry

#: Seconds between two looks.
INTERVAL = 1.0
CLOSED = "the operator has closed this table"


class NoticeReader:
    """One for each server. It begins after the notices that were there when the server started."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._store = registry.store
        self._last = 0
        self._task: asyncio.Task[None] | None = None
        #: Called when bans have changed: who is here and banned has to go.
        self.on_bans: list[Callable[[], None]] = []

    async def start(self) -> None:
        """From now on bans are in force."""
        self._last = await self._store.last_notice()
        await self._load_bans()
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(INTERVAL)
            try:
                await self.read()
            except StoreError:
                # The heartbeat tells of it, and the notice is there the next time.
                self._registry.metrics.failures.inc()

    async def read(self) -> None:
        """Follow all notices that are new, one after the other."""
        for notice in await self._store.notices(self._last):
            log("operator", change=notice.change, subject=digest(notice.subject))
            try:
                await self._follow(notice)
            except StoreError:
                raise
            except Exception:
                # Those after it are followed all the same.
                log_failure("notice failed", change=notice.change)
            self._last = notice.number

    async def _follow(self, notice: Notice) -> None:
        match notice.change:
            case Change.BANS:
                await self._load_bans()
                for callback in self.on_bans:
                    callback()
            case Change.SESSION:
                self._registry.sessions.note_end(bytes.fromhex(notice.subject))
            case Change.TABLE:
                await self._registry.end_table(notice.subject, StopRequested("closed", CLOSED, retry=None))
            case Change.NAME:
                await self._rename(notice.subject)
            case Change.FORGET:
                person = await self._find(notice.subject)
                if person is not None:
                    await self._registry.forget(person)
            case Change.LEFT:
                await self._registry.leave_tables(notice.subject)
            case Change.CALLED:
                self._registry.sessions.forget_name(notice.subject)
            case _:
                # A later version may tell of more.
                log("operator", change=notice.change, advice="this server knows nothing of it: update it")

    async def _load_bans(self) -> None:
        bans: list[Ban] = await self._store.bans(self._registry.clock.wall())
        self._registry.bans.replace(bans)

    async def _rename(self, person_id: str) -> None:
        person = await self._find(person_id)
        if person is None:
            return
        self._registry.sessions.forget_name(person_id)
        await self._registry.leave_tables(person_id, person.name)

    async def _find(self, person_id: str) -> Person | None:
        found = await self._store.latest_people(person_id, 100)
        return next((Person(each.id, each.name, each.created) for each in found if each.id == person_id), None)
