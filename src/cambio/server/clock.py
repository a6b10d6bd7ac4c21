"""The clocks of the server, in milliseconds: a monotonic one and the wall clock."""

from __future__ import annotations

import time


class Clock:
    """The machine's clocks. Tests pass one of their own, in which time passes at will."""

    def now(self) -> float:
        """The monotonic clock; only differences mean anything."""
        return time.monotonic() * 1000

    def wall(self) -> int:
        """The wall clock: milliseconds since 1970 (UTC)."""
        return time.time_ns() // 1_000_000
