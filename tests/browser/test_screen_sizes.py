"""Every size of screen, every crowded moment, two to eight seats: nothing overlaps, and fingers find what they want."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from .crowded_moments import MOMENTS, Moment
from .layout_faults import find_faults
from .visitor import Guests, Visitor

#: Phones and tablets are touched; laptops and desks are clicked, and some are touched as well.
TOUCHED = ((320, 568), (360, 740), (390, 844), (844, 390), (768, 1024), (1024, 768))
CLICKED = ((1280, 800), (1920, 1080))
FINGERS: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MOUSE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
#: Until nothing has moved from one frame to the next.
SETTLED = """async ([width, height]) => {
  const frame = () => new Promise(requestAnimationFrame);
  const places = () => [...document.querySelectorAll("[data-layout], [data-spot], .plate, .place, .scores, li")]
    .map((element) => [element.dataset.layout, ...Object.values(element.getBoundingClientRect().toJSON())].join())
    .join();
  // A phone that has been turned is as wide as it was tall for some frames.
  const isTurned = () => {
    const { clientWidth } = document.documentElement;
    const screen = document.querySelector(".screen");
    return innerWidth === width && clientWidth === width && innerHeight === height && screen.offsetHeight === height;
  };
  while (!isTurned()) await frame();
  for (let before = "", now = places(); before !== now; before = now, now = places()) {
    await frame();
    await frame();
  }
}"""


def go_to(visitor: Visitor, moment: Moment, seats: int) -> None:
    """The first seat's screen at such a table; one page serves them all: a new one takes longer than what it is for."""
    table = moment.lay(visitor.server, seats)
    context = visitor.page.context
    context.clear_cookies()
    context.add_cookies([{"name": "cambio", "value": table.tokens["a"], "url": visitor.server.base}])
    visitor.go(f"/table/{table.id}")
    visitor.page.locator(".felt, .lobby").first.wait_for()
    if moment.prepare is not None:
        moment.prepare(visitor)


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
    sizes = (*TOUCHED, *CLICKED) if is_touch else CLICKED
    faults = []
    for moment in moments:
        go_to(visitor, moment, seats)
        faults += faults_at(visitor, moment, sizes, is_touch=is_touch)
    visitor.page.set_viewport_size((FINGERS if is_touch else MOUSE)["viewport"])
    return faults


def language(seats: int) -> str:
    """English at odd tables, and Spanish, whose words are longer, at even ones."""
    return "en-GB" if seats % 2 else "es-MX"


@pytest.mark.parametrize("seats", range(2, 9))
def test_every_screen_has_room_for_every_moment(guests: Guests, seats: int) -> None:
    visitor = guests.come(FINGERS, locale=language(seats))
    faults = faults_of(visitor, MOMENTS, seats, is_touch=True)
    assert not faults, f"{len(faults)} faults at a table of {seats}:\n" + "\n".join(faults)


@pytest.mark.parametrize("seats", [3, 4, 8])
def test_screens_with_a_mouse_have_room_for_keys_as_well(guests: Guests, seats: int) -> None:
    visitor = guests.come(MOUSE, locale=language(seats))
    moments = [moment for moment in MOMENTS if "8 cards" in moment.name or moment.name == "match over, 4 cards"]
    faults = faults_of(visitor, moments, seats, is_touch=False)
    assert not faults, f"{len(faults)} faults at a table of {seats}:\n" + "\n".join(faults)
