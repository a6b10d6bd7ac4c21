"""How many moves a second PostgreSQL writes down, and what each costs it: workers' stores alone, without play.

At each of many tables the next entry is written when the last one is durable. Stores share this process, so it is the
cost of an append that counts, and the rate is what this machine makes of it.

python -m cluster.append_rate --tables 500 --workers 2 --seconds 10
"""

from __future__ import annotations

import argparse
import asyncio
import time
from contextlib import AsyncExitStack

from msgspec import Struct

from cambio.server.store.contract import Entry, Person, Store, TableRow
from cambio.server.store.urls import make_store
from cambio.server.store.workers import Worker

from .local_postgres import LocalPostgres, running_postgres
from .meters import postgres_meters

#: About what a move is, as bytes.
BODY = b"m" * 120
HOST = Person("host", "Host", created=1)


class AppendRate(Struct, frozen=True):
    """Appends a second, and what each took PostgreSQL: milliseconds of CPU, bytes of WAL and transactions."""

    appends_per_second: float
    cpu: float
    wal: float
    commits: float

    def __str__(self) -> str:
        return (
            f"{self.appends_per_second:,.0f} appends a second, each {self.cpu:.3f} ms of PostgreSQL's CPU, "
            f"{self.wal:,.0f} bytes of WAL and {self.commits:.3f} transactions"
        )


async def measure(postgres: LocalPostgres, *, tables: int, workers: int, seconds: float) -> AppendRate:
    async with AsyncExitStack() as stack:
        stores = []
        for number in range(workers):
            store = make_store(postgres.url())
            await store.open(Worker(f"worker-{number}"))
            stack.push_async_callback(store.close)
            stores.append(store)
        await stores[0].add_person(HOST)
        for number in range(tables):
            row = TableRow(f"t{number}", f"C{number}", 1, HOST.id, is_public=False, created=1)
            await stores[number % workers].create_table(row, f"worker-{number % workers}")
        meters = postgres_meters(postgres)
        before, begin = {name: read() for name, read in meters.items()}, time.monotonic()
        until = begin + seconds
        written = sum(
            await asyncio.gather(*(_append(stores[number % workers], f"t{number}", until) for number in range(tables)))
        )
        took = time.monotonic() - begin
        used = {name: (read() - before[name]) / max(1, written) for name, read in meters.items()}
    return AppendRate(written / took, 1000 * used["postgres"], used["wal"], used["commits"])


async def _append(store: Store, table_id: str, until: float) -> int:
    seq = 0
    while time.monotonic() < until:
        seq += 1
        await store.append(table_id, 1, [Entry(seq, f"c{seq}", HOST.id, BODY, at=seq)])
    return seq


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m cluster.append_rate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=500, metavar="N")
    parser.add_argument("--workers", type=int, default=2, metavar="N")
    parser.add_argument("--seconds", type=float, default=10, metavar="N")
    options = parser.parse_args()
    with running_postgres() as postgres:
        measuring = measure(postgres, tables=options.tables, workers=options.workers, seconds=options.seconds)
        print(asyncio.run(measuring))


if __name__ == "__main__":
    main()
