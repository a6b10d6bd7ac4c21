"""While PostgreSQL is away play stands still and players are told so; when it is back play goes on by itself."""

from __future__ import annotations

import asyncio
import http.client
from pathlib import Path

from cambio.server.protocol import messages
from cluster.local_postgres import running_postgres
from tests.server.player_clients import check_ledger, check_sequence, replay_log
from tests.server.postgres_databases import create_database
from tests.server.stores import open_store

from .roving_clients import RovingGuest, present
from .workers import Cluster, running_cluster


def health(cluster: Cluster) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", cluster.workers[0].server.port, timeout=5)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status
    finally:
        connection.close()


async def until_health_is(cluster: Cluster, status: int) -> None:
    async with asyncio.timeout(10):
        while await asyncio.to_thread(health, cluster) != status:
            await asyncio.sleep(0.05)


def test_a_move_that_is_asked_while_postgresql_is_away_is_made_once_when_it_is_back(tmp_path: Path) -> None:
    async def play() -> None:
        with running_postgres() as postgres:
            database = await create_database(postgres)
            async with running_cluster(postgres, database, tmp_path, 1) as cluster:
                guest = await RovingGuest.enter(cluster.bases, "Ana")
                table_id = await guest.open_table(rules="cambia", seats=2, bots=["casual"])
                async with present(guest, table_id, seed=1) as player:
                    await asyncio.to_thread(postgres.kill)
                    asking = asyncio.create_task(player.ask(messages.Start))
                    await until_health_is(cluster, 503)
                    await asyncio.sleep(0.5)
                    assert not asking.done()
                    assert [(bye.code, bye.retry) for bye in player.ledger.byes] == [("store", 500)]
                    await asyncio.to_thread(postgres.start)
                    answer = await asyncio.wait_for(asking, 10)
                    assert isinstance(answer, messages.Done)
                    await until_health_is(cluster, 200)
                    assert player.info.stage == "playing"
                async with open_store(database) as store:
                    log = replay_log(await store.entries(table_id))
                check_sequence(log)
                check_ledger(log, player.ledger)
                assert cluster.workers[0].complaints() == []

    asyncio.run(play())
