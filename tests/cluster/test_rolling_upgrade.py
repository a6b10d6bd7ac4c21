"""Workers are restarted one after another while people play: nobody sees an error, and no move is lost."""

from __future__ import annotations

import asyncio

import pytest

from cluster.local_cluster import running_cluster
from cluster.processes import find_ports
from cluster.proxy import PROXIES, find_program
from tests.server.server_process import FAST_SETTINGS

from .rolling_upgrade import upgrade

#: Seconds in which a move follows on the last one, although its worker has ended; a busy machine needs most of them.
LONGEST_PAUSE = 10.0


@pytest.mark.parametrize("proxy", PROXIES)
def test_a_rolling_upgrade_is_seen_by_nobody_and_loses_no_move(proxy: str) -> None:
    if find_program(proxy) is None:
        pytest.skip(f"{proxy} is not installed here")
    with running_cluster(2, find_ports(3), proxy=proxy, settings=FAST_SETTINGS, is_durable=False) as cluster:
        counts = asyncio.run(upgrade(cluster, tables=12))
    assert counts.errors == {}
    assert counts.restarts == 2 and counts.reconnects >= 4
    assert counts.acknowledged > 50
    assert counts.pause < LONGEST_PAUSE
