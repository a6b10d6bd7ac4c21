"""Compile the core where there is a compiler, and install the same files uncompiled where there is none."""

from __future__ import annotations

import os
import runpy
import shutil
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

CORE = Path("src/cambio/core")
#: Modules of nothing but named numbers: they stay Python, and the compiler gets the numbers from a .pxd made here.
VOCABULARY = ("act", "choice", "event", "mark", "phase", "why")
COMPILED = (
    "book",
    "table",
    "deal",
    "window",
    "powers",
    "gift",
    "turn",
    "snap",
    "penalty",
    "call",
    "score",
    "play",
    "chance",
    "playout",
    "hidden",
)
DIRECTIVES = {
    "annotation_typing": False,
    "boundscheck": False,
    "cdivision": True,
    "initializedcheck": False,
    "language_level": 3,
    "wraparound": False,
}


def write_vocabulary() -> None:
    """Each named number of a vocabulary module becomes a C constant of the same name."""
    for module in VOCABULARY:
        numbers = runpy.run_path(str(CORE / f"{module}.py"))
        lines = [f"    {name} = {number}" for name, number in numbers.items() if type(number) is int]
        text = "\n".join([f"# Made by setup.py from {module}.py.", "cdef enum:", *lines, ""])
        target = CORE / f"{module}.pxd"
        if not target.exists() or target.read_text() != text:
            target.write_text(text)


def extensions() -> list[Extension]:
    if os.environ.get("CAMBIO_BUILD") == "interpreted":
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    write_vocabulary()
    flags = os.environ.get("CAMBIO_CFLAGS", "-O3" if sys.platform != "win32" else "/O2").split()
    modules = [
        Extension(f"cambio.core.{name}", [f"{CORE}/{name}.py"], extra_compile_args=flags, extra_link_args=flags)
        for name in COMPILED
    ]
    return cythonize(modules, compiler_directives=DIRECTIVES, build_dir="build/cython", quiet=True)


class BuildOrDoWithout(build_ext):
    """A core that is compiled in part can't be imported, so it is compiled whole or not at all."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:  # a compiler can be missing or fail in many ways
            if os.environ.get("CAMBIO_BUILD") == "compiled":
                raise
            print(f"cambio: the core could not be compiled ({error}); it will run interpreted, and slower.")
            for extension in self.extensions:
                for place in (
                    Path(self.get_ext_fullpath(extension.name)),
                    Path("src") / self.get_ext_filename(extension.name),
                ):
                    place.unlink(missing_ok=True)
            shutil.rmtree(self.build_temp, ignore_errors=True)
            self.extensions = []


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildOrDoWithout})
