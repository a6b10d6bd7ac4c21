"""Purging: what has expired is taken out of the store, in steps so small that nobody at a table notices.

Each step is one more request to the store, in line with the moves, and looks at a bounded number of rows; between two
steps the store is left alone for a while. A table that somebody holds is never touched.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

from .clock import Clock
from .logs import log, log_failure
from .metrics import Metrics
from .sessions import DAY, USE_INTERVAL
from .settings import Settings
from .store.contract import Store, Timestamp
from .store.errors import StoreError
from .store.purging import ExpiredTable, PurgeStep, TableCutoffs

#: Seconds between two steps.
STEP_PAUSE = 0.05
#: Rows that one step looks at, and entries or rounds that it takes: some milliseconds at most.
ROWS, ENTRIES, ROUNDS, PAGES = 50, 50, 10, 16
#: Milliseconds after which a worker that does not beat is taken for gone, and is forgotten.
WORKER_TIMEOUT, WORKER_KEPT = 10_000, 7 * DAY
#: Before everything.
NEVER: Timestamp = -1

Walk = Callable[[Timestamp, str, int], Awaitable[PurgeStep]]


class Purge:
    """Looks through the store again and again; `is_live` says whether a table is in this server's memory."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        clock: Clock,
        metrics: Metrics,
        owner: str,
        is_live: Callable[[str], bool],
    ) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock
        self._metrics = metrics
        self._owner = owner
        self._is_live = is_live
        self._counts: Counter[str] = Counter()

    async def run(self) -> None:
        while self._settings.purge_interval:
            await asyncio.sleep(self._settings.purge_interval)
            try:
                await self.sweep()
            except StoreError:
                self._metrics.failures.inc()
            except Exception:
                log_failure("purge failed")

    async def sweep(self) -> Counter[str]:
        """Look at everything once; how many of each kind were purged."""
        self._counts = Counter()
        settings = self._settings
        # Tables refer to people, and rounds to both: so what refers to others goes first.
        if settings.archive_days:
            await self._walk("rounds", self._store.purge_rounds, self._cutoff(settings.archive_days), ROUNDS)
        await self._purge_tables()
        await self._walk("codes", self._store.purge_codes, self._clock.wall(), ROWS)
        await self._walk("sessions", self._store.purge_sessions, self._session_cutoff(settings.session_days), ROWS)
        await self._walk("guests", self._store.purge_guests, self._session_cutoff(settings.guest_days), ROWS)
        self._count("workers", await self._store.purge_workers(self._clock.wall() - WORKER_KEPT))
        await self._shrink()
        if self._counts:
            log("purged", **self._counts)
        return self._counts

    async def _walk(self, kind: str, walk: Walk, cutoff: Timestamp, limit: int) -> None:
        """Through all rows of a kind."""
        after: str | None = ""
        while after is not None and cutoff != NEVER:
            step = await walk(cutoff, after, limit)
            self._count(kind, step.purged)
            after = step.after
            await asyncio.sleep(STEP_PAUSE)

    async def _purge_tables(self) -> None:
        settings = self._settings
        cutoffs = TableCutoffs(
            empty=self._cutoff(settings.empty_table_days),
            finished=self._cutoff(settings.finished_table_days),
            abandoned=self._cutoff(settings.abandoned_table_days),
        )
        after: str | None = ""
        while after is not None:
            alive = self._clock.wall() - WORKER_TIMEOUT
            expired, after = await self._store.find_expired_tables(cutoffs, self._owner, alive, after, ROWS)
            for table in expired:
                # Whoever comes from now on claims the table first, and then it is not purged.
                if not self._is_live(table.table_id):
                    await self._purge_table(table)
            await asyncio.sleep(STEP_PAUSE)

    async def _purge_table(self, table: ExpiredTable) -> None:
        if await self._store.purge_table(table):
            self._count("tables", 1)
        # If the purge was interrupted before, the table is none any more, but some of its entries are still there.
        while purged := await self._store.purge_entries(table.table_id, ENTRIES):
            self._count("entries", purged)
            await asyncio.sleep(STEP_PAUSE)

    async def _shrink(self) -> None:
        """Until there is no unused space, or moves use more of it than is given back."""
        before, left = None, await self._store.reclaim_space(PAGES)
        while left and (before is None or left < before):
            await asyncio.sleep(STEP_PAUSE)
            before, left = left, await self._store.reclaim_space(PAGES)
        if self._counts or before is not None:
            await self._store.shrink()

    def _count(self, kind: str, purged: int) -> None:
        if purged:
            self._counts[kind] += purged
            self._metrics.purged.labels(kind).inc(purged)

    def _cutoff(self, days: float) -> Timestamp:
        """What was used last before then has expired; 0 days: nothing ever does."""
        return self._clock.wall() - int(days * DAY) if days else NEVER

    def _session_cutoff(self, days: float) -> Timestamp:
        """The last use of a session may be later than is noted."""
        return self._cutoff(days) - USE_INTERVAL if days else NEVER
