"""Words: the whole table in Spanish, with nothing left over in English."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from .fixtures import TableFixture
from .visitor import DESK, PHONE, Guests, Visitor

CATALOGUES = Path("web/src/lib/words")
SPANISH: dict[str, Any] = {"locale": "es-MX"}
READY = ("a ready", "b ready")

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
    text = (CATALOGUES / f"{language}.ts").read_text()
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
    ana = guests.come(**SPANISH).go()
    ana.page.get_by_role("button", name=catalogue("es")["home.make"]).click()
    expect(ana.page.get_by_role("heading", level=1)).to_have_text(catalogue("es")["make.title"])
    assert left_in_english(ana) == []


def _sit_down(guests: Guests, table: TableFixture) -> Visitor:
    ana = guests.come(DESK if len(table.id) % 2 else PHONE, token=table.tokens["a"], **SPANISH)
    ana.go(f"/table/{table.id}")
    expect(ana.page.get_by_role("group", name=catalogue("es")["hand.yours"])).to_be_visible()
    return ana
