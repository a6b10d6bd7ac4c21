"""Rule sheets on paper: both sides of one sheet, on A4 and on Letter, whatever the rules are."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from cambio.languages import Language
from cambio.rule_sheet import rule_sheet
from cambio.rules import PRESETS, Rules
from tests.test_rule_sheet import ODD

from .visitor import Guests

SIDES = 2
#: What is wider than the page that it is printed on, in points of a screen.
CUT_OFF = """() => [...document.querySelectorAll(".half, .inside, section, li, p, h1, h2, h3")]
  .filter((box) => box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).display !== "inline")
  .map((box) => box.className || box.textContent.slice(0, 40))"""


@pytest.mark.parametrize(
    ("name", "language"),
    [*((preset, "es") for preset in PRESETS), ("camp", "en"), ("camp snap.penalty=2", "en"), (ODD, "en"), (ODD, "es")],
    ids=[*PRESETS, "in English", "a house rule", "odd in English", "odd"],
)
def test_a_sheet_has_two_sides_on_a4_and_on_letter(browser: Browser, name: str, language: Language) -> None:
    """Every book in Spanish, whose sentences are longer."""
    page = browser.new_page()
    try:
        page.set_content(rule_sheet(Rules.parse(name), language))
        page.evaluate("document.fonts.ready")
        for paper in ("A4", "Letter"):
            printed = page.pdf(format=paper, landscape=True)
            assert len(re.findall(rb"/Type\s*/Page\b", printed)) == SIDES, paper
        page.emulate_media(media="print")
        page.set_viewport_size({"width": 1056, "height": 816})
        assert page.evaluate(CUT_OFF) == []
    finally:
        page.close()


def test_the_rule_book_of_a_table_leads_to_its_sheet(guests: Guests) -> None:
    visitor = guests.at(guests.server.lay("camp snap.penalty=2", people="ab"))
    visitor.button("Rules of this table").click()
    link = visitor.page.get_by_role("dialog").get_by_role("link", name="Print the rules")
    with visitor.page.context.expect_page() as opened:
        link.click()
    sheet = opened.value
    complaints: list[str] = []
    sheet.on("console", lambda message: complaints.append(message.text))
    sheet.reload()
    expect(sheet.get_by_role("heading", name="The rules in a minute")).to_be_visible()
    expect(sheet.get_by_text("Camp rules, with one house rule").first).to_be_visible()
    assert sheet.evaluate("document.fonts.check('12px Caprasimo')")
    assert complaints == []
    sheet.close()
