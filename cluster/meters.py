"""Meters of a cluster: what a move costs PostgreSQL and the proxy. Each is a number that only grows."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import asyncpg

from cambio.load.server_process import cpu_seconds

from .local_cluster import LocalCluster
from .local_postgres import LocalPostgres

PROC = Path("/proc")
#: Bytes of the log that PostgreSQL writes ahead, rows of tables' own logs, bytes of all tables and indices.
WAL = "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')"
ENTRIES = "SELECT count(*) FROM event"
SIZE = "SELECT pg_database_size(current_database())"
#: Each append of a worker, which may have the moves of many tables, is a transaction.
COMMITS = "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"


def generator_meter() -> dict[str, Callable[[], float]]:
    """CPU seconds of this very process, which is the load generator."""
    return {"generator": time.process_time}


def postgres_meters(postgres: LocalPostgres) -> dict[str, Callable[[], float]]:
    """CPU seconds, and what PostgreSQL tells about itself."""
    url = postgres.url()
    return {
        "postgres": lambda: _cpu_of_family(postgres.pid),
        "wal": partial(_ask, url, WAL),
        "entries": partial(_ask, url, ENTRIES),
        "commits": partial(_ask, url, COMMITS),
        "size": partial(_ask, url, SIZE),
    }


def cluster_meters(cluster: LocalCluster) -> dict[str, Callable[[], float]]:
    """Everything but the workers themselves."""
    return {
        **generator_meter(),
        **postgres_meters(cluster.postgres),
        "proxy": lambda: _cpu_of_family(cluster.proxy.pid),
    }


def _cpu_of_family(pid: int | None) -> float:
    """Of a process, of its children, and of those that have ended."""
    if pid is None or not PROC.is_dir():
        return 0.0
    ended = sum(map(int, _stat(pid)[13:15])) / os.sysconf("SC_CLK_TCK")
    return ended + sum(cpu_seconds(each) or 0.0 for each in (pid, *_children(pid)))


def _children(pid: int) -> Iterable[int]:
    for entry in PROC.glob("[0-9]*"):
        try:
            if int(_stat(int(entry.name))[1]) == pid:
                yield int(entry.name)
        except OSError:
            continue


def _stat(pid: int) -> list[str]:
    """The fields of a process after its name: its state, its parent, and so on."""
    return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()


def _ask(url: str, question: str) -> float:
    """In a thread with an event loop of its own, since whoever asks has one that is running."""

    async def fetch() -> float:
        db = await asyncpg.connect(url)
        try:
            return float(await db.fetchval(question))
        finally:
            await db.close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, fetch()).result()
