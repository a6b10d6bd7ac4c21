"""The WebSocket endpoint: it accepts sockets, checks who they are, and passes their commands on to a table."""

from __future__ import annotations

import asyncio
from heapq import heappop, heappush
from itertools import count

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from .. import codec, messages
from ..addresses import network_of
from ..logs import digest, log
from ..sessions import Session
from ..store.errors import NoSuchTable, StoreError
from ..tables.live_table import LiveTable
from ..tables.table_registry import TableRegistry, Ticket
from .admission import Admission
from .connection import Connection, abort_soon
from .limits import ConcurrencyLimit, RateLimit

#: Seconds for a client to send hello.
HELLO_TIMEOUT = 10.0
#: Frames that can't be read before the socket is closed.
MAX_PROBLEMS = 8
#: Close codes of the WebSocket protocol: policy violation, try again later.
POLICY, TRY_AGAIN_LATER = 1008, 1013

#: The code and the sentence for those whose session is over.
SESSION_ENDED = ("no_session", "your session has ended: say who you are first")


class SocketEndpoint:
    """Accepts sockets: hello first, then commands, each within its limits."""

    def __init__(self, registry: TableRegistry, admission: Admission) -> None:
        self._registry = registry
        self._admission = admission
        self._connections: set[Connection] = set()
        #: A heap of pings that are due: when, a number that breaks ties, and the connection.
        self._due_pings: list[tuple[float, int, Connection]] = []
        self._numbers = count()
        self._sockets_by_person = ConcurrencyLimit(registry.settings.sockets_per_person)
        self._sockets_by_address = ConcurrencyLimit(registry.settings.sockets_per_address)
        self._pinging: asyncio.Task[None] | None = None
        registry.sessions.on_end.append(self._close_sockets_of)

    def open(self) -> None:
        self._pinging = asyncio.create_task(self._ping_all())

    def close(self) -> None:
        if self._pinging is not None:
            self._pinging.cancel()

    def _close_sockets_of(self, session: Session) -> None:
        """The session has ended: its sockets may neither act nor watch any more."""
        for connection in self._connections:
            if connection.token_hash == session.token_hash:
                connection.part(*SESSION_ENDED)

    async def _ping_all(self) -> None:
        while True:
            self._send_due_pings(self._registry.clock.now())
            await asyncio.sleep(0.1)

    def _send_due_pings(self, now: float) -> None:
        while self._due_pings and self._due_pings[0][0] <= now:
            _, number, connection = heappop(self._due_pings)
            if connection in self._connections and not connection.is_parting:
                heappush(self._due_pings, (connection.ping(now), number, connection))

    async def serve(self, web_socket: WebSocket) -> None:
        """One socket, from its first message to its last."""
        address = _network(web_socket)
        await web_socket.accept()
        if not self._sockets_by_address.acquire(address):
            await _turn_away(web_socket, "crowded", "too many sockets from your address are open", TRY_AGAIN_LATER)
            return
        try:
            self._registry.metrics.sockets.inc()
            await self._check_hello(web_socket)
        except (WebSocketDisconnect, RuntimeError):
            # The client has disconnected; Starlette raises RuntimeError on a send after that.
            pass
        finally:
            self._registry.metrics.sockets.dec()
            self._sockets_by_address.release(address)
            abort_soon(web_socket)

    async def _check_hello(self, web_socket: WebSocket) -> None:
        try:
            async with asyncio.timeout(HELLO_TIMEOUT):
                hello = codec.decode_client(await _next_frame(web_socket))
        except TimeoutError:
            await _turn_away(web_socket, "silent", f"expected hello within {HELLO_TIMEOUT:.0f} seconds", POLICY)
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
        if not self._sockets_by_person.acquire(person_id):
            await _turn_away(web_socket, "crowded", "too many sockets of yours are open", TRY_AGAIN_LATER)
            return
        try:
            await self._serve_table(web_socket, ticket, hello)
        finally:
            self._sockets_by_person.release(person_id)

    async def _serve_table(self, web_socket: WebSocket, ticket: Ticket, hello: messages.Hello) -> None:
        try:
            live_table = await self._registry.live_table(ticket.table_id)
        except NoSuchTable:
            await _turn_away(web_socket, "no_table", "there is no such table", POLICY)
            return
        except StoreError:
            sentence = "the table can't be opened right now: connect again soon"
            await _turn_away(web_socket, "store", sentence, TRY_AGAIN_LATER, retry=1000)
            return
        # The session may have ended while the table was loaded. From here on nothing is awaited until the connection
        # is in the set that is searched when a session ends.
        if self._registry.sessions.has_ended(ticket.session.token_hash):
            await _turn_away(web_socket, *SESSION_ENDED, POLICY)
            return
        connection = Connection(self._registry, web_socket, ticket.session)
        self._connections.add(connection)
        heappush(self._due_pings, (self._registry.clock.now(), next(self._numbers), connection))
        sending = asyncio.create_task(connection.send_all())
        listening = asyncio.create_task(self._listen(web_socket, connection, live_table))
        self._admission.enter_table(_network(web_socket))
        try:
            await live_table.arrive(connection, hello.last_seq, wants_seat=hello.sit)
            await asyncio.wait({sending, listening}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._admission.leave_table(_network(web_socket))
            self._connections.discard(connection)
            await live_table.leave(connection)
            for task in (sending, listening):
                task.cancel()
            await asyncio.gather(sending, listening, return_exceptions=True)

    async def _listen(self, web_socket: WebSocket, connection: Connection, live_table: LiveTable) -> None:
        limit = RateLimit(2 * self._registry.settings.commands_per_second, per=2000)
        problems = 0
        while not connection.is_parting:
            try:
                message = codec.decode_client(await _next_frame(web_socket))
            except (msgspec.DecodeError, ValueError) as error:
                problems += 1
                self._registry.metrics.refusals.labels("malformed").inc()
                connection.post(codec.encode(messages.Problem("malformed", str(error))))
                if problems == MAX_PROBLEMS:
                    connection.part("malformed", "too many frames could not be read")
                continue
            if connection.is_parting:
                # Frames that come after bye are ignored.
                return
            if not limit.allows("", self._registry.clock.now()):
                self._registry.metrics.refusals.labels("flood").inc()
                log("flood", table=digest(live_table.id), person=digest(connection.person))
                connection.part("flood", "too many commands at once: connect again in a while", 5000)
                return
            if isinstance(message, messages.Pong):
                connection.take_pong(message)
                live_table.confirm(connection, message.seq)
            elif isinstance(message, messages.Heartbeat):
                connection.post(codec.encode(messages.Alive(message.number)))
            elif isinstance(message, messages.Hello):
                connection.post(codec.encode(messages.Problem("hello", "hello is said once")))
            elif isinstance(message, messages.Earlier):
                live_table.tell_earlier(connection, message)
            elif live_table.is_over:
                connection.part("moved", "the table has moved: connect again", 0)
            else:
                await live_table.ask(connection, message)


def _network(web_socket: WebSocket) -> str:
    """What limits count as the address that a socket comes from."""
    return network_of(web_socket.client.host) if web_socket.client is not None else "unknown"


async def _next_frame(web_socket: WebSocket) -> str:
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


async def _turn_away(
    web_socket: WebSocket, code: str, sentence: str, close_code: int, retry: int | None = None
) -> None:
    """Say why, and close."""
    if web_socket.client_state is WebSocketState.CONNECTED:
        await web_socket.send_text(codec.encode(messages.Bye(code, sentence, retry)).decode())
        await web_socket.close(close_code)
