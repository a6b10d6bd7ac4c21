"""Optional packages: an environment that needs a missing one says what to install."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

EXTRA = "cambio-game[environments]"


def require(package: str) -> ModuleType:
    """A package that comes with the environments, or an error that says how to get it."""
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f'this environment needs {error.name}: pip install "{EXTRA}"', name=error.name
        ) from error
