"""The search pool: as many search workers as there are cores, shared by all tables of a server."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor

from .question import SearchAnswer, SearchFailed, SearchQuestion
from .worker import SEARCH_TIMEOUT, SearchWorker

#: Seconds that a table waits for a free worker; then it decides without a search.
SEARCH_QUEUE_TIMEOUT = 2.0
#: Questions that may wait for a worker at the same time; who asks one more decides without a search at once.
SEARCH_QUEUE_LIMIT = 64


class SearchPool:
    """Workers are started when they are needed. Whoever has no answer in time gets SearchFailed."""

    def __init__(self, size: int | None = None) -> None:
        size = size or count_cores()
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="search")
        self._workers = [SearchWorker() for _ in range(size)]
        #: The worker that was used last is used first, so that no more processes are started than are needed.
        self._idle: asyncio.LifoQueue[SearchWorker] = asyncio.LifoQueue()
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._waiting = 0

    async def search(self, question: SearchQuestion) -> SearchAnswer:
        """A decision, or SearchFailed. When this is cancelled the worker ends its search before it takes another."""
        worker = await self._take_worker()
        searching = asyncio.get_running_loop().run_in_executor(self._threads, worker.search, question)
        searching.add_done_callback(lambda _: self._give_back(worker, searching))
        try:
            async with asyncio.timeout(SEARCH_TIMEOUT):
                return await asyncio.shield(searching)
        except TimeoutError:
            raise SearchFailed(f"no answer within {SEARCH_TIMEOUT:.0f} seconds") from None

    async def _take_worker(self) -> SearchWorker:
        if self._idle.empty() and self._waiting >= SEARCH_QUEUE_LIMIT:
            raise SearchFailed(f"{self._waiting} tables wait for a search already")
        self._waiting += 1
        try:
            async with asyncio.timeout(SEARCH_QUEUE_TIMEOUT):
                return await self._idle.get()
        except TimeoutError:
            raise SearchFailed(f"no worker was free within {SEARCH_QUEUE_TIMEOUT:.0f} seconds") from None
        finally:
            self._waiting -= 1

    def _give_back(self, worker: SearchWorker, searching: asyncio.Future[SearchAnswer]) -> None:
        self._idle.put_nowait(worker)
        if not searching.cancelled():
            # Whoever asked may be gone; an error that nobody looks at would be logged as one that was forgotten.
            searching.exception()

    async def close(self) -> None:
        """End all workers; searches that are under way fail."""
        for worker in self._workers:
            worker.close()
        await asyncio.to_thread(self._threads.shutdown)
        for worker in self._workers:
            worker.stop()


def count_cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
