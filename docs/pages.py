"""Files that are made from the code: ``make docs`` writes them, and a test fails when they are out of date."""

from __future__ import annotations

from pathlib import Path

from cambio.rules import PRESETS

from . import badges, metrics_page, option_modules, protocol, protocol_typescript
from .rule_pages import options_page, rule_book_page

HERE = Path(__file__).parent


def pages() -> dict[Path, str]:
    """Every file that is made, and its text."""
    books = {HERE / "rulebooks" / f"{name}.md": rule_book_page(name) for name in PRESETS}
    return {
        **option_modules.modules(),
        HERE / "RULES.md": options_page(),
        HERE / "METRICS.md": metrics_page.page(),
        HERE / "PROTOCOL.md": protocol.page(),
        HERE.parent / "web/src/lib/protocol.ts": protocol_typescript.page(),
        **books,
        **badges.badges(),
    }


if __name__ == "__main__":
    option_modules.write_changed(pages())
