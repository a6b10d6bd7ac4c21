"""The README as an index of packages shows it: what it links to lies in the repository, at the tag of this version.

In the repository links stay relative, so that they work in every clone and at every commit.
"""

from __future__ import annotations

import re
import runpy
import tomllib
from pathlib import Path

README = Path("README.md")
PICTURES = (".png", ".svg")
#: ``[words](target)``, ``![words](target)`` and ``<img src="target"``, but for targets that are whole addresses.
TARGET = re.compile(r"""(\]\(|\bsrc=")(?![a-z]+:|\#)([^)"\s]+)""")


def for_package_index() -> str:
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = runpy.run_path("src/cambio/version.py")["VERSION"]
    return with_addresses(README.read_text(encoding="utf-8"), project["urls"]["Source"], f"v{version}")


def with_addresses(text: str, repository: str, tag: str) -> str:
    """Relative targets become addresses; those of pictures lead to the file itself, and not to a page about it.

    >>> with_addresses("[Rules](docs/RULES.md) ![A table](docs/table.png)", "https://example.org/cambio", "v1")
    '[Rules](https://example.org/cambio/blob/v1/docs/RULES.md) ![A table](https://example.org/cambio/raw/v1/docs/table.png)'
    """

    def address(found: re.Match[str]) -> str:
        target = found[2]
        kind = "raw" if target.endswith(PICTURES) else "blob"
        return f"{found[1]}{repository}/{kind}/{tag}/{target}"

    return TARGET.sub(address, text)
