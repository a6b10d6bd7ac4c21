"""Provenance: with which version of Cambio, and on which machine, figures were measured."""

from __future__ import annotations

import os
import platform

from ..core import is_compiled
from ..version import VERSION


def provenance() -> dict[str, str]:
    return {
        "version": VERSION,
        "engine": "compiled" if is_compiled() else "interpreted",
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
    }
