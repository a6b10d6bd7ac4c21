"""The line between the page and a table that is played in it: messages go both ways, as over a socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from .. import codec
from ..clock import Clock
from ..protocol import messages
from ..round_trips import RoundTrip
from ..store.contract import Person
from ..store.errors import NoSuchTable
from ..tables.live_table import LiveTable
from ..tables.races.snap_verdict import Latency
from .practice_tables import PracticeTables

#: Milliseconds that a message may have waited while bots decided, since all run in one thread: the page's own clock is
#: believed about a reaction as far as that. Nobody but bots is there to be cheated.
LONGEST_WAIT = 150.0

#: Takes a message for the page; None ends the line.
Send = Callable[[bytes | None], None]


class PracticeLine:
    """A viewer of a table, in the same page."""

    def __init__(self, tables: PracticeTables, table_id: str, person: Person, clock: Clock, send: Send) -> None:
        self.person = person.id
        self.name = person.name
        self.round_trip = RoundTrip(told_by_proxy=LONGEST_WAIT)
        self.round_trip.add_ping(LONGEST_WAIT)
        self.latency = Latency()
        self._tables = tables
        self._table_id = table_id
        self._clock = clock
        self._send = send
        self._live_table: LiveTable | None = None
        self._is_over = False
        #: One after the other, as they came.
        self._received: asyncio.Queue[str | None] = asyncio.Queue()
        self._task = asyncio.get_running_loop().create_task(self._run())

    def receive(self, text: str | None) -> None:
        """A message of the page; None when it has closed the line."""
        self._received.put_nowait(text)

    def post(self, text: bytes, *, sent: Callable[[float], None] | None = None) -> None:
        if self._is_over:
            return
        self._send(text)
        if sent is not None:
            sent(self._clock.now())

    def part(self, code: str, sentence: str, retry: int | None = None) -> None:
        self.post(codec.encode(messages.Bye(code, sentence, retry)))
        if not self._is_over:
            self._send(None)
        self._is_over = True

    async def _run(self) -> None:
        while (text := await self._received.get()) is not None:
            try:
                message = codec.decode_client(text)
            except (msgspec.DecodeError, ValueError) as error:
                self.post(codec.encode(messages.Problem("malformed", str(error))))
            else:
                await self._take(message)
        self._is_over = True
        if self._live_table is not None:
            await self._live_table.leave(self)

    async def _take(self, message: messages.FromClient) -> None:
        if isinstance(message, messages.Hello):
            await self._arrive(message)
        elif isinstance(message, messages.Heartbeat):
            self.post(codec.encode(messages.Alive(message.number)))
        elif self._live_table is None:
            self.part("no_hello", "expected hello first")
        elif isinstance(message, messages.Pong):
            self._live_table.confirm(self, message.seq)
        elif isinstance(message, messages.Earlier):
            self._live_table.tell_earlier(self, message)
        else:
            await self._live_table.ask(self, message)

    async def _arrive(self, hello: messages.Hello) -> None:
        """A page that is newer than what it keeps for practice, or older, is told so."""
        if hello.version != messages.VERSION:
            found = f"expected version {messages.VERSION} of the protocol, but found {hello.version}"
            self.part("version", f"{found}: load the page again")
            return
        try:
            self._live_table = await self._tables.live_table(self._table_id)
        except NoSuchTable:
            self.part("no_table", "there is no such table")
            return
        await self._live_table.arrive(self, hello.last_seq, wants_seat=hello.sit, gives_seeds=hello.seeds)
