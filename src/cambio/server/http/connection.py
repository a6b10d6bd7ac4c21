"""A connection: one WebSocket of somebody at a table, with a bounded outbox, and pings that measure its round trip."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections import deque
from collections.abc import Callable

from starlette.websockets import WebSocket

from .. import codec, messages
from ..sessions import Session
from ..tables.snap_verdict import Latency
from ..tables.table_registry import TableRegistry
from .round_trip_readings import measure_round_trip

#: Messages, and bytes in them, that may wait for a slow reader before the socket is closed.
MAX_OUTBOX_MESSAGES = 256
MAX_OUTBOX_SIZE = 512_000
#: Seconds for a client to take the last message.
BYE_TIMEOUT = 2.0
#: Milliseconds between pings: the first ones come quickly, so that the round trip is known before it matters.
FIRST_PINGS = 3
FIRST_PING_INTERVAL, PING_INTERVAL = 400.0, 8_000.0
#: The interval varies by up to this share, so that sockets that were opened together are not pinged together.
PING_JITTER = 0.2
#: Milliseconds without a pong after which a client is taken for gone.
PONG_TIMEOUT = 30_000.0
#: A close code of the WebSocket protocol.
GOING_AWAY = 1001

#: Called with the time when a message was written to the socket.
OnSent = Callable[[float], None]


class Connection:
    """A viewer of a table, over a WebSocket."""

    def __init__(self, registry: TableRegistry, web_socket: WebSocket, session: Session) -> None:
        self.person = session.person.id
        self.name = session.person.name
        self.token_hash = session.token_hash
        self.round_trip = measure_round_trip(web_socket, registry.settings)
        self.latency = Latency()
        self.is_parting = False
        self._registry = registry
        self._clock = registry.clock
        self._socket = web_socket
        self._outbox: deque[tuple[bytes, OnSent | None]] = deque()
        self._size = 0
        self._has_outgoing = asyncio.Event()
        self._is_sending = False
        #: Writes to the socket without waking a task, where the server's protocol has it.
        self._write: Callable[[bytes], bool] | None = web_socket.scope.get("extensions", {}).get("cambio.write")
        self._ping: tuple[str, float] | None = None
        self._pings = 0
        self._last_pong = registry.clock.now()

    # Sending

    def post(self, text: bytes, *, sent: OnSent | None = None) -> None:
        if self.is_parting:
            return
        if len(self._outbox) >= MAX_OUTBOX_MESSAGES or self._size > MAX_OUTBOX_SIZE:
            self._outbox.clear()
            self.part("slow", "too many messages were waiting for you: connect again", 0)
            return
        if not self._outbox and not self._is_sending and self._write is not None and self._write(text):
            if sent is not None:
                sent(self._clock.now())
            return
        self._outbox.append((text, sent))
        self._size += len(text)
        self._has_outgoing.set()

    def part(self, code: str, sentence: str, retry: int | None = None) -> None:
        if self.is_parting:
            return
        self._outbox.append((codec.encode(messages.Bye(code, sentence, retry)), None))
        self.is_parting = True
        self._registry.metrics.dropped.labels(code).inc()
        self._has_outgoing.set()
        abort_soon(self._socket)

    async def send_all(self) -> None:
        """Send what is posted until the socket is closed, by us or by the client."""
        while True:
            while self._outbox:
                text, sent = self._outbox.popleft()
                self._size -= len(text)
                self._is_sending = True
                await self._socket.send_text(text.decode())
                self._is_sending = False
                if sent is not None:
                    sent(self._clock.now())
            if self.is_parting:
                await self._socket.close(GOING_AWAY)
                return
            self._has_outgoing.clear()
            await self._has_outgoing.wait()

    # Pings

    def ping(self, now: float) -> float:
        """Send a ping; returns when the next one is due."""
        if now - self._last_pong > PONG_TIMEOUT:
            self.part("silent", "no answer to several pings", 0)
        nonce = secrets.token_urlsafe(6)
        self._pings += 1
        self.post(codec.encode(messages.Ping(nonce)), sent=lambda sent: self._note_ping(nonce, sent))
        if self._pings <= FIRST_PINGS:
            return now + FIRST_PING_INTERVAL
        return now + PING_INTERVAL * random.uniform(1 - PING_JITTER, 1 + PING_JITTER)

    def _note_ping(self, nonce: str, now: float) -> None:
        self._ping = (nonce, now)

    def take_pong(self, pong: messages.Pong) -> None:
        """Measure the round trip. Only the nonce of the last ping counts, and only once, so no pong can come early."""
        if self._ping is None or self._ping[0] != pong.nonce:
            return
        now = self._clock.now()
        self.round_trip.add_ping(now - self._ping[1])
        self._last_pong = now
        self._ping = None


def abort_soon(web_socket: WebSocket) -> None:
    """A client that reads nothing does not read bye either, and must not keep the socket open."""
    abort = web_socket.scope.get("extensions", {}).get("cambio.abort")
    if abort is not None:
        asyncio.get_running_loop().call_later(BYE_TIMEOUT, abort)
