"""What offline practice needs, brought up to date: it is made from Cambio's own modules."""

from __future__ import annotations

import subprocess
import sys
from functools import cache


@cache
def bring_practice_up_to_date() -> None:
    """Costs nothing where nothing has changed since the web client was built."""
    subprocess.run([sys.executable, "building/offline_practice.py"], check=True)
