"""Pages that are made from the code: ``make docs`` writes them, and a test fails when they are out of date."""

from __future__ import annotations

from pathlib import Path

from cambio.rulebook import as_markdown, options_page
from cambio.rules import PRESETS

from . import protocol

HERE = Path(__file__).parent


def pages() -> dict[Path, str]:
    """Every made page and its text."""
    books = {
        HERE / "rulebooks" / f"{name}.md": as_markdown(rules, f"Cambio: {name}") for name, rules in PRESETS.items()
    }
    return {HERE / "RULES.md": options_page(), HERE / "PROTOCOL.md": protocol.page(), **books}


def main() -> None:
    for path, text in pages().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
