"""The watch: what time it is, on a clock that never goes back and on the one on the wall, both in milliseconds."""

from __future__ import annotations

import time


class Clock:
    """The machine's clocks. Whoever wants to run through an hour in a second brings a watch of their own."""

    def now(self) -> float:
        """Milliseconds on a clock that only goes forward; nobody knows since when."""
        return time.monotonic() * 1000

    def wall(self) -> int:
        """Milliseconds since the epoch."""
        return time.time_ns() // 1_000_000
