"""The compiled core: all its modules in one library, whose functions call each other directly.

Cython compiles each module by itself. A function of another module is reached by a pointer that is filled in when that
module is imported, and no compiler can see through it. So the C that Cython wrote is bound together here: a function
that other modules call becomes visible to them, and each caller's pointer becomes the function. Linked at once, small
functions of one room then melt into those of another: the engine plays about a fifth faster for it.
"""

from __future__ import annotations

import os
import re
import runpy
import sys
from pathlib import Path

from setuptools import Extension

CORE = Path("src/cambio/core")
TRANSLATED = Path("build/cython")
BOUND = Path("build/library")
#: Modules of nothing but named numbers: they stay Python, and the compiler gets the numbers from a .pxd made here.
VOCABULARY = (
    "engine.action_codes",
    "engine.constants",
    "engine.event_codes",
    "engine.option_codes",
    "engine.phases",
    "engine.refusals",
    "environment.observation_layout",
    "environment.questions",
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
    "arrays.int_array",
    "arrays.numpy_rows",
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
#: What melts modules together, where the compiler is able to and nobody has asked for flags of their own.
MELTING = [] if WINDOWS or "CAMBIO_CFLAGS" in os.environ else ["-flto=auto", "-fvisibility=hidden"]
#: Compiled so, the core counts where play goes, into that folder; and so, it is compiled by what was counted.
COUNTING = ("-fprofile-generate={}", "-fprofile-update=single")
COUNTED = ("-fprofile-use={}", "-fprofile-partial-training", "-Wno-missing-profile", "-DCAMBIO_TUNED=1")
CONTENTS = '''"""The modules that this library holds, and whether it was compiled by what play was seen to do."""

cdef extern from *:
    """
    #ifndef CAMBIO_TUNED
    #define CAMBIO_TUNED 0
    #endif
    """
    int CAMBIO_TUNED

MODULES = frozenset({})
TUNED = bool(CAMBIO_TUNED)
'''

#: How Cython declares a function of another module, and where it has the pointer filled in.
POINTER = re.compile(r"^static (.+)\(\*(__pyx_f_\w+)\)(\(.*\)); /\*proto\*/$", re.MULTILINE)
FILLED_IN = re.compile(r"\(void \(\*\*\)\(void\)\)&(__pyx_f_\w+)")
#: How it declares and defines one of a module's own.
OWN = re.compile(r"^static (?:CYTHON_INLINE )?(.*?)\b(__pyx_f_\w+)(?=\()", re.MULTILINE)


def translated() -> list[str]:
    """The files of the core, translated to C and bound together; ImportError where Cython is missing."""
    from Cython.Build import cythonize

    write_vocabulary()
    names = compiled_modules()
    contents = TRANSLATED / "library.pyx"
    write(contents, CONTENTS.format(names))
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
    return bind([Path(source) for module in modules for source in module.sources])


def compiled_modules() -> list[str]:
    """Every module with a .pxd that has something to compile, by its dotted name within the core."""
    declared = sorted(".".join(path.relative_to(CORE).with_suffix("").parts) for path in CORE.rglob("*.pxd"))
    names = [name for name in declared if name not in NOT_COMPILED]
    # Python enters a module of a library through the last part of its name.
    entries = [name.rpartition(".")[2] for name in names]
    assert len(set(entries)) == len(entries), "two compiled modules in different packages have the same name"
    return names


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


def bind(files: list[Path]) -> list[str]:
    """Copies of the C files in which modules name each other's functions."""
    texts = {path.name: path.read_text() for path in files}
    called = {name for text in texts.values() for _, name, _ in POINTER.findall(text)}
    for name, text in texts.items():
        write(BOUND / name, bound(text, called))
    return [str(BOUND / name) for name in texts]


def bound(text: str, called: set[str]) -> str:
    """A function of another module is called by its name; one of this module's that others call is no longer static.

    The pointers stay, and are filled in as before, though nobody follows them: that is how signatures are compared.
    """
    text = FILLED_IN.sub(lambda pointer: f"{pointer[0]}_checked" if pointer[1] in called else pointer[0], text)
    text = OWN.sub(lambda own: own[1] + own[2] if own[2] in called else own[0], text)
    return POINTER.sub(r"extern \1\2\3; static void (*\2_checked)(void);", text)


def write(path: Path, text: str) -> None:
    """Only if it is news: what has not changed need not be compiled again."""
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
