"""Memory: a connection that has ended leaves nothing behind, and neither does a table."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import sys
import weakref
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from cambio.server.garbage_collection import MAX_INTERVAL, MIN_INTERVAL, FullCollections
from cambio.server.http import connection, frame_socket
from cambio.server.protocol import messages
from tests.server.raw_client import EVENT_TIMEOUT, ONE_ROUND, LocalServer, RawClient, run, running_server
from tests.server.reconnects import reconnect_repeatedly


async def close(visitor: RawClient, table_id: str) -> None:
    async with visitor.at(table_id):
        pass


async def vanish(visitor: RawClient, table_id: str) -> None:
    async with visitor.at(table_id) as sock:
        sock.connection.transport.abort()


async def vanish_before_hello(visitor: RawClient, _table_id: str) -> None:
    async with visitor.open_socket() as sock:
        sock.connection.transport.abort()


async def show_a_wrong_ticket(visitor: RawClient, _table_id: str) -> None:
    async with visitor.open_socket() as sock:
        await sock.say(messages.Hello("wrong"))
        await sock.read_bye()


async def come_from_elsewhere(visitor: RawClient, _table_id: str) -> None:
    with contextlib.suppress(InvalidStatus):
        async with visitor.open_socket(origin="http://evil.example"):
            pass


async def ask(visitor: RawClient, _table_id: str) -> None:
    await visitor.get("/api/session")


async def ask_half(visitor: RawClient, _table_id: str) -> None:
    _, writer = await asyncio.open_connection("127.0.0.1", visitor.target.port)
    writer.write(b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\n{")
    await asyncio.sleep(0.05)
    writer.transport.abort()


OFTEN = 4
WAYS: tuple[Callable[[RawClient, str], Awaitable[None]], ...] = (
    close,
    vanish,
    vanish_before_hello,
    show_a_wrong_ticket,
    come_from_elsewhere,
    ask,
    ask_half,
)


async def go_often(way: Callable[[RawClient, str], Awaitable[None]], visitor: RawClient, table_id: str) -> None:
    for _ in range(OFTEN):
        await way(visitor, table_id)


async def protocols_of(target: LocalServer, go: Awaitable[None]) -> list[weakref.ref[Any]]:
    """The server's side of all connections that were open at some time."""
    met: list[weakref.ref[Any]] = []
    known: weakref.WeakSet[Any] = weakref.WeakSet()

    async def look() -> None:
        while True:
            met.extend(weakref.ref(each) for each in target.connections if each not in known)
            known.update(target.connections)
            await asyncio.sleep(0)

    looking = asyncio.create_task(look())
    await go
    looking.cancel()
    await asyncio.gather(looking, return_exceptions=True)
    return met


@pytest.mark.parametrize("way", WAYS, ids=[way.__name__ for way in WAYS])
def test_a_connection_that_has_ended_is_freed_without_the_garbage_collector(
    way: Callable[[RawClient, str], Awaitable[None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A closed socket waits for its next ping, and for its last words to be read, before it is forgotten.
    monkeypatch.setattr(connection, "FIRST_PING_INTERVAL", 50.0)
    monkeypatch.setattr(frame_socket, "BYE_TIMEOUT", 0.1)

    async def attack() -> None:
        async with running_server() as target:
            visitor = await target.guest()
            table_id = await visitor.open_table(rules=ONE_ROUND, seats=2)
            gc.disable()
            try:
                protocols = await protocols_of(target, go_often(way, visitor, table_id))
                assert len(protocols) >= OFTEN
                async with asyncio.timeout(EVENT_TIMEOUT):
                    # A table may hold on to the last one who left until somebody else comes.
                    while sum(protocol() is not None for protocol in protocols) > 1:
                        await asyncio.sleep(0.02)
            finally:
                gc.enable()

    run(attack())


class Cycle:
    """Garbage that only the garbage collector finds."""

    def __init__(self) -> None:
        self.itself = self


def test_a_table_that_is_over_is_freed_without_the_garbage_collector() -> None:
    async def play() -> None:
        async with running_server(linger=50) as target:
            ana = await target.guest("Ana")
            table_id = await ana.open_table(bots=["casual"], seats=2, start=True)
            gc.disable()
            async with ana.at(table_id) as socket:
                await socket.ask(messages.Act("1", "ready"))
                live_table = await target.registry.live_table(table_id)
                held: list[weakref.ref[Any]] = [weakref.ref(live_table), weakref.ref(live_table.table)]
                del live_table
            async with asyncio.timeout(10):
                while any(ref() is not None for ref in held):
                    await asyncio.sleep(0.02)

    try:
        run(play())
    finally:
        gc.enable()


@pytest.fixture
def collector() -> Any:
    """The garbage collector as it is, to be left as it was."""
    thresholds = gc.get_threshold()
    yield
    gc.set_threshold(*thresholds)
    gc.unfreeze()


def test_garbage_that_has_grown_old_is_collected_within_an_hour(collector: None) -> None:
    collections = FullCollections(now=0.0)
    old = Cycle()
    gone = weakref.ref(old)
    # By now it is in the oldest generation, where only a full collection finds it.
    gc.collect(1)
    gc.collect(1)
    for second in range(1, 100):
        collections.collect_if_due(second)
    del old
    gc.collect(1)
    assert gone() is not None
    assert not collections.collect_if_due(MAX_INTERVAL - 1)
    assert collections.collect_if_due(MAX_INTERVAL)
    assert gone() is None


def test_garbage_is_collected_soon_when_memory_grows(collector: None) -> None:
    collections = FullCollections(now=0.0)
    garbage = [Cycle() for _ in range(sys.getallocatedblocks() // 5)]
    del garbage
    assert not collections.collect_if_due(MIN_INTERVAL - 1)
    before = sys.getallocatedblocks()
    if not collections.collect_if_due(MIN_INTERVAL):
        # The younger generations have found it already.
        assert before == pytest.approx(sys.getallocatedblocks(), rel=0.1)
    assert not collections.collect_if_due(MIN_INTERVAL + 1)


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel tells what a process uses on Linux only")
def test_memory_is_flat_over_connects_and_disconnects(tmp_path: Path) -> None:
    growth = asyncio.run(reconnect_repeatedly(tmp_path, connections=1_500, warm_up=600))
    assert growth.ratio <= 1.05, str(growth)
