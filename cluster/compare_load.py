"""One server with a file, one worker and several workers on PostgreSQL behind a proxy, under the same load.

Each is put under load twice, with new tables: at a rate that all of them can serve, for how long moves take; and at one
that none can, for how many they make. All of them, PostgreSQL, the proxy and the load generator share this machine.

python -m cluster.compare_load --tables 200 --moves-per-second 200 --most 3000 --seconds 10
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import msgspec
from msgspec import Struct

from cambio.load.report import Report
from cambio.load.run import Load, measure
from cambio.load.sockets import LoadError
from cambio.load.usage import Watched

from .local_cluster import running_cluster
from .local_postgres import PostgresMissing
from .meters import cluster_meters, generator_meter
from .processes import NotStarted, find_ports
from .worker import WITHOUT_LIMITS

#: What is measured: a server with a file of its own has no workers.
ARRANGEMENTS = {"one server, SQLite": 0, "1 worker, PostgreSQL": 1, "2 workers, PostgreSQL": 2}


COLUMNS = (
    *("tables", "sockets", "moves a second", "p50, ms", "p99, ms", "most moves a second"),
    *("CPU a move, ms (at the most): server", "PostgreSQL", "proxy", "generator", "memory a table, KiB"),
)


class Compared(Struct, frozen=True):
    """One arrangement: at a rate that it serves, and at its most."""

    name: str
    workers: int
    steady: Report
    most: Report


@contextmanager
def _watched(workers: int) -> Iterator[tuple[str | None, Watched]]:
    """Where the server is, if it is not one that the load generator starts; and what is watched."""
    if not workers:
        yield None, Watched(meters=generator_meter())
        return
    with running_cluster(workers, find_ports(workers + 1), settings=WITHOUT_LIMITS) as cluster:
        pids = tuple(worker.pid for worker in cluster.workers if worker.pid is not None)
        yield f"http://127.0.0.1:{cluster.proxy.port}", Watched(pids, cluster_meters(cluster))


def compare(load: Load, most: float, tell: Callable[[str], None] = lambda _name: None) -> list[Compared]:
    """All arrangements, one after another; each run has a server of its own."""
    found = []
    for name, workers in ARRANGEMENTS.items():
        reports = []
        for rate in (load.moves_per_second, most):
            tell(f"{name}: {rate:g} moves a second are asked for")
            with _watched(workers) as (url, watched):
                reports.append(measure(replace(load, moves_per_second=rate, url=url), watched))
        found.append(Compared(name, workers, *reports))
    return found


def table(compared: list[Compared]) -> str:
    """For people, and for docs/SCALE.md."""
    rows = [
        f"| | {' | '.join(COLUMNS)} |",
        f"|---|{'---|' * len(COLUMNS)}",
        *map(_row, compared),
        "",
        *(_tell_writes(each) for each in compared if each.workers),
        *_tell_machine(compared),
    ]
    return "\n".join(rows)


def _row(each: Compared) -> str:
    steady, most = each.steady, each.most
    cells = [
        each.name,
        f"{steady.tables:,}",
        f"{steady.sockets:,}",
        f"{steady.moves_per_second:,.0f}",
        *(f"{value:.1f}" if value is not None else "-" for value in (steady.at_once.p50, steady.at_once.p99)),
        f"{most.moves_per_second:,.0f}",
        _both(steady.cpu_per_move, most.cpu_per_move),
        *(_both(*(_milliseconds(run, name) for run in (steady, most))) for name in ("postgres", "proxy", "generator")),
        "-" if steady.memory.per_table is None else f"{steady.memory.per_table:,.0f}",
    ]
    return f"| {' | '.join(cells)} |"


def _milliseconds(report: Report, name: str) -> float | None:
    return 1000 * report.per_move[name] if name in report.per_move else None


def _both(steady: float | None, most: float | None) -> str:
    """At the rate that was served, and at the most."""
    return "-" if steady is None or most is None else f"{steady:.2f} / {most:.2f}"


def _tell_writes(each: Compared) -> str:
    costs, most = each.steady.per_move, each.most.per_move
    return (
        f"{each.name}: a move is {costs['entries']:.2f} entries of a log, {costs['wal']:,.0f} bytes of WAL, "
        f"{costs['size']:,.0f} bytes of the database and {costs['commits']:.2f} transactions; "
        f"{most['commits']:.2f} at its most"
    )


def _tell_machine(compared: list[Compared]) -> list[str]:
    machine = compared[0].steady.machine
    loads = [f"{each.steady.machine.load_before[0]:.1f}" for each in compared if each.steady.machine.load_before]
    problems = {
        f"{each.name}: {error}"
        for each in compared
        # Of what is too much, moves are under way when the time is over.
        for error in (*each.steady.errors, *each.most.errors, *(["moves not heard of"] if each.steady.unheard else []))
    }
    return [
        f"{machine.cores} cores, {machine.python}, {machine.engine} engine; load average before: {', '.join(loads)}",
        f"problems: {', '.join(sorted(problems)) or 'none'}",
    ]


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m cluster.compare_load",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--tables", type=int, default=200, metavar="N", help="of four people (default: 200)")
    parser.add_argument(
        "--moves-per-second", type=float, default=200, metavar="N", help="that all serve (default: 200)"
    )
    parser.add_argument("--most", type=float, default=3000, metavar="N", help="that none does (default: 3000)")
    parser.add_argument("--seconds", type=float, default=10, metavar="N", help="of each run (default: 10)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    load = Load(tables=options.tables, moves_per_second=options.moves_per_second, seconds=options.seconds)
    try:
        compared = compare(load, options.most, lambda name: print(name, file=sys.stderr, flush=True))
    except (LoadError, NotStarted, PostgresMissing) as error:
        print(f"cambio: {error}", file=sys.stderr)
        return 1
    print(msgspec.json.encode(compared).decode() if options.json else table(compared))
    return 0 if all(each.steady.is_sound for each in compared) else 1


if __name__ == "__main__":
    sys.exit(main())
