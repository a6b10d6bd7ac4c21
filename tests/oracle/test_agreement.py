"""The core plays as the oracle does, compiled and by its source, over 4,000 random rounds; `make soak` plays a million.

Most are under random rules, other ones each day, and some of each preset as it is: there the oracle goes by its own
table of the preset.
"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from cambio import PRESETS
from tests.oracle.agreement import compare_rounds

ROUNDS = 2_000
CHUNK = 500
#: Each day goes on where the day before ended; a disagreement tells its seed, and `--first` plays it again on any day.
FIRST = datetime.now(UTC).toordinal() % 10_000 * ROUNDS
#: So many of each preset, by two and by three players in turn.
ROUNDS_OF_PRESET = 200


@pytest.mark.parametrize("first", range(0, ROUNDS, CHUNK))
def test_the_core_agrees_with_the_oracle(first: int) -> None:
    compare_rounds(FIRST + first, CHUNK)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_core_agrees_with_the_oracle_on_a_preset_as_it_is(preset: str) -> None:
    compare_rounds(0, ROUNDS_OF_PRESET, preset)
