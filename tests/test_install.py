"""Cambio installs with a compiler and without one, and plays the same."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from cambio.core import is_compiled

DEMO = ("demo", "camp", "--seats", "5", "--seed", "3", "--notation")


@pytest.mark.skipif(not is_compiled(), reason="one installation is enough, and needs the compiled core to compare with")
def test_without_a_compiler_cambio_installs_and_plays_the_same_interpreted(tmp_path: Path) -> None:
    source = tmp_path / "source"
    shutil.copytree("src", source / "src", ignore=shutil.ignore_patterns("*.so", "*.egg-info", "__pycache__"))
    shutil.copytree("building", source / "building")
    shutil.copytree("web/licenses", source / "web" / "licenses")
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(name, source)
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    bin_folder = tmp_path / "venv" / "bin"
    pip = [str(bin_folder / "pip"), "--quiet", "--disable-pip-version-check"]
    subprocess.run(
        [*pip, "wheel", "--no-deps", "--wheel-dir", tmp_path, source],
        check=True,
        env=os.environ | {"CC": "/bin/false", "CXX": "/bin/false", "CAMBIO_BUILD": ""},
    )
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    with ZipFile(wheel) as packed:
        assert "Root-Is-Purelib: true" in read_metadata(packed, "WHEEL")
        metadata = read_metadata(packed, "METADATA")
        for text in ("LICENSE", *(f"web/licenses/{each.name}" for each in Path("web/licenses").iterdir())):
            assert f"License-File: {text}\n" in metadata
            assert read_metadata(packed, f"licenses/{text}") == Path(text).read_text(encoding="utf-8")
        assert not [name for name in packed.namelist() if ".data/" in name or name.endswith(".so")]
    subprocess.run([*pip, "install", wheel], check=True)

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        kept = {name: value for name, value in os.environ.items() if name != "CAMBIO_ENGINE"}
        return subprocess.run([bin_folder / "cambio", *arguments], capture_output=True, text=True, check=True, env=kept)

    def cambio(*arguments: str) -> str:
        return run(*arguments).stdout

    assert "interpreted engine" in cambio("--version")
    assert run("--version").stderr.count("without a C compiler") == 1
    installed = next((tmp_path / "venv").glob("lib/python*/site-packages/cambio/web"))
    assert names_in(installed) == names_in(Path("src/cambio/web"))
    assert {".br", ".gz", ".woff2"} <= {name.suffix for name in names_in(installed)}
    ours = subprocess.run([sys.executable, "-m", "cambio.cli", *DEMO], capture_output=True, text=True, check=True)
    assert cambio(*DEMO) == ours.stdout


def read_metadata(wheel: ZipFile, name: str) -> str:
    (file,) = (each for each in wheel.namelist() if each.endswith(f".dist-info/{name}"))
    return wheel.read(file).decode()


def names_in(folder: Path) -> set[Path]:
    return {path.relative_to(folder) for path in folder.rglob("*")}
