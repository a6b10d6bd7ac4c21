"""The badges at the top of the README, drawn from what they are about: none of them can say what is not so."""

from __future__ import annotations

import tomllib
from pathlib import Path

from cambio.rules import PRESETS

ROOT = Path(__file__).parent.parent
FOLDER = Path(__file__).parent / "pictures" / "badges"
PYTHON = "Programming Language :: Python :: 3."
#: Of a letter of the badges' font, on average; both texts are stretched to fit, so a guess will do.
LETTER_WIDTH = 6.0
MARGIN = 6
INK, GREEN = "#3b3a36", "#2f6f4f"


def badges() -> dict[Path, str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    minors = sorted(int(each.removeprefix(PYTHON)) for each in project["classifiers"] if each.startswith(PYTHON))
    said = {
        "python": ("Python", f"3.{minors[0]} to 3.{minors[-1]}"),
        "licence": ("licence", project["license"].partition(" ")[0]),
        "rule-books": ("rule books", str(len(PRESETS))),
    }
    return {FOLDER / f"{name}.svg": badge(*texts) for name, texts in said.items()}


def badge(label: str, value: str) -> str:
    """Two words side by side, in the proportions that readers of such pages know."""
    left, right = (round(len(text) * LETTER_WIDTH + 2 * MARGIN) for text in (label, value))

    def words(text: str, start: int, width: int) -> str:
        return f'<text x="{start + width / 2}" y="14" textLength="{width - 2 * MARGIN}">{text}</text>'

    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" '
        f'aria-label="{label}: {value}">\n'
        f'  <clipPath id="corners"><rect width="{left + right}" height="20" rx="3"/></clipPath>\n'
        f'  <g clip-path="url(#corners)">\n'
        f'    <rect width="{left}" height="20" fill="{INK}"/>\n'
        f'    <rect x="{left}" width="{right}" height="20" fill="{GREEN}"/>\n'
        f"  </g>\n"
        f'  <g fill="#fff" text-anchor="middle" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11">\n'
        f"    {words(label, 0, left)}\n"
        f"    {words(value, left, right)}\n"
        f"  </g>\n"
        f"</svg>\n"
    )
