"""How Cambio installs on machines that lack one thing or another, each with what it says there.

``python3 building/install_matrix.py``, or ``make install-matrix``: every Python that is found here, no C compiler, no
Node.js and no registry of npm, no git. It takes the source distribution that ``make release-check`` has left in
build/release, and this checkout as it is committed; every case has an environment of its own, outside the repository.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

BUILT = Path("build/release")
#: Where somebody may have put a Python besides those that a shell finds.
PYTHON_FOLDERS = ("/usr/bin", "/usr/local/bin", *map(str, Path("~/.pyenv/versions").expanduser().glob("*/bin")))
OLDEST = (3, 11)
#: Programs that a machine without them lacks.
COMPILERS = r"(cc|c\+\+|gcc|g\+\+|clang)(-[\d.]+)?|x86_64-linux-gnu-(gcc|g\+\+)(-[\d.]+)?"
NODE = r"node|npm|npx|nodejs"
#: Where nothing listens.
NOWHERE = "http://127.0.0.1:9/"


@dataclass(frozen=True)
class Case:
    """A machine, what is installed on it, and a word that the last thing said there must have."""

    name: str
    python: str
    source: Path
    expected: str
    #: A pattern of the programs that it lacks.
    lacks: str = "git"
    variables: Mapping[str, str] = field(default_factory=dict)
    #: What Cambio says is looked at; else what pip says, who fails.
    installs: bool = True


def main() -> None:
    sdists = list(BUILT.glob("*.tar.gz"))
    if len(sdists) != 1:
        sys.exit(
            f"cambio: expected one source distribution in {BUILT}, found {len(sdists)}: make release-check builds it"
        )
    with tempfile.TemporaryDirectory(prefix="cambio-installs-") as folder:
        checkout = Path(folder, "checkout")
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ".", str(checkout)], check=True)
        wrong = [case for case in cases(sdists[0].resolve(), checkout) if not try_case(case, Path(folder))]
    if wrong:
        sys.exit(f"cambio: not as expected: {', '.join(case.name for case in wrong)}")


def cases(sdist: Path, checkout: Path) -> Iterator[Case]:
    pythons = find_pythons()
    for version, python in pythons.items():
        if version >= OLDEST:
            yield Case(f"Python {dotted(version)}, source distribution, no git", python, sdist, "engine   compiled")
    too_old = [version for version in pythons if version < OLDEST]
    if too_old:
        name = f"Python {dotted(max(too_old))}"
        yield Case(name, pythons[max(too_old)], sdist, "expected Python 3.11 or newer", installs=False)
    python = sys.executable
    yield Case("no compiler", python, sdist, "without a C compiler", lacks=COMPILERS)
    required = {"CAMBIO_BUILD": "compiled"}
    yield Case("no compiler, but wanted", python, sdist, "ERROR", COMPILERS, required, installs=False)
    alone = {"npm_config_registry": NOWHERE, "npm_config_fetch_retries": "0"}
    yield Case(
        "checkout, no Node.js, no registry of npm", python, checkout, "CAMBIO_WEB=none", NODE, alone, installs=False
    )
    yield Case(
        "the same with CAMBIO_WEB=none", python, checkout, "page     missing", NODE, alone | {"CAMBIO_WEB": "none"}
    )
    yield Case("source distribution, no Node.js, no registry of npm", python, sdist, "page     there", NODE, alone)


def find_pythons() -> dict[tuple[int, ...], str]:
    """One for each version of Python 3, by its version."""
    folders = [*PYTHON_FOLDERS, *os.environ["PATH"].split(os.pathsep)]
    found: dict[tuple[int, ...], str] = {}
    for path in (path for folder in folders for path in sorted(Path(folder).glob("python3.*"))):
        if re.fullmatch(r"python3\.\d+", path.name):
            asked = [str(path), "-c", "import sys, ensurepip; print(*sys.version_info[:3])"]
            told = subprocess.run(asked, capture_output=True, text=True, check=False)
            if told.returncode == 0:
                found.setdefault(tuple(map(int, told.stdout.split())), str(path))
    return dict(sorted(found.items()))


def dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


def try_case(case: Case, folder: Path) -> bool:
    """Install it there, and print what is said; whether that is what was expected."""
    print(f"{case.name}:", flush=True)
    place = Path(tempfile.mkdtemp(dir=folder))
    venv, programs = place / "venv", without(case.lacks, place / "programs")
    keep = {name: os.environ[name] for name in ("HOME", "LANG") if name in os.environ}
    machine = keep | {"PATH": str(programs), "TMPDIR": str(place), **case.variables}
    subprocess.run([case.python, "-m", "venv", str(venv)], check=True)
    pip = [str(venv / "bin/pip"), "install", "--no-cache-dir", "--disable-pip-version-check", str(case.source)]
    said = run(pip, machine, place)
    if case.installs and said.returncode == 0:
        said = run([str(venv / "bin/cambio"), "--version", "--verbose"], machine, place)
    text = (said.stdout + said.stderr).strip()
    is_right = case.expected in text and (said.returncode == 0) == case.installs
    lines = text.splitlines()
    shown = lines if case.installs or not is_right else [line for line in lines if case.expected in line][-1:]
    print(
        *(f"    {line}" for line in shown), "" if is_right else f"    expected: {case.expected}", sep="\n", flush=True
    )
    shutil.rmtree(place)
    return is_right


def run(command: list[str], machine: Mapping[str, str], place: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, env=machine, cwd=place)


def without(lacking: str, programs: Path) -> Path:
    """A folder with the programs of this machine but those."""
    programs.mkdir()
    for path in (path for folder in ("/usr/bin", "/bin") for path in Path(folder).iterdir()):
        link = programs / path.name
        if not re.fullmatch(lacking, path.name) and not link.is_symlink():
            link.symlink_to(path)
    return programs


if __name__ == "__main__":
    main()
