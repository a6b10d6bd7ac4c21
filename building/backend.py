"""The build backend: setuptools, and Node.js from PyPI on a machine that has none, for the web client."""

from __future__ import annotations

import sys
from typing import Any

# Before anything that an older Python can't even import.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("cambio: expected Python 3.11 or newer, but found {}.{}".format(*sys.version_info))

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

import documentation
import web

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Settings = dict[str, Any] | None


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """With the web client and the documentation as they were built here: whoever installs from it needs no Node.js."""
    web.build()
    documentation.build()
    return str(build_meta.build_sdist(sdist_directory, config_settings))


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    return [*build_meta.get_requires_for_build_sdist(config_settings), *web.needs(), *documentation.needs()]


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    return [*build_meta.get_requires_for_build_wheel(config_settings), *web.needs()]


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    return [*build_meta.get_requires_for_build_editable(config_settings), *web.needs()]
