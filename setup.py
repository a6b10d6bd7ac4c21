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
from setuptools.command.egg_info import egg_info, manifest_maker
from setuptools.errors import CompileError, LinkError

sys.path.insert(0, "building")

import documentation
import library
import readme
import web

BUILD = os.environ.get("CAMBIO_BUILD", "")
#: What is built for browsers, by its folder, and whether a wheel that is made here has it.
PAGES = {web.BUILT: web.WANTED != "none", documentation.BUILT: documentation.is_packed()}


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
        # What is made from other modules is packed always, and what an earlier build has left never.
        library.write_vocabulary()
        library.write_option_fields()
        if not self.editable_mode:
            refuse_unknown_modules()
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()

    def find_data_files(self, package: str, src_dir: str) -> list[str]:
        """Of pages that were built before, only those that belong into what is packed now."""
        found = super().find_data_files(package, src_dir)
        left_out = [folder for folder, is_packed in PAGES.items() if not is_packed]
        return [file for file in found if not any(Path(file).is_relative_to(folder) for folder in left_out)]


class TrackedFiles(manifest_maker):
    """A source package has what git knows and what is built for browsers; without git, what MANIFEST.in lists."""

    def run(self) -> None:
        # What an earlier build has listed would be listed again.
        Path(self.manifest).unlink(missing_ok=True)
        super().run()

    def prune_file_list(self) -> None:
        super().prune_file_list()
        tracked = list_tracked()
        self.filelist.files = [file for file in self.filelist.files if is_source(Path(file), tracked)]


class EggInfoOfTrackedFiles(egg_info):
    """Lists the files of a source package, and of data in a wheel."""

    def find_sources(self) -> None:
        maker = TrackedFiles(self.distribution)
        maker.ignore_egg_info_dir = self.ignore_egg_info_in_manifest
        maker.manifest = str(Path(self.egg_info) / "SOURCES.txt")
        maker.run()
        self.filelist = maker.filelist


def is_source(file: Path, tracked: set[str] | None) -> bool:
    """Whether a source package has it."""
    if any(file.is_relative_to(folder) for folder in PAGES):
        return web.WANTED != "none"
    return tracked is None or file.as_posix() in tracked


def list_tracked() -> set[str] | None:
    """What git knows here, if this is the top of a checkout."""
    if not Path(".git").exists() or shutil.which("git") is None:
        return None
    listed = subprocess.run(["git", "ls-files", "-z"], capture_output=True, text=True, check=True).stdout
    return set(listed.split("\0"))


def refuse_unknown_modules() -> None:
    """A module that git does not know would be in this wheel, but in none that is built from a clone."""
    tracked = list_tracked()
    if tracked is not None:
        unknown = sorted({path.as_posix() for path in Path("src/cambio").rglob("*.py")} - tracked)
        if unknown:
            names = ", ".join(unknown)
            sys.exit(f"cambio: git does not know {names}: git add what belongs to Cambio, and move the rest away")


setup(
    long_description=readme.for_package_index(),
    long_description_content_type="text/markdown",
    ext_modules=[] if BUILD == "interpreted" else [Extension("cambio.core.library", [])],
    cmdclass={"build_ext": BuildOrDoWithout, "build_py": BuildWithWeb, "egg_info": EggInfoOfTrackedFiles},
)
