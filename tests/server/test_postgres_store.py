"""PostgreSQL: who lives holds their tables, who is gone or frozen loses them, and nobody writes to what they lost."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from asyncpg import Pool
from asyncpg.pool import PoolConnectionProxy as Connection

from cambio.server.store.contract import Store
from cambio.server.store.errors import Fenced, HeldElsewhere, NoSuchTable, OutOfOrder, StoreFailed
from cambio.server.store.postgres.postgres_appends import Append, append_together
from cambio.server.store.postgres.postgres_connections import borrowing
from cambio.server.store.postgres.postgres_store import PostgresStore
from cambio.server.store.workers import Worker
from cluster.local_postgres import running_postgres

from .postgres_databases import new_database
from .store_contract import TABLE, add_people_and_tables, entry
from .stores import open_store

ONE, OTHER = Worker("w1", "ws://one.example"), Worker("w2", "ws://other.example")
NOW = 1_000_000


@asynccontextmanager
async def working(url: str, worker: Worker) -> AsyncIterator[PostgresStore]:
    store = PostgresStore(url)
    await store.open(worker)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def two_workers(url: str) -> AsyncIterator[tuple[PostgresStore, PostgresStore]]:
    async with working(url, ONE) as one, working(url, OTHER) as other:
        await add_people_and_tables(one)
        yield one, other


def pool_of(store: Store) -> Pool:
    assert isinstance(store, PostgresStore) and store._pool is not None
    return store._pool


async def until_somebody_waits(db: Connection) -> None:
    """Until a transaction waits for a lock, or for long enough that one would have been seen to."""
    for _ in range(100):
        if await db.fetchval("SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted)"):
            return
        await asyncio.sleep(0.02)


def lose_connection(store: PostgresStore) -> None:
    """As the kernel does for a process that was killed."""
    assert store._membership is not None and store._membership._db is not None
    store._membership._db.terminate()


def test_a_table_of_a_worker_that_lives_is_not_claimed() -> None:
    url = new_database()

    async def play() -> None:
        async with two_workers(url) as (one, other):
            epoch = await one.claim("t1", "w1")
            with pytest.raises(HeldElsewhere) as held:
                await other.claim("t1", "w2")
            assert held.value.worker == ONE
            holder = await other.holder("t1")
            assert holder is not None and (holder.worker, holder.is_alive) == (ONE, True)
            await one.append("t1", epoch, [entry(1)])
            assert await one.claim("t1", "w1") == epoch + 1

    asyncio.run(play())


def test_a_table_of_a_worker_that_has_crashed_is_claimed_within_a_second() -> None:
    url = new_database()

    async def play() -> float:
        async with two_workers(url) as (one, other):
            epoch = await one.claim("t1", "w1")
            await one.append("t1", epoch, [entry(1)])
            lose_connection(one)
            began = time.monotonic()
            await claim_as_soon_as_possible(other)
            took = time.monotonic() - began
            with pytest.raises(Fenced):
                await one.append("t1", epoch, [entry(2)])
            return took

    assert asyncio.run(play()) < 1


async def claim_as_soon_as_possible(store: PostgresStore, seconds: float = 10) -> int:
    until = time.monotonic() + seconds
    while True:
        try:
            return await store.claim("t1", "w2")
        except HeldElsewhere:
            assert time.monotonic() < until
            await asyncio.sleep(0.02)


def test_a_table_of_a_worker_whose_heart_stands_still_is_claimed_within_three_seconds() -> None:
    url = new_database()

    async def play() -> tuple[float, int]:
        async with two_workers(url) as (one, other):
            await one.beat("w1", NOW)
            epoch = await one.claim("t1", "w1")
            began = time.monotonic()
            claimed = await claim_as_soon_as_possible(other)
            took = time.monotonic() - began
            # It wakes up, and finds out.
            await one.beat("w1", NOW + 1)
            with pytest.raises(Fenced):
                await one.append("t1", epoch, [entry(1)])
            await other.beat("w2", NOW)
            with pytest.raises(HeldElsewhere):
                await one.claim("t1", "w1")
            return took, claimed - epoch

    took, epochs = asyncio.run(play())
    assert 1 < took < 3 and epochs == 1


def test_a_worker_hears_of_tables_that_others_claim() -> None:
    url = new_database()

    async def play() -> list[str | None]:
        async with two_workers(url) as (one, other):
            heard: list[str | None] = []
            one.on_claim(heard.append)
            await other.claim("t1", "w2")
            await one.create_table(replace(TABLE, id="t2", code="C2"), "w1")
            for _ in range(100):
                if heard:
                    break
                await asyncio.sleep(0.02)
            return heard

    assert asyncio.run(play()) == ["t1"]


def test_claims_that_come_together_are_each_answered_for_themselves() -> None:
    url = new_database()

    async def play() -> list[object]:
        async with two_workers(url) as (one, other):
            for number in range(6):
                owner = "w1" if number % 2 else None
                await one.create_table(replace(TABLE, id=f"new{number}", code=f"NEW{number}"), owner)
            wanted = [*(f"new{number}" for number in range(6)), "new0", "none"]
            claims = [other.claim(table_id, "w2") for table_id in wanted]
            answers = await asyncio.gather(*claims, return_exceptions=True)
            return [each if isinstance(each, int) else type(each) for each in answers]

    held = HeldElsewhere
    assert asyncio.run(play()) == [1, held, 1, held, 1, held, 2, NoSuchTable]


def test_an_append_waits_for_a_claim_that_is_being_made_and_is_fenced_by_it() -> None:
    url = new_database()

    async def play() -> None:
        async with open_store(url) as store:
            await add_people_and_tables(store)
            epoch = await store.claim("t1", "w1")
            async with borrowing(pool_of(store)) as claiming:
                transaction = claiming.transaction()
                await transaction.start()
                await claiming.execute("""UPDATE "table" SET owner = 'w2', epoch = epoch + 1 WHERE id = 't1'""")
                late = asyncio.create_task(store.append("t1", epoch, [entry(1)]))
                await until_somebody_waits(claiming)
                assert not late.done()
                await transaction.commit()
            with pytest.raises(Fenced):
                await late
            assert await store.entries("t1") == []

    asyncio.run(play())


def test_a_claim_waits_for_an_append_that_is_being_written() -> None:
    url = new_database()

    async def play() -> None:
        async with open_store(url) as store:
            await add_people_and_tables(store)
            epoch = await store.claim("t1", "w1")
            async with borrowing(pool_of(store)) as db:
                transaction = db.transaction()
                await transaction.start()
                await append_together([Append("t1", epoch, (entry(1),))], db)
                claim = asyncio.create_task(store.claim("t1", "w2"))
                await until_somebody_waits(db)
                assert not claim.done()
                await transaction.commit()
            assert await claim == epoch + 1
            assert [each.seq for each in await store.entries("t1")] == [1]

    asyncio.run(play())


def test_of_two_appends_of_one_epoch_that_are_written_at_once_the_second_one_waits_and_is_refused() -> None:
    url = new_database()

    async def play() -> None:
        async with open_store(url) as store:
            await add_people_and_tables(store)
            epoch = await store.claim("t1", "w1")
            async with borrowing(pool_of(store)) as db:
                transaction = db.transaction()
                await transaction.start()
                await append_together([Append("t1", epoch, (entry(1, "first"),))], db)
                second = asyncio.create_task(store.append("t1", epoch, [entry(1, "second")]))
                await until_somebody_waits(db)
                assert not second.done()
                await transaction.commit()
            with pytest.raises(OutOfOrder):
                await second
            assert [each.cmd_id for each in await store.entries("t1")] == ["first"]

    asyncio.run(play())


def test_a_store_goes_on_by_itself_when_postgresql_is_back() -> None:
    async def play() -> None:
        with running_postgres() as server:
            async with working(server.url(), ONE) as store:
                await add_people_and_tables(store)
                await store.beat("w1", NOW)
                epoch = await store.claim("t1", "w1")
                await store.append("t1", epoch, [entry(1)])
                server.kill()
                with pytest.raises(StoreFailed, match="PostgreSQL"):
                    await store.append("t1", epoch, [entry(2)])
                with pytest.raises(StoreFailed):
                    await store.beat("w1", NOW + 1)
                server.start()
                await store.beat("w1", NOW + 2)
                assert [each.seq for each in await store.entries("t1")] == [1]
                await store.append("t1", epoch, [entry(2)])
                holder = await store.holder("t1")
                assert holder is not None and holder.is_alive and holder.beat == NOW + 2

    asyncio.run(play())


def test_an_address_that_nobody_answers_is_told_without_its_password() -> None:
    async def play() -> str:
        store = PostgresStore("postgresql://ana:secret@127.0.0.1:1/cambio")
        with pytest.raises(StoreFailed) as failed:
            await store.open()
        return str(failed.value)

    assert "secret" not in asyncio.run(play())
