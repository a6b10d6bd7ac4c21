"""Every power of every rule book, clicked through from the throw that fires it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from cambio.core.engine.cards import KINDS
from cambio.rules import PRESETS

from .deck_search import holding
from .visitor import Guests, Visitor, in_words, like, until

DRAWN = ("a ready", "b ready", "a draw")
NOT_A_POWER = "none"
THROWS = {
    "peek": "Throw it & peek",
    "spy": "Throw it & spy",
    "trade": "Throw it & swap blind",
    "look": "Throw it & look",
}
SKIPS = {"peek": "Skip the peek", "spy": "Skip the spy", "trade": "Skip the swap", "look": "Keep them"}
#: Which cards are touched and which buttons pressed, one after the other, in each rule book's own form.
BLIND_SWAP = ("a1", "b1")
SWAP_PROMPTS = {
    "any": ("choose the first card", "now the second card"),
    "own_other": ("choose one of your cards", "now somebody else’s card"),
    "owners": ("choose the first card", "now a card of another hand"),
}
LOOKS = {
    "classic": (("a1", "b1"), ("a2", "b2")),
    "flip": (("a1", "b1"), ("Swap these two",)),
    "cambia": (("a1", "b1"), ("Swap these two",)),
    "stick": (("b1",), ("a2",)),
    "camp": (("b1",), ("a1", "b2")),
}
#: Rule books that have every power of all of them, in every form.
BOOKS = tuple(LOOKS)
SWAPPED = {
    "classic": "You swapped your top-right card with Ben’s top-right card",
    "flip": "You swapped your top-left card with Ben’s top-left card",
    "cambia": "You swapped your top-left card with Ben’s top-left card",
    "stick": "You swapped Ben’s top-left card with your top-right card",
    "camp": "You swapped your top-left card with Ben’s top-right card",
}


def powers_of(preset: str) -> set[tuple[str, str]]:
    """Each power with how far it reaches."""
    rules = PRESETS[preset]
    powers = (rules.power_of(kind) for kind in range(len(KINDS)))
    return {(power, str(scope)) for power, scope in powers if power != NOT_A_POWER}


def fired(guests: Guests, preset: str, power: str) -> tuple[Visitor, dict[str, str]]:
    """Ana has thrown a card of that power; and the faces that lie on the table."""
    table = guests.server.lay(preset, *DRAWN, people="ab", condition=holding(preset, power))
    ana = guests.at(table)
    ana.choice(THROWS[power]).click()
    expect(ana.choice(THROWS[power])).to_have_count(0)
    faces = {f"{seat}{slot}": face for seat in "ab" for slot, face in enumerate(table.hand(seat), start=1)}
    return ana, faces


def touch(ana: Visitor, *steps: str) -> None:
    for step in steps:
        if step[0] in "ab" and step[1:].isdigit():
            ana.card(step).click()
        else:
            ana.choice(step).click()


def test_every_power_of_every_rule_book_is_in_these_tests() -> None:
    in_these = {power for preset in BOOKS for power in powers_of(preset)}
    assert all(powers_of(preset) <= in_these for preset in PRESETS)
    assert all({power for power, _ in powers_of(preset)} == set(THROWS) for preset in BOOKS)


@pytest.mark.parametrize("preset", BOOKS)
def test_a_peek_shows_one_own_card_to_its_owner(guests: Guests, preset: str) -> None:
    ana, faces = fired(guests, preset, "peek")
    ana.sees("Peek: choose one of your cards")
    if PRESETS[preset]["snap.who"] == "off":
        expect(ana.card("b1")).to_be_disabled()
    touch(ana, "a1")
    expect(ana.page.get_by_role("button", name=f"Your top-left card, {in_words(faces['a1'])}")).to_be_visible()
    ana.logs_line("You peeked at your top-left card")
    assert len(ana.faces_up()) == 1


@pytest.mark.parametrize("preset", BOOKS)
def test_a_spy_shows_one_card_of_an_opponent(guests: Guests, preset: str) -> None:
    ana, faces = fired(guests, preset, "spy")
    ana.sees("Spy: choose one opponent card")
    if PRESETS[preset]["snap.who"] == "off":
        expect(ana.card("a1")).to_be_disabled()
    touch(ana, "b2")
    expect(ana.page.get_by_role("button", name=f"Ben’s top-right card, {in_words(faces['b2'])}")).to_be_visible()
    ana.logs_line("You spied on Ben’s top-right card")


@pytest.mark.parametrize("preset", BOOKS)
def test_a_blind_swap_shows_nothing_to_anybody(guests: Guests, preset: str) -> None:
    ana, _faces = fired(guests, preset, "trade")
    first_prompt, second_prompt = SWAP_PROMPTS[PRESETS[preset]["powers.trade"]]
    ana.sees(f"Blind swap: {first_prompt}")
    first, second = BLIND_SWAP
    touch(ana, first)
    ana.sees(f"Blind swap: {second_prompt}")
    touch(ana, second)
    ana.logs_line("You swapped your top-left card with Ben’s top-left card")
    assert ana.faces_in_hands() == []


@pytest.mark.parametrize("preset", BOOKS)
def test_look_and_swap_in_the_form_of_each_rule_book(guests: Guests, preset: str) -> None:
    ana, faces = fired(guests, preset, "look")
    looks, swap = LOOKS[preset]
    for place in looks:
        touch(ana, place)
        expect(ana.card(place)).to_have_accessible_name(like(in_words(faces[place])))
    if preset in ("classic", "camp"):
        _choose_to_swap(ana)
    touch(ana, *swap)
    ana.logs_line(SWAPPED[preset])
    expect(ana.choice("Keep them")).to_have_count(0)
    until(ana.page, lambda: ana.faces_in_hands() == [])


@pytest.mark.parametrize("preset", BOOKS)
def test_two_looks_may_end_without_a_swap(guests: Guests, preset: str) -> None:
    ana, faces = fired(guests, preset, "look")
    looks, _swap = LOOKS[preset]
    for place in looks:
        touch(ana, place)
        expect(ana.card(place)).to_have_accessible_name(like(in_words(faces[place])))
    touch(ana, "Keep them")
    ana.logs_line("You decided not to swap")
    until(ana.page, lambda: ana.faces_in_hands() == [])


@pytest.mark.parametrize("power", THROWS)
def test_a_power_may_be_declined_by_button_or_escape(guests: Guests, power: str) -> None:
    ana, _faces = fired(guests, "classic", power)
    if power in ("peek", "trade"):
        ana.choice(SKIPS[power]).click()
    else:
        # The table may tell what comes next before it answers.
        ana.page.wait_for_timeout(200)
        ana.page.keyboard.press("Escape")
    ana.logs_line("You did not use the power")


def test_a_target_is_named_by_a_seats_digit_and_a_letter(guests: Guests) -> None:
    ana, faces = fired(guests, "cambia", "spy")
    ana.page.keyboard.press("1")
    ana.page.keyboard.press("w")
    expect(ana.page.get_by_role("button", name=f"Ben’s top-right card, {in_words(faces['b2'])}")).to_be_visible()


def _choose_to_swap(ana: Visitor) -> None:
    """Where more could be looked at, swapping is chosen by a button."""
    other = ana.choice("Swap two cards")
    if other.count():
        other.click()
