"""A connection: one socket of somebody at a table, with an outbox that is never longer than it should be."""

from __future__ import annotations

import asyncio
import random
import secrets
import socket
import struct
from collections import deque
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from .. import codec, messages
from ..logs import digest, log
from ..sessions import Session
from ..store.contract import NoSuchTable, StoreError
from ..tables.live_table import LiveTable
from ..tables.snap_verdict import Latency
from ..tables.table_registry import TableRegistry, Ticket
from .limits import Limit, Tally

#: Messages, and characters of them, that may wait for a slow reader before the socket is closed.
OUTBOX = 256
OUTBOX_SIZE = 512_000
#: Seconds for the first message, and for the last one.
HELLO_TIME = 10.0
GOODBYE_TIME = 2.0
#: Milliseconds between pings: soon after hello, so that the round trip is known when it counts, then now and then.
FIRST_PINGS = 3
SOON, LATER = 400.0, 8_000.0
#: Later pings are earlier or later by up to this share, so that those who came together are not pinged together.
SPREAD = 0.2
#: A pong that takes longer than this counts no more; a client that answers none for so long is gone.
LONGEST_PING = 30_000.0
#: Frames that could not be taken before the socket is closed.
PROBLEMS_ENDURED = 8
#: Codes of the WebSocket protocol: going away, against the rules, come back later.
GOING_AWAY, POLICY, LATER_AGAIN = 1001, 1008, 1013

#: The code and the sentence for those whose session is over.
SESSION_ENDED = ("no_session", "your session has ended: say who you are first")

TCP_INFO_ROUND_TRIP = 68

Sent = Callable[[float], None]


class Connection:
    """A viewer of a room, over a WebSocket."""

    def __init__(self, registry: TableRegistry, web_socket: WebSocket, session: Session) -> None:
        self.person = session.person.id
        self.name = session.person.name
        self.token_hash = session.token_hash
        self.latency = Latency()
        self.is_parting = False
        self._registry = registry
        self._clock = registry.clock
        self._socket = web_socket
        self._outbox: deque[tuple[str, Sent | None]] = deque()
        self._size = 0
        self._has_mail = asyncio.Event()
        self._is_sending = False
        #: Where the server lets us write to the socket at once, no task has to wake up for a message.
        self._write: Callable[[str], bool] | None = web_socket.scope.get("extensions", {}).get("cambio.write")
        self._ping: tuple[str, float] | None = None
        self._pings = 0
        self._last_pong = registry.clock.now()

    # Sending

    def post(self, text: str, *, sent: Sent | None = None) -> None:
        if self.is_parting:
            return
        if len(self._outbox) >= OUTBOX or self._size > OUTBOX_SIZE:
            self._outbox.clear()
            self.part("slow", "too many messages were waiting for you: connect again", 0)
            return
        if not self._outbox and not self._is_sending and self._write is not None and self._write(text):
            if sent is not None:
                sent(self._clock.now())
            return
        self._outbox.append((text, sent))
        self._size += len(text)
        self._has_mail.set()

    def part(self, code: str, sentence: str, retry: int | None = None) -> None:
        if self.is_parting:
            return
        self._outbox.append((codec.encode(messages.Bye(code, sentence, retry)), None))
        self.is_parting = True
        self._registry.metrics.dropped.labels(code).inc()
        self._has_mail.set()
        _hang_up_soon(self._socket)

    async def send_all(self) -> None:
        """Until the socket is closed, by us or by them."""
        while True:
            while self._outbox:
                text, sent = self._outbox.popleft()
                self._size -= len(text)
                self._is_sending = True
                await self._socket.send_text(text)
                self._is_sending = False
                if sent is not None:
                    sent(self._clock.now())
            if self.is_parting:
                await self._socket.close(GOING_AWAY)
                return
            self._has_mail.clear()
            await self._has_mail.wait()

    # Pings

    def ping(self, now: float) -> float:
        """Ask for a sign of life, and tell when to ask again."""
        if now - self._last_pong > LONGEST_PING:
            self.part("silent", "no answer to several pings", 0)
        nonce = secrets.token_urlsafe(6)
        self._pings += 1
        self.latency.set_kernel_reading(self._kernel_round_trip())
        self.post(codec.encode(messages.Ping(nonce)), sent=lambda sent: self._pinged(nonce, sent))
        return now + (SOON if self._pings <= FIRST_PINGS else LATER * random.uniform(1 - SPREAD, 1 + SPREAD))

    def _pinged(self, nonce: str, now: float) -> None:
        self._ping = (nonce, now)

    def ponged(self, pong: messages.Pong) -> None:
        """Only the nonce of the last ping counts, and only once: nobody can answer before it was asked."""
        if self._ping is None or self._ping[0] != pong.nonce:
            return
        now = self._clock.now()
        self.latency.add_ping(now - self._ping[1])
        self._last_pong = now
        self._ping = None

    def _kernel_round_trip(self) -> float | None:
        """What the kernel measured on this socket, in milliseconds; None where it can't tell, or tells of a proxy."""
        descriptor = self._socket.scope.get("extensions", {}).get("cambio.socket")
        if descriptor is None or self._registry.settings.behind_proxy or not hasattr(socket, "TCP_INFO"):
            return None
        try:
            with socket.fromfd(descriptor(), socket.AF_INET, socket.SOCK_STREAM) as twin:
                info = twin.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, TCP_INFO_ROUND_TRIP + 4)
        except OSError:
            return None
        (microseconds,) = struct.unpack_from("I", info, TCP_INFO_ROUND_TRIP)
        return float(microseconds / 1000)


class Door:
    """Where sockets come in: hello first, then commands, each within its limits."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._connections: set[Connection] = set()
        #: Whom to ping next, and when; a number keeps those of one time apart.
        self._due: list[tuple[float, int, Connection]] = []
        self._numbers = count()
        self._by_person = Tally(registry.settings.sockets_per_person)
        self._by_address = Tally(registry.settings.sockets_per_address)
        self._pinging: asyncio.Task[None] | None = None
        registry.people.when_ended.append(self._show_out)

    def open(self) -> None:
        self._pinging = asyncio.create_task(self._ping_all())

    def close(self) -> None:
        if self._pinging is not None:
            self._pinging.cancel()

    def _show_out(self, session: Session) -> None:
        """The session has ended: who came in by it has no seat and no eyes here any more."""
        for connection in self._connections:
            if connection.token_hash == session.token_hash:
                connection.part(*SESSION_ENDED)

    async def _ping_all(self) -> None:
        while True:
            now = self._registry.clock.now()
            while self._due and self._due[0][0] <= now:
                _, number, connection = heappop(self._due)
                if connection in self._connections and not connection.is_parting:
                    heappush(self._due, (connection.ping(now), number, connection))
            await asyncio.sleep(0.1)

    async def serve(self, web_socket: WebSocket) -> None:
        """One socket, from its first message to its last."""
        address = web_socket.client.host if web_socket.client is not None else "unknown"
        await web_socket.accept()
        if not self._by_address.take(address):
            await _turn_away(web_socket, "crowded", "too many sockets from your address are open", LATER_AGAIN)
            return
        try:
            self._registry.metrics.sockets.inc()
            await self._admit(web_socket)
        except (WebSocketDisconnect, RuntimeError):
            # The other side has gone; a send after that is a RuntimeError.
            pass
        finally:
            self._registry.metrics.sockets.dec()
            self._by_address.give_back(address)
            _hang_up_soon(web_socket)

    async def _admit(self, web_socket: WebSocket) -> None:
        try:
            async with asyncio.timeout(HELLO_TIME):
                hello = codec.decode_client(await _frame(web_socket))
        except TimeoutError:
            await _turn_away(web_socket, "silent", f"expected hello within {HELLO_TIME:.0f} seconds", POLICY)
            return
        except (msgspec.DecodeError, ValueError) as error:
            await _turn_away(web_socket, "malformed", f"expected hello first: {error}", POLICY)
            return
        if not isinstance(hello, messages.Hello):
            await _turn_away(web_socket, "no_hello", "expected hello first", POLICY)
            return
        if hello.version != messages.VERSION:
            sentence = (
                f"expected version {messages.VERSION} of the protocol, but found {hello.version}: load the page again"
            )
            await _turn_away(web_socket, "version", sentence, POLICY)
            return
        ticket = self._registry.redeem(hello.ticket)
        if ticket is None:
            await _turn_away(web_socket, "ticket", "expected a ticket that is new: ask for another one", POLICY)
            return
        person_id = ticket.session.person.id
        if not self._by_person.take(person_id):
            await _turn_away(web_socket, "crowded", "too many sockets of yours are open", LATER_AGAIN)
            return
        try:
            await self._attend(web_socket, ticket, hello.last_seq)
        finally:
            self._by_person.give_back(person_id)

    async def _attend(self, web_socket: WebSocket, ticket: Ticket, last_seq: int | None) -> None:
        try:
            live_table = await self._registry.live_table(ticket.table_id)
        except NoSuchTable:
            await _turn_away(web_socket, "no_table", "there is no such table", POLICY)
            return
        except StoreError:
            sentence = "the table can't be opened right now: connect again soon"
            await _turn_away(web_socket, "store", sentence, LATER_AGAIN, retry=1000)
            return
        # It may have ended while the table woke up; from here on nothing waits until the connection can be shown out.
        if self._registry.people.has_ended(ticket.session.token_hash):
            await _turn_away(web_socket, *SESSION_ENDED, POLICY)
            return
        connection = Connection(self._registry, web_socket, ticket.session)
        self._connections.add(connection)
        heappush(self._due, (self._registry.clock.now(), next(self._numbers), connection))
        sending = asyncio.create_task(connection.send_all())
        listening = asyncio.create_task(self._listen(web_socket, connection, live_table))
        try:
            await live_table.arrive(connection, last_seq)
            await asyncio.wait({sending, listening}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._connections.discard(connection)
            await live_table.leave(connection)
            for task in (sending, listening):
                task.cancel()
            await asyncio.gather(sending, listening, return_exceptions=True)

    async def _listen(self, web_socket: WebSocket, connection: Connection, live_table: LiveTable) -> None:
        limit = Limit(2 * self._registry.settings.commands_per_second, per=2000)
        problems = 0
        while not connection.is_parting:
            try:
                message = codec.decode_client(await _frame(web_socket))
            except (msgspec.DecodeError, ValueError) as error:
                problems += 1
                self._registry.metrics.refusals.labels("malformed").inc()
                connection.post(codec.encode(messages.Problem("malformed", str(error))))
                if problems == PROBLEMS_ENDURED:
                    connection.part("malformed", "too many frames could not be read")
                continue
            if connection.is_parting:
                # What comes after goodbye is not heard.
                return
            if not limit.allows("", self._registry.clock.now()):
                self._registry.metrics.refusals.labels("flood").inc()
                log("flood", table=digest(live_table.id), person=digest(connection.person))
                connection.part("flood", "too many commands at once: connect again in a while", 5000)
                return
            if isinstance(message, messages.Pong):
                connection.ponged(message)
                live_table.confirm(connection, message.seq)
            elif isinstance(message, messages.Hello):
                connection.post(codec.encode(messages.Problem("hello", "hello is said once")))
            elif live_table.is_over:
                connection.part("moved", "the table has moved: connect again", 0)
            else:
                await live_table.ask(connection, message)


async def _frame(web_socket: WebSocket) -> str:
    """The next text frame."""
    message = await web_socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text = message.get("text")
    if text is None:
        raise ValueError("expected a text frame, but found a binary one")
    if len(text) > messages.LONGEST_FRAME:
        raise ValueError(f"expected a frame of at most {messages.LONGEST_FRAME} bytes")
    return str(text)


def _hang_up_soon(web_socket: WebSocket) -> None:
    """Who reads nothing doesn't hear goodbye either, and would keep the socket for as long as they like."""
    hang_up = web_socket.scope.get("extensions", {}).get("cambio.hang_up")
    if hang_up is not None:
        asyncio.get_running_loop().call_later(GOODBYE_TIME, hang_up)


async def _turn_away(
    web_socket: WebSocket, code: str, sentence: str, close_code: int, retry: int | None = None
) -> None:
    """Say why, and close."""
    if web_socket.client_state is WebSocketState.CONNECTED:
        await web_socket.send_text(codec.encode(messages.Bye(code, sentence, retry)))
        await web_socket.close(close_code)
