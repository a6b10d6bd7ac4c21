"""A server that is killed in the middle of play or of a deal has lost nothing that it acknowledged, and deals what it
announced; on demand, a thousand times.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cambio.core import is_compiled

from .kills import MOMENTS, KillCounts, kill_repeatedly
from .postgres_databases import new_database

#: An interpreted game is played as well, but not for as long.
KILLS = 24 if is_compiled() else 5


def test_after_every_kill_play_goes_on_and_nothing_acknowledged_is_lost_or_done_twice(tmp_path: Path) -> None:
    counts = asyncio.run(kill_repeatedly(tmp_path, kills=KILLS))
    check_counts(counts, KILLS)
    assert set(counts.moments) == set(MOMENTS)
    assert counts.receipts > counts.rounds > 0
    assert counts.seeds > counts.lost_seeds


@pytest.mark.skipif(not is_compiled(), reason="the engine has no say in where moves are kept")
def test_on_postgresql_nothing_is_lost_either(tmp_path: Path) -> None:
    kills = KILLS // 3
    database = new_database()
    check_counts(asyncio.run(kill_repeatedly(tmp_path, kills=kills, seed=7, database=database)), kills)


def check_counts(counts: KillCounts, kills: int) -> None:
    assert counts.kills == kills
    # Enough was at stake.
    assert counts.acknowledged > 4 * kills
    assert counts.refused > 0
    assert counts.reconnects > kills
