"""Whole matches against bots, from the landing page to the result and a rematch: by mouse, by keys, by finger."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .conftest import Shoot
from .play_rounds import Finger, Hands, Keys, Mouse
from .visitor import DESK, PHONE, Guests, like


def play_and_play_again(hands: Hands) -> None:
    """A round to its result, and the beginning of another one."""
    hands.play_round()
    expect(hands.result.get_by_role("heading", level=1)).to_have_text(re.compile(r"You win!|\w+ wins|share the win"))
    # A desk has the tally in the rail, a phone below the result.
    tally = hands.page.get_by_role("rowheader").or_(hands.result.get_by_role("listitem"))
    expect(tally.filter(visible=True)).to_have_count(4)
    hands.press("Play again")
    expect(hands.visitor.choice("Ready")).to_be_visible()
    assert hands.visitor.faces_in_hands() == []


def test_a_match_by_mouse_from_the_landing_page_to_a_rematch(guests: Guests, shoot: Shoot) -> None:
    ana = guests.come(DESK, reduced_motion="no-preference").go()
    mouse = Mouse(ana)
    ana.page.get_by_label("Your name").fill("Ana")
    mouse.press("Play now")
    ana.card("a3").hover()
    ana.page.mouse.down()
    expect(ana.card("a3")).not_to_have_accessible_name(like("face down"))
    ana.page.mouse.up()
    play_and_play_again(mouse)


def test_a_match_by_keyboard_alone(guests: Guests) -> None:
    ana = guests.come().go()
    keys = Keys(ana)
    keys.tab_to(ana.page.get_by_label("Your name"))
    ana.page.keyboard.type("Ana")
    keys.press("Play now")
    expect(ana.choice("Ready")).to_be_visible()
    for _ in range(2):
        # The same letter turns the card up and down again.
        ana.page.keyboard.press("a")
        ana.page.wait_for_timeout(150)
    assert ana.faces_in_hands() == []
    play_and_play_again(keys)


def test_a_match_by_finger_on_a_phone(guests: Guests) -> None:
    ana = guests.come(PHONE).go()
    finger = Finger(ana)
    finger.press("Play now")
    play_and_play_again(finger)
