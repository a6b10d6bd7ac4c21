"""Garbage collection: rarely whole, so that it seldom blocks the event loop, but never so that garbage stays.

Tables and sockets live for hours, and reference counting frees them. A full collection of thousands of them takes most
of a second, during which no table is served, and usually finds nothing; but one must come some day, since whatever
leaves a reference cycle behind would otherwise fill the memory.
"""

from __future__ import annotations

import gc
import sys
import time

from .logs import log

#: Thresholds of the garbage collector's three generations: only we collect the oldest one.
GC_THRESHOLDS = (5_000, 10, 1_000_000)
#: Seconds between two full collections, at least and at most.
MIN_INTERVAL, MAX_INTERVAL = 60.0, 3_600.0
#: The share of all time that full collections may take, so that 99.9 % of moves never meet one.
PAUSE_SHARE = 0.001
#: By how much memory may have grown since the last full collection before the next one: the rule of Python itself.
GROWTH = 0.25


class FullCollections:
    """Decides when all objects are searched for garbage: when memory has grown, or an hour has passed."""

    def __init__(self, now: float) -> None:
        gc.collect()
        # What the program itself consists of is never garbage. Nothing else is ever frozen: it could not be freed.
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)
        self._pause = 0.0
        self._at = now
        self._blocks = sys.getallocatedblocks()

    def collect_if_due(self, now: float) -> bool:
        """Collect if it is time to, at that time in seconds; returns whether it was."""
        elapsed = now - self._at
        if elapsed < max(MIN_INTERVAL, self._pause / PAUSE_SHARE):
            return False
        if elapsed < MAX_INTERVAL and sys.getallocatedblocks() < self._blocks * (1 + GROWTH):
            return False
        begin = time.perf_counter()
        found = gc.collect()
        self._pause = time.perf_counter() - begin
        self._at = now
        self._blocks = sys.getallocatedblocks()
        log("garbage collected", found=found, pause=round(self._pause, 3))
        return True
