"""What a browser of any kind can be told to do from outside, by the words of the WebDriver standards."""

from __future__ import annotations

import os
import signal
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

#: The size of its window, in pixels.
WIDTH, HEIGHT = 1280, 800
#: Seconds for a browser to start, and for one answer of it.
START_TIMEOUT = 60.0
ANSWER_TIMEOUT = 60.0
#: Seconds for its processes to end.
END_TIMEOUT = 5.0

#: Sequences of input for one device, as both WebDriver and WebDriver BiDi take them.
Actions = list[dict[str, Any]]


class DrivenBrowser(ABC):
    """A real browser with one window."""

    #: Ends it, with all its processes.
    close: Callable[[], None]

    @abstractmethod
    def go(self, address: str) -> None:
        """Load a page, and return when it is loaded."""

    @abstractmethod
    def run(self, function: str, *arguments: Any) -> Any:
        """What a JavaScript function answers in the page; arguments and answer are plain data."""

    @abstractmethod
    def perform(self, actions: Actions) -> None:
        """Real presses and moves, which the page can't tell from those of a person."""

    @abstractmethod
    def picture(self) -> bytes:
        """What the window shows, as PNG."""

    @abstractmethod
    def complaints(self) -> list[str]:
        """Errors and warnings on the console since the page was loaded, and exceptions that nobody has caught."""


def start_process(command: list[str], log: Path, **options: Any) -> subprocess.Popen[bytes]:
    """As leader of a group of its own, so that what it starts can be ended with it."""
    with log.open("ab") as output:
        return subprocess.Popen(command, stdout=output, stderr=output, start_new_session=True, **options)


def end_process(process: subprocess.Popen[bytes]) -> None:
    for how in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, how)
        with suppress(subprocess.TimeoutExpired):
            process.wait(END_TIMEOUT)
            break
    # Whatever it has started and left behind.
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
