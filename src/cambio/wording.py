"""Wording: what a table calls snapping and calling, in every form in which sentences say so.

Sentences are written with the usual words, "snap" and "call Cambio". A table that says otherwise reads the same
sentences with other forms in their place:

>>> reword("Whoever snapped may call Cambio.", {"snapped": "burned", "call Cambio": "knock"})
'Whoever burned may knock.'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from .languages import Language
from .rules import Rules

#: The forms of a verb, in the order of the usual one.
ENGLISH_SNAPS = {
    "snap": ("snap", "snaps", "snapped", "snapping"),
    "flip": ("flip", "flips", "flipped", "flipping"),
    "stick": ("stick", "sticks", "stuck", "sticking"),
    "burn": ("burn", "burns", "burned", "burning"),
}
ENGLISH_CALL = ("call", "calls", "called", "calling", "caller", "callers")
ENGLISH_KNOCK = ("knock", "knocks", "knocked", "knocking", "knocker", "knockers")
#: The stem of a Spanish verb in -ar: as it is, before an e, and with the stress on it.
SPANISH_SNAPS = {
    "snap": ("caz", "cac", "cáz"),
    "flip": ("volte", "volte", "volté"),
    "stick": ("peg", "pegu", "pég"),
    "burn": ("quem", "quem", "quém"),
}
SPANISH_CALL = ("cant", "cant", "cánt")
SPANISH_KNOCK = ("golpe", "golpe", "golpé")
SPANISH_ENDINGS = (
    *("a", "as", "an", "ar", "arla", "arlas", "ando", "ado", "ada", "ados", "adas"),
    *("ó", "aste", "aron", "ara", "aras", "aran"),
)
SPANISH_ENDINGS_IN_E = ("e", "es", "en", "é")
SPANISH_STRESSED_ENDINGS = ("ala", "alas")
#: What is said to call; whoever knocks says nothing.
CALLS = {"cambio": "Cambio", "cambia": "Cambia", "cabo": "Cabo", "tamalou": "Tamalou", "kabul": "Kabul"}
#: The usual call. Alone it stands on a button; as a part of a sentence it is also the name of the game.
USUAL_CALL = CALLS["cambio"]
KNOCK: dict[Language, str] = {"en": "Knock", "es": "Golpe"}


@lru_cache(256)
def forms(rules: Rules, language: Language) -> dict[str, str]:
    """What stands for each usual form at a table with these rules; nothing, where the words are the usual ones."""
    snap, call = rules["snap.word"], rules["call.word"]
    found: dict[str, str] = {}
    if snap != "snap":
        found |= _snaps(snap, language)
    if call == "knock":
        found |= _knocks(language)
    elif call != "cambio":
        found |= {f"{form} {USUAL_CALL}": f"{form} {CALLS[call]}" for form in _calls(language)}
        found[USUAL_CALL] = CALLS[call]
    return found


def _snaps(word: str, language: Language) -> dict[str, str]:
    if language == "en":
        return _with_capitals(dict(zip(ENGLISH_SNAPS["snap"], ENGLISH_SNAPS[word], strict=True)))
    return _with_capitals(_conjugate(SPANISH_SNAPS["snap"], SPANISH_SNAPS[word]))


def _knocks(language: Language) -> dict[str, str]:
    """In Spanish one knocks on something."""
    verbs = (
        dict(zip(ENGLISH_CALL, ENGLISH_KNOCK, strict=True))
        if language == "en"
        else _conjugate(SPANISH_CALL, SPANISH_KNOCK)
    )
    what = "" if language == "en" else " la mesa"
    return _with_capitals(verbs | {f"{form} {USUAL_CALL}": f"{knock}{what}" for form, knock in verbs.items()}) | {
        USUAL_CALL: KNOCK[language]
    }


def _calls(language: Language) -> list[str]:
    return list(_with_capitals(_verbs_of_calling(language)))


def _verbs_of_calling(language: Language) -> dict[str, str]:
    usual = ENGLISH_CALL if language == "en" else _conjugate(SPANISH_CALL, SPANISH_CALL)
    return {form: form for form in usual}


def _conjugate(usual: tuple[str, str, str], other: tuple[str, str, str]) -> dict[str, str]:
    endings = (SPANISH_ENDINGS, SPANISH_ENDINGS_IN_E, SPANISH_STRESSED_ENDINGS)
    return {
        stem + ending: other_stem + ending
        for stem, other_stem, group in zip(usual, other, endings, strict=True)
        for ending in group
    }


def _with_capitals(found: Mapping[str, str]) -> dict[str, str]:
    return {**found, **{_capitalise(form): _capitalise(other) for form, other in found.items()}}


def _capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]


def reword(text: str, found: Mapping[str, str]) -> str:
    """A sentence in a table's words. The usual call is reworded only as a whole text, or after its verb."""
    if text in found:
        return found[text]
    inside = sorted((form for form in found if form != USUAL_CALL), key=len, reverse=True)
    if not inside:
        return text
    return re.sub(rf"\b({'|'.join(inside)})\b", lambda match: found[match[1]], text)
