"""The first touch of a page fetches the table ahead: nothing moves under the finger when its styles arrive."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .visitor import DESK, PHONE, Guests, until

#: Where everything on the page is.
BOXES = """() => [...document.querySelectorAll("#app *")].map((element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [element.tagName, element.className.baseVal ?? element.className, x, y, width, height].join(" ");
})"""
ARE_STYLES_THERE = """() => [...document.styleSheets].some((sheet) => sheet.href?.includes("/TablePage"))"""


def boxes(page: Page) -> list[str]:
    """Once fonts are there, and pictures that were on their way."""
    page.wait_for_load_state("networkidle")
    page.evaluate("() => document.fonts.ready.then(() => undefined)")
    found: list[str] = page.evaluate(BOXES)
    return found


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("path", ["/", "/join/CODE", "/nowhere"])
def test_nothing_moves_when_the_styles_of_the_table_arrive(guests: Guests, screen: dict[str, Any], path: str) -> None:
    table = guests.server.lay("cambia", seats=3, people="ab", is_started=False)
    visitor = guests.come(screen)
    visitor.may_lose_server = True
    page = visitor.go(path.replace("CODE", table.code)).page
    expect(page.get_by_role("heading", level=1).first).to_be_visible()
    before = boxes(page)
    assert not page.evaluate(ARE_STYLES_THERE)
    page.mouse.move(5, 5)
    until(page, lambda: bool(page.evaluate(ARE_STYLES_THERE)))
    assert boxes(page) == before
