"""The inside of a rule sheet: the whole rule book, a page on each side of the fold."""

from __future__ import annotations

from html import escape

from ..languages import Language, Text
from ..rulebook import rule_book
from ..rules import PRESETS, Rules
from .fitting import count_lines, fit
from .titles import preset_name, preset_of, title_of

WHOLE_BOOK = Text("The whole rule book", "El reglamento completo")
MARKED = Text("★ not so in the {} rule book", "★ distinto en el reglamento {}")
#: Ems of what the style sheet leaves beside text.
TITLE, SECTION, SENTENCE, BULLET, LINE = 2.4, 2.35, 0.22, 1.1, 1.3


def write_inside(rules: Rules, language: Language) -> str:
    """Sentences of house rules are marked."""
    book = {title: said for title, said in rule_book(rules, language).items() if said}
    size = fit(lambda width: _height(book, width), largest=12, smallest=5.5)
    usual = {sentence for said in rule_book(PRESETS[preset_of(rules)], language).values() for sentence in said}
    sections = "".join(
        f"<section><h3>{escape(title)}</h3><ul>"
        f"{''.join(_write_sentence(sentence, is_usual=sentence in usual) for sentence in said)}</ul></section>"
        for title, said in book.items()
    )
    has_marks = any(sentence not in usual for said in book.values() for sentence in said)
    note = MARKED.fill(preset_name(rules)) if has_marks else title_of(rules)
    return (
        f'<section class="side inside" style="--size:{size:g}pt"><header><h2>{WHOLE_BOOK.to(language)}</h2>'
        f'<p>{escape(note.to(language))}</p></header><div class="book">{sections}</div></section>'
    )


def _write_sentence(sentence: str, *, is_usual: bool) -> str:
    mark = "" if is_usual else ' class="house"'
    return f"<li{mark}>{escape(sentence)}</li>"


def _height(book: dict[str, list[str]], width: float) -> float:
    """Of the fuller page: a section is never broken, and the rest is as even as that allows."""
    heights = [
        SECTION + sum(SENTENCE + LINE * count_lines(sentence, width - BULLET) for sentence in said)
        for said in book.values()
    ]
    pages = [(sum(heights[:first]), sum(heights[first:])) for first in range(len(heights) + 1)]
    return TITLE + min(map(max, pages))
