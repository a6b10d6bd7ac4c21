"""Snaps: by flick, key and button, in a race, right and wrong, and the card that is given for them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, WebSocketRoute, expect

from cambio.server.protocol.messages import Options

from .conftest import OpenGuests
from .deck_search import everybody_has_a_match, matches_at, matching
from .screens import relaxed_snap
from .visitor import DESK, PHONE, Guests, Visitor, until

THROWN = ("a ready", "b ready", "a draw", "a throw")
KEYS = "QWAS"
TWO_TIMES = re.compile(r"(\w+) (\d+) ms, (\w+) (\d+) ms")


def middle(target: Locator) -> tuple[float, float]:
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pile(visitor: Visitor) -> Locator:
    return visitor.button(re.compile("(D|d)iscard pile"))


def flick(visitor: Visitor) -> None:
    """Twenty-four pixels towards the pile are enough: the button is not let go of before the verdict."""
    (x, y), (to_x, to_y) = middle(visitor.card("a1")), middle(pile(visitor))
    length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    mouse = visitor.page.mouse
    mouse.move(x, y)
    mouse.down()
    for step in (10, 20, 30):
        mouse.move(x + (to_x - x) * step / length, y + (to_y - y) * step / length)


def swipe(visitor: Visitor) -> None:
    (x, y), (to_x, to_y) = middle(visitor.card("a1")), middle(pile(visitor))
    length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    touch = visitor.page.context.new_cdp_session(visitor.page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in (10, 20, 30, 40):
        point = {"x": x + (to_x - x) * step / length, "y": y + (to_y - y) * step / length}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def press_key(visitor: Visitor) -> None:
    visitor.page.keyboard.press("Shift+Q")


def press_button(visitor: Visitor) -> None:
    visitor.choice("Snap a card").click()
    visitor.sees("Which card matches")
    visitor.card("a1").click()


def tap_button(visitor: Visitor) -> None:
    visitor.page.get_by_role("button", name=re.compile("^Snap")).filter(visible=True).first.tap()
    visitor.card("a1").tap()


GESTURES = {
    "a flick": (flick, DESK),
    "a key": (press_key, DESK),
    "a button": (press_button, DESK),
    "a swipe": (swipe, PHONE),
    "a tap": (tap_button, PHONE),
}


@pytest.mark.parametrize("gesture", GESTURES)
def test_a_card_is_snapped_by(guests: Guests, gesture: str) -> None:
    snap, screen = GESTURES[gesture]
    table = guests.server.lay("cambia", *THROWN, people="ab", condition=matches_at("a1"))
    ana = guests.at(table, screen=screen)
    expect(ana.card("a1")).to_be_visible()
    snap(ana)
    expect(ana.card("a1")).to_have_count(0)
    expect(ana.page.get_by_label("No top-left card")).to_be_visible()
    expect(ana.card("a2")).to_be_visible()


def test_a_wrong_snap_shakes_its_head_and_costs_two_cards(guests: Guests) -> None:
    table = guests.server.lay("cambia", *THROWN, people="ab", condition=matches_at("b1"))
    ana, ben = guests.at(table), guests.at(table, "b")
    ana.page.keyboard.press("Shift+Q")
    expect(ana.card("a6")).to_be_visible()
    ana.logs_line("You wrongly snapped")
    ben.logs_line("Ana wrongly snapped")
    until(ben.page, lambda: ana.faces_in_hands() == ben.faces_in_hands() == [])
    expect(ana.card("a1")).to_be_visible()


def test_two_browsers_race_for_a_snap_and_see_one_verdict(guests: Guests) -> None:
    table = guests.server.lay("cambia", *THROWN, people="ab", condition=everybody_has_a_match)
    ana, ben = guests.at(table), guests.at(table, "b")
    assert table.game is not None
    for visitor, seat in ((ana, "a"), (ben, "b")):
        visitor.page.keyboard.press(f"Shift+{KEYS[matching(table.game, seat)[0]]}")
    for visitor in (ana, ben):
        visitor.sees(TWO_TIMES)
        visitor.logs(TWO_TIMES)
    order = [TWO_TIMES.findall(visitor.log)[-1] for visitor in (ana, ben)]
    assert [_named(*order[0], you="Ana")] == [_named(*order[1], you="Ben")]
    loser, winner = (ana, "Ben") if order[0][0] == "Ben" else (ben, "Ana")
    expect(loser.page.get_by_role("alert")).to_contain_text(
        re.compile(rf"Too late: {winner} was faster by {int(order[0][3]) - int(order[0][1])} ms")
    )
    ((winner, _time), _second) = _named(*order[0], you="Ana")
    for visitor in (ana, ben):
        cards = {name: _cards_of(visitor, name) for name in ("Ana", "Ben")}
        assert cards == {"Ana": 3 if winner == "Ana" else 4, "Ben": 3 if winner == "Ben" else 4}


def _named(one: str, after: str, two: str, later: str, *, you: str) -> list[tuple[str, int]]:
    """Who was how fast, whoever reads it."""
    return [(you if name.lower() == "you" else name, int(time)) for name, time in ((one, after), (two, later))]


def _cards_of(visitor: Visitor, name: str) -> int:
    is_own = visitor.page.get_by_role("group", name=f"{name}’s hand").count() == 0
    hand = visitor.page.get_by_role("group", name="Your hand" if is_own else f"{name}’s hand")
    return hand.get_by_role("button").count()


def test_a_snap_without_a_rival_tells_its_time_too_and_a_late_press_by_how_much_it_was_late(guests: Guests) -> None:
    table = guests.server.lay("cambia", *THROWN, people="ab", condition=matches_at("b1"))
    ana, ben = guests.at(table), guests.at(table, "b")
    ben.page.keyboard.press("Shift+Q")
    ana.sees(re.compile(r"^Ben \d+ ms$"))
    ana.page.keyboard.press("Shift+Q")
    expect(ana.page.get_by_role("alert")).to_contain_text(re.compile(r"Too late: Ben was faster by \d+ ms"))
    expect(ana.card("a1")).to_be_visible()
    ben.sees(re.compile(r"^You \d+ ms$"))
    for visitor in (ana, ben):
        visitor.logs(re.compile(r"^(Ben|You) \d+ ms$"))


def test_a_bot_that_wins_a_race_is_told_with_its_time_and_a_late_press_by_how_much_it_was_late(
    open_guests: OpenGuests,
) -> None:
    """At the pace of a live table, where a bot takes as long as people do."""
    guests = open_guests(pace=1)
    known = ("a ready", "b peek b3", "b peek b4", "b ready", "a draw", "a throw")
    table = guests.server.lay("cambia", *known, level="expert", condition=matches_at("b3"))
    ana = guests.at(table)
    ana.sees(re.compile(r"^Ben \d+ ms$"))
    ana.page.keyboard.press("Shift+Q")
    # A page that showed the discard late has had it for less time than the bot, and can't say by how much.
    expect(ana.page.get_by_role("alert")).to_have_text(re.compile(r"^Too late: Ben was faster( by \d+ ms)?$"))
    assert int(re.findall(r"Ben (\d+) ms", ana.log)[-1]) >= 350, "expected a time that a person can beat"
    assert _cards_of(ana, "Ben") == 3
    expect(ana.card("a1")).to_be_visible()


def test_who_snaps_anothers_card_gives_one_for_it(guests: Guests) -> None:
    table = guests.server.lay("cambia", *THROWN, people="ab", condition=matches_at("b1"))
    ana, ben = guests.at(table), guests.at(table, "b")
    ana.page.keyboard.press("1")
    ana.page.keyboard.press("Shift+Q")
    ana.sees("Give Ben one of yours")
    ben.sees("Ana gives you a card")
    ana.card("a4").click()
    ana.logs_line("You gave a card to Ben")
    ben.logs_line("Ana gave you a card")
    expect(ana.page.get_by_label("No bottom-right card")).to_be_visible()
    assert ana.faces_in_hands() == ben.faces_in_hands() == []


def test_where_giving_is_optional_it_can_be_kept(guests: Guests) -> None:
    table = guests.server.lay("stick", *THROWN, people="ab", condition=matches_at("b1"))
    ana = guests.at(table)
    ana.page.keyboard.press("1")
    ana.page.keyboard.press("Shift+Q")
    ana.choice("Keep your cards").click()
    ana.logs_line("You decided not to give a card")


def test_two_cards_go_at_once_where_the_rules_allow_it(guests: Guests) -> None:
    table = guests.server.lay("camp", *THROWN, people="ab", condition=matches_at("a1", "a2"))
    ana = guests.at(table)
    ana.choice("Burn a card").click()
    ana.card("a1").click()
    ana.card("a2").click()
    expect(ana.page.get_by_label("No top-left card")).to_be_visible()
    expect(ana.page.get_by_label("No top-right card")).to_be_visible()


@pytest.mark.parametrize("gesture", ["a key", "a flick"])
def test_when_the_window_has_closed_no_snap_is_offered_and_a_late_one_is_told_so(guests: Guests, gesture: str) -> None:
    table = guests.server.lay("cambia", *THROWN, people="ab", condition=matches_at("a1"))
    ana, ben = guests.at(table), guests.at(table, "b")
    ben.choice("Draw").click()
    ana.sees("Ben looks at the drawn card")
    GESTURES[gesture][0](ana)
    expect(ana.page.get_by_role("alert")).to_contain_text("The window has closed")
    expect(ana.choice("Snap a card")).to_have_count(0)
    expect(ana.card("a1")).to_be_visible()


def press_snap(visitor: Visitor) -> None:
    """The Snap button, wherever it is and whatever it says beside its name."""
    visitor.page.mouse.click(*middle(visitor.choices.get_by_role("button", name=re.compile("^Snap"))))


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_the_snap_button_is_never_dead(guests: Guests, screen: dict[str, Any]) -> None:
    """Too late it says so; when the window is long gone, that there is nothing to snap."""
    table = guests.server.lay("cambia", *THROWN, people="ab", condition=matches_at("b1"))
    ana, ben = guests.at(table, screen=screen), guests.at(table, "b")
    ben.page.keyboard.press("Shift+Q")
    ana.sees(re.compile(r"^Ben \d+ ms$"))
    alert = ana.page.get_by_role("alert")
    press_snap(ana)
    expect(alert).to_contain_text(re.compile(r"Too late: Ben was faster by \d+ ms"))
    ana.page.wait_for_timeout(1600)
    press_snap(ana)
    expect(alert).to_contain_text("There is nothing to snap now")
    expect(ana.card("a1")).to_be_visible()


def test_a_card_that_is_touched_too_late_after_the_button_is_told_so(guests: Guests) -> None:
    table = guests.server.lay("cambia", *THROWN, people="ab", condition=matches_at("b1"))
    ana, ben = guests.at(table), guests.at(table, "b")
    ana.choice("Snap a card").click()
    ana.sees("Which card matches")
    ben.page.keyboard.press("Shift+Q")
    ana.sees(re.compile(r"^Ben \d+ ms$"))
    ana.page.mouse.click(*middle(ana.card("a1")))
    expect(ana.page.get_by_role("alert")).to_contain_text(re.compile(r"Too late: Ben was faster by \d+ ms"))
    expect(ana.card("a1")).to_be_visible()


@pytest.mark.parametrize("snaps", ["calm", "relaxed"])
def test_where_nobody_hurries_it_is_told_who_comes_first(guests: Guests, snaps: str) -> None:
    options = Options(clock=0, snaps=snaps)
    table = guests.server.lay("cambia", *THROWN, people="ab", condition=everybody_has_a_match, options=options)
    ana, ben = guests.at(table), guests.at(table, "b")
    assert table.game is not None
    for visitor, seat in ((ana, "a"), (ben, "b")):
        visitor.page.keyboard.press(f"Shift+{KEYS[matching(table.game, seat)[0]]}")
    ana.sees("Ben comes first by seat order")
    ben.sees("You come first by seat order")
    expect(ana.page.get_by_role("alert")).to_contain_text("Ben comes first by seat order")


def test_a_wrong_snap_ends_in_a_line_with_its_time(guests: Guests) -> None:
    table = guests.server.lay("cambia", *THROWN, people="ab", condition=matches_at("b1"))
    ana, ben = guests.at(table), guests.at(table, "b")
    ana.page.keyboard.press("Shift+Q")
    ana.sees(re.compile(r"^You \d+ ms – wrong card$"))
    ben.sees(re.compile(r"^Ana \d+ ms – wrong card$"))


#: Notes every vibration, every ripple and every sound that a page makes.
FEEL = """() => {
  window.felt = { vibrations: [], ripples: 0, sounds: 0 };
  navigator.vibrate = (pattern) => Boolean(window.felt.vibrations.push(pattern));
  for (const node of [OscillatorNode, AudioBufferSourceNode]) {
    const begin = node.prototype.start;
    node.prototype.start = function (...given) { window.felt.sounds += 1; return begin.apply(this, given); };
  }
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.classList?.contains("ripple")) window.felt.ripples += 1;
  }).observe(document.body, { subtree: true, childList: true });
}"""


@pytest.mark.parametrize("gesture", ["a key", "a button", "a swipe"])
def test_a_slap_is_felt_seen_and_heard_by_both(guests: Guests, gesture: str) -> None:
    snap, screen = GESTURES[gesture]
    table = guests.server.lay("cambia", *THROWN, people="ab", condition=matches_at("a1"))
    ana = guests.at(table, screen=screen, reduced_motion="no-preference")
    ben = guests.at(table, "b", reduced_motion="no-preference")
    for visitor in (ana, ben):
        visitor.page.evaluate(FEEL)
    snap(ana)
    until(ana.page, lambda: ana.page.evaluate("felt.ripples") == 1)
    until(ben.page, lambda: ben.page.evaluate("felt.ripples") == 1)
    assert ana.page.evaluate("felt.vibrations") == [[30, 40, 60]]
    assert ben.page.evaluate("felt.vibrations") == [25]
    # A browser plays no sound for somebody who has done nothing yet.
    until(ana.page, lambda: ana.page.evaluate("felt.sounds") >= 2)


def test_what_the_rules_refuse_is_answered_by_their_sentence(guests: Guests) -> None:
    """Ben has drawn, but the news is still on its way to Ana when she snaps."""
    table = guests.server.lay("cambia", *THROWN, people="ab", condition=matches_at("a1"))
    ana = guests.come(token=table.tokens["a"])
    on_the_way: list[Callable[[], None]] = []
    is_slow = False

    def take_the_long_road(socket: WebSocketRoute) -> None:
        def carry(message: str | bytes) -> None:
            if is_slow:
                on_the_way.append(lambda: socket.send(message))
            else:
                socket.send(message)

        socket.connect_to_server().on_message(carry)

    ana.page.route_web_socket("**/socket?*", take_the_long_road)
    ana.sit_down(table)
    ben = guests.at(table, "b")
    is_slow = True
    ben.choice("Draw").click()
    ben.sees("swap it into your hand")
    ana.page.keyboard.press("Shift+Q")
    ana.sees("waiting for the result")
    until(ana.page, lambda: len(on_the_way) >= 2)
    is_slow = False
    for arrive in on_the_way:
        arrive()
    expect(ana.page.get_by_role("alert")).to_contain_text("The window has closed")
    expect(ana.card("a1")).to_be_visible()


def test_a_relaxed_window_shows_what_is_left_of_it(guests: Guests) -> None:
    """A clock is no decoration: it runs where motion is unwanted, too."""
    visitor = relaxed_snap(guests, PHONE)
    rest = visitor.page.locator("main svg rect[pathLength='1']")

    def gone() -> float:
        return -float(rest.get_attribute("stroke-dashoffset") or 0)

    until(visitor.page, lambda: gone() > 0.1)
    first = gone()
    assert first < 0.9
    until(visitor.page, lambda: gone() > first)
