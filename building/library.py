"""The compiled core: all its modules, translated to C by Cython and linked into one library.

Where the C is as expected, modules call each other's functions directly (``direct_calls``). As a program it only
translates, and a build that follows finds that done.
"""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path

from setuptools import Extension

from direct_calls import UnexpectedC, call_directly

CORE = Path("src/cambio/core")
TRANSLATED = Path("build/cython")
LINKED = Path("build/library")
#: Modules of nothing but named numbers: they stay Python, and the compiler gets the numbers from a .pxd made here.
VOCABULARY = (
    "engine.action_codes",
    "engine.constants",
    "engine.event_codes",
    "engine.option_codes",
    "engine.phases",
    "engine.refusals",
    "environment.action_space",
    "environment.observation_layout",
    "environment.questions",
    "networks.card_facts",
    "networks.critic_layout",
    "networks.encoding_layout",
    "networks.manners",
    "networks.network_layout",
    "networks.seat_facts",
    "players.policies",
    "players.round_columns",
    "players.traits",
    "players.unseen_pool",
)
#: Arrays are C arrays in the .pxd and lists in the .py, and a .pxd alone prefetches: there is nothing to compile.
NOT_COMPILED = (
    *VOCABULARY,
    "arrays.byte_array",
    "arrays.c_math",
    "arrays.float_array",
    "arrays.int_array",
    "arrays.interpreter_lock",
    "arrays.numpy_rows",
    "environment.env_pointers",
    "environment.prefetch",
)
#: Where processes are forked, several can translate at once; elsewhere each would begin setup.py anew.
CAN_FORK = sys.platform == "linux" and sys.version_info < (3, 14)
DIRECTIVES = {
    "annotation_typing": False,
    "boundscheck": False,
    "cdivision": True,
    "initializedcheck": False,
    "language_level": 3,
    "wraparound": False,
}
WINDOWS = sys.platform == "win32"
FLAGS = os.environ.get("CAMBIO_CFLAGS", "/O2" if WINDOWS else "-O3 -g0 -ffp-contract=off").split()
#: Optimisation across modules when they are linked, unless somebody has asked for flags of their own.
LTO = [] if WINDOWS or "CAMBIO_CFLAGS" in os.environ else ["-flto=auto", "-fvisibility=hidden"]
#: No symbols are left in the library: nobody debugs C that a program wrote, and it is a fifth smaller.
STRIP = ["-s"] if sys.platform == "linux" and "CAMBIO_CFLAGS" not in os.environ else []
#: Profile-guided optimisation: the first build counts which branches are taken, the second is compiled by the counts.
PROFILE = ("-fprofile-generate={}", "-fprofile-update=single")
PROFILED = ("-fprofile-use={}", "-fprofile-partial-training", "-Wno-missing-profile", "-DCAMBIO_TUNED=1")
CONTENTS = '''"""The modules that this library holds, the digest of their source, and whether a profile has tuned it."""

cdef extern from *:
    """
    #ifndef CAMBIO_TUNED
    #define CAMBIO_TUNED 0
    #endif
    """
    int CAMBIO_TUNED

MODULES = frozenset({})
SOURCE = {!r}
TUNED = bool(CAMBIO_TUNED)
'''


def translate() -> list[str]:
    """The C files of the core; ImportError where Cython is missing."""
    from Cython.Build import cythonize

    write_vocabulary()
    write_option_fields()
    names = compiled_modules()
    contents = TRANSLATED / "library.pyx"
    write(contents, CONTENTS.format(names, digest_source()))
    modules = cythonize(  # type: ignore[no-untyped-call]
        [
            *(Extension(f"cambio.core.{name}", [str(source_of(name, ".py"))]) for name in names),
            Extension("cambio.core.library", [str(contents)]),
        ],
        compiler_directives=DIRECTIVES,
        build_dir=str(TRANSLATED),
        force=is_all_due(names),
        nthreads=(os.cpu_count() or 0) if CAN_FORK else 0,
        quiet=True,
    )
    return with_direct_calls([Path(source) for module in modules for source in module.sources])


def compiled_modules() -> list[str]:
    """Every module with a .pxd that has something to compile, by its dotted name within the core."""
    declared = sorted(".".join(path.relative_to(CORE).with_suffix("").parts) for path in CORE.rglob("*.pxd"))
    names = [name for name in declared if name not in NOT_COMPILED]
    # Python enters a module of a library through the last part of its name.
    entries = [name.rpartition(".")[2] for name in names]
    assert len(set(entries)) == len(entries), "two compiled modules in different packages have the same name"
    return names


def digest_source() -> str:
    """As the core computes it to find out whether the library is older than its source."""
    digest: str = runpy.run_path(str(CORE / "source_digest.py"))["source_digest"](CORE)
    return digest


def source_of(name: str, suffix: str) -> Path:
    return CORE.joinpath(*name.split(".")).with_suffix(suffix)


def is_all_due(names: list[str]) -> bool:
    """A module may be older than what all of them are made with: Cython misses whole modules that are cimported."""
    latest = max(path.stat().st_mtime for path in (Path("setup.py"), Path(__file__), *CORE.rglob("*.pxd")))
    made = [TRANSLATED / source_of(name, ".c") for name in names]
    return not all(path.is_file() and path.stat().st_mtime >= latest for path in made)


def write_vocabulary() -> None:
    """Each named number of a vocabulary module becomes a C constant of the same name."""
    for module in VOCABULARY:
        source = source_of(module, ".py")
        numbers = runpy.run_path(str(source))
        lines = [f"    {name} = {number}" for name, number in numbers.items() if type(number) is int]
        write(source.with_suffix(".pxd"), "\n".join([f"# Made from {source.name}.", "cdef enum:", *lines, ""]))


def write_option_fields() -> None:
    """Each field of RuleOptions becomes a C field."""
    source = source_of("engine.rule_options", ".py")
    fields = runpy.run_path(str(source))["RuleOptions"].__slots__
    lines = [f"    cdef readonly int {field}" for field in fields]
    write(source.with_suffix(".pxd"), "\n".join([f"# Made from {source.name}.", "cdef class RuleOptions:", *lines, ""]))


def with_direct_calls(files: list[Path]) -> list[str]:
    """The same files, in which modules call each other directly; or, where that is unsafe, as Cython wrote them.

    CAMBIO_DIRECT_CALLS=no leaves them as they are, to compare.
    """
    if os.environ.get("CAMBIO_DIRECT_CALLS") == "no":
        return [str(path) for path in files]
    try:
        changed = call_directly({path.name: path.read_text(encoding="utf-8") for path in files})
    except UnexpectedC as error:
        print(f"cambio: the core is compiled as Cython wrote it, and plays about a fifth slower: {error}", flush=True)
        return [str(path) for path in files]
    for name, text in changed.items():
        write(LINKED / name, text)
    return [str(LINKED / name) for name in changed]


def write(path: Path, text: str) -> None:
    """Only if it has changed: what has not need not be compiled again."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    translate()
