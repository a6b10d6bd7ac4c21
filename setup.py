"""Compile the core where there is a compiler, and install the same files uncompiled where there is none; build the web.

CAMBIO_BUILD=compiled fails where the core can't be compiled; CAMBIO_BUILD=interpreted does not even try.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import CompileError, LinkError

sys.path.insert(0, "building")

import web
from library import MELTING, library

BUILD = os.environ.get("CAMBIO_BUILD", "")


def extensions() -> list[Extension]:
    if BUILD == "interpreted":
        return []
    try:
        return [library()]
    except ImportError:
        if BUILD == "compiled":
            raise
        return []


class BuildOrDoWithout(build_ext):
    """The core is compiled on every processor, as one; a machine that can't compile it does without."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:  # a compiler can be missing or fail in many ways
            if BUILD == "compiled":
                raise
            print(f"cambio: the core could not be compiled ({error}); it will run interpreted, and slower.")
            self.extensions = []

    def build_extension(self, ext: Extension) -> None:
        """With modules that melt together if the compiler can do that, and side by side if it can't."""
        try:
            self.build_with(ext, MELTING)
        except (CompileError, LinkError):
            if not MELTING:
                raise
            self.build_with(ext, [])

    def build_with(self, ext: Extension, flags: list[str]) -> None:
        folder = Path(self.build_temp, *flags)

        def compiled(source: str) -> str:
            return self.compiler.compile([source], str(folder), extra_postargs=[*ext.extra_compile_args, *flags])[0]

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            objects = list(pool.map(compiled, ext.sources))
        linked = copy(ext)
        linked.sources, linked.extra_objects, linked.depends = [], objects, objects
        linked.extra_link_args = [*ext.extra_link_args, *flags]
        super().build_extension(linked)


class BuildWithWeb(build_py):
    """The web client is built first, so that its files are there to be packed."""

    def run(self) -> None:
        web.build()
        super().run()


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildOrDoWithout, "build_py": BuildWithWeb})
