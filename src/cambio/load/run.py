"""The load generator: fills a server on this machine with tables, plays at a given rate, and tells how it held up."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import ipaddress
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from ..lab.progress import Interruption, Progress
from .report import Machine, Memory, Report, Wait, load_average
from .server_process import OwnServer, cpu_seconds, listening_on, resident, waited_seconds
from .sockets import Address, LoadError, Requests
from .virtual_players import Flood, Party, Play

#: However it is called, it asks for no more than this.
MOST_TABLES, MOST_MOVES, MOST_SECONDS, MOST_FLOODING = 2500, 5000, 600, 64
#: Tables that are being set at the same time.
AT_ONCE = 12
#: Seconds for the event loop to let go of sockets that were closed, before it is closed itself.
LETTING_GO = 0.2
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
    url: str | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        _check("tables", self.tables, 1, MOST_TABLES)
        _check("seats", self.seats, 2, 8)
        _check("moves-per-second", self.moves_per_second, 0.1, MOST_MOVES)
        _check("seconds", self.seconds, 1, MOST_SECONDS)
        _check("flood", self.flood, 0, MOST_FLOODING)

    @property
    def sockets(self) -> int:
        return self.tables * self.seats


def _check(name: str, value: float, least: float, most: float) -> None:
    if not least <= value <= most:
        raise LoadError(f"--{name}: expected {least:g} to {most:g}, but found {value:g}")


def loopback(url: str) -> Address:
    """The address of a server on this machine; nobody else is put under load.

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


def put_on(load: Load) -> Report:
    """Do it, on a server of our own unless another one is named."""
    address = loopback(load.url) if load.url is not None else None
    _allow_files(load.sockets + load.flood + SPARE_FILES)
    with contextlib.ExitStack() as stack:
        if address is None:
            server = stack.enter_context(OwnServer(load.sockets + load.flood))
            address = Address("127.0.0.1", server.port)
        pid = listening_on(address.port)
        heard = stack.enter_context(Interruption())
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            try:
                return runner.run(_run(load, address, pid, lambda: not heard.is_heard))
            except (OSError, EOFError, TimeoutError) as error:
                raise LoadError(f"the server at {address.name} could not be reached: {error!r}") from error


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The generator must be quicker than what it measures."""
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


async def _run(load: Load, address: Address, pid: int | None, is_wanted: Callable[[], bool]) -> Report:
    load_before = load_average()
    play = Play(load.seed)
    requests = Requests(address)
    before = resident(pid)
    try:
        await _open(load, play, requests, address, is_wanted)
        opened = resident(pid)
        flood = Flood(play, requests, address) if load.flood else None
        if flood is not None:
            await flood.gather(load.flood)
        # What has been made so far stays: looking through it for garbage would only disturb the measurement.
        gc.collect()
        gc.freeze()
        cpu, waited = cpu_seconds(pid), waited_seconds(pid)
        await _play(load, play, flood, is_wanted)
        used, waited_more = cpu_seconds(pid), waited_seconds(pid)
        memory = Memory(
            _rounded(before),
            _rounded(opened),
            _rounded(resident(pid)),
            _rounded(resident(pid, peak=True)),
            None if before is None or opened is None else round((opened - before) * 1024 / len(play.parties), 1),
        )
        sockets = sum(not socket.is_closed for party in play.parties for socket in party.sockets)
    finally:
        play.is_over = True
        for party in play.parties:
            party.close()
        await requests.close()
        await asyncio.sleep(LETTING_GO)
    findings = play.findings
    spent = None if cpu is None or used is None else used - cpu
    starved = None if waited is None or waited_more is None else waited_more - waited
    return Report(
        tables=len(play.parties),
        seats=load.seats,
        rules=load.rules,
        sockets=sockets,
        seconds=round(findings.seconds, 2),
        moves_asked=load.moves_per_second,
        moves_per_second=round(findings.in_time / findings.seconds, 1),
        moves=findings.moves,
        rounds=findings.rounds,
        all=Wait.of([*findings.at_once, *findings.held]),
        at_once=Wait.of(findings.at_once),
        held=Wait.of(findings.held),
        lag=Wait.of(findings.lag),
        by_second=[Wait.of(findings.by_second[second]) for second in sorted(findings.by_second)],
        cpu_per_move=None if spent is None or not findings.moves else round(1000 * spent / findings.moves, 3),
        cpu_share=None if spent is None else round(100 * spent / findings.seconds, 1),
        cpu_waited=None if starved is None else round(100 * starved / findings.seconds, 1),
        memory=memory,
        machine=Machine.seen(load_before),
        flooding=load.flood,
        floods_ended=findings.floods_ended,
        quiet=Wait.of(findings.quiet) if load.flood else None,
        flooded=Wait.of(findings.flooded) if load.flood else None,
        idle=findings.idle,
        unsent=findings.unsent,
        unheard=findings.unheard,
        refusals=dict(findings.refusals),
        errors=dict(findings.errors),
    )


async def _open(load: Load, play: Play, requests: Requests, address: Address, is_wanted: Callable[[], bool]) -> None:
    progress = Progress(load.tables, "tables set")
    room = asyncio.Semaphore(AT_ONCE)

    async def one() -> None:
        async with room:
            if not is_wanted():
                raise LoadError("interrupted before all tables were set")
            party = Party(play)
            await party.open(requests, address, load.rules, load.seats)
            play.parties.append(party)
            progress.step(1)

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(load.tables):
                group.create_task(one())
    except ExceptionGroup as errors:
        # One table's trouble ends all of them, and one sentence tells it.
        raise errors.exceptions[0] from None
    finally:
        progress.end()


async def _play(load: Load, play: Play, flood: Flood | None, is_wanted: Callable[[], bool]) -> None:
    progress = Progress(round(load.moves_per_second * load.seconds), "moves")

    def step(moves: int) -> bool:
        progress.step(moves)
        return is_wanted()

    try:
        await play.run(load.moves_per_second, load.seconds, flood, step)
    finally:
        progress.end()
        if flood is not None:
            await flood.close()


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)
