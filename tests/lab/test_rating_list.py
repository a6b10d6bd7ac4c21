"""cambio lab ratings: one command plays all leagues, and writes the page of their ratings."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest

from cambio.bots.baselines import BASELINES
from cambio.bots.styles import STYLES
from cambio.cli import main
from cambio.lab.rating_list import RatingPlan, choose_tables, everybody
from cambio.rules import PRESETS
from tests.lab.runs import refusal_of, run_json

QUESTION = (
    "ratings",
    "--rules",
    "cambia,stick",
    "--bots",
    "random,casual,greedy",
    "--games",
    "24",
    "--slow-games",
    "6",
)


def test_a_league_for_each_rule_book_and_each_size_of_table(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, *QUESTION, "--seats", "2,3")
    assert [(league["rules"], league["seats_at_a_table"]) for league in found["leagues"]] == [
        ("cambia", 2),
        ("cambia", 3),
        ("stick", 2),
        ("stick", 3),
    ]
    for league in found["leagues"]:
        assert [row["bot"] for row in league["bots"]] == ["random", "casual", "greedy"]
        assert league["fault_count"] == 0 and not league["interrupted"]
        for table in league["tables"]:
            assert table["games"] == (6 if "greedy" in table["bots"] else 24)
    assert found["exploits"] == []


def test_the_page_has_every_list_and_how_it_was_made(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page, exploits = tmp_path / "RATINGS.md", tmp_path / "responses.json"
    row = {"bot": "casual", "rules": "cambia", "seats": 2, "response": "a net", "share": 0.71, "ci95": [0.7, 0.72]}
    exploits.write_text(json.dumps([row]), encoding="utf-8")
    words = ["lab", *QUESTION, "--seats", "2", "--jobs", "1", "--out", str(page), "--exploits", str(exploits)]
    assert main(words) == 0
    text = page.read_text(encoding="utf-8")
    for heading in (
        "# The rating list",
        "## All lists",
        "## cambia, 2 seats",
        "## stick, 2 seats",
        "## How it was made",
    ):
        assert f"{heading}\n" in text
    assert "| casual | cambia | 2 | a net | 71.0 % (70.0 to 72.0) |" in text
    assert "seed 1, by Cambio" in text and "```sh\ncambio" in text
    assert "| greedy | baseline | keeps the lowest" in text
    assert capsys.readouterr().out == ""


def test_everybody_is_rated_unless_some_are_named() -> None:
    assert everybody() == (*STYLES, *BASELINES)
    plan = RatingPlan((PRESETS["cambia"],), (2,), everybody(), 1, 1000, 10)
    assert plan.games_at(("casual", "expert")) == 1000
    assert plan.games_at(("casual", "search")) == plan.games_at(("casual", "greedy")) == 10


@pytest.mark.parametrize("count", [7, 10, 12])
def test_at_larger_tables_everybody_meets_everybody_about_equally_often(count: int) -> None:
    bots = [str(number) for number in range(count)]
    tables = choose_tables(bots, 4)
    assert len(tables) == len(set(tables)) <= 2 * count
    sat = [sum(bot in table for table in tables) for bot in range(count)]
    met = [sum({one, other} <= set(table) for table in tables) for one, other in combinations(range(count), 2)]
    assert max(sat) - min(sat) <= 2
    assert min(met) >= 1 and max(met) <= 2 * min(sat) // 3
    assert choose_tables(bots, 2) == list(combinations(range(count), 2))


def test_a_rating_list_is_refused_kindly(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "expected numbers like 2,4" in refusal_of(capsys, "ratings", "--seats", "two")
    assert "2 to 6 seats" in refusal_of(capsys, "ratings", "--seats", "2,9", "--rules", "cambia")
    assert "two or more different bots" in refusal_of(capsys, "ratings", "--bots", "expert")
    assert "there is no folder" in refusal_of(capsys, "ratings", "--out", "nowhere/RATINGS.md")
    assert "can't be read" in refusal_of(capsys, "ratings", "--exploits", str(tmp_path / "none.json"))
    wrong = tmp_path / "wrong.json"
    wrong.write_text("[{}]", encoding="utf-8")
    assert "ci95, response" in refusal_of(capsys, "ratings", "--exploits", str(wrong))
    assert "--slow-games" in refusal_of(capsys, "ratings", "--slow-games", "0")
