"""Origin: by which Cambio, on which machine, a figure was measured."""

from __future__ import annotations

import os
import platform

from ..core import is_compiled
from ..version import VERSION


def origin() -> dict[str, str]:
    return {
        "version": VERSION,
        "engine": "compiled" if is_compiled() else "interpreted",
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
    }
