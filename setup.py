"""Compile the core where there is a compiler, and install the same files uncompiled where there is none; build the web.

CAMBIO_BUILD=compiled fails where the core can't be compiled; CAMBIO_BUILD=interpreted does not even try.
"""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

sys.path.insert(0, "building")

import web

CORE = Path("src/cambio/core")
#: Modules of nothing but named numbers: they stay Python, and the compiler gets the numbers from a .pxd made here.
VOCABULARY = (
    "act",
    "choice",
    "decision",
    "event",
    "layout",
    "mark",
    "phase",
    "policy",
    "pool",
    "tally",
    "trait",
    "why",
)
#: Rows of numbers are C arrays in the .pxd and lists in the .py, and reckoning is C's own: there is nothing to compile.
NOT_COMPILED = (*VOCABULARY, "ahead", "memory", "reckon", "sheet")
BUILD = os.environ.get("CAMBIO_BUILD", "")
#: Where processes are forked, several can translate at once; elsewhere each would begin this file anew.
CAN_FORK = sys.platform == "linux" and sys.version_info < (3, 14)
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
    """One for each module of the core that has declarations for the compiler."""
    if BUILD == "interpreted":
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        if BUILD == "compiled":
            raise
        return []
    write_vocabulary()
    flags = os.environ.get("CAMBIO_CFLAGS", "-O3 -g0 -ffp-contract=off" if sys.platform != "win32" else "/O2").split()
    names = sorted(path.stem for path in CORE.glob("*.pxd") if path.stem not in NOT_COMPILED)
    modules = [
        Extension(f"cambio.core.{name}", [f"{CORE}/{name}.py"], extra_compile_args=flags, extra_link_args=flags)
        for name in names
    ]
    directives_changed = Path("setup.py").stat().st_mtime > max(
        (path.stat().st_mtime for path in Path("build/cython").rglob("*.c")), default=0.0
    )
    compiled: list[Extension] = cythonize(
        modules,
        compiler_directives=DIRECTIVES,
        build_dir="build/cython",
        force=directives_changed,
        nthreads=(os.cpu_count() or 0) if CAN_FORK else 0,
        quiet=True,
    )
    return compiled


class BuildOrDoWithout(build_ext):
    """A core that is compiled in part can't be imported, so it is compiled whole or not at all, on every core."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:  # a compiler can be missing or fail in many ways
            if BUILD == "compiled":
                raise
            print(f"cambio: the core could not be compiled ({error}); it will run interpreted, and slower.")
            for extension in self.extensions:
                for folder in (Path(self.build_lib), Path("src")):
                    filename: str = self.get_ext_filename(extension.name)  # type: ignore[no-untyped-call]
                    (folder / filename).unlink(missing_ok=True)
            self.extensions = []


class BuildWithWeb(build_py):
    """The web client is built first, so that its files are there to be packed."""

    def run(self) -> None:
        web.build()
        super().run()


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildOrDoWithout, "build_py": BuildWithWeb})
