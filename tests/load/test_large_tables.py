"""The measurement of large tables plays at both kinds of tables, and tells what it found."""

from __future__ import annotations

import pytest

from cambio.load.run import Load
from tests.load import large_tables
from tests.load.large_tables import measure


def test_large_tables_are_measured_beside_ordinary_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large_tables, "CARDS", 120)
    figures = measure(Load(tables=2, seats=2, moves_per_second=30, seconds=4, seed=1), large=1)
    assert figures.cards >= 120
    assert figures.without.moves > 0 and figures.beside.moves > 0
    assert f"p99 moved by {100 * figures.change:+.0f} %" in figures.text()
