"""cambio lab league and cambio lab rules: who is stronger, and what rules are like."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from cambio.core import is_compiled
from cambio.lab.league import pairings
from cambio.lab.paired.rule_figures import FIGURES, LUCK
from tests.lab.runs import GAMES, refusal_of, run_json

BOTS = ("random", "beginner", "casual")


def test_a_league_rates_the_stronger_higher(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "league.csv"
    games = GAMES if is_compiled() else 2 * GAMES
    found = run_json(capsys, "league", "--bots", ",".join(BOTS), "--games", f"{games}", "--csv", str(file))
    assert [row["bot"] for row in found["bots"]] == list(BOTS)
    ratings = [row["rating"] for row in found["bots"]]
    assert ratings == sorted(ratings) and sum(ratings) / 3 == pytest.approx(1500)
    for row in found["bots"]:
        assert row["rating_ci95"][0] < row["rating"] < row["rating_ci95"][1]
    assert [table["bots"] for table in found["tables"]] == [[BOTS[0], BOTS[1]], [BOTS[0], BOTS[2]], [BOTS[1], BOTS[2]]]
    assert found["games"] == 3 * games
    with file.open(encoding="utf-8", newline="") as source:
        rows = list(csv.DictReader(source))
    assert len(rows) == 9
    share = {(row["bot"], row["against"]): float(row["share"]) for row in rows}
    assert share["casual", "random"] + share["random", "casual"] == pytest.approx(1)
    assert share["casual", "random"] == found["tables"][1]["shares"][1]


def test_a_league_at_larger_tables(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "league", "--bots", "random,casual", "--seats", "3", "--games", "30")
    assert [table["bots"] for table in found["tables"]] == [
        ["random", "random", "casual"],
        ["random", "casual", "casual"],
    ]
    assert found["bots"][0]["rating"] < found["bots"][1]["rating"]


def test_all_bots_meet_at_the_tables_of_a_league() -> None:
    tables = pairings(["a", "b", "c", "d", "e"], 4)
    assert len(tables) == 5
    for one in range(5):
        for other in range(one):
            assert sum(one in table and other in table for table in tables) == 3


def test_a_league_of_one_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert "two or more different bots" in refusal_of(capsys, "league", "--bots", "casual,casual")
    assert "2 to 6 seats" in refusal_of(capsys, "league", "--bots", "casual,random", "--seats", "9")


@pytest.mark.parametrize("seats", [2, 3])
def test_rule_sets_side_by_side(capsys: pytest.CaptureFixture[str], seats: int) -> None:
    question = ("rules", "cambia", "cambia snap.penalty=1", "--bots", "casual", "--skill", "casual,random")
    found = run_json(capsys, *question, "--seats", f"{seats}", "--games", f"{GAMES // 2}")
    assert [entry["rules"] for entry in found["rules"]] == ["cambia", "cambia snap.penalty=1"]
    for entry in found["rules"]:
        figures = entry["figures"]
        assert len(figures) == seats + len(FIGURES) + len(LUCK) and entry["games"] == GAMES // 2
        assert sum(figures[f"seat_{seat}_wins"]["value"] for seat in "abc"[:seats]) == pytest.approx(1)
        assert sum(figures[name]["value"] for name in ("skill", "luck", "neither")) == pytest.approx(1)
        for figure in figures.values():
            assert figure["ci95"][0] <= figure["value"] <= figure["ci95"][1]
        assert figures["called"]["value"] + figures["uncalled"]["value"] <= 1
        assert figures["skill"]["value"] > figures["luck"]["value"] or seats > 2


def test_rule_sets_are_refused_kindly(capsys: pytest.CaptureFixture[str]) -> None:
    assert "listed once" in refusal_of(capsys, "rules", "cambia", "cambia snap.penalty=2")
    assert "the one bot" in refusal_of(capsys, "rules", "cambia", "--bots", "casual,expert")
    assert "a stronger and a weaker bot" in refusal_of(capsys, "rules", "cambia", "--skill", "casual")
