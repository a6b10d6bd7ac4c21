"""Languages: what players read about the rules, in each language side by side.

>>> Text("{} cards", "{} cartas").fill(3).to("es")
'3 cartas'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, get_args

Language = Literal["en", "es"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence in every language; one that lacks a language can't be made."""

    en: str
    es: str

    def to(self, language: Language) -> str:
        return self.en if language == "en" else self.es

    def fill(self, *values: object) -> Text:
        """The sentence with values in its holes, texts each in their own language."""
        filled = {
            language: self.to(language).format(
                *(value.to(language) if isinstance(value, Text) else value for value in values)
            )
            for language in LANGUAGES
        }
        return Text(**filled)


#: Said where there is nothing to say.
SILENCE = Text("", "")


def join_words(words: list[str], language: Language = "en") -> str:
    """A list as people say it.

    >>> join_words(["jotas", "reinas", "reyes"], "es"), join_words(["7s", "8s"])
    ('jotas, reinas y reyes', '7s and 8s')
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {'and' if language == 'en' else 'y'} {words[-1]}"


def preferred_language(accepted: str) -> Language:
    """The language that an Accept-Language header asks for, as far as there is one of ours; English otherwise.

    >>> preferred_language("de, es-MX;q=0.9, en;q=0.8"), preferred_language("en;q=0.5, es"), preferred_language("")
    ('es', 'es', 'en')
    """
    wanted: list[tuple[float, Language]] = []
    for tag, quality in re.findall(r"([A-Za-z]+)(?:-[A-Za-z0-9-]+)?\s*(?:;\s*q=([01](?:\.[0-9]{0,3})?))?", accepted):
        wanted += [(float(quality or 1), language) for language in LANGUAGES if language == tag.lower()]
    return max(wanted, key=lambda entry: entry[0], default=(1, "en"))[1]
