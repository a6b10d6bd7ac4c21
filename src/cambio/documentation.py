"""The documentation that came with this installation, in the browser, without the internet: cambio docs."""

from __future__ import annotations

import argparse
import sys
import webbrowser
from pathlib import Path

#: Where ``make site`` puts the pages; what is published has them.
SITE = Path(__file__).parent / "site"
MISSING = (
    "this installation has no documentation pages: it was made from a checkout, and what is published has them. "
    "There `make site` builds and `.venv/bin/cambio docs` opens them; or read its folder docs/, beginning with index.md"
)


def add_docs(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    docs = commands.add_parser(
        "docs",
        help="open the documentation in the browser",
        description="Open the documentation that came with this installation. It needs no internet.",
        epilog="examples:\n  cambio docs\n  cambio docs --path\n",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    docs.add_argument("--path", action="store_true", help="print where its first page lies instead")
    docs.set_defaults(run=open_docs)


def open_docs(options: argparse.Namespace) -> int:
    """Open the first page, or print where it lies; without pages, say how to get them."""
    first_page = SITE / "index.html"
    if not first_page.is_file():
        sys.stderr.write(f"cambio: {MISSING}\n")
        return 1
    if not options.path:
        webbrowser.open(first_page.as_uri())
    sys.stdout.write(f"{first_page}\n")
    return 0
