"""Many tables in lock-step: random decisions, with all observations and masks written, as whoever trains would."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from threading import Barrier, Thread
from time import perf_counter
from typing import TYPE_CHECKING

from cambio import Rules

from .rows import Row, Sample, Unit

if TYPE_CHECKING:
    from cambio.environments.vector import Tables

TABLES = (1, 16, 256, 1024, 4096)
LOCK_STEP = {tables: f"lock-step, {tables} {'table' if tables == 1 else 'tables'}" for tables in TABLES}
MANY = LOCK_STEP[4096]
UNIFORM = f"{MANY}, any answer alike"
ONE_THREAD = LOCK_STEP[1024]
TWO_THREADS = f"{ONE_THREAD} on each of two threads"
LOCK_STEP_ROWS = (*LOCK_STEP.values(), TWO_THREADS, UNIFORM)

#: Seats that may snap or call do so with a probability of 1 in these, as in the engine's own random play.
SNAPS = 8
CALLS = 16
#: Decisions between two readings of the clock.
_AT_ONCE = 8192


def lock_step_rows(rules: Rules) -> Iterator[Row]:
    """Rows of 1 to 4096 tables; ImportError where NumPy is missing."""
    from cambio.environments.vector import Tables

    for tables, name in LOCK_STEP.items():
        yield Row(name, Unit.DECISIONS, partial(measure, Tables(rules, 2, tables), SNAPS, CALLS))
    pair = [Tables(rules, 2, 1024, seed=seed) for seed in range(2)]
    yield Row(TWO_THREADS, Unit.DECISIONS, partial(measure_together, pair, SNAPS, CALLS))
    yield Row(UNIFORM, Unit.DECISIONS, partial(measure, Tables(rules, 2, max(TABLES)), 0, 0))


def measure(tables: Tables, snaps: int, calls: int, seconds: float, _seed: int) -> Sample:
    """The tables play on from where they are, for about that long."""
    decisions = tables.sample()
    steps = max(1, _AT_ONCE // len(tables))
    before = tables.core.rounds
    count = 0
    start = now = perf_counter()
    while now - start < seconds:
        for _ in range(steps):
            tables.sample(decisions, snaps=snaps, calls=calls)
            tables.step(decisions)
        count += steps * len(tables)
        now = perf_counter()
    return Sample(count, tables.core.rounds - before, now - start)


def measure_together(sets: list[Tables], snaps: int, calls: int, seconds: float, seed: int) -> Sample:
    """Each set of tables plays on in a thread of its own, all of them for about that long."""
    samples: list[Sample] = []
    start = Barrier(len(sets))

    def play(tables: Tables) -> None:
        start.wait()
        samples.append(measure(tables, snaps, calls, seconds, seed))

    threads = [Thread(target=play, args=(tables,)) for tables in sets]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    longest = max(sample.seconds for sample in samples)
    return Sample(sum(sample.count for sample in samples), sum(sample.games for sample in samples), longest)
