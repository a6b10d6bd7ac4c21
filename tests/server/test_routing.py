"""Two workers on one PostgreSQL: whichever one somebody asks, they find their table, and everything else as on one."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from cambio.server import codec
from cambio.server.client import Disconnected, Guest, RequestFailed
from cambio.server.protocol import messages
from cambio.server.protocol.messages import Hello

from .player_clients import Player, check_ledger, present, replay_log
from .postgres_databases import new_database
from .server_process import Server
from .stores import open_store
from .test_restarts import CLOCK, OUTAGE, WINDOW, waits_for_dealer

#: Seconds after which nothing more is expected to happen.
LONG = 20.0


class Workers:
    """Two servers on one database."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.database = new_database()
        folders = [folder / name for name in ("one", "two")]
        for each in folders:
            each.mkdir()
        self.one, self.two = [Server(each, database=self.database, **settings) for each in folders]

    async def start(self) -> None:
        await asyncio.gather(self.one.start(), self.two.start())

    async def kill(self) -> None:
        await asyncio.gather(self.one.kill(), self.two.kill())


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workers]:
    """For tests that leave them as they are."""
    found = Workers(tmp_path_factory.mktemp("workers"))
    asyncio.run(found.start())
    yield found
    asyncio.run(found.kill())
    assert found.one.complaints() == found.two.complaints() == []


@pytest.fixture
def own_workers(tmp_path: Path) -> Iterator[Workers]:
    """For a test that ends them."""
    found = Workers(tmp_path)
    asyncio.run(found.start())
    yield found
    asyncio.run(found.kill())


def at(guest: Guest, server: Server) -> Guest:
    """The same guest, who asks another worker."""
    return replace(guest, base=server.base)


async def eventually(holds: Any) -> None:
    """Wait until a question is answered by yes."""
    async with asyncio.timeout(LONG):
        while not await holds():
            await asyncio.sleep(0.05)


def test_a_player_is_sent_to_the_worker_that_holds_the_table(workers: Workers) -> None:
    async def story() -> None:
        ana = await Guest.sign_in(workers.one.base, "Ana")
        ben = await Guest.sign_in(workers.two.base, "Ben")
        table_id = await ana.open_table(rules="stick", seats=2)
        async with present(ana, table_id, seed=1) as host, present(ben, table_id, seed=2) as other:
            _, address = await ben.way_to(table_id)
            assert f":{workers.one.port}/socket?table=" in address
            assert (await ana.way_to(table_id))[1] == ana.socket_address(table_id)
            assert isinstance(await other.ask(messages.Sit), messages.Done)
            assert isinstance(await host.ask(messages.Start), messages.Done)
            await play_both(host, other)
            assert host.at_table.table is not None and host.at_table.table.stage == "over"
        await check_players(workers.database, table_id, host, other)

    asyncio.run(story())


async def play_both(*players: Player) -> None:
    async with asyncio.TaskGroup() as playing:
        for player in players:
            playing.create_task(player.play_until(lambda: is_over(players[0])))


def is_over(player: Player) -> bool:
    return player.at_table.table is not None and player.at_table.table.stage == "over"


async def check_players(database: str, table_id: str, *players: Player) -> None:
    async with open_store(database) as store:
        log = replay_log(await store.entries(table_id))
    for player in players:
        assert player.ledger.problems == []
        check_ledger(log, player.ledger)


def test_a_ticket_from_any_worker_is_good_once(workers: Workers) -> None:
    async def story() -> None:
        ana = await Guest.sign_in(workers.one.base, "Ana")
        table_id = await ana.open_table(rules="stick", seats=2)
        async with ana.connect(table_id):
            ticket, address = await at(ana, workers.two).way_to(table_id)
            assert await told_at_the_door(address, workers.two.base, ticket) == "welcome"
            assert await told_at_the_door(address, workers.two.base, ticket) == "ticket"
            # Where the table is not held, nobody is let in, and nothing is told about it.
            ticket, _ = await ana.way_to(table_id)
            elsewhere = at(ana, workers.two).socket_address(table_id)
            assert await told_at_the_door(elsewhere, workers.one.base, ticket) == "moved"

    asyncio.run(story())


async def told_at_the_door(address: str, origin: str, ticket: str) -> str:
    whence: Any = origin
    async with connect(address, origin=whence, compression=None) as socket:
        await socket.send(codec.encode(Hello(ticket)), text=True)
        told = codec.decode_server(await socket.recv())
        while isinstance(told, messages.Ping):
            told = codec.decode_server(await socket.recv())
        return told.code if isinstance(told, messages.Bye) else type(told).__name__.lower()


def test_sockets_are_for_pages_of_the_workers_alone(workers: Workers) -> None:
    async def story() -> list[int]:
        refused = []
        ana = await Guest.sign_in(workers.one.base, "Ana")
        for origin in (workers.two.base, "https://evil.example"):
            whence: Any = origin
            try:
                async with connect(ana.socket_address("t"), origin=whence, compression=None):
                    refused.append(0)
            except InvalidStatus as error:
                refused.append(error.response.status_code)
        # A page of another worker may open sockets here, but ask for nothing.
        foreign = replace(ana, base=workers.one.base)
        with pytest.raises(RequestFailed, match="origin"):
            await request_from(foreign, workers.two.base)
        return refused

    assert asyncio.run(story()) == [0, 403]


async def request_from(guest: Guest, origin: str) -> None:
    """Open a table, as a page of another origin would."""
    headers = {"Origin": origin, "Cookie": guest.cookie, "Content-Type": "application/json"}
    with closing(http.client.HTTPConnection("127.0.0.1", urlsplit(guest.base).port)) as connection:
        connection.request("POST", "/api/tables", "{}", headers)
        answer = connection.getresponse()
        raise RequestFailed(answer.status, json.loads(answer.read()))


def test_codes_lists_and_quick_play_lead_to_tables_of_every_worker(workers: Workers) -> None:
    async def story() -> None:
        ana = await Guest.sign_in(workers.one.base, "Ana")
        ben = await Guest.sign_in(workers.two.base, "Ben")
        opened = await ana.request("POST", "/api/tables", {"rules": "flip", "seats": 3, "options": {"public": True}})
        async with ana.connect(opened["table"]):

            async def is_listed() -> bool:
                return opened["table"] in [
                    each["table"] for each in (await ben.request("GET", "/api/tables"))["tables"]
                ]

            await eventually(is_listed)
            by_code = await ben.request("GET", f"/api/codes/{opened['code']}")
            assert by_code == await ana.request("GET", f"/api/codes/{opened['code']}") | {"you": None}
            visit = {"visit": "0123456789abcdef", "name": "Ben"}
            await ben.request("POST", f"/api/tables/{opened['table']}/newcomers", visit)
            mine = (await at(ana, workers.two).request("GET", "/api/me/tables"))["unfinished"]
            assert [each["table"] for each in mine] == [opened["table"]]

        quick = (await ana.request("POST", "/api/quick", {"rules": "camp"}))["table"]
        async with ana.connect(quick):
            met = await ben.request("POST", "/api/quick", {"rules": "camp"})
            for _ in range(20):
                if met["table"] == quick:
                    break
                await asyncio.sleep(0.1)
                met = await ben.request("POST", "/api/quick", {"rules": "camp"})
            assert met["table"] == quick

    asyncio.run(story())


def test_there_is_one_try_at_a_daily_deal_whichever_worker_is_asked(workers: Workers) -> None:
    async def story() -> None:
        ana = await Guest.sign_in(workers.one.base, "Ana")
        first = await ana.request("POST", "/api/daily/cambia")
        second = await at(ana, workers.two).request("POST", "/api/daily/cambia")
        assert first["table"] == second["table"]
        both = [await at(ana, each).request("GET", "/api/daily") for each in (workers.one, workers.two)]
        assert both[0] | {"left": 0} == both[1] | {"left": 0}

    asyncio.run(story())


def test_a_session_that_ends_at_one_worker_has_ended_at_the_other(workers: Workers) -> None:
    async def story() -> None:
        ana = await Guest.sign_in(workers.one.base, "Ana")
        elsewhere = at(ana, workers.two)
        table_id = await elsewhere.open_table(rules="stick", seats=2)
        async with elsewhere.connect(table_id) as table:
            await ana.request("POST", "/api/session", {"name": "Anabel"})

            async def is_renamed() -> bool:
                return bool((await elsewhere.request("GET", "/api/session"))["name"] == "Anabel")

            await eventually(is_renamed)
            await ana.request("DELETE", "/api/session")
            with pytest.raises((Disconnected, RequestFailed)):
                await table.until(lambda: False, LONG)
        assert (await elsewhere.request("GET", "/api/session"))["person"] is None

    asyncio.run(story())


def test_somebody_who_is_forgotten_is_forgotten_at_tables_of_every_worker(workers: Workers) -> None:
    async def story() -> None:
        ana = await Guest.sign_in(workers.one.base, "Ana")
        ben = await Guest.sign_in(workers.one.base, "Ben")
        table_id = await ana.open_table(rules="stick", seats=2)
        async with present(ana, table_id, seed=1) as host, present(ben, table_id, seed=2) as other:
            assert isinstance(await other.ask(messages.Sit), messages.Done)
            assert isinstance(await host.ask(messages.Start), messages.Done)
            await at(ben, workers.two).request("DELETE", "/api/me")

            def is_forgotten() -> bool:
                table = host.at_table.table
                return table is not None and all(seat.name != "Ben" for seat in table.seats)

            await host.at_table.until(is_forgotten, LONG)
        async with open_store(workers.database) as store:
            assert not any(b"Ben" in entry.body for entry in await store.entries(table_id))

    asyncio.run(story())


@pytest.mark.parametrize("how", ["killed", "stopped"])
def test_play_goes_on_at_the_other_worker_when_one_ends(how: str, own_workers: Workers) -> None:
    async def story() -> None:
        one, two = own_workers.one, own_workers.two
        ana = await Guest.sign_in(one.base, "Ana")
        ben = await Guest.sign_in(two.base, "Ben")
        table_id = await ana.open_table(rules="stick", changes={"match.rounds": 3}, seats=2)
        # A proxy would lead her to whichever worker is there.
        ana = at(ana, two)
        async with present(ana, table_id, seed=1) as host, present(ben, table_id, seed=2) as other:
            assert f":{one.port}/" in (await ana.way_to(table_id))[1]
            assert isinstance(await other.ask(messages.Sit), messages.Done)
            assert isinstance(await host.ask(messages.Start), messages.Done)
            playing = asyncio.create_task(play_both(host, other))
            await host.at_table.until(lambda: (host.at_table.seq or 0) > 20)
            await (one.kill() if how == "killed" else one.stop())
            await host.at_table.until(lambda: host.ledger.welcomes > 1, LONG)
            assert (await ben.way_to(table_id))[1] == ben.socket_address(table_id)
            await playing
        await check_players(own_workers.database, table_id, host, other)

    asyncio.run(story())


def test_a_worker_that_was_frozen_lets_its_tables_go(own_workers: Workers) -> None:
    async def story() -> None:
        ana = await Guest.sign_in(own_workers.one.base, "Ana")
        elsewhere = at(ana, own_workers.two)
        table_id = await ana.open_table(rules="stick", seats=2)
        process = own_workers.one.process_id
        assert process is not None
        async with present(ana, table_id, seed=1) as waiting, present(elsewhere, table_id, seed=2) as roving:
            os.kill(process, signal.SIGSTOP)
            try:
                # Whoever can ask another worker does not wait until the frozen one wakes up.
                await roving.at_table.until(lambda: roving.ledger.welcomes > 1, LONG)
                assert roving.ledger.byes == []
                async with elsewhere.connect(table_id):
                    os.kill(process, signal.SIGCONT)
                    # Whoever waited at the worker that was frozen is sent to the other one.
                    await waiting.at_table.until(lambda: waiting.ledger.welcomes > 1, LONG)
                    assert {bye.code for bye in waiting.ledger.byes} == {"moved"}
                    assert f":{own_workers.two.port}/" in (await ana.way_to(table_id))[1]
            finally:
                os.kill(process, signal.SIGCONT)

    asyncio.run(story())


@asynccontextmanager
async def at_a_table_of_the_other(workers: Workers, **options: Any) -> AsyncIterator[list[Player]]:
    """Ana and Ben, who asked the second worker, and play at a table of the first."""
    ana, ben = [await Guest.sign_in(workers.two.base, name) for name in ("Ana", "Ben")]
    table_id = await at(ana, workers.one).open_table(rules="stick", seats=2, options=options)
    async with present(ana, table_id, seed=1) as host, present(ben, table_id, seed=2) as other:
        assert isinstance(await other.ask(messages.Sit), messages.Done)
        assert isinstance(await host.ask(messages.Start), messages.Done)
        assert f":{workers.one.port}/" in (await ana.way_to(table_id))[1]
        yield [host, other]


def test_a_clock_gets_back_the_time_in_which_no_worker_held_the_table(own_workers: Workers) -> None:
    async def story() -> None:
        async with at_a_table_of_the_other(own_workers, clock=CLOCK) as (ana, ben):
            await asyncio.sleep(OUTAGE)
            # The second worker can't help them until it goes on.
            os.kill(own_workers.two.process_id or 0, signal.SIGSTOP)
            await own_workers.one.kill()
            await asyncio.sleep(2 * OUTAGE)
            before = ana.ledger.welcomes
            os.kill(own_workers.two.process_id or 0, signal.SIGCONT)
            await ana.at_table.until(lambda: ana.ledger.welcomes > before, LONG)
            board = ana.at_table.board
            assert board is not None and board.left is not None
            # Heartbeats tell until when the first worker has lived, to about a second.
            assert 0.3 < (1000 * CLOCK - board.left) / (1000 * OUTAGE) < 1.9
            assert ben.ledger.problems == []

    asyncio.run(story())


def test_a_window_that_was_open_opens_again_in_full_at_the_other_worker(tmp_path: Path) -> None:
    workers = Workers(tmp_path, window=WINDOW)

    async def story() -> None:
        await workers.start()
        async with at_a_table_of_the_other(workers) as players:
            for player in players:
                player.CALLS, player.SNAPS, player.PASSES = 1.0, 0.0, 0.0
            async with asyncio.TaskGroup() as playing:
                for player in players:
                    playing.create_task(player.play_until(partial(waits_for_dealer, player)))
            ana = players[0]
            before = ana.ledger.welcomes
            await workers.one.kill()
            await ana.at_table.until(lambda: ana.ledger.welcomes > before, LONG)
            back = time.monotonic()
            assert waits_for_dealer(ana)
            await ana.at_table.until(lambda: not waits_for_dealer(ana), LONG)
            assert 1000 * (time.monotonic() - back) > 0.8 * WINDOW

    try:
        asyncio.run(story())
    finally:
        asyncio.run(workers.kill())
