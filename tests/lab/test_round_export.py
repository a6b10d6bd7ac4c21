"""--export: a row for each round, from which the figures of the laboratory can be counted anew."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import pytest

from cambio.lab.round_export import import_pyarrow
from tests.lab.runs import GAMES, refusal_of, run_json


def exported(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as source:
        return list(csv.DictReader(source))


def test_the_rows_add_up_to_the_figures(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "rounds.csv"
    bots = ("solid", "casual", "beginner")
    question = ("play", "--bots", ",".join(bots), "--games", f"{GAMES}", "--seed", "5", "--export", str(file))
    found = run_json(capsys, *question)
    rows = exported(file)
    assert len(rows) == found["games"]
    assert [(row["deal"], row["rotation"]) for row in rows[:4]] == [("0", "0"), ("0", "1"), ("0", "2"), ("1", "0")]
    assert {(row["rules"], row["seed"], row["table"]) for row in rows} == {("cambia", "5", "0")}
    seats = {bot: [next(seat for seat in "abc" if row[f"bot_{seat}"] == bot) for row in rows] for bot in bots}
    for told in found["seats"]:
        at = seats[told["bot"]]
        won = sum((seat in row["winners"]) / len(row["winners"]) for row, seat in zip(rows, at, strict=True))
        assert won == pytest.approx(told["wins"])
        for name in ("right_snaps", "wrong_snaps", "penalty_cards"):
            total = sum(int(row[f"{name}_{seat}"]) for row, seat in zip(rows, at, strict=True))
            assert total == told[name]
        score = sum(int(row[f"score_{seat}"]) for row, seat in zip(rows, at, strict=True))
        assert score / len(rows) == pytest.approx(told["mean_score"])
        calls = [row for row in rows if row["caller_bot"] == told["bot"] and row["call_lap"]]
        assert len(calls) == told["calls"]
        assert sum(row["call_lap"] == "1" for row in calls) == told["turn_one_calls"]
        assert all(row[f"bot_{row['caller']}"] == told["bot"] for row in calls)
    assert sum(int(row["decisions"]) for row in rows) == found["decisions"]


def test_all_tables_of_a_run_are_exported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "rounds.csv"
    bots = ("--bots", "random,beginner,casual", "--games", "8")
    found = run_json(capsys, "league", *bots, "--rules", "camp", "--export", str(file))
    rows = exported(file)
    assert len(rows) == found["games"] == 24
    assert [len([row for row in rows if row["table"] == str(table)]) for table in range(3)] == [8, 8, 8]
    assert {frozenset((row["bot_a"], row["bot_b"])) for row in rows if row["table"] == "1"} == {
        frozenset(found["tables"][1]["bots"])
    }
    two = tmp_path / "rules.csv"
    words = ("rules", "cambia", "stick", "--bots", "casual", "--skill", "casual,random", "--games", "8")
    found = run_json(capsys, *words, "--export", str(two))
    assert len(exported(two)) == found["games"]
    assert [row["rules"] for row in exported(two) if row["table"] in "13"] == ["stick"] * 16


def test_an_export_is_refused_before_anything_is_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    question = ("play", "--bots", "casual,random", "--games", "1000000000")
    assert "ends in .csv or .parquet" in refusal_of(capsys, *question, "--export", "rounds.xls")
    assert "there is no folder" in refusal_of(capsys, *question, "--export", "nowhere/rounds.csv")
    # As it is where pyarrow is not installed.
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert "pip install pyarrow" in refusal_of(capsys, *question, "--export", "rounds.parquet")


def test_a_parquet_file_holds_the_same_rows(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    _, parquet = import_pyarrow()
    question = ("play", "--bots", "casual,random", "--games", "60")
    for kind in ("csv", "parquet"):
        run_json(capsys, *question, "--export", str(tmp_path / f"rounds.{kind}"))
    table = parquet.read_table(tmp_path / "rounds.parquet")
    texts = [{name: "" if value is None else str(value) for name, value in row.items()} for row in table.to_pylist()]
    assert texts == exported(tmp_path / "rounds.csv")
