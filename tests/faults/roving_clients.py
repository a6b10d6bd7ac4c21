"""Clients that know several workers: they notice one that is silent, and go to another, as behind a proxy."""

from __future__ import annotations

import asyncio
import http.client
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from cambio.server.client import Guest, TableConnection
from cambio.server.protocol import messages
from tests.server.player_clients import NOT_LOGGED, RECONNECT_WAIT, Ledger, Player

#: Seconds in which a worker has to answer a request.
REQUEST_TIME = 1.0
#: Seconds between two heartbeats, and for how long nothing may be heard.
HEARTBEAT_INTERVAL, LONGEST_SILENCE = 0.25, 1.0
#: Of so many commands and moves one is looked for that shows that play goes on.
LATEST = 200


@dataclass
class RovingGuest(Guest):
    """A guest who asks the workers in turn, until one answers."""

    bases: Sequence[str] = ()
    #: Where the last ticket led to.
    socket: str = ""

    @classmethod
    async def enter(cls, bases: Sequence[str], name: str) -> RovingGuest:
        guest = cls(bases[0], name, bases=bases)
        guest.person = (await guest.request("POST", "/api/session", {"name": name}))["person"]
        return guest

    def go_on(self) -> None:
        """Ask the next worker from now on."""
        self.base = self.bases[(self.bases.index(self.base) + 1) % len(self.bases)]

    async def way_to(self, table_id: str) -> tuple[str, str]:
        ticket, self.socket = await super().way_to(table_id)
        return ticket, self.socket

    def leave_silent(self) -> None:
        """Nothing is heard from where the last ticket led to; whoever led there from elsewhere soon knows better."""
        if urlsplit(self.socket).netloc == urlsplit(self.base).netloc:
            self.go_on()

    async def request(self, method: str, path: str, body: object = None) -> Any:
        """Where nobody listens the next worker is asked at once, as a proxy does."""
        for _ in self.bases[1:]:
            try:
                return await self._ask(method, path, body)
            except ConnectionRefusedError:
                pass
        return await self._ask(method, path, body)

    async def _ask(self, method: str, path: str, body: object) -> Any:
        try:
            return await super().request(method, path, body)
        except (OSError, http.client.HTTPException):
            self.go_on()
            raise

    def _connection(self) -> http.client.HTTPConnection:
        address = urlsplit(self.base)
        assert address.hostname is not None
        return http.client.HTTPConnection(address.hostname, address.port, timeout=REQUEST_TIME)


@dataclass
class WatchedConnection(TableConnection):
    """A connection that is given up when nothing is heard on it."""

    #: When something was heard last.
    heard: float = 0.0

    async def _listen(self) -> None:
        self.heard = time.monotonic()
        listening = asyncio.create_task(super()._listen())
        try:
            await asyncio.wait({listening, asyncio.create_task(self._watch(listening))}, return_when="FIRST_COMPLETED")
        finally:
            if not listening.done():
                # A goodbye would wait for an answer.
                await self.drop()
                listening.cancel()
                await asyncio.wait({listening})
        if listening.cancelled():
            assert isinstance(self.guest, RovingGuest)
            self.guest.leave_silent()
            raise ConnectionError("nothing is heard")
        await listening

    async def _watch(self, listening: asyncio.Task[None]) -> None:
        number = 0
        while not listening.done() and time.monotonic() - self.heard < LONGEST_SILENCE:
            number += 1
            await self._send(messages.Heartbeat(number))
            await asyncio.wait({listening}, timeout=HEARTBEAT_INTERVAL)

    async def _take_in(self, message: messages.FromServer) -> None:
        # Whoever says for how long it will be gone is not silent.
        told_wait = (message.retry or 0) / 1000 if isinstance(message, messages.Bye) else 0.0
        self.heard = time.monotonic() + told_wait
        await super()._take_in(message)


@dataclass(frozen=True)
class Acknowledged:
    """A command that is in the log: when it was first asked and first answered, and the number of its entry."""

    asked: float
    answered: float
    seq: int
    #: When the connection began on which it was answered.
    connected: float

    def is_after(self, time: float) -> bool:
        """Whether whoever answered it had to be there after that time: nothing of it was on its way before."""
        return self.answered > time and (self.asked > time or self.connected > time)


@dataclass
class TimedLedger(Ledger):
    """A ledger that knows when commands were asked and acknowledged."""

    asked_at: dict[str, float] = field(default_factory=dict)
    acknowledged: list[Acknowledged] = field(default_factory=list)
    connected: float = 0.0
    #: When moves of anybody were told, and when the connection had begun on which they were.
    moves: list[tuple[float, float]] = field(default_factory=list)
    #: Numbers that came again though they had been told on the same connection.
    repeated: list[int] = field(default_factory=list)
    _told_here: int = 0
    _welcome_seq: int = 0

    def on_message(self, message: messages.FromServer) -> None:
        super().on_message(message)
        now = time.monotonic()
        if isinstance(message, messages.Welcome):
            self.connected, self._told_here, self._welcome_seq = now, 0, message.seq
        elif isinstance(message, messages.Told):
            if message.seq <= self._told_here:
                self.repeated.append(message.seq)
            self._told_here = message.seq
            if message.seq > self._welcome_seq and message.events:
                self.moves.append((now, self.connected))
        elif isinstance(message, messages.Done) and len(self.answers.get(message.cmd_id, ())) == 1:
            if not isinstance(self.asked[message.cmd_id], NOT_LOGGED):
                asked = self.asked_at[message.cmd_id]
                self.acknowledged.append(Acknowledged(asked, now, message.seq, self.connected))

    def goes_on_after(self, began: float) -> float | None:
        """When a command was first acknowledged, or a move told, by somebody who had to be there after that time."""
        answers = [each.answered for each in self.acknowledged[-LATEST:] if each.is_after(began)]
        moves = [told for told, connected in self.moves[-LATEST:] if connected > began]
        return min([*answers, *moves], default=None)


class TimedPlayer(Player):
    """A player whose ledger knows the times of all commands."""

    ledger: TimedLedger

    def new_id(self) -> str:
        cmd_id = super().new_id()
        self.ledger.asked_at[cmd_id] = time.monotonic()
        return cmd_id

    @property
    def worker_port(self) -> int | None:
        """The port of the worker that the socket is at."""
        socket = self.at_table._socket
        return None if socket is None else socket.remote_address[1]


@asynccontextmanager
async def present(guest: RovingGuest, table_id: str, seed: int) -> AsyncIterator[TimedPlayer]:
    """A player at a table for as long as the block lasts, whatever becomes of workers."""
    ledger = TimedLedger(guest.name, guest.person)
    connection = WatchedConnection(guest, table_id, ledger.on_message, RECONNECT_WAIT)
    running = asyncio.create_task(connection.run())
    try:
        await connection.until(lambda: connection.table is not None)
        yield TimedPlayer(connection, ledger, seed)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
