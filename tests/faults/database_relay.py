"""A relay between a worker and PostgreSQL: it cuts connections, stalls, refuses, and loses the answers to commits.

It reads so much of PostgreSQL's protocol that it knows which messages write entries to a log.
"""

from __future__ import annotations

import asyncio
import contextlib
import struct
from typing import Literal, TypeAlias

#: How a commit's outcome becomes unknown: its statement never arrives, or its answer gets lost.
Loss: TypeAlias = Literal["statement", "answer"]
#: What the statement of an append is known by.
APPEND = b"INSERT INTO event"
#: The length of a message counts itself.
_LENGTH = struct.Struct("!i")
_PIECE = 65_536


class DatabaseRelay:
    """Listens on a port of its own for one worker, and passes everything on, as long as nothing is wrong."""

    def __init__(self, port: int) -> None:
        self._database_port = port
        self._listener: asyncio.Server | None = None
        self._port = 0
        self._pairs: set[_Pair] = set()
        self._is_stalled = False
        #: So many pieces of what the worker says are passed on before everything stalls; None: all of them.
        self._pieces_left: int | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._loss: Loss | None = None
        self._lost: asyncio.Event = asyncio.Event()

    @property
    def port(self) -> int:
        return self._port

    async def __aenter__(self) -> DatabaseRelay:
        await self.accept()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.refuse()
        while self._tasks:
            await asyncio.wait(self._tasks)

    # Faults

    async def accept(self) -> None:
        """Let connections in, at the same port as ever."""
        if self._listener is None:
            self._listener = await asyncio.start_server(self._serve, "127.0.0.1", self._port)
            self._port = self._listener.sockets[0].getsockname()[1]

    async def refuse(self) -> None:
        """Cut all connections, and refuse new ones."""
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.close()
        self.cut()

    def cut(self) -> None:
        """End all connections at once, whatever is on its way."""
        for pair in list(self._pairs):
            pair.abort()

    def stall(self) -> None:
        """Pass nothing on, in either direction; connections stay open, and whoever closes one is not heard either."""
        self._is_stalled = True
        self.strand()

    def strand(self) -> None:
        """Pass nothing on of the connections that are there, as a router that has forgotten them; new ones are well."""
        for pair in self._pairs:
            pair.flowing.clear()

    def stall_after(self, pieces: int) -> None:
        """Stall when so many pieces of what the worker says have been passed on."""
        self._pieces_left = pieces

    def flow(self) -> None:
        """Pass everything on again, with all that was held up."""
        self._is_stalled = False
        for pair in self._pairs:
            pair.flowing.set()

    async def lose_commit(self, loss: Loss, timeout: float) -> bool:
        """Cut the connection that writes next, so that the worker can't know whether it has; False if none does."""
        self._loss, self._lost = loss, asyncio.Event()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                await self._lost.wait()
        self._loss = None
        return self._lost.is_set()

    # Passing on

    def _serve(self, worker: asyncio.StreamReader, to_worker: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._relay(worker, to_worker))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _relay(self, worker: asyncio.StreamReader, to_worker: asyncio.StreamWriter) -> None:
        try:
            database, to_database = await asyncio.open_connection("127.0.0.1", self._database_port)
        except OSError:
            to_worker.transport.abort()
            return
        pair = _Pair(to_worker, to_database)
        if not self._is_stalled:
            pair.flowing.set()
        self._pairs.add(pair)
        try:
            async with asyncio.TaskGroup() as directions:
                directions.create_task(self._pass_to_database(worker, pair))
                directions.create_task(self._pass_to_worker(database, pair))
        except* (OSError, _Ended):
            pass
        finally:
            pair.abort()
            self._pairs.discard(pair)

    async def _pass_to_worker(self, database: asyncio.StreamReader, pair: _Pair) -> None:
        while piece := await pair.read(database):
            if pair.loses_answer:
                self._lost.set()
                raise _Ended
            pair.to_worker.write(piece)
            await pair.to_worker.drain()
        raise _Ended

    def _count_piece(self) -> None:
        if self._pieces_left is not None:
            self._pieces_left -= 1
            if self._pieces_left <= 0:
                self._pieces_left = None
                self.stall()

    async def _pass_to_database(self, worker: asyncio.StreamReader, pair: _Pair) -> None:
        reader = StatementReader()
        while piece := await pair.read(worker):
            if reader.feed(piece) and self._loss is not None:
                loss, self._loss = self._loss, None
                if loss == "statement":
                    self._lost.set()
                    raise _Ended
                pair.loses_answer = True
            pair.to_database.write(piece)
            await pair.to_database.drain()
            self._count_piece()
        raise _Ended


class _Pair:
    """A connection of the worker, and the one to the database that goes with it."""

    def __init__(self, to_worker: asyncio.StreamWriter, to_database: asyncio.StreamWriter) -> None:
        self.to_worker = to_worker
        self.to_database = to_database
        #: What the database says next is an answer that gets lost.
        self.loses_answer = False
        #: Set while data flows.
        self.flowing = asyncio.Event()

    async def read(self, source: asyncio.StreamReader) -> bytes:
        """The next piece, once data flows; nothing, when the other end has closed the connection."""
        try:
            piece = await source.read(_PIECE)
        except OSError:
            piece = b""
        await self.flowing.wait()
        return piece

    def abort(self) -> None:
        self.flowing.set()
        self.to_worker.transport.abort()
        self.to_database.transport.abort()


class _Ended(Exception):
    """One end has closed the connection."""


class StatementReader:
    """Finds appends in what a worker says: statements are named when they are parsed, and run by their names."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._has_begun = False
        self._appends: set[bytes] = set()

    def feed(self, piece: bytes) -> bool:
        """Whether an append is run in this piece."""
        self._data += piece
        is_append = False
        while (message := self._next_message()) is not None:
            kind, body = message
            name, _, rest = body.partition(b"\0")
            if kind == b"P" and APPEND in rest:
                self._appends.add(name)
            elif kind == b"B":
                # A portal's name comes first, and then the statement's.
                is_append = is_append or rest.partition(b"\0")[0] in self._appends
        return is_append

    def _next_message(self) -> tuple[bytes, bytes] | None:
        """The next one that is there as a whole; those before the session begins have no letter for their kind."""
        start = 1 if self._has_begun else 0
        if len(self._data) < start + _LENGTH.size:
            return None
        end = start + _LENGTH.unpack_from(self._data, start)[0]
        if len(self._data) < end:
            return None
        kind, body = bytes(self._data[:start]), bytes(self._data[start + _LENGTH.size : end])
        del self._data[:end]
        # A request for encryption, eight bytes in all, comes before the session.
        self._has_begun = self._has_begun or len(body) > _LENGTH.size
        return kind, body
