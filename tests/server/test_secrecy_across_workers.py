"""Whoever plays at a table of another worker learns what they would learn on one server, byte for byte, and no more."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest

from cambio.places import RAIL, Seat
from cambio.server.tables.table_registry import TableRegistry

from .postgres_databases import create_database, shared_postgres
from .raw_client import LocalServer, running_server
from .server_process import find_free_port
from .test_secrecy import AMONG_BOTS, NEVER_THE_SAME, doors_that_show_a_card, from_outside, play_some
from .worlds import (
    PEOPLE,
    TABLE_ID,
    BusyPostgresStore,
    Cards,
    Company,
    Leak,
    ManualClock,
    Step,
    arranged_matches,
    cards_moved,
    compare,
    forbidden,
    minds,
    rearranged,
    registry,
    seated,
    settings_of,
)


@asynccontextmanager
async def one_server(company: Company) -> AsyncIterator[tuple[TableRegistry, LocalServer]]:
    async with registry(company) as closed, running_server(registry=closed) as target:
        yield closed, target


@asynccontextmanager
async def two_workers(company: Company) -> AsyncIterator[tuple[TableRegistry, LocalServer]]:
    """The registry that is to hold the table, and the other server, which players ask."""
    database, clock = await create_database(shared_postgres()), ManualClock()
    here, there = find_free_port(), find_free_port()
    holder, other = [
        TableRegistry(BusyPostgresStore(database), settings_of(company, advertise=f"http://127.0.0.1:{port}"), clock)
        for port in (here, there)
    ]
    with arranged_matches():
        async with (
            running_server(registry=holder, port=here),
            running_server(registry=other, port=there) as target,
        ):
            yield holder, target


async def until_listed(target: LocalServer) -> None:
    """Until the other worker knows that anybody may join the table."""
    store, owner = target.registry.store, target.registry.owner
    async with asyncio.timeout(10):
        while store.is_shared and not any(TABLE_ID.encode() in each.lobby for each in await store.peers(owner)):
            await asyncio.sleep(0.05)
    # It looks twice a second.
    await asyncio.sleep(1.2 if store.is_shared else 0)


def without_metrics(heard: list[object]) -> list[object]:
    """Each worker counts its own tables and moves."""
    return [each for each in heard if "cambio_moves_total" not in str(each)]


async def look_across(rules: str, seed: int, viewer: Seat, length: int, company: Company) -> int:
    """The same some of a round on one server; at another worker's table; and there with cards lying elsewhere."""
    rng = random.Random(f"{rules} {seed} {viewer}")
    steps: list[Step] = []
    cards: Cards | None = None
    attempts: Sequence[str] = ()
    heard: list[list[object]] = []
    decided: list[object] | None = None
    moved = 0
    for number, where in enumerate((one_server, two_workers, two_workers)):
        with minds(seed, decided) as decided:
            async with where(company) as (holder, target):
                world = await seated(holder, rules, seed, cards if number == 2 else None, company)
                while not steps and world.live_table.table.seq < length:
                    await play_some(world, rng)
                for step in steps:
                    await world.take(step)
                if not steps:
                    steps, attempts = list(world.steps), forbidden(world.game, viewer, rng)
                    cards = rearranged(world.game, [viewer], rng)
                    moved = cards_moved(world.game, cards)
                assert not world.game.is_over
                await until_listed(target)
                heard.append(await from_outside(target, viewer, world.live_table.table.seq, attempts))
                lines = [line | NEVER_THE_SAME for line in target.lines()]
    compare(viewer, without_metrics(heard[0]), without_metrics(heard[1]))
    compare(viewer, heard[1], heard[2])
    assert TABLE_ID not in str(lines)
    return moved


@pytest.mark.parametrize(
    ("rules", "viewer", "company"),
    [("cambia", "a", PEOPLE), ("camp", RAIL, AMONG_BOTS), ("classic", "b", AMONG_BOTS)],
    ids=["cambia", "camp", "classic"],
)
def test_a_worker_that_does_not_hold_the_table_tells_what_one_server_would(
    rules: str, viewer: Seat, company: Company
) -> None:
    shared_postgres()
    assert asyncio.run(look_across(rules, 5, viewer, 40, company)) > 0


def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that reads a table from its log shows everybody at the door one of its cards."""
    shared_postgres()
    doors_that_show_a_card(monkeypatch)
    with pytest.raises(Leak):
        asyncio.run(look_across("cambia", 5, "a", 40, PEOPLE))
