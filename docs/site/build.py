"""Building the site, always from scratch, into the package, where ``cambio docs`` looks: ``python -m docs.site.build``.

Warnings are errors, and so are links that lead nowhere and pages that need the internet to be shown.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from .links import find_faults

SOURCES = Path("docs")
SITE = Path("src/cambio/site")
#: A link to a file that is no page.
DOWNLOAD = re.compile(r'download="" href="([^"]*_downloads/[^"]+)"')


def build_site(site: Path) -> list[str]:
    """Build the site, and tell what is wrong with it; Sphinx has told its own warnings by then."""
    shutil.rmtree(site, ignore_errors=True)
    with TemporaryDirectory() as parsed:
        options = ["--fail-on-warning", "--quiet", f"--conf-dir={SOURCES / 'site'}", f"--doctree-dir={parsed}"]
        # Our own sources: the pages, and the modules that the reference lists.
        built = subprocess.run([sys.executable, "-m", "sphinx", *options, SOURCES, site], check=False)  # noqa: S603
    show_files_as_text(site)
    if built.returncode:
        return ["the site could not be built, or not without a warning"]
    return list(find_faults(site.resolve()))


def show_files_as_text(site: Path) -> None:
    """Let a browser show the files that pages link to, instead of saving them; and let nobody take them for modules."""
    for path in list(site.glob("_downloads/*/*")):
        path.rename(path.with_name(f"{path.name}.txt"))
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        page.write_text(DOWNLOAD.sub(r'href="\1.txt"', text), encoding="utf-8")


def main() -> int:
    options = argparse.ArgumentParser(description="Build the documentation site, and check it.")
    options.add_argument("--site", type=Path, default=SITE, help=f"where it is put (default: {SITE})")
    given = options.parse_args()
    faults = build_site(given.site)
    for fault in faults:
        sys.stderr.write(f"{fault}\n")
    if not faults:
        sys.stdout.write(f"the site is in {given.site}: open it with cambio docs\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
