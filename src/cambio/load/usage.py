"""What the processes of a server use, and what else a move costs beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from .server_process import cpu_seconds, resident, waited_seconds


@dataclass(frozen=True)
class Watched:
    """The processes that serve, one or several; and meters, each of a number that only grows."""

    pids: tuple[int, ...] = ()
    meters: Mapping[str, Callable[[], float]] = field(default_factory=dict)


@dataclass(frozen=True)
class Usage:
    """What they have used so far, all together, where the kernel tells."""

    cpu: float | None
    waited: float | None
    memory: float | None
    peak: float | None
    metered: Mapping[str, float]

    @classmethod
    def of(cls, watched: Watched) -> Usage:
        pids = watched.pids
        return cls(
            cpu=_total(cpu_seconds, pids),
            waited=_total(waited_seconds, pids),
            memory=_total(resident, pids),
            peak=_total(partial(resident, peak=True), pids),
            metered={name: read() for name, read in watched.meters.items()},
        )


def _total(read: Callable[[int], float | None], pids: tuple[int, ...]) -> float | None:
    values = [read(pid) for pid in pids]
    known = [value for value in values if value is not None]
    return sum(known) if known and len(known) == len(values) else None
