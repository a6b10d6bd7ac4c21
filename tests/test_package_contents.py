"""What is packed is the same from a fresh clone and from a tree that somebody has worked in, to the byte."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest

from cambio.core import is_compiled

BUILD = (
    "import sys; sys.path.insert(0, 'building'); import backend; out = sys.argv[1]; "
    "backend.build_wheel(out); backend.build_sdist(out)"
)
#: What tools and people leave behind; some of it git ignores, some not.
JUNK = (
    "src/cambio/web/index.html",
    "src/cambio/web/assets/old.js",
    "src/cambio/bots/__pycache__/x.cpython-311.pyc",
    "src/cambio/core/library.cpython-311-x86_64-linux-gnu.so",
    "src/cambio/cambio.db",
    "build/lib/cambio/removed_long_ago.py",
    "build/lib.linux-x86_64-cpython-311/cambio/removed_long_ago.py",
    "web/node_modules/svelte/package.json",
    "web/dist/index.html",
    "tests/notes.txt",
    "docs/draft.md",
    ".hypothesis/unicode_data/x",
)

pytestmark = pytest.mark.skipif(
    not is_compiled() or not Path(".git").exists() or shutil.which("git") is None,
    reason="once is enough, and needs a checkout",
)


def clone(folder: Path) -> Path:
    """What git knows here as it lies here, as a checkout of its own."""
    subprocess.run(["git", "clone", "--quiet", "--no-checkout", ".", str(folder)], check=True)
    files = subprocess.run(["git", "ls-files", "-z"], capture_output=True, text=True, check=True).stdout
    for name in filter(None, files.split("\0")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(name, folder / name)
    subprocess.run(["git", "-C", str(folder), "add", "--all"], check=True)
    return folder


def pack(tree: Path, out: Path) -> tuple[list[str], list[str], bytes]:
    """The names in the wheel and in the source package, and the wheel itself."""
    out.mkdir()
    wanted = {"CAMBIO_BUILD": "interpreted", "CAMBIO_WEB": "none", "SOURCE_DATE_EPOCH": "1700000000"}
    subprocess.run(
        [sys.executable, "-c", BUILD, str(out)], cwd=tree, check=True, capture_output=True, env=os.environ | wanted
    )
    (wheel,), (source,) = out.glob("*.whl"), out.glob("*.tar.gz")
    with ZipFile(wheel) as packed, tarfile.open(source) as archive:
        return sorted(packed.namelist()), sorted(archive.getnames()), wheel.read_bytes()


def test_packages_hold_the_same_from_a_fresh_clone_and_from_a_used_tree(tmp_path: Path) -> None:
    tree = clone(tmp_path / "tree")
    fresh = pack(tree, tmp_path / "fresh")
    for name in JUNK:
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text("junk")
    used = pack(tree, tmp_path / "used")
    assert used[:2] == fresh[:2]
    # Built twice, at the same time of day as far as it knows.
    assert used[2] == fresh[2]
    wheel, source = fresh[:2]
    assert {"cambio/game.py", "cambio/py.typed", "cambio/core/engine/constants.pxd"} <= set(wheel)
    tops = {name.partition("/")[2].partition("/")[0] for name in source}
    assert {"src", "web", "tests", "docs", "building", "setup.py", "pyproject.toml", "LICENSE"} <= tops


def test_a_module_that_git_does_not_know_is_refused(tmp_path: Path) -> None:
    tree = clone(tmp_path / "tree")
    (tree / "src" / "cambio" / "scratch.py").touch()
    with pytest.raises(subprocess.CalledProcessError) as failed:
        pack(tree, tmp_path / "out")
    assert b"cambio: git does not know src/cambio/scratch.py: git add what belongs to Cambio" in failed.value.stderr
