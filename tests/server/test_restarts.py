"""Across a restart: an open window opens again in full, and clocks count the time in which somebody could think."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest

from cambio.server.client import Guest
from cambio.server.protocol import messages
from cambio.server.settings import Settings
from cambio.server.store.urls import make_store
from cambio.server.tables.table_registry import TableRegistry
from cambio.server.tables.turn_clocks import LEAST_TIME_AFTER_TAKEUP

from .player_clients import Player, present
from .raw_client import FAST_SETTINGS, LocalServer, RawClient, SkippableClock, running_server
from .server_process import find_free_port, serving

T = TypeVar("T")
TEST_TIMEOUT = 120.0
#: Milliseconds that the dealer leaves a window open, and the seconds that the server is gone.
WINDOW, OUTAGE = 1500, 3.0
HOUR = 3_600_000
CLOCK = 60
#: Milliseconds that all these steps take at most.
TOLERANCE = 4_000


def run(story: Coroutine[Any, Any, T]) -> T:
    async def in_time() -> T:
        async with asyncio.timeout(TEST_TIMEOUT):
            return await story

    return asyncio.run(in_time())


# Real servers that are killed


@asynccontextmanager
async def two_at_a_table(base: str, **options: Any) -> AsyncIterator[list[Player]]:
    """Ana and Ben, who have been dealt their cards."""
    ana, ben = [await Guest.sign_in(base, name) for name in ("Ana", "Ben")]
    table_id = await ana.open_table(rules="stick", seats=2, options=options)
    async with present(ana, table_id, seed=1) as host, present(ben, table_id, seed=2) as other:
        assert isinstance(await other.ask(messages.Sit), messages.Done)
        assert isinstance(await host.ask(messages.Start), messages.Done)
        yield [host, other]


def waits_for_dealer(player: Player) -> bool:
    """Whether the last window of the round is open, which nobody but the dealer closes."""
    board = player.at_table.board
    return board is not None and board.phase == "back" and board.window is not None


@pytest.mark.parametrize("snaps", ["race", "calm"])
def test_a_window_that_was_open_when_the_server_was_killed_opens_again_in_full(snaps: str, tmp_path: Path) -> None:
    """However long the server was gone: it is longer here than the window is open."""

    async def story() -> None:
        settings = {"port": find_free_port(), "window": WINDOW}
        async with serving(tmp_path, **settings) as server, two_at_a_table(server.base, snaps=snaps) as players:
            for player in players:
                player.CALLS, player.SNAPS, player.PASSES = 1.0, 0.0, 0.0
            async with asyncio.TaskGroup() as playing:
                for player in players:
                    playing.create_task(player.play_until(partial(waits_for_dealer, player)))
            await server.kill()
            ana = players[0]
            await asyncio.sleep(OUTAGE)
            before = ana.ledger.welcomes
            starts = time.monotonic()
            await server.start()
            await ana.at_table.until(lambda: ana.ledger.welcomes > before)
            assert waits_for_dealer(ana)
            await ana.at_table.until(lambda: not waits_for_dealer(ana))
            # When it opened is not known here, and a welcome may be read late; but it did not open before the start.
            assert 1000 * (time.monotonic() - starts) > WINDOW

    run(story())


def test_everybody_who_comes_back_finds_the_window_open_in_full(tmp_path: Path) -> None:
    """They don't come back at once: the second one comes here when the window was open for the first one for long."""

    async def story() -> None:
        settings = {"port": find_free_port(), "window": 2 * WINDOW}
        async with serving(tmp_path, **settings) as server, AsyncExitStack() as others:
            async with two_at_a_table(server.base) as players:
                for player in players:
                    player.CALLS, player.SNAPS, player.PASSES = 1.0, 0.0, 0.0
                async with asyncio.TaskGroup() as playing:
                    for player in players:
                        playing.create_task(player.play_until(partial(waits_for_dealer, player)))
                await server.kill()
            await server.start()
            table_id = players[0].at_table.table_id
            await others.enter_async_context(present(players[0].at_table.guest, table_id))
            await asyncio.sleep(WINDOW / 1000)
            ben = await others.enter_async_context(present(players[1].at_table.guest, table_id))
            back = time.monotonic()
            assert waits_for_dealer(ben)
            await ben.at_table.until(lambda: not waits_for_dealer(ben))
            assert 1000 * (time.monotonic() - back) > 0.8 * 2 * WINDOW

    run(story())


def test_a_clock_goes_on_where_it_was_when_the_server_was_killed(tmp_path: Path) -> None:
    async def story() -> None:
        port = find_free_port()
        async with serving(tmp_path, port=port) as server, two_at_a_table(server.base, clock=CLOCK) as (ana, _):
            await asyncio.sleep(OUTAGE)
            await server.kill()
            await asyncio.sleep(2 * OUTAGE)
            before = ana.ledger.welcomes
            await server.start()
            await ana.at_table.until(lambda: ana.ledger.welcomes > before)
            assert ana.at_table.board is not None
            assert ana.at_table.board.left is not None
            # Heartbeats tell until when the server has lived, to about a second.
            thought = 1000 * CLOCK - ana.at_table.board.left
            assert 0.3 < thought / (1000 * OUTAGE) < 1.9

    run(story())


# Tables that sleep


@asynccontextmanager
async def restarted(database: str, skipped: int = 0, **settings: Any) -> AsyncIterator[LocalServer]:
    """A server on that database, by whose clock some time has passed."""
    chosen = Settings(**{**FAST_SETTINGS, "database": database, "linger": 100, **settings})
    clock = SkippableClock()
    clock.skipped = skipped
    async with running_server(registry=TableRegistry(make_store(database), chosen, clock)) as server:
        yield server


async def until_asleep(server: LocalServer) -> None:
    """Until no table is in memory."""
    while b"cambio_tables 0.0" not in (await server.request("GET", "/metrics")).body:
        await asyncio.sleep(0.02)


async def time_left(guest: RawClient, table_id: str) -> int:
    async with guest.at(table_id) as sock:
        (welcome,) = [each for each in sock.heard if isinstance(each, messages.Welcome)]
        assert welcome.board is not None
        assert welcome.board.left is not None
        return int(welcome.board.left)


@pytest.mark.parametrize(("thought", "expected"), [(5_000, 55_000), (55_000, LEAST_TIME_AFTER_TAKEUP)])
def test_a_table_that_sleeps_does_not_count_its_sleep_as_thinking_time(
    thought: int, expected: int, tmp_path: Path
) -> None:
    """Whether its server lives on, is gone for long, or is another one when somebody comes back.

    Whoever comes back has some time to find their way, even if they had less.
    """
    database = f"sqlite:///{tmp_path / 'cambio.db'}"

    async def story() -> None:
        async with restarted(database) as server:
            ana = await server.guest()
            table_id = await ana.open_table(seats=2, bots=["casual"], start=True, options={"clock": CLOCK})
            async with ana.at(table_id):
                server.skip(thought)
            await until_asleep(server)
            server.skip(HOUR)
            assert abs(await time_left(ana, table_id) - expected) < TOLERANCE
            await until_asleep(server)
            # The server lives on while the table sleeps: its last heartbeat is hours after the last move.
            server.skip(HOUR)
        for hours in (3, 9):
            async with restarted(database, hours * HOUR) as server:
                ana.target = server
                assert abs(await time_left(ana, table_id) - expected) < TOLERANCE
                await until_asleep(server)
                server.skip(HOUR)

    run(story())


def test_clocks_stand_still_while_nobody_is_connected(tmp_path: Path) -> None:
    """Nor is the player whose turn it is drawn for as soon as they are back, even before the table has left memory."""

    async def story() -> None:
        async with restarted(f"sqlite:///{tmp_path / 'cambio.db'}", linger=10 * HOUR) as server:
            ana = await server.guest()
            table_id = await ana.open_table(seats=2, bots=["casual"], start=True, options={"clock": CLOCK})
            async with ana.at(table_id):
                server.skip(5_000)
            while (await server.registry.live_table(table_id)).subscribers.viewers:
                await asyncio.sleep(0.02)
            server.skip(HOUR)
            assert abs(await time_left(ana, table_id) - (1000 * CLOCK - 5_000)) < TOLERANCE

    run(story())
