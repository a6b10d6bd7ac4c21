"""Exchanges: several equal cards for the one that is held, and cards that lie face up for everybody."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from cambio.game import Game

from .deck_search import hand, rank
from .visitor import DESK, PHONE, Guests, Visitor, in_words, like, until

RULES = "classic turn.exchange=equal turn.mismatch=face_up turn.taken_face_up=yes"
DRAWN = ("a ready", "b ready", "a draw")
SCREENS = pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])


def first_two_are_equal(game: Game) -> bool:
    first, second, third, fourth = map(rank, hand(game, "a"))
    return first == second and second not in (third, fourth)


def first_two_differ(game: Game) -> bool:
    first, second, *_ = map(rank, hand(game, "a"))
    return first != second


def choose(ana: Visitor, *places: str) -> None:
    ana.choice("Swap several").click()
    for place in places:
        ana.card(place).click()


@SCREENS
def test_two_equal_cards_are_swapped_for_one(guests: Guests, screen: dict[str, Any]) -> None:
    table = guests.server.lay(RULES, *DRAWN, people="ab", condition=first_two_are_equal)
    ana, ben = guests.at(table, screen=screen), guests.at(table, "b", screen)
    place_of_throw = ana.choice("Throw it").bounding_box()
    choose(ana, "a1", "a2")
    expect(ana.card("a1")).to_have_accessible_name(like("chosen for the swap"))
    assert ana.choice("Throw it").bounding_box() == place_of_throw
    ana.choice("Swap 2 cards").click()
    for visitor in (ana, ben):
        expect(visitor.page.get_by_role("img", name="No top-left card")).to_be_visible()
        expect(visitor.page.get_by_role("button", name=like(in_words(table.hand("a")[1])))).to_be_visible()
    until(ana.page, lambda: ana.faces_in_hands() == [] and ben.faces_in_hands() == [])
    ben.sees("Your turn")


@SCREENS
def test_cards_that_differ_lie_face_up_for_both_players_and_after_a_reload(
    guests: Guests, screen: dict[str, Any]
) -> None:
    table = guests.server.lay(RULES, *DRAWN, people="ab", condition=first_two_differ)
    ana, ben = guests.at(table, screen=screen), guests.at(table, "b", screen)
    choose(ana, "a1", "a2")
    ana.choice("Swap 2 cards").click()
    ben.sees("Your turn")
    # What is shown for a moment only is gone by then.
    ana.page.wait_for_timeout(3000)
    ben.reload()
    for visitor, seat in ((ana, "a"), (ben, "b")):
        for place, face in zip(("a1", "a2"), table.hand("a"), strict=False):
            expect(visitor.card(place, seat)).to_have_accessible_name(like(f"{in_words(face)}, "))
            expect(visitor.card(place, seat)).to_have_accessible_name(like("face up for everybody"))
        assert len(visitor.faces_up()) == 2
        expect(visitor.card("a5", seat)).to_have_accessible_name(like("face down"))


@SCREENS
def test_a_taken_card_lies_face_up(guests: Guests, screen: dict[str, Any]) -> None:
    table = guests.server.lay(RULES, "a ready", "b ready", "a take", people="ab")
    assert table.game is not None
    taken = table.game.view().held
    assert taken is not None
    ana, ben = guests.at(table, screen=screen), guests.at(table, "b", screen)
    ana.card("a1").click()
    for visitor, seat in ((ana, "a"), (ben, "b")):
        expect(visitor.card("a1", seat)).to_have_accessible_name(like(in_words(taken)))
        assert len(visitor.faces_up()) == 1


def test_an_exchange_is_chosen_cancelled_and_made_with_keys_alone(guests: Guests) -> None:
    table = guests.server.lay(RULES, *DRAWN, people="ab", condition=first_two_are_equal)
    ana = guests.at(table)
    keys = ana.page.keyboard
    expect(ana.choice("Swap several")).to_be_enabled()
    for key in "gqw":
        keys.press(key)
    expect(ana.choice("Swap 2 cards")).to_be_visible()
    keys.press("Escape")
    expect(ana.choice("Swap several")).to_be_visible()
    for key in "gqw":
        keys.press(key)
    keys.press("Enter")
    expect(ana.page.get_by_role("img", name="No top-left card")).to_be_visible()
    ana.logs_line("You put your top-left card on the discard pile")


def test_cards_that_were_named_before_a_reload_are_marked_still(guests: Guests) -> None:
    table = guests.server.lay(RULES, *DRAWN, "a also a1", people="ab", condition=first_two_are_equal)
    ana, ben = guests.at(table), guests.at(table, "b")
    for visitor, seat in ((ana, "a"), (ben, "b")):
        expect(visitor.card("a1", seat)).to_have_accessible_name(like("chosen for the swap"))
    ana.card("a2").click()
    ana.choice("Swap 2 cards").click()
    expect(ana.page.get_by_role("img", name="No top-left card")).to_be_visible()
