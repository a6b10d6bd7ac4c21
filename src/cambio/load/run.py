"""The load generator: fills a server on this machine with tables, plays at a given rate, and measures latencies."""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from ..lab.progress import Interruption, Progress
from ..presets import DEFAULT_RULES
from .flood import Flood
from .refused_flood import RefusedFlood
from .report import Machine, Memory, Percentiles, Report, load_average
from .server_process import OwnServer, find_listener
from .sockets import Address, LoadError, Requests, loopback
from .storm import weather
from .usage import Usage, Watched
from .virtual_players import LoadTable, Schedule

#: Bounds of what may be asked for.
MOST_TABLES, MOST_MOVES, MOST_SECONDS, MOST_FLOODING, MOST_REFUSED = 2500, 5000, 600, 64, 5000
#: Tables that are being set up at the same time.
SETUPS_AT_ONCE = 12
#: Seconds for the event loop to finish closing sockets before it is closed itself.
CLOSE_DELAY = 0.2
#: Requests that setting up a table of eight takes, and some more.
REQUESTS_PER_TABLE = 24
#: Files that a process has open beside its sockets.
SPARE_FILES = 200


@dataclass(frozen=True)
class Load:
    """What is asked of a server."""

    tables: int = 100
    seats: int = 4
    moves_per_second: float = 50.0
    seconds: float = 10.0
    rules: str = DEFAULT_RULES
    flood: int = 0
    refused: int = 0
    storm: bool = False
    url: str | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        _check("tables", self.tables, 1, MOST_TABLES)
        _check("seats", self.seats, 2, 8)
        _check("moves-per-second", self.moves_per_second, 0.1, MOST_MOVES)
        _check("seconds", self.seconds, 1, MOST_SECONDS)
        _check("flood", self.flood, 0, MOST_FLOODING)
        _check("refused", self.refused, 0, MOST_REFUSED)
        if self.flood and self.refused:
            raise LoadError("--refused: expected one kind of flood, but --flood is another")

    @property
    def sockets(self) -> int:
        return self.tables * self.seats


def _check(name: str, value: float, least: float, most: float) -> None:
    if not least <= value <= most:
        raise LoadError(f"--{name}: expected {least:g} to {most:g}, but found {value:g}")


def measure(load: Load, watched: Watched | None = None) -> Report:
    """Put a server under that load, and report; a server of our own unless another one is named.

    Its processes are the one that listens at its address, unless others are to be watched.
    """
    address = _named(load.url) if load.url is not None else None
    # In a storm a socket may be open again before the server has seen that it was closed.
    sockets = (2 if load.storm else 1) * load.sockets + load.flood
    _allow_files(sockets + SPARE_FILES)
    with contextlib.ExitStack() as stack:
        if address is None:
            limit = REQUESTS_PER_TABLE * load.tables if load.refused else None
            server = stack.enter_context(OwnServer(sockets, requests_per_minute=limit))
            address = Address("127.0.0.1", server.port)
        if watched is None or not watched.pids:
            found = find_listener(address.port)
            watched = Watched(() if found is None else (found,), watched.meters if watched is not None else {})
        interruption = stack.enter_context(Interruption())
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            try:
                return runner.run(_run(load, address, watched, lambda: not interruption.is_requested))
            except (OSError, EOFError, TimeoutError) as error:
                raise LoadError(f"the server at {address.name} could not be reached: {error!r}") from error


def _named(url: str) -> Address:
    try:
        return loopback(url)
    except LoadError as error:
        raise LoadError(f"--url: {error}") from None


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The fastest event loop here: the generator must not be slower than the server."""
    try:
        import uvloop
    except ImportError:
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory


def _allow_files(wanted: int) -> None:
    """Sockets are files, here and in the server that we start."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        if hard != resource.RLIM_INFINITY and hard < wanted:
            raise LoadError(f"expected {wanted} open files to be allowed, but found {hard}: see ulimit -n")
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def _run(load: Load, address: Address, watched: Watched, is_wanted: Callable[[], bool]) -> Report:
    load_before = load_average()
    schedule = Schedule(load.seed)
    requests = Requests(address)
    at_start = Usage.of(watched)
    try:
        await _set_up(load, schedule, requests, is_wanted)
        memory_set_up = Usage.of(watched).memory
        flood = await _open_flood(load, schedule, requests, address)
        # All objects so far live until the end: the garbage collector would only disturb the measurement.
        gc.collect()
        gc.freeze()
        before = Usage.of(watched)
        await _play(load, schedule, flood, is_wanted)
        after = Usage.of(watched)
        sockets = sum(not socket.is_closed for table in schedule.tables for socket in table.sockets)
        storm = await weather(schedule, requests, watched) if load.storm else None
    finally:
        schedule.is_over = True
        for table in schedule.tables:
            table.close()
        await requests.close()
        await asyncio.sleep(CLOSE_DELAY)
    memory = _memory(at_start.memory, memory_set_up, after, len(schedule.tables))
    report = _report(load, schedule, sockets, before, after, memory, Machine.describe(load_before))
    return msgspec.structs.replace(report, storm=storm)


async def _open_flood(
    load: Load, schedule: Schedule, requests: Requests, address: Address
) -> Flood | RefusedFlood | None:
    if load.refused:
        refused = RefusedFlood(address)
        await refused.open(load.refused)
        return refused
    if load.flood:
        flood = Flood(schedule.results, requests)
        await flood.open(load.flood)
        return flood
    return None


def _memory(before: float | None, set_up: float | None, after: Usage, tables: int) -> Memory:
    grown = None if before is None or set_up is None else round((set_up - before) * 1024 / tables, 1)
    return Memory(_rounded(before), _rounded(set_up), _rounded(after.memory), _rounded(after.peak), grown)


def _report(
    load: Load, schedule: Schedule, sockets: int, before: Usage, after: Usage, memory: Memory, machine: Machine
) -> Report:
    results = schedule.results
    spent = None if before.cpu is None or after.cpu is None else after.cpu - before.cpu
    waited = None if before.waited is None or after.waited is None else after.waited - before.waited
    return Report(
        tables=len(schedule.tables),
        seats=load.seats,
        rules=load.rules,
        sockets=sockets,
        seconds=round(results.seconds, 2),
        moves_asked=load.moves_per_second,
        moves_per_second=round(results.in_time / results.seconds, 1),
        moves=results.moves,
        rounds=results.rounds,
        all=Percentiles.of([*results.at_once, *results.held]),
        at_once=Percentiles.of(results.at_once),
        held=Percentiles.of(results.held),
        lag=Percentiles.of(results.lag),
        by_second=[Percentiles.of(results.by_second[second]) for second in sorted(results.by_second)],
        cpu_per_move=None if spent is None or not results.moves else round(1000 * spent / results.moves, 3),
        cpu_share=None if spent is None else round(100 * spent / results.seconds, 1),
        cpu_waited=None if waited is None else round(100 * waited / results.seconds, 1),
        per_move={name: (after.metered[name] - before.metered[name]) / max(1, results.moves) for name in after.metered},
        memory=memory,
        machine=machine,
        flooding=load.flood,
        floods_ended=results.floods_ended,
        refused_requests=results.refused_requests,
        quiet=Percentiles.of(results.quiet) if load.flood or load.refused else None,
        flooded=Percentiles.of(results.flooded) if load.flood or load.refused else None,
        idle=results.idle,
        unsent=results.unsent,
        unheard=results.unheard,
        refusals=dict(results.refusals),
        errors=dict(results.errors),
    )


async def _set_up(load: Load, schedule: Schedule, requests: Requests, is_wanted: Callable[[], bool]) -> None:
    progress = Progress(load.tables, "tables set")
    slots = asyncio.Semaphore(SETUPS_AT_ONCE)

    async def set_up_one() -> None:
        async with slots:
            if not is_wanted():
                raise LoadError("interrupted before all tables were set")
            table = LoadTable(schedule)
            await table.open(requests, load.rules, load.seats)
            schedule.tables.append(table)
            progress.step(1)

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(load.tables):
                group.create_task(set_up_one())
    except ExceptionGroup as errors:
        # The first table that fails ends all of them, and its error tells why.
        raise errors.exceptions[0] from None
    finally:
        progress.end()


async def _play(
    load: Load, schedule: Schedule, flood: Flood | RefusedFlood | None, is_wanted: Callable[[], bool]
) -> None:
    progress = Progress(round(load.moves_per_second * load.seconds), "moves")

    def step(moves: int) -> bool:
        progress.step(moves)
        return is_wanted()

    try:
        await schedule.run(load.moves_per_second, load.seconds, flood, step)
    finally:
        progress.end()
        if flood is not None:
            await flood.close()
        if isinstance(flood, RefusedFlood):
            schedule.results.refused_requests = flood.refused


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)
