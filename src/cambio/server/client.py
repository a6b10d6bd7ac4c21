"""A client for programs: a guest with a session, and a connection to a table that reconnects by itself.

::

    guest = await Guest.sign_in("http://localhost:8000", "Ana")
    table_id = await guest.open_table(rules="cambia", bots=["expert"], start=True)
    async with guest.connect(table_id) as table:
        await table.until(lambda: "draw" in table.legal)
        print(await table.act("draw"))
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import secrets
import ssl
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, ConnectionClosedOK, InvalidHandshake

from ..shuffles import Participant
from . import codec
from .client_socket import WorkerSilent, receive
from .protocol import messages

#: Seconds between attempts to reconnect, doubled each time up to the longest.
FIRST_WAIT, LONGEST_WAIT = 0.05, 2.0
#: How often a table may have moved before the next attempt waits like any other.
MOST_HOPS = 5
#: Seconds for a request to be answered.
REQUEST_TIMEOUT = 30.0
#: Seconds to wait for the table to be in some state, unless told otherwise.
STATE_TIMEOUT = 30.0
#: Bytes in a message from a server; a snapshot with a long story is far shorter.
LONGEST_MESSAGE = 1 << 20


class RequestFailed(Exception):
    """A request was answered by a problem: the status, and what the server says about it."""

    def __init__(self, status: int, document: dict[str, Any]) -> None:
        super().__init__(f"{status} {document.get('code')}: {document.get('sentence')}")
        self.status = status  #: The status of the answer, like 404.
        self.document = document  #: What the server says: a code and a sentence at least.


class Disconnected(Exception):
    """The server has closed the connection, and reconnecting would be in vain."""

    def __init__(self, bye: messages.Bye) -> None:
        super().__init__(f"{bye.code}: {bye.sentence}")
        self.bye = bye  #: The server's last message.


@dataclass
class Guest:
    """Somebody with a session on the server at an address like http://localhost:8000 or https://cambio.example.

    A server with HTTPS is trusted if its certificate is; `tls` says by which authorities, the system's if it is None.
    """

    base: str  #: The server's address.
    name: str = ""  #: What others at the table read.
    person: str = ""  #: The server's id for this guest.
    cookie: str = ""  #: What the session is known by: whoever has it is this guest.
    tls: ssl.SSLContext | None = None  #: By which authorities a server with HTTPS is trusted.

    def __post_init__(self) -> None:
        address = urlsplit(self.base)
        if address.scheme not in ("http", "https") or not address.hostname:
            raise ValueError(f"expected an address like http://localhost:8000, but found {self.base!r}")
        self.base = f"{address.scheme}://{address.netloc}"
        if address.scheme == "https" and self.tls is None:
            self.tls = ssl.create_default_context()

    def socket_address(self, table_id: str) -> str:
        """Where the server takes sockets for a table: ws for http, wss for https."""
        return f"{self.base.replace('http', 'ws', 1)}/socket?table={quote(table_id, safe='')}"

    @classmethod
    async def sign_in(cls, base: str, name: str, *, tls: ssl.SSLContext | None = None) -> Guest:
        """A new guest on that server."""
        guest = cls(base, name, tls=tls)
        guest.person = (await guest.request("POST", "/api/session", {"name": name}))["person"]
        return guest

    async def request(self, method: str, path: str, body: object = None) -> Any:
        """The JSON that a request is answered by, or RequestFailed."""
        status, text = await asyncio.to_thread(self._request, method, path, body)
        if status >= 400:
            raise RequestFailed(status, _problem(text))
        return json.loads(text)

    def _request(self, method: str, path: str, body: object) -> tuple[int, str]:
        connection = self._connection()
        try:
            headers = {"Origin": self.base, "Content-Type": "application/json"}
            if self.cookie:
                headers["Cookie"] = self.cookie
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            text = answer.read().decode()
            # Only now: of an answer that breaks off, the cookie may be broken off as well.
            given = answer.getheader("Set-Cookie")
            if given:
                self.cookie = given.partition(";")[0]
            return answer.status, text
        finally:
            connection.close()

    def _connection(self) -> http.client.HTTPConnection:
        """To the port of the address, or the usual one of its scheme."""
        address = urlsplit(self.base)
        assert address.hostname is not None, "the address was checked when the guest was made"
        if address.scheme == "https":
            return http.client.HTTPSConnection(
                address.hostname, address.port, timeout=REQUEST_TIMEOUT, context=self.tls
            )
        return http.client.HTTPConnection(address.hostname, address.port, timeout=REQUEST_TIMEOUT)

    async def open_table(self, **wanted: Any) -> str:
        """A table's id; wanted are rules, changes, seats, options, bots and start."""
        return str((await self.request("POST", "/api/tables", wanted))["table"])

    async def ticket(self, table_id: str) -> str:
        """A ticket to a table, good for one connection."""
        return (await self.way_to(table_id))[0]

    async def way_to(self, table_id: str) -> tuple[str, str]:
        """A ticket to a table, and the address of the socket at which it is good."""
        answer = await self.request("POST", f"/api/tables/{table_id}/ticket")
        return str(answer["ticket"]), str(answer.get("socket") or self.socket_address(table_id))

    async def game(self, game_id: str) -> str:
        """A finished round of ours, as a .cambio file."""
        status, text = await asyncio.to_thread(self._request, "GET", f"/api/games/{game_id}.cambio", None)
        if status >= 400:
            raise RequestFailed(status, _problem(text))
        return text

    @contextlib.asynccontextmanager
    async def connect(
        self,
        table_id: str,
        *,
        on_message: Callable[[messages.FromServer], None] | None = None,
        longest_wait: float = LONGEST_WAIT,
        participant: Participant | None = None,
    ) -> AsyncIterator[TableConnection]:
        """A connection to a table, for as long as the block lasts; a lost one is tried again at least that often.

        A participant adds a seed to each shuffle, and has receipts by which they can be checked.
        """
        connection = TableConnection(self, table_id, on_message, longest_wait, participant)
        task = asyncio.create_task(connection.run())
        try:
            await connection.until(lambda: connection.table is not None)
            yield connection
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


def _problem(text: str) -> dict[str, Any]:
    """What a server says is wrong; a proxy that reaches none has a page of its own instead."""
    try:
        document = json.loads(text)
    except ValueError:
        document = None
    return document if isinstance(document, dict) else {"code": "proxy", "sentence": "no server was reached"}


@dataclass
class TableConnection:
    """A guest's connection to a table, and what it has told so far: always the latest, without a gap."""

    guest: Guest  #: Whose connection it is.
    table_id: str  #: Which table.
    on_message: Callable[[messages.FromServer], None] | None = None  #: Called with each message, once it is taken in.
    longest_wait: float = LONGEST_WAIT  #: Seconds between two attempts to reconnect, at most.
    participant: Participant | None = None  #: Adds a seed to each shuffle.
    you: str = "rail"  #: The seat of this guest, or the rail.
    seq: int | None = None  #: The number of the latest change that was told.
    table: messages.TableInfo | None = None  #: Who sits where, by which rules, and what the table waits for.
    board: messages.Board | None = None  #: What everybody sees of the round.
    yours: messages.Yours | None = None  #: What only this seat sees, and may do.
    events: list[messages.GameEvent] = field(default_factory=list)  #: What has happened in the round, as it was told.
    reconnects: int = 0  #: How often the connection was made anew.
    #: How often the table had moved since it was last found.
    hops: int = 0
    _next_wait: float = FIRST_WAIT
    #: A ticket and where it is good, if there is one already.
    _way: tuple[str, str] | None = None
    failure: BaseException | None = None  #: Why it has ended for good, if it has.
    _unanswered: dict[str, tuple[messages.Command, asyncio.Future[messages.Done | messages.Refused]]] = field(
        default_factory=dict
    )
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _socket: ClientConnection | None = None
    #: The number of the latest discard, and when it was shown here.
    _shown: tuple[int, float] = (0, 0.0)

    # Doing

    @property
    def legal(self) -> tuple[str, ...]:
        """What this seat may do now, as actions are written."""
        return self.yours.legal if self.yours is not None else ()

    async def act(
        self, action: str, *, claimed: float | None = None, cmd_id: str | None = None
    ) -> messages.Done | messages.Refused:
        """Do something in the game; `claimed` is the time since the discard was shown, unless given."""
        question = self.yours.question if self.yours is not None else None
        claimed = (time.monotonic() - self._shown[1]) * 1000 if claimed is None else claimed
        return await self.command(
            messages.Act(cmd_id or secrets.token_hex(8), action, question=question, claimed=min(claimed, 600_000))
        )

    async def command(self, command: messages.Command) -> messages.Done | messages.Refused:
        """Send a command, again after each reconnect, until it is answered."""
        answer: asyncio.Future[messages.Done | messages.Refused] = asyncio.get_running_loop().create_future()
        self._unanswered[command.cmd_id] = (command, answer)
        if self.failure is not None:
            raise self.failure
        await self._send(command)
        answered = await answer
        if isinstance(answered, messages.Done):
            await self.until(lambda: self.seq is not None and self.seq >= answered.seq)
        return answered

    async def _send(self, command: messages.ClientMessage) -> None:
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(codec.encode(command), text=True)

    async def until(self, holds: Callable[[], bool], timeout: float = STATE_TIMEOUT) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(timeout):
            while not holds():
                if self.failure is not None:
                    raise self.failure
                self._changed.clear()
                await self._changed.wait()

    async def drop(self) -> None:
        """Lose the connection, as networks do."""
        if self._socket is not None:
            self._socket.transport.abort()

    # Listening

    async def run(self) -> None:
        """Stay connected until cancelled, or until the server says that it is in vain."""
        try:
            while True:
                try:
                    await self._listen()
                    if self.hops > MOST_HOPS:
                        await self._wait()
                except (
                    OSError,
                    ConnectionClosed,
                    InvalidHandshake,
                    RequestFailed,
                    EOFError,
                    http.client.HTTPException,
                ) as error:
                    if isinstance(error, RequestFailed) and error.status in (401, 404):
                        raise
                    if isinstance(error, ssl.SSLCertVerificationError):
                        raise
                    if isinstance(error, WorkerSilent):
                        self._way = error.way
                    else:
                        await self._wait()
                self.reconnects += 1
        except Exception as error:
            self.failure = error
            for _, answer in self._unanswered.values():
                if not answer.done():
                    answer.set_exception(error)
            self._changed.set()

    async def _wait(self) -> None:
        """Longer each time, until the table is found."""
        seconds, self._next_wait = self._next_wait, min(2 * self._next_wait, self.longest_wait)
        await asyncio.sleep(seconds)

    async def _find_way(self) -> tuple[str, str]:
        return await self.guest.way_to(self.table_id)

    async def _listen(self) -> None:
        """One socket, from hello until it is closed."""
        guest = self.guest
        (ticket, address), self._way = self._way or await self._find_way(), None
        origin: Any = guest.base
        async with connect(
            address,
            origin=origin,
            ssl=guest.tls if address.startswith("wss") else None,
            compression=None,
            ping_interval=None,
            max_size=LONGEST_MESSAGE,
        ) as socket:
            self._socket = socket
            hello = messages.Hello(ticket, last_seq=self.seq, seeds=self.participant is not None)
            await socket.send(codec.encode(hello), text=True)
            try:
                while True:
                    await self._take_in(codec.decode_server(await receive(socket, self._find_way)))
            except ConnectionClosedOK:
                pass
            finally:
                self._socket = None

    async def _take_in(self, message: messages.FromServer) -> None:
        match message:
            case messages.Ping():
                await self._send(messages.Pong(message.nonce, self.seq or 0))
            case messages.Welcome():
                await self._take_in_welcome(message)
            case messages.Told():
                self._take_in_told(message)
            case messages.Shuffle():
                await self._take_in_shuffle(message)
            case messages.Done() | messages.Refused():
                _, answer = self._unanswered.pop(message.cmd_id, (None, None))
                if answer is not None and not answer.done():
                    answer.set_result(message)
            case _:
                pass
        if self.on_message is not None:
            self.on_message(message)
        self._changed.set()
        if isinstance(message, messages.Bye):
            if message.retry is None:
                raise Disconnected(message)
            self.hops += message.code == "moved"
            await asyncio.sleep(message.retry / 1000)

    async def _take_in_welcome(self, welcome: messages.Welcome) -> None:
        self.you = welcome.you
        self.table = welcome.table
        self.hops, self._next_wait = 0, FIRST_WAIT
        if welcome.board is not None or self.seq is None or welcome.seq < self.seq:
            self.seq = welcome.seq
            self.board, self.yours = welcome.board, welcome.yours
            if self.participant is not None:
                self.participant.forget_heads()
                self.participant.keep_heads(welcome.heads)
            self._note_discard()
        for command, _ in list(self._unanswered.values()):
            await self._send(command)

    def _take_in_told(self, told: messages.Told) -> None:
        if self.seq is not None and told.seq <= self.seq:
            return
        if self.seq is not None and told.seq != self.seq + 1:
            raise AssertionError(f"expected message {self.seq + 1}, but found {told.seq}")
        self.seq = told.seq
        self.events += told.events
        if self.participant is not None:
            self.participant.keep_heads(told.heads)
        self.you = told.you or self.you
        self.table = told.table or self.table
        if told.board is not None:
            self.board, self.yours = told.board, told.yours
            self._note_discard()

    async def _take_in_shuffle(self, shuffle: messages.Shuffle) -> None:
        if self.participant is None:
            return
        promised = shuffle.server_commitment
        if not shuffle.announcement:
            commitment = self.participant.commit(promised)
            await self._send(messages.CommitSeed(secrets.token_hex(8), promised, commitment))
        elif shuffle.is_dealt:
            self.participant.begin(promised, shuffle.announcement)
        else:
            seed = self.participant.reveal(promised, shuffle.announcement)
            if seed is not None:
                await self._send(messages.RevealSeed(secrets.token_hex(8), promised, seed))

    def _note_discard(self) -> None:
        """When a discard came, for the time until a gesture."""
        if self.board is not None and self.board.number != self._shown[0]:
            self._shown = (self.board.number, time.monotonic())
