"""Rules are one frozen, validated, comparable value, named by difference."""

from __future__ import annotations

import random
from dataclasses import fields

import jsonschema
import pytest

from cambio import PRESETS, Game, Match, Rules, RulesError
from cambio.cli import parser
from cambio.core import is_compiled
from cambio.core.engine.cards import KINDS, RANKS, kind_of
from cambio.environments.sequential import EnvConfig
from cambio.environments.vector import Tables
from cambio.house_rules.kinds import kinds_in_deck
from cambio.load.run import Load
from cambio.presets import DEFAULT_RULES
from cambio.rule_codes import rules_named
from cambio.rules import OPTIONS, schema
from cambio.server.tables.opening.new_table import NewTable
from cambio.training.random_rules import random_rules, random_value

#: Rules in which nothing is on that other options need.
BARE = Rules.parse("classic turn.take=no deal.memory_cards=0").but({"powers.cards": dict.fromkeys(RANKS, "none")})


#: What is but text is the same whichever way the engine runs.
@pytest.mark.parametrize("seed", range(300 if is_compiled() else 30))
def test_every_mixture_is_named_by_difference_and_parsed_back_exactly(seed: int) -> None:
    rules = random_rules(random.Random(seed))
    assert Rules.parse(str(rules)) == rules
    for preset, base in PRESETS.items():
        assert Rules.parse(" ".join([preset, *rules.differences(base)])) == rules


@pytest.mark.parametrize("seed", range(100))
def test_every_mixture_survives_json_and_fits_the_schema(seed: int) -> None:
    rules = random_rules(random.Random(seed))
    document = rules.to_json()
    jsonschema.Draft202012Validator(schema()).validate(document)
    assert Rules.from_json(document) == rules


def test_the_schema_is_a_schema_and_refuses_what_rules_refuse() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    validator = jsonschema.Draft202012Validator(schema())
    assert not validator.is_valid({"snap": {"penalty": 11}})
    assert not validator.is_valid({"snap": {"penalties": 1}})
    assert not validator.is_valid({"deck": {"values": {"Z": 1}}})
    assert validator.is_valid({"deck": {"values": {"K": 13, "Xr": -1}}})


def test_every_option_has_a_sentence_bounds_and_a_default_in_the_schema() -> None:
    properties = schema()["properties"]
    for option in OPTIONS.values():
        described = properties[option.section]["properties"][option.short_name]
        assert described["description"].endswith(".")
        assert "default" in described


def test_equal_answers_make_equal_rules_whatever_they_come_from() -> None:
    assert Rules.parse("flip snap.who=off") == Rules.parse("flip").but("snap.who=off")
    assert Rules.parse("classic snap.penalty=1 snap.who=any") == Rules.parse("classic snap.who=any")
    assert hash(Rules.parse("classic jokers=2")) == hash(Rules.parse("classic"))
    assert PRESETS["classic"] == Rules.of()


def test_whoever_names_no_rule_book_plays_by_the_same_one_everywhere() -> None:
    expected = PRESETS[DEFAULT_RULES]
    load = next(field.default for field in fields(Load) if field.name == "rules")
    asked = [["lab", "play", "--bots", "expert,casual"], ["lab", "league", "--bots", "expert,casual"], ["lab", "tune"]]
    named = [load, NewTable().rules, *(parser().parse_args(command).rules for command in asked), ""]
    assert {Rules.parse(text) for text in named} == {expected}
    assert Game().rules == Match().rules == Tables(tables=1).config.rules == EnvConfig().rules == expected
    assert Rules.parse("snap.penalty=1") == rules_named("snap.penalty=1") == expected.but("snap.penalty=1")


def test_rules_are_frozen() -> None:
    with pytest.raises(AttributeError):
        PRESETS["classic"]._answers = ()  # type: ignore[misc]


def test_options_are_read_by_full_name_short_name_and_section() -> None:
    rules = Rules.parse("cambia")
    assert rules["snap.penalty"] == rules["penalty"] == rules.snap.penalty == 2
    with pytest.raises(AttributeError, match=r"no option snap\.foo"):
        _ = rules.snap.foo
    with pytest.raises(AttributeError):
        _ = rules.foo


def test_switching_snapping_on_in_classic_brings_its_usual_answers() -> None:
    rules = Rules.parse("classic snap.who=any")
    answers = {name: rules[f"snap.{name}"] for name in ("match", "window", "give", "penalty", "late_penalty")}
    assert answers == {"match": "rank", "window": "draw", "give": "must", "penalty": 1, "late_penalty": 0}


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("classic snap.penalty=2", ("snap.penalty", "snap.who")),
        ("classic turn.empty_hand=call", ("turn.empty_hand", "snap.who")),
        ("cambia snap.who=own snap.give=may", ("snap.give", "snap.who")),
        ("cambia snap.penalty=0 snap.hand_limit=6", ("snap.hand_limit", "snap.penalty")),
        ("classic deal.memory_cards=0 deal.memory=choice", ("deal.memory", "deal.memory_cards")),
        ("camp deal.memory=bottom", ("deal.formation", "deal.memory")),
        ("classic deal.memory_cards=5", ("deal.memory_cards", "deal.cards")),
        ("flip snap.hand_limit=3", ("snap.hand_limit", "deal.cards")),
        ("classic deal.min_seats=9 deal.max_seats=8", ("deal.min_seats", "deal.max_seats")),
        ("classic powers.looks=1 powers.look_at=own_other", ("powers.look_at", "powers.looks")),
        ("classic powers.looks=1 powers.look_swap=looked", ("powers.look_swap", "powers.looks")),
        ("classic powers.look_swap=own", ("powers.look_swap", "powers.looks")),
        ("classic powers.cards.K=none powers.looks=1", ("powers.looks", "powers.cards")),
        ("classic match.target=100", ("match.target", "match.rounds")),
        ("classic match.reset_at=50", ("match.reset_to", "match.reset_at")),
        ("classic match.reset_to=10", ("match.reset_to", "match.reset_at")),
        ("classic deal.cards=12 deal.min_seats=5", ("deck.decks", "deal.cards")),
    ],
)
def test_a_contradiction_is_refused_by_the_names_of_both_options(text: str, options: tuple[str, str]) -> None:
    with pytest.raises(RulesError) as refused:
        Rules.parse(text)
    assert refused.value.options == options
    for option in options:
        assert option in str(refused.value)
    assert refused.value.text is not None


@pytest.mark.parametrize("name", [name for name, option in OPTIONS.items() if option.needs])
def test_an_option_is_refused_without_what_it_needs(name: str) -> None:
    option, rng = OPTIONS[name], random.Random(name)
    assert BARE[name] == option.idle
    while (value := random_value(option, option.idle, rng)) == option.idle:
        pass
    with pytest.raises(RulesError, match=option.needs[0].what.en) as refused:
        BARE.but({name: value})
    assert refused.value.options == (name, option.needs[0].option)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nope", "expected a rule book"),
        ("cambai", "did you mean 'cambia'"),
        ("classic jokres=1", "did you mean 'jokers'"),
        ("classic penalty", "expected option=value"),
        ("cambia snap.penalty=many", r"snap\.penalty: expected a whole number from 0 to 10, but found 'many'"),
        ("cambia snap.penalty=11", r"snap\.penalty: expected a whole number from 0 to 10, but found 11"),
        ("cambia call.lock=maybe", r"call\.lock: expected yes or no, but found 'maybe'"),
        ("cambia snap.who=me", r"snap\.who: expected off, own or any, but found 'me'"),
        ("cambia deck.values=3", "say for which card"),
        ("cambia deck.values.Z=3", "expected a rank"),
        ("cambia deck.values.K=x", "expected a whole number"),
        ("cambia powers.cards.K=fly", "expected none, peek, spy, trade or look"),
        ("cambia snap.penalty=1 penalty=2", "is set twice"),
        ("cambia snap.penalty.K=1", "there is no option"),
        ("cambia cards=3", "may mean"),
    ],
)
def test_a_bad_setting_says_what_was_expected_and_what_came(text: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        Rules.parse(text)


@pytest.mark.parametrize(
    "document",
    [[], {"foo": {}}, {"snap": 1}, {"snap": {"who": 1}}, {"snap": {"penalty": True}}, {"deck": {"values": {"K": "x"}}}],
)
def test_bad_json_is_refused(document: object) -> None:
    with pytest.raises(RulesError):
        Rules.from_json(document)


def test_a_number_of_seats_that_the_rules_do_not_allow_is_refused() -> None:
    with pytest.raises(RulesError, match=r"2 to 6 players \(deal.min_seats, deal.max_seats\), but found 7"):
        Game("cambia", seats=7)
    with pytest.raises(RulesError, match=r"deck\.decks=1 has 54 cards, too few for 14 seats with deal\.cards=4"):
        Game("classic", seats=14)
    Game("classic deck.decks=2", seats=26)


def test_a_new_table_above_six_seats_has_a_second_pack() -> None:
    rules = Rules.parse("classic")
    assert [rules.suited_to(seats)["deck.decks"] for seats in (2, 6, 7, 12, 13)] == [1, 1, 2, 2, 3]


@pytest.mark.parametrize(("jokers", "kinds"), [(0, []), (1, ["Xr"]), (2, ["Xb", "Xr"])])
def test_the_kinds_in_a_deck_are_those_of_its_cards(jokers: int, kinds: list[str]) -> None:
    rules = Rules.parse(f"classic jokers={jokers} deck.counts.2b=0")
    found = [KINDS[kind] for kind in kinds_in_deck(rules.answers)]
    assert "2b" not in found and "2r" in found
    assert [kind for kind in found if kind[0] == "X"] == kinds
    assert sorted({KINDS[kind_of(face)] for face in map(rules.ruleset.face_of, range(rules.deck_size))}) == sorted(
        found
    )
