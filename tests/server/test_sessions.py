"""Sessions that end: whoever came in by one leaves, and nothing that it opened stays open."""

from __future__ import annotations

import asyncio
import hashlib
from typing import TypeVar

from cambio.server.clock import Clock
from cambio.server.protocol import messages
from cambio.server.sessions import Session, Sessions
from cambio.server.settings import Settings
from cambio.server.store.contract import Entry, StoredSession
from cambio.server.store.sqlite.sqlite_store import SqliteStore
from cambio.server.tables.table_registry import TableRegistry
from tests.server.raw_client import SkippableClock, new_id, run, running_server

T = TypeVar("T")


def test_whoever_came_in_by_a_session_leaves_when_it_ends() -> None:
    async def attack() -> None:
        async with running_server() as target:
            ana, ben = await target.guests("Ana", "Ben")
            table_id = await ana.open_table()
            async with ana.at(table_id) as one, ana.at(table_id) as other, ben.at(table_id) as bens:
                written = len(await target.registry.store.entries(table_id))
                assert (await ana.request("DELETE", "/api/session")).status == 200
                await one.say(messages.SeatBot(new_id(), "casual"))
                for sock in (one, other):
                    bye = await sock.read_bye()
                    assert bye is not None
                    assert (bye.code, bye.retry) == ("no_session", None)
                await bens.hear(messages.Present, lambda each: each.seat == "a" and each.is_away)
                assert len(await target.registry.store.entries(table_id)) == written
                assert isinstance(await bens.ask(messages.Sit(new_id())), messages.Done)

    run(attack())


def test_a_ticket_is_worth_nothing_after_its_session() -> None:
    async def attack() -> None:
        async with running_server() as target:
            ana = await target.guest()
            ticket = await ana.ticket(await ana.open_table())
            await ana.request("DELETE", "/api/session")
            async with ana.open_socket() as sock:
                await sock.say(messages.Hello(ticket))
                bye = await sock.read_bye()
                assert bye is not None
                assert bye.code == "ticket"

    run(attack())


class SlowToFind(SqliteStore):
    """The real store; while the gate is shut it finds what it was asked for, but does not come back with it yet."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.gate.set()
        self.is_asked = asyncio.Event()

    async def entries(self, table_id: str, after: int = 0) -> list[Entry]:
        return await self._behind_the_gate(await super().entries(table_id, after))

    async def session(self, token_hash: bytes) -> StoredSession | None:
        return await self._behind_the_gate(await super().session(token_hash))

    async def _behind_the_gate(self, found: T) -> T:
        self.is_asked.set()
        await self.gate.wait()
        return found


def test_a_session_that_ends_while_the_table_wakes_up_lets_nobody_in() -> None:
    async def attack() -> None:
        store = SlowToFind()
        async with running_server(registry=TableRegistry(store, Settings(), SkippableClock())) as target:
            ana = await target.guest()
            table_id = await ana.open_table()
            async with ana.open_socket() as sock:
                store.gate.clear()
                await sock.say(messages.Hello(await ana.ticket(table_id)))
                await store.is_asked.wait()
                await ana.request("DELETE", "/api/session")
                store.gate.set()
                bye = await sock.read_bye()
                assert bye is not None
                assert bye.code == "no_session"
                assert not [each for each in sock.heard if isinstance(each, messages.Welcome)]

    run(attack())


def test_a_session_that_ends_while_it_is_looked_up_stays_ended() -> None:
    async def attack() -> None:
        store = SlowToFind()
        await store.open()
        person, token = await Sessions(store, Clock()).create_guest("Ana")
        sessions = Sessions(store, Clock())
        store.gate.clear()
        looking = asyncio.create_task(sessions.find(token))
        await store.is_asked.wait()
        await sessions.end(Session(hashlib.sha256(token.encode()).digest(), person))
        store.gate.set()
        assert await looking is None
        assert await sessions.find(token) is None
        await store.close()

    run(attack())
