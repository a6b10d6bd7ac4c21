"""Rule sheets: the summary says nothing that the options contradict, and the pictures show the deck as it is."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest

from cambio.core.engine.cards import KINDS, RANKS
from cambio.house_rules.kinds import kinds_in_deck
from cambio.languages import LANGUAGES, Language
from cambio.options import number_word
from cambio.rule_sheet import rule_sheet
from cambio.rule_sheet.card_groups import groups_by_power, groups_by_value
from cambio.rule_sheet.summary import summarize
from cambio.rulebook import rule_book
from cambio.rules import PRESETS, Rules
from cambio.training.random_rules import random_rules

ODD = (
    "flip decks=2 jokers=1 deck.counts.3=0 deck.counts.Qr=0 deck.values.A=11 deck.values.9b=-5 powers.cards.A=peek "
    "powers.cards.2r=trade:own_other powers.cards.Kb=look:1/other/own powers.cards.10=look:2/any/any risky_fives=yes "
    "powers.use=mandatory powers.replaced=yes turn.take_powers=no snap.winners=chain snap.give=may snap.penalty=3 "
    "snap.late_penalty=2 snap.cards=2 snap.seize=yes call.limit=5 call.wrong_points=10 call.wrong_doubles=yes "
    "call.right_zero=yes call.from_lap=3 match.rounds=0 match.target=100 snap.final_window=yes"
)
RULES = [*PRESETS.values(), Rules.parse(ODD), *map(random_rules, map(random.Random, range(60)))]


def is_(option: str, *values: object) -> Callable[[Rules], bool]:
    return lambda rules: rules[option] in values


def has_power(*powers: str) -> Callable[[Rules], bool]:
    return lambda rules: any(rules.power_of(kind)[0] in powers for kind in kinds_in_deck(rules.answers))


def snapping(holds: Callable[[Rules], bool]) -> Callable[[Rules], bool]:
    return lambda rules: rules["snap.who"] != "off" and holds(rules)


def mismatch(*values: str) -> Callable[[Rules], bool]:
    return lambda rules: rules["turn.exchange"] == "equal" and rules["turn.mismatch"] in values


def in_usual_words(rules: Rules) -> Rules:
    """The same rules at a table that snaps and calls Cambio."""
    usual = {"snap.word": "snap"} if rules["snap.who"] != "off" else {}
    return rules.but({"call.word": "cambio"} | usual)


#: Words in each language that a summary has exactly if the rules are so.
CLAIMS: list[tuple[str, str, Callable[[Rules], bool]]] = [
    ("Nobody looks at any card", "no se mira ninguna", is_("deal.memory_cards", 0)),
    ("take the top discard", "toma el último descarte", is_("turn.take", "swap", "free")),
    ("throw it back", "devuélvelo", is_("turn.take", "free")),
    ("if they are equal", "si son iguales", is_("turn.exchange", "equal")),
    ("you keep them all", "te quedas con todas", mismatch("keep", "face_up")),
    ("lie face up from then on", "quedan boca arriba", mismatch("face_up")),
    ("that one is discarded", "esa se descarta", mismatch("discard")),
    ("can’t be taken", "no se puede tomar", is_("turn.take_powers", False)),
    (
        "No card has a power",
        "Ninguna carta tiene poder",
        lambda rules: not has_power("peek", "spy", "trade", "look")(rules),
    ),
    ("look at one of your own cards", "mira una de tus cartas", has_power("peek")),
    ("must use", "tienes que usar", is_("powers.use", "mandatory")),
    ("that you discard", "va al descarte", is_("powers.replaced", True)),
    ("There is no snapping", "No se caza", is_("snap.who", "off")),
    ("yours or another player’s", "tuya o de otro jugador", is_("snap.who", "any")),
    ("of the same rank", "mismo número o figura", snapping(is_("snap.match", "rank"))),
    ("counts the same", "valga los mismos puntos", snapping(is_("snap.match", "value"))),
    ("be the first", "antes que nadie", snapping(is_("snap.winners", "one", "chain"))),
    ("go on until the next draw", "puede seguir", snapping(is_("snap.winners", "chain"))),
    ("Whoever discarded it may not", "Quien la tiró no puede", is_("snap.discarder", False)),
    ("may go at once", "a la vez", is_("snap.cards", 2)),
    (
        "you give that player",
        "le das una tuya",
        lambda rules: rules["snap.who"] == "any" and rules["snap.give"] == "must",
    ),
    ("you may give that player", "le puedes dar", is_("snap.give", "may")),
    ("you give nothing", "no das nada", is_("snap.give", "no")),
    ("costs no penalty card", "no cuesta cartas de castigo", snapping(is_("snap.penalty", 0))),
    ("becomes yours", "te la tienes que quedar", is_("snap.seize", True)),
    ("instead of drawing", "en vez de robar", is_("call.when", "start")),
    ("at the end of your turn", "al terminar tu turno", is_("call.when", "end")),
    ("one more turn", "un turno más", is_("call.last_turns", True)),
    ("ends the round", "Ahí termina la ronda", is_("call.last_turns", False)),
    ("are locked", "quedan bloqueadas", is_("call.lock", True)),
    ("doubles your own points", "duplica tus puntos", is_("call.wrong_doubles", True)),
    ("zero at most", "cero a lo mucho", is_("call.right_zero", True)),
    ("no more than zero", "no suma más de cero", is_("score.winner_zero", True)),
    ("you lose the tie", "más baja, pierdes", is_("score.caller_tie", "loses")),
    ("you win the tie", "más baja, ganas", is_("score.caller_tie", "wins")),
]
#: Numbers that a summary tells, each after and before these words.
NUMBERS = {
    "deal.cards": (r"You have (\w+) cards?,", r"Tienes (\w+) cartas? boca"),
    "snap.penalty": (r"wrong snap costs (?!no )(\w+) penalty", r"Cazar mal cuesta (\w+) cartas? de"),
    "snap.late_penalty": (r"too late costs (\w+) penalty", r"Cazar tarde cuesta (\w+) cartas? de"),
    "snap.hand_limit": (r"with more than (\w+) cards?, you", r"pasas de (\w+) cartas?,"),
    "call.limit": (r"call with more than (\w+) points? is", r"Cantar con más de (\w+) puntos? siempre"),
    "call.wrong_points": (r"wrong call adds (\w+) points? to", r"Cantar mal te suma (\w+) puntos?"),
    "call.right_bonus": (r"lowers your score by (\w+) points?", r"Cantar bien te resta (\w+) puntos?"),
    "score.kamikaze": (r"everybody else scores (\w+)", r"los demás suman (\w+)"),
    "match.target": (r"total reaches (\w+)", r"de alguien llega a (\w+)"),
}
ONE = {"en": ("one",), "es": ("una", "un")}


def test_a_summary_speaks_the_words_of_its_table() -> None:
    told = summarize(Rules.parse("camp"))
    assert {"Burning", "Knocking"} <= told.keys()
    assert not re.search(r"\b(snap|call)", " ".join(told.values()), re.IGNORECASE)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: "")
def test_a_summary_says_what_the_options_say(rules: Rules, language: Language) -> None:
    told = " ".join(summarize(in_usual_words(rules), language).values())
    for english, spanish, holds in CLAIMS:
        words = english if language == "en" else spanish
        assert (words in told) == holds(rules), f"{words!r} by {rules}: {told}"
    for option, patterns in NUMBERS.items():
        found = re.search(patterns[LANGUAGES.index(language)], told)
        number = rules[option]
        if found is not None:
            expected = ONE[language] if number == 1 else (number_word(number, language),)
            assert found[1] in expected, f"{option} by {rules}: {told}"
        elif option != "match.target":
            assert number in (0, None) or rules.is_idle(option), f"{option} by {rules}: {told}"
    assert "{" not in told and "  " not in told and len(told) < 2600


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: "")
def test_every_card_of_the_deck_is_shown_once_by_its_points_and_once_by_its_power(rules: Rules) -> None:
    def kinds_of(rank: str, *, black: bool, red: bool) -> list[int]:
        index = 2 * RANKS.index(rank)
        return [index] * black + [index + 1] * red

    deck = [k for k in kinds_in_deck(rules.answers) if not (KINDS[k] == "Xb" and rules["deck.jokers"] == 1)]
    fives = [kind for kind in deck if KINDS[kind][:-1] == "5"] if rules["score.risky_fives"] else []
    by_value = [
        (kind, value)
        for value, cards in groups_by_value(rules).items()
        for card in cards
        for kind in kinds_of(card.rank, black=card.has_black, red=card.has_red)
    ]
    assert sorted(by_value) == [(kind, rules["deck.values"][kind]) for kind in deck if kind not in fives]
    by_power = [
        (kind, group.power, group.scope)
        for group in groups_by_power(rules)
        for card in group.cards
        for kind in kinds_of(card.rank, black=card.has_black, red=card.has_red)
    ]
    powers = [(kind, *rules.power_of(kind)) for kind in deck if rules.power_of(kind)[0] != "none"]
    assert sorted(by_power, key=lambda entry: entry[0]) == powers


class Sheet(HTMLParser):
    """What a browser reads: the text, and everything that would be fetched or run."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text: list[str] = []
        self.tags: set[str] = set()
        self.references: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.references += [value or "" for name, value in attrs if name in ("src", "href", "srcset")]
        assert not any(name.startswith("on") for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*PRESETS, ODD], ids=[*PRESETS, "odd"])
def test_a_sheet_stands_alone_and_has_the_summary_and_the_whole_rule_book(name: str, language: Language) -> None:
    rules = Rules.parse(name)
    page = rule_sheet(rules, language)
    sheet = Sheet(page)
    assert not sheet.tags & {"script", "link", "img", "iframe", "object"}
    assert all(reference.startswith("#") for reference in sheet.references)
    assert set(re.findall(r"url\((data:font/woff2|[^)]{0,9})", page)) <= {"data:font/woff2", "#inside"}
    for paragraph in summarize(rules, language).values():
        assert paragraph in sheet.text
    sentences = [sentence for said in rule_book(rules, language).values() for sentence in said]
    assert [text for text in sheet.text if text in sentences][-len(sentences) :] == sentences


def test_house_rules_are_marked_and_named_so_that_the_sheet_can_be_had_again() -> None:
    page = rule_sheet(Rules.parse("camp snap.penalty=2"))
    assert re.findall(r'<li class="house">([^<]*)', page) == [
        "A wrong burn costs two penalty cards: they are added face down to the player&#x27;s cards, and nobody may "
        "look at them."
    ]
    assert '<p class="name">camp snap.penalty=2</p>' in page
    assert 'class="house"' not in rule_sheet(PRESETS["camp"])
