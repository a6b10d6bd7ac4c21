"""Which engine runs is never a surprise: what keeps the compiled one from running is said, once, with what to do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cambio.core
from cambio.core import is_compiled

HERE = Path(cambio.core.__file__).parents[1]
PROGRAM = "import cambio.core as core; print(core.describe_engine())"


def run(checkout: Path, *flags: str, program: str = PROGRAM, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("CAMBIO_ENGINE", "PYTHONWARNINGS")}
    command = [sys.executable, "-S", *flags, "-c", program]
    paths = os.pathsep.join([str(checkout / "src"), *(path for path in sys.path if "site-packages" in path)])
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env=kept | {"PYTHONPATH": paths} | environment
    )


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The engine as it lies here, with its library, if there is one."""
    shutil.copytree(HERE, tmp_path / "src" / "cambio", ignore=shutil.ignore_patterns("web", "__pycache__", "server"))
    (tmp_path / "setup.py").touch()
    return tmp_path


def library_of(checkout: Path) -> Path:
    found = [path for path in (checkout / "src" / "cambio" / "core").glob("library.*") if path.suffix != ".py"]
    if not found:
        pytest.skip("there is no compiled library here")
    return found[0]


def test_without_a_library_it_is_said_once_that_the_engine_runs_interpreted(checkout: Path) -> None:
    library_of(checkout).unlink()
    ran = run(checkout)
    assert ran.stdout == "interpreted\n"
    assert ran.stderr.count("\n") == 1 and "installed without a C compiler" in ran.stderr
    assert "pip install --force-reinstall" in ran.stderr and "CAMBIO_ENGINE=interpreted" in ran.stderr


def test_it_is_not_said_to_whoever_wants_it_so_or_wants_no_warnings(checkout: Path) -> None:
    library_of(checkout).unlink()
    for ran in (run(checkout, CAMBIO_ENGINE="interpreted"), run(checkout, "-W", "ignore")):
        assert (ran.stdout, ran.stderr) == ("interpreted\n", "")


def test_whoever_wants_the_compiled_engine_gets_no_other(checkout: Path) -> None:
    assert is_compiled() == (run(checkout, CAMBIO_ENGINE="compiled").stdout.startswith("compiled"))
    library_of(checkout).unlink()
    failed = run(checkout, CAMBIO_ENGINE="compiled")
    assert failed.returncode == 1 and "ImportError: Cambio's engine runs interpreted" in failed.stderr


def test_a_broken_library_is_reported(checkout: Path) -> None:
    library = library_of(checkout)
    library.write_bytes(b"no library")
    ran = run(checkout)
    assert ran.stdout == "interpreted\n" and ran.stderr.count("\n") == 1
    assert library.name in ran.stderr and "can't be loaded" in ran.stderr


def test_a_library_for_another_python_is_reported(checkout: Path) -> None:
    library = library_of(checkout)
    library.rename(library.with_name("library.cpython-27-any.so"))
    ran = run(checkout)
    assert ran.stdout == "interpreted\n" and "compiled for another Python than this one" in ran.stderr


def test_a_library_that_is_older_than_the_source_is_reported(checkout: Path) -> None:
    library = library_of(checkout)
    rules = checkout / "src" / "cambio" / "core" / "engine" / "snap.py"
    rules.write_text(rules.read_text() + "\n# Another rule.\n")
    ran = run(checkout)
    assert ran.stdout == "interpreted\n" and ran.stderr.count("\n") == 1
    assert f"{library.name} was compiled from another source" in ran.stderr


def test_processes_of_a_program_do_not_say_it_again(checkout: Path) -> None:
    library_of(checkout).unlink()
    program = (
        "import multiprocessing as m\nimport cambio.core\n"
        "if __name__ == '__main__':\n    m.get_context('spawn').Pool(2).map(cambio.core.Path, 'ab')"
    )
    file = checkout / "program.py"
    file.write_text(program)
    ran = run(checkout, program=f"import runpy; runpy.run_path({str(file)!r}, run_name='__main__')")
    assert ran.stderr.count("runs interpreted") == 1


def test_a_wish_that_is_none_is_refused(checkout: Path) -> None:
    failed = run(checkout, CAMBIO_ENGINE="fast")
    assert "CAMBIO_ENGINE: expected nothing, interpreted or compiled, but found 'fast'" in failed.stderr
