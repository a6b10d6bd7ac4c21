"""The injector: one fault after another, of every kind, at moments that a seed decides."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from .workers import Cluster, FaultyWorker, restart_postgres

#: Seconds that a worker is frozen: so long that others may take its tables, and so short that nobody should.
FROZEN, PAUSED = (2.2, 3.2), (0.05, 0.8)
#: Seconds in which PostgreSQL is away, refuses connections, or is not reached.
AWAY, REFUSING, STALLED = (0.0, 0.5), (0.2, 1.5), (0.2, 3.5)
#: Seconds until somebody must have written something.
WRITING = 10.0


@dataclass(frozen=True)
class Fault:
    """What happened to whom, and when it began; without a port it is everybody's."""

    kind: str
    began: float
    port: int | None


class Injector:
    """Injects faults into a cluster."""

    def __init__(
        self, cluster: Cluster, rng: random.Random, busy_ports: Callable[[], set[int]], kinds: Sequence[str] = ()
    ) -> None:
        self._cluster = cluster
        #: Where somebody plays.
        self._busy_ports = busy_ports
        self._rng = rng
        self._kinds = list(kinds or KINDS)
        self._bag: list[str] = []
        #: What is still being put right.
        self._mending: set[asyncio.Task[None]] = set()

    async def inject(self) -> Fault:
        """The next fault; each kind comes once before any comes again."""
        if not self._bag:
            self._bag = list(self._kinds)
            self._rng.shuffle(self._bag)
        return await KINDS[self._bag.pop()](self)

    async def mend(self) -> None:
        """Wait until everything is as it should be."""
        while self._mending:
            await asyncio.gather(*self._mending)

    def _later(self, work: Awaitable[None], seconds: float = 0.0) -> None:
        """Mend something after a while, while play goes on elsewhere."""

        async def mend() -> None:
            await asyncio.sleep(seconds)
            await work

        task = asyncio.create_task(mend())
        self._mending.add(task)
        task.add_done_callback(self._mending.discard)

    def _choose(self) -> FaultyWorker:
        """A worker that is there, and where somebody plays if there is such a one."""
        ports = self._busy_ports()
        up = [worker for worker in self._cluster.workers if worker.is_up]
        return self._rng.choice([worker for worker in up if worker.server.port in ports] or up)

    def _span(self, bounds: tuple[float, float]) -> float:
        return self._rng.uniform(*bounds)

    # Workers

    async def _kill(self) -> Fault:
        worker = self._choose()
        began = time.monotonic()
        await worker.kill()
        self._later(worker.start())
        return Fault("kill", began, worker.server.port)

    async def _freeze(self) -> Fault:
        return self._freeze_for("freeze", self._span(FROZEN))

    async def _pause(self) -> Fault:
        return self._freeze_for("pause", self._span(PAUSED))

    def _freeze_for(self, kind: str, seconds: float) -> Fault:
        worker = self._choose()
        worker.freeze()
        began = time.monotonic()
        self._later(_thaw(worker), seconds)
        return Fault(kind, began, worker.server.port)

    # PostgreSQL

    async def _restart(self) -> Fault:
        began = time.monotonic()
        await restart_postgres(self._cluster.postgres, is_crash=False, pause=self._span(AWAY))
        return Fault("restart of PostgreSQL", began, None)

    async def _crash(self) -> Fault:
        began = time.monotonic()
        await restart_postgres(self._cluster.postgres, is_crash=True, pause=self._span(AWAY))
        return Fault("crash of PostgreSQL", began, None)

    # What lies between

    async def _refuse(self) -> Fault:
        worker = self._choose()
        began = time.monotonic()
        await worker.relay.refuse()
        self._later(worker.relay.accept(), self._span(REFUSING))
        return Fault("refused connections", began, worker.server.port)

    async def _cut(self) -> Fault:
        worker = self._choose()
        began = time.monotonic()
        worker.relay.cut()
        return Fault("cut connections", began, worker.server.port)

    async def _stall(self) -> Fault:
        worker = self._choose()
        began = time.monotonic()
        worker.relay.stall()
        self._later(_flow(worker, is_cut=self._rng.random() < 0.5), self._span(STALLED))
        return Fault("stalled connections", began, worker.server.port)

    async def _strand(self) -> Fault:
        worker = self._choose()
        began = time.monotonic()
        worker.relay.strand()
        return Fault("stranded connections", began, worker.server.port)

    async def _lose_statement(self) -> Fault:
        return await self._lose("statement lost")

    async def _lose_answer(self) -> Fault:
        return await self._lose("answer lost")

    async def _lose(self, kind: str) -> Fault:
        worker = self._choose()
        is_lost = await worker.relay.lose_commit("answer" if kind == "answer lost" else "statement", WRITING)
        assert is_lost, f"nothing was written for {WRITING:.0f} seconds"
        return Fault(kind, time.monotonic(), worker.server.port)


#: All kinds of faults.
KINDS: dict[str, Callable[[Injector], Awaitable[Fault]]] = {
    "kill": Injector._kill,
    "freeze": Injector._freeze,
    "pause": Injector._pause,
    "restart of PostgreSQL": Injector._restart,
    "crash of PostgreSQL": Injector._crash,
    "refused connections": Injector._refuse,
    "cut connections": Injector._cut,
    "stalled connections": Injector._stall,
    "stranded connections": Injector._strand,
    "statement lost": Injector._lose_statement,
    "answer lost": Injector._lose_answer,
}


async def _thaw(worker: FaultyWorker) -> None:
    worker.thaw()


async def _flow(worker: FaultyWorker, *, is_cut: bool) -> None:
    """Data flows again: with what was held up, or on new connections alone."""
    if is_cut:
        worker.relay.cut()
    worker.relay.flow()
