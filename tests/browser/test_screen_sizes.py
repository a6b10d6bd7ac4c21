"""Every size of screen, every crowded moment, two to eight seats: nothing overlaps, and fingers find what they want."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.soaking import IS_SOAK

from .crowded_moments import MOMENTS, Moment, power
from .layout_faults import find_faults
from .visitor import Guests, Visitor

#: Phones and tablets are touched; laptops and desks are clicked, and some are touched as well.
CLICKED = ((1280, 800), (1920, 1080))
FEW_MANY = (2, 8)
#: `make soak` looks at every moment at every size with every number of seats.
SEATS = range(2, 9) if IS_SOAK else (*FEW_MANY, 5)
#: Where least fits, upright, on its side, and around the table: every moment is looked at there.
TIGHTEST = ((320, 568), (844, 390), (1280, 800))
#: Each moment is looked at there as well, but with one number of seats or another.
ROOMIER = ((360, 740), (390, 844), (768, 1024), (1024, 768), (1920, 1080))
FINGERS: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MOUSE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
#: Until nothing has moved from one frame to the next.
SETTLED = """async ([width, height]) => {
  const frame = () => new Promise(requestAnimationFrame);
  const parts = "[data-layout], [data-spot], .plate, .place, .scores, section, button, input, li";
  const places = () => [...document.querySelectorAll(parts)]
    .map((element) => [element.dataset.layout, ...Object.values(element.getBoundingClientRect().toJSON())].join())
    .join();
  // A phone that has been turned is as wide as it was tall for some frames.
  const isTurned = () => {
    const { clientWidth } = document.documentElement;
    const screen = document.querySelector(".screen");
    const hasSize = innerWidth === width && clientWidth === width && innerHeight === height;
    return hasSize && (screen === null || screen.offsetHeight === height);
  };
  while (!isTurned()) await frame();
  // A busy browser tells it late.
  dispatchEvent(new Event("resize"));
  await document.fonts.ready;
  for (let before = "", now = places(); before !== now; before = now, now = places()) await frame();
}"""


def go_to(visitor: Visitor, moment: Moment, seats: int) -> None:
    """The first seat's screen at such a table; one page serves them all: a new one takes longer than what it is for."""
    table = moment.lay(visitor.server, seats)
    context = visitor.page.context
    context.clear_cookies()
    context.add_cookies([{"name": "cambio", "value": table.tokens["a"], "url": visitor.server.base}])
    visitor.go(f"/table/{table.id}")
    visitor.page.add_style_tag(content="* { animation: none !important }")
    visitor.page.locator(".felt, .lobby").first.wait_for()
    if moment.prepare is not None:
        moment.prepare(visitor)
    for selector in moment.wanted:
        visitor.page.locator(selector).first.wait_for(state="attached")


def faults_at(visitor: Visitor, moment: Moment, sizes: Sequence[tuple[int, int]], *, is_touch: bool) -> list[str]:
    found = []
    for width, height in sizes:
        resize(visitor, width, height)
        faults = find_faults(visitor, is_touch=is_touch, wanted=moment.wanted)
        found += [f"{width}x{height}, {moment.name}: {fault}" for fault in faults]
    return found


def resize(visitor: Visitor, width: int, height: int) -> None:
    visitor.page.set_viewport_size({"width": width, "height": height})
    visitor.page.evaluate(SETTLED, [width, height])


def faults_of(visitor: Visitor, moments: Sequence[Moment], seats: int, *, is_touch: bool) -> list[str]:
    faults = []
    for moment in moments:
        go_to(visitor, moment, seats)
        faults += faults_at(visitor, moment, sizes_for(moment, seats) if is_touch else CLICKED, is_touch=is_touch)
    visitor.page.set_viewport_size((FINGERS if is_touch else MOUSE)["viewport"])
    return faults


def sizes_for(moment: Moment, seats: int) -> Sequence[tuple[int, int]]:
    """Few and many seats share the roomier sizes among them."""
    turn = MOMENTS.index(moment) + SEATS.index(seats)
    return (*TIGHTEST, *(size for number, size in enumerate(ROOMIER) if IS_SOAK or (number + turn) % 2 == 0))


def language(seats: int) -> str:
    """English at odd tables, and Spanish, whose words are longer, at even ones."""
    return "en-GB" if seats % 2 else "es-MX"


@pytest.mark.parametrize("seats", SEATS)
def test_every_screen_has_room_for_every_moment(guests: Guests, seats: int) -> None:
    """Every moment with few and many seats; with a number between, those that fill the screen most."""
    visitor = guests.come(FINGERS, locale=language(seats))
    moments = MOMENTS if IS_SOAK or seats in FEW_MANY else [moment for moment in MOMENTS if moment.is_fullest]
    faults = faults_of(visitor, moments, seats, is_touch=True)
    assert not faults, f"{len(faults)} faults at a table of {seats}:\n" + "\n".join(faults)


@pytest.mark.parametrize("seats", [3, 8])
def test_screens_with_a_mouse_have_room_for_keys_as_well(guests: Guests, seats: int) -> None:
    visitor = guests.come(MOUSE, locale=language(seats))
    moments = [moment for moment in MOMENTS if "8 cards" in moment.name or moment.name == "match over, 4 cards"]
    faults = faults_of(visitor, moments, seats, is_touch=False)
    assert not faults, f"{len(faults)} faults at a table of {seats}:\n" + "\n".join(faults)


def test_a_hand_that_is_too_small_for_a_finger_is_enlarged_by_a_tap(guests: Guests) -> None:
    """A tap beside it makes it small again, and one on a card of it does what the table waits for."""
    visitor = guests.come(FINGERS, locale="en-GB")
    go_to(visitor, power(8), 8)
    resize(visitor, 320, 568)
    visitor.button("Enlarge Cleo’s cards").tap()
    expect(visitor.button("Close")).to_be_visible()
    resize(visitor, 320, 568)
    assert find_faults(visitor, is_touch=True) == []
    card = visitor.page.locator("[data-spot=c7]")
    box = card.bounding_box()
    assert box is not None
    assert box["width"] >= 40
    visitor.page.touchscreen.tap(160, 540)
    expect(visitor.button("Close")).to_have_count(0)
    visitor.button("Enlarge Cleo’s cards").tap()
    card.tap()
    expect(card).not_to_have_accessible_name(re.compile("face down"))
    visitor.page.set_viewport_size(FINGERS["viewport"])
