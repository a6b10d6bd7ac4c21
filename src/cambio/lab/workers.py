"""Work: chunks of deals are played here, in processes or on a Ray cluster, and come back in order."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import wait as wait_for
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import zip_longest
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from typing import Protocol

from .errors import LabError
from .external_games import Complaint
from .ledger import Ledger
from .matchup import Chunk, Matchup, Part, play_chunk
from .progress import Interruption, Progress

#: So many complaints about bots are kept of a whole run; all are counted.
COMPLAINTS = 20
#: Seconds between two looks at whether somebody wants to stop.
PATIENCE = 0.1
#: Chunks that wait for each worker.
AHEAD = 2


class Crew(Protocol):
    """Whoever plays chunks."""

    def play(self, chunks: Iterator[Chunk], is_stopped: Callable[[], bool]) -> Iterator[Part]:
        """What came of the chunks, in their order; of fewer, if it is stopped."""


@dataclass
class Result:
    """What came of a contest, as far as it was played."""

    contest: Matchup
    deals: int = 0
    ledger: Ledger = field(default_factory=Ledger)
    complaints: list[Complaint] = field(default_factory=list)
    faults: int = 0

    @property
    def games(self) -> int:
        return self.deals * self.contest.rotations

    def add(self, part: Part) -> None:
        self.deals += part.deals
        self.ledger.add(part.ledger)
        self.complaints += part.complaints[: COMPLAINTS - len(self.complaints)]
        self.faults += part.faults


@dataclass(frozen=True)
class Measurement:
    """Contests that were played, how long that took, and whether somebody stopped it."""

    results: list[Result]
    seconds: float
    is_interrupted: bool

    @property
    def games(self) -> int:
        return sum(result.games for result in self.results)


def measure(contests: Sequence[Matchup], crew: Crew) -> Measurement:
    """Play the contests side by side, chunk by chunk, so that all have come equally far whenever it ends."""
    results = [Result(contest) for contest in contests]
    handed_out: deque[Result] = deque()

    def chunks() -> Iterator[Chunk]:
        for side in zip_longest(*(contest.chunks() for contest in contests)):
            for result, chunk in zip(results, side, strict=True):
                if chunk is not None:
                    handed_out.append(result)
                    yield chunk

    progress = Progress(sum(contest.games for contest in contests))
    with Interruption() as interruption:
        try:
            for part in crew.play(chunks(), lambda: interruption.is_heard):
                result = handed_out.popleft()
                result.add(part)
                progress.step(part.deals * result.contest.rotations)
        finally:
            progress.end()
    return Measurement(results, progress.seconds, interruption.is_heard and progress.done < progress.total)


def crew_of(jobs: int, ray: str | None) -> Crew:
    """One process plays at home; more are started; a Ray address hands everything to a cluster."""
    if ray is not None:
        from .cluster import Cluster

        return Cluster(ray, jobs)
    return Alone() if jobs == 1 else Processes(jobs)


class Alone:
    """Everything in this process."""

    def play(self, chunks: Iterator[Chunk], is_stopped: Callable[[], bool]) -> Iterator[Part]:
        for chunk in chunks:
            part = play_chunk(chunk, is_stopped)
            if part is None:
                return
            yield part


class Processes:
    """As many processes of this machine as there are jobs."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def play(self, chunks: Iterator[Chunk], is_stopped: Callable[[], bool]) -> Iterator[Part]:
        # Fresh processes: a copy of this one would share locks with threads that it does not have.
        context = get_context("spawn")
        stop = context.Event()
        pool = ProcessPoolExecutor(self.jobs, mp_context=context, initializer=_begin, initargs=(stop,))
        waiting: deque[Future[Part | None]] = deque()
        try:
            while True:
                while len(waiting) < AHEAD * self.jobs and not is_stopped() and (chunk := next(chunks, None)):
                    with _deaf():
                        waiting.append(pool.submit(_play, chunk))
                if not waiting:
                    return
                part = _awaited(waiting.popleft(), waiting, is_stopped, stop)
                if part is None:
                    return
                yield part
        except BrokenProcessPool:
            raise LabError("a process that played has been ended from outside; fewer --jobs need less memory") from None
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


def _awaited(
    future: Future[Part | None], others: Sequence[Future[Part | None]], is_stopped: Callable[[], bool], stop: Event
) -> Part | None:
    """What comes next. When somebody wants to stop, what is under way may end, and nothing else is begun."""
    while not future.done():
        wait_for([future], timeout=PATIENCE)
        if is_stopped():
            stop.set()
            for other in (future, *others):
                other.cancel()
    return None if future.cancelled() else future.result()


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that are started meanwhile never hear Ctrl-C, which goes to all that belong to a terminal."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_stop: list[Event] = []


def _begin(stop: Event) -> None:
    """In each process, before anything else."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _stop[:] = [stop]


def _play(chunk: Chunk) -> Part | None:
    return play_chunk(chunk, _stop[0].is_set)


def default_jobs() -> int:
    """As many as there are cores for us."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
