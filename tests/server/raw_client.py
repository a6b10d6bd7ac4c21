"""A raw client: requests and frames that no honest client sends, and a server in this process to send them to."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import logging
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeVar

import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from cambio.server import codec
from cambio.server.clock import Clock
from cambio.server.http.app import make_app
from cambio.server.logs import LOGGER, configure_logging
from cambio.server.protocol import messages
from cambio.server.serve import make_config
from cambio.server.settings import Settings
from cambio.server.store.urls import make_store
from cambio.server.tables.table_registry import TableRegistry

T = TypeVar("T")

#: Seconds in which an expected event must have happened.
EVENT_TIMEOUT = 20.0
#: Seconds to wait for something that must not happen.
QUIET_TIME = 0.15
#: Bots and the dealer act at once, and there are no limits, unless a test sets one.
FAST_SETTINGS: dict[str, Any] = {
    "database": "sqlite://",
    "pace": 0,
    "scores": 100,
    "window": 50,
    "requests_per_minute": 1_000_000,
    "replays_per_minute": 1_000_000,
    "commands_per_second": 1_000,
    "tables_per_person": 1_000,
    "tables_per_address": 100_000,
    "open_tables_per_person": 1_000,
    "guests_per_address": 100_000,
    "codes_per_minute": 1_000,
}


class SkippableClock(Clock):
    """The machine's clocks, and the time that a test has skipped."""

    def __init__(self) -> None:
        self.skipped = 0

    def now(self) -> float:
        return super().now() + self.skipped

    def wall(self) -> int:
        return super().wall() + self.skipped


# The server


@dataclass
class LocalServer:
    """A server in this process, with real sockets; its log and its clock can be read and changed."""

    registry: TableRegistry
    port: int
    log: io.StringIO
    #: The server's side of all open connections.
    connections: set[Any]
    #: Errors in tasks that nobody awaited.
    task_errors: list[dict[str, Any]] = field(default_factory=list)

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def skip(self, milliseconds: int) -> None:
        """Skip time on the server's clock."""
        assert isinstance(self.registry.clock, SkippableClock)
        self.registry.clock.skipped += milliseconds

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.getvalue().splitlines()]

    def failures(self) -> list[dict[str, Any]]:
        """The errors in the log."""
        return [line for line in self.lines() if line["level"] == "error" or "error" in line]

    def clear_log(self) -> None:
        """Forget what the log holds: it was meant to happen."""
        self.log.seek(0)
        self.log.truncate()

    async def guest(self, name: str = "Ana") -> RawClient:
        visitor = RawClient(self, name)
        answer = await visitor.post("/api/session", {"name": name})
        assert answer.status == 201, answer
        visitor.cookie = answer.header("set-cookie").partition(";")[0]
        visitor.person = answer.json()["person"]
        return visitor

    async def guests(self, *names: str) -> list[RawClient]:
        return [await self.guest(name) for name in names]

    async def request(self, method: str, path: str, document: object = None, **how: Any) -> Answer:
        """A request without a session, from the site's own page unless a header says otherwise."""
        return await RawClient(self).request(method, path, document, **how)


@asynccontextmanager
async def running_server(
    *, registry: TableRegistry | None = None, send_buffer: int | None = None, port: int = 0, **settings: Any
) -> AsyncIterator[LocalServer]:
    """A server for as long as the block lasts; if all went well until then, its log must hold no failure.

    A registry may be given; `send_buffer` is the size of the kernel's send buffer in bytes.
    """
    chosen = Settings(**FAST_SETTINGS | settings)
    registry = registry or TableRegistry(make_store(chosen.database), chosen, SkippableClock())
    handlers, level = list(LOGGER.handlers), LOGGER.level
    log = io.StringIO()
    configure_logging("info", log)
    config = make_config(registry.settings)
    config.app = make_app(registry)
    config.timeout_graceful_shutdown = 1
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    with socket.socket(proto=socket.IPPROTO_TCP) as listener:
        if send_buffer is not None:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
        listener.bind(("127.0.0.1", port))
        target = LocalServer(registry, listener.getsockname()[1], log, server.server_state.connections)
        asyncio.get_running_loop().set_exception_handler(lambda _loop, context: target.task_errors.append(context))
        await server.startup(sockets=[listener])
        try:
            yield target
        finally:
            for connection in list(server.server_state.connections):
                connection.transport.abort()
            await server.shutdown(sockets=[listener])
            LOGGER.handlers, LOGGER.level = handlers, level
            logging.getLogger("uvicorn").handlers = []
    assert target.failures() == [], target.failures()
    assert target.task_errors == [], target.task_errors


# HTTP


@dataclass(frozen=True)
class Answer:
    """What the server answered, byte for byte."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers if key == name), "")

    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The stable code of a problem, which has a sentence, too."""
        document = self.json()
        assert set(document) - {"fields", "request"} == {"code", "sentence"}, document
        assert document["sentence"] and isinstance(document["sentence"], str)
        return str(document["code"])

    def problem(self) -> dict[str, Any]:
        """What a problem tells, but for the id of its request, which is another one each time."""
        return {name: value for name, value in self.json().items() if name != "request"}


async def exchange(port: int, data: bytes, *, source: str = "127.0.0.1") -> Answer:
    """Bytes to the server, from one of this machine's addresses, and its answer to them."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    try:
        async with asyncio.timeout(EVENT_TIMEOUT):
            # A request that is refused in the middle of a long body may find the connection closed.
            with contextlib.suppress(ConnectionError):
                writer.write(data)
                await writer.drain()
            head = await reader.readuntil(b"\r\n\r\n")
            body = b""
            with contextlib.suppress(ConnectionError):
                body = await reader.read()
    finally:
        writer.transport.abort()
    first, *rest = head.decode("latin-1").rstrip().split("\r\n")
    headers = tuple((name.lower(), value.strip()) for name, _, value in (line.partition(":") for line in rest))
    return Answer(int(first.split()[1]), headers, body)


@dataclass
class RawClient:
    """A client of a server, with a session or without."""

    target: LocalServer
    name: str = ""
    person: str = ""
    cookie: str = ""

    async def request(
        self,
        method: str,
        path: str,
        document: object = None,
        *,
        body: bytes | None = None,
        headers: Mapping[str, str | None] | None = None,
    ) -> Answer:
        """Ask. A header that is None is left out, one that is given replaces the honest one."""
        body = body if body is not None else b"" if document is None else json.dumps(document).encode()
        sent: dict[str, str | None] = {
            "Host": f"127.0.0.1:{self.target.port}",
            "Origin": self.target.base,
            "Cookie": self.cookie or None,
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
            "Connection": "close",
        }
        sent |= headers or {}
        lines = [
            f"{method} {path} HTTP/1.1",
            *(f"{name}: {value}" for name, value in sent.items() if value is not None),
        ]
        return await exchange(self.target.port, "\r\n".join([*lines, "", ""]).encode("utf-8") + body)

    async def get(self, path: str, **how: Any) -> Answer:
        return await self.request("GET", path, **how)

    async def post(self, path: str, document: object = None, **how: Any) -> Answer:
        return await self.request("POST", path, document, **how)

    async def open_table(self, **wanted: Any) -> str:
        answer = await self.post("/api/tables", wanted)
        assert answer.status == 201, answer
        return str(answer.json()["table"])

    async def ticket(self, table_id: str) -> str:
        return (await self.way_to(table_id))[0]

    async def way_to(self, table_id: str) -> tuple[str, str | None]:
        """A ticket, and where it is good, if that is at another worker."""
        answer = await self.post(f"/api/tables/{table_id}/ticket")
        assert answer.status == 200, answer
        return str(answer.json()["ticket"]), answer.json().get("socket")

    @asynccontextmanager
    async def open_socket(self, address: str | None = None, **how: Any) -> AsyncIterator[Socket]:
        """A socket on which nothing was sent yet."""
        origin = how.pop("origin", self.target.base)
        address = address or f"ws://127.0.0.1:{self.target.port}/socket"
        how = {"compression": None, "ping_interval": None, "close_timeout": 0.5} | how
        async with connect(address, origin=origin, **how) as connection:
            yield Socket(connection)

    @asynccontextmanager
    async def at(
        self, table_id: str, *, last_seq: int | None = None, sit: bool = False, **how: Any
    ) -> AsyncIterator[Socket]:
        """At a table, welcomed."""
        ticket, elsewhere = await self.way_to(table_id)
        async with self.open_socket(elsewhere, **how) as sock:
            await sock.say(messages.Hello(ticket, last_seq=last_seq, sit=sit))
            await sock.hear(messages.Welcome)
            yield sock


# Sockets


_numbers = count(1)


@dataclass
class Socket:
    """A client's socket, over which anything can be sent; all that comes is kept."""

    connection: ClientConnection
    #: Whether pongs acknowledge what was received.
    confirms: bool = True
    heard: list[messages.FromServer] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    async def send(self, frame: str | bytes | Sequence[str]) -> None:
        with contextlib.suppress(ConnectionClosed):
            await self.connection.send(frame)

    async def say(self, message: messages.ClientMessage) -> None:
        await self.send(codec.encode(message).decode())

    async def next(self) -> messages.FromServer | None:
        """The next message, with pings answered; None when the socket is closed."""
        while True:
            try:
                async with asyncio.timeout(EVENT_TIMEOUT):
                    text = await self.connection.recv()
            except ConnectionClosed:
                return None
            assert isinstance(text, str)
            message = codec.decode_server(text)
            self.heard.append(message)
            self.texts.append(text)
            if isinstance(message, messages.Ping):
                await self.say(messages.Pong(message.nonce, self.seq if self.confirms else 0))
                continue
            return message

    @property
    def seq(self) -> int:
        return max((each.seq for each in self.heard if isinstance(each, messages.Welcome | messages.Told)), default=0)

    async def hear(self, kind: type[Any], holds: Callable[[Any], bool] = lambda _: True) -> Any:
        """The next message of a kind."""
        async with asyncio.timeout(EVENT_TIMEOUT):
            return await self._hear(kind, holds)

    async def _hear(self, kind: type[Any], holds: Callable[[Any], bool]) -> Any:
        while True:
            message = await self.next()
            assert message is not None, f"expected {kind}, but the socket was closed after {self.heard[-2:]}"
            if isinstance(message, kind) and holds(message):
                return message

    async def ask(self, command: messages.Command) -> messages.Done | messages.Refused:
        """A command and its answer."""
        await self.say(command)
        answer = await self.hear(messages.Done | messages.Refused, lambda each: each.cmd_id == command.cmd_id)  # type: ignore[arg-type]
        assert isinstance(answer, messages.Done | messages.Refused)
        return answer

    async def act(self, action: str, **how: Any) -> messages.Done | messages.Refused:
        return await self.ask(messages.Act(new_id(), action, **how))

    async def read_bye(self) -> messages.Bye | None:
        """The bye before the socket is closed; None if there was none."""
        async with asyncio.timeout(EVENT_TIMEOUT):
            return await self._read_bye()

    async def _read_bye(self) -> messages.Bye | None:
        bye: messages.Bye | None = None
        while (message := await self.next()) is not None:
            bye = message if isinstance(message, messages.Bye) else bye
        return bye

    @property
    def board(self) -> messages.Board:
        boards = [
            each.board for each in self.heard if isinstance(each, messages.Welcome | messages.Told) and each.board
        ]
        return boards[-1]

    @property
    def yours(self) -> messages.Yours:
        told = [each.yours for each in self.heard if isinstance(each, messages.Welcome | messages.Told) and each.yours]
        return told[-1]

    @property
    def table(self) -> messages.TableInfo:
        told = [each.table for each in self.heard if isinstance(each, messages.Welcome | messages.Told) and each.table]
        return told[-1]

    async def write(self, *pieces: bytes) -> None:
        """Bytes as they are, past everything that a client library would not do."""
        self.connection.transport.write(b"".join(pieces))
        await asyncio.sleep(0)


def new_id() -> str:
    return f"c{next(_numbers)}"


CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
#: Bits of a frame's first byte: the last frame of its message, and a reserved one.
LAST, RESERVED = 0x80, 0x40


def frame(kind: int, data: bytes = b"", *, marks: int = LAST) -> bytes:
    """A client's frame, lawful or not, under a mask of zeros."""
    size = len(data)
    if size < 126:
        length = bytes([0x80 | size])
    elif size < 65_536:
        length = bytes([0x80 | 126]) + size.to_bytes(2, "big")
    else:
        length = bytes([0x80 | 127]) + size.to_bytes(8, "big")
    return bytes([marks | kind]) + length + bytes(4) + data


def fragments(text: str, size: int = 1) -> list[bytes]:
    """A text in many frames."""
    data = text.encode()
    pieces = [data[start : start + size] for start in range(0, len(data), size)] or [b""]
    kinds = [TEXT, *([CONTINUATION] * (len(pieces) - 1))]
    marks = [*([0] * (len(pieces) - 1)), LAST]
    return [frame(kind, piece, marks=mark) for kind, piece, mark in zip(kinds, pieces, marks, strict=True)]


# Playing on


async def play_out(sock: Socket, timeout: float = EVENT_TIMEOUT) -> None:
    """Play the first legal action until the match is over: the table works."""
    async with asyncio.timeout(timeout):
        while sock.table.stage != "over":
            legal = sock.yours.legal if sock.table.stage == "playing" else ()
            if legal:
                await sock.act("call" if "call" in legal else legal[0])
            else:
                await sock.hear(messages.Told)


ONE_ROUND = "cambia match.rounds=1 match.target=0"
#: A table for one person and two quick bots, and the match begins at once.
AMONG_BOTS: dict[str, Any] = {"rules": ONE_ROUND, "seats": 3, "bots": ["casual", "beginner"], "start": True}


def run(attack: Coroutine[Any, Any, T]) -> T:
    """Run a test's coroutine, in time."""
    return asyncio.run(_in_time(attack))


async def _in_time(attack: Coroutine[Any, Any, T]) -> T:
    """An attack that takes too long has succeeded, and the server has failed."""
    async with asyncio.timeout(3 * EVENT_TIMEOUT):
        return await attack


class SharedServer:
    """A server for a whole file of tests, and an event loop that runs only while something is awaited."""

    def __init__(self, **settings: Any) -> None:
        self._runner = asyncio.Runner()
        self._server = running_server(**settings)

    def __enter__(self) -> SharedServer:
        self._runner.__enter__()
        self.target = self.wait_for(self._server.__aenter__())
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: Any) -> None:
        try:
            self.wait_for(self._server.__aexit__(kind, error, trace))
        finally:
            self._runner.__exit__(kind, error, trace)

    def wait_for(self, something: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(_in_time(something))
