"""The recorded rounds play as they did."""

from __future__ import annotations

import pytest

from cambio import PRESETS
from tests.playthroughs.write import HERE, told


@pytest.mark.parametrize("preset", PRESETS)
def test_a_recorded_round_plays_as_it_did(preset: str) -> None:
    recorded = HERE / f"{preset}.cambio"
    golden = recorded.with_suffix(".txt").read_text(encoding="utf-8")
    assert told(recorded.read_text(encoding="utf-8")) == golden, "run make docs and review the difference as behaviour"
