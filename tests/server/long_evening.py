"""A long evening: match after match at many tables, whose memory and file the server gets back when they are over.

python -m tests.server.long_evening --tables 50 --minutes 30
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from cambio.load.server_process import resident
from cambio.server.client import Guest
from cambio.server.protocol import messages

from .player_clients import present
from .server_process import Server, serving

#: Everything that is over is purged within about a minute, as it is within months elsewhere.
A_MINUTE = 1 / (24 * 60)
SETTINGS = {
    "linger": 1_000,
    "grace": 2_000,
    "purge_interval": 5,
    "finished_table_days": A_MINUTE,
    "empty_table_days": A_MINUTE,
    "abandoned_table_days": A_MINUTE,
    "archive_days": A_MINUTE,
}
PRESETS = ("classic", "flip", "cambia", "stick", "camp")
#: People at each table, and the bots that they play with.
PEOPLE, BOTS = 2, ["casual"]
#: Seconds that people spend between two matches, at most, and between two measurements.
LONGEST_BREAK = 8.0
SAMPLE_INTERVAL = 15.0
#: The part of the evening after which nothing should grow any more.
WARM_UP = 0.3
#: By how much memory may have grown since then, and the file, which breathes.
MOST_MEMORY, MOST_FILE = 1.05, 1.15


@dataclass
class Evening:
    """What was measured: megabytes of memory and of the database with its log, each time after so many matches."""

    memory: list[float] = field(default_factory=list)
    file: list[float] = field(default_factory=list)
    matches: int = 0
    seconds: float = 0.0

    def growth(self, samples: list[float]) -> float:
        """How much larger the largest sample of the last part is than the largest one after the warm-up."""
        begin = int(len(samples) * WARM_UP)
        middle = (begin + len(samples)) // 2
        return max(samples[middle:]) / max(samples[begin:middle])

    def __str__(self) -> str:
        lines = [f"{self.matches:,} matches in {self.seconds / 60:.1f} minutes"]
        for name, samples in (("memory", self.memory), ("file", self.file)):
            course = " ".join(f"{value:.1f}" for value in samples[:: max(1, len(samples) // 12)])
            lines.append(f"{name} in MiB: {course} ({100 * (self.growth(samples) - 1):+.1f} %)")
        return "\n".join(lines)


async def spend_evening(folder: Path, *, tables: int, seconds: float) -> Evening:
    """Play at that many tables at a time; people stay, tables come and go."""
    evening = Evening()
    end = time.monotonic() + seconds
    async with serving(folder, **SETTINGS) as server:
        async with asyncio.TaskGroup() as group:
            for number in range(tables):
                group.create_task(_play_on(server, evening, number, end))
            group.create_task(_measure(server, evening, end))
        assert server.complaints() == []
    evening.seconds = seconds
    return evening


async def _play_on(server: Server, evening: Evening, number: int, end: float) -> None:
    """Match after match by the same people, each at a new table."""
    rng = random.Random(number)
    guests = [await Guest.sign_in(server.base, f"guest-{number}-{each}") for each in range(PEOPLE)]
    while time.monotonic() < end:
        await _play_match(guests, rng)
        evening.matches += 1
        await asyncio.sleep(rng.uniform(0, LONGEST_BREAK))


async def _play_match(guests: list[Guest], rng: random.Random) -> None:
    rules = rng.choice(PRESETS)
    table_id = await guests[0].open_table(rules=rules, seats=PEOPLE + len(BOTS), bots=BOTS)
    async with present(guests[0], table_id, seed=rng.getrandbits(32)) as host, present(guests[1], table_id) as friend:
        assert isinstance(await friend.ask(messages.Sit), messages.Done)
        assert isinstance(await host.ask(messages.Start), messages.Done)
        await asyncio.gather(host.play_match(), friend.play_match())


async def _measure(server: Server, evening: Evening, end: float) -> None:
    while time.monotonic() < end:
        await asyncio.sleep(SAMPLE_INTERVAL)
        memory = resident(server.process_id)
        assert memory is not None, "expected to be told what memory the server has"
        evening.memory.append(memory)
        evening.file.append(sum(path.stat().st_size for path in server.folder.glob("cambio.db*")) / 2**20)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--minutes", type=float, default=30.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cambio-") as folder:
        evening = asyncio.run(spend_evening(Path(folder), tables=options.tables, seconds=60 * options.minutes))
    print(evening)
    assert evening.growth(evening.memory) <= MOST_MEMORY, "expected memory to stay as it is"
    assert evening.growth(evening.file) <= MOST_FILE, "expected the file to stay as it is"


if __name__ == "__main__":
    main()
