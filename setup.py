"""Compile the core where there is a compiler, and install the same files uncompiled where there is none; build the web.

CAMBIO_BUILD=compiled fails where the core can't be compiled; CAMBIO_BUILD=interpreted does not even try.
CAMBIO_BUILD=tuned takes twice as long: it uses profile-guided optimisation.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import CompileError, LinkError

sys.path.insert(0, "building")

import library
import readme
import web

BUILD = os.environ.get("CAMBIO_BUILD", "")


class BuildOrDoWithout(build_ext):
    """The core is compiled on all processors into one library; a machine that can't compile it does without."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:  # a compiler can be missing or fail in many ways
            if BUILD in ("compiled", "tuned"):
                raise
            print(f"cambio: the core could not be compiled ({error}); it will run interpreted, and slower.")
            self.extensions = []
            # What is left is Python alone, for any machine, and the wheel's name says so.
            self.distribution.ext_modules = []
            wheel = self.distribution.get_command_obj("bdist_wheel", create=False)
            if wheel is not None:
                wheel.root_is_pure = True

    def build_extension(self, ext: Extension) -> None:
        """With link-time optimisation if the compiler has it, and without if it has not."""
        self.try_compiler()
        sources = library.translate()
        optimised = [*library.FLAGS, *library.LTO]
        if BUILD == "tuned":
            try:
                self.build_with_profile(sources, ext, optimised)
            except (CompileError, LinkError, subprocess.CalledProcessError) as error:
                print(f"cambio: the core could not be tuned ({error}); it is compiled as usual.")
            else:
                return
        try:
            self.build_from(sources, ext, optimised)
        except (CompileError, LinkError):
            if not library.LTO:
                raise
            self.build_from(sources, ext, library.FLAGS)

    def try_compiler(self) -> None:
        """Fail early where the compiler or Python's headers are missing, before half a minute of translating."""
        attempt = Path(self.build_temp, "attempt.c")
        attempt.parent.mkdir(parents=True, exist_ok=True)
        attempt.write_text("#include <Python.h>\n")
        self.compiler.compile([str(attempt)], self.build_temp)

    def build_with_profile(self, sources: list[str], ext: Extension, flags: list[str]) -> None:
        """Build, play to collect a profile, and build again by that profile; GCC can do that."""
        profile = Path(self.build_temp, "profile").resolve()
        shutil.rmtree(profile, ignore_errors=True)
        self.build_from(sources, ext, [*flags, *(flag.format(profile) for flag in library.PROFILE)])
        package = Path(self.get_ext_fullpath(ext.name)).parents[2]
        subprocess.run(
            [sys.executable, "building/practice.py"], env=os.environ | {"PYTHONPATH": str(package)}, check=True
        )
        self.build_from(sources, ext, [*flags, *(flag.format(profile) for flag in library.PROFILED)])

    def build_from(self, sources: list[str], ext: Extension, flags: list[str]) -> None:
        def compile_one(source: str) -> str:
            return self.compiler.compile([source], self.build_temp, extra_postargs=flags)[0]

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            objects = list(pool.map(compile_one, sources))
        ext.extra_objects, ext.depends = objects, objects
        ext.extra_link_args = [*flags, *library.STRIP]
        super().build_extension(ext)


class BuildWithWeb(build_py):
    """The web client is built first, so that its files are there to be packed."""

    def run(self) -> None:
        web.build()
        super().run()

    def find_data_files(self, package: str, src_dir: str) -> list[str]:
        """Without the page, if that is wanted: one that was built before is not packed either."""
        found = super().find_data_files(package, src_dir)
        return [file for file in found if not (web.WANTED == "none" and Path(file).is_relative_to(web.BUILT))]


setup(
    long_description=readme.for_package_index(),
    long_description_content_type="text/markdown",
    ext_modules=[] if BUILD == "interpreted" else [Extension("cambio.core.library", [])],
    cmdclass={"build_ext": BuildOrDoWithout, "build_py": BuildWithWeb},
)
