"""Reconnects: sockets that come and go, in every way that a socket can end, and the memory that they leave behind.

python -m tests.server.reconnects --connections 5000
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from cambio.load.server_process import find_listener, resident
from cambio.load.sockets import CLOSE, Address, Incoming, Requests, Socket, Ticket

from .server_process import serving

#: Connections before memory is measured for the first time: buffers and caches are filled by then.
WARM_UP = 1_000
#: Connections at the same time.
AT_ONCE = 20
#: Seconds for the server to forget the last ones: a closed socket stays in the queue of pings until its turn comes.
SETTLE_TIME = 3.0
#: Seconds in which a socket must have been answered.
ANSWER_TIMEOUT = 20.0


@dataclass(frozen=True)
class Growth:
    """The resident memory of a server in MiB, after the first connections and after many more."""

    connections: int
    before: float
    after: float
    seconds: float

    @property
    def ratio(self) -> float:
        return self.after / self.before

    def __str__(self) -> str:
        return (
            f"{self.connections:,} connections in {self.seconds:.0f} s: {self.before:.1f} MiB before, "
            f"{self.after:.1f} MiB after ({100 * (self.ratio - 1):+.1f} %)"
        )


class _Visitor:
    """Waits for the first message on a socket."""

    def __init__(self) -> None:
        self.heard = asyncio.Event()

    def on_message(self, socket: Socket, message: Incoming) -> None:
        self.heard.set()

    def on_close(self, socket: Socket) -> None:
        self.heard.set()


class Reconnects:
    """Guests at one table who connect and disconnect."""

    def __init__(self, address: Address, requests: Requests, table_id: str, cookies: list[str]) -> None:
        self._address = address
        self._requests = requests
        self._table_id = table_id
        self._cookies = cookies
        #: Every way that a connection can end.
        self._ways: tuple[Callable[[str], Awaitable[None]], ...] = (
            self._visit_and_close,
            self._visit_and_vanish,
            self._show_a_wrong_ticket,
            self._say_nothing,
            self._send_half_a_request,
        )

    async def run(self, connections: int) -> None:
        numbers = iter(range(connections))

        async def go_on(cookie: str) -> None:
            for number in numbers:
                await self._ways[number % len(self._ways)](cookie)

        async with asyncio.TaskGroup() as group:
            for each in range(AT_ONCE):
                group.create_task(go_on(self._cookies[each % len(self._cookies)]))

    async def _welcomed(self, ticket: Ticket) -> Socket:
        visitor = _Visitor()
        socket = await Socket.connect(ticket, visitor, 0)
        async with asyncio.timeout(ANSWER_TIMEOUT):
            await visitor.heard.wait()
        return socket

    async def _visit_and_close(self, cookie: str) -> None:
        socket = await self._welcomed(await self._requests.ticket(cookie, self._table_id))
        socket.write(bytes((CLOSE, 0x80)) + bytes(4))
        await asyncio.sleep(0.01)
        socket.close()

    async def _visit_and_vanish(self, cookie: str) -> None:
        (await self._welcomed(await self._requests.ticket(cookie, self._table_id))).close()

    async def _show_a_wrong_ticket(self, _cookie: str) -> None:
        (await self._welcomed(Ticket("wrong", self._table_id, self._address))).close()

    async def _say_nothing(self, _cookie: str) -> None:
        _, writer = await asyncio.open_connection(self._address.host, self._address.port)
        writer.write(self._address.handshake(self._table_id))
        await asyncio.sleep(0.01)
        writer.transport.abort()

    async def _send_half_a_request(self, _cookie: str) -> None:
        _, writer = await asyncio.open_connection(self._address.host, self._address.port)
        writer.write(b"GET /api/session HTTP/1.1\r\nHost: ")
        await asyncio.sleep(0.01)
        writer.transport.abort()


async def reconnect_repeatedly(folder: Path, *, connections: int, warm_up: int = WARM_UP) -> Growth:
    """Connect to a server that many times and leave again, after a warm-up; returns what its memory has grown by."""
    begun = time.monotonic()
    async with serving(folder, sockets_per_person=1_000) as server:
        address = Address("127.0.0.1", server.port)
        requests = Requests(address)
        cookies = [await requests.sign_in(f"Guest {number}") for number in range(AT_ONCE)]
        table_id = await requests.open_table(cookies[0], seats=4)
        reconnects = Reconnects(address, requests, table_id, cookies)
        pid = find_listener(server.port)
        await reconnects.run(warm_up)
        await asyncio.sleep(SETTLE_TIME)
        before = resident(pid)
        await reconnects.run(connections)
        await asyncio.sleep(SETTLE_TIME)
        after = resident(pid)
        await requests.close()
        assert before is not None and after is not None
        assert server.complaints() == []
    return Growth(connections, before, after, time.monotonic() - begun)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--connections", type=int, default=5_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cambio-") as folder:
        growth = asyncio.run(reconnect_repeatedly(Path(folder), connections=options.connections))
    print(growth)
    assert growth.ratio <= 1.05, "expected memory to grow by at most 5 %"


if __name__ == "__main__":
    main()
