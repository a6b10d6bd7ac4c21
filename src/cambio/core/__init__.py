"""The rules, flat and fast: one room per section of the rule book, over small integers and rows of them.

The modules compile to C, and run as they are, too. CAMBIO_ENGINE=interpreted has the source run where both are there.
"""

import os
import sys
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader


class _SourceFinder:
    """Finds the modules of the core by their source, past any compiled ones."""

    def __init__(self, folder: str) -> None:
        self._finder = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES))

    def find_spec(self, name: str, *_where: object) -> ModuleSpec | None:
        return self._finder.find_spec(name) if name.startswith(f"{__name__}.") else None


_ENGINE = os.environ.get("CAMBIO_ENGINE", "")
if _ENGINE not in ("", "interpreted"):
    raise ImportError(f"CAMBIO_ENGINE: expected nothing or interpreted, but found {_ENGINE!r}")
if _ENGINE == "interpreted":
    sys.meta_path.insert(0, _SourceFinder(__path__[0]))


def is_compiled() -> bool:
    """The core runs as C, not as Python."""
    from . import table

    return not str(table.__file__).endswith(".py")
