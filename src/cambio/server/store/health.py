"""The health of a store: whether moves can be written down, as the last heartbeat found it.

Monitors may ask as often as they like: the answer is there already, however long the store itself takes.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from ..clock import Clock
from ..logs import log, log_error
from ..metrics import Metrics
from .contract import Store
from .errors import StoreError, StoreLost

#: Seconds between two heartbeats, after one that failed, and how old the last one may be.
HEARTBEAT_INTERVAL, HEARTBEAT_RETRY, HEARTBEAT_TIMEOUT = 1.0, 0.25, 5.0
#: Seconds between two looks at the store's files.
PLACE_INTERVAL = 0.25
#: Seconds between two searches for damage, at least; and the share of the time that is spent on them, at most.
DAMAGE_INTERVAL, DAMAGE_SHARE = 10.0, 0.01


class StoreHealth:
    """Keeps a worker's heart beating in the store, and notices when the store is lost or damaged."""

    def __init__(
        self, store: Store, owner: str, clock: Clock, metrics: Metrics, on_loss: Callable[[], Awaitable[None]]
    ) -> None:
        self._store = store
        self._owner = owner
        self._clock = clock
        self._metrics = metrics
        #: Called again and again while the store is lost: nobody may go on playing.
        self._on_loss = on_loss
        self._tasks: list[asyncio.Task[None]] = []
        #: When the last heartbeat came through, on the machine's own clock.
        self._last_beat = 0.0
        self._loss: StoreLost | None = None
        self._failure: StoreError | None = None
        self._is_damage_told = False

    def start(self) -> None:
        self._last_beat = time.monotonic()
        watches = (self._send_heartbeats(), self._watch_place(), self._look_for_damage())
        self._tasks = [asyncio.create_task(watch) for watch in watches]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()

    def problem(self) -> str | None:
        """Why moves can't be written down, or what is wrong with those that were; None if all is well."""
        age = time.monotonic() - self._last_beat
        for error in (self._loss, self._store.damage, self._failure):
            if error is not None:
                return str(error)
        return None if age < HEARTBEAT_TIMEOUT else f"the database has not answered for {age:.0f} seconds"

    async def _send_heartbeats(self) -> None:
        while True:
            try:
                await self._store.beat(self._owner, self._clock.wall())
            except StoreError as error:
                self._metrics.failures.inc()
                # What is lost is told where that is noticed.
                if self._failure is None and not isinstance(error, StoreLost):
                    log_error("nothing can be written", why=str(error))
                self._failure = error
            else:
                if self._failure is not None:
                    log("moves can be written again")
                self._failure = None
                self._last_beat = time.monotonic()
            await asyncio.sleep(HEARTBEAT_INTERVAL if self._failure is None else HEARTBEAT_RETRY)

    async def _watch_place(self) -> None:
        while True:
            try:
                self._store.check_place()
            except StoreLost as error:
                if self._loss is None:
                    log_error("the store is lost", file=error.file, why=str(error))
                self._loss = error
                await self._on_loss()
            else:
                if self._loss is not None:
                    log("the store is back", file=self._loss.file)
                self._loss = None
            self._tell_damage()
            await asyncio.sleep(PLACE_INTERVAL)

    def _tell_damage(self) -> None:
        """Once, whoever has met it."""
        if self._store.damage is not None and not self._is_damage_told:
            log_error("the store is damaged", why=self._store.damage)
            self._is_damage_told = True

    async def _look_for_damage(self) -> None:
        while self._store.damage is None:
            began = time.monotonic()
            # What is found is noted by the store; and what keeps the heart from beating is told there.
            with suppress(StoreError):
                await self._store.check_damage()
            self._tell_damage()
            await asyncio.sleep(max(DAMAGE_INTERVAL, (time.monotonic() - began) / DAMAGE_SHARE))
