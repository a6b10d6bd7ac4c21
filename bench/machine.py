"""What the figures were measured on."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from pathlib import Path

from cambio import __version__
from cambio.core import is_compiled, is_tuned


@dataclass(frozen=True)
class Machine:
    """The facts without which a figure says little."""

    cpu: str
    cores: int
    system: str
    python: str
    cambio: str
    compiled: bool
    tuned: bool

    @classmethod
    def here(cls) -> Machine:
        python = f"{platform.python_implementation()} {platform.python_version()}"
        system = f"{platform.system()} {platform.machine()}"
        return cls(_cpu(), os.cpu_count() or 1, system, python, __version__, is_compiled(), is_tuned())


def load() -> float | None:
    """How many processes wanted a core in the last minute, where the system counts them."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def _cpu() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()
