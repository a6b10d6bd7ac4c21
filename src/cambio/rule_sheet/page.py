"""The page itself: one sheet of A4 or Letter, printed on both sides and folded in the middle.

Folded, it is a booklet: the rules in a minute are its front, what the cards count and can do is its back, and the whole
rule book is inside. Unfolded on a wall, the outside shows all that one looks up while playing.
"""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files

from ..languages import Language, Text
from ..rules import Rules
from .back import write_back
from .fonts import font_faces
from .front import write_front
from .inside import write_inside
from .pictures import shapes
from .titles import title_of

HINT = Text(
    "Print this on one sheet, landscape, on both sides, flipped on the short edge; then fold it in the middle.",
    "Imprime esto en una hoja horizontal, por los dos lados, volteando por el borde corto; luego dóblala a la mitad.",
)


def rule_sheet(rules: Rules, language: Language = "en") -> str:
    """An HTML document that needs nothing else: no script, no file, no network."""
    front, back, inside = (write(rules, language) for write in (write_front, write_back, write_inside))
    return document(
        f"Cambio: {title_of(rules).to(language)}",
        f'{shapes()}<p class="hint">{HINT.to(language)}</p>\n'
        f'<main><section class="side outside">{front}\n{back}</section>\n{inside}</main>',
        language,
    )


def document(title: str, body: str, language: Language) -> str:
    """A page in the style of rule sheets; the body is HTML already."""
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{font_faces()}\n{_style()}</style></head>\n<body>{body}</body></html>\n"
    )


@cache
def _style() -> str:
    return (files("cambio.rule_sheet") / "sheet.css").read_text(encoding="utf-8")
