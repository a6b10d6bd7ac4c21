"""A real Ray cluster of two workers plays the same deals with the same figures."""

from __future__ import annotations

import importlib.util
import json
import sys

import pytest

from cambio.core import is_compiled
from tests.lab.runs import refusal_of, run, run_json, without_time


def test_a_ray_cluster_finds_the_same_figures(capsys: pytest.CaptureFixture[str]) -> None:
    if importlib.util.find_spec("ray") is None:
        pytest.fail(f"Ray is not installed for Python {sys.version.split()[0]}: pip install 'cambio-game[ray]'")
    games = "4000" if is_compiled() else "80"
    question = ("play", "--bots", "casual,beginner", "--games", games, "--seed", "2")
    ended = run(*question, "--ray", "local", "--jobs", "2", "--json")
    assert ended.returncode == 0 and ended.stderr == "", ended.stderr
    assert without_time(json.loads(ended.stdout)) == without_time(run_json(capsys, *question))


def test_an_address_where_nobody_answers_is_told_of(capsys: pytest.CaptureFixture[str]) -> None:
    assert "no Ray cluster" in refusal_of(capsys, "play", "--bots", "casual,random", "--ray", "127.0.0.1:1")
