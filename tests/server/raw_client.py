"""Attacking: a server to be hurt, and the tools to do it: requests and frames as no honest client sends them."""

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

from cambio.server import codec, messages
from cambio.server.clock import Clock
from cambio.server.http.app import make_app
from cambio.server.logs import LOGGER, configure_logging
from cambio.server.serve import make_config
from cambio.server.settings import Settings
from cambio.server.store.urls import make_store
from cambio.server.tables.table_registry import TableRegistry

T = TypeVar("T")

#: Seconds after which something that should have happened has not.
PATIENCE = 8.0
#: Seconds in which something that should not happen would have.
A_MOMENT = 0.15
#: Bots and the dealer lose no time, and no limit stands in the way, unless a test sets one.
BRISK: dict[str, Any] = {
    "database": "sqlite://",
    "pace": 0,
    "scores": 100,
    "window": 50,
    "requests_per_minute": 1_000_000,
    "commands_per_second": 1_000,
    "tables_per_person": 1_000,
    "codes_per_minute": 1_000,
}


class Hourglass(Clock):
    """The machine's clocks, and whatever time a test lets pass at once."""

    def __init__(self) -> None:
        self.skipped = 0

    def now(self) -> float:
        return super().now() + self.skipped

    def wall(self) -> int:
        return super().wall() + self.skipped


# The server


@dataclass
class Target:
    """A server that runs here, with its real sockets, its log, and its watch within reach."""

    registry: TableRegistry
    port: int
    log: io.StringIO
    #: The server's ends of all that is open.
    connections: set[Any]
    #: What went wrong in tasks that nobody waited for.
    strays: list[dict[str, Any]] = field(default_factory=list)
    #: Errors that the library beneath us may note when an attack is rude enough; ours never are.
    may_say: tuple[str, ...] = ()

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def skip(self, milliseconds: int) -> None:
        """Let time pass at once."""
        assert isinstance(self.registry.clock, Hourglass)
        self.registry.clock.skipped += milliseconds

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.getvalue().splitlines()]

    def failures(self) -> list[dict[str, Any]]:
        """Whatever the log holds that is more than news, or a warning that somebody was rude."""
        wrong = [line for line in self.lines() if line["level"] == "error" or "error" in line]
        return [line for line in wrong if line.get("error") not in self.may_say or line["what"] != "uvicorn.error"]

    def forget(self) -> None:
        """What the log holds was meant to happen."""
        self.log.seek(0)
        self.log.truncate()

    async def guest(self, name: str = "Ana") -> Visitor:
        visitor = Visitor(self, name)
        answer = await visitor.post("/api/session", {"name": name})
        assert answer.status == 201, answer
        visitor.cookie = answer.header("set-cookie").partition(";")[0]
        visitor.person = answer.json()["person"]
        return visitor

    async def guests(self, *names: str) -> list[Visitor]:
        return [await self.guest(name) for name in names]

    async def request(self, method: str, path: str, document: object = None, **how: Any) -> Answer:
        """Somebody without a session asks, from the site's own page unless told otherwise."""
        return await Visitor(self).request(method, path, document, **how)


@asynccontextmanager
async def besieged(
    *, registry: TableRegistry | None = None, send_buffer: int | None = None, **settings: Any
) -> AsyncIterator[Target]:
    """A server for as long as the block lasts; if all went well until then, its log must hold no failure.

    A house of one's own may be given; with a send buffer of so many bytes the kernel takes less off its hands.
    """
    chosen = Settings(**BRISK | settings)
    registry = registry or TableRegistry(make_store(chosen.database), chosen, Hourglass())
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
        listener.bind(("127.0.0.1", 0))
        target = Target(registry, listener.getsockname()[1], log, server.server_state.connections)
        asyncio.get_running_loop().set_exception_handler(lambda _loop, context: target.strays.append(context))
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
    assert target.strays == [], target.strays


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
        assert set(document) - {"fields"} == {"code", "sentence"}, document
        assert document["sentence"] and isinstance(document["sentence"], str)
        return str(document["code"])


async def exchange(port: int, data: bytes) -> Answer:
    """Bytes to the server, and its answer to them."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        async with asyncio.timeout(PATIENCE):
            # Who is refused in the middle of a long body may find the door shut.
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
class Visitor:
    """Somebody who asks a server for something, with a session or without."""

    target: Target
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
        answer = await self.post(f"/api/tables/{table_id}/ticket")
        assert answer.status == 200, answer
        return str(answer.json()["ticket"])

    @asynccontextmanager
    async def knock(self, **how: Any) -> AsyncIterator[Socket]:
        """A socket on which nothing was said yet."""
        origin = how.pop("origin", self.target.base)
        address = f"ws://127.0.0.1:{self.target.port}/socket"
        how = {"compression": None, "ping_interval": None, "close_timeout": 0.5} | how
        async with connect(address, origin=origin, **how) as connection:
            yield Socket(connection)

    @asynccontextmanager
    async def at(self, table_id: str, *, last_seq: int | None = None, **how: Any) -> AsyncIterator[Socket]:
        """At a table, welcomed."""
        async with self.knock(**how) as sock:
            await sock.say(messages.Hello(await self.ticket(table_id), last_seq=last_seq))
            await sock.hear(messages.Welcome)
            yield sock


# Sockets


_numbers = count(1)


@dataclass
class Socket:
    """A client's end, by which anything can be sent; what comes is kept."""

    connection: ClientConnection
    #: Whether pongs tell how much was taken in, or nothing.
    confirms: bool = True
    heard: list[messages.FromServer] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    async def send(self, frame: str | bytes | Sequence[str]) -> None:
        with contextlib.suppress(ConnectionClosed):
            await self.connection.send(frame)

    async def say(self, message: messages.ClientMessage) -> None:
        await self.send(codec.encode(message))

    async def next(self) -> messages.FromServer | None:
        """The next message, with pings answered; None when the socket is closed."""
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
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
        async with asyncio.timeout(PATIENCE):
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

    async def parting(self) -> messages.Bye | None:
        """What is said before the socket is closed; None if it is closed without a word."""
        async with asyncio.timeout(PATIENCE):
            return await self._parting()

    async def _parting(self) -> messages.Bye | None:
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
#: Marks of a frame: the last of its message, and a bit that nobody has agreed upon.
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


async def play_out(sock: Socket, patience: float = PATIENCE) -> None:
    """One person among bots does the first thing that is lawful until the match is over: the table was not lost."""
    async with asyncio.timeout(patience):
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
    """An attack from beginning to end."""
    return asyncio.run(_in_time(attack))


async def _in_time(attack: Coroutine[Any, Any, T]) -> T:
    """One that takes too long has succeeded, and the server has failed."""
    async with asyncio.timeout(3 * PATIENCE):
        return await attack


class Siege:
    """A server for a whole file of tests, and a loop that runs only while somebody waits for something."""

    def __init__(self, **settings: Any) -> None:
        self._runner = asyncio.Runner()
        self._server = besieged(**settings)

    def __enter__(self) -> Siege:
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
