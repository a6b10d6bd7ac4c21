"""Snap races over real connections: a real server, a real proxy, and TCP over networks at a real distance.

`python -m tests.server.real_races nginx` races honest players and liars for a while, and prints how often each of them
wins; it fails if somebody wins too often. Every table is a duel of somebody near or far with an honest player.
Reactions come in pairs, of which the second one has the seats exchanged, so that the luck of reactions is the same for
both.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cambio.server.client import Guest
from cambio.server.protocol import messages
from cambio.server.store.contract import Entry
from cambio.server.tables import log_entries
from tests.server.distant_networks import Place, namespace_command, raise_loopback
from tests.server.player_clients import replay_log
from tests.server.proxies import SETTINGS, proxying
from tests.server.racers import (
    AckDelayer,
    ConstantClaimer,
    ModestLiar,
    OccasionalLiar,
    PatientLiar,
    Racer,
    ReconnectingLiar,
    SmallWindowLiar,
    Watcher,
)
from tests.server.server_process import find_free_port, serving
from tests.server.stores import open_store
from tests.server.verdicts import judge_again

#: Milliseconds there and back.
NEAR, FAR = 5.0, 150.0
#: Snaps cost nothing, hands are large, and nobody calls: races without an end.
RULES = {
    "snap.penalty": 0,
    "deal.cards": 12,
    "deal.memory_cards": 0,
    "call.from_lap": 20,
    "match.rounds": 1000,
}
OPTIONS = {"clock": 0}
#: In percent.
FAIR_SHARE, HONEST_SKEW, MOST_GAIN = 50.0, 3.0, 10.0
#: What the server is told where it is reached directly, and where a proxy tells nothing about the round trip.
WAYS: dict[str, dict[str, Any]] = {
    "direct": {"host": "0.0.0.0"},  # noqa: S104
    "nginx": SETTINGS,
    "haproxy": SETTINGS,
    "silent nginx": {"behind_proxy": True},
}


@dataclass(frozen=True)
class Duel:
    """Somebody at seat a against an honest player at seat b."""

    name: str
    racer: type[Racer]
    distance: float
    other_distance: float
    has_far_socket: bool = False


HONEST = Duel("honest", Racer, NEAR, FAR)
LIARS = (
    Duel("patient liar", PatientLiar, NEAR, FAR),
    Duel("patient liar nearby", PatientLiar, NEAR, NEAR),
    Duel("occasional liar", OccasionalLiar, NEAR, FAR),
    Duel("modest liar", ModestLiar, NEAR, FAR),
    Duel("constant claims", ConstantClaimer, NEAR, FAR),
    Duel("small window", SmallWindowLiar, NEAR, FAR),
    Duel("late acknowledgements", AckDelayer, NEAR, FAR),
    Duel("late acknowledgements nearby", AckDelayer, NEAR, NEAR),
    Duel("new sockets", ReconnectingLiar, NEAR, FAR),
    Duel("two sockets", PatientLiar, NEAR, FAR, has_far_socket=True),
    Duel("far liar", PatientLiar, FAR, NEAR),
)


# Racing


async def race(way: str, duels: Sequence[Duel], tables: int, seconds: float, folder: Path) -> dict[str, Shares]:
    """Race that many tables of each duel for a while; how often seat a has won."""
    raise_loopback()
    places = {distance: Place(number, distance, random.Random(number)) for number, distance in enumerate((NEAR, FAR))}
    for place in places.values():
        place.carry_packets()
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(serving(folder, **WAYS[way]))
        port = server.port
        if way != "direct":
            port = find_free_port()
            await stack.enter_async_context(proxying(way.split()[-1], folder, port, server.port))
        opened = [(duel, _open_table(stack, duel, places, server.base, port)) for duel in duels for _ in range(tables)]
        raced: dict[str, list[str]] = {}
        for (duel, _), table_id in zip(opened, await asyncio.gather(*(opening for _, opening in opened)), strict=True):
            raced.setdefault(duel.name, []).append(table_id)
        await asyncio.sleep(seconds)
    async with open_store(server.database) as store:
        return {
            name: Shares.of([won for table in ids for won in count_wins(await store.entries(table))])
            for name, ids in raced.items()
        }


async def _open_table(stack: AsyncExitStack, duel: Duel, places: dict[float, Place], base: str, port: int) -> str:
    guests = [await Guest.sign_in(base, name) for name in ("Ada", "Ben")]
    table_id = await guests[0].open_table(rules="stick", changes=RULES, seats=2, options=OPTIONS)
    kinds: tuple[type[Racer], type[Racer]] = (duel.racer, Racer)
    distances = (duel.distance, duel.other_distance)
    racers = [
        kind(guest, table_id, place=places[distance], port=port, luck=random.Random(f"{table_id} {guest.name}"))
        for kind, guest, distance in zip(kinds, guests, distances, strict=True)
    ]
    for racer in racers:
        await _start(stack, racer)
    if duel.has_far_socket:
        # It only watches over this one, and answers pings as late as over the other.
        far = Watcher(guests[0], table_id, place=places[FAR], port=port, luck=random.Random(table_id))
        await _start(stack, far)
    await racers[1].command(messages.Sit("sit"))
    await racers[0].command(messages.Start("start"))
    for racer in racers:
        _run(stack, racer.play())
    return table_id


async def _start(stack: AsyncExitStack, racer: Racer) -> None:
    _run(stack, racer.run())
    stack.callback(racer.cancel_tasks)
    await racer.until(lambda: racer.table is not None)


def _run(stack: AsyncExitStack, coroutine: Coroutine[Any, Any, None]) -> None:
    task = asyncio.create_task(coroutine)

    async def end() -> None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    stack.push_async_callback(end)


# Results


@dataclass(frozen=True)
class Shares:
    """Who won how many races of the duels of one kind."""

    won: int
    races: int

    @classmethod
    def of(cls, wins: Sequence[bool]) -> Shares:
        return cls(sum(wins), len(wins))

    @property
    def percent(self) -> float:
        return 100 * self.won / self.races if self.races else math.nan


def count_wins(rows: Sequence[Entry]) -> Iterator[bool]:
    """For each race of a pair that was raced whole: whether seat a won it. Verdicts are checked on the way."""
    winners: dict[tuple[int, int], str] = {}
    rounds = 0
    log = replay_log(rows)
    assert all(judge_again(verdict, key) == verdict for verdict, key in log.verdicts), "a verdict is not what it should"
    for row in rows:
        body = log_entries.decode(row.body)
        rounds += isinstance(body, log_entries.Started | log_entries.Dealt)
        if isinstance(body, log_entries.Played) and body.race is not None:
            gesture = body.race.finishes[0].gesture
            if gesture.is_snap:
                winners.setdefault((rounds, body.race.discard), gesture.seat)
    for (number, discard), winner in winners.items():
        if (number, discard ^ 1) in winners:
            yield winner == "a"


def find_unfair(shares: dict[str, Shares], *, skew: float = HONEST_SKEW, gain: float = MOST_GAIN) -> list[str]:
    """What is not as it should be, if anything is."""
    honest = shares[HONEST.name].percent
    problems = [f"honest players at 5 ms won {honest:.1f} %"] if not abs(honest - FAIR_SHARE) <= skew else []
    for duel in LIARS:
        share = shares[duel.name].percent if duel.name in shares else FAIR_SHARE
        if not share <= FAIR_SHARE + gain:
            problems.append(f"the liar won {share:.1f} %: {duel.name}")
    return problems


def race_in_namespace(
    way: str, duels: Sequence[str], tables: int, seconds: float, environment: dict[str, str] | None = None
) -> dict[str, Shares]:
    """The same in a process with a network of its own."""
    command = namespace_command()
    assert command is not None, "this machine lets nobody make network namespaces and TUN devices"
    ours = [sys.executable, "-m", "tests.server.real_races", way, "--tables", str(tables), "--seconds", str(seconds)]
    done = subprocess.run(
        [*command, *ours, "--json", "--duels", ",".join(duels)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | (environment or {}) | {"CAMBIO_IN_NAMESPACE": "1"},
    )
    assert done.returncode == 0, done.stderr
    return {name: Shares(*each) for name, each in json.loads(done.stdout.splitlines()[-1]).items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("way", choices=WAYS)
    parser.add_argument("--tables", type=int, default=6, help="of each duel")
    parser.add_argument("--seconds", type=float, default=150)
    parser.add_argument("--duels", default="", help="names, separated by commas; all if none is given")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    named = options.duels.split(",") if options.duels else [duel.name for duel in (HONEST, *LIARS)]
    if "CAMBIO_IN_NAMESPACE" not in os.environ:
        shares = race_in_namespace(options.way, named, options.tables, options.seconds)
    else:
        duels = [duel for duel in (HONEST, *LIARS) if duel.name in named]
        with tempfile.TemporaryDirectory() as folder:
            shares = asyncio.run(race(options.way, duels, options.tables, options.seconds, Path(folder)))
    if options.json:
        print(json.dumps({name: [each.won, each.races] for name, each in shares.items()}))
        return 0
    for name, each in shares.items():
        print(f"{options.way:12}  {name:28}  {each.percent:5.1f} % of {each.races} races", flush=True)
    problems = find_unfair(shares)
    print("\n".join(problems), file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
