"""How examples are run: as programs of their own, in an empty folder, with what is typed at them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path("examples").absolute()
#: Seconds in which an example ends, even on a busy machine.
PATIENCE = 240


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
