"""Before any test: the compiled core, if there is one, must be that of the present source."""

from __future__ import annotations

from pathlib import Path

import pytest

from cambio.core import is_compiled, table

CORE = Path("src/cambio/core")


def pytest_configure() -> None:
    if not is_compiled():
        return
    built = Path(str(table.__file__)).stat().st_mtime
    newest = max(path.stat().st_mtime for path in (*CORE.glob("*.py"), *CORE.glob("*.pxd")))
    oldest = min((path.stat().st_mtime for path in CORE.glob("*.so")), default=built)
    if newest > oldest:
        raise pytest.UsageError("the compiled core is older than its source: run make test, or make any target, once")
