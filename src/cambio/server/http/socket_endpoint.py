"""The WebSocket endpoint: it accepts sockets, checks who they are, and lets them in to a table."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextvars import Context
from heapq import heappop, heappush
from itertools import count
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from .. import codec
from ..addresses import network_of
from ..logs import REQUEST_ID, digest, log_detail, log_failure
from ..operating.ban_list import BANNED, tell_ban
from ..protocol import messages
from ..round_trips import RoundTrip
from ..routing.tickets import Ticket
from ..sessions import Session
from ..store.bans import Ban
from ..store.errors import HeldElsewhere, NoSuchTable, StoreError
from ..tables.commands.inbox import MOVED
from ..tables.live_table import LiveTable
from ..tables.table_registry import TableRegistry
from .admission import Admission
from .connection import Connection, MalformedMessage, read_message
from .frame_socket import FAILED, FrameSocket
from .limits import ConcurrencyLimit
from .request_ids import HEADER
from .round_trip_readings import measure_round_trip
from .websocket_protocol import TAKE_OVER

#: Seconds for a client to send hello.
HELLO_TIMEOUT = 10.0
#: Close codes of the WebSocket protocol: policy violation, try again later.
POLICY, TRY_AGAIN_LATER = 1008, 1013

#: Milliseconds after which whoever came to the wrong worker asks for another ticket.
MOVED_TIME = 100
CANT_OPEN = "the table can't be opened right now: connect again soon"
#: The code and the sentence for those whose session is over.
SESSION_ENDED = ("no_session", "your session has ended: say who you are first")


class SocketEndpoint:
    """Accepts sockets: hello first, then commands, each within its limits."""

    def __init__(self, registry: TableRegistry, admission: Admission) -> None:
        self._registry = registry
        self._admission = admission
        self._connections: set[Connection] = set()
        #: Those of them that their table has not been told about yet.
        self._arriving: set[Connection] = set()
        #: Sockets that are being let in, and tables that are being told who has left.
        self._tasks: set[asyncio.Task[None]] = set()
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

    def _close_sockets_of(self, token_hash: bytes) -> None:
        """The session has ended: its sockets may neither act nor watch any more."""
        for connection in [each for each in self._connections if each.token_hash == token_hash]:
            connection.part(*SESSION_ENDED)

    def close_banned(self) -> None:
        """Bans have changed: whoever is here and banned has to go, and may not come back."""
        for connection in list(self._connections):
            ban = self._find_ban(connection.address, connection.person)
            if ban is not None:
                connection.part(BANNED, tell_ban(ban))

    def _find_ban(self, address: str, person: str | None = None) -> Ban | None:
        bans = self._registry.bans
        return bans.of_network(address) or (bans.of_person(person) if person is not None else None)

    async def _ping_all(self) -> None:
        while True:
            self._send_due_pings(self._registry.clock.now())
            await asyncio.sleep(0.1)

    def _send_due_pings(self, now: float) -> None:
        while self._due_pings and self._due_pings[0][0] <= now:
            _, number, connection = heappop(self._due_pings)
            if connection in self._connections and not connection.is_parting:
                heappush(self._due_pings, (connection.ping(now), number, connection))

    # Hello

    async def serve(self, web_socket: WebSocket) -> None:
        """Accept a socket, and wait for its hello; nothing of the request is kept for that."""
        address = network_of(web_socket.client.host) if web_socket.client is not None else "unknown"
        try:
            await web_socket.accept(headers=[(HEADER.encode(), REQUEST_ID.get().encode())])
        except (WebSocketDisconnect, RuntimeError):
            # The client has disconnected; Starlette raises RuntimeError on a send after that.
            return
        socket: FrameSocket | None = web_socket.scope["extensions"][TAKE_OVER]()
        if socket is None:
            return
        socket.request_id = REQUEST_ID.get()
        ban = self._find_ban(address)
        if ban is not None:
            turn_away(socket, BANNED, tell_ban(ban), POLICY)
            return
        if not self._sockets_by_address.acquire(address):
            turn_away(socket, "crowded", "too many sockets from your address are open", TRY_AGAIN_LATER)
            return
        self._registry.metrics.sockets.inc()
        round_trip = measure_round_trip(socket, web_socket.headers, self._registry.settings)
        socket.listen(_Visitor(self, socket, round_trip, address))
        socket.read_on()

    def forget_socket(self, address: str) -> None:
        self._registry.metrics.sockets.dec()
        self._sockets_by_address.release(address)

    def let_in(self, visitor: _Visitor, hello: messages.Hello) -> None:
        """Check who it is, and begin to load the table."""
        ticket = self._registry.tickets.redeem(hello.ticket)
        if ticket is None or self._registry.sessions.has_ended(ticket.token_hash):
            visitor.turn_away("ticket", "expected a ticket that is new: ask for another one")
        elif not self._sockets_by_person.acquire(ticket.person_id):
            visitor.turn_away("crowded", "too many sockets of yours are open", TRY_AGAIN_LATER)
        else:
            self._start(self._enter(visitor, ticket, hello), visitor.socket.request_id)

    def _start(self, work: Coroutine[Any, Any, None], request_id: str = "") -> None:
        """What a socket asks for is logged under the id of the request by which it was opened."""
        context = Context()
        context.run(REQUEST_ID.set, request_id)
        task = asyncio.create_task(work, context=context)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Coming and going

    async def _enter(self, visitor: _Visitor, ticket: Ticket, hello: messages.Hello) -> None:
        connection = None
        try:
            session = await self._find_session(visitor, ticket)
            live_table = await self._find_table(visitor, ticket) if session is not None else None
            if session is not None and live_table is not None and not visitor.is_gone:
                connection = self._connect(visitor, session, live_table)
        except Exception:
            log_failure("socket failed")
            visitor.socket.close(FAILED)
        if connection is None or live_table is None:
            self._sockets_by_person.release(ticket.person_id)
            return
        await live_table.arrive(connection, hello.last_seq, wants_seat=hello.sit, gives_seeds=hello.seeds)
        self._arriving.discard(connection)
        if connection in self._connections:
            visitor.socket.read_on()
        else:
            # It ended before the table knew of it.
            await live_table.leave(connection)

    async def _find_session(self, visitor: _Visitor, ticket: Ticket) -> Session | None:
        """It may have been shown to another worker."""
        try:
            session = await self._registry.sessions.find_by_hash(ticket.token_hash)
        except StoreError:
            visitor.turn_away("store", CANT_OPEN, TRY_AGAIN_LATER, retry=1000)
            return None
        if session is None:
            visitor.turn_away(*SESSION_ENDED)
        return session

    async def _find_table(self, visitor: _Visitor, ticket: Ticket) -> LiveTable | None:
        try:
            live_table = await self._registry.live_table(ticket.table_id)
        except NoSuchTable:
            visitor.turn_away("no_table", "there is no such table")
            return None
        except StoreError as error:
            if isinstance(error, HeldElsewhere) or self._registry.is_retired:
                # The next ticket leads to the worker that holds it.
                visitor.turn_away(MOVED.code, MOVED.sentence, TRY_AGAIN_LATER, retry=MOVED_TIME)
            else:
                visitor.turn_away("store", CANT_OPEN, TRY_AGAIN_LATER, retry=1000)
            return None
        # The session may have ended while the table was loaded, or a ban have begun. From here on nothing is awaited
        # until the connection is in the set that is searched when either happens.
        ban = self._find_ban(visitor.address, ticket.person_id)
        if ban is not None:
            visitor.turn_away(BANNED, tell_ban(ban))
            return None
        if self._registry.sessions.has_ended(ticket.token_hash):
            visitor.turn_away(*SESSION_ENDED)
            return None
        return live_table

    def _connect(self, visitor: _Visitor, session: Session, live_table: LiveTable) -> Connection:
        socket, address = visitor.socket, visitor.address
        connection = Connection(
            self._registry, session, live_table, socket, visitor.round_trip, address, self._disconnect
        )
        self._connections.add(connection)
        self._arriving.add(connection)
        heappush(self._due_pings, (self._registry.clock.now(), next(self._numbers), connection))
        self._admission.enter_table(address)
        log_detail("socket at table", table=digest(live_table.id), person=digest(session.person.id))
        socket.listen(connection)
        return connection

    def _disconnect(self, connection: Connection, live_table: LiveTable) -> None:
        """A connection has ended; a table that knows of it is told so."""
        self._connections.discard(connection)
        self._admission.leave_table(connection.address)
        self._sockets_by_person.release(connection.person)
        self.forget_socket(connection.address)
        if connection not in self._arriving:
            self._start(live_table.leave(connection))


class _Visitor:
    """Whoever has opened a socket: hello comes first and in time, and everything after it waits for the table."""

    __slots__ = ("_deadline", "_endpoint", "address", "is_gone", "round_trip", "socket")

    def __init__(self, endpoint: SocketEndpoint, socket: FrameSocket, round_trip: RoundTrip, address: str) -> None:
        self._endpoint = endpoint
        self.socket = socket
        self.round_trip = round_trip
        self.address = address
        self.is_gone = False
        self._deadline = asyncio.get_running_loop().call_later(HELLO_TIMEOUT, self._expire)

    def receive(self, text: bytes | None) -> bool:
        self._deadline.cancel()
        try:
            hello = read_message(text)
        except MalformedMessage as error:
            self.turn_away("malformed", f"expected hello first: {error}")
            return False
        if not isinstance(hello, messages.Hello):
            self.turn_away("no_hello", "expected hello first")
        elif hello.version != messages.VERSION:
            found = f"expected version {messages.VERSION} of the protocol, but found {hello.version}"
            self.turn_away("version", f"{found}: load the page again")
        else:
            self._endpoint.let_in(self, hello)
        return False

    def _expire(self) -> None:
        self.turn_away("silent", f"expected hello within {HELLO_TIMEOUT:.0f} seconds")

    def turn_away(self, code: str, sentence: str, close_code: int = POLICY, retry: int | None = None) -> None:
        turn_away(self.socket, code, sentence, close_code, retry)

    def resume(self) -> None:
        """Nothing waits to be sent."""

    def end(self) -> None:
        self._deadline.cancel()
        self.is_gone = True
        self._endpoint.forget_socket(self.address)


def turn_away(socket: FrameSocket, code: str, sentence: str, close_code: int, retry: int | None = None) -> None:
    """Say why, and close."""
    socket.write_all(codec.encode(messages.Bye(code, sentence, retry)))
    socket.close(close_code)
