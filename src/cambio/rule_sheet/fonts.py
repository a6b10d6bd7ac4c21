"""The fonts of a rule sheet: those of the web table, inside the page, or else what the reader's machine has.

A page with its fonts inside has the same lines everywhere, so that what fits on one machine does on all of them.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from importlib.resources import files
from pathlib import Path

#: By the name of the file in the built web client, without what the build appends.
FACES = {
    "caprasimo-latin-400-normal": ("Caprasimo", "400"),
    "atkinson-hyperlegible-next-latin-wght-normal": ("Atkinson Hyperlegible Next", "200 800"),
}


@cache
def font_faces() -> str:
    """The rules of a style sheet that hold the fonts; nothing if the package has no web client."""
    folder = Path(str(files("cambio"))) / "web" / "assets"
    rules = []
    for name, (family, weight) in FACES.items():
        for path in sorted(folder.glob(f"{name}-*.woff2"))[:1]:
            data = b64encode(path.read_bytes()).decode()
            rules.append(
                f'@font-face{{font-family:"{family}";font-weight:{weight};'
                f'src:url(data:font/woff2;base64,{data}) format("woff2")}}'
            )
    return "\n".join(rules)
