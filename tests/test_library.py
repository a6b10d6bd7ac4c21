"""The compiled core: modules call each other directly only where the generated C is understood, and play the same."""

from __future__ import annotations

import json
import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import library
from cambio import Rules
from cambio.core import is_compiled
from direct_calls import UnexpectedC, call_directly
from tests.properties.digest import digests
from tests.sanitized import find_library
from tests.soaking import IS_SOAK

DEFINED = """
static int __pyx_f_4deal_draw(int, int __pyx_skip_dispatch); /*proto*/
static CYTHON_INLINE int __pyx_f_4deal_own(int); /*proto*/
static int __pyx_f_4deal_draw(int cards, CYTHON_UNUSED int __pyx_skip_dispatch) {
    return __pyx_f_4deal_own(cards);
}
static CYTHON_INLINE int __pyx_f_4deal_own(int cards) {
    return cards + 1;
}
"""
CALLED = """
static int (*__pyx_f_4deal_draw)(int, int __pyx_skip_dispatch); /*proto*/
static int filled_in(void (**pointer)(void)) { return pointer != 0; }
int main(void) { return filled_in((void (**)(void))&__pyx_f_4deal_draw) ? __pyx_f_4deal_draw(41, 0) - 42 : 1; }
"""


def test_a_function_of_another_module_is_called_by_its_name(tmp_path: Path) -> None:
    defined, called = call_directly({"defined": DEFINED, "called": CALLED}).values()
    assert "\nint __pyx_f_4deal_draw(int cards" in defined
    assert "static CYTHON_INLINE int __pyx_f_4deal_own(int cards)" in defined
    assert "extern int __pyx_f_4deal_draw(int, int __pyx_skip_dispatch);" in called
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no compiler here")
    macros = "#define CYTHON_INLINE inline\n#define CYTHON_UNUSED\n"
    for name, text in (("defined", defined), ("called", called)):
        (tmp_path / f"{name}.c").write_text(macros + text)
    subprocess.run([compiler, "defined.c", "called.c", "-o", "program"], cwd=tmp_path, check=True)
    assert subprocess.run([tmp_path / "program"]).returncode == 0


@pytest.mark.parametrize(
    ("defined", "called", "complaint"),
    [
        (DEFINED, CALLED.replace(" /*proto*/", ""), "0 pointers to functions are declared, but 1 are filled in"),
        (
            DEFINED,
            CALLED.replace("(void (**)(void))&", "&"),
            "1 pointers to functions are declared, but 0 are filled in",
        ),
        (DEFINED, CALLED.replace("(int, int", "(long, int"), "another signature than its callers declare"),
        (DEFINED.replace("draw", "take"), CALLED, "__pyx_f_4deal_draw is defined 0 times"),
        (DEFINED + DEFINED, CALLED, "__pyx_f_4deal_draw is defined 2 times"),
        (DEFINED, "", "no module calls a function of another one"),
    ],
)
def test_c_of_an_unknown_form_is_refused(defined: str, called: str, complaint: str) -> None:
    with pytest.raises(UnexpectedC, match=complaint):
        call_directly({"defined": defined, "called": called})


def test_where_c_is_refused_it_is_compiled_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deal.c"
    file.write_text(DEFINED)
    assert library.with_direct_calls([file]) == [str(file)]
    assert capsys.readouterr().out == (
        "cambio: the core is compiled as Cython wrote it, and plays about a fifth slower: "
        "no module calls a function of another one\n"
    )


@pytest.mark.skipif(not is_compiled(), reason="there is nothing to tune")
def test_there_is_play_to_tune_by() -> None:
    """A tuned build is compiled by what this does; the build itself takes minutes."""
    practice = runpy.run_path("building/practice.py")
    practice["play_in_lock_step"](Rules.parse("stick"), 3, 5, steps=40)


@pytest.mark.skipif(not is_compiled(), reason="compares with the compiled core")
@pytest.mark.skipif(find_library() is not None and not IS_SOAK, reason="the sanitized build is from unchanged C, too")
def test_a_build_from_unchanged_c_plays_the_same(tmp_path: Path) -> None:
    """What is built where the generated C is not as expected: stock Cython, with calls through pointers."""
    subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", f"--build-lib={tmp_path}", f"--build-temp={tmp_path / 'temp'}"],
        check=True,
        env=os.environ | {"CAMBIO_BUILD": "compiled", "CAMBIO_CFLAGS": "-O0", "CAMBIO_DIRECT_CALLS": "no"},
    )
    package = tmp_path / "cambio"
    shutil.copytree("src/cambio", package, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.so", "web"))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), "."])}
    told = subprocess.run(
        [sys.executable, "-m", "tests.properties.digest"], env=environment, capture_output=True, text=True, check=True
    )
    assert json.loads(told.stdout) == {"is compiled": True, "digests": digests()}
