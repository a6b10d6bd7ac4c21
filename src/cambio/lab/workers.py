"""Workers play chunks of deals in this process, in others or on a Ray cluster, and return the results in order."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import wait as wait_for
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import chain
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from time import monotonic
from typing import Protocol

from .errors import LabError
from .matchup import Chunk, ChunkResult, play_chunk

__all__ = ["Workers", "default_jobs", "make_workers"]

#: Seconds between two looks at whether the run is to stop.
POLL_INTERVAL = 0.1
#: Seconds that are played in this process before others are started, which takes about as long.
ALONE_SECONDS = 0.3
#: Chunks that are queued for each process, so that none is ever idle.
QUEUED_CHUNKS = 2


class Workers(Protocol):
    """What plays chunks."""

    def play(self, chunks: Iterator[Chunk], is_stopped: Callable[[], bool]) -> Iterator[ChunkResult]:
        """The results of the chunks in their order; of the first ones only, if the run is stopped."""


def make_workers(jobs: int, ray: str | None) -> Workers:
    """For one job this process, for several as many processes; with a Ray address the workers of that cluster."""
    if ray is not None:
        from .cluster import RayWorkers

        return RayWorkers(ray, jobs)
    return InlineWorker() if jobs == 1 else ProcessWorkers(jobs)


class InlineWorker:
    """Plays in this process."""

    def play(self, chunks: Iterator[Chunk], is_stopped: Callable[[], bool]) -> Iterator[ChunkResult]:
        for chunk in chunks:
            result = play_chunk(chunk, is_stopped)
            if result is None:
                return
            yield result


class ProcessWorkers:
    """Plays in as many processes of this machine as there are jobs, once it has played here for a moment.

    Few rounds are over before a process has started; the results are the same wherever a chunk is played.
    """

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def play(self, chunks: Iterator[Chunk], is_stopped: Callable[[], bool]) -> Iterator[ChunkResult]:
        end = monotonic() + ALONE_SECONDS
        for chunk in chunks:
            if monotonic() > end or not chunk.matchup.is_quick:
                yield from self._play_in_processes(chain([chunk], chunks), is_stopped)
                return
            result = play_chunk(chunk, is_stopped)
            if result is None:
                return
            yield result

    def _play_in_processes(self, chunks: Iterator[Chunk], is_stopped: Callable[[], bool]) -> Iterator[ChunkResult]:
        # Spawned, not forked: a fork would copy locks that threads of this process may hold.
        context = get_context("spawn")
        stop = context.Event()
        pool = ProcessPoolExecutor(self.jobs, mp_context=context, initializer=_start_worker, initargs=(stop,))
        queue: deque[Future[ChunkResult | None]] = deque()
        try:
            while True:
                while len(queue) < QUEUED_CHUNKS * self.jobs and not is_stopped() and (chunk := next(chunks, None)):
                    with _blocked_interrupts():
                        queue.append(pool.submit(_play_in_worker, chunk))
                if not queue:
                    return
                result = _wait_for_result(queue.popleft(), queue, is_stopped, stop)
                if result is None:
                    return
                yield result
        except BrokenProcessPool:
            raise LabError("a process that played has been ended from outside; fewer --jobs need less memory") from None
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


def _wait_for_result(
    future: Future[ChunkResult | None],
    others: Sequence[Future[ChunkResult | None]],
    is_stopped: Callable[[], bool],
    stop: Event,
) -> ChunkResult | None:
    """The next result. When the run is stopped, chunks that have begun may end, and the others are cancelled."""
    while not future.done():
        wait_for([future], timeout=POLL_INTERVAL)
        if is_stopped():
            stop.set()
            for other in (future, *others):
                other.cancel()
    return None if future.cancelled() else future.result()


@contextmanager
def _blocked_interrupts() -> Iterator[None]:
    """Block SIGINT, and so in processes that are started meanwhile: Ctrl-C is sent to all processes of a terminal."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_stop: list[Event] = []


def _start_worker(stop: Event) -> None:
    """Called once in each process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _stop[:] = [stop]


def _play_in_worker(chunk: Chunk) -> ChunkResult | None:
    return play_chunk(chunk, _stop[0].is_set)


def default_jobs() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
