"""A connection: one WebSocket of somebody at a table, with a bounded outbox, and pings that measure its round trip."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections import deque
from collections.abc import Callable

import msgspec

from .. import codec
from ..logs import digest, log, log_detail
from ..protocol import messages
from ..round_trips import RoundTrip
from ..sessions import Session
from ..tables.commands.inbox import MOVED
from ..tables.live_table import LiveTable
from ..tables.races.snap_verdict import Latency
from ..tables.table_registry import TableRegistry
from .frame_socket import FrameSocket
from .limits import Bucket

#: Messages, and bytes in them, that may wait for a slow reader before the socket is closed.
MAX_OUTBOX_MESSAGES = 256
MAX_OUTBOX_SIZE = 512_000
#: Seconds of a socket's allowance of commands that may be used in one burst.
BURST_SECONDS = 2
#: Frames that can't be read before the socket is closed.
MAX_PROBLEMS = 8
#: Milliseconds between pings: the first ones come quickly, so that the round trip is known before it matters.
FIRST_PINGS = 3
FIRST_PING_INTERVAL, PING_INTERVAL = 400.0, 8_000.0
#: The interval varies by up to this share, so that sockets that were opened together are not pinged together.
PING_JITTER = 0.2
#: Pings in a row that may be left out, so that pongs still tell now and then what was received, and how long they take.
MAX_PINGS_SKIPPED = 3
#: Milliseconds without a pong after which a client is taken for gone.
PONG_TIMEOUT = 30_000.0
#: A close code of the WebSocket protocol.
GOING_AWAY = 1001

#: Called with the time when a message was written to the socket.
OnSent = Callable[[float], None]


class Connection:
    """A viewer of a table, over a WebSocket: reads what its client says, and sends what the table tells."""

    __slots__ = (
        "_asking",
        "_clock",
        "_commands",
        "_has_spoken",
        "_last_pong",
        "_live_table",
        "_on_end",
        "_outbox",
        "_ping",
        "_pings",
        "_pings_skipped",
        "_problems",
        "_registry",
        "_size",
        "_socket",
        "address",
        "is_parting",
        "latency",
        "name",
        "person",
        "round_trip",
        "token_hash",
    )

    def __init__(
        self,
        registry: TableRegistry,
        session: Session,
        live_table: LiveTable,
        socket: FrameSocket,
        round_trip: RoundTrip,
        address: str,
        on_end: Callable[[Connection, LiveTable], None],
    ) -> None:
        """At a table, over a socket from an address; when it ends, it is passed on to somebody."""
        self.person = session.person.id
        self.name = session.person.name
        self.token_hash = session.token_hash
        self.address = address
        self.round_trip = round_trip
        self.latency = Latency()
        self.is_parting = False
        self._registry = registry
        self._clock = registry.clock
        self._live_table = live_table
        self._socket = socket
        self._on_end = on_end
        #: What waits for a slow reader, and how many bytes that are.
        self._outbox: deque[tuple[bytes, OnSent | None]] | None = None
        self._size = 0
        now = registry.clock.now()
        self._commands = Bucket(BURST_SECONDS * registry.settings.commands_per_second, now)
        self._problems = 0
        #: A command that waits for room in the table's inbox.
        self._asking: asyncio.Task[None] | None = None
        self._ping: tuple[str, float] | None = None
        self._pings = 0
        self._pings_skipped = 0
        #: Whether the client has sent anything since its last turn to be pinged.
        self._has_spoken = False
        self._last_pong = now

    # Receiving

    def receive(self, text: bytes | None) -> bool:
        """Read a message; False if it has to wait, and so everything after it."""
        if self.is_parting:
            # Frames that come after bye are ignored.
            return True
        try:
            message = read_message(text)
        except MalformedMessage as error:
            self._take_problem(error)
            return True
        rate = self._registry.settings.commands_per_second / 1000
        if not self._commands.take(1, BURST_SECONDS * 1000 * rate, rate, self._clock.now()):
            self._registry.metrics.refusals.labels("flood").inc()
            log("flood", **self._facts())
            self.part("flood", "too many commands at once: connect again in a while", 5000)
            return True
        return self._take(message)

    def _take(self, message: messages.FromClient) -> bool:
        if isinstance(message, messages.Pong):
            self.take_pong(message)
            self._live_table.confirm(self, message.seq)
            return True
        self._has_spoken = True
        if isinstance(message, messages.Heartbeat):
            self.post(codec.encode(messages.Alive(message.number)))
        elif isinstance(message, messages.Hello):
            self.post(codec.encode(messages.Problem("hello", "hello is said once")))
        elif isinstance(message, messages.Earlier):
            self._live_table.tell_earlier(self, message)
        elif self._live_table.is_over:
            self.part(MOVED.code, MOVED.sentence, MOVED.retry)
        elif not self._live_table.try_ask(self, message):
            self._asking = asyncio.create_task(self._ask_later(message))
            return False
        return True

    async def _ask_later(self, message: messages.TableCommand) -> None:
        """Wait until the table has room for it. Nothing is read meanwhile, so that TCP holds the client up."""
        await self._live_table.ask(self, message)
        self._asking = None
        self._socket.read_on()

    def _take_problem(self, error: MalformedMessage) -> None:
        self._problems += 1
        self._registry.metrics.refusals.labels("malformed").inc()
        self.post(codec.encode(messages.Problem("malformed", str(error))))
        if self._problems == MAX_PROBLEMS:
            self.part("malformed", "too many frames could not be read")

    # Sending

    def post(self, text: bytes, *, sent: OnSent | None = None) -> None:
        if self.is_parting:
            return
        if self._outbox is None and self._socket.write(text):
            if sent is not None:
                sent(self._clock.now())
            return
        outbox = self._outbox
        if outbox is None:
            outbox = self._outbox = deque()
        elif len(outbox) >= MAX_OUTBOX_MESSAGES or self._size > MAX_OUTBOX_SIZE:
            outbox.clear()
            self.part("slow", "too many messages were waiting for you: connect again", 0)
            return
        outbox.append((text, sent))
        self._size += len(text)

    def resume(self) -> None:
        """The socket has room again for what waits."""
        outbox = self._outbox
        while outbox and self._socket.write(outbox[0][0]):
            text, sent = outbox.popleft()
            self._size -= len(text)
            if sent is not None:
                sent(self._clock.now())
        if not outbox:
            self._outbox = None

    def part(self, code: str, sentence: str, retry: int | None = None) -> None:
        if self.is_parting:
            return
        self.is_parting = True
        log_detail("socket dropped", code=code, **self._facts())
        self._registry.metrics.dropped.labels(code).inc()
        waiting = [text for text, _ in self._outbox or ()]
        self._outbox = None
        self._socket.write_all(*waiting, codec.encode(messages.Bye(code, sentence, retry)))
        self._socket.close(GOING_AWAY)

    def _facts(self) -> dict[str, str]:
        """What every line of the log tells about it."""
        table, person = digest(self._live_table.id), digest(self.person)
        return {"request": self._socket.request_id, "table": table, "person": person}

    def end(self) -> None:
        """The socket is closed, or is being closed."""
        self.is_parting = True
        self._outbox = None
        if self._asking is not None:
            self._asking.cancel()
        self._on_end(self, self._live_table)

    # Pings

    def ping(self, now: float) -> float:
        """Send a ping, if it is for anything; returns when the next one is due.

        A pong shows that the client is alive, measures the round trip, and confirms what was received. A client that
        has just said something is alive, and while the kernel measures what it did at the last pong, the round trip
        needs no other. So those who play are pinged seldom, and those who are quiet, or owe a pong, each time.
        """
        if now - self._last_pong > PONG_TIMEOUT:
            self.part("silent", "no answer to several pings", 0)
        if self._needs_ping():
            self._pings_skipped = 0
            nonce = secrets.token_hex(6)
            self._pings += 1
            self.post(codec.encode(messages.Ping(nonce)), sent=lambda sent: self._note_ping(nonce, sent))
        else:
            self._pings_skipped += 1
            self._last_pong = now
        self._has_spoken = False
        if self._pings <= FIRST_PINGS:
            return now + FIRST_PING_INTERVAL
        return now + PING_INTERVAL * random.uniform(1 - PING_JITTER, 1 + PING_JITTER)

    def _needs_ping(self) -> bool:
        if not self._has_spoken or self._ping is not None or self._pings_skipped == MAX_PINGS_SKIPPED:
            return True
        return not self.round_trip.is_settled()

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


class MalformedMessage(Exception):
    """What a client sent is no message: what was expected."""


def read_message(text: bytes | None) -> messages.FromClient:
    """A client's message, or MalformedMessage; None stands for a binary one."""
    if text is None:
        raise MalformedMessage("expected a text frame, but found a binary one")
    try:
        return codec.decode_client(text)
    except (msgspec.DecodeError, ValueError) as error:
        # What is no text at all is an error of the WebSocket protocol, and none of ours.
        text.decode()
        raise MalformedMessage(str(error)) from None
