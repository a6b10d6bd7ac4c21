"""One source, two builds, the same games; and a table that is copied is copied whole."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cambio.core import is_compiled
from cambio.core.engine.rng import Rng
from cambio.core.engine.table_snapshot import restore_table, take_snapshot
from cambio.rules import Rules
from tests.properties.digest import digests
from tests.properties.table_contents import finish_round, numbers, random_tables, rows

HOUSE = Path(__file__).parents[2]


def test_interpreted_and_compiled_cores_play_the_same_games() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "CAMBIO_ENGINE"}
    if is_compiled():
        environment["CAMBIO_ENGINE"] = "interpreted"
    command = [sys.executable, "-m", "tests.properties.digest"]
    told = subprocess.run(command, cwd=HOUSE, env=environment, capture_output=True, text=True, check=True).stdout
    other = json.loads(told)
    if other["is compiled"] == is_compiled():
        pytest.skip("the core is not compiled here")
    assert other["digests"] == digests()


@pytest.mark.parametrize("seed", range(70))
def test_a_copy_of_a_table_has_everything_that_the_table_has(seed: int) -> None:
    for table in random_tables(seed, Rng(seed)):
        twin = table.copy()
        assert twin.ruleset is table.ruleset
        assert numbers(twin) == numbers(table)
        assert rows(twin) == rows(table)


@pytest.mark.parametrize("seed", range(70))
def test_copies_of_a_table_play_on_alike_and_leave_the_table_alone(seed: int) -> None:
    rng = Rng(seed)
    for table in random_tables(seed, rng):
        before = numbers(table), rows(table)
        ends = []
        for twin, luck in ((table.copy(), rng.copy()), (table.copy(), rng.copy())):
            ends.append((finish_round(twin, luck), numbers(twin), rows(twin)))
        assert ends[0] == ends[1]
        assert (numbers(table), rows(table)) == before


@pytest.mark.parametrize("seed", range(70))
def test_a_snapshot_of_a_table_has_everything_that_the_table_has(seed: int) -> None:
    for table in random_tables(seed, Rng(seed)):
        twin = restore_table(table.ruleset, take_snapshot(table))
        # A hand that was larger in an earlier round may have left its table with more memory.
        assert numbers(twin) | {"rows": table.rows} == numbers(table)
        assert rows(twin) == rows(table)


def test_random_tables_wait_for_everything_that_a_table_can_wait_for() -> None:
    names = {"shuffle_due", "draw_due", "penalty_left", "gifts", "window_won", "held_from_stock", "knocked", "out"}
    met: set[str] = set()
    # Hands are seldom emptied by chance, so that somebody knocks; with a single card each they are.
    for rules in (None, Rules.parse("camp deal.cards=1 deal.memory_cards=1")):
        for seed in range(150):
            for table in random_tables(seed, Rng(seed), rules):
                met |= {name for name in names if getattr(table, name)}
    assert met == names
