"""Runs of the laboratory's command line."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from cambio.cli import main
from cambio.core import is_compiled

#: A number of games that is quick in this engine.
GAMES = 400 if is_compiled() else 16


def lab_command(*words: str) -> list[str]:
    return [sys.executable, "-m", "cambio.cli", "lab", *words]


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(lab_command(*words), capture_output=True, text=True)


def run_json(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    """The JSON object that a command prints, run in this process with one job."""
    assert main(["lab", *words, "--jobs", "1", "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def refusal_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line on the error output with which a command is refused."""
    assert main(["lab", *words]) == 1
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.startswith("cambio: ") and captured.err.count("\n") == 1
    return captured.err


def without_time(document: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name != "seconds"}
