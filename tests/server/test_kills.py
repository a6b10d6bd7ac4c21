"""A server that is killed in the middle of play or of a deal has lost nothing that it acknowledged, and deals what it
announced; on demand, a thousand times.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from cambio.core import is_compiled

from .kills import MOMENTS, kill_repeatedly

#: An interpreted game is played as well, but not for as long.
KILLS = 36 if is_compiled() else 5


def test_after_every_kill_play_goes_on_and_nothing_acknowledged_is_lost_or_done_twice(tmp_path: Path) -> None:
    counts = asyncio.run(kill_repeatedly(tmp_path, kills=KILLS))
    assert counts.kills == KILLS
    # Enough was at stake.
    assert counts.acknowledged > 4 * KILLS
    assert counts.refused > 0
    assert counts.reconnects > KILLS
    assert set(counts.moments) == set(MOMENTS)
    assert counts.receipts > counts.rounds > 0
    assert counts.seeds > counts.lost_seeds
