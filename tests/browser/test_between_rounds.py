"""Between two rounds: the show that can be skipped, and the countdown to the next round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from cambio.server.protocol.messages import Options

from .fixtures import TableFixture
from .live_server import LiveServer, open_server
from .pages import Pages
from .screens import over
from .visitor import DESK, PHONE, Guests, Visitor, until

#: Everything of a first round but the dealer's last decision.
ROUND = ("a ready", "b ready", "a draw", "a swap a1", "b call", "a draw", "a swap a2")
SHORT = {"scores": 4000, "stay": 30_000}


@pytest.fixture(scope="module")
def quick_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """Scores stay for four seconds, or for half a minute if somebody wants that."""
    with open_server(tmp_path_factory.mktemp("quick"), **SHORT) as server:
        yield server


@pytest.fixture
def quick_guests(pages: Pages, quick_server: LiveServer) -> Iterator[Guests]:
    guests = Guests(pages, quick_server)
    try:
        yield guests
    finally:
        guests.leave()


def lay_end(guests: Guests, moves: tuple[str, ...] = ROUND) -> TableFixture:
    """The dealer closes the last window of a round in a moment."""
    return guests.server.lay("camp", *moves, people="ab", options=Options(clock=600))


def lay_last_turn(guests: Guests) -> TableFixture:
    """The round ends when its first player swaps: not before everybody has come, however long that takes."""
    return lay_end(guests, ROUND[:-1])


def end_round(ana: Visitor) -> None:
    ana.card("a2").click()


def timer(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("timer")


def seconds(visitor: Visitor) -> int:
    """What the countdown says; 0 if there is none any more."""
    found = re.search(r"Next round in (\d+) s", " ".join(timer(visitor).all_inner_texts()))
    return int(found[1]) if found else 0


# The show

#: What lies over the middle of a box, and which cards it touches.
COVERED = """({ x, y, width, height }) => {
  const isOver = ({ left, right, top, bottom, width: size }) =>
    size > 0 && left < x + width && x < right && top < y + height && y < bottom;
  const cards = [...document.querySelectorAll("main [data-spot]:not([data-spot^=held])")];
  const top = document.elementFromPoint(x + width / 2, y + height / 2).closest("button");
  return [...cards.filter((card) => isOver(card.getBoundingClientRect())).map((card) => card.dataset.spot),
    ...(/ to skip$/.test(top?.textContent) ? [] : ["something else"])];
}"""


@pytest.mark.parametrize(
    ("screen", "words"), [(DESK, "Press any key to skip"), (PHONE, "Tap to skip")], ids=["desk", "phone"]
)
def test_the_show_says_how_to_skip_it_and_is_skipped(guests: Guests, screen: dict[str, Any], words: str) -> None:
    ana = guests.at(lay_end(guests), screen=screen, reduced_motion="no-preference")
    skip = ana.button(words)
    expect(skip).to_be_visible()
    box = skip.bounding_box()
    size = ana.page.viewport_size
    assert box is not None and size is not None
    assert box["height"] >= 44 and box["x"] >= 0 and box["x"] + box["width"] <= size["width"]
    assert box["y"] + box["height"] <= size["height"]
    # Nothing lies over it, and it lies over no card. One question for all: the show goes on meanwhile.
    assert ana.page.evaluate(COVERED, box) == []
    ana.page.wait_for_timeout(300)
    if screen is PHONE:
        skip.tap()
    else:
        ana.page.keyboard.press("j")
    expect(ana.button("Next round")).to_be_visible(timeout=700)


def test_a_tap_anywhere_on_the_table_skips_the_show(guests: Guests) -> None:
    ana = guests.at(lay_end(guests), screen=PHONE, reduced_motion="no-preference")
    expect(ana.button("Tap to skip")).to_be_visible()
    ana.page.wait_for_timeout(300)
    ana.page.touchscreen.tap(195, 420)
    expect(ana.button("Next round")).to_be_visible(timeout=700)


# The countdown


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_everybody_sees_the_seconds_run_down_to_the_next_round(quick_guests: Guests, screen: dict[str, Any]) -> None:
    table = lay_last_turn(quick_guests)
    ana, ben = quick_guests.at(table, screen=screen), quick_guests.at(table, "b")
    watcher = quick_guests.come().sit_down(table)
    end_round(ana)
    for visitor in (ana, ben, watcher):
        expect(timer(visitor)).to_be_visible()
    expect(watcher.button("Stay")).to_have_count(0)
    first = seconds(ana)
    assert 0 < first <= 4
    until(ana.page, lambda: seconds(ana) < first)
    for visitor in (ana, ben):
        expect(visitor.choice("Ready")).to_be_visible()
        expect(timer(visitor)).to_have_count(0)


def test_who_wants_to_look_longer_holds_the_countdown_once_and_is_named(quick_guests: Guests) -> None:
    table = lay_last_turn(quick_guests)
    ana, ben = quick_guests.at(table), quick_guests.at(table, "b", PHONE)
    end_round(ana)
    expect(timer(ana)).to_be_visible()
    ana.button("Stay").click()
    ben.sees("Ana wants to look a little longer")
    ana.sees("You want to look a little longer")
    assert seconds(ben) >= 5
    # Once is enough: nobody holds a table for ever.
    expect(ana.button("Stay")).to_have_count(0)
    expect(ben.button("Stay")).to_be_visible()
    # While somebody looks at the cards, the seconds are still seen.
    ana.button("See cards").click()
    expect(timer(ana)).to_be_visible()
    ben.button("Next round").click()
    ben.sees("Ana wants to look a little longer")
    ana.button("Show the scores").click()
    ana.button("Next round").click()
    for visitor in (ana, ben):
        expect(visitor.choice("Ready")).to_be_visible()


def test_who_goes_on_is_told_for_whom_the_table_waits(guests: Guests) -> None:
    table = lay_end(guests)
    ana, ben = guests.at(table), guests.at(table, "b")
    expect(ben.button("Next round")).to_be_visible()
    ana.button("Next round").click()
    ana.sees("Waiting for Ben")
    # Who leaves is not waited for.
    ben.page.close()
    expect(ana.choice("Ready")).to_be_visible()


def test_the_end_of_a_match_has_no_countdown(quick_guests: Guests) -> None:
    visitor = over(quick_guests, DESK)
    visitor.page.wait_for_timeout(300)
    expect(timer(visitor)).to_have_count(0)
