"""The server under load: a process of its own on a file that is thrown away, and what the kernel tells about it."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType

from .sockets import LoadError

#: Seconds that it may take to start, and to end when asked.
PATIENCE = 30.0
MEBIBYTE = 1024.0
PROC = Path("/proc")
LISTENING = "0A"
NOT_STARTED = "the server did not start: see what `cambio serve --port 0` says"


class OwnServer:
    """Starts `cambio serve` with limits that let one address be a crowd, and ends it."""

    def __init__(self, sockets: int) -> None:
        self._flags = {
            "host": "127.0.0.1",
            "port": 0,
            "sockets-per-address": sockets + 1000,
            "requests-per-minute": 10_000_000,
            "log-level": "warning",
        }

    def __enter__(self) -> OwnServer:
        self._folder = tempfile.TemporaryDirectory(prefix="cambio-load-")
        flags = {**self._flags, "database": f"sqlite:///{self._folder.name}/load.db"}
        words = [word for name, value in flags.items() for word in (f"--{name}", str(value))]
        self._process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "cambio", "serve", *words], stdout=subprocess.PIPE
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline().decode()
        found = re.search(r":(\d+)/", line)
        if found is None:
            self.__exit__(None, None, None)
            raise LoadError(NOT_STARTED)
        self.port = int(found[1])
        self._wait()
        return self

    def _wait(self) -> None:
        """The address is told a moment before anybody answers there."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self._process.poll() is None:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), PATIENCE):
                return
            time.sleep(0.02)
        self.__exit__(None, None, None)
        raise LoadError(NOT_STARTED)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._folder.cleanup()


def cpu_seconds(pid: int | None) -> float | None:
    """What a process has used so far, in the kernel and outside; None where nobody tells."""
    try:
        fields = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def waited_seconds(pid: int | None) -> float | None:
    """How long a process could have run so far, but other programs had the cores."""
    try:
        told = [task.read_text().split() for task in (PROC / str(pid) / "task").glob("*/schedstat")]
    except OSError:
        return None
    return sum(int(fields[1]) for fields in told) / 1e9 if told else None


def resident(pid: int | None, *, peak: bool = False) -> float | None:
    """The memory of a process, in MiB: now, or the most that it ever was."""
    try:
        status = (PROC / str(pid) / "status").read_text()
    except OSError:
        return None
    found = re.search(r"^VmHWM:\s+(\d+)" if peak else r"^VmRSS:\s+(\d+)", status, re.MULTILINE)
    return int(found[1]) / MEBIBYTE if found else None


def listening_on(port: int) -> int | None:
    """The process that listens on a port of this machine, if the kernel lets us know."""
    inodes = set()
    for table in ("tcp", "tcp6"):
        try:
            lines = (PROC / "net" / table).read_text().splitlines()[1:]
        except OSError:
            continue
        rows = [line.split() for line in lines]
        inodes |= {
            f"socket:[{row[9]}]" for row in rows if row[3] == "0A" and int(row[1].rpartition(":")[2], 16) == port
        }
    for link in PROC.glob("[0-9]*/fd/*") if inodes else ():
        try:
            if str(link.readlink()) in inodes:
                return int(link.parts[2])
        except OSError:
            continue
    return None
