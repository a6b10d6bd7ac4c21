"""Codes: house rules in a few letters and digits, to be sent, said aloud or typed, and read by every Cambio.

A code needs no server: it holds the rule book and what is changed in it. Equal rules have one code, and a code that was
made once means the same rules in every later version (see ``numbers``, to which new options are appended).

>>> rules = Rules.parse("cambia snap.penalty=1 deck.jokers=0")
>>> code_of(rules)
'20JQ-B462'
>>> rules_from_code(code_of(rules).lower().replace("-", " ")) == rules
True
"""

from __future__ import annotations

import difflib
from functools import lru_cache
from itertools import takewhile

from ..errors import RulesError
from ..languages import Text
from ..rules import PRESETS, Rules
from . import numbers
from .bits import EndOfBits
from .letters import CodeError, read_letters, spell
from .packing import IN_ORDER, UnknownNumber, pack, unpack

__all__ = ["CodeError", "code_of", "rules_from_code", "rules_named"]


@lru_cache(256)
def code_of(rules: Rules) -> str:
    """The code of these rules, whatever they were derived from: it starts from the rule book nearest to them."""
    number = min(range(len(numbers.RULE_BOOKS)), key=lambda each: _distance(rules, _rule_book(each)))
    book = _rule_book(number)
    return spell([number, *pack(rules.changes_from(book, order=IN_ORDER), book)])


def _distance(rules: Rules, book: Rules) -> int:
    """In how many answers they differ; each entry of a table is one."""
    ours, theirs = rules.flat(), book.flat()
    differing = 0
    for name, answer in ours.items():
        other = theirs[name]
        if isinstance(answer, dict):
            differing += sum(entry != other[key] for key, entry in answer.items())
        else:
            differing += answer != other
    return differing


def rules_from_code(text: str) -> Rules:
    """The rules that have this code, which may be a link, or typed in any way that can be understood."""
    number, *letters = read_letters(text)
    if number >= len(numbers.RULE_BOOKS):
        raise _of_another_version(text)
    book = _rule_book(number)
    try:
        changes = unpack(letters, book)
        is_sound = pack(changes, book) == letters
    except (UnknownNumber, EndOfBits, RulesError):
        is_sound = False
    if not is_sound:
        raise _of_another_version(text)
    return book.but(changes)


def rules_named(text: str) -> Rules:
    """Rules as people name them: as ``Rules.parse`` reads it, or by a code instead of the preset."""
    words = text.split()
    first = list(takewhile(lambda word: "=" not in word, words))
    if not first or first[0] in PRESETS:
        return Rules.parse(text)
    try:
        return rules_from_code(" ".join(first)).but(*words[len(first) :])
    except CodeError:
        if not _looks_like_code(first):
            # It says which rule books there are.
            return Rules.parse(text)
        raise


def _looks_like_code(words: list[str]) -> bool:
    if len(words) == 1 and difflib.get_close_matches(words[0].lower(), PRESETS):
        return False
    return any(not letter.isalpha() or letter.isupper() for word in words for letter in word)


def _rule_book(number: int) -> Rules:
    return Rules.parse(numbers.RULE_BOOKS[number])


def _of_another_version(text: str) -> CodeError:
    return CodeError(
        f"{text!r} is a code of another version of Cambio, which has rules that this one does not know",
        text=Text(
            "This code comes from another version of Cambio, with rules that this one does not know.",
            "Este código viene de otra versión de Cambio, con reglas que esta no conoce.",
        ),
    )
