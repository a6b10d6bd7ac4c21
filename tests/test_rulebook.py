"""Rule books say what is played, leave out what is not, and use the words of their table."""

from __future__ import annotations

import random
import re
from itertools import chain
from pathlib import Path

import pytest

from cambio import PRESETS, Rules, RulesError
from cambio.house_rules.kinds import most_seats
from cambio.languages import LANGUAGES, Language
from cambio.rulebook import rule_book
from cambio.rules import OPTIONS
from cambio.training.random_rules import random_rules, random_value
from cambio.wording import forms, reword
from docs.rule_pages import options_page

#: What else a table may call things, and how long a match may be, which random rules leave alone.
SAID_ONLY = ("snap.word", "call.word", "match.rounds", "match.target")
FEW = {"match.rounds": (0, 3), "match.target": (0, 100)}


def random_book(seed: int) -> Rules:
    rng = random.Random(seed)
    while True:
        rules = random_rules(rng)
        changes: dict[str, object] = {
            name: rng.randint(*FEW[name]) if name in FEW else random_value(OPTIONS[name], None, rng)
            for name in rng.sample(SAID_ONLY, rng.randrange(len(SAID_ONLY) + 1))
        }
        try:
            return rules.but(changes)
        except RulesError:
            continue


RULES = [*PRESETS.values(), *(random_book(seed) for seed in range(80))]


def text_of(rules: Rules | str, language: Language = "en") -> str:
    rules = Rules.parse(rules) if isinstance(rules, str) else rules
    return "\n".join(chain(*rule_book(rules, language).values()))


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_no_book_speaks_of_taking_where_nothing_may_be_taken(rules: Rules) -> None:
    is_told = [
        re.search(r"\btak(e|es|en|ing)\b", text_of(rules)) is not None,
        re.search(r"\btom(a|ar|an|o)\b", text_of(rules, "es")) is not None,
    ]
    assert is_told == [rules["turn.take"] != "no"] * 2


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_only_a_match_of_several_rounds_has_a_next_deal(rules: Rules) -> None:
    told = ["after each round" in text_of(rules), "deals every round" in text_of(rules)]
    several = rules["match.rounds"] != 1
    assert told == [several and rules["match.dealer"] == dealer for dealer in ("rotates", "stays")]
    assert ("last round" in text_of(rules)) == (several and rules["match.starter"] == "winner")


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_every_book_with_powers_says_that_a_card_thrown_at_once_has_its_power(rules: Rules) -> None:
    has_powers = not rules.is_idle("powers.use")
    assert ("thrown at once" in text_of(rules)) == has_powers
    assert ("se tira enseguida" in text_of(rules, "es")) == has_powers
    if not has_powers:
        section = rule_book(rules)["Powers"]
        assert section == ["No card has a power."]
        assert text_of(rules).count("power") == 1


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_what_a_wrong_call_costs_is_told_in_the_order_in_which_it_is_charged(rules: Rules) -> None:
    said = text_of(rules.but("call.word=cambio"))
    assert "A call is wrong if another player" in said and "A tie is not wrong" in said
    doubles, points = rules["call.wrong_doubles"], rules["call.wrong_points"]
    assert ("no penalty for a wrong call" in said) == (not doubles and not points)
    assert ("A wrong call doubles" in said) == doubles
    assert ("After that, a wrong call adds" in said) == (doubles and points > 0)
    assert ("\nA wrong call adds" in said) == (not doubles and points > 0)
    if doubles and points:
        assert said.index("call doubles") < said.index("call adds")


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_five_has_its_value_told_wherever_that_matters(rules: Rules) -> None:
    fives = rules["deck.counts"][8:10]
    matters = rules["score.risky_fives"] and rules["snap.match"] == "value" and any(fives)
    assert ("For a match, " in text_of(rules)) == matters
    assert ("Fives count together" in text_of(rules)) == (rules["score.risky_fives"] and any(fives))


def test_fives_match_by_the_value_that_they_have_on_their_own() -> None:
    told = "For a match, black 5s count 5 and red 5s count \N{MINUS SIGN}2."
    assert told in text_of("flip score.risky_fives=yes deck.values.5r=-2")
    assert "For a match, 5s count 5." in text_of("flip score.risky_fives=yes")


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_book_for_more_players_than_its_deck_is_enough_for_says_how_many_that_is(rules: Rules) -> None:
    told = re.search(r"enough for up to (\d+) players", text_of(rules))
    most = most_seats(rules.answers)
    assert (told is not None) == (most < rules["deal.max_seats"])
    if told is not None:
        assert int(told[1]) == most
        rules.check_seats(most)
        with pytest.raises(RulesError, match="too few"):
            rules.check_seats(most + 1)


def test_one_pack_is_enough_for_13_players_or_for_12_without_jokers() -> None:
    assert "One pack is enough for up to 13 players." in text_of("classic")
    assert "One pack is enough for up to 12 players." in text_of("camp")
    assert "Two packs are enough for up to 8 players." in text_of("classic deck.decks=2 deal.cards=12")


@pytest.mark.parametrize("preset", PRESETS)
def test_every_book_says_which_way_turns_go_and_what_the_end_of_the_stock_means(preset: str) -> None:
    said = text_of(PRESETS[preset].but("call.word=cambio"))
    assert "Turns go clockwise." in said
    assert "scored as if nobody had called" in said


@pytest.mark.parametrize("preset", ["flip", "cambia", "stick", "camp"])
def test_every_book_with_snapping_says_how_a_race_begins_and_ends(preset: str) -> None:
    rules = PRESETS[preset].but("snap.word=snap", "call.word=cambio")
    said = text_of(rules)
    assert "A snapped card starts no new race, and its power is not used." in said
    assert "on the last discard before the cards are shown" in said
    assert ("on the card turned up at the start" in said) == rules["deal.opening"]
    assert "the card goes back unseen" in said
    assert f"nobody draws{'' if rules['turn.take'] == 'no' else ', takes'} or calls." in said


def test_a_hand_without_cards_can_not_take_where_taking_must_swap() -> None:
    told = "but can't take the top discard"
    assert told in text_of("cambia") and told in text_of("cambia turn.empty_hand=call")
    assert told not in text_of("cambia turn.take=free") and told not in text_of("stick")


def test_the_book_says_what_being_out_means() -> None:
    said = text_of("flip")
    for clause in ("no more turns", "can't win", "Nobody may look at their cards", "If only one player is left"):
        assert clause in said
    assert "their points still count" not in said
    assert "their points still count in the match" in text_of("flip match.rounds=3")


def test_the_page_of_options_says_all_that_a_hand_limit_may_need() -> None:
    row = next(line for line in options_page().splitlines() if line.startswith("| `snap.hand_limit`"))
    assert "(`snap.penalty`, `snap.late_penalty`, `snap.seize` or `turn.mismatch_penalty`)" in row
    mismatch = "turn.exchange=equal turn.mismatch_penalty=1"
    for change in ("snap.penalty=1", "snap.late_penalty=1", "snap.seize=yes", mismatch):
        bare = Rules.parse("cambia snap.penalty=0 snap.late_penalty=0")
        assert bare.but(*change.split(), "snap.hand_limit=6")["snap.hand_limit"] == 6


def test_where_nobody_snaps_the_book_does_not_say_that_whoever_is_out_does_not() -> None:
    said = text_of("cabo snap.hand_limit=6")
    assert "A player who has more than six cards after a penalty is out of the round." in said
    assert "has no more turns and can't win" in said and "does not snap" not in said


CLUMSY = re.compile(
    r"\b(an own|the own|on the hand|extra points|nothing extra|an odd one|Powers may|swap looks at|level too)\b"
)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_books_are_written_as_people_speak(rules: Rules) -> None:
    for language in LANGUAGES:
        said = text_of(rules, language)
        assert not CLUMSY.search(said)
        assert not re.search(r" [,.;:]|[,;:]\.|\.\.|  |\b(\w+) \1\b", said)
        assert "-" not in re.sub(r"[a-z]-[a-z]", "", said)


#: How words of the usual wording begin; what begins the same and means something else is left out.
USUAL = {"en": r"\b(snap|call|Snap|Call)\w*", "es": r"\b([Cc]a[zc][aeóé]|[Cc]áza|[Cc]ant(?!idad))\w*"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_table_with_words_of_its_own_reads_them_in_every_form(rules: Rules, language: Language) -> None:
    if rules["snap.who"] == "off":
        rules = rules.but("snap.who=any")
    book = rule_book(rules.but("snap.word=burn", "call.word=knock"), language)
    said = "\n".join([*book, *chain(*book.values())])
    assert re.findall(USUAL[language], said) == []
    assert {"en": "Burning", "es": "Quemar"}[language] in book


@pytest.mark.parametrize(
    ("preset", "snap", "call"),
    [
        ("classic", "Snapping", "Calling"),
        ("flip", "Flipping", "Calling"),
        ("cambia", "Snapping", "Calling"),
        ("stick", "Sticking", "Calling"),
        ("camp", "Burning", "Knocking"),
    ],
)
def test_each_book_has_its_own_words(preset: str, snap: str, call: str) -> None:
    assert list(rule_book(PRESETS[preset]))[4:6] == [snap, call]


def test_what_is_said_to_call_stands_in_the_book() -> None:
    assert "may call Cabo at" in text_of("classic call.word=cabo")
    assert "puede cantar Cambia al" in text_of("classic call.word=cambia", "es")
    assert "puede golpear la mesa al" in text_of("camp", "es")
    assert "A wrongly stuck card" in text_of("stick")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_web_table_has_no_form_of_the_usual_words_that_a_table_can_not_replace(language: Language) -> None:
    files = [file for file in Path("web/src/lib/words").iterdir() if file.stem.lower().endswith(language)]
    catalogue = "".join(file.read_text(encoding="utf-8") for file in files)
    sentences = dict(re.findall(r'^  "([\w.]+)":\s+"(.+)",$', catalogue, flags=re.MULTILINE))
    assert len(sentences) > 1000
    words = forms(PRESETS["camp"], language)
    left = {
        key: said
        for key, text in sentences.items()
        if not re.match(r"learn\.|rule\.\w+\.word\.", key) and re.search(USUAL[language], said := reword(text, words))
    }
    assert left == {}
