"""Before any test: the compiled core, if there is one, must be that of the present source, and be met as such."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from cambio.core import is_compiled

CORE = Path("src/cambio/core")
#: Alembic alone can run this.
collect_ignore = ["src/cambio/server/store/migrations/env.py"]
#: These are not searched for examples where PyTorch would have brought gigabytes for graphics cards, and is not there.
NEED_PYTORCH = ("learning", "network_model", "training_run")
if find_spec("torch") is None:
    collect_ignore += [f"src/cambio/training/{module}.py" for module in NEED_PYTORCH]


def pytest_configure() -> None:
    if not is_compiled():
        return
    library = import_module("cambio.core.library")
    built = Path(str(library.__file__)).stat().st_mtime
    for source in (*CORE.rglob("*.py"), *CORE.rglob("*.pxd")):
        if source.name != "__init__.py" and source.stat().st_mtime > built:
            raise pytest.UsageError(f"the compiled core is older than {source}: run any make target")
    # Whoever looks for examples in a module's file would import it as that file, among compiled ones.
    for module in library.MODULES:
        import_module(f"cambio.core.{module}")
