"""Links that lead nowhere: each gets a page that says so, and ways on."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Shoot
from .deck_search import is_over
from .visitor import DESK, PHONE, Guests, Visitor

OVER = ("a ready", "b ready", "a call", "b draw", "b swap b1", "dealer close")
DEVICES = pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])


def lost(guests: Guests, path: str, screen: dict[str, Any] = DESK, **wanted: Any) -> Visitor:
    """Somebody who has followed a link; the browser itself complains about what is not there."""
    visitor = guests.come(screen, **wanted)
    visitor.may_lose_server = True
    return visitor.go(path)


def is_titled(visitor: Visitor, title: str) -> None:
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text(title)
    expect(visitor.page).to_have_title(f"{title} · Cambio")


@DEVICES
def test_a_table_that_is_not_there_leads_on(guests: Guests, screen: dict[str, Any], shoot: Shoot) -> None:
    ana = lost(guests, "/table/nowhere", screen)
    is_titled(ana, "This table doesn’t exist")
    for way in (ana.button("Play now"), ana.page.get_by_label("Table code"), ana.page.get_by_role("link", name="Home")):
        expect(way.last).to_be_in_viewport(ratio=1)
    shoot(ana, f"no such table {screen['viewport']['width']}")
    ana.button("Play now").click()
    expect(ana.choice("Ready")).to_be_visible()


def test_a_guest_whom_the_server_knows_is_told_the_same(guests: Guests) -> None:
    table = guests.server.lay("cambia", people="ab")
    ana = lost(guests, "/table/nowhere", token=table.tokens["a"])
    is_titled(ana, "This table doesn’t exist")
    ana.page.get_by_role("link", name="Home", exact=True).click()
    expect(ana.page.get_by_label("Your name")).to_have_value("Ana")


def test_a_code_leads_from_a_lost_link_to_a_table(guests: Guests) -> None:
    table = guests.server.lay("cambia", seats=3, people="a", is_started=False)
    ben = lost(guests, "/table/nowhere")
    ben.page.get_by_label("Table code").fill("ZZZZZZ")
    ben.button("Join").click()
    expect(ben.page.get_by_role("alert")).to_have_text("No table has this code, or it has expired. Ask for a new one.")
    ben.page.get_by_label("Table code").fill(table.code)
    ben.button("Join").click()
    expect(ben.page.get_by_role("heading", name="Ana invites you to a table")).to_be_visible()


def test_an_invitation_to_a_match_that_is_over_leads_to_its_result_or_home(guests: Guests) -> None:
    table = guests.server.lay("cambia", *OVER, people="ab", condition=is_over)
    cleo = guests.come(PHONE).go(f"/join/{table.code}")
    expect(cleo.page.get_by_role("status")).to_have_text("The match is over.")
    expect(cleo.page.get_by_role("link", name="Home", exact=True)).to_be_visible()
    expect(cleo.page.get_by_text("rules: Cambia")).to_be_visible()
    cleo.button("See the result").click()
    expect(cleo.page.get_by_role("region", name="The match is over")).to_be_visible()
    expect(cleo.page.get_by_role("link", name="Cambio, home page")).to_be_visible()


def test_an_invitation_whose_code_has_expired_leads_on(guests: Guests) -> None:
    ana = lost(guests, "/join/ZZZZZZ")
    is_titled(ana, "This code doesn’t lead to a table")
    expect(ana.button("Play now")).to_be_visible()


@DEVICES
@pytest.mark.parametrize("path", ["/nowhere", "/table", "/tutorial/two"])
def test_an_unknown_path_leads_on(guests: Guests, screen: dict[str, Any], path: str) -> None:
    ana = guests.come(screen)
    ana.may_lose_server = True
    answer = ana.page.goto(f"{guests.server.base}{path}")
    assert answer is not None and answer.status == 404
    is_titled(ana, "This page doesn’t exist")
    ana.page.get_by_role("link", name="Home", exact=True).click()
    expect(ana.page).to_have_title("Cambio")
    expect(ana.page.get_by_label("Your name")).to_be_visible()


def test_the_back_button_leads_away_from_a_lost_link(guests: Guests) -> None:
    ana = guests.come().go()
    ana.may_lose_server = True
    expect(ana.button("Play now")).to_be_visible()
    ana.go("/table/nowhere")
    is_titled(ana, "This table doesn’t exist")
    ana.page.go_back()
    expect(ana.page.get_by_label("Your name")).to_be_visible()
