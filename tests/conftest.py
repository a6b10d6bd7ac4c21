"""Before any test: the compiled core, if there is one, must be that of the present source."""

from __future__ import annotations

from pathlib import Path

import pytest

from cambio.core import is_compiled

CORE = Path("src/cambio/core")


def pytest_configure() -> None:
    for library in CORE.glob("library.*.so") if is_compiled() else ():
        for source in (*CORE.glob("*.py"), *CORE.glob("*.pxd")):
            if source.name != "__init__.py" and source.stat().st_mtime > library.stat().st_mtime:
                raise pytest.UsageError(f"the compiled core is older than {source}: run any make target")
