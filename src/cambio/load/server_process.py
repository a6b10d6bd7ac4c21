"""The server under load: a process with a temporary database, and what the kernel tells about it."""

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

#: Seconds for the server to accept connections, and to end when asked.
START_TIMEOUT = 30.0
STOP_TIMEOUT = 30.0
KIB_PER_MIB = 1024.0
PROC = Path("/proc")
#: The state of a listening socket in /proc/net/tcp.
TCP_LISTEN = "0A"
NOT_STARTED = "the server did not start: see what `cambio serve --port 0` says"


class OwnServer:
    """Starts `cambio serve` with limits that let one address open all the sockets, and ends it."""

    def __init__(self, sockets: int, *, requests_per_minute: int | None = None) -> None:
        self._flags = {
            "host": "127.0.0.1",
            "port": 0,
            "sockets-per-address": sockets + 1000,
            "connections": sockets + 1000,
            "connections-per-address": sockets + 1000,
            "connections-reserved": 0,
            "requests-per-minute": requests_per_minute or 10_000_000,
            "tables-per-address": 1_000_000,
            "guests-per-address": 1_000_000,
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
        self._wait_until_reachable()
        return self

    def _wait_until_reachable(self) -> None:
        """The server prints its address a moment before it accepts connections."""
        deadline = time.monotonic() + START_TIMEOUT
        while time.monotonic() < deadline and self._process.poll() is None:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), START_TIMEOUT):
                return
            time.sleep(0.02)
        self.__exit__(None, None, None)
        raise LoadError(NOT_STARTED)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        try:
            self._process.wait(STOP_TIMEOUT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._folder.cleanup()


def cpu_seconds(pid: int | None) -> float | None:
    """CPU time of a process so far, in user mode and in the kernel; None where there is no /proc."""
    try:
        fields = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def waited_seconds(pid: int | None) -> float | None:
    """How long threads of a process have been ready to run while other programs had the cores."""
    try:
        schedules = [task.read_text().split() for task in (PROC / str(pid) / "task").glob("*/schedstat")]
    except OSError:
        return None
    return sum(int(fields[1]) for fields in schedules) / 1e9 if schedules else None


def resident(pid: int | None, *, peak: bool = False) -> float | None:
    """The resident memory of a process, in MiB: now, or its peak."""
    try:
        status = (PROC / str(pid) / "status").read_text()
    except OSError:
        return None
    found = re.search(r"^VmHWM:\s+(\d+)" if peak else r"^VmRSS:\s+(\d+)", status, re.MULTILINE)
    return int(found[1]) / KIB_PER_MIB if found else None


def find_listener(port: int) -> int | None:
    """The process that listens on a port of this machine, if the kernel lets us know."""
    inodes = set()
    for table in ("tcp", "tcp6"):
        try:
            lines = (PROC / "net" / table).read_text().splitlines()[1:]
        except OSError:
            continue
        rows = [line.split() for line in lines]
        inodes |= {
            f"socket:[{row[9]}]" for row in rows if row[3] == TCP_LISTEN and int(row[1].rpartition(":")[2], 16) == port
        }
    for link in PROC.glob("[0-9]*/fd/*") if inodes else ():
        try:
            if str(link.readlink()) in inodes:
                return int(link.parts[2])
        except OSError:
            continue
    return None
