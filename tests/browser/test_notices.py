"""What players are told about their own cards and their own turns while a round is played, at a desk and on a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from cambio.game import Game
from cambio.server.protocol.messages import Options

from .conftest import OpenGuests
from .deck_search import everybody_has_a_match, matches_at, matching
from .test_screen_sizes import resize
from .visitor import DESK, PHONE, Guests, Visitor, like, until

FOUR = ("a ready", "b ready", "c ready", "d ready")
THROWN = ("a ready", "b ready", "a draw", "a throw")
KEYS = "QWAS"
SCREENS = pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
RELAXED = Options(clock=0, relaxed=True)


def is_swapping_blind(game: Game) -> bool:
    return game.view().power == "trade"


def spoken(visitor: Visitor) -> str:
    """What screen readers have been told last."""
    return visitor.page.locator("[aria-live=polite]").inner_text()


# One's own cards


@SCREENS
def test_whose_card_was_swapped_is_told_and_sees_which(guests: Guests, screen: dict[str, Any]) -> None:
    moves = (*FOUR, "a draw", "a throw", "a trade b2")
    table = guests.server.lay("classic", *moves, seats=4, people="abcd", condition=is_swapping_blind)
    ana, ben = guests.at(table), guests.at(table, "b", screen)
    ana.card("c2").click()
    words = "Ana swapped your top-right card with Cleo’s top-right card"
    ben.sees(words)
    assert words in spoken(ben)
    marked = ben.card("b2", "b")
    expect(marked).to_have_accessible_name(like("swapped by Ana"))
    expect(marked.get_by_text("A", exact=True)).to_be_visible()
    expect(ben.card("b1", "b")).not_to_have_accessible_name(like("swapped"))
    assert ben.faces_in_hands() == []
    # It is gone when it has been read.
    expect(ben.page.get_by_role("main").get_by_text(words)).to_have_count(0)
    expect(marked).not_to_have_accessible_name(like("swapped by Ana"))


@SCREENS
def test_whose_card_was_snapped_is_told_and_then_what_they_were_given(guests: Guests, screen: dict[str, Any]) -> None:
    table = guests.server.lay("cambia", *THROWN, people="ab", condition=matches_at("b1"))
    ana, ben = guests.at(table), guests.at(table, "b", screen)
    ana.page.keyboard.press("1")
    ana.page.keyboard.press("Shift+Q")
    ben.sees(re.compile(r"^Ana \d+ ms – snapped your top-left card$"))
    ben.sees("Ana gives you a card")
    expect(ben.page.get_by_label("No top-left card, snapped by Ana")).to_be_visible()
    ana.card("a4").click()
    ben.sees("Ana gave you a card: now your top-left card")
    expect(ben.card("b1", "b")).to_have_accessible_name(like("given by Ana"))
    ana.logs_line("You gave a card to Ben: now the top-left card")


# Snaps without hurry


@SCREENS
def test_a_relaxed_ring_goes_on_after_a_reload_and_ends_as_an_open_window(
    guests: Guests, screen: dict[str, Any]
) -> None:
    table = guests.server.lay("cambia", *THROWN, people="ab", condition=matches_at("a1"), options=RELAXED)
    ana, ben = guests.at(table, screen=screen), guests.at(table, "b")
    ring = ana.page.locator("main svg rect[pathLength='1']")
    expect(ring).to_have_count(1)
    ben.page.wait_for_timeout(2500)
    ana.reload()
    expect(ring).to_have_count(1)
    assert -float(ring.get_attribute("stroke-dashoffset") or 0) > 0.3
    ana.sees(re.compile("You can still snap .+, until the next draw"))
    expect(ring).to_have_count(0)
    # And so it is for somebody who comes now.
    ana.reload()
    ana.sees(re.compile("You can still snap .+, until the next draw"))
    expect(ring).to_have_count(0)
    ana.choices.get_by_role("button", name=re.compile("^Snap")).click()
    ana.card("a1").click()
    expect(ana.page.get_by_label("No top-left card")).to_be_visible()
    ana.sees("You snapped")


@pytest.mark.parametrize("snaps", ["calm", "relaxed"])
def test_seat_order_is_told_as_such_and_costs_nothing(guests: Guests, snaps: str) -> None:
    """By rules where a late snap costs a card."""
    options = Options(clock=0, snaps=snaps)
    table = guests.server.lay("camp", *THROWN, people="ab", condition=everybody_has_a_match, options=options)
    ana, ben = guests.at(table), guests.at(table, "b")
    assert table.game is not None
    for visitor, seat in ((ana, "a"), (ben, "b")):
        visitor.page.keyboard.press(f"Shift+{KEYS[matching(table.game, seat)[0]]}")
    ben.sees("You come first by seat order")
    expect(ana.page.get_by_role("alert")).to_contain_text("Ben comes first by seat order")
    assert not re.search(r"\d ms|too late|penalty", ana.log)
    expect(ana.page.get_by_role("group", name="Your hand").get_by_role("button")).to_have_count(4)


def test_a_draw_that_waits_for_snaps_says_so(guests: Guests) -> None:
    table = guests.server.lay("cambia", *THROWN, people="ab", condition=matches_at("a1"), options=RELAXED)
    ana, ben = guests.at(table), guests.at(table, "b")
    ben.choice("Draw").click()
    ben.sees("You draw as soon as the snaps are over")
    ana.sees("you can snap")
    ana.choice("No snap").click()
    ben.sees("swap it into your hand")


def test_whoever_does_not_want_to_snap_is_not_told_that_they_can(guests: Guests) -> None:
    table = guests.server.lay("cambia", *THROWN, people="ab", condition=matches_at("a1"), options=RELAXED)
    ana = guests.at(table)
    guests.at(table, "b")
    ana.sees("you can snap")
    ana.choice("No snap").click()
    ana.sees("Ben is about to draw")


# Two cards in one snap


def test_a_single_card_of_two_is_snapped_by_itself(guests: Guests) -> None:
    table = guests.server.lay("camp", *THROWN, people="ab", condition=matches_at("a1"))
    ana = guests.at(table)
    ana.choice("Burn a card").click()
    ana.card("a1").click()
    expect(ana.page.get_by_label("No top-left card")).to_be_visible()


def test_a_card_that_waited_for_a_second_one_too_long_is_told_to_be_late(guests: Guests) -> None:
    table = guests.server.lay("camp", *THROWN, people="ab", condition=matches_at("b1"))
    ana, ben = guests.at(table), guests.at(table, "b")
    ana.choice("Burn a card").click()
    ana.card("a1").click()
    ben.page.keyboard.press("Shift+Q")
    expect(ana.page.get_by_role("alert")).to_contain_text(re.compile(r"Too late: Ben was faster|window has closed"))
    expect(ana.card("a1")).to_be_visible()


# Held cards, hands without cards, seats without people


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_card_that_somebody_holds_lies_apart_from_their_hand(guests: Guests, seats: int) -> None:
    letters = "abcdefgh"[:seats]
    moves = (*(f"{seat} ready" for seat in letters), "a draw", "a swap a1", "b draw")
    table = guests.server.lay("cambia", *moves, seats=seats, people=letters)
    ana = guests.at(table, screen={"viewport": {"width": 320, "height": 568}, "has_touch": True})
    held = ana.page.locator("[data-spot=held-b]")
    expect(held.locator("svg").first).to_be_visible()
    for width, height in ((320, 568), (390, 844), (768, 1024), (844, 390)):
        resize(ana, width, height)
        card = held.bounding_box()
        hand = ana.page.get_by_role("group", name="Ben’s hand").bounding_box()
        assert card is not None and hand is not None
        where = f"{width}x{height}: {card}, {hand}"
        assert card["x"] >= 0 and card["x"] + card["width"] <= width and card["y"] >= 0, where
        # Its lower edge may touch the upper one of the hand, no more.
        assert card["y"] + card["height"] <= hand["y"] + 0.25 * hand["height"], where


def test_whoever_is_away_is_marked_on_a_phone_too(guests: Guests) -> None:
    table = guests.server.lay("cambia", *FOUR, seats=4, people="abcd")
    ana, ben = guests.at(table, screen=PHONE), guests.at(table, "b")
    plate = ana.page.get_by_role("region", name=re.compile("^Ben, "))
    letter = plate.get_by_text("B", exact=True)
    expect(letter).to_be_visible()
    ben.page.close()
    expect(letter).to_have_count(0)


def test_whoever_comes_back_is_told_that_a_stand_in_has_played(open_guests: OpenGuests) -> None:
    # Longer than a reload takes: whoever only reloads is not played for.
    guests = open_guests(grace=2000)
    table = guests.server.lay("cambia", *FOUR, seats=4, people="ab")
    ana, ben = guests.at(table, screen=PHONE), guests.at(table, "b")
    ana.go("/")
    ben.logs_line("A stand-in is playing for Ana")
    ana.sit_down(table)
    words = "You were away: a stand-in played for you"
    ana.sees(words)
    ana.reload()
    expect(ana.page.get_by_text(words)).to_have_count(0)


def test_who_leaves_the_lobby_is_named(guests: Guests) -> None:
    table = guests.server.lay("cambia", seats=4, people="abc", is_started=False)
    ana, cleo = guests.at(table), guests.at(table, "c")
    cleo.button("Watch instead").click()
    until(ana.page, lambda: spoken(ana) == "Cleo left")
    expect(cleo.button("Sit down")).to_be_visible()
