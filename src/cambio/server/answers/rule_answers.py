"""What is told about rules and bots: the presets, the levels, any rules with changes, and what a code stands for."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from ... import rulebook, wording
from ...bots.styles import STYLES
from ...errors import RulesError
from ...gallery import GALLERY
from ...languages import Language
from ...options import CardTable
from ...presets import DEFAULT_RULES, SOURCES
from ...rule_codes import code_of, rules_from_code
from ...rules import OPTIONS, PRESETS, Rules
from ..tables.opening.new_table import check_rules
from ..tables.table_state import MOST_SEATS
from .problems import rules_problem

DEFAULT_LEVEL, DEFAULT_SEATS = "casual", 4


class RulesBody(Struct, forbid_unknown_fields=True):
    rules: Annotated[str, Meta(max_length=4000)] = DEFAULT_RULES
    changes: dict[str, Any] = {}
    seats: Annotated[int, Meta(ge=2, le=MOST_SEATS)] | None = None


def describe_choices(language: Language) -> dict[str, Any]:
    """What to choose from for a quick game, in a few words, and what is chosen unless somebody says otherwise."""
    return {
        "presets": [_preset_in_short(name, language) for name in PRESETS],
        "levels": describe_levels(language),
        "chosen": {"rules": DEFAULT_RULES, "level": DEFAULT_LEVEL, "seats": DEFAULT_SEATS},
        "most_seats": MOST_SEATS,
    }


def describe_presets(language: Language) -> list[dict[str, Any]]:
    return [_preset(name, language) for name in PRESETS]


def describe_levels(language: Language) -> list[dict[str, Any]]:
    """Bots that play to win, from the weakest to the strongest; the random one, whose rank is 0, comes last."""
    ranked = [
        {"name": name, "about": style.sentence.to(language), "rank": rank}
        for rank, (name, style) in enumerate(STYLES.items())
    ]
    return ranked[1:] + ranked[:1]


def describe_rules(body: RulesBody, language: Language) -> dict[str, Any]:
    """Rules with changes, as data and in words; a Problem if there are no such rules."""
    try:
        base = Rules.parse(body.rules)
        seats = body.seats
        rules = base.but(body.changes) if seats is None else check_rules(body.rules, body.changes, seats)
    except RulesError as error:
        raise rules_problem(error, language) from None
    return {
        "rules": str(rules),
        "code": code_of(rules),
        "book": _book(rules, language),
        "differences": [
            {"option": option, "base": before, "here": here}
            for option, before, here in rulebook.differences(rules, base)
        ],
        "values": rules.flat(),
        # What this table says instead of the usual words, form by form.
        "words": wording.forms(rules, language),
        # Options that change nothing here, each with what it lacks.
        "idle": {name: need.what.to(language) for name in rules if (need := rules.unmet_need(name)) is not None},
    }


def describe_gallery(language: Language) -> list[dict[str, str]]:
    """Well-known mixtures."""
    return [
        {
            "id": each,
            "name": mixture.name.to(language),
            "about": mixture.about.to(language),
            "rules": mixture.rules,
            "code": code_of(Rules.parse(mixture.rules)),
        }
        for each, mixture in GALLERY.items()
    ]


def describe_code(code: str, language: Language) -> dict[str, Any]:
    """The rules that have this code, as a form has them: a preset, and what is changed in it."""
    try:
        rules = rules_from_code(code)
    except RulesError as error:
        raise rules_problem(error, language) from None
    preset = str(rules).split()[0]
    return {
        "code": code_of(rules),
        "rules": str(rules),
        "preset": preset,
        "changes": {name: _plain(name, answer) for name, answer in rules.changes_from(PRESETS[preset]).items()},
    }


def _plain(name: str, answer: Any) -> Any:
    option = OPTIONS[name]
    return option.entries(answer) if isinstance(option, CardTable) else answer


def _book(rules: Rules, language: Language) -> list[dict[str, Any]]:
    sections = rulebook.rule_book(rules, language)
    return [{"title": title, "sentences": said} for title, said in sections.items() if said]


def _preset(name: str, language: Language) -> dict[str, Any]:
    """With what a page needs to tell one from the others."""
    rules = PRESETS[name]
    return {
        **_preset_in_short(name, language),
        "gist": SOURCES[name].gist.to(language),
        "rules": str(rules),
        "book": _book(rules, language),
        "values": rules.flat(),
    }


def _preset_in_short(name: str, language: Language) -> dict[str, Any]:
    rules = PRESETS[name]
    source = SOURCES[name]
    seats = [rules["deal.min_seats"], min(rules["deal.max_seats"], MOST_SEATS)]
    return {"name": name, "family": source.family.to(language), "about": source.about.to(language), "seats": seats}
