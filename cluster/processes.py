"""Processes of a cluster: each writes to a log of its own, and is in a session of its own.

So Ctrl-C in a terminal reaches nobody but whoever has started them, who ends them in good order.
"""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

#: Seconds until one must answer, and until one that was asked to stop is killed.
STARTING_TIME, STOPPING_TIME = 60.0, 20.0
#: Below those that clients are given, so that none of them takes the port of one that is to be started again.
PORTS = range(12_000, 30_000)
#: Characters of a log that are shown where a process did not start.
SHOWN = 2000


class NotStarted(Exception):
    """A part of the cluster could not be started: which, and what it said."""


class Process:
    """A program with a port, which can be stopped, killed, frozen and started again."""

    def __init__(self, name: str, command: Sequence[str], log: Path, environment: Mapping[str, str]) -> None:
        self.name = name
        self.log = log
        self._command = list(command)
        self._environment = dict(environment)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    def start(self) -> None:
        assert self._process is None, f"{self.name} is running already"
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=os.environ | self._environment,
                start_new_session=True,
            )

    def status(self) -> int | None:
        """How it ended, if it has ended by itself."""
        return None if self._process is None else self._process.poll()

    def stop(self) -> int | None:
        """In good order; its exit status."""
        return self._end(signal.SIGTERM)

    def kill(self) -> int | None:
        """In the middle of whatever it does."""
        return self._end(signal.SIGKILL)

    def freeze(self) -> None:
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def wait_until_answering(self, path: str, port: int) -> None:
        """Until a request for the path is answered by 200."""
        until = time.monotonic() + STARTING_TIME
        while not _is_answering(f"http://127.0.0.1:{port}{path}"):
            if self.status() is not None or time.monotonic() > until:
                raise NotStarted(f"{self.name} did not start: {self.log.read_text(errors='replace')[-SHOWN:].strip()}")
            time.sleep(0.05)

    def _signal(self, sign: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(sign)

    def _end(self, sign: signal.Signals) -> int | None:
        process, self._process = self._process, None
        if process is None:
            return None
        process.send_signal(sign)
        try:
            return process.wait(STOPPING_TIME)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()


def _is_answering(address: str) -> bool:
    try:
        with urlopen(address, timeout=1):  # noqa: S310
            return True
    except (URLError, OSError):
        return False


def find_ports(count: int) -> int:
    """The first of so many ports in a row that nobody has."""
    for first in random.sample(PORTS, 200):
        if all(is_port_free(port) for port in range(first, first + count)):
            return first
    raise NotStarted(f"expected {count} free ports in a row, but found none")


def is_port_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True
