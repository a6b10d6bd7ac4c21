"""Progress: a bar on the error output, if that is a terminal; and Ctrl-C, which ends a run and keeps what is done."""

from __future__ import annotations

import signal
import sys
import threading
import time
from types import FrameType, TracebackType
from typing import TextIO

BAR_WIDTH = 24
#: The bar is drawn again after this many seconds at the earliest.
REDRAW_INTERVAL = 0.1
#: From this many a second on, the speed is told without decimals.
WHOLE_SPEED_FROM = 10.0


class Progress:
    """How far the work is, how fast it goes and how long it will take."""

    def __init__(self, total: int, unit: str = "games", stream: TextIO | None = None) -> None:
        self.total = total
        self.done = 0
        self._unit = unit
        self._stream = stream if stream is not None else sys.stderr
        self._is_terminal = self._stream.isatty()
        self._began_at = self._drawn_at = time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._began_at

    def step(self, done: int) -> None:
        self.done += done
        now = time.monotonic()
        if self._is_terminal and (now - self._drawn_at >= REDRAW_INTERVAL or self.done == self.total):
            self._drawn_at = now
            self._stream.write(f"\r{self.line()}\x1b[K")
            self._stream.flush()

    def line(self) -> str:
        filled = BAR_WIDTH * self.done // self.total if self.total else BAR_WIDTH
        rate = self.done / self.seconds if self.seconds > 0 else 0.0
        left = (self.total - self.done) / rate if rate else 0.0
        bar = "█" * filled + "░" * (BAR_WIDTH - filled)
        speed = f"{rate:,.0f}" if rate >= WHOLE_SPEED_FROM else f"{rate:.2f}"
        return f"{bar} {self.done:,} of {self.total:,} {self._unit}, {speed} a second, {format_duration(left)} left"

    def end(self) -> None:
        """Erase the bar."""
        if self._is_terminal:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


def format_duration(seconds: float) -> str:
    """A duration in the two largest units.

    >>> format_duration(7), format_duration(83), format_duration(7384)
    ('7 s', '1 min 23 s', '2 h 3 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


class Interruption:
    """The first Ctrl-C asks the run to stop where nothing is lost; the second one stops it at once."""

    def __init__(self) -> None:
        self.is_requested = False
        self._before: object = None

    def __enter__(self) -> Interruption:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._handle)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)  # type: ignore[arg-type]

    def _handle(self, _number: int, _frame: FrameType | None) -> None:
        if self.is_requested:
            raise KeyboardInterrupt
        self.is_requested = True
