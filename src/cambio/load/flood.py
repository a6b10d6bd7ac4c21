"""Clients that flood the server, by turns with quiet periods, to measure what that does to the others."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from ..server.settings import Settings
from .results import LoadResults
from .sockets import Incoming, LoadError, Requests, Socket, frame

#: Commands in one write of a flooding client.
BATCH = 400


class Flood:
    """Clients at tables of their own that send as fast as the server reads, and reconnect when they are closed."""

    def __init__(self, results: LoadResults, requests: Requests) -> None:
        self._results = results
        self._requests = requests
        self._is_on = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._sockets: set[Socket] = set()

    async def open(self, clients: int) -> None:
        for _ in range(clients):
            cookie = await self._requests.sign_in("Flood")
            wanted = {"seats": 2, "bots": ["random"], "start": True}
            table_id = await self._requests.open_table(cookie, **wanted)
            self._tasks.append(asyncio.create_task(self._stream(cookie, table_id)))

    def switch(self, is_on: bool) -> None:
        if is_on == self._is_on.is_set():
            return
        if is_on:
            self._is_on.set()
        else:
            self._is_on.clear()
            for socket in list(self._sockets):
                socket.close()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self.switch(False)
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _stream(self, cookie: str, table_id: str) -> None:
        """As often as the usual limit of requests lets one address fetch a ticket."""
        batch = b"".join(frame(_command(number)) for number in range(BATCH))
        while True:
            await self._is_on.wait()
            # A client that is closed while it reconnects tries again.
            with contextlib.suppress(LoadError, OSError, EOFError):
                ticket = await self._requests.ticket(cookie, table_id)
                socket = await Socket.connect(ticket, self, 0, ignores_close=True)
                self._sockets.add(socket)
                while not socket.is_closed:
                    socket.write(batch)
                    await socket.drain()
                    await asyncio.sleep(0)
            await asyncio.sleep(60 / Settings().requests_per_minute)

    def on_message(self, socket: Socket, message: Incoming) -> None:
        """A flooding client reads nothing."""

    def on_close(self, socket: Socket) -> None:
        self._sockets.discard(socket)
        if self._is_on.is_set():
            self._results.floods_ended += 1


def _command(number: int) -> dict[str, Any]:
    """Moves that may be lawful, and gestures that everybody at the table is shown."""
    if number % 4 == 3:
        return {"type": "react", "cmd_id": f"flood-{number}", "reaction": "clap"}
    action = ("ready", "draw", "throw")[number % 4]
    return {"type": "act", "cmd_id": f"flood-{number}", "action": action}
