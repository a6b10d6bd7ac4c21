"""Speed: how little is loaded before anything can be played, and how smoothly cards fly."""

from __future__ import annotations

import gzip
import json
import os
import re
import statistics
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Response, expect

from .deck_search import sizes
from .first_load import measure_first_load
from .live_server import LiveServer
from .visitor import DESK, PHONE, Guests

#: Bytes over the wire for whoever opens the landing page for the first time, headers and fonts included.
MOST_BYTES = 120_000
#: Bytes of JavaScript, as they come over the wire when they are compressed.
MOST_SCRIPT = 112_500
#: A frame of 60 in a second, in milliseconds.
FRAME = 1000 / 60

#: Notes every frame during which a card is in the air.
WATCH = """() => {
  window.frames = [];
  let last = performance.now();
  const note = (now) => {
    const isFlying = document.getAnimations().some((motion) =>
      motion.playState === "running" && motion.effect?.target?.closest("[aria-hidden=true]") &&
      (motion.effect.getKeyframes?.() ?? []).some((frame) => "transform" in frame));
    if (isFlying) window.frames.push(now - last);
    last = now;
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}"""

#: The properties that endless animations change.
MOVED = """() => document.getAnimations()
  .filter((motion) => motion.effect.getTiming().iterations === Infinity)
  .flatMap((motion) => motion.effect.getKeyframes())
  .flatMap((frame) => Object.keys(frame))
  .filter((name) => !["offset", "computedOffset", "easing", "composite"].includes(name))"""


def test_the_landing_page_is_light_at_first(browser: Browser, server: LiveServer) -> None:
    load = measure_first_load(browser, server.base)
    assert {"css", "js", "woff2"} <= {path.rpartition(".")[2] for path in load.sizes}
    assert load.bytes < MOST_BYTES, load.sizes


@pytest.mark.parametrize("path", ["/", "/table/nowhere", "/tutorial"])
def test_no_page_loads_much_script(guests: Guests, path: str) -> None:
    visitor = guests.come()
    visitor.may_lose_server = True
    scripts: list[Response] = []
    visitor.page.on("response", lambda response: scripts.append(response) if ".js" in response.url else None)
    visitor.go(path)
    visitor.page.wait_for_load_state("networkidle")
    sizes = {response.url.rpartition("/")[2]: len(gzip.compress(response.body())) for response in scripts}
    assert sizes
    assert sum(sizes.values()) < MOST_SCRIPT, sizes


def test_the_table_is_fetched_when_somebody_begins_to_move(guests: Guests) -> None:
    visitor = guests.come().go()
    expect(visitor.button("Play now")).to_be_visible()
    with visitor.page.expect_response(re.compile("TablePage.*js")):
        visitor.page.mouse.move(200, 200)
        visitor.page.mouse.move(300, 300)


def test_a_page_that_can_t_be_loaded_says_so_and_can_be_tried_again(guests: Guests) -> None:
    visitor = guests.come()
    visitor.may_lose_server = True
    visitor.page.route("**/Tutorial*.js", lambda route: route.abort())
    visitor.go("/tutorial")
    expect(visitor.page.get_by_role("alert")).to_contain_text("could not be loaded")
    visitor.page.unroute("**/Tutorial*.js")
    visitor.button("Try again").click()
    expect(visitor.live).to_be_visible()


def test_nothing_is_loaded_from_anywhere_else(guests: Guests) -> None:
    visitor = guests.come()
    addresses: list[str] = []
    visitor.page.on("request", lambda request: addresses.append(request.url))
    visitor.go()
    visitor.page.wait_for_load_state("networkidle")
    assert [url for url in addresses if not url.startswith((guests.server.base, "data:"))] == []


def test_an_open_window_does_not_have_the_page_painted(guests: Guests) -> None:
    """What moves for as long as nobody does anything is moved by the compositor alone."""
    moves = ("a ready", "b ready", "a draw", "a throw")
    table = guests.server.lay("cambia", *moves, people="ab", condition=sizes(a=4))
    visitor = guests.at(table, reduced_motion="no-preference")
    visitor.sees("you can snap")
    visitor.page.wait_for_timeout(600)
    moved: list[str] = visitor.page.evaluate(MOVED)
    assert "opacity" in moved, "expected a ring that breathes"
    assert set(moved) <= {"opacity", "transform"}


@pytest.mark.parametrize("device", ["desk", "phone"])
def test_cards_fly_smoothly(guests: Guests, device: str, record_property: pytest.FixtureRequest) -> None:
    """Measured and told; how fast a machine of tests draws is no property of the game."""
    table = guests.server.lay("cambia", "b ready", "c ready", "d ready", seats=4, people="abcd")
    screen = DESK if device == "desk" else PHONE
    ana = guests.at(table, screen=screen, reduced_motion="no-preference")
    ana.page.evaluate(WATCH)
    ana.choice("Ready").click()
    ana.choice("Draw").click()
    ana.sees("swap it into your hand")
    ana.page.wait_for_timeout(400)
    ana.card("a1").click()
    expect(ana.choice("Draw")).to_have_count(0)
    ana.page.wait_for_timeout(600)
    frames: list[float] = ana.page.evaluate("window.frames")
    assert len(frames) > 5, "no card was seen to fly"
    told = {
        "device": device,
        "frames": len(frames),
        "median ms": round(statistics.median(frames), 1),
        "worst ms": round(max(frames), 1),
        "in time": f"{sum(frame < 1.5 * FRAME for frame in frames) / len(frames):.0%}",
    }
    folder = Path(os.environ.get("CAMBIO_SHOTS", "build/shots"))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"frames-{device}.json").write_text(json.dumps(told, indent=1))
    print(f"cards in flight: {told}")
