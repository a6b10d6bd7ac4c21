"""The part of Cambio that also compiles to C: rules, built-in players and environments over small integers and arrays.

All modules compile into one library, and run as plain Python without it. CAMBIO_ENGINE=interpreted runs the source even
where the library is there.
"""

import os
import sys
from collections.abc import Container
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location


class _LibraryFinder:
    """Finds the modules that the library holds in there; all others are found where modules usually are."""

    def __init__(self, file: str, modules: Container[str]) -> None:
        self._file = file
        self._modules = modules

    def find_spec(self, name: str, *_where: object) -> ModuleSpec | None:
        if name.removeprefix(f"{__name__}.") not in self._modules:
            return None
        return spec_from_file_location(name, self._file, loader=ExtensionFileLoader(name, self._file))


_ENGINE = os.environ.get("CAMBIO_ENGINE", "")
if _ENGINE not in ("", "interpreted"):
    raise ImportError(f"CAMBIO_ENGINE: expected nothing or interpreted, but found {_ENGINE!r}")
if _ENGINE != "interpreted":
    try:
        from . import library  # type: ignore[attr-defined, unused-ignore]
    except ImportError:  # it has not been compiled here
        pass
    else:
        sys.meta_path.insert(0, _LibraryFinder(library.__file__, library.MODULES))


def is_tuned() -> bool:
    """The compiler had seen it play before it compiled it."""
    return is_compiled() and bool(library.TUNED)


def is_compiled() -> bool:
    """The core runs as C, not as Python."""
    from .engine import table

    return not str(table.__file__).endswith(".py")
