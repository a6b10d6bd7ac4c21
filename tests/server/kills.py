"""Kills: a server that is ended again and again in the middle of play, with clients that come back by themselves.

python -m tests.server.kills --kills 1000
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

from cambio.notation import replay
from cambio.server import messages
from cambio.server.client import Guest
from cambio.server.store.contract import Store
from cambio.server.store.urls import open_store

from .player_clients import (
    Books,
    Ledger,
    Player,
    added_up,
    check_ledger,
    check_sequence,
    check_welcome,
    present,
    welcomed,
)
from .server_process import Server, quiet_port, serving

#: Kills that one file has to survive.
CHAPTER = 50
#: The tables: rules and their changes, how many people, and which bots.
TABLES: tuple[tuple[str, dict[str, object], int, list[str]], ...] = (
    ("classic", {"match.rounds": 2}, 3, []),
    ("cambia", {}, 2, ["casual"]),
    ("camp", {"match.rounds": 2, "match.target": 0}, 2, ["solid", "random"]),
    ("stick", {}, 4, []),
)
#: Commands that are answered between one kill and the next, at most.
COMMANDS = 12
#: Seconds after which a table is stuck.
STUCK = 30.0


@dataclass
class Party:
    """A table and its people."""

    table_id: str
    guests: list[Guest]
    players: list[Player]
    is_closing: bool = False

    def close(self) -> None:
        """Let this match be the last one, and let nobody draw it out."""
        self.is_closing = True
        for player in self.players:
            player.CALLS = 0.5

    @property
    def is_over(self) -> bool:
        return all(player.info.stage == "over" for player in self.players)

    def state(self) -> list[object]:
        return [(player.info.stage, player.seat, player.at_table.seq, player.at_table.board) for player in self.players]

    async def play(self, player: Player) -> None:
        """Match after match, until this is to be the last one."""
        while True:
            await player.play_match()
            if self.is_closing:
                return
            await player.ask(messages.Rematch)
            await player.play_until(lambda: player.info.stage != "over" or self.is_closing)


@dataclass
class Toll:
    """What was survived."""

    kills: int = 0
    acknowledged: int = 0
    refused: int = 0
    entries: int = 0
    matches: int = 0
    rounds: int = 0
    reconnects: int = 0
    seconds: float = 0.0
    #: Seconds from a kill until the server answers again.
    outages: list[float] = field(default_factory=list)

    def add(self, other: Toll) -> None:
        self.kills += other.kills
        self.acknowledged += other.acknowledged
        self.refused += other.refused
        self.entries += other.entries
        self.matches += other.matches
        self.rounds += other.rounds
        self.reconnects += other.reconnects
        self.seconds += other.seconds
        self.outages += other.outages

    def __str__(self) -> str:
        outage = sorted(self.outages)[len(self.outages) // 2] if self.outages else 0.0
        return (
            f"{self.kills} kills in {self.seconds:.0f} s ({outage:.2f} s each until it answers again): "
            f"{self.acknowledged} commands acknowledged and {self.refused} refused over {self.reconnects} reconnects, "
            f"{self.entries} entries, {self.rounds} rounds, {self.matches} matches; nothing lost, nothing twice"
        )


async def survive(
    folder: Path, *, kills: int, seed: int = 0, progress: Callable[[int], None] = lambda _done: None
) -> Toll:
    """Kill a server so often, then play every match to its end, and hold all books against each other."""
    started = time.monotonic()
    chance = random.Random(seed)
    toll = Toll()
    async with serving(folder, port=quiet_port(), grace=2_000) as server:
        parties = await _play_through(server, kills, chance, toll, progress)
        await server.kill()
        # From now on nobody is played for, so that everybody is told the same.
        server.settings["grace"] = 600_000
        await server.start()
        await _check(server, parties, toll)
        assert server.complaints() == []
    toll.seconds = time.monotonic() - started
    return toll


async def _play_through(
    server: Server, kills: int, chance: random.Random, toll: Toll, progress: Callable[[int], None]
) -> list[Party]:
    async with AsyncExitStack() as stack:
        parties = [await _party(stack, server, number, chance) for number in range(len(TABLES))]
        ledgers = [player.ledger for party in parties for player in party.players]
        async with asyncio.TaskGroup() as playing:
            for party in parties:
                for player in party.players:
                    playing.create_task(party.play(player))
            for _ in range(kills):
                await _some_progress(ledgers, chance.randint(1, COMMANDS))
                await asyncio.sleep(chance.uniform(0, 0.02))
                killed = time.monotonic()
                await server.kill()
                await server.start()
                toll.outages.append(time.monotonic() - killed)
                toll.kills += 1
                progress(toll.kills)
            for party in parties:
                party.close()
            deadline = time.monotonic() + 2 * STUCK
            while stuck := [party.state() for party in parties if not party.is_over]:
                assert time.monotonic() < deadline, f"these tables don't come to their end: {stuck}"
                await asyncio.sleep(0.02)
        toll.reconnects += sum(player.at_table.reconnects for party in parties for player in party.players)
    return parties


async def _party(stack: AsyncExitStack, server: Server, number: int, chance: random.Random) -> Party:
    rules, changes, people, bots = TABLES[number]
    guests = [await Guest.sign_in(server.base, f"{rules}-{each}") for each in range(people)]
    wanted = {"rules": rules, "changes": changes, "seats": people + len(bots), "bots": bots}
    table_id = await guests[0].open_table(**wanted)
    players = [
        await stack.enter_async_context(present(guest, table_id, seed=chance.randrange(1 << 30))) for guest in guests
    ]
    for player in players[1:]:
        assert isinstance(await player.ask(messages.Sit), messages.Done)
    assert isinstance(await players[0].ask(messages.Start), messages.Done)
    return Party(table_id, guests, players)


async def _some_progress(ledgers: list[Ledger], wanted: int) -> None:
    """So many more commands are answered."""
    before = sum(len(ledger.answers) for ledger in ledgers)
    deadline = time.monotonic() + STUCK
    while sum(len(ledger.answers) for ledger in ledgers) < before + wanted:
        assert time.monotonic() < deadline, "nobody can play any longer"
        await asyncio.sleep(0.002)


# Afterwards


async def _check(server: Server, parties: list[Party], toll: Toll) -> None:
    for party in parties:
        welcomes = await welcomed(party.guests, party.table_id)
        async with open_store(server.database) as store:
            books = added_up(await store.entries(party.table_id))
            await _check_archive(store, books, party)
        check_sequence(books)
        assert books.table.stage == "over"
        for person, welcome in welcomes:
            check_welcome(books, welcome, person)
        for player in party.players:
            check_ledger(books, player.ledger)
            toll.acknowledged += len(player.ledger.done())
            toll.refused += len(player.ledger.refused())
        toll.entries += len(books.rows)
        toll.rounds += len(books.rounds)
        toll.matches += books.matches


async def _check_archive(store: Store, books: Books, party: Party) -> None:
    """Every finished round is there once, and replays to what the log says."""
    kept = await store.finished_of(party.guests[0].person, limit=len(books.rounds) + 1)
    replayed = [replay(finished.text) for finished in reversed(kept) if finished.table_id == party.table_id]
    assert [game.record for game in replayed] == [game.record for game in books.rounds]
    assert [game.outcome() for game in replayed] == [game.outcome() for game in books.rounds]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    toll = Toll()
    started = time.monotonic()

    def progress(done: int) -> None:
        kills = toll.kills + done
        rate = kills / (time.monotonic() - started)
        print(f"\r{kills:,} of {options.kills:,} kills, {(options.kills - kills) / rate:,.0f} s left ", end="")
        sys.stdout.flush()

    while toll.kills < options.kills:
        with tempfile.TemporaryDirectory(prefix="cambio-") as folder:
            kills = min(CHAPTER, options.kills - toll.kills)
            toll.add(asyncio.run(survive(Path(folder), kills=kills, seed=options.seed + toll.kills, progress=progress)))
    print(f"\n{toll}")


if __name__ == "__main__":
    main()
