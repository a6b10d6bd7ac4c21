"""Progress: a bar on the error output, where somebody watches it; and Ctrl-C, which keeps what is done."""

from __future__ import annotations

import signal
import sys
import threading
import time
from types import FrameType, TracebackType
from typing import TextIO

WIDTH = 24
#: Seconds between two looks of the bar.
PAUSE = 0.1
SPEED_OVER = 10.0


class Progress:
    """How far the work is, how fast it goes and how long it will take."""

    def __init__(self, total: int, unit: str = "games", stream: TextIO | None = None) -> None:
        self.total = total
        self.done = 0
        self._unit = unit
        self._stream = stream if stream is not None else sys.stderr
        self._is_watched = self._stream.isatty()
        self._began = self._drawn = time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._began

    def step(self, done: int) -> None:
        self.done += done
        now = time.monotonic()
        if self._is_watched and (now - self._drawn >= PAUSE or self.done == self.total):
            self._drawn = now
            self._stream.write(f"\r{self.line()}\x1b[K")
            self._stream.flush()

    def line(self) -> str:
        filled = WIDTH * self.done // self.total if self.total else WIDTH
        rate = self.done / self.seconds if self.seconds > 0 else 0.0
        left = (self.total - self.done) / rate if rate else 0.0
        bar = "█" * filled + "░" * (WIDTH - filled)
        speed = f"{rate:,.0f}" if rate >= SPEED_OVER else f"{rate:.2f}"
        return f"{bar} {self.done:,} of {self.total:,} {self._unit}, {speed} a second, {clock(left)} left"

    def end(self) -> None:
        """Leave the line to what comes next."""
        if self._is_watched:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


def clock(seconds: float) -> str:
    """A time as people say it.

    >>> clock(7), clock(83), clock(7384)
    ('7 s', '1 min 23 s', '2 h 3 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


class Interruption:
    """The first Ctrl-C is noted, and the work can stop where it loses nothing; the second stops at once."""

    def __init__(self) -> None:
        self.is_heard = False
        self._before: object = None

    def __enter__(self) -> Interruption:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)  # type: ignore[arg-type]

    def _hear(self, _number: int, _frame: FrameType | None) -> None:
        if self.is_heard:
            raise KeyboardInterrupt
        self.is_heard = True
