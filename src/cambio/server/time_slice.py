"""A time slice: how long a table may hold the event loop before all others have their turn."""

from __future__ import annotations

import asyncio
import time

#: Seconds. The questions to a bot at the largest table take a tenth of it.
SLICE = 0.002


class TimeSlice:
    """The slice of one task, which asks between two steps of its work whether it has spent it.

    A step must leave everything in good order: while the task waits for its next slice, others run.
    """

    def __init__(self, seconds: float = SLICE) -> None:
        self._seconds = seconds
        self._end = time.perf_counter() + seconds

    def begin(self) -> None:
        """The task has waited for something else, and goes on with a new slice."""
        self._end = time.perf_counter() + self._seconds

    async def yield_if_spent(self) -> None:
        """Let the others run, if the slice is over."""
        if time.perf_counter() >= self._end:
            await asyncio.sleep(0)
            self.begin()
