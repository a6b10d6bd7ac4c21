"""The installation: which Cambio and which Python, how the engine runs, and whether the page is there."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from importlib import metadata

from ...core import describe_engine, is_compiled
from ...version import VERSION
from ..http.app import web_root
from ..store.migrations.revisions import HEAD
from .findings import Finding, ok, problem, warning

#: Versions of Python below this one do not run the server.
OLDEST_PYTHON = (3, 11)


def check_installation() -> Iterator[Finding]:
    yield ok("version", f"Cambio {VERSION}, schema revision {HEAD}")
    yield _check_python()
    yield _check_engine()
    if web_root() is None:
        yield problem("page", "this copy has no web table", "install a built package, or build it: make web")
    else:
        yield ok("page", "the web table is there")
    yield _check_loop()


def _check_python() -> Finding:
    found = f"{platform.python_implementation()} {platform.python_version()} on {platform.system()}"
    if sys.version_info < OLDEST_PYTHON:
        return problem("python", found, "install Python 3.11 or later")
    return ok("python", found)


def _check_engine() -> Finding:
    if is_compiled():
        return ok("engine", describe_engine())
    return warning(
        "engine",
        "interpreted: bots and large tables cost many times as much",
        "install a compiled package, unset CAMBIO_ENGINE, or install a compiler of C and install again",
    )


def _check_loop() -> Finding:
    try:
        version = metadata.version("uvloop")
    except metadata.PackageNotFoundError:
        if sys.platform == "win32":
            return ok("event loop", "asyncio's")
        return warning("event loop", "asyncio's, which is slower", "pip install uvloop")
    return ok("event loop", f"uvloop {version}")
