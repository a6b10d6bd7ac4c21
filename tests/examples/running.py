"""How examples are run: as programs of their own, in an empty folder, with what is typed at them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

EXAMPLES = Path("examples").absolute()
#: Seconds in which an example ends, even on a busy machine.
PATIENCE = 400
#: Seconds in which a good program begins a round, or decides, even on a busy machine.
TIME_LIMIT = 60.0


def run_example(name: str, *arguments: str, folder: Path, typed: str = "") -> str:
    """What the example prints; an example that fails, fails the test with all that it printed."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments],
        cwd=folder,
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=os.environ | {"PYTHONWARNINGS": "ignore"},
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout


def play_on_ladder(bot: str, *, games: int, folder: Path) -> dict[str, Any]:
    """What the laboratory finds in a league of that program and a beginner."""
    league = ["-m", "cambio", "lab", "league", "--bots", f"beginner,{bot}", "--games", str(games)]
    done = subprocess.run(
        [sys.executable, *league, "--time-limit", str(TIME_LIMIT), "--json"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found
