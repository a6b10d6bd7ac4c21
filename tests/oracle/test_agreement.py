"""The core plays as the oracle does, compiled and by its source, over 20,000 random rounds under random rules."""

from __future__ import annotations

import pytest

from tests.oracle.agreement import compare_rounds

ROUNDS = 20_000
CHUNK = 500


@pytest.mark.parametrize("first", range(0, ROUNDS, CHUNK))
def test_the_core_agrees_with_the_oracle(first: int) -> None:
    compare_rounds(first, CHUNK)
