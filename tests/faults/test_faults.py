"""Whatever happens to workers and to PostgreSQL, nothing that was acknowledged is lost or done twice, and play goes on;
on demand, a thousand times.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cambio.core import is_compiled
from cluster.local_postgres import running_postgres

from .injector import KINDS
from .runs import FaultCounts, run_faults


@pytest.mark.skipif(not is_compiled(), reason="the engine has no say in what workers do")
def test_after_every_fault_play_goes_on_and_nothing_acknowledged_is_lost_or_done_twice(tmp_path: Path) -> None:
    faults = 2 * len(KINDS)
    with running_postgres() as postgres:
        counts = asyncio.run(run_faults(postgres, tmp_path, faults=faults, workers=2, seed=5))
    check_counts(counts, faults)


def check_counts(counts: FaultCounts, faults: int) -> None:
    assert counts.faults == dict.fromkeys(KINDS, 2)
    # Enough was at stake, and tables were claimed again and again.
    assert counts.acknowledged > 10 * faults
    assert counts.epochs > faults
    assert counts.reconnects > faults
    # Those who were at a table when nothing could be written were told so.
    assert counts.byes["store"] > 0
