"""What the measurement of bots finds: windows that stay open, and snaps that people can beat."""

from __future__ import annotations

import statistics

import pytest

from cambio.bots.live_pace import FASTEST_BOT
from cambio.bots.styles import STYLES
from tests.load.bot_pace import measure


@pytest.mark.parametrize("level", ["casual", "expert"])
def test_bots_leave_windows_open_and_react_as_people_of_their_level(level: str) -> None:
    measured, pace = measure(level, snaps=30), STYLES[level].pace
    # A window is open for as long as the level says once the card has landed, and a fifth longer; then somebody thinks.
    assert min(measured.gaps) >= 1000 * pace.window
    assert statistics.median(measured.gaps) < 1000 * (1.5 * pace.window)
    assert min(measured.snaps) >= 1000 * FASTEST_BOT
    assert statistics.median(measured.snaps) == pytest.approx(1000 * pace.reaction, rel=0.25)
    assert measured.waits
