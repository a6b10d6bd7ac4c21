"""Optional packages: an environment that needs a missing one says what to install."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

#: The smallest extra that brings a package.
EXTRAS = {
    "numpy": "vector",
    "gymnasium": "environments",
    "pettingzoo": "environments",
    "pyspiel": "openspiel",
    "open_spiel": "openspiel",
    "torch": "train",
}


def require(package: str) -> ModuleType:
    """A package that comes with the environments, or an error that says how to get it."""
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        extra = EXTRAS[package.partition(".")[0]]
        missing = (error.name or package).partition(".")[0]
        raise ModuleNotFoundError(
            f'this environment needs {missing}: pip install "cambio-game[{extra}]"', name=error.name
        ) from error
