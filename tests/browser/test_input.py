"""Input: nothing is played by a slip of the finger, or by a key that was meant for the table."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from .deck_search import matches_at
from .screens import FOUR
from .test_snaps import THROWN, middle, pile
from .visitor import DESK, PHONE, Guests, Visitor, until

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
    # The table may tell what comes next before it answers.
    ana.page.wait_for_timeout(200)
    ana.page.keyboard.press("Space")
    ana.sees("swap it into your hand")
    expect(sound).to_have_accessible_name("Sound is off")
    # Where the keyboard has moved the focus, a button is pressed by it.
    ana.page.keyboard.press("Shift+Tab")
    ana.page.keyboard.press("Tab")
    expect(sound).to_be_focused()
    ana.page.keyboard.press("Space")
    expect(sound).to_have_accessible_name("Sound is on")


def test_a_sheet_that_the_mouse_has_opened_leaves_the_keys_to_the_table(guests: Guests) -> None:
    ana = guests.at(guests.server.lay("cambia", "b ready", people="ab"))
    ana.button("Settings").click()
    settings = ana.page.get_by_role("dialog", name="Settings")
    expect(settings).to_be_visible()
    ana.page.keyboard.press("Escape")
    expect(settings).to_have_count(0)
    ana.page.keyboard.press("Enter")
    ana.sees("Your turn")
    expect(settings).to_have_count(0)
    # Whoever has opened it by the keyboard goes on from there.
    button = ana.button("Settings")
    while not button.evaluate("button => button === document.activeElement"):
        ana.page.keyboard.press("Tab")
    ana.page.keyboard.press("Enter")
    expect(settings).to_be_visible()
    ana.page.keyboard.press("Escape")
    expect(button).to_be_focused()


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


# Nothing moves under the finger


def boxes(visitor: Visitor) -> dict[str, object]:
    """Where the places of actions are, whether a button is in them or not; the stock, and the buttons above."""
    found: dict[str, object] = visitor.page.evaluate(
        """() => Object.fromEntries(
          [...document.querySelectorAll(".place, [data-spot=stock], header button")].map((found) => {
            const { x, y, width, height } = found.getBoundingClientRect();
            const name = found.dataset.spot ?? (found.ariaLabel || found.className.replace(" empty", ""));
            return [name, [x, y, width, height]];
          }))"""
    )
    return found


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_a_lost_race_moves_no_button_and_a_click_meant_for_snap_hits_nothing_else(
    guests: Guests, screen: dict[str, Any]
) -> None:
    """Ben may take the card that Ana's snap has laid on the pile, and he still presses where Snap was."""
    table = guests.server.lay("cambia", *THROWN, people="ab", condition=matches_at("a1"))
    ana, ben = guests.at(table), guests.at(table, "b", screen)
    button = ben.choices.get_by_role("button", name=re.compile("^Snap"))
    expect(button).to_have_attribute("aria-disabled", "false")
    before, box = boxes(ben), button.bounding_box()
    x, y = middle(button)
    ana.page.keyboard.press("Shift+Q")
    ben.sees(re.compile(r"^Ana \d+ ms$"))
    # What a button that had moved would have put under his finger is there, in its own place.
    expect(ben.choice("Take")).to_be_visible()
    assert button.bounding_box() == box
    assert boxes(ben) == before
    if screen is PHONE:
        ben.page.touchscreen.tap(x, y)
    else:
        ben.page.mouse.click(x, y)
    expect(ben.page.get_by_role("alert")).to_be_visible()
    ben.page.wait_for_timeout(150)
    expect(ben.choice("Take")).to_be_visible()
    expect(ben.choice("Draw")).to_be_visible()
    expect(ben.page.get_by_text("Everybody saw this")).to_have_count(0)
    # A button that is pressed gives way for a moment.
    until(ben.page, lambda: button.bounding_box() == box)


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_a_click_in_the_dead_time_of_a_button_that_has_just_come_changes_nothing(
    guests: Guests, screen: dict[str, Any]
) -> None:
    """Ana presses where Draw and Take are about to be: her turn comes under her finger."""
    table = guests.server.lay("classic", "a ready", "b ready", "a draw", "a swap a1", "b draw", people="ab")
    ana, ben = guests.at(table, screen=screen), guests.at(table, "b")
    expect(ben.choice("Throw")).to_be_visible()
    places = ana.page.locator(".place.main, .place.other")
    points = [middle(place) for place in places.all()]
    assert len(points) == 2
    ana.page.evaluate(PRESS_AT_ONCE, points)
    ben.card("b1", "b").click()
    ana.sees("Your turn")
    until(ana.page, lambda: ana.page.evaluate("pressed") == 2)
    ana.page.wait_for_timeout(150)
    ana.sees("Your turn")
    expect(ana.choice("Draw")).to_be_visible()
    ana.page.wait_for_timeout(350)
    ana.choice("Draw").click()
    ana.sees("swap it into your hand")


#: As soon as a button is in a place, whatever lies there under the finger is clicked.
PRESS_AT_ONCE = """(points) => {
  window.pressed = 0;
  new MutationObserver((changes, observer) => {
    if (document.querySelectorAll(".place.main button, .place.other button").length < 2) return;
    observer.disconnect();
    setTimeout(() => {
      for (const [x, y] of points) {
        const under = document.elementFromPoint(x, y);
        for (const type of ["pointerdown", "pointerup", "click"])
          under.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, detail: 1 }));
        window.pressed += 1;
      }
    }, 120);
  }).observe(document.querySelector("main"), { subtree: true, childList: true });
}"""


def test_on_a_phone_the_log_has_its_own_place_and_draw_never_comes_there(guests: Guests) -> None:
    table = guests.server.lay("classic", "a ready", "b ready", "a draw", "a swap a1", "b draw", people="ab")
    ana, ben = guests.at(table, screen=PHONE), guests.at(table, "b")
    expect(ben.choice("Throw")).to_be_visible()
    x, y = middle(ana.button("Menu"))
    before = boxes(ana)
    ben.card("b1", "b").click()
    ana.sees("Your turn")
    assert boxes(ana) == before
    ana.page.wait_for_timeout(350)
    ana.page.touchscreen.tap(x, y)
    expect(ana.page.get_by_role("dialog")).to_contain_text("Log")
    ana.button("Close").tap()
    ana.sees("Your turn")
