"""Sharing a finished round: a link is made, opened by somebody else, and revoked."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from cambio import notation
from cambio.demo import play_demonstration_match
from cambio.rules import Rules

from .conftest import OpenGuests, Shoot
from .layout_faults import find_faults
from .live_server import CALM
from .test_replays import drop, scrubber
from .test_results import finish, lay_called, result_of
from .test_screens import faults
from .visitor import DESK, PHONE, Guests, Visitor

SCREENS: dict[str, dict[str, Any]] = {"desk": DESK, "phone": PHONE}
SMALL: dict[str, Any] = PHONE | {"viewport": {"width": 320, "height": 568}}
DEVICES = pytest.mark.parametrize("device", SCREENS)
LINK = re.compile(rf"{CALM['public_url'].removeprefix('https://')}(/replay/s/[\w-]{{22}})")


def own_round(guests: Guests, screen: dict[str, Any] = DESK) -> Visitor:
    """Ana looks at a round again that she has played with Ben."""
    table = lay_called(guests)
    ana = guests.at(table, screen=screen)
    finish(guests, table)
    result_of(ana).get_by_role("link", name="Watch again").click()
    expect(scrubber(ana)).to_be_visible()
    return ana


def sheet_of(visitor: Visitor) -> Locator:
    visitor.button("Share").click()
    sheet = visitor.page.get_by_role("dialog", name="Share this round")
    expect(sheet.get_by_text("You have not shared this round yet.")).to_be_visible()
    return sheet


def make_link(sheet: Locator, scope: str) -> str:
    """The path that a new link leads to."""
    sheet.get_by_role("radio", name=scope).check()
    sheet.get_by_role("button", name="Make a link").click()
    made = sheet.get_by_role("listitem").filter(has_text=scope)
    expect(made).to_be_visible()
    found = LINK.search(made.inner_text())
    assert found is not None, made.inner_text()
    return found[1]


def viewpoints(visitor: Visitor) -> list[str]:
    return visitor.page.get_by_role("combobox", name="View as").locator("option").all_inner_texts()


@DEVICES
def test_a_round_is_shared_opened_by_a_stranger_and_revoked(open_guests: OpenGuests, shoot: Shoot, device: str) -> None:
    guests, screen = open_guests(), SCREENS[device]
    ana = own_round(guests, screen)
    sheet = sheet_of(ana)
    shoot(ana, f"share {device} dialog")
    paths = {scope: make_link(sheet, scope) for scope in ("What I knew", "Only what everybody saw", "All cards")}
    shoot(ana, f"share {device} links")
    assert faults(ana) == []
    expected = {
        "What I knew": ("It shows what Ana knew.", ["The table", "Ana"]),
        "Only what everybody saw": ("It shows what everybody saw.", []),
        "All cards": ("It shows all cards.", ["The table", "Ana", "Ben", "All cards open"]),
    }
    eve = guests.come(screen)
    for scope, (sentence, offered) in expected.items():
        eve.go(paths[scope])
        expect(scrubber(eve)).to_be_visible()
        expect(eve.page.get_by_role("region", name="Shared round")).to_have_text(f"Ana shares this round. {sentence}")
        assert viewpoints(eve) == offered
        expect(eve.button("Share")).to_have_count(0)
        expect(eve.page.get_by_text("Check this shuffle")).to_have_count(0)
        scrubber(eve).fill("3")
        eve.page.wait_for_timeout(100)
        shoot(eve, f"share {device} opened {scope}")
        assert faults(eve) == []
        assert find_faults(eve, is_touch=device == "phone") == []
    row = sheet.get_by_role("listitem").filter(has_text="All cards")
    row.get_by_role("button", name="Revoke").click()
    expect(row).to_have_count(0)
    expect(sheet.get_by_role("status")).to_contain_text("The link is revoked")
    eve.may_lose_server = True
    eve.page.reload()
    expect(eve.page.get_by_role("heading", name="This link is no longer valid")).to_be_visible()
    expect(eve.button("Play now")).to_be_visible()
    shoot(eve, f"share {device} revoked")
    assert faults(eve) == []
    # The others still lead there.
    eve.go(paths["What I knew"])
    expect(scrubber(eve)).to_be_visible()


def test_a_link_is_made_copied_and_revoked_by_the_keyboard_alone(open_guests: OpenGuests) -> None:
    ana = own_round(open_guests())
    ana.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    press = ana.page.keyboard.press
    ana.page.get_by_role("checkbox", name="No spoilers").focus()
    press("Tab")
    press("Enter")
    sheet = ana.page.get_by_role("dialog", name="Share this round")
    expect(sheet.get_by_text("You have not shared this round yet.")).to_be_visible()
    sheet.get_by_role("radio", name="What I knew").focus()
    press("ArrowDown")
    expect(sheet.get_by_role("radio", name="Only what everybody saw")).to_be_checked()
    press("Tab")
    press("Enter")
    expect(sheet.get_by_role("status")).to_have_text("The link is made.")
    press("Tab")
    expect(sheet.get_by_role("button", name="Copy")).to_be_focused()
    press("Enter")
    expect(sheet.get_by_role("button", name="Copied")).to_be_visible()
    copied = ana.page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("https://") and LINK.search(copied)
    sheet.get_by_role("button", name="Revoke").focus()
    press("Enter")
    expect(sheet.get_by_text("You have not shared this round yet.")).to_be_visible()
    expect(sheet.get_by_role("heading", name="Your links to this round")).to_be_focused()
    press("Escape")
    expect(sheet).to_have_count(0)
    expect(ana.button("Share")).to_be_focused()
    # While the sheet was open, its keys moved nothing behind it.
    expect(scrubber(ana)).to_have_value("0")


@pytest.mark.parametrize("screen", [DESK, PHONE, SMALL], ids=["desk", "phone", "small phone"])
def test_an_own_round_begins_as_i_knew_it_and_fits_its_screen(open_guests: OpenGuests, screen: dict[str, Any]) -> None:
    ana = own_round(open_guests(), screen)
    expect(ana.page.get_by_role("combobox", name="View as")).to_have_value("a")
    assert find_faults(ana, is_touch=screen is not DESK) == []
    ana.page.get_by_role("combobox", name="View as").select_option("The table")
    ana.page.wait_for_url("**?as=table")
    ana.page.reload()
    expect(ana.page.get_by_role("combobox", name="View as")).to_have_value("table")
    sheet_of(ana)
    assert find_faults(ana, is_touch=screen is not DESK) == []


# Files


def match_file() -> str:
    rules = Rules.parse("cambia match.rounds=3")
    games, names = play_demonstration_match(rules, 3, 5)
    return notation.write_match(games, names=names)


@DEVICES
def test_the_rounds_of_a_matchs_file_are_chosen_one_by_one(guests: Guests, shoot: Shoot, device: str) -> None:
    visitor = guests.come(SCREENS[device]).go("/replay")
    expect(visitor.page.get_by_text("Drop a .cambio file here")).to_be_visible()
    drop(visitor, match_file())
    rounds = visitor.page.get_by_role("combobox", name="Round of the match")
    expect(rounds).to_have_value("1")
    assert rounds.locator("option").all_inner_texts() == [f"Round {number} of 3" for number in (1, 2, 3)]
    first = scrubber(visitor).get_attribute("max")
    visitor.button("The next round").click()
    expect(rounds).to_have_value("2")
    assert scrubber(visitor).get_attribute("max") != first
    shoot(visitor, f"share {device} match")
    assert faults(visitor) == []
    assert find_faults(visitor, is_touch=device == "phone") == []
    rounds.select_option("Round 3 of 3")
    expect(rounds).to_have_value("3")
    expect(visitor.button("The next round")).to_have_attribute("aria-disabled", "true")


def test_a_bad_file_is_told_with_its_line_and_what_to_do(guests: Guests, shoot: Shoot) -> None:
    visitor = guests.come(PHONE).go("/replay")
    visitor.may_lose_server = True
    expect(visitor.page.get_by_text("Drop a .cambio file here")).to_be_visible()
    text = match_file()
    line = text.splitlines().index("round 2") + 1
    for bad, sentence in (
        ("no such thing", "line 1: expected 'cambio 1' on top, but found 'no such thing'"),
        (text.replace("round 2", "round 9"), f"line {line}: expected 'round 2', but found 'round 9'"),
    ):
        drop(visitor, bad)
        expect(visitor.page.get_by_role("alert")).to_contain_text(sentence)
        expect(visitor.page.get_by_role("alert")).to_contain_text("download the file once more")
    shoot(visitor, "share bad file")
    assert faults(visitor) == []
