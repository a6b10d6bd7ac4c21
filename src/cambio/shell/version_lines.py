"""What cambio --version says, and with --verbose: all that a report of a fault should tell about an installation."""

from __future__ import annotations

import platform

from ..core import describe_engine, is_compiled
from ..version import VERSION


def version_line() -> str:
    return f"cambio {VERSION} ({'compiled' if is_compiled() else 'interpreted'} engine)"


def version_lines() -> list[str]:
    # What most commands don't need.
    from ..server.http.app import web_root
    from ..server.store.migrations.revisions import HEAD

    about = {
        "version": VERSION,
        "engine": describe_engine(),
        "page": "there" if web_root() is not None else "missing: this copy has no web table",
        "python": f"{platform.python_implementation()} {platform.python_version()} on {platform.system()}",
        "schema": f"revision {HEAD}",
    }
    return [f"{name:8} {said}" for name, said in about.items()]
