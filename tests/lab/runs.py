"""The laboratory as people run it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from cambio.cli import main
from cambio.core import is_compiled

#: As many games as are quick in either engine.
GAMES = 400 if is_compiled() else 16


def lab(*words: str) -> list[str]:
    return [sys.executable, "-m", "cambio.cli", "lab", *words]


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(lab(*words), capture_output=True, text=True)


def told(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    """The JSON object of a question that is answered in this process, by one job."""
    assert main(["lab", *words, "--jobs", "1", "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line that says what was expected."""
    assert main(["lab", *words]) == 1
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.startswith("cambio: ") and captured.err.count("\n") == 1
    return captured.err


def without_time(document: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name != "seconds"}
