"""The front of a rule sheet: the rules in a minute."""

from __future__ import annotations

from html import escape

from ..languages import Language, Text
from ..rules import Rules
from .fitting import LINE, WIDTH, count_lines, fit
from .pictures import draw_back, draw_icon, draw_mark
from .summary import TITLES, summarize
from .titles import players_of, title_of

IN_A_MINUTE = Text("The rules in a minute", "Las reglas en un minuto")
#: Points of the head, whose letters have one size, and ems of what the style sheet leaves beside text.
HEAD = 138
TITLE, PARAGRAPH = 2.6, 2.25
AWAKE, CARDS = 2, 4


def write_front(rules: Rules, language: Language) -> str:
    paragraphs = summarize(rules, language)
    size = fit(lambda width: _height(paragraphs, width), largest=12, smallest=6)
    backs = "".join(draw_back(is_open=index == AWAKE) for index in range(CARDS))
    told = "".join(
        f"<section><h3>{draw_icon(icon)}{escape(title)}</h3><p>{escape(text)}</p></section>"
        for icon, (title, text) in zip(TITLES, paragraphs.items(), strict=True)
    )
    subtitle = f"{title_of(rules).to(language)} · {players_of(rules).to(language)}"
    return (
        f'<article class="half front" style="--size:{size:g}pt"><header><div class="backs" aria-hidden="true">{backs}'
        f'</div><h1>{draw_mark()}Cambio</h1><p class="by">{escape(subtitle)}</p></header>'
        f"<h2>{IN_A_MINUTE.to(language)}</h2>{told}</article>"
    )


def _height(paragraphs: dict[str, str], width: float) -> float:
    head = HEAD * width / WIDTH
    return head + TITLE + sum(PARAGRAPH + LINE * count_lines(text, width) for text in paragraphs.values())
