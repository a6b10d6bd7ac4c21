"""Whether an installed Cambio works: ``python check_install.py --readme README.md --engine tuned``, by its Python.

Wheels are tested by this on every system, and a release by ``make release-check``. It needs nothing but what is
installed, and works outside the repository: what is imported must be what was installed.
"""

from __future__ import annotations

import argparse
import doctest
import importlib.metadata
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.request import urlopen

#: Seconds for a server to say where it listens, and to answer.
PATIENCE = 60
ENGINES = ("any", "compiled", "tuned")


class Wrong(Exception):
    """What does not work."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--readme", type=Path, required=True, help="whose examples are run")
    parser.add_argument("--engine", choices=ENGINES, default="any", help="what it has to be at least")
    parser.add_argument("--report", type=Path, help="a file that says the same as the screen")
    parser.add_argument("--alone", action="store_true", help="the engine without a server")
    parser.add_argument("--docs", action="store_true", help="the documentation pages are wanted, too")
    options = parser.parse_args()
    readme, report, start = options.readme.resolve(), options.report and options.report.resolve(), Path.cwd()
    try:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                found = [check_import(options.engine), check_readme(readme)]
                found.append(check_refusal() if options.alone else check_server())
                if options.docs:
                    found.append(check_docs())
            finally:
                # Windows removes no folder that somebody works in.
                os.chdir(start)
    except Wrong as wrong:
        sys.exit(f"cambio: {wrong}")
    print(*found, sep="\n")
    if report:
        report.write_text("\n".join([*found, ""]), encoding="utf-8")


def check_import(engine: str) -> str:
    import cambio
    from cambio.core import is_compiled, is_tuned

    found = importlib.metadata.version("cambio-game")
    if found != cambio.__version__:
        raise Wrong(f"installed as {found}, but it says that it is {cambio.__version__}")
    if not Path(cambio.__file__).resolve().is_relative_to(Path(sys.prefix).resolve()):
        raise Wrong(f"expected an installed Cambio, but found {cambio.__file__}")
    if (engine != "any" and not is_compiled()) or (engine == "tuned" and not is_tuned()):
        raise Wrong(f"expected a {engine} engine, but found one that is not")
    kind = "tuned" if is_tuned() else "compiled" if is_compiled() else "interpreted"
    return f"cambio {found}, {kind} engine, Python {sys.version.split()[0]} on {sys.platform}"


def check_readme(readme: Path) -> str:
    found = doctest.testfile(str(readme), module_relative=False, encoding="utf-8")
    if found.failed or not found.attempted:
        raise Wrong(f"{found.failed} of {found.attempted} examples of {readme.name} failed")
    return f"{found.attempted} examples of {readme.name} do what they say"


SERVE = [sys.executable, "-m", "cambio", "serve", "--port", "0", "--database", "sqlite:///check.db"]


def check_refusal() -> str:
    """Where the engine is alone, what needs a server says so."""
    refused = subprocess.run(SERVE, capture_output=True, text=True, check=False)
    if refused.returncode != 1 or "pip install cambio-game" not in refused.stderr:
        raise Wrong(f"expected to be told what a server needs, but found {refused.stderr!r}")
    return refused.stderr.strip()


def check_docs() -> str:
    """What is published can be read without the internet."""
    told = subprocess.run(
        [sys.executable, "-m", "cambio", "docs", "--path"], capture_output=True, text=True, check=False
    )
    if told.returncode:
        raise Wrong(f"expected documentation pages, but found {told.stderr!r}")
    pages = len(list(Path(told.stdout.strip()).parent.rglob("*.html")))
    return f"cambio docs opens {pages} pages"


def check_server() -> str:
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        SERVE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    ) as server:
        try:
            return check_pages(find_address(server))
        finally:
            server.terminate()


def find_address(server: subprocess.Popen[str]) -> str:
    """Where it says that it listens; it has ended if it says nothing more."""
    assert server.stdout is not None
    said = []
    for line in server.stdout:
        said.append(line)
        if address := re.search(r"http://[\w.:\[\]]+", line):
            return address[0]
    raise Wrong(f"the server ended: {''.join(said)}")


def check_pages(address: str) -> str:
    with urlopen(f"{address}/healthz", timeout=PATIENCE) as answer:  # noqa: S310  (the server that was just started)
        health = answer.status
    with urlopen(f"{address}/", timeout=PATIENCE) as answer:  # noqa: S310
        page = answer.read().decode()
    script = re.search(r'<script[^>]* src="([^"]+\.js)"', page)
    if health != 200 or script is None:
        raise Wrong("expected the web table, but the server has another page: the web client was not packed")
    with urlopen(f"{address}{script[1]}", timeout=PATIENCE) as answer:  # noqa: S310
        size = len(answer.read())
    return f"cambio serve answers, and has the web table ({size} bytes of its script)"


if __name__ == "__main__":
    main()
