"""Whether what would be published works: built from a clean clone, installed outside the repository, and tried there.

``python3 building/release_check.py``, or ``make release-check``. It takes what is committed, needs git, a compiler and
the network, and publishes nothing; what it built lies in build/release.
"""

from __future__ import annotations

import hashlib
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

from steps import Step, StepFailed, run_steps

BUILT = Path("build/release")
VERSION = str(runpy.run_path("src/cambio/version.py")["VERSION"])
#: Nothing of this shell may reach what is tried, and nothing that is missing may be left out.
VARIABLES = {"CAMBIO_BUILD": "compiled", "CAMBIO_WEB": "required", "CAMBIO_ENGINE": "", "PYTHONPATH": ""}
#: What an archive has besides its code, by the end of its name.
NEEDED = (
    "cambio/web/index.html",
    "cambio/site/index.html",
    "cambio/py.typed",
    "cambio/bots/tuned.json",
    "cambio/bots/network.weights",
    "LICENSE",
)


def main() -> None:
    print(f"checking the release of Cambio {VERSION}, as it is committed")
    check_changelog()
    if uncommitted := run("git", "status", "--porcelain").strip():
        print(f"not committed, and so not checked:\n{uncommitted}")
    shutil.rmtree(BUILT, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix="cambio-release-") as folder:
        try:
            run_steps(steps_to_build(Path(folder)))
            check_archives()
            check_same_wheel(Path(folder, "again"))
            run_steps(steps_to_try(Path(folder)))
        except StepFailed as failure:
            sys.exit(failure.status)
        except KeyboardInterrupt:
            sys.exit(130)
        for name in ("wheel", "sdist", "alone"):
            print(f"{name}:\n{Path(folder, f'{name}.txt').read_text().rstrip()}")
    print(f"Cambio {VERSION} could be published from {BUILT}")


def check_changelog() -> None:
    """The newest section is about this version."""
    newest = re.search(r"^## (\S+)", Path("CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    if newest is None or newest[1] != VERSION:
        sys.exit(f"cambio: expected CHANGELOG.md to begin with {VERSION}, but found {newest and newest[1]}")


def steps_to_build(folder: Path) -> list[Step]:
    """The wheel is built from the source distribution, so that nothing can be in it that is not in there, too."""
    clone, tools = folder / "clone", folder / "tools"
    at_that_time = VARIABLES | {"SOURCE_DATE_EPOCH": run("git", "log", "-1", "--format=%ct").strip()}

    def build(out: Path) -> list[str]:
        return [python_of(tools), "-m", "build", "--outdir", str(out.resolve()), str(clone)]

    return [
        Step("cloning what is committed", (["git", "clone", "--quiet", "--no-hardlinks", ".", str(clone)],)),
        Step("getting build and twine", (make(tools), pip(tools, "build", "twine"))),
        Step("building the source distribution, and the wheel from it", (build(BUILT),), at_that_time),
        Step("building both once more", (build(folder / "again"),), at_that_time),
    ]


def steps_to_try(folder: Path) -> list[Step]:
    wheel, sdist = archive("*.whl"), archive("*.tar.gz")
    twine = [python_of(folder / "tools"), "-m", "twine", "check", "--strict", wheel, sdist]
    return [
        Step("reading the metadata as PyPI does", (twine,)),
        *steps_to_try_one(folder, "wheel", (wheel,), "--engine=compiled"),
        *steps_to_try_one(folder, "sdist", (sdist,), "--engine=compiled"),
        *steps_to_try_one(folder, "alone", ("--no-deps", wheel), "--engine=compiled", "--alone"),
    ]


def steps_to_try_one(folder: Path, name: str, installed: tuple[str, ...], *arguments: str) -> list[Step]:
    """A fresh environment, the README's examples, and one request to a server; what they say is kept."""
    venv, clone = folder / name, folder / "clone"
    files = [f"--readme={clone / 'README.md'}", f"--report={folder / f'{name}.txt'}"]
    check = [python_of(venv), "-P", str(clone / "building/check_install.py"), "--docs", *files, *arguments]
    what = {"wheel": "the wheel", "sdist": "the source distribution", "alone": "the engine alone"}[name]
    return [
        Step(f"installing {what}", (make(venv), pip(venv, *installed)), VARIABLES),
        Step(f"trying {what}", (check,), VARIABLES | {"CAMBIO_BUILD": ""}),
    ]


def check_archives() -> None:
    """Both are of this version, and nothing is missing in either."""
    wheel, sdist = archive("*.whl"), archive("*.tar.gz")
    with zipfile.ZipFile(wheel) as of_wheel, tarfile.open(sdist) as of_sdist:
        names = {wheel: of_wheel.namelist(), sdist: of_sdist.getnames()}
    for path, inside in names.items():
        missing = [needed for needed in NEEDED if not any(name.endswith(needed) for name in inside)]
        if missing or f"-{VERSION}" not in Path(path).name:
            sys.exit(f"cambio: {path} lacks {missing or VERSION}")
        print(f"{Path(path).name}: {len(inside)} files, {Path(path).stat().st_size / 1e6:.1f} MB")


def check_same_wheel(again: Path) -> None:
    """Whoever builds it again gets the same bytes, and can so tell that it was built from this source."""
    first, second = (hashlib.sha256(Path(archive("*.whl", folder)).read_bytes()) for folder in (BUILT, again))
    if first.digest() != second.digest():
        sys.exit(f"cambio: the wheel that was built once more differs: {first.hexdigest()}, then {second.hexdigest()}")
    print(f"built twice, the wheel is the same: {first.hexdigest()}")


def archive(pattern: str, folder: Path = BUILT) -> str:
    (found,) = folder.glob(pattern)
    return str(found.resolve())


def make(venv: Path) -> list[str]:
    return [sys.executable, "-m", "venv", str(venv)]


def pip(venv: Path, *arguments: str) -> list[str]:
    return [python_of(venv), "-m", "pip", "install", "--disable-pip-version-check", "--progress-bar=off", *arguments]


def python_of(venv: Path) -> str:
    return str(venv / "bin" / "python")


def run(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    main()
