"""Panels around the table: keys for what can be done there, standings in their order, and a log that tells results."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from . import screens
from .visitor import DESK, PHONE, Guests


@pytest.mark.parametrize(
    ("rules", "take", "snap", "word"), [("cambia", 1, 1, "snap"), ("stick", 0, 1, "stick"), ("classic", 1, 0, "snap")]
)
def test_settings_have_the_keys_that_mean_something_by_these_rules(
    guests: Guests, rules: str, take: int, snap: int, word: str
) -> None:
    ana = guests.at(guests.server.lay(rules, "a ready", "b ready", people="ab"))
    ana.button("Settings").click()
    sheet = ana.page.get_by_role("dialog", name="Settings")
    expect(sheet.get_by_text("call Cambio", exact=True)).to_be_visible()
    expect(sheet.get_by_text("take the discard", exact=True)).to_have_count(take)
    expect(sheet.get_by_text(f"{word} that card", exact=True)).to_have_count(snap)
    expect(sheet.get_by_text(f"don’t {word}", exact=True)).to_have_count(snap)


def test_whoever_plays_by_touch_reads_nothing_of_keys(guests: Guests) -> None:
    ana = guests.at(guests.server.lay("cambia", "a ready", "b ready", people="ab"), "a", PHONE)
    ana.button("Menu").tap()
    sheet = ana.page.get_by_role("dialog")
    sheet.get_by_text("Settings", exact=True).tap()
    expect(sheet.get_by_text("Four-colour deck")).to_be_visible()
    expect(sheet.get_by_role("heading", name="Keys")).to_have_count(0)
    expect(sheet.get_by_text("call Cambio", exact=True)).to_have_count(0)


def test_standings_on_a_phone_are_read_from_above(guests: Guests) -> None:
    ana = screens.scores(guests, PHONE)
    places = ana.page.get_by_role("list", name="Tally").get_by_role("listitem")
    expect(places).to_have_count(4)
    assert [text.split(".")[0] for text in places.all_inner_texts()] == ["1", "2", "3", "4"]
    # All at one moment: the line above them may still come or go.
    boxes = places.evaluate_all("all => all.map((place) => place.getBoundingClientRect().toJSON())")
    left, top = ([box[edge] for box in boxes] for edge in ("left", "top"))
    assert left[0] == left[1] < left[2] == left[3]
    assert top[0] == top[2] < top[1] == top[3]
    # The mark is the way home from here.
    mark = ana.page.get_by_role("link", name="Cambio, home page").bounding_box()
    assert mark is not None and min(mark["width"], mark["height"]) >= 44


def test_the_log_tells_how_the_round_ended(guests: Guests) -> None:
    ana = screens.scores(guests, DESK)
    last = ana.page.get_by_role("region", name="Log").get_by_role("listitem").last
    # Which cards were dealt depends on the tests before: two may share the win.
    expect(last).to_contain_text(re.compile("(wins?|share the win of) round 1 with"))
