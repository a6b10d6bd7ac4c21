"""The load generator: fills a server on this machine with tables, plays at a given rate, and measures latencies."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import ipaddress
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

import msgspec

from ..lab.progress import Interruption, Progress
from .flood import Flood
from .refused_flood import RefusedFlood
from .report import Machine, Memory, Percentiles, Report, load_average
from .server_process import OwnServer, cpu_seconds, find_listener, resident, waited_seconds
from .sockets import Address, LoadError, Requests
from .storm import weather
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
    rules: str = "cambia"
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


def loopback(url: str) -> Address:
    """The address of a server on this machine; no other machine is put under load.

    >>> loopback("http://127.0.0.1:8000").name
    '127.0.0.1:8000'
    >>> loopback("http://cambio.example")
    Traceback (most recent call last):
    ...
    cambio.load.sockets.LoadError: --url: expected an address of this machine like http://127.0.0.1:8000, \
but found 'http://cambio.example'
    """
    try:
        parts = urlsplit(url)
        host = "127.0.0.1" if parts.hostname == "localhost" else parts.hostname or ""
        if parts.scheme == "http" and ipaddress.ip_address(host).is_loopback:
            return Address(host, parts.port or 80)
    except ValueError:
        pass
    raise LoadError(f"--url: expected an address of this machine like http://127.0.0.1:8000, but found {url!r}")


def measure(load: Load) -> Report:
    """Put a server under that load, and report; a server of our own unless another one is named."""
    address = loopback(load.url) if load.url is not None else None
    # In a storm a socket may be open again before the server has seen that it was closed.
    sockets = (2 if load.storm else 1) * load.sockets + load.flood
    _allow_files(sockets + SPARE_FILES)
    with contextlib.ExitStack() as stack:
        if address is None:
            limit = REQUESTS_PER_TABLE * load.tables if load.refused else None
            server = stack.enter_context(OwnServer(sockets, requests_per_minute=limit))
            address = Address("127.0.0.1", server.port)
        pid = find_listener(address.port)
        interruption = stack.enter_context(Interruption())
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            try:
                return runner.run(_run(load, address, pid, lambda: not interruption.is_requested))
            except (OSError, EOFError, TimeoutError) as error:
                raise LoadError(f"the server at {address.name} could not be reached: {error!r}") from error


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


@dataclass(frozen=True)
class _Usage:
    """What the server's process has used so far, where the kernel tells."""

    cpu: float | None
    waited: float | None
    memory: float | None
    peak: float | None

    @classmethod
    def of(cls, pid: int | None) -> _Usage:
        return cls(cpu_seconds(pid), waited_seconds(pid), resident(pid), resident(pid, peak=True))


async def _run(load: Load, address: Address, pid: int | None, is_wanted: Callable[[], bool]) -> Report:
    load_before = load_average()
    schedule = Schedule(load.seed)
    requests = Requests(address)
    at_start = _Usage.of(pid)
    try:
        await _set_up(load, schedule, requests, address, is_wanted)
        memory_set_up = resident(pid)
        flood = await _open_flood(load, schedule, requests, address)
        # All objects so far live until the end: the garbage collector would only disturb the measurement.
        gc.collect()
        gc.freeze()
        before = _Usage.of(pid)
        await _play(load, schedule, flood, is_wanted)
        after = _Usage.of(pid)
        sockets = sum(not socket.is_closed for table in schedule.tables for socket in table.sockets)
        storm = await weather(schedule, requests, address, pid) if load.storm else None
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
        flood = Flood(schedule.results, requests, address)
        await flood.open(load.flood)
        return flood
    return None


def _memory(before: float | None, set_up: float | None, after: _Usage, tables: int) -> Memory:
    grown = None if before is None or set_up is None else round((set_up - before) * 1024 / tables, 1)
    return Memory(_rounded(before), _rounded(set_up), _rounded(after.memory), _rounded(after.peak), grown)


def _report(
    load: Load, schedule: Schedule, sockets: int, before: _Usage, after: _Usage, memory: Memory, machine: Machine
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


async def _set_up(
    load: Load, schedule: Schedule, requests: Requests, address: Address, is_wanted: Callable[[], bool]
) -> None:
    progress = Progress(load.tables, "tables set")
    slots = asyncio.Semaphore(SETUPS_AT_ONCE)

    async def set_up_one() -> None:
        async with slots:
            if not is_wanted():
                raise LoadError("interrupted before all tables were set")
            table = LoadTable(schedule)
            await table.open(requests, address, load.rules, load.seats)
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
