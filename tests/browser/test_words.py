"""Words: the whole table in Spanish, with nothing left over in English."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cambio.rulebook import rule_book
from cambio.rules import OPTIONS, PRESETS, SECTIONS

from .fixtures import TableFixture
from .visitor import DESK, PHONE, Guests, Visitor

CATALOGUES = Path("web/src/lib/words")
SPANISH: dict[str, Any] = {"locale": "es-MX"}
READY = ("a ready", "b ready")

#: What rule books and options say in English.
RULE_SENTENCES = {
    said for rules in PRESETS.values() for title, sentences in rule_book(rules).items() for said in (title, *sentences)
} | {option.about.en for option in OPTIONS.values()}

#: Everything that is read or read out: texts, labels, placeholders.
WORDS = """() => {
  const told = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) told.push(walk.currentNode.data.trim());
  for (const element of document.querySelectorAll("[aria-label], [placeholder], [title]"))
    told.push(element.ariaLabel ?? "", element.getAttribute("placeholder") ?? "", element.title);
  return told.filter(Boolean);
}"""


def catalogue(language: str) -> dict[str, str]:
    """All words of a language: those of the first page, and those that other pages bring."""
    files = (CATALOGUES / f"{language}.ts", *CATALOGUES.glob(f"*{language.capitalize()}.ts"))
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    return dict(re.findall(r'^\s*"([\w.]+)":\s*"((?:[^"\\]|\\.)*)"', text, re.MULTILINE))


def left_in_english(visitor: Visitor) -> list[str]:
    """Sentences of the English catalogue that the Spanish one says in other words."""
    english, spanish = catalogue("en"), catalogue("es")
    foreign = {said for key, said in english.items() if "{" not in said and spanish[key] != said}
    foreign -= set(spanish.values())
    return sorted(foreign & set(visitor.page.evaluate(WORDS)))


def test_both_catalogues_say_everything() -> None:
    english, spanish = catalogue("en"), catalogue("es")
    assert english.keys() == spanish.keys()
    fillings = {key: set(re.findall(r"{(\w+)", said)) for key, said in english.items()}
    assert {key for key, said in spanish.items() if set(re.findall(r"{(\w+)", said)) != fillings[key]} == set()


def test_the_landing_page_speaks_as_the_browser_does_and_can_be_told_otherwise(guests: Guests) -> None:
    ana = guests.come(**SPANISH).go()
    expect(ana.page.get_by_role("button", name="Jugar ya")).to_be_visible()
    expect(ana.page.locator("html")).to_have_attribute("lang", "es")
    assert left_in_english(ana) == []
    ana.page.get_by_label("Idioma").select_option(label="English")
    expect(ana.page.get_by_role("button", name="Play now")).to_be_visible()
    ana.page.reload()
    expect(ana.page.get_by_role("button", name="Play now")).to_be_visible()


MOMENTS = {
    "memory": (),
    "a turn": READY,
    "a card in hand": (*READY, "a draw"),
    "last turns": (*READY, "a draw", "a swap a1", "b call"),
    "the end": (*READY, "a call", "b draw", "b swap b1", "dealer close"),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_table_in_spanish(guests: Guests, moment: str) -> None:
    table = guests.server.lay("cambia", *MOMENTS[moment], people="ab")
    ana = _sit_down(guests, table)
    assert left_in_english(ana) == []


def test_making_a_table_in_spanish(guests: Guests) -> None:
    spanish = catalogue("es")
    ana = guests.come(**SPANISH).go()
    ana.may_lose_server = True
    ana.page.get_by_role("button", name=spanish["home.make"]).click()
    expect(ana.page.get_by_role("heading", level=1)).to_have_text(spanish["make.title"])
    ana.page.get_by_text(spanish["make.book"]).click()
    expect(ana.page.get_by_text(rule_book(PRESETS["cambia"], "es")["Un turno"][0])).to_be_visible()
    assert left_in_english(ana) == []
    assert sorted(RULE_SENTENCES & set(ana.page.evaluate(WORDS))) == []

    # What can't be is told in the same language, at the option.
    ana.page.locator("summary", has_text=SECTIONS["deal"].es).click()
    cards = ana.page.get_by_role("spinbutton", name=spanish["rule.deal.memory_cards"])
    cards.fill("9")
    cards.press("Tab")
    expect(ana.page.get_by_role("alert").first).to_have_text("Nadie puede mirar más cartas de las que tiene.")


def test_the_rule_book_at_the_table_follows_the_language(guests: Guests) -> None:
    table = guests.server.lay("cambia", *READY, people="ab")
    ana = guests.come(DESK, token=table.tokens["a"], **SPANISH)
    ana.go(f"/table/{table.id}")
    spanish, english = catalogue("es"), catalogue("en")
    ana.page.get_by_role("button", name=spanish["top.book"]).click()
    expect(ana.page.get_by_text(rule_book(PRESETS["cambia"], "es")["Un turno"][0])).to_be_visible()
    ana.page.keyboard.press("Escape")
    ana.page.get_by_role("button", name=spanish["top.settings"]).click()
    ana.page.get_by_label(spanish["settings.language"]).select_option(label="English")
    ana.page.keyboard.press("Escape")
    ana.page.get_by_role("button", name=english["top.book"]).click()
    expect(ana.page.get_by_text(rule_book(PRESETS["cambia"])["A turn"][0])).to_be_visible()


def _sit_down(guests: Guests, table: TableFixture) -> Visitor:
    ana = guests.come(DESK if len(table.id) % 2 else PHONE, token=table.tokens["a"], **SPANISH)
    ana.go(f"/table/{table.id}")
    expect(ana.page.get_by_role("group", name=catalogue("es")["hand.yours"])).to_be_visible()
    return ana
