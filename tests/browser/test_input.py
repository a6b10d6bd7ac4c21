"""Input: nothing is played by a slip of the finger, or by a key that was meant for the table."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from .deck_search import matches_at
from .screens import FOUR
from .test_snaps import THROWN, middle, pile
from .visitor import PHONE, Guests, Visitor

HOLDING = ("a ready", "b ready", "a draw")


def drag(visitor: Visitor, card: Locator, *, by: float, to: Locator) -> None:
    """Press a card, move it, and let go."""
    (x, y), (to_x, to_y) = middle(card), middle(to)
    length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    mouse = visitor.page.mouse
    mouse.move(x, y)
    mouse.down()
    for part in (0.5, 1):
        mouse.move(x + (to_x - x) * by * part / length, y + (to_y - y) * by * part / length)
    mouse.up()


def test_a_drag_that_is_broken_off_is_no_tap(guests: Guests) -> None:
    """On a card of the hand, with and without a window, and on the piles."""
    ana = guests.at(guests.server.lay("cambia", *HOLDING, people="ab"))
    ana.sees("swap it into your hand")
    for by in (12, 20, 23):
        drag(ana, ana.card("a1"), by=by, to=pile(ana))
    ana.page.wait_for_timeout(150)
    assert not any("swapped" in line for line in ana.log_lines())
    ana.card("a1").click()
    ana.logs_line("You swapped your top-left card")

    table = guests.server.lay("cambia", *THROWN, people="ab", condition=matches_at("a1"))
    ben = guests.at(table, "b")
    ben.sees("Your turn")
    piles = ben.page.get_by_role("group", name="Stock and discard pile").get_by_role("button")
    stock, discards = piles.first, piles.last
    drag(ben, stock, by=20, to=discards)
    drag(ben, discards, by=20, to=stock)
    ben.page.wait_for_timeout(150)
    ben.sees("Your turn")
    stock.click()
    ben.sees("swap it into your hand")


def test_space_and_enter_act_on_the_table_and_not_on_what_was_clicked_last(guests: Guests) -> None:
    ana = guests.at(guests.server.lay("cambia", "b ready", people="ab"))
    sound = ana.button(re.compile("^Sound is"))
    sound.click()
    expect(sound).to_have_accessible_name("Sound is off")
    ana.page.keyboard.press("Enter")
    ana.sees("Your turn")
    ana.page.keyboard.press("Space")
    ana.sees("swap it into your hand")
    expect(sound).to_have_accessible_name("Sound is off")
    # Where the keyboard has moved the focus, a button is pressed by it.
    ana.page.keyboard.press("Shift+Tab")
    ana.page.keyboard.press("Tab")
    expect(sound).to_be_focused()
    ana.page.keyboard.press("Space")
    expect(sound).to_have_accessible_name("Sound is on")


def test_on_a_phone_it_is_offered_once_to_confirm_swaps_and_throws(guests: Guests) -> None:
    ana = guests.at(guests.server.lay("cambia", *HOLDING, people="a", seats=2), screen=PHONE)
    offer = ana.page.get_by_role("group", name="Confirm swaps and throws with a second tap?")
    ana.sees("swap it into your hand")
    expect(offer).to_have_count(0)
    ana.card("a1").tap()
    offer.get_by_role("button", name="Yes").tap()
    expect(offer).to_have_count(0)
    ana.reload()
    ana.sees("Your turn")
    ana.choice("Draw").tap()
    ana.sees("swap it into your hand")
    ana.card("a2").tap()
    question = ana.page.get_by_role("group", name="Swap it for your top-right card?")
    expect(question).to_be_visible()
    place = question.get_by_role("button", name="Swap").bounding_box()
    ana.card("a3").tap()
    other = ana.page.get_by_role("group", name="Swap it for your bottom-left card?")
    expect(other).to_be_visible()
    assert other.get_by_role("button", name="Swap").bounding_box() == place
    other.get_by_role("button", name="Cancel").tap()
    expect(other).to_have_count(0)
    ana.sees("swap it into your hand")
    ana.card("a4").tap()
    expect(ana.page.get_by_role("group", name="Swap it for your bottom-right card?")).to_be_visible()
    ana.page.wait_for_timeout(300)
    ana.card("a4").tap()
    expect(ana.page.get_by_text("swap it into your hand")).to_have_count(0)


def test_with_keys_a_move_is_confirmed_by_enter_and_taken_back_by_escape(guests: Guests) -> None:
    ana = guests.at(guests.server.lay("cambia", *FOUR, "a draw", seats=4, people="abcd"))
    ana.button("Settings").click()
    ana.page.get_by_role("checkbox", name="Confirm swaps and throws").check()
    ana.button("Close").click()
    throw = ana.page.get_by_role("group", name="Throw it away?")
    ana.page.keyboard.press("x")
    expect(throw).to_be_visible()
    ana.page.keyboard.press("Escape")
    expect(throw).to_have_count(0)
    ana.page.keyboard.press("q")
    expect(ana.page.get_by_role("group", name="Swap it for your top-left card?")).to_be_visible()
    ana.page.wait_for_timeout(300)
    ana.page.keyboard.press("Enter")
    ana.logs_line("You swapped your top-left card")
