"""Direct calls between the modules of the compiled core, in place of Cython's calls through pointers.

Cython compiles each module by itself. A function of another module is called through a pointer that is filled in when
that module is imported, and no compiler can optimise across it. Here the C that Cython wrote is changed: a function
that other modules call gets external linkage, and each caller's pointer becomes a declaration of that function. The
linker then inlines across modules, and the engine plays about a fifth faster.

This reads generated C, so it checks everything that it relies on. ``UnexpectedC`` says what was not found as expected;
the C files are then compiled as Cython wrote them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

#: How Cython declares the pointer to a function of another module, and where it has the pointer filled in.
POINTER = re.compile(r"^static (.+)\(\*(__pyx_f_\w+)\)(\(.*\)); /\*proto\*/$", re.MULTILINE)
FILLED_IN = re.compile(r"\(void \(\*\*\)\(void\)\)&(\w+)")
#: How it declares and defines a module's own functions.
PROTOTYPE = re.compile(r"^static (?:CYTHON_INLINE )?(.*?)\b(__pyx_f_\w+)(\(.*\)); /\*proto\*/$", re.MULTILINE)
DEFINITION = re.compile(r"^static (?:CYTHON_INLINE )?[^(;=]*?\b(__pyx_f_\w+)\(.*\) \{$", re.MULTILINE)
OWN = re.compile(r"^static (?:CYTHON_INLINE )?(.*?)\b(__pyx_f_\w+)(?=\()", re.MULTILINE)


class UnexpectedC(Exception):
    """Cython wrote something other than what is understood here."""


@dataclass(frozen=True)
class Signature:
    result: str
    parameters: str


def call_directly(sources: Mapping[str, str]) -> dict[str, str]:
    """The C files by name, changed so that modules name each other's functions; UnexpectedC where that is unsafe."""
    called = _called_functions(sources)
    _check_definitions(sources, called)
    changed = {name: _with_direct_calls(text, called) for name, text in sources.items()}
    for name, text in changed.items():
        still_static = [own[2] for own in OWN.finditer(text) if own[2] in called]
        _expect(not still_static, f"{name}: {still_static} still have internal linkage")
    return changed


def _called_functions(sources: Mapping[str, str]) -> dict[str, Signature]:
    """Every function that is called from another module; each pointer is declared once and filled in once."""
    called: dict[str, Signature] = {}
    for name, text in sources.items():
        pointers = {pointer[2]: Signature(pointer[1].strip(), pointer[3]) for pointer in POINTER.finditer(text)}
        filled_in = Counter(FILLED_IN.findall(text))
        _expect(
            filled_in == dict.fromkeys(pointers, 1),
            f"{name}: {len(pointers)} pointers to functions are declared, but {filled_in.total()} are filled in",
        )
        for function, signature in pointers.items():
            known = called.setdefault(function, signature)
            _expect(known == signature, f"{name}: {function} is declared with another signature than elsewhere")
    _expect(bool(called), "no module calls a function of another one")
    return called


def _check_definitions(sources: Mapping[str, str], called: Mapping[str, Signature]) -> None:
    """Each called function is defined in one place, with the signature that its callers declare."""
    defined: Counter[str] = Counter()
    prototypes: dict[str, Signature] = {}
    for text in sources.values():
        defined.update(function for function in DEFINITION.findall(text) if function in called)
        prototypes |= {own[2]: Signature(own[1].strip(), own[3]) for own in PROTOTYPE.finditer(text)}
    for function, signature in called.items():
        _expect(defined[function] == 1, f"{function} is defined {defined[function]} times")
        _expect(prototypes.get(function) == signature, f"{function} has another signature than its callers declare")


def _with_direct_calls(text: str, called: Mapping[str, Signature]) -> str:
    """Pointers stay under another name, and are still filled in: that is how Cython compares signatures at import."""
    text = FILLED_IN.sub(r"\g<0>_checked", text)
    text = OWN.sub(lambda own: own[1] + own[2] if own[2] in called else own[0], text)
    return POINTER.sub(r"extern \1\2\3; static void (*\2_checked)(void);", text)


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise UnexpectedC(otherwise)
