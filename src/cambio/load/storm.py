"""A storm of reconnects: all sockets are closed at once, and all come back at once.

So it is when a proxy in front of the server restarts, or a network is back. Each player does what a browser does: asks
for a ticket, opens a socket, and says which entry was the last that came. The storm is over when everybody has been
welcomed, and a move has been made at every table.
"""

from __future__ import annotations

import asyncio
import time

from msgspec import Struct

from .results import LoadResults
from .sockets import Requests
from .usage import Usage, Watched
from .virtual_players import Schedule

#: Seconds for everybody to be back, and to be told of a move.
STORM_TIMEOUT = 120.0


class StormReport(Struct, frozen=True):
    """How long a storm took, in seconds from when all sockets were closed."""

    sockets: int
    #: Until half of the tables, and until all of them, had welcomed everybody.
    half_welcomed: float
    all_welcomed: float
    #: Until somebody had moved at every table where that was possible, and all there had been told.
    all_playing: float
    moves: int
    #: The server's CPU time.
    cpu: float | None


async def weather(schedule: Schedule, requests: Requests, watched: Watched) -> StormReport:
    """Close all sockets, and wait until everybody plays again. Its moves don't count among those of the run."""
    results, schedule.results = schedule.results, LoadResults()
    sockets = sum(len(table.sockets) for table in schedule.tables)
    welcomed: list[float] = []
    cpu_before, begin = Usage.of(watched).cpu, time.perf_counter()

    async def come_back(number: int) -> float:
        table = schedule.tables[number]
        await table.come_back(requests)
        welcomed.append(time.perf_counter() - begin)
        await table.move_once()
        return time.perf_counter() - begin

    try:
        for table in schedule.tables:
            table.disconnect()
        async with asyncio.timeout(STORM_TIMEOUT):
            played = await asyncio.gather(*map(come_back, range(len(schedule.tables))))
        cpu_after = Usage.of(watched).cpu
        return StormReport(
            sockets=sockets,
            half_welcomed=round(sorted(welcomed)[len(welcomed) // 2], 2),
            all_welcomed=round(max(welcomed), 2),
            all_playing=round(max(played), 2),
            moves=schedule.results.moves,
            cpu=None if cpu_before is None or cpu_after is None else round(cpu_after - cpu_before, 2),
        )
    finally:
        results.errors.update(schedule.results.errors)
        schedule.results = results
