"""A real server in a process of its own, and a proxy in front of it that injects network faults."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
import socket
import subprocess
import sys
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from . import ready_starts
from .ready_starts import ReadyProcess

#: Seconds for a server to shut down gracefully.
STOP_TIMEOUT = 10.0
#: Below the ephemeral ports, so that no client takes the port of a server that is to be started again.
SERVER_PORTS = range(12_000, 30_000)
#: Bots and the dealer act at once, and limits allow many clients from one address.
FAST_SETTINGS: dict[str, Any] = {
    "pace": 0,
    "scores": 300,
    "window": 100,
    "requests_per_minute": 1_000_000,
    "commands_per_second": 1_000,
    "tables_per_person": 1_000,
    "tables_per_address": 100_000,
    "open_tables_per_person": 1_000,
    "guests_per_address": 100_000,
    "sockets_per_address": 1_000,
}


# The server


class Server:
    """A `cambio serve` on this machine, with a database in its folder or elsewhere; it can end and be started again."""

    def __init__(
        self, folder: Path, *, port: int = 0, max_files: str = "", database: str | None = None, **settings: Any
    ) -> None:
        self.folder = folder
        self.database = database or f"sqlite:///{folder / 'cambio.db'}"
        self.port = port
        #: Options of ulimit for the files that it may have open.
        self.max_files = max_files
        self.settings = FAST_SETTINGS | settings
        self.starts = 0
        self._process: subprocess.Popen[str] | ReadyProcess | None = None

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def process_id(self) -> int | None:
        return None if self._process is None else self._process.pid

    async def start(self) -> None:
        """Run, and wait until it listens."""
        await asyncio.to_thread(self._start)

    async def stop(self) -> int:
        """Ask it to end, as operators do; returns its exit status."""
        return await asyncio.to_thread(self._end, signal.SIGTERM)

    async def kill(self) -> None:
        """End it in the middle of whatever it does."""
        await asyncio.to_thread(self._end, signal.SIGKILL)

    def _start(self) -> None:
        assert self._process is None, "the server is running already"
        flags = [_flag(name.replace("_", "-"), value) for name, value in self.settings.items()]
        arguments = ["serve", f"--port={self.port}", f"--database={self.database}", *flags]
        if ready_starts.IS_WANTED and not self.max_files:
            self._process = ReadyProcess(arguments, self._log)
        else:
            command = [sys.executable, "-m", "cambio", *arguments]
            if self.max_files:
                command = ["sh", "-c", f'ulimit {self.max_files}; exec "$@"', "sh", *command]
            with self._log.open("a") as log:
                self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        address = urlsplit(line.removeprefix("Cambio is at ").strip())
        assert address.port, f"expected to be told an address, but found {line!r}: {self._log.read_text()}"
        self.port = address.port
        self.starts += 1

    def _end(self, how: signal.Signals) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        try:
            process.send_signal(how)
            return process.wait(STOP_TIMEOUT)
        finally:
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()

    @property
    def _log(self) -> Path:
        return self.folder / "server.log"

    def complaints(self) -> list[str]:
        """Warnings and errors in the server's log."""
        lines = self._log.read_text().splitlines()
        return [line for line in lines if '"level":"info"' not in line and '"level":"debug"' not in line]


def _flag(name: str, value: Any) -> str:
    return f"--{name}={value}" if not isinstance(value, bool) else f"--{name}" if value else f"--no-{name}"


@asynccontextmanager
async def serving(folder: Path, **settings: Any) -> AsyncIterator[Server]:
    """A server for as long as the block lasts, and nothing of it afterwards."""
    server = Server(folder, **settings)
    try:
        await server.start()
        yield server
    finally:
        await server.kill()


def find_free_port() -> int:
    """A port on which a server can be started again and again."""
    for port in random.sample(SERVER_PORTS, 100):
        with contextlib.suppress(OSError), socket.socket() as listener:
            listener.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


# The network


@dataclass(frozen=True)
class NetworkFaults:
    """Faults and their probabilities for each piece of data; the delay in seconds is the longest one."""

    delay: float = 0.0
    #: The connection is torn, perhaps in the middle of a message.
    tears: float = 0.0
    #: A message from the client arrives twice; is overtaken by the next one; or one of an earlier connection arrives.
    doubles: float = 0.0
    swaps: float = 0.0
    echoes: float = 0.0


NO_FAULTS = NetworkFaults()
MANY_FAULTS = NetworkFaults(delay=0.01, tears=0.004, doubles=0.2, swaps=0.5, echoes=0.1)


@dataclass
class FaultCounts:
    """How often each fault has happened."""

    tears: int = 0
    doubles: int = 0
    swaps: int = 0
    echoes: int = 0


class FaultyProxy:
    """A client's proxy to the server that delays, tears, repeats and swaps messages; it knows WebSocket frames."""

    def __init__(self, server: Server, seed: int) -> None:
        self.faults = NO_FAULTS
        self.fault_counts = FaultCounts()
        self._server = server
        self._rng = random.Random(seed)
        self._old: deque[bytes] = deque(maxlen=8)
        self._tasks: set[asyncio.Task[None]] = set()
        self._listener: asyncio.Server | None = None

    @property
    def base(self) -> str:
        assert self._listener is not None
        return f"http://127.0.0.1:{self._listener.sockets[0].getsockname()[1]}"

    async def __aenter__(self) -> FaultyProxy:
        self._listener = await asyncio.start_server(self._proxy, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._listener is not None
        self._listener.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _proxy(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        writers = [to_client]
        try:
            server, to_server = await asyncio.open_connection("127.0.0.1", self._server.port)
            writers.append(to_server)
            async with asyncio.TaskGroup() as directions:
                directions.create_task(self._forward_to_server(client, to_server))
                directions.create_task(self._forward_to_client(server, to_client))
        except* (OSError, asyncio.IncompleteReadError, _ConnectionLost):
            pass
        finally:
            for writer in writers:
                writer.transport.abort()
            self._tasks.discard(task)

    def _happens(self, chance: float) -> bool:
        return self._rng.random() < chance

    async def _delay(self) -> None:
        if self.faults.delay:
            await asyncio.sleep(self._rng.uniform(0, self.faults.delay))

    def _tear(self, piece: bytes, writer: asyncio.StreamWriter) -> None:
        if self._happens(self.faults.tears):
            self.fault_counts.tears += 1
            writer.write(piece[: self._rng.randrange(len(piece))])
            raise _ConnectionLost

    async def _forward_to_client(self, server: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        while piece := await server.read(65_536):
            await self._delay()
            self._tear(piece, to_client)
            to_client.write(piece)
            await to_client.drain()
        raise _ConnectionLost

    async def _forward_to_server(self, client: asyncio.StreamReader, to_server: asyncio.StreamWriter) -> None:
        head = await client.readuntil(b"\r\n\r\n")
        to_server.write(head)
        if not head.startswith(b"GET /socket"):
            while piece := await client.read(65_536):
                to_server.write(piece)
            raise _ConnectionLost
        frames: asyncio.Queue[bytes] = asyncio.Queue()
        async with asyncio.TaskGroup() as reading:
            reading.create_task(_read_frames(client, frames))
            await self._forward_frames(frames, to_server)

    async def _forward_frames(self, frames: asyncio.Queue[bytes], to_server: asyncio.StreamWriter) -> None:
        # Hello comes first, whatever the faults.
        to_server.write(await frames.get())
        while True:
            batch = [await frames.get()]
            await self._delay()
            self._tear(batch[0], to_server)
            if self._happens(self.faults.swaps):
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(0.02):
                        batch.insert(0, await frames.get())
                        self.fault_counts.swaps += 1
            if self._happens(self.faults.doubles):
                batch.append(self._rng.choice(batch))
                self.fault_counts.doubles += 1
            if self._old and self._happens(self.faults.echoes):
                batch.insert(0, self._rng.choice(self._old))
                self.fault_counts.echoes += 1
            self._old.extend(batch)
            for frame in batch:
                to_server.write(frame)
            await to_server.drain()


class _ConnectionLost(Exception):
    """The connection is gone."""


async def _read_frames(client: asyncio.StreamReader, frames: asyncio.Queue[bytes]) -> None:
    """A client's frames as they are, masks and all."""
    while True:
        frame = await client.readexactly(2)
        length = frame[1] & 127
        if length >= 126:
            size = await client.readexactly(2 if length == 126 else 8)
            frame += size
            length = int.from_bytes(size, "big")
        frame += await client.readexactly(4 + length)
        frames.put_nowait(frame)
