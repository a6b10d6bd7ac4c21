"""Sockets of the load generator: thousands of them in one process, so each does only what the protocol demands."""

from __future__ import annotations

import asyncio
import ipaddress
import re
from collections import deque
from dataclasses import dataclass
from typing import Any, Protocol, cast
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

#: Requests at the same time; each has a connection of its own, which is kept open.
MAX_REQUESTS = 24
#: Seconds for a socket to be opened, and for a request to be answered.
CONNECT_TIMEOUT = 60.0
REQUEST_TIMEOUT = 60.0
#: First bytes of whole frames: their kind, and the mark of a message's last frame.
TEXT, CLOSE = 0x81, 0x88
#: A mask of zeros leaves the text as it is. Real masks protect proxies from scripts in browsers; there are none here.
MASK = b"\0\0\0\0"
_LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)
_COOKIE = re.compile(rb"set-cookie: *([^;\r]+)", re.IGNORECASE)


class LoadError(Exception):
    """The run can't be made: what was expected, and what came."""


# The parts of messages that a virtual player needs; the decoder skips everything else.


class TablePart(Struct, gc=False):
    stage: str


class BoardPart(Struct, gc=False):
    number: int = 0
    window: int | None = None


class YoursPart(Struct):
    legal: tuple[str, ...] = ()
    snaps: tuple[str, ...] = ()
    question: int | None = None


NOTHING = YoursPart()


class Incoming(Struct):
    """Any message from a server."""

    type: str
    seq: int = 0
    cmd_id: str = ""
    nonce: str = ""
    code: str = ""
    sentence: str = ""
    you: str = ""
    table: TablePart | None = None
    board: BoardPart | None = None
    yours: YoursPart | None = None


_decoder = msgspec.json.Decoder(Incoming)
_encoder = msgspec.json.Encoder()


def frame(message: dict[str, Any]) -> bytes:
    r"""A message as a text frame.

    >>> frame({"a": 1})
    b'\x81\x87\x00\x00\x00\x00{"a":1}'
    """
    text = _encoder.encode(message)
    if len(text) < 126:
        return bytes((TEXT, 0x80 | len(text))) + MASK + text
    return bytes((TEXT, 0x80 | 126)) + len(text).to_bytes(2, "big") + MASK + text


class Listener(Protocol):
    """Who owns a socket."""

    def on_message(self, socket: Socket, message: Incoming) -> None: ...

    def on_close(self, socket: Socket) -> None: ...


class Socket(asyncio.Protocol):
    """One seat's socket, and the latest state that came over it."""

    __slots__ = (
        "_buffer",
        "_can_write",
        "_handshake",
        "_ignores_close",
        "_is_open",
        "_opened",
        "_transport",
        "listener",
        "number",
        "seat",
        "seq",
        "shown_at",
        "stage",
        "window",
        "yours",
    )

    def __init__(self, listener: Listener, seat: int, handshake: bytes, *, ignores_close: bool) -> None:
        self.listener = listener
        self._handshake = handshake
        self.seat = seat
        self._ignores_close = ignores_close
        self.seq = 0
        self.stage = "lobby"
        self.yours = NOTHING
        #: The latest discard, when it came, and whether it may be snapped.
        self.number = 0
        self.shown_at = 0.0
        self.window: int | None = None
        self._buffer = b""
        self._is_open = False
        self._can_write = asyncio.Event()
        self._can_write.set()
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def connect(
        cls,
        ticket: Ticket,
        listener: Listener,
        seat: int,
        *,
        ignores_close: bool = False,
        last_seq: int | None = None,
    ) -> Socket:
        """A socket that has sent hello; one that ignores close stays open when the server wants to close it.

        Whoever comes back names the last entry that was received, and is told what came after it.
        """
        loop = asyncio.get_running_loop()
        address, handshake = ticket.address, ticket.address.handshake(ticket.table_id)
        transport, socket = await loop.create_connection(
            lambda: cls(listener, seat, handshake, ignores_close=ignores_close), address.host, address.port
        )
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT):
                await socket._opened
        except BaseException:
            transport.abort()
            raise
        socket.send({"type": "hello", "ticket": ticket.text, **({} if last_seq is None else {"last_seq": last_seq})})
        return socket

    @property
    def is_closed(self) -> bool:
        return self._transport is None or self._transport.is_closing()

    def send(self, message: dict[str, Any]) -> None:
        self.write(frame(message))

    def write(self, frames: bytes) -> None:
        if self._transport is not None:
            self._transport.write(frames)

    async def drain(self) -> None:
        """Until the write buffer has room, or the socket is closed."""
        await self._can_write.wait()

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    # Called by the event loop

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        # At once: a server does not wait for ever until a connection says what it is for.
        self._transport.write(self._handshake)

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None
        self._can_write.set()
        if not self._opened.done():
            self._opened.set_exception(LoadError(f"expected an open socket, but it was closed: {error}"))
        self.listener.on_close(self)

    def pause_writing(self) -> None:
        self._can_write.clear()

    def resume_writing(self) -> None:
        self._can_write.set()

    def data_received(self, data: bytes) -> None:
        if self._buffer:
            data = self._buffer + data
        start = 0
        if not self._is_open:
            start = data.find(b"\r\n\r\n") + 4
            if start == 3:
                self._buffer = data
                return
            self._open(data[:start])
        end = len(data)
        while end - start >= 2:
            length, body = data[start + 1], start + 2
            if length == 126:
                length, body = int.from_bytes(data[body : body + 2], "big"), body + 2
            elif length == 127:
                length, body = int.from_bytes(data[body : body + 8], "big"), body + 8
            if body + length > end:
                break
            if data[start] == TEXT:
                self.listener.on_message(self, _decoder.decode(data[body : body + length]))
            elif data[start] == CLOSE and self._transport is not None and not self._ignores_close:
                self._transport.close()
            start = body + length
        self._buffer = data[start:]

    def _open(self, answer: bytes) -> None:
        self._is_open = True
        if self._opened.done():
            return
        if answer.startswith(b"HTTP/1.1 101 "):
            self._opened.set_result(None)
        else:
            line = answer.partition(b"\r\n")[0].decode(errors="replace")
            self._opened.set_exception(LoadError(f"expected a socket to open, but found {line!r}"))


class Address:
    """Where a server is; one behind a proxy may be a folder there, as `/w/1`."""

    def __init__(self, host: str, port: int, folder: str = "") -> None:
        self.host = host
        self.port = port
        self.name = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        self._folder = folder

    def handshake(self, table_id: str) -> bytes:
        """What opens a socket for a table: proxies see by the address which one it is."""
        return (
            f"GET {self._folder}/socket?table={table_id} HTTP/1.1\r\nHost: {self.name}\r\nOrigin: http://{self.name}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: Y2FtYmlvIGxvYWQgdGVzdA==\r\n\r\n"
        ).encode()


def loopback(url: str) -> Address:
    """The address of a server on this machine; no other machine is put under load.

    >>> loopback("http://127.0.0.1:8000").name
    '127.0.0.1:8000'
    >>> loopback("http://cambio.example")
    Traceback (most recent call last):
    ...
    cambio.load.sockets.LoadError: expected an address of this machine like http://127.0.0.1:8000, \
but found 'http://cambio.example'
    """
    try:
        parts = urlsplit(url)
        host = "127.0.0.1" if parts.hostname == "localhost" else parts.hostname or ""
        if parts.scheme in ("http", "ws") and ipaddress.ip_address(host).is_loopback:
            return Address(host, parts.port or 80, parts.path.removesuffix("/socket").rstrip("/"))
    except ValueError:
        pass
    raise LoadError(f"expected an address of this machine like http://127.0.0.1:8000, but found {url!r}")


@dataclass(frozen=True, slots=True)
class Ticket:
    """Lets somebody in at a table, by a socket at that address."""

    text: str
    table_id: str
    address: Address


class Requests:
    """Requests over connections that are kept open."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._idle: deque[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = deque()
        self._slots = asyncio.Semaphore(MAX_REQUESTS)

    async def sign_in(self, name: str) -> str:
        """A new guest's cookie."""
        _, cookie = await self._request("POST", "/api/session", {"name": name})
        return cookie

    async def open_table(self, cookie: str, **wanted: Any) -> str:
        answer, _ = await self._request("POST", "/api/tables", wanted, cookie)
        return str(answer["table"])

    async def ticket(self, cookie: str, table_id: str) -> Ticket:
        """The worker that holds the table may be another one than the one that was asked."""
        answer, _ = await self._request("POST", f"/api/tables/{table_id}/ticket", None, cookie)
        address = loopback(answer["socket"]) if answer.get("socket") else self._address
        return Ticket(str(answer["ticket"]), table_id, address)

    async def close(self) -> None:
        while self._idle:
            self._idle.pop()[1].close()
        await asyncio.sleep(0)

    async def _request(self, method: str, path: str, body: object, cookie: str = "") -> tuple[dict[str, Any], str]:
        content = b"" if body is None else _encoder.encode(body)
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self._address.name}\r\nOrigin: http://{self._address.name}\r\n"
            f"Cookie: {cookie}\r\nContent-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        async with self._slots, asyncio.timeout(REQUEST_TIMEOUT):
            reader, writer = await self._connection()
            writer.write(head.encode() + content)
            answer = await reader.readuntil(b"\r\n\r\n")
            length, cookies = _LENGTH.search(answer), _COOKIE.search(answer)
            text = await reader.readexactly(int(length[1]) if length else 0)
            self._idle.append((reader, writer))
        status = int(answer[9:12])
        if status >= 400:
            raise LoadError(
                f"expected {path} to be answered, but found {status}: {text[:200].decode(errors='replace')}"
            )
        return msgspec.json.decode(text), cookies[1].decode() if cookies else ""

    async def _connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        while self._idle:
            reader, writer = self._idle.pop()
            if not reader.at_eof():
                return reader, writer
            writer.close()
        return await asyncio.open_connection(self._address.host, self._address.port)
