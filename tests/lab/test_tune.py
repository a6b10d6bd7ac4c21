"""cambio lab tune: traits come out, and are kept beside others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cambio.bots import styles
from cambio.cli import main
from cambio.lab.tune import RANGES
from cambio.lab.tune_command import save_traits, tuned_file
from cambio.rules import PRESETS
from tests.lab.runs import refusal_of


def test_tuning_tells_traits_that_the_ladder_can_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "traits.json"
    words = ["lab", "tune", "--rules", "flip", "--generations", "1", "--games", "8", "--jobs", "1", "--out", str(file)]
    assert main(words) == 0
    assert "generation 1" in capsys.readouterr().err
    traits = json.loads(file.read_text(encoding="utf-8"))["flip"]["2"]
    assert set(traits) == set(RANGES) <= set(styles.TRAITS)


def test_traits_are_kept_beside_those_of_other_tables(tmp_path: Path) -> None:
    file = tmp_path / "tuned.json"
    save_traits(PRESETS["camp"], 4, {"doubt": 1.23456}, file)
    save_traits(PRESETS["camp"], 2, {"doubt": 2.0}, file)
    save_traits(PRESETS["flip"], 6, {"doubt": 3.0}, file)
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert kept == {"camp": {"2": {"doubt": 2.0}, "4": {"doubt": 1.2346}}, "flip": {"4": {"doubt": 3.0}}}
    assert tuned_file().is_file()


def test_tuning_is_refused_kindly(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--generations" in refusal_of(capsys, "tune", "--generations", "0")
    assert "2 to 6 seats" in refusal_of(capsys, "tune", "--seats", "8")
