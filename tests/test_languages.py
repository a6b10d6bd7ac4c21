"""Languages: whatever players read about the rules is said in each of them."""

from __future__ import annotations

import random
import string
from collections.abc import Iterator
from itertools import chain

import pytest

from cambio.bots.styles import STYLES
from cambio.house_rules.clauses import CLAUSES, Clause
from cambio.house_rules.contradictions import CONTRADICTIONS
from cambio.languages import LANGUAGES, Language, Text
from cambio.options import Option
from cambio.presets import SOURCES
from cambio.rulebook import rule_book
from cambio.rules import OPTIONS, PRESETS, SECTIONS, Rules, RulesError, schema
from cambio.training.random_rules import random_rules


def texts_of(option: Option) -> Iterator[tuple[str, Text]]:
    yield f"{option.name}: about", option.about
    sentences = {"": option.sentences} if isinstance(option.sentences, Text) else option.sentences
    yield from ((f"{option.name}={value}", text) for value, text in sentences.items())
    yield from ((f"{option.name} needs", need.what) for need in option.needs)


TEXTS: dict[str, Text] = {
    **{place: text for option in OPTIONS.values() for place, text in texts_of(option)},
    **{f"clause after {clause.after}: {clause.text.en}": clause.text for clause in CLAUSES},
    **{f"section {name}": text for name, text in SECTIONS.items()},
    **{f"preset {name}": preset.about for name, preset in SOURCES.items()},
    **{f"gist of {name}": preset.gist for name, preset in SOURCES.items()},
    **{f"level {name}": style.sentence for name, style in STYLES.items()},
    **{f"{one} against {two}: {text.en}": text for one, two, _, text in CONTRADICTIONS},
}


def holes(template: str) -> int:
    return sum(name is not None for _, name, _, _ in string.Formatter().parse(template))


@pytest.mark.parametrize("place", TEXTS)
def test_every_text_is_said_in_each_language(place: str) -> None:
    text = TEXTS[place]
    assert bool(text.en) == bool(text.es)
    assert text.en != text.es or not text.en
    assert holes(text.en) == holes(text.es)
    # One that begins in lower case goes on with the sentence before, and ends it or leaves it open.
    assert text.en[:1].islower() == text.es[:1].islower()
    assert text.en[-1:].isalnum() == text.es[-1:].isalnum()


@pytest.mark.parametrize("option", [option for option in OPTIONS.values() if option.asides])
def test_words_that_may_be_untrue_are_there_in_each_language(option: Option) -> None:
    assert not isinstance(option.sentences, Text)
    for aside in option.asides:
        said = [
            tuple(aside.words.to(language) in text.to(language) for text in option.sentences.values())
            for language in LANGUAGES
        ]
        assert len(set(said)) == 1 and any(said[0])
        assert bool(aside.instead.en) == bool(aside.instead.es)


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause.after)
def test_words_of_a_clause_that_may_be_untrue_are_there_in_each_language(clause: Clause) -> None:
    assert clause.after in OPTIONS or clause.after in SECTIONS
    for aside in clause.asides:
        assert all(aside.words.to(language) in clause.text.to(language) for language in LANGUAGES)


@pytest.mark.parametrize("seed", range(40))
def test_rule_books_say_the_same_in_each_language(seed: int) -> None:
    rng = random.Random(seed)
    rules = PRESETS[list(PRESETS)[seed]] if seed < len(PRESETS) else random_rules(rng)
    english, spanish = rule_book(rules), rule_book(rules, "es")
    assert [len(said) for said in english.values()] == [len(said) for said in spanish.values()]
    translated = {said for section in spanish.values() for said in section}
    assert not {*english, *chain(*english.values())} & {*spanish, *translated}
    assert all("{" not in said and not said[0].islower() and said[-1] == "." for said in translated)


@pytest.mark.parametrize("language", LANGUAGES)
def test_points_below_nothing_have_a_true_minus_sign(language: Language) -> None:
    values = next(said for said in chain(*rule_book(PRESETS["flip"], language).values()) if "13" in said)
    assert "\N{MINUS SIGN}2" in values and "\N{MINUS SIGN}1" in values
    assert "-" not in values


def test_the_form_is_described_in_each_language() -> None:
    for section, shape in schema("es")["properties"].items():
        assert shape["title"] == SECTIONS[section].es
        for name, option in shape["properties"].items():
            assert option["description"] == OPTIONS[f"{section}.{name}"].about.es


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"snap.penalty": 99}, "Elige un número entero del 0 al 10."),
        ({"call.limit": 999}, "Elige un número entero del -20 al 200, o déjalo vacío."),
        ({"deck.values": {"K": 500}}, "Elige un número entero del -100 al 100."),
        ({"deal.memory_cards": 9}, "Nadie puede mirar más cartas de las que tiene."),
        ({"snap.who": "off", "snap.penalty": 2}, "Para esto hace falta que se pueda cazar."),
    ],
)
def test_players_are_told_in_their_language_what_can_not_be(changes: dict[str, object], said: str) -> None:
    with pytest.raises(RulesError) as refused:
        PRESETS["cambia"].but(changes)
    assert refused.value.text is not None and refused.value.text.es == said


def test_players_are_told_how_many_may_sit_down() -> None:
    with pytest.raises(RulesError) as refused:
        Rules.parse("cambia").check_seats(7)
    assert refused.value.text is not None
    assert refused.value.text.en == "These rules are for 2 to 6 players, and this table has 7 seats."
