"""Before any test: the compiled core, if there is one, must be that of the present source."""

from __future__ import annotations

from pathlib import Path

import pytest

from cambio.core import is_compiled

CORE = Path("src/cambio/core")


def pytest_configure() -> None:
    if not is_compiled():
        return
    for compiled in CORE.glob("*.so"):
        module = compiled.name.partition(".")[0]
        sources = [CORE / f"{module}.py", CORE / f"{module}.pxd"]
        if any(source.stat().st_mtime > compiled.stat().st_mtime for source in sources):
            raise pytest.UsageError(f"the compiled {module} is older than its source: run any make target")
