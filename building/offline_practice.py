"""What offline practice is played with: Python for the browser, and of Cambio the modules that a practice table needs.

Python comes from npm (Pyodide), msgspec as the wheel that lies in web/practice, and Cambio from its sources here, of
which the archive holds what the practice server imports and nothing else. The same sources make the same bytes.
"""

from __future__ import annotations

import ast
import io
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import web

PACKAGE = Path("src/cambio")
#: All that is needed is imported from here.
ENTRY = "server.practice.practice_server"
#: What is read, and not imported.
DATA = ("bots/tuned.json",)
BUILT = web.BUILT / web.PRACTICE
LIST = BUILT / "practice.json"
#: What else has a say in the bytes.
MAKERS = (Path("building/offline_practice.py"), web.SOURCES / "package-lock.json")
#: No file has a date, so that the same sources make the same archive.
NO_DATE = (1980, 1, 1, 0, 0, 0)


def modules() -> list[str]:
    """The modules that the entry imports, at once or later, with the packages that they are in."""
    found: set[str] = set()
    waiting = [ENTRY]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        package, _, _ = name.rpartition(".")
        waiting += [*_imports_of(name), *([f"{package}.__init__"] if package else ["__init__"])]
    return sorted(found)


def _imports_of(name: str) -> Iterator[str]:
    package = name.split(".")[:-1]
    for node in ast.walk(ast.parse(_path(name).read_text(encoding="utf-8"))):
        if not isinstance(node, ast.ImportFrom) or not node.level:
            continue
        above = package[: len(package) - node.level + 1]
        base = ".".join([*above, *(node.module.split(".") if node.module else [])])
        for alias in node.names:
            names = (f"{base}.{alias.name}", f"{base}.{alias.name}.__init__", base, f"{base}.__init__")
            yield from [each for given in names if _path(each := given.lstrip(".")).is_file()][:1]


def _path(name: str) -> Path:
    return PACKAGE.joinpath(*name.split(".")).with_suffix(".py")


def sources() -> list[Path]:
    return [*(_path(name) for name in modules()), *(PACKAGE / name for name in DATA)]


def archive() -> bytes:
    """The sources as a zip file."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as zipped:
        for path in sorted(sources()):
            entry = zipfile.ZipInfo(f"cambio/{path.relative_to(PACKAGE).as_posix()}", NO_DATE)
            zipped.writestr(entry, path.read_bytes().replace(b"\r\n", b"\n"))
    return packed.getvalue()


def is_due() -> bool:
    """Whether what was made is older than what it is made of."""
    if not LIST.is_file():
        return True
    makers = [*MAKERS, *(path for path in (web.SOURCES / "practice").rglob("*") if path.is_file())]
    return LIST.stat().st_mtime < max(path.stat().st_mtime for path in (*makers, *sources()))


def build() -> None:
    """Bring it up to date, where there are sources."""
    if web.WANTED == "none" or web.is_brought() or not (web.SOURCES / "practice").is_dir() or not is_due():
        return
    print("cambio: packing what offline practice needs", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        packed = Path(folder) / "cambio.zip"
        packed.write_bytes(archive())
        web.run("practice", str(packed), str(BUILT.resolve()))
    print(f"cambio: {sum(path.stat().st_size for path in BUILT.rglob('*.br')) / 1e6:.1f} MB to download", flush=True)


if __name__ == "__main__":
    build()
