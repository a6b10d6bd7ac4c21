"""Optional packages: an environment that needs a missing one says what to install."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

#: The extra that brings a package, where it is not the one of all other environments.
EXTRAS = {"pyspiel": "openspiel", "torch": "train"}


def require(package: str) -> ModuleType:
    """A package that comes with the environments, or an error that says how to get it."""
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        extra = EXTRAS.get(package, "environments")
        raise ModuleNotFoundError(
            f'this environment needs {error.name}: pip install "cambio-game[{extra}]"', name=error.name
        ) from error
