"""The part of Cambio that also compiles to C: rules, built-in players and environments over small integers and arrays.

All modules compile into one library, and run as plain Python without it, which is said once. CAMBIO_ENGINE=interpreted
runs the source even where the library is there, and says nothing; CAMBIO_ENGINE=compiled fails without the library.
"""

import os
import sys
import warnings
from collections.abc import Container
from importlib import import_module
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


class EngineWarning(RuntimeWarning):
    """The engine runs interpreted, and nobody has asked for that."""


_ENGINE = os.environ.get("CAMBIO_ENGINE", "")
if _ENGINE not in ("", "interpreted", "compiled"):
    raise ImportError(f"CAMBIO_ENGINE: expected nothing, interpreted or compiled, but found {_ENGINE!r}")


def _find_fault() -> str | None:
    """What keeps the compiled library from being used; None if nothing does."""
    here = os.path.dirname(os.path.abspath(__file__))
    try:
        library = import_module(f"{__name__}.library")
    except ImportError as error:
        others = [
            name for name in sorted(os.listdir(here)) if name.startswith("library.") and name.endswith((".so", ".pyd"))
        ]
        if not others:
            return "it was installed without a C compiler"
        if isinstance(error, ModuleNotFoundError) and error.name == f"{__name__}.library":
            return f"{', '.join(others)} is compiled for another Python than this one, {sys.version.split()[0]}"
        return f"{', '.join(others)} can't be loaded ({error})"
    # What is installed comes as one; only in a checkout may somebody have changed the source since.
    if os.path.isfile(os.path.join(here, "..", "..", "..", "setup.py")):
        from .source_digest import source_digest

        if getattr(library, "SOURCE", None) != source_digest(here):
            name = os.path.basename(str(library.__file__))
            return f"{name} was compiled from another source than the one that lies here"
    return None


def _is_child() -> bool:
    """Whether another process of the same program has started this one, and has said it."""
    processes = sys.modules.get("multiprocessing.process")
    if processes is None:
        return False
    return processes.parent_process() is not None or getattr(processes.current_process(), "_inheriting", False)


def _report(fault: str) -> None:
    """Once for a program, not for each of its processes."""
    told = (
        f"Cambio's engine runs interpreted, many times slower than compiled: {fault}. Install a C compiler and "
        "Python's headers, and then Cambio again (pip install --force-reinstall; make, in a checkout); or set "
        "CAMBIO_ENGINE=interpreted, if it is meant to be so."
    )
    if _ENGINE == "compiled":
        raise ImportError(told)
    if not _is_child():
        # A name in brackets is no file, of which a line would be shown.
        warnings.warn_explicit(told, EngineWarning, "<cambio>", 1)


if _ENGINE != "interpreted":
    _fault = _find_fault()
    if _fault is None:
        _library = import_module(f"{__name__}.library")
        sys.meta_path.insert(0, _LibraryFinder(str(_library.__file__), _library.MODULES))
    else:
        _report(_fault)


def describe_engine() -> str:
    """How it runs, in a few words."""
    if is_tuned():
        return "compiled, and tuned by play"
    return "compiled" if is_compiled() else "interpreted"


def is_tuned() -> bool:
    """The compiler had seen it play before it compiled it."""
    return is_compiled() and bool(_library.TUNED)


def is_compiled() -> bool:
    """The core runs as C, not as Python."""
    from .engine import table

    return not str(table.__file__).endswith(".py")
