"""Runs: people play at several tables while faults happen, one after another; then everything is checked."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

from cambio.server.protocol import messages
from cluster.local_postgres import LocalPostgres
from tests.server.played_tables import PlayedTable
from tests.server.postgres_databases import create_database
from tests.server.stores import open_store

from .checker import check_table
from .injector import Fault, Injector
from .roving_clients import RovingGuest, TimedPlayer, present
from .workers import Cluster, running_cluster

#: The tables: rules and their changes, how many people, and which bots.
TABLES: tuple[tuple[str, dict[str, object], int, list[str]], ...] = (
    ("classic", {"match.rounds": 2}, 3, []),
    ("cambia", {}, 2, ["casual"]),
    ("camp", {"match.rounds": 2, "match.target": 0}, 2, ["solid", "random"]),
    ("stick", {}, 2, []),
)
#: Commands that are answered between two faults, at most.
COMMANDS = 12
#: Seconds in which play must go on, whatever has happened.
PROGRESS_TIMEOUT = 60.0
#: Seconds within which play has to go on after a crash and after a freeze of a worker where there are several.
BARS = {"kill": 1.0, "freeze": 3.0}


class TimedTable(PlayedTable[RovingGuest, TimedPlayer]):
    """A table whose people know when play went on."""

    @property
    def ports(self) -> set[int]:
        """The workers at which its people are."""
        return {player.worker_port for player in self.players if player.worker_port is not None}

    def answers(self) -> int:
        return sum(len(player.ledger.acknowledged) for player in self.players)

    def goes_on_after(self, began: float) -> float | None:
        """When somebody there was first told something that shows that play goes on after that time."""
        times = [player.ledger.goes_on_after(began) for player in self.players]
        return min((each for each in times if each is not None), default=None)


@dataclass
class FaultCounts:
    """What happened in a run."""

    faults: Counter[str] = field(default_factory=Counter)
    #: Seconds from a fault until play went on at each table that it concerned.
    outages: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    acknowledged: int = 0
    refused: int = 0
    entries: int = 0
    epochs: int = 0
    rounds: int = 0
    reconnects: int = 0
    #: Why connections were closed.
    byes: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def add(self, other: FaultCounts) -> None:
        self.faults += other.faults
        self.byes += other.byes
        for kind, seconds in other.outages.items():
            self.outages[kind] += seconds
        for name in ("acknowledged", "refused", "entries", "epochs", "rounds", "reconnects", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def is_soon_enough(self) -> bool:
        """Whether play mostly went on as soon as it has to; what others do on the machine may delay it now and then."""
        return all(statistics.median(self.outages[kind] or [0.0]) <= bar for kind, bar in BARS.items())

    def __str__(self) -> str:
        lines = [
            f"{self.faults.total():,} faults in {self.seconds:.0f} s: {self.acknowledged:,} commands acknowledged and "
            f"{self.refused:,} refused over {self.reconnects:,} reconnects, {self.entries:,} entries under "
            f"{self.epochs:,} epochs, {self.rounds:,} rounds; 0 lost, none twice",
            "goodbyes: " + ", ".join(f"{code} {count:,}" for code, count in sorted(self.byes.items())),
            f"{'fault':24}{'times':>8}{'tables':>8}{'median':>10}{'worst':>10}  (seconds until play went on)",
        ]
        for kind, times in sorted(self.faults.items()):
            outages = self.outages[kind]
            median, worst = (statistics.median(outages), max(outages)) if outages else (0.0, 0.0)
            line = f"{kind:24}{times:8,}{len(outages):8,}{median:10.2f}{worst:10.2f}"
            if kind in BARS and outages:
                within = sum(each <= BARS[kind] for each in outages) / len(outages)
                line += f"  {within:.0%} within {BARS[kind]:.0f} s"
            lines.append(line)
        return "\n".join(lines)


async def run_faults(
    postgres: LocalPostgres,
    folder: Path,
    *,
    faults: int,
    workers: int,
    seed: int = 0,
    kinds: Sequence[str] = (),
    progress: Callable[[int], None] = lambda _done: None,
) -> FaultCounts:
    """Inject so many faults, then finish every match, and compare all that was told with the log."""
    started = time.monotonic()
    counts = FaultCounts()
    rng = random.Random(seed)
    database = await create_database(postgres)
    async with running_cluster(postgres, database, folder, workers, grace=2_000, scores=50) as cluster:
        tables = await _play_through(cluster, faults, kinds, rng, counts, progress)
        for worker in cluster.workers:
            await worker.kill()
        last = cluster.workers[0]
        # From now on no stand-in plays, so that everybody is told the same.
        last.server.settings["grace"] = 600_000
        await last.start()
        await _check(cluster, tables, counts)
        for worker in cluster.workers:
            assert not (complaints := worker.complaints()), complaints[:3]
    counts.seconds = time.monotonic() - started
    return counts


async def _play_through(
    cluster: Cluster,
    faults: int,
    kinds: Sequence[str],
    rng: random.Random,
    counts: FaultCounts,
    progress: Callable[[int], None],
) -> list[TimedTable]:
    async with AsyncExitStack() as stack:
        tables = [await _open_table(stack, cluster, number, rng) for number in range(len(TABLES))]
        injector = Injector(cluster, rng, lambda: {port for table in tables for port in table.ports}, kinds)
        async with asyncio.TaskGroup() as playing:
            for table in tables:
                for player in table.players:
                    playing.create_task(table.play(player))
            for number in range(faults):
                await _play_on(tables, rng)
                ports = [table.ports for table in tables]
                fault = await injector.inject()
                concerned = [
                    table
                    for table, where in zip(tables, ports, strict=True)
                    if fault.port is None or fault.port in where
                ]
                await _note_outages(fault, concerned, counts)
                await injector.mend()
                progress(number + 1)
            for table in tables:
                table.close()
            await _await_ends(tables)
        for player in [player for table in tables for player in table.players]:
            counts.reconnects += player.at_table.reconnects
            counts.byes.update(bye.code for bye in player.ledger.byes)
    return tables


async def _open_table(stack: AsyncExitStack, cluster: Cluster, number: int, rng: random.Random) -> TimedTable:
    rules, changes, people, bots = TABLES[number]
    # Tables are spread over the workers.
    shift = number % len(cluster.bases)
    bases = [*cluster.bases[shift:], *cluster.bases[:shift]]
    guests = [await RovingGuest.enter(bases, f"{rules}-{each}") for each in range(people)]
    wanted = {"rules": rules, "changes": changes, "seats": people + len(bots), "bots": bots}
    table_id = await guests[0].open_table(**wanted)
    players = [await stack.enter_async_context(present(guest, table_id, rng.randrange(1 << 30))) for guest in guests]
    for player in players[1:]:
        assert isinstance(await player.ask(messages.Sit), messages.Done)
    assert isinstance(await players[0].ask(messages.Start), messages.Done)
    return TimedTable(table_id, guests, players)


async def _play_on(tables: list[TimedTable], rng: random.Random) -> None:
    """Until each table has gone on, and some more commands are answered."""
    wanted = [table.answers() + 1 for table in tables]
    in_all = sum(wanted) + rng.randint(1, COMMANDS)
    deadline = time.monotonic() + PROGRESS_TIMEOUT
    while sum(table.answers() for table in tables) < in_all or any(
        table.answers() < least for table, least in zip(tables, wanted, strict=True)
    ):
        assert time.monotonic() < deadline, "nobody is answered any longer"
        await asyncio.sleep(0.005)
    await asyncio.sleep(rng.uniform(0, 0.02))


async def _note_outages(fault: Fault, concerned: list[TimedTable], counts: FaultCounts) -> None:
    counts.faults[fault.kind] += 1
    deadline = time.monotonic() + PROGRESS_TIMEOUT
    for table in concerned:
        while (time_on := table.goes_on_after(fault.began)) is None:
            assert time.monotonic() < deadline, f"{fault.kind}: play does not go on"
            await asyncio.sleep(0.005)
        counts.outages[fault.kind].append(time_on - fault.began)


async def _await_ends(tables: list[TimedTable]) -> None:
    deadline = time.monotonic() + 2 * PROGRESS_TIMEOUT
    while stuck := [table.table_id for table in tables if not table.is_over]:
        assert time.monotonic() < deadline, f"these tables don't come to their end: {stuck}"
        await asyncio.sleep(0.02)


async def _check(cluster: Cluster, tables: list[TimedTable], counts: FaultCounts) -> None:
    base = cluster.bases[0]
    async with open_store(cluster.database) as store:
        for table in tables:
            for guest in table.guests:
                guest.base, guest.bases = base, [base]
            ledgers = [player.ledger for player in table.players]
            checked = await check_table(table.table_id, ledgers, table.guests, store, cluster.database)
            counts.entries += checked.entries
            counts.epochs += checked.epochs
            counts.rounds += checked.rounds
            counts.acknowledged += sum(len(ledger.done()) for ledger in ledgers)
            counts.refused += sum(len(ledger.refused()) for ledger in ledgers)
