"""What measures a cluster plays on it, loses nothing, and tells what it found."""

from __future__ import annotations

import asyncio

import pytest

from cambio.load.run import Load
from cluster.append_rate import measure
from cluster.compare_load import ARRANGEMENTS, COLUMNS, compare, table
from cluster.proxy import PROXIES, find_program
from tests.server.postgres_databases import shared_postgres


def test_the_cost_of_an_append_is_measured_at_postgresql_itself() -> None:
    rate = asyncio.run(measure(shared_postgres(), tables=8, workers=2, seconds=1))
    assert rate.appends_per_second > 10
    # The entry itself is in the log that is written ahead, and appends of several tables share a transaction.
    assert rate.wal > 120 and 0 < rate.commits < 1.5


@pytest.mark.skipif(not any(map(find_program, PROXIES)), reason="no proxy is installed here")
def test_one_server_one_worker_and_two_are_compared_under_the_same_load() -> None:
    compared = compare(Load(tables=4, seats=2, moves_per_second=30, seconds=2, seed=3), most=60)
    assert [each.name for each in compared] == list(ARRANGEMENTS)
    for each in compared:
        assert each.steady.errors == {} and each.steady.moves > 20 and each.steady.sockets == 8
        assert each.most.moves_asked == 60
    lines = table(compared).splitlines()
    assert [line.count("|") for line in lines[:5]] == [len(COLUMNS) + 2] * 5
    assert "problems: none" in lines
    assert sum("bytes of WAL" in line for line in lines) == 2
