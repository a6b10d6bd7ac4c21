"""The log of a long round: the latest lines come with the table, and earlier ones when somebody asks for them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .visitor import DESK, PHONE, Guests, Visitor, until

READY = ("a ready", "b ready")
LONG_ROUND = (*READY, *(("a draw", "a swap a1", "b draw", "b swap b1") * 25))


def has_begun(visitor: Visitor) -> bool:
    return any(re.search("dealt|repart", line) for line in visitor.log_lines())


def test_earlier_lines_are_shown_by_keyboard_until_the_round_begins(guests: Guests) -> None:
    ana = guests.at(guests.server.lay("cambia", *LONG_ROUND, people="ab"))
    earlier = ana.button("Show earlier")
    expect(earlier).to_be_visible()
    first = ana.log_lines()
    assert not has_begun(ana)
    earlier.focus()
    presses = 0
    while not has_begun(ana):
        before = len(ana.log_lines())
        ana.page.keyboard.press("Enter")
        until(ana.page, lambda before=before: len(ana.log_lines()) > before)  # type: ignore[misc]
        # A screen reader is told how many lines have come.
        expect(ana.page.get_by_text(re.compile(r"^Earlier lines in the log: \d+"))).to_be_attached()
        presses += 1
    assert presses > 1
    assert ana.log_lines()[-len(first) :] == first, "what was there stays below"
    expect(earlier).to_have_count(0)
    # Whoever pressed the button is in the log still, and not at the page's beginning.
    expect(ana.page.get_by_role("region", name="Log")).to_be_focused()


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_the_log_has_no_more_to_show_in_a_short_round(guests: Guests, screen: dict[str, object]) -> None:
    ana = guests.at(guests.server.lay("cambia", *READY, "a draw", people="ab"), screen=screen)
    if screen is PHONE:
        ana.button("Menu").click()
    expect(ana.page.get_by_role("region", name="Log")).to_be_visible()
    expect(ana.button("Show earlier")).to_have_count(0)


def test_earlier_lines_in_spanish_on_a_phone(guests: Guests) -> None:
    table = guests.server.lay("cambia", *LONG_ROUND, people="ab")
    ana = guests.come(PHONE, locale="es-ES", token=table.tokens["a"]).go(f"/table/{table.id}")
    ana.button("Menú").click()
    lines = ana.page.get_by_role("region", name="Crónica").get_by_role("listitem")
    expect(lines.first).to_be_attached()
    before = lines.count()
    ana.button("Mostrar lo anterior").click()
    until(ana.page, lambda: lines.count() > before)
