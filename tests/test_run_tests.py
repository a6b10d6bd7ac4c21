"""Failures beside others are tried once more, alone; everything else fails the run as ever."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path("building/run_tests.py").absolute()
#: Fails the first time, as if others had had the machine, and passes from then on.
FLAKY = """
import pathlib
def test_flaky():
    noted = pathlib.Path("noted")
    is_second = noted.exists()
    noted.touch()
    assert is_second
"""


def run(folder: Path, tests: str, *arguments: str) -> tuple[int, str]:
    (folder / "test_these.py").write_text(tests)
    command = [sys.executable, str(SCRIPT), "-q", "-p", "no:cacheprovider", *arguments, "test_these.py"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout + ran.stderr


def test_what_passes_is_run_once(tmp_path: Path) -> None:
    status, told = run(tmp_path, "def test_fine(): pass")
    assert (status, "once more" in told) == (0, False), told


def test_what_passes_alone_passes_and_is_named(tmp_path: Path) -> None:
    status, told = run(tmp_path, f"{FLAKY}\ndef test_fine(): pass", "-n", "2")
    line = "failed beside others, passed alone: test_these.py::test_flaky\n"
    assert status == 0, told
    assert told.endswith(line), told
    assert (tmp_path / "build" / "passed_alone.txt").read_text() == line


def test_what_fails_again_fails_the_run(tmp_path: Path) -> None:
    status, told = run(tmp_path, f"{FLAKY}\ndef test_wrong(): assert False")
    assert status == 1, told
    assert "once more, alone" in told and "passed alone" not in told
    assert not (tmp_path / "build").exists()


def test_a_mess_that_is_found_at_the_end_of_a_file_has_the_whole_file_run_again(tmp_path: Path) -> None:
    found = """
import pytest
@pytest.fixture(scope="module")
def server():
    complaints = []
    yield complaints
    assert complaints == []
def test_first(server): server.append("wrong")
def test_last(server): pass
"""
    status, told = run(tmp_path, found)
    assert status == 1, told
    assert "once more, alone:\n  test_these.py\n" in told


@pytest.mark.parametrize(
    ("tests", "expected"),
    [
        ("import pytest\n@pytest.mark.parametrize('number', range(6))\ndef test_wrong(number): assert False", 1),
        (f"{FLAKY}\nimport nothing_like_this", 2),
        (f"{FLAKY}\ndef test_interrupted(): raise KeyboardInterrupt", 2),
        ("", 5),
    ],
    ids=["too many", "a file that can't be read", "an interruption", "no tests"],
)
def test_whatever_else_goes_wrong_fails_the_run_at_once(tests: str, expected: int, tmp_path: Path) -> None:
    status, told = run(tmp_path, tests)
    assert (status, "once more" in told) == (expected, False), told


@pytest.mark.parametrize(
    "tests",
    [f"{FLAKY}\nimport os\ndef test_dies(): os._exit(0)", f"{FLAKY}\nimport nothing_like_this"],
    ids=["a process that died", "a file that can't be read"],
)
def test_beside_others_it_is_the_same(tests: str, tmp_path: Path) -> None:
    status, told = run(tmp_path, tests, "-n", "2")
    assert status != 0, told
    assert "once more" not in told, told
