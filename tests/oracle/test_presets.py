"""The oracle's tables say what the presets say."""

from __future__ import annotations

import pytest

from cambio import PRESETS
from tests.oracle.presets import PRESETS as TABLES

#: What things are called at a table says nothing about how a round is played, so that the tables leave it out.
WORDS = {"snap.word", "call.word"}


def test_every_preset_has_a_table() -> None:
    assert list(TABLES) == list(PRESETS)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_table_says_option_by_option_what_its_preset_says(preset: str) -> None:
    said = {name: value for name, value in PRESETS[preset].flat().items() if name not in WORDS}
    table = dict(TABLES[preset])
    if table["snap.who"] == "off":
        # The preset says that nothing is paid where nobody snaps; the table, what it costs once somebody may.
        assert said.pop("snap.penalty") == 0
        assert table.pop("snap.penalty") == PRESETS[preset].but({"snap.who": "any"})["snap.penalty"]
    assert table == said
