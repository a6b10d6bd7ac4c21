"""Building the documentation pages into a source distribution, and so into every wheel that is made of one.

A wheel that is made of a checkout has none: they need Sphinx, and most who install from there want to play or to work
on Cambio. ``make site`` builds them there. CAMBIO_WEB=none leaves them out with the web client.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import web

BUILT = Path("src/cambio/site")
#: What the pages are made with, and what the modules import that the reference lists.
EXTRAS = ("docs", "environments", "lab", "openspiel")


def is_packed() -> bool:
    """Whether a wheel that is made here has them: of a checkout it has not, whatever lies there."""
    return web.WANTED != "none" and web.METADATA.is_file()


def is_due() -> bool:
    """A source distribution brings them; else they are built anew, since they are made of everything."""
    return web.WANTED != "none" and not web.METADATA.is_file()


def needs() -> list[str]:
    """What has to be installed before they can be built here."""
    if not is_due():
        return []
    with Path("pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    return [*project["dependencies"], *(need for extra in EXTRAS for need in project["optional-dependencies"][extra])]


def build() -> None:
    if not is_due():
        return
    print("cambio: building the documentation pages", flush=True)
    # Nothing is installed or compiled yet: the modules are read as they lie here.
    here = os.environ | {"PYTHONPATH": os.pathsep.join([str(Path("src").resolve()), str(Path.cwd())])}
    built = subprocess.run(
        [sys.executable, "-m", "docs.site.build"], env=here | {"CAMBIO_ENGINE": "interpreted"}, check=False
    )
    if built.returncode:
        sys.exit(
            "cambio: the documentation pages could not be built: what is wrong stands above. Mend it, or set "
            "CAMBIO_WEB=none to pack neither them nor the web client"
        )
