"""A client's socket: the next message, and whether it is the worker that is silent, or the network."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeAlias

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from . import codec
from .protocol.messages import Heartbeat

#: Seconds without a message after which the server is asked whether it is there, and until its answer is doubted.
LONGEST_QUIET, DOUBT = 1.5, 1.0
#: Asks for a ticket, and for the address at which it is good.
FindWay: TypeAlias = Callable[[], Coroutine[Any, Any, tuple[str, str]]]


class WorkerSilent(ConnectionResetError):
    """Nothing comes, although another ticket was to be had: it leads to a worker that answers."""

    def __init__(self, way: tuple[str, str]) -> None:
        super().__init__("the server does not answer")
        self.way = way


async def receive(socket: ClientConnection, find_way: FindWay) -> str | bytes:
    """The next frame; where none comes, another way to the table is looked for."""
    try:
        async with asyncio.timeout(LONGEST_QUIET):
            return await socket.recv()
    except TimeoutError:
        return await _receive_late(socket, find_way)


async def _receive_late(socket: ClientConnection, find_way: FindWay) -> str | bytes:
    receiving = asyncio.ensure_future(socket.recv())
    finding: asyncio.Task[tuple[str, str]] | None = None
    try:
        await _ask(socket)
        await asyncio.wait({receiving}, timeout=DOUBT)
        if not receiving.done():
            finding = asyncio.create_task(find_way())
            await asyncio.wait({receiving, finding}, return_when=asyncio.FIRST_COMPLETED)
        if receiving.done() or finding is None:
            return await receiving
        # A goodbye would wait for an answer.
        socket.transport.abort()
        raise WorkerSilent(await finding)
    finally:
        for task in (receiving, finding):
            if task is not None:
                task.cancel()


async def _ask(socket: ClientConnection) -> None:
    # Whoever receives is told that it is closed.
    with suppress(ConnectionClosed):
        await socket.send(codec.encode(Heartbeat(0)), text=True)
