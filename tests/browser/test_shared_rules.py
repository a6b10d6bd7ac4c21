"""Shared house rules: a code and a link that open them in another browser's form, and rule sets that are kept."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from .test_making_tables import DEVICES, make_table
from .visitor import Guests, Visitor

GALLERY = "Codes and well-known mixtures"


def open_house_rules(visitor: Visitor) -> None:
    """On a phone they are folded."""
    if not visitor.page.get_by_text(GALLERY).is_visible():
        visitor.page.get_by_role("heading", name=re.compile("^House rules")).click()


def code_of(visitor: Visitor) -> str:
    return visitor.page.locator("[data-code]").inner_text()


@DEVICES
def test_house_rules_are_shared_opened_and_kept(guests: Guests, screen: dict[str, Any]) -> None:
    ana = make_table(guests, screen)
    open_house_rules(ana)
    ana.page.get_by_text(GALLERY).click()
    ana.page.get_by_role("button", name=re.compile("^Risky fives")).click()
    expect(ana.page.locator("[data-code]")).to_have_text("2QR8-S0")
    expect(ana.page.get_by_role("button", name=re.compile("^Risky fives"))).to_have_attribute("aria-pressed", "true")

    # Whoever gets the link sees the rules in the form, and their rule book.
    ben = guests.come(screen).go("/rules/2qr8-s0")
    expect(ben.page.get_by_text("1 changed")).to_be_visible()
    expect(ben.page.get_by_text("Fives count together: each pair in a hand counts")).to_be_visible()
    open_house_rules(ben)
    assert code_of(ben) == "2QR8-S0"
    name = "Ben's <i>Sunday</i>"
    ben.page.get_by_label("Name these rules").fill(name)
    ben.button("Keep").click()
    expect(ben.page.get_by_text("Kept among your house rules")).to_be_visible()

    # What is kept outlives a reload, opens in the form, and can be deleted.
    ben.go("/rules/0SK2")
    expect(ben.page.get_by_text("Exactly as Classic.")).to_be_visible()
    open_house_rules(ben)
    ben.page.get_by_text(GALLERY).click()
    ben.page.get_by_role("button", name=f"{name} Cambia · 1 house rule").click()
    expect(ben.page.locator("[data-code]")).to_have_text("2QR8-S0")
    ben.page.get_by_role("button", name=f"Delete “{name}”").click()
    expect(ben.page.get_by_text("My house rules")).to_be_hidden()

    # A guest who has come by the link sits down at a table with these rules.
    ben.button("Set up the table").click()
    expect(ben.page).to_have_url(re.compile("/table/"))


def test_a_code_is_typed_or_pasted_and_a_mistake_is_told(guests: Guests) -> None:
    ana = make_table(guests)
    ana.page.get_by_text(GALLERY).click()
    # The browser itself complains about an answer that is a refusal.
    ana.may_lose_server = True
    field = ana.page.get_by_label("Code or link of house rules")
    field.fill("2QR8-S1")
    ana.button("Open").click()
    expect(ana.page.get_by_role("alert")).to_have_text(
        "There is a typing mistake in this code: compare it letter by letter."
    )
    field.fill("https://cambio.example/rules/2qr8-s0?from=chat")
    ana.button("Open").click()
    expect(ana.page.get_by_role("alert")).to_be_hidden()
    assert code_of(ana) == "2QR8-S0"


@DEVICES
def test_a_link_with_a_mistake_leads_to_the_form_and_says_so(guests: Guests, screen: dict[str, Any]) -> None:
    ana = guests.come(screen, locale="es-MX")
    ana.may_lose_server = True
    ana.go("/rules/2QR8-S1")
    problem = ana.page.get_by_role("alert")
    expect(problem).to_have_text("Hay un error en este código: compáralo letra por letra.")
    expect(problem).to_be_in_viewport()
