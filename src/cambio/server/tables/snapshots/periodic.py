"""Periodic snapshots of a live table: seldom, and mostly beside the event loop, so that nobody waits for them."""

from __future__ import annotations

import asyncio
from collections import deque

from ...store.errors import StoreError
from ..table_log import TableLog
from ..table_state import TableState
from ..updates import Update
from .table_snapshot import Capture, capture, encode

#: Entries between two snapshots: reading so many back takes a few milliseconds.
INTERVAL = 200
#: In a long round the interval grows with the round, which every snapshot holds: so all of a round's snapshots together
#: are only so many times larger than its last one.
ROUND_SHARE = 1 / 4


class PeriodicSnapshots:
    """Takes snapshots of one table, one at a time."""

    def __init__(self, table: TableState, updates: deque[Update], log: TableLog, last_seq: int) -> None:
        self._table = table
        self._updates = updates
        self._log = log
        #: The last entry that the latest snapshot knows of.
        self._last_seq = last_seq
        self._task: asyncio.Task[None] | None = None

    def take_if_due(self) -> None:
        """Take one if there are enough new entries; the table goes on while it is encoded and stored."""
        if self._task is None and self._table.seq - self._last_seq >= self._interval():
            self._start()

    async def finish(self) -> None:
        """The table stops: whoever wakes it should not have to read many entries."""
        if self._task is not None:
            await self._task
        if self._table.seq - self._last_seq >= INTERVAL:
            self._start()
            assert self._task is not None
            await self._task

    def _interval(self) -> float:
        game = self._table.game
        return max(INTERVAL, ROUND_SHARE * len(game.record)) if game is not None else INTERVAL

    def _start(self) -> None:
        self._last_seq = self._table.seq
        self._task = asyncio.create_task(self._keep(capture(self._table, self._updates)))

    async def _keep(self, captured: Capture) -> None:
        try:
            await self._log.keep_snapshot(captured.state.seq, await asyncio.to_thread(encode, captured))
        except StoreError:
            # The log is whole all the same. If the store has failed, the next entry will find out.
            self._log.metrics.failures.inc()
        finally:
            self._task = None
