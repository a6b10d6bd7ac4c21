"""A rolling upgrade: workers are stopped and started again one after another, while people play.

Nobody may see an error, every move that was acknowledged is in the log once, and it is told how long anybody had to
wait for the next move.

python -m tests.cluster.rolling_upgrade --tables 20 --workers 2 --rounds 3
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from cambio.server.client import Guest, RequestFailed
from cambio.server.protocol import messages
from cluster.local_cluster import LocalCluster, running_cluster
from cluster.processes import find_ports
from tests.server.player_clients import Ledger, Player, check_ledger, check_sequence, replay_log
from tests.server.server_process import FAST_SETTINGS
from tests.server.stores import open_store

#: Seconds of play before the first worker is stopped, and after each that was started again: a proxy without checks of
#: its own leaves one that was gone alone for two seconds.
SETTLE = 3.0
#: Seconds between two requests of somebody who only looks.
LOOK_INTERVAL = 0.05
#: Goodbyes that are no errors: clients come back at once by themselves.
EXPECTED_BYES = ("moved", "restart")


@dataclass
class UpgradeCounts:
    """What happened in a run."""

    restarts: int = 0
    acknowledged: int = 0
    entries: int = 0
    reconnects: int = 0
    requests: int = 0
    byes: Counter[str] = field(default_factory=Counter)
    #: What clients met that they should not have.
    errors: Counter[str] = field(default_factory=Counter)
    #: Seconds from one move at a table to the next: the longest while nothing happened to workers, and of all.
    quiet_pause: float = 0.0
    pause: float = 0.0
    seconds: float = 0.0

    def __str__(self) -> str:
        byes = ", ".join(f"{count} {code}" for code, count in sorted(self.byes.items())) or "none"
        errors = ", ".join(f"{count} {error}" for error, count in sorted(self.errors.items())) or "none"
        return (
            f"{self.restarts} workers restarted in {self.seconds:.0f} s: {self.acknowledged} moves acknowledged, each "
            f"once among {self.entries} entries; longest pause {self.pause:.2f} s ({self.quiet_pause:.2f} s before); "
            f"{self.reconnects} reconnects, goodbyes: {byes}; errors of {self.requests} requests and all sockets: "
            f"{errors}"
        )


class TimedLedger(Ledger):
    """A ledger that knows when commands were acknowledged."""

    times: list[float]

    def on_message(self, message: messages.FromServer) -> None:
        if isinstance(message, messages.Done):
            self.times.append(time.monotonic())
        super().on_message(message)


class CountingGuest(Guest):
    """A guest whose requests are counted, and the errors that they are answered by."""

    counts: UpgradeCounts

    async def request(self, method: str, path: str, body: object = None) -> Any:
        self.counts.requests += 1
        try:
            return await super().request(method, path, body)
        except (RequestFailed, OSError, http.client.HTTPException) as error:
            self.counts.errors[f"{method} {path.rpartition('/')[2]}: {error!r}"] += 1
            raise


@dataclass
class UpgradedTable:
    """A table, and whoever plays there."""

    table_id: str
    players: list[Player]

    def times(self) -> list[float]:
        ledgers = [player.ledger for player in self.players]
        return sorted(at for ledger in ledgers if isinstance(ledger, TimedLedger) for at in ledger.times)


async def upgrade(cluster: LocalCluster, *, tables: int, rounds: int = 1, seed: int = 0) -> UpgradeCounts:
    """Restart every worker so many times while people play at so many tables, and check all logs."""
    counts, started, rng = UpgradeCounts(), time.monotonic(), random.Random(seed)
    is_over = False
    async with AsyncExitStack() as stack:
        opened = [await _open_table(stack, cluster, counts, rng) for _ in range(tables)]
        async with asyncio.TaskGroup() as playing:
            for player in (player for table in opened for player in table.players):
                playing.create_task(_play(player, lambda: is_over))
            playing.create_task(_look(opened[0].players[0].at_table.guest, lambda: is_over))
            begun = time.monotonic()
            await asyncio.sleep(SETTLE)
            upgrading = time.monotonic()
            for worker in [worker for _ in range(rounds) for worker in cluster.workers]:
                await asyncio.to_thread(worker.stop)
                await asyncio.to_thread(worker.start)
                counts.restarts += 1
                await asyncio.sleep(SETTLE)
            is_over = True
        counts.quiet_pause = max(_longest_pause(table.times(), begun, upgrading) for table in opened)
        counts.pause = max(_longest_pause(table.times(), upgrading, time.monotonic()) for table in opened)
        await _check(cluster, opened, counts)
    counts.seconds = time.monotonic() - started
    return counts


@asynccontextmanager
async def _present(guest: CountingGuest, table_id: str, seed: int) -> AsyncIterator[Player]:
    ledger = TimedLedger(guest.name, guest.person)
    ledger.times = []
    async with guest.connect(table_id, on_message=ledger.on_message) as at_table:
        yield Player(at_table, ledger, seed)


async def _open_table(
    stack: AsyncExitStack, cluster: LocalCluster, counts: UpgradeCounts, rng: random.Random
) -> UpgradedTable:
    guests = []
    for name in ("Ana", "Ben"):
        guest = CountingGuest(f"http://127.0.0.1:{cluster.proxy.port}", name)
        guest.counts = counts
        guest.person = (await guest.request("POST", "/api/session", {"name": name}))["person"]
        guests.append(guest)
    table_id = await guests[0].open_table(rules="cambia", seats=2)
    players = [await stack.enter_async_context(_present(guest, table_id, rng.randrange(1 << 30))) for guest in guests]
    assert isinstance(await players[1].ask(messages.Sit), messages.Done)
    assert isinstance(await players[0].ask(messages.Start), messages.Done)
    return UpgradedTable(table_id, players)


async def _play(player: Player, is_over: Callable[[], bool]) -> None:
    """Match after match."""
    while not is_over():
        await player.play_until(lambda: is_over() or player.info.stage == "over")
        if player.info.stage == "over" and not is_over():
            await player.ask(messages.Rematch)
            await asyncio.sleep(0.05)


async def _look(guest: Guest, is_over: Callable[[], bool]) -> None:
    """Somebody looks at pages all the time: what is about no table goes to any worker."""
    while not is_over():
        # Whatever is wrong has been counted.
        with suppress(RequestFailed, OSError, http.client.HTTPException):
            await guest.request("GET", "/api/session")
        await asyncio.sleep(LOOK_INTERVAL)


def _longest_pause(times: list[float], begin: float, end: float) -> float:
    """Between two moves in that time, or until its end.

    >>> _longest_pause([1.0, 2.0, 2.5, 9.0], 1.5, 4.0)
    1.5
    """
    within = [begin, *(at for at in times if begin <= at <= end), end]
    return max(later - earlier for earlier, later in pairwise(within))


async def _check(cluster: LocalCluster, tables: list[UpgradedTable], counts: UpgradeCounts) -> None:
    async with open_store(cluster.postgres.url()) as store:
        for table in tables:
            log = replay_log(await store.entries(table.table_id))
            check_sequence(log)
            counts.entries += len(log.rows)
            for player in table.players:
                check_ledger(log, player.ledger)
                counts.acknowledged += len(player.ledger.done())
                counts.reconnects += player.at_table.reconnects
                counts.byes += Counter(bye.code for bye in player.ledger.byes)
    counts.errors += Counter({code: count for code, count in counts.byes.items() if code not in EXPECTED_BYES})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3, help="how often each worker is restarted")
    parser.add_argument("--proxy", choices=("haproxy", "nginx"))
    options = parser.parse_args()
    port = find_ports(options.workers + 1)
    with running_cluster(options.workers, port, proxy=options.proxy, settings=FAST_SETTINGS) as cluster:
        print(asyncio.run(upgrade(cluster, tables=options.tables, rounds=options.rounds)))


if __name__ == "__main__":
    main()
