"""What the heads of a round's transcript cost: moves of tables with and without a proof, measured in one run.

    python -m tests.load.head_costs

A move is applied, put into an update with its head, encoded as it is told, and written to a database's log. Moves are
counted by the seconds of CPU that they take, and both kinds of tables take turns, so that other work on the machine
meets both; the medians are compared.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from cambio.server import codec
from cambio.server.protocol import messages
from cambio.server.store.contract import Entry, Store, TableRow
from cambio.server.tables import log_entries, projection
from cambio.server.tables.log_entries import Opened, Shuffle
from cambio.server.tables.table_state import TableState
from cambio.server.tables.updates import Update
from tests.server.long_logs import MANY_ROUNDS, OWNER, add_people, make_log
from tests.server.stores import open_store


def play(rows: Sequence[Entry]) -> float:
    """Moves a second of CPU, without the log."""
    started = time.process_time()
    table: TableState | None = None
    for row in rows:
        table = tell(table, row)
    return len(rows) / (time.process_time() - started)


def tell(table: TableState | None, row: Entry) -> TableState:
    body = log_entries.decode(row.body)
    if table is None:
        assert isinstance(body, Opened)
        table = TableState.from_opening(body)
    events = table.apply(row.seq, row.actor, row.cmd_id, body, row.at)
    update = Update.from_entry(row.seq, body, events, table)
    told = projection.told_events(events, "a")
    codec.encode(messages.Told(update.seq, told, heads=dict(update.heads)))
    return table


async def play_durably(store: Store, table_id: str, rows: Sequence[Entry]) -> float:
    """Moves a second of CPU, each written to the log by itself."""
    await store.create_table(TableRow(table_id, f"CODE-{table_id}", rows[0].at + 1, "ana", False, rows[0].at))
    epoch = await store.claim(table_id, OWNER)
    started = time.process_time()
    table: TableState | None = None
    for row in rows:
        await store.append(table_id, epoch, [row])
        table = tell(table, row)
    return len(rows) / (time.process_time() - started)


async def compare(moves: int, repeats: int) -> None:
    logs = {
        "without a proof": make_log(moves, MANY_ROUNDS),
        "with a proof": make_log(moves, MANY_ROUNDS, shuffle=Shuffle()),
    }
    in_memory: dict[str, list[float]] = {name: [] for name in logs}
    durable: dict[str, list[float]] = {name: [] for name in logs}
    with tempfile.TemporaryDirectory() as folder:
        async with open_store(f"sqlite:///{Path(folder) / 'cambio.db'}") as store:
            await add_people(store, "ana", "ben")
            for repeat in range(repeats):
                for number, (name, rows) in enumerate(logs.items()):
                    in_memory[name].append(play(rows))
                    durable[name].append(await play_durably(store, f"{number}-{repeat}", rows))
    for where, found in (("in memory", in_memory), ("with each move in the log", durable)):
        without, proven = (statistics.median(found[name]) for name in logs)
        print(f"{where}: {without:,.0f} and {proven:,.0f} moves a second of CPU, {proven / without:.2f};", end=" ")
        print(f"{1e6 / proven - 1e6 / without:.1f} µs a move")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=500)
    parser.add_argument("--repeats", type=int, default=21)
    options = parser.parse_args()
    asyncio.run(compare(options.moves, options.repeats))


if __name__ == "__main__":
    main()
