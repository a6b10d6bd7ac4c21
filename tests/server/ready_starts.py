"""Servers that start from a process that has imported Cambio already, since imports are nearly all that a start costs.

That process forks for each server, which reads its flags, listens, is killed and tells its exit status like any other.
Each process of tests has one, which ends with it. What begins with a bare interpreter is left to the tests of the
command line, of workers and of packages, and to `make soak`.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import NoReturn

from tests.soaking import IS_SOAK

#: Forking is for tests, which pytest says that these are.
IS_WANTED = sys.platform == "linux" and "PYTEST_VERSION" in os.environ and not IS_SOAK
MODULES = ("asyncpg", "cambio.cli", "cambio.server.serve", "uvloop")
#: No order is longer than this: flags, and all variables of the environment.
LONGEST = 1 << 18
READY = b"ready"


class ReadyProcess:
    """As much of a `subprocess.Popen` as servers need."""

    def __init__(self, arguments: Sequence[str], log: Path) -> None:
        told, stdout = os.pipe()
        self._status, status = os.pipe()
        with log.open("a") as stderr:
            _ready_server().order(arguments, [stdout, stderr.fileno(), status])
        os.close(stdout)
        os.close(status)
        self.stdout = os.fdopen(told)
        self.pid = int(self._read_line())
        self._returned: int | None = None

    def poll(self) -> int | None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.wait(0)
        return None

    def wait(self, timeout: float | None = None) -> int:
        if self._returned is None:
            if not select.select([self._status], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("cambio serve", timeout or 0)
            self._returned = int(self._read_line())
            os.close(self._status)
        return self._returned

    def send_signal(self, sign: int) -> None:
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, sign)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _read_line(self) -> str:
        line = b""
        while not line.endswith(b"\n"):
            piece = os.read(self._status, 1)
            assert piece, "the process that starts servers has ended"
            line += piece
        return line.decode()


class _ReadyServer:
    """The process that has imported everything."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._orders, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        theirs.close()
        assert self._orders.recv(LONGEST) == READY, "the process that starts servers did not start"

    def order(self, arguments: Sequence[str], files: Sequence[int]) -> None:
        text = json.dumps({"arguments": list(arguments), "environment": dict(os.environ)}).encode()
        with self._lock:
            socket.send_fds(self._orders, [text], files)

    def close(self) -> None:
        self._orders.close()
        self._process.wait()


@cache
def _ready_server() -> _ReadyServer:
    server = _ReadyServer()
    atexit.register(server.close)
    return server


# In that process


def _main() -> int:
    # Whoever interrupts the tests has them end this; and nobody waits for those who wait for servers.
    interrupted = signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    orders = socket.socket(fileno=int(sys.argv[1]))
    for name in MODULES:
        import_module(name)
    gc.collect()
    gc.freeze()
    orders.send(READY)
    while True:
        text, files, _, _ = socket.recv_fds(orders, LONGEST, 3)
        if not text:
            return 0
        if os.fork() == 0:
            orders.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            stdout, stderr, status = files
            server = os.fork()
            if server:
                _wait_for(server, files)
            signal.signal(signal.SIGINT, interrupted)
            os.close(status)
            return _serve(stdout, stderr, **json.loads(text))
        for file in files:
            os.close(file)


def _wait_for(server: int, files: list[int]) -> NoReturn:
    """Tell its number and how it ended, which only its parent may know."""
    stdout, stderr, status = files
    os.close(stdout)
    os.close(stderr)
    os.write(status, f"{server}\n".encode())
    code = os.waitstatus_to_exitcode(os.waitpid(server, 0)[1])
    with contextlib.suppress(BrokenPipeError):
        os.write(status, f"{code}\n".encode())
    os._exit(0)


def _serve(stdout: int, stderr: int, arguments: list[str], environment: dict[str, str]) -> int:
    os.dup2(stdout, 1)
    os.dup2(stderr, 2)
    os.close(stdout)
    os.close(stderr)
    os.environ.clear()
    os.environ.update(environment)
    return int(import_module("cambio.cli").main(arguments))


if __name__ == "__main__":
    sys.exit(_main())
