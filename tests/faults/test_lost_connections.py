"""What a worker does whose connections to PostgreSQL are cut, stalled or forgotten: nothing is written twice, nobody
waits for long, and it is a worker again as soon as PostgreSQL can be reached.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeAlias
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import pytest

from cambio.server.store.errors import Fenced, StoreFailed
from cambio.server.store.postgres.postgres_connections import borrowing
from cambio.server.store.postgres.postgres_store import PostgresStore
from cambio.server.store.workers import Worker
from tests.server.postgres_databases import new_database
from tests.server.store_contract import add_people_and_tables, entry
from tests.server.stores import open_store
from tests.server.test_postgres_store import ONE, OTHER, claim_as_soon_as_possible, working

from .database_relay import DatabaseRelay, Loss

NOW = 1_000_000
Play: TypeAlias = Callable[[PostgresStore, DatabaseRelay, str], Awaitable[None]]


@asynccontextmanager
async def relayed(url: str, worker: Worker) -> AsyncIterator[tuple[PostgresStore, DatabaseRelay]]:
    """A worker whose connections go through a relay."""
    address = urlsplit(url)
    assert address.port is not None
    async with DatabaseRelay(address.port) as relay:
        through = urlunsplit(address._replace(netloc=f"cambio@127.0.0.1:{relay.port}"))
        async with working(through, worker) as store:
            yield store, relay
            relay.flow()


def play_through_relay(play: Play) -> None:
    """With a worker behind a relay that has a table with one entry, under epoch 1."""
    url = new_database()

    async def prepare_and_play() -> None:
        async with relayed(url, ONE) as (store, relay):
            await add_people_and_tables(store)
            await store.beat("w1", NOW)
            assert await store.claim("t1", "w1") == 1
            await store.append("t1", 1, [entry(1, "c1")])
            # The writer gives its connection back.
            await asyncio.sleep(0.05)
            await play(store, relay, url)

    asyncio.run(prepare_and_play())


async def numbers(store: PostgresStore) -> list[int]:
    return [each.seq for each in await store.entries("t1")]


@pytest.mark.parametrize(("loss", "expected"), [("statement", [1]), ("answer", [1, 2])])
def test_a_move_whose_commit_is_unknown_is_found_in_the_log_or_not_at_all(loss: Loss, expected: list[int]) -> None:
    async def play(store: PostgresStore, relay: DatabaseRelay, _url: str) -> None:
        losing = asyncio.create_task(relay.lose_commit(loss, 5))
        await asyncio.sleep(0)
        with pytest.raises(StoreFailed):
            await store.append("t1", 1, [entry(2, "c2")])
        assert await losing
        # Whoever goes on claims the table anew, and reads it.
        assert await store.claim("t1", "w1") == 2
        assert await numbers(store) == expected
        with pytest.raises(Fenced):
            await store.append("t1", 1, [entry(len(expected) + 1, "c3")])

    play_through_relay(play)


def test_a_statement_that_was_held_up_on_its_way_writes_nothing_after_the_next_claim() -> None:
    async def play(store: PostgresStore, relay: DatabaseRelay, url: str) -> None:
        relay.stall()
        with pytest.raises(StoreFailed):
            await store.append("t1", 1, [entry(2, "late")])
        async with working(url, OTHER) as other:
            assert await claim_as_soon_as_possible(other) == 2
            relay.flow()
            await asyncio.sleep(0.3)
            assert await numbers(other) == [1]

    play_through_relay(play)


def test_a_write_that_is_not_answered_is_given_up_in_time_and_the_next_one_is_written() -> None:
    async def play(store: PostgresStore, relay: DatabaseRelay, _url: str) -> None:
        relay.strand()
        began = time.monotonic()
        with pytest.raises(StoreFailed):
            await store.append("t1", 1, [entry(2)])
        assert time.monotonic() - began < 4
        # All connections were forgotten, and all of them are made anew at once.
        began = time.monotonic()
        await asyncio.gather(*(store.entries("t1") for _ in range(8)), store.append("t1", 1, [entry(2)]))
        assert time.monotonic() - began < 1

    play_through_relay(play)


def test_a_worker_whose_lost_connection_postgresql_still_holds_is_known_to_live_again() -> None:
    async def play(store: PostgresStore, relay: DatabaseRelay, url: str) -> None:
        relay.strand()
        with pytest.raises(StoreFailed):
            await store.beat("w1", NOW + 1)
        await store.beat("w1", NOW + 2)
        async with open_store(url) as other:
            holder = await other.holder("t1")
            assert holder is not None and (holder.worker, holder.is_alive, holder.beat) == (ONE, True, NOW + 2)

    play_through_relay(play)


def test_a_worker_that_was_cut_off_hears_of_tables_that_others_claimed_meanwhile() -> None:
    async def play(store: PostgresStore, relay: DatabaseRelay, url: str) -> None:
        heard: list[str | None] = []
        store.on_claim(heard.append)
        await relay.refuse()
        async with working(url, OTHER) as other:
            await claim_as_soon_as_possible(other)
            with pytest.raises(StoreFailed):
                await store.beat("w1", NOW + 1)
            await relay.accept()
            await store.beat("w1", NOW + 2)
            assert heard == [None]
            assert await store.claimed_by_others(["t1"], "w1") == ["t1"]

    play_through_relay(play)


def test_a_worker_that_is_not_known_to_live_claims_nothing() -> None:
    async def play(store: PostgresStore, relay: DatabaseRelay, url: str) -> None:
        relay.cut()
        await asyncio.sleep(0.05)
        # It is entered again first.
        assert await store.claim("t1", "w1") == 2
        async with open_store(url) as other:
            holder = await other.holder("t1")
            assert holder is not None and holder.is_alive

    play_through_relay(play)


def test_a_table_that_a_frozen_worker_was_writing_to_is_claimed_within_three_seconds() -> None:
    async def play(store: PostgresStore, _relay: DatabaseRelay, url: str) -> None:
        began = time.monotonic()
        assert store._pool is not None
        async with working(url, OTHER) as other:
            with pytest.raises(asyncpg.InterfaceError, match="closed"):
                async with borrowing(store._pool) as db, db.transaction():
                    await db.execute("""SELECT 1 FROM "table" WHERE id = 't1' FOR SHARE""")
                    assert await claim_as_soon_as_possible(other) == 2
                    assert time.monotonic() - began < 3
                    await db.execute("SELECT 1")

    play_through_relay(play)


#: More pieces than a worker says when it connects anew and claims a table, or writes to one.
PIECES = 18


async def claim_table(store: PostgresStore) -> None:
    await store.claim("t1", "w1")


async def repeat_command(store: PostgresStore) -> None:
    await store.append("t1", 1, [entry(2, "c1")])


@pytest.mark.parametrize("work", [claim_table, repeat_command])
def test_wherever_a_worker_is_cut_off_in_its_work_another_claims_the_table_within_three_seconds(
    work: Callable[[PostgresStore], Coroutine[Any, Any, None]],
) -> None:
    urls = [new_database() for _ in range(PIECES)]

    async def cut_off(url: str, pieces: int) -> float:
        async with relayed(url, ONE) as (store, relay), working(url, OTHER) as other:
            await add_people_and_tables(store)
            await store.claim("t1", "w1")
            await store.append("t1", 1, [entry(1, "c1")])
            # Nothing is prepared on a new connection.
            relay.cut()
            await asyncio.sleep(0.05)
            relay.stall_after(pieces)
            working_on = asyncio.create_task(work(store))
            await asyncio.sleep(0.3)
            began = time.monotonic()
            await claim_as_soon_as_possible(other)
            took = time.monotonic() - began
            relay.flow()
            await asyncio.gather(working_on, return_exceptions=True)
            return took

    async def play() -> list[float]:
        return await asyncio.gather(*(cut_off(url, pieces) for pieces, url in enumerate(urls, start=1)))

    assert max(asyncio.run(play())) < 3


def test_a_store_whose_database_does_not_answer_is_closed_all_the_same() -> None:
    async def play(store: PostgresStore, relay: DatabaseRelay, _url: str) -> None:
        relay.stall()
        writing = asyncio.create_task(store.append("t1", 1, [entry(2)]))
        await asyncio.sleep(0)
        began = time.monotonic()
        await store.close()
        assert time.monotonic() - began < 8
        with pytest.raises(StoreFailed):
            await writing

    play_through_relay(play)
