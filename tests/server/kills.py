"""Kills: a server that is killed again and again, in the middle of play and of deals, with clients that reconnect by
themselves and add seeds to the shuffles.

python -m tests.server.kills --kills 1000
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from cambio.notation import replay
from cambio.server.client import Guest
from cambio.server.protocol import messages
from cambio.server.store.contract import Store
from cambio.shuffles import Participant, Receipt
from cambio.verification import Result, verify
from cluster.local_postgres import running_postgres

from .played_tables import PlayedTable
from .player_clients import (
    Ledger,
    Player,
    ReplayedLog,
    check_ledger,
    check_sequence,
    check_welcome,
    fetch_welcomes,
    present,
    replay_log,
)
from .postgres_databases import create_database
from .server_process import Server, find_free_port, serving
from .stores import open_store

#: Kills in the life of one database.
KILLS_PER_FILE = 50
#: The tables: rules and their changes, how many people, and which bots.
TABLES: tuple[tuple[str, dict[str, object], int, list[str]], ...] = (
    ("classic", {"match.rounds": 2}, 3, []),
    ("cambia", {}, 2, ["casual"]),
    ("camp", {"match.rounds": 2, "match.target": 0}, 2, ["solid", "random"]),
    ("stick", {}, 4, []),
)
#: Commands that are answered between one kill and the next, at most.
COMMANDS = 12
#: What is awaited before a kill: some more answers, the server's commitment for a deal, or a deal's announcement.
MOMENTS = ("play", "play", "commitment", "announcement")
#: Seconds in which a table must make progress.
PROGRESS_TIMEOUT = 60.0
KilledTable: TypeAlias = PlayedTable[Guest, Player]


@dataclass
class KillCounts:
    """What happened in a run."""

    kills: int = 0
    acknowledged: int = 0
    refused: int = 0
    entries: int = 0
    matches: int = 0
    rounds: int = 0
    reconnects: int = 0
    #: Kills by what was awaited before.
    moments: Counter[str] = field(default_factory=Counter)
    #: Seeds that were in a round's deck, and those that were revealed but lost with a server.
    seeds: int = 0
    lost_seeds: int = 0
    #: Receipts that a round was compared with.
    receipts: int = 0
    seconds: float = 0.0
    #: Seconds from a kill until the server answers again.
    outages: list[float] = field(default_factory=list)

    def add(self, other: KillCounts) -> None:
        self.kills += other.kills
        self.acknowledged += other.acknowledged
        self.refused += other.refused
        self.entries += other.entries
        self.matches += other.matches
        self.rounds += other.rounds
        self.reconnects += other.reconnects
        self.moments += other.moments
        self.seeds += other.seeds
        self.lost_seeds += other.lost_seeds
        self.receipts += other.receipts
        self.seconds += other.seconds
        self.outages += other.outages

    def __str__(self) -> str:
        outage = sorted(self.outages)[len(self.outages) // 2] if self.outages else 0.0
        return (
            f"{self.kills} kills in {self.seconds:.0f} s ({outage:.2f} s each until it answers again): "
            f"{self.acknowledged} commands acknowledged and {self.refused} refused over {self.reconnects} reconnects, "
            f"{self.entries} entries, {self.rounds} rounds, {self.matches} matches; nothing lost, nothing twice; every "
            f"round verified with {self.receipts} receipts, {self.seeds} seeds in the decks and {self.lost_seeds} lost "
            f"with a server; killed in {', '.join(f'{name} {count}' for name, count in sorted(self.moments.items()))}"
        )


async def kill_repeatedly(
    folder: Path,
    *,
    kills: int,
    seed: int = 0,
    database: str | None = None,
    progress: Callable[[int], None] = lambda _done: None,
) -> KillCounts:
    """Kill a server that many times, then finish every match, and compare the log, the archive and all ledgers."""
    started = time.monotonic()
    rng = random.Random(seed)
    counts = KillCounts()
    async with serving(folder, port=find_free_port(), database=database, grace=2_000) as server:
        tables = await _play_through(server, kills, rng, counts, progress)
        await server.kill()
        # From now on no stand-in plays, so that everybody is told the same.
        server.settings["grace"] = 600_000
        await server.start()
        await _check(server, tables, counts)
        assert server.complaints() == []
    counts.seconds = time.monotonic() - started
    return counts


async def _play_through(
    server: Server, kills: int, rng: random.Random, counts: KillCounts, progress: Callable[[int], None]
) -> list[KilledTable]:
    async with AsyncExitStack() as stack:
        tables = [await _open_table(stack, server, number, rng) for number in range(len(TABLES))]
        ledgers = [player.ledger for table in tables for player in table.players]
        async with asyncio.TaskGroup() as playing:
            for table in tables:
                for player in table.players:
                    playing.create_task(table.play(player))
            for _ in range(kills):
                moment = rng.choice(MOMENTS)
                counts.moments[moment] += 1
                await _wait_for(moment, ledgers, rng)
                await asyncio.sleep(rng.uniform(0, 0.02))
                killed = time.monotonic()
                await server.kill()
                await server.start()
                counts.outages.append(time.monotonic() - killed)
                counts.kills += 1
                progress(counts.kills)
            for table in tables:
                table.close()
            deadline = time.monotonic() + 2 * PROGRESS_TIMEOUT
            while stuck := [table.state() for table in tables if not table.is_over]:
                assert time.monotonic() < deadline, f"these tables don't come to their end: {stuck}"
                await asyncio.sleep(0.02)
        counts.reconnects += sum(player.at_table.reconnects for table in tables for player in table.players)
    return tables


async def _open_table(stack: AsyncExitStack, server: Server, number: int, rng: random.Random) -> KilledTable:
    rules, changes, people, bots = TABLES[number]
    guests = [await Guest.sign_in(server.base, f"{rules}-{each}") for each in range(people)]
    wanted = {"rules": rules, "changes": changes, "seats": people + len(bots), "bots": bots}
    table_id = await guests[0].open_table(**wanted)
    # Where there are more than two, one does without seeds.
    participants = [Participant() if each < 2 or each < people - 1 else None for each in range(people)]
    players = [
        await stack.enter_async_context(present(guest, table_id, seed=rng.randrange(1 << 30), participant=participant))
        for guest, participant in zip(guests, participants, strict=True)
    ]
    for player in players[1:]:
        assert isinstance(await player.ask(messages.Sit), messages.Done)
    assert isinstance(await players[0].ask(messages.Start), messages.Done)
    return PlayedTable(table_id, guests, players)


async def _wait_for(moment: str, ledgers: list[Ledger], rng: random.Random) -> None:
    """Wait until some more commands are answered, or anybody is told something of a deal."""

    def reached() -> int:
        return sum(len(each.answers) if moment == "play" else each.moments[moment] for each in ledgers)

    wanted = reached() + (rng.randint(1, COMMANDS) if moment == "play" else 1)
    deadline = time.monotonic() + PROGRESS_TIMEOUT
    while reached() < wanted:
        assert time.monotonic() < deadline, f"nobody comes to {moment} any longer"
        await asyncio.sleep(0.002)


# Afterwards


async def _check(server: Server, tables: list[KilledTable], counts: KillCounts) -> None:
    for table in tables:
        welcomes = await fetch_welcomes(table.guests, table.table_id)
        async with open_store(server.database) as store:
            log = replay_log(await store.entries(table.table_id))
            texts = await _check_archive(store, log, table)
        _check_shuffles(texts, table, counts)
        check_sequence(log)
        assert log.table.stage == "over"
        for person, welcome in welcomes:
            check_welcome(log, welcome, person)
        for player in table.players:
            check_ledger(log, player.ledger)
            counts.acknowledged += len(player.ledger.done())
            counts.refused += len(player.ledger.refused())
        counts.entries += len(log.rows)
        counts.rounds += len(log.rounds)
        counts.matches += log.matches


async def _check_archive(store: Store, log: ReplayedLog, table: KilledTable) -> list[str]:
    """Every finished round is there once, and replays to what the log says; their files."""
    kept = await store.finished_of(table.guests[0].person, limit=len(log.rounds) + 1)
    texts = [finished.text for finished in reversed(kept) if finished.table_id == table.table_id]
    replayed = [replay(text) for text in texts]
    assert [game.record for game in replayed] == [game.record for game in log.rounds]
    assert [game.outcome() for game in replayed] == [game.outcome() for game in log.rounds]
    return texts


def _check_shuffles(texts: list[str], table: KilledTable, counts: KillCounts) -> None:
    """Every round verifies with all that every client kept of it, and each client kept something of every round."""
    for participant in [player.at_table.participant for player in table.players]:
        kept = {each.server_commitment: each for each in participant.receipts()} if participant is not None else {}
        for text in texts:
            proof = verify(text).proof
            assert proof is not None
            counts.seeds += len(proof.preamble.seeds) if participant is table.players[0].at_table.participant else 0
            if participant is not None:
                _check_receipt(text, kept[proof.preamble.announcement.server_commitment], counts)


def _check_receipt(text: str, receipt: Receipt, counts: KillCounts) -> None:
    """A seed that was revealed may be lost with a server before the deal: its commitment counts then, no more."""
    report = verify(text, [receipt])
    wrong = {check.name: check.sentence for check in report.checks if check.result == Result.WRONG}
    assert list(wrong) in ([], ["receipt seed"]), wrong
    assert "was left out" in wrong.get("receipt seed", "was left out")
    assert receipt.announcement is not None and receipt.heads
    counts.receipts += 1
    counts.lost_seeds += len(wrong)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own, which is durable")
    options = parser.parse_args()
    counts = KillCounts()
    stack = ExitStack()
    postgres = stack.enter_context(running_postgres()) if options.postgres else None
    started = time.monotonic()

    def progress(done: int) -> None:
        kills = counts.kills + done
        rate = kills / (time.monotonic() - started)
        print(f"\r{kills:,} of {options.kills:,} kills, {(options.kills - kills) / rate:,.0f} s left ", end="")
        sys.stdout.flush()

    while counts.kills < options.kills:
        with tempfile.TemporaryDirectory(prefix="cambio-") as folder:
            kills = min(KILLS_PER_FILE, options.kills - counts.kills)
            seed = options.seed + counts.kills
            database = asyncio.run(create_database(postgres)) if postgres is not None else None
            killing = kill_repeatedly(Path(folder), kills=kills, seed=seed, database=database, progress=progress)
            counts.add(asyncio.run(killing))
    stack.close()
    print(f"\n{counts}")


if __name__ == "__main__":
    main()
