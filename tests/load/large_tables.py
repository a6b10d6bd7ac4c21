"""What tables with hundreds of cards do to ordinary ones, measured in one run with and without them.

    python -m tests.load.large_tables

starts a server of its own, lets people play at ordinary tables, and, in every second period, somebody at each large
table with seven experts: by camp, with eight packs, twelve cards each, two cards at once and ten penalty cards. The
latencies are of moves that nothing holds back. Each period has a p99, and the medians of both kinds of periods are
compared, so that a burst of other work on the machine counts once. It ends with 1 if they differ by 20 % or more.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import statistics
import sys
from dataclasses import dataclass
from itertools import pairwise

from cambio.load.report import Machine, Percentiles, load_average
from cambio.load.results import LoadResults
from cambio.load.run import CLOSE_DELAY, Load
from cambio.load.server_process import OwnServer, cpu_seconds, find_listener
from cambio.load.sockets import Address, Incoming, LoadError, Requests, Socket
from cambio.load.virtual_players import CLOCK, LoadTable, Schedule

RULES = "camp deck.decks=8 deal.cards=12 snap.cards=2 snap.penalty=10"
SEATS, LEVEL = 8, "expert"
#: Cards on each large table before anything is measured, and seconds for that.
CARDS = 300
GROWTH_TIMEOUT = 120.0
#: By how much the p99 of others may move.
MOST_CHANGE = 0.2
#: What somebody at a large table does first; whatever else is asked is answered by the last lawful action.
USUAL = ("ready", "draw", "throw", "skip", "keep")


class LargeTable:
    """One person among seven experts, who snaps wrongly until the table is full of cards."""

    def __init__(self, requests: Requests) -> None:
        self._requests = requests
        self._commands = 0
        self._socket: Socket | None = None
        self._is_wanted = False
        #: The last entry that was received: whoever comes back is told only what happened since.
        self._seq = 0
        self.cards = 0

    async def open(self) -> None:
        self._cookie = await self._requests.sign_in("Ana")
        self._table_id = await self._requests.open_table(
            self._cookie, rules=RULES, seats=SEATS, bots=[LEVEL] * (SEATS - 1), start=True, options={"clock": CLOCK}
        )

    async def join(self) -> None:
        self._is_wanted = True
        ticket = await self._requests.ticket(self._cookie, self._table_id)
        last_seq = self._seq - 1 if self._seq else None
        self._socket = await Socket.connect(ticket, self, 0, last_seq=last_seq)
        if not self._is_wanted:
            self.leave()

    def leave(self) -> None:
        self._is_wanted = False
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _say(self, socket: Socket, kind: str, **fields: object) -> None:
        self._commands += 1
        socket.send({"type": kind, "cmd_id": f"{id(socket)}-{self._commands}", **fields})

    def on_message(self, socket: Socket, message: Incoming) -> None:
        if message.type == "ping":
            socket.send({"type": "pong", "nonce": message.nonce, "seq": socket.seq})
        if message.type not in ("welcome", "told"):
            return
        socket.seq = self._seq = message.seq
        if message.table is not None and message.table.stage in ("scores", "over"):
            self._say(socket, "next" if message.table.stage == "scores" else "rematch")
        if message.yours is not None and message.board is not None:
            self._play(socket, message)

    def _play(self, socket: Socket, message: Incoming) -> None:
        assert message.yours is not None and message.board is not None
        window, snaps, legal = message.board.window, message.yours.snaps, message.yours.legal
        self.cards = len(snaps) or self.cards
        if window is not None and snaps and len(snaps) < CARDS:
            self._say(socket, "act", action=f"snap {snaps[0]} #{window}")
        elif legal:
            allowed = [action for action in legal if action != "call"] or list(legal)
            self._say(socket, "act", action=next((each for each in USUAL if each in allowed), allowed[-1]))

    def on_close(self, socket: Socket) -> None:
        """Whoever leaves closes the socket; a large table that fails is missed by its cards."""


class LargeTables:
    """All large tables of a run. While nobody is connected to a table, nothing goes on there."""

    def __init__(self, tables: list[LargeTable], results: LoadResults) -> None:
        self._tables = tables
        self._results = results
        self._is_on = False
        #: How many moves had been made without and beside large tables, at the end of each period.
        self._marks: list[tuple[int, int]] = [(0, 0)]
        self._joining: set[asyncio.Task[None]] = set()

    def switch(self, is_on: bool) -> None:
        if is_on == self._is_on:
            return
        self._is_on = is_on
        self._mark()
        for table in self._tables:
            if is_on:
                task = asyncio.create_task(table.join())
                self._joining.add(task)
                task.add_done_callback(self._joining.discard)
            else:
                table.leave()

    def _mark(self) -> None:
        self._marks.append((len(self._results.quiet_at_once), len(self._results.flooded_at_once)))

    def periods(self) -> tuple[list[Percentiles], list[Percentiles]]:
        """The latencies of each period, without and beside large tables; periods without any moves are left out."""
        self._mark()
        arms = []
        for arm, waits in enumerate((self._results.quiet_at_once, self._results.flooded_at_once)):
            bounds = pairwise(mark[arm] for mark in self._marks)
            arms.append([Percentiles.of(waits[start:end]) for start, end in bounds if end > start])
        return arms[0], arms[1]


@dataclass(frozen=True)
class Figures:
    """Latencies of ordinary tables without and with large ones, in milliseconds."""

    without: Percentiles
    beside: Percentiles
    #: The medians of the periods' p99.
    p99_without: float
    p99_beside: float
    #: Cards on the large tables at the end, on the average, and CPU seconds of the server.
    cards: float
    cpu: float | None
    machine: Machine

    @property
    def change(self) -> float:
        """By which share the median p99 moved."""
        return self.p99_beside / self.p99_without - 1

    def text(self) -> str:
        rows = [
            f"{name:24}{waits.moves:>8} moves  p50 {waits.p50} ms  p99 {waits.p99} ms, by periods {middle:.2f} ms"
            for name, waits, middle in (
                ("without large tables", self.without, self.p99_without),
                ("beside large tables", self.beside, self.p99_beside),
            )
        ]
        cpu = "" if self.cpu is None else f", {self.cpu:.1f} s CPU"
        return "\n".join(
            [
                *rows,
                f"p99 moved by {100 * self.change:+.0f} % ({self.cards:.0f} cards on a large table{cpu})",
                f"load average {self.machine.load_before} before, {self.machine.load_after} after",
            ]
        )


async def run(load: Load, large: int, address: Address) -> Figures:
    load_before = load_average()
    schedule, requests = Schedule(load.seed), Requests(address)
    large_tables = [LargeTable(requests) for _ in range(large)]
    try:
        for _ in range(load.tables):
            table = LoadTable(schedule)
            await table.open(requests, load.rules, load.seats)
            schedule.tables.append(table)
        await fill(large_tables)
        gc.collect()
        gc.freeze()
        pid = find_listener(address.port)
        before = cpu_seconds(pid)
        disturbance = LargeTables(large_tables, schedule.results)
        await schedule.run(load.moves_per_second, load.seconds, disturbance, lambda _moves: True)
        after = cpu_seconds(pid)
    finally:
        schedule.is_over = True
        for table in schedule.tables:
            table.close()
        for large_table in large_tables:
            large_table.leave()
        await requests.close()
        await asyncio.sleep(CLOSE_DELAY)
    results = schedule.results
    if results.errors or results.unheard:
        raise LoadError(f"expected every move to be heard, but found {dict(results.errors)}, {results.unheard} unheard")
    without, beside = disturbance.periods()
    return Figures(
        Percentiles.of(results.quiet_at_once),
        Percentiles.of(results.flooded_at_once),
        statistics.median(each.p99 or 0 for each in without),
        statistics.median(each.p99 or 0 for each in beside),
        sum(table.cards for table in large_tables) / max(large, 1),
        None if before is None or after is None else after - before,
        Machine.describe(load_before),
    )


async def fill(tables: list[LargeTable]) -> None:
    """Until each large table has its cards; then everybody leaves."""
    for table in tables:
        await table.open()
        await table.join()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(GROWTH_TIMEOUT):
            while any(table.cards < CARDS for table in tables):
                await asyncio.sleep(0.1)
    for table in tables:
        table.leave()


def measure(load: Load, large: int) -> Figures:
    with OwnServer(load.sockets + large) as server:
        return asyncio.run(run(load, large, Address("127.0.0.1", server.port)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--large", type=int, default=10, help="large tables (default: 10)")
    parser.add_argument("--tables", type=int, default=40, help="ordinary tables (default: 40)")
    parser.add_argument("--moves-per-second", type=float, default=100.0, help="of ordinary tables (default: 100)")
    parser.add_argument("--seconds", type=float, default=80.0, help="how long (default: 80)")
    asked = parser.parse_args()
    load = Load(tables=asked.tables, moves_per_second=asked.moves_per_second, seconds=asked.seconds, seed=1)
    figures = measure(load, asked.large)
    print(figures.text())
    return int(figures.change >= MOST_CHANGE)


if __name__ == "__main__":
    sys.exit(main())
