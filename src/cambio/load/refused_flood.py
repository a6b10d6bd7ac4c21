"""A flood of requests that a server refuses, from another address of this machine and from a process of its own.

The process is told over its input when to flood, and tells over its output when it has used up what its address may ask
for, and how many requests were refused.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import sys
import threading
import time
from collections import deque

from .sockets import Address, LoadError

#: Every address that begins so is this machine's own, on Linux.
SOURCE = "127.0.0.66"
REQUEST = b"GET /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
#: Requests that are open at the same time.
AT_ONCE = 40
#: Seconds for an answer, and for the allowance to be used up.
ANSWER_TIMEOUT = 5.0
EXHAUST_TIMEOUT = 120.0


class RefusedFlood:
    """Switches the flood on and off, by turns with quiet periods."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self.refused = 0
        self._is_on = False
        self._process: asyncio.subprocess.Process | None = None

    async def open(self, rate: int) -> None:
        """Start the process, and wait until its address may ask for nothing more."""
        command = [sys.executable, "-m", __name__, self._address.host, str(self._address.port), str(rate)]
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
        assert self._process.stdout is not None
        async with asyncio.timeout(EXHAUST_TIMEOUT):
            if await self._process.stdout.readline() != b"exhausted\n":
                raise LoadError(f"a flood could not be started from {SOURCE}: this needs Linux")

    def switch(self, is_on: bool) -> None:
        if is_on == self._is_on:
            return
        self._is_on = is_on
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(b"on\n" if is_on else b"off\n")

    async def close(self) -> None:
        if self._process is not None:
            # Its last line is the number of requests that were refused.
            said, _ = await self._process.communicate(b"")
            self.refused = int(said or b"0")
            self._process = None


class _Flooder:
    """The process: requests at a rate, from an address of its own.

    While the flood is off, it floods a listener of its own instead: so it takes the same share of the machine all the
    time, and only what the server has to do differs.
    """

    def __init__(self, host: str, port: int, rate: float) -> None:
        self._server = (host, port)
        self._rate = rate
        self._is_on = False
        self._is_over = False
        #: The latest requests; each is looked after when it has had time to be answered.
        self._open: deque[socket.socket] = deque()
        self._refused = 0

    def run(self) -> None:
        self._exhaust()
        print("exhausted", flush=True)  # noqa: T201
        with socket.create_server(("127.0.0.1", 0), backlog=1024) as decoy:
            for target in (self._obey, lambda: _reset_all(decoy)):
                threading.Thread(target=target, daemon=True).start()
            due = time.monotonic()
            while not self._is_over:
                # A flood that was too fast for this machine makes up for nothing.
                due = max(due + 1 / self._rate, time.monotonic() - 0.1)
                time.sleep(max(0.0, due - time.monotonic()))
                self._ask(self._server if self._is_on else decoy.getsockname())
        print(self._refused, flush=True)  # noqa: T201

    def _exhaust(self) -> None:
        """Ask until connections are reset: of an address that may ask for nothing at all, they are."""
        deadline = time.monotonic() + EXHAUST_TIMEOUT
        while time.monotonic() < deadline:
            with _connect(self._server) as connection, contextlib.suppress(OSError):
                connection.settimeout(ANSWER_TIMEOUT)
                connection.send(REQUEST)
                if connection.recv(13):
                    continue
            return

    def _ask(self, address: tuple[str, int]) -> None:
        connection = _connect(address)
        connection.setblocking(False)
        with contextlib.suppress(OSError):
            connection.send(REQUEST)
        self._open.append(connection)
        if len(self._open) > AT_ONCE:
            with self._open.popleft() as oldest:
                self._refused += self._is_on and not _is_answered(oldest)

    def _obey(self) -> None:
        for line in sys.stdin:
            self._is_on = line == "on\n"
        self._is_over = True


def _connect(address: tuple[str, int]) -> socket.socket:
    """A connection that is reset when it is closed, so that thousands of them don't linger."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.bind((SOURCE, 0))
    with contextlib.suppress(ConnectionError):
        connection.connect(address)
    return connection


def _is_answered(connection: socket.socket) -> bool:
    try:
        return b" 200 " in connection.recv(13)
    except OSError:
        return False


def _reset_all(listener: socket.socket) -> None:
    """Until the listener is closed."""
    with contextlib.suppress(OSError):
        while True:
            connection, _ = listener.accept()
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()


def main() -> None:
    host, port, rate = sys.argv[1:]
    _Flooder(host, int(port), float(rate)).run()


if __name__ == "__main__":
    main()
