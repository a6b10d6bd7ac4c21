"""Modules of the compiled core call each other's functions by name; whatever Cython wrote otherwise stays as it was."""

from __future__ import annotations

import runpy
import shutil
import subprocess
from pathlib import Path

import pytest

from cambio import Rules
from cambio.core import is_compiled

LIBRARY = runpy.run_path("building/library.py")
LENDER = """
static int __pyx_f_4room_deal(int, int __pyx_skip_dispatch); /*proto*/
static CYTHON_INLINE int __pyx_f_4room_own(int);
static int __pyx_f_4room_deal(int cards, CYTHON_UNUSED int __pyx_skip_dispatch) { return __pyx_f_4room_own(cards); }
static CYTHON_INLINE int __pyx_f_4room_own(int cards) { return cards + 1; }
"""
BORROWER = """
static int (*__pyx_f_4room_deal)(int, int __pyx_skip_dispatch); /*proto*/
static int filled_in(void (**pointer)(void)) { return pointer != 0; }
int main(void) { return filled_in((void (**)(void))&__pyx_f_4room_deal) ? __pyx_f_4room_deal(41, 0) - 42 : 1; }
"""


def test_what_another_module_lends_is_called_by_name(tmp_path: Path) -> None:
    called = {"__pyx_f_4room_deal"}
    lender, borrower = (LIBRARY["bound"](text, called) for text in (LENDER, BORROWER))
    assert "\nint __pyx_f_4room_deal(int cards" in lender
    assert "static CYTHON_INLINE int __pyx_f_4room_own(int cards)" in lender
    assert "extern int __pyx_f_4room_deal(int, int __pyx_skip_dispatch);" in borrower
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no compiler here")
    macros = "#define CYTHON_INLINE inline\n#define CYTHON_UNUSED\n"
    for name, text in (("lender", lender), ("borrower", borrower)):
        (tmp_path / f"{name}.c").write_text(macros + text)
    subprocess.run([compiler, "lender.c", "borrower.c", "-o", "dealt"], cwd=tmp_path, check=True)
    assert subprocess.run([tmp_path / "dealt"]).returncode == 0


@pytest.mark.skipif(not is_compiled(), reason="there is nothing to tune")
def test_there_is_play_to_tune_by() -> None:
    """A tuned build is compiled by what this does; the build itself takes minutes."""
    practice = runpy.run_path("building/practice.py")
    practice["play_in_lock_step"](Rules.parse("stick"), 3, 5, steps=40)


def test_a_form_that_is_not_known_is_left_alone() -> None:
    text = BORROWER.replace(" /*proto*/", "")
    assert LIBRARY["bound"](text, set()) == text
