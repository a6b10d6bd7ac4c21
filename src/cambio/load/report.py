"""The report of a run: its figures, the machine that they come from, and both as a table."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from importlib.util import find_spec

from msgspec import Struct

from ..core import is_compiled
from .storm import StormReport


class Percentiles(Struct, frozen=True):
    """How long moves took, in milliseconds: half of them at most p50, and 99 of a hundred at most p99."""

    moves: int
    p50: float | None
    p99: float | None
    max: float | None

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Percentiles:
        """From seconds, in any order.

        >>> Percentiles.of([0.004, 0.002, 0.003])
        Percentiles(moves=3, p50=3.0, p99=4.0, max=4.0)
        """
        if not seconds:
            return cls(0, None, None, None)
        ranked = sorted(seconds)

        def quantile(part: float) -> float:
            return round(ranked[min(len(ranked) - 1, int(part * len(ranked)))] * 1000, 2)

        return cls(len(ranked), quantile(0.5), quantile(0.99), quantile(1.0))


class Machine(Struct, frozen=True):
    """What the figures depend on beside the server."""

    cores: int
    load_before: tuple[float, ...]
    load_after: tuple[float, ...]
    system: str
    python: str
    uvloop: bool
    engine: str

    @classmethod
    def describe(cls, load_before: tuple[float, ...]) -> Machine:
        return cls(
            cores=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
            load_before=load_before,
            load_after=load_average(),
            system=f"{platform.system()} {platform.release()} {platform.machine()}",
            python=f"{platform.python_implementation()} {platform.python_version()}",
            uvloop=find_spec("uvloop") is not None,
            engine="compiled" if is_compiled() else "interpreted",
        )


class Memory(Struct, frozen=True):
    """The server's resident memory in MiB; that of a table with its sockets in KiB."""

    before: float | None
    opened: float | None
    after: float | None
    peak: float | None
    per_table: float | None


class Report(Struct, frozen=True):
    """Everything that `cambio load` has measured."""

    tables: int
    seats: int
    rules: str
    sockets: int
    seconds: float
    moves_asked: float
    moves_per_second: float
    moves: int
    rounds: int
    all: Percentiles
    at_once: Percentiles
    held: Percentiles
    #: How late the generator was in sending, which is part of the figures above.
    lag: Percentiles
    by_second: list[Percentiles]
    cpu_per_move: float | None
    cpu_share: float | None
    #: How long the server's threads waited for a core that another program had, in per cent of the run.
    cpu_waited: float | None
    memory: Memory
    machine: Machine
    #: What else was metered beside the server's processes, by its name.
    per_move: dict[str, float] = {}
    flooding: int = 0
    floods_ended: int = 0
    refused_requests: int = 0
    quiet: Percentiles | None = None
    flooded: Percentiles | None = None
    storm: StormReport | None = None
    idle: int = 0
    unsent: int = 0
    unheard: int = 0
    refusals: dict[str, int] = {}
    errors: dict[str, int] = {}

    @property
    def is_sound(self) -> bool:
        return not (self.errors or self.unheard)

    def _flood_name(self) -> str:
        return f"while {self.flooding} flooded" if self.flooding else "while requests were refused"

    def _flood_end(self) -> str:
        if self.flooding:
            return f"flooding sockets closed: {self.floods_ended:,}"
        return f"requests refused: {self.refused_requests:,}"

    def _storm_rows(self) -> list[tuple[str, str]]:
        storm = self.storm
        if storm is None:
            return []
        return [
            (
                "all sockets closed at once",
                f"{storm.sockets:,} welcomed again within {storm.all_welcomed:.1f} s, half within "
                f"{storm.half_welcomed:.1f} s",
            ),
            ("", f"a move at every table ({storm.moves:,}) within {storm.all_playing:.1f} s"),
            ("", f"{_with_unit(storm.cpu, 's of server CPU', 1)}"),
        ]

    def text(self) -> str:
        """For people."""
        rows = [
            ("tables", f"{self.tables:,} of {self.seats} seats, by {self.rules}"),
            ("sockets", f"{self.sockets:,} held"),
            (
                "moves",
                f"{self.moves_per_second:,.0f} a second of {self.moves_asked:,.0f} asked for {self.seconds:.0f} s",
            ),
            ("", f"{self.moves:,} moves in all, {self.rounds:,} rounds ended"),
            ("", ""),
            ("from when it was due until the last seat heard it", f"{'p50':>9}{'p99':>9}{'max':>9}  ms"),
            ("all moves", _percentile_cells(self.all)),
            (f"told at once ({self.at_once.moves:,})", _percentile_cells(self.at_once)),
            (f"held for a snap verdict ({self.held.moves:,})", _percentile_cells(self.held)),
            ("of it, the generator's own lateness", _percentile_cells(self.lag)),
        ]
        if self.quiet is not None and self.flooded is not None:
            rows += [
                (f"without the flood ({self.quiet.moves:,})", _percentile_cells(self.quiet)),
                (f"{self._flood_name()} ({self.flooded.moves:,})", _percentile_cells(self.flooded)),
                ("", f"p99 moved by {_change(self.quiet, self.flooded)}; {self._flood_end()}"),
            ]
        rows += [
            ("", ""),
            (
                "server CPU",
                f"{_with_unit(self.cpu_per_move, 'ms a move', 2)}, {_with_unit(self.cpu_share, '% of a core', 0)}",
            ),
            ("", f"{_with_unit(self.cpu_waited, '% waited for a core', 0)}"),
            (
                "server memory",
                f"{_with_unit(self.memory.after, 'MiB', 0)} (peak {_with_unit(self.memory.peak, 'MiB', 0)}; "
                f"{_with_unit(self.memory.before, 'MiB', 0)} before the tables)",
            ),
            ("", f"{_with_unit(self.memory.per_table, 'KiB a table with its sockets', 0)}"),
            *self._storm_rows(),
            ("not carried out", _list_counts(self.refusals)),
            ("errors", _list_counts(self.errors)),
        ]
        missing = {"due while nobody had to decide": self.idle, "not sent": self.unsent, "never heard": self.unheard}
        if any(missing.values()):
            rows.append(("moves missing", _list_counts({name: count for name, count in missing.items() if count})))
        machine = self.machine
        rows += [
            ("", ""),
            ("machine", f"{machine.cores} cores, {machine.system}"),
            ("", f"load average {_list_loads(machine.load_before)} before, {_list_loads(machine.load_after)} after"),
            ("", f"{machine.python}, {'uvloop' if machine.uvloop else 'no uvloop'}, {machine.engine} engine"),
        ]
        width = max(len(name) for name, _ in rows)
        return "\n".join(f"{name:{width}}  {value}".rstrip() for name, value in rows)


def load_average() -> tuple[float, ...]:
    return tuple(round(load, 2) for load in os.getloadavg()) if hasattr(os, "getloadavg") else ()


def _percentile_cells(waits: Percentiles) -> str:
    return "".join(f"{'-' if each is None else format(each, '.1f'):>9}" for each in (waits.p50, waits.p99, waits.max))


def _change(quiet: Percentiles, flooded: Percentiles) -> str:
    if not quiet.p99 or flooded.p99 is None:
        return "-"
    return f"{100 * (flooded.p99 / quiet.p99 - 1):+.0f} %"


def _with_unit(value: float | None, unit: str, digits: int) -> str:
    return f"unknown {unit}" if value is None else f"{value:,.{digits}f} {unit}"


def _list_counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in sorted(counts.items())) or "none"


def _list_loads(loads: tuple[float, ...]) -> str:
    return " ".join(f"{load:.2f}" for load in loads) or "unknown"
