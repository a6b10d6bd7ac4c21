"""Whose it is: taken cards lie at their taker's seat, lookers are named at the card, a clock's act is told."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from cambio.game import Game
from cambio.server.protocol.messages import Options

from .conftest import OpenGuests
from .deck_search import hand, top
from .fixtures import NAMES, TableFixture
from .visitor import DESK, PHONE, Guests, Visitor, in_words, like, until

LANDSCAPE: dict[str, Any] = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
FOUR = ("a ready", "b ready", "c ready", "d ready")


def seat_of(visitor: Visitor, name: str) -> Locator:
    """Where somebody else sits, with everything that is theirs."""
    return visitor.page.get_by_role("region", name=re.compile(f"^{name}, "))


def lay_take(guests: Guests, seats: int, *, people: str | None = None) -> TableFixture:
    """Ana has swapped a card, and Ben may take the one that she threw."""
    letters = "abcdefgh"[:seats]
    moves = (*(f"{seat} ready" for seat in letters), "a draw", "a swap a1")
    return guests.server.lay("classic", *moves, seats=seats, people=people or letters)


def is_within(inner: Locator, outer: Locator, slack: float = 80) -> bool:
    """Whether a card lies in a place, or right beside it: at a desk, held cards lie beside their hands."""
    one, two = inner.bounding_box(), outer.bounding_box()
    assert one is not None and two is not None
    return (
        one["x"] >= two["x"] - slack
        and one["y"] >= two["y"] - slack
        and one["x"] + one["width"] <= two["x"] + two["width"] + slack
        and one["y"] + one["height"] <= two["y"] + two["height"] + slack
    )


# A card that was taken


@pytest.mark.parametrize("seats", [2, 4, 8])
@pytest.mark.parametrize("screen", [DESK, PHONE, LANDSCAPE], ids=["desk", "phone", "phone on its side"])
def test_a_card_that_somebody_took_lies_at_their_seat_and_not_at_mine(
    guests: Guests, seats: int, screen: dict[str, Any]
) -> None:
    table = lay_take(guests, seats)
    assert table.game is not None
    card = in_words(top(table.game))
    ana, ben = guests.at(table, screen=screen), guests.at(table, "b")
    ben.choice("Take").click()
    expect(ben.page.get_by_role("img", name=card)).to_be_visible()
    theirs = seat_of(ana, "Ben")
    expect(theirs).to_contain_text(f"Ben holds the {card}")
    shown = theirs.locator("[data-spot=held-b] svg").first
    expect(shown).to_be_visible()
    assert is_within(shown, theirs)
    # Beside her own hand nothing lies, and nothing is said.
    expect(ana.page.get_by_role("img", name=card)).to_have_count(0)
    expect(ana.page.get_by_text("Everybody saw this")).to_have_count(0)
    # Ben has it beside his hand, as everybody's own card is.
    expect(ben.page.get_by_role("img", name=card)).to_be_visible()
    ben.card("b2", "b").click()
    expect(theirs).not_to_contain_text("holds")
    expect(theirs.locator("[data-spot=held-b] svg")).to_have_count(0)
    assert ana.faces_in_hands() == []


def test_whoever_comes_in_or_watches_sees_whose_the_taken_card_is(guests: Guests) -> None:
    table = lay_take(guests, 4)
    assert table.game is not None
    card = in_words(top(table.game))
    ana, ben = guests.at(table), guests.at(table, "b")
    ben.choice("Take").click()
    expect(ben.page.get_by_role("img", name=card)).to_be_visible()
    ana.reload()
    watcher = guests.come().sit_down(table)
    for visitor in (ana, watcher):
        expect(seat_of(visitor, "Ben")).to_contain_text(f"Ben holds the {card}")


def test_a_drawn_card_at_somebodys_seat_shows_no_face(guests: Guests) -> None:
    table = guests.server.lay("cambia", *FOUR, "a draw", "a swap a1", seats=4, people="abcd")
    ana, ben = guests.at(table), guests.at(table, "b")
    ben.choice("Draw").click()
    expect(seat_of(ana, "Ben")).to_contain_text("Ben holds a card")
    expect(seat_of(ana, "Ben").locator("[data-spot=held-b] text")).to_have_count(0)


def test_a_taken_card_flies_from_the_pile_to_their_seat_and_then_into_their_hand(guests: Guests) -> None:
    table = lay_take(guests, 4)
    assert table.game is not None
    rank = top(table.game)[:-1]
    ana = guests.at(table, reduced_motion="no-preference")
    ben = guests.at(table, "b")
    ana.page.evaluate(WATCH_FLIGHTS)
    ben.choice("Take").click()
    expect(seat_of(ana, "Ben")).to_contain_text("Ben holds the")
    until(ana.page, lambda: ana.page.evaluate("flown.length") == 1)
    ben.card("b2", "b").click()
    expect(seat_of(ana, "Ben")).not_to_contain_text("holds")
    until(ana.page, lambda: ana.page.evaluate("flown.length") == 3)
    there, into, out = ana.page.evaluate("flown")
    assert there["from"] == "pile" and there["to"] == "held-b" and rank in there["text"]
    assert into["from"] == "held-b" and into["to"] == "b2" and rank in into["text"]
    assert out["from"] == "b2" and out["to"] == "pile"


#: Notes for each flying card from which spot to which it goes, by where its animation begins and ends.
WATCH_FLIGHTS = """() => {
  window.flown = [];
  const nearest = (x, y) => {
    const spots = [...document.querySelectorAll("[data-spot]")].map((spot) => [spot, spot.getBoundingClientRect()]);
    const far = ([, box]) => Math.hypot(box.left - x, box.top - y);
    return spots.sort((one, two) => far(one) - far(two))[0][0].dataset.spot;
  };
  const note = (card) => {
    const frames = card.getAnimations()[0].effect.getKeyframes();
    const at = (frame) => new DOMMatrix(frame.transform);
    const [start, end] = [at(frames[0]), at(frames.at(-1))];
    window.flown.push({ from: nearest(start.e, start.f), to: nearest(end.e, end.f), text: card.textContent });
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.classList?.contains("flying")) queueMicrotask(() => note(node));
  }).observe(document.body, { subtree: true, childList: true });
}"""


def test_a_bots_taken_card_lies_at_the_bots_seat(open_guests: OpenGuests) -> None:
    """A bot that has a king takes a card that counts nothing, whenever it may; here at the pace of people."""
    guests = open_guests(pace=1)
    for screen in (DESK, PHONE):
        table = guests.server.lay("classic", "a ready", "b ready", "a draw", condition=tempts_the_bot, level="expert")
        ana = guests.at(table, screen=screen)
        ana.sees("swap it into your hand")
        ana.card("a1").click()
        theirs = seat_of(ana, "Ben")
        expect(theirs).to_contain_text(re.compile("Ben holds the "))
        assert is_within(theirs.locator("[data-spot=held-b] svg").first, theirs)
        expect(ana.page.get_by_text("Everybody saw this")).to_have_count(0)
        expect(theirs).not_to_contain_text("holds")


def tempts_the_bot(game: Game) -> bool:
    return hand(game, "a")[0] in ("Kd", "Kh", "Xr", "Xb", "As", "Ah")


# Who looks


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_who_looks_at_my_card_is_named_at_it_until_the_look_is_over(guests: Guests, screen: dict[str, Any]) -> None:
    moves = (*FOUR, "a draw", "a throw", "a look b1")
    table = guests.server.lay("cambia", *moves, seats=4, people="abcd")
    ana, ben, cleo = guests.at(table), guests.at(table, "b", screen), guests.at(table, "c", screen)
    own = ben.card("b1", "b")
    expect(own).to_have_accessible_name(like("Ana is looking at it"))
    expect(own.get_by_text("Ana", exact=True)).to_be_visible()
    theirs = cleo.card("b1", "c")
    expect(theirs).to_have_accessible_name(like("Ana is looking at it"))
    expect(theirs.get_by_text("A", exact=True)).to_be_visible()
    # It lasts as long as she has not decided.
    ben.page.wait_for_timeout(2000)
    expect(own.get_by_text("Ana", exact=True)).to_be_visible()
    ana.choice("Keep").click()
    for visitor, card in ((ben, own), (cleo, theirs)):
        expect(card).not_to_have_accessible_name(like("looking at it"))
        expect(card.get_by_text("A", exact=True)).to_have_count(0)
        assert visitor.faces_in_hands() == []


def is_spying(game: Game) -> bool:
    return game.view().power == "spy"


def is_peeking(game: Game) -> bool:
    return game.view().power == "peek"


def test_spies_and_peeks_are_named_for_a_moment(guests: Guests) -> None:
    moves = (*FOUR, "a draw", "a throw")
    spied = guests.server.lay("cambia", *moves, seats=4, people="abcd", condition=is_spying)
    ana, ben = guests.at(spied), guests.at(spied, "b")
    ana.card("b2").click()
    expect(ben.card("b2", "b")).to_have_accessible_name(like("Ana is looking at it"))
    expect(ben.card("b2", "b").get_by_text("Ana", exact=True)).to_be_visible()
    # She sees the card itself, and nothing over it.
    expect(ana.card("b2")).not_to_have_accessible_name(like("looking at it"))
    expect(ben.card("b2", "b")).not_to_have_accessible_name(like("looking at it"))
    peeked = guests.server.lay("cambia", *moves, seats=4, people="abcd", condition=is_peeking)
    ana, cleo = guests.at(peeked), guests.at(peeked, "c")
    ana.card("a3").click()
    expect(cleo.card("a3", "c")).to_have_accessible_name(like("Ana is looking at it"))
    expect(cleo.card("a3", "c")).not_to_have_accessible_name(like("looking at it"))


def test_a_bot_that_looks_is_named_too(open_guests: OpenGuests) -> None:
    guests = open_guests(pace=1)
    ana = guests.at(guests.server.lay("cambia", seats=4))
    for name in NAMES[1:4]:
        looked = ana.page.get_by_role("button", name=like(f"{name} is looking at it")).first
        expect(looked).to_be_attached()


def test_a_card_that_i_still_may_look_at_is_not_greyed_out(guests: Guests) -> None:
    """The first of two cards that are looked at can't be chosen again; but it is there to be read."""
    moves = (*FOUR, "a draw", "a throw", "a look a1")
    ana = guests.at(guests.server.lay("cambia", *moves, seats=4, people="abcd"))
    ana.sees("Now look at somebody else’s card, or decide")
    assert len(ana.faces_up()) == 1
    expect(ana.card("a1")).to_have_css("filter", "none")


# Clocks and stand-ins


@pytest.mark.parametrize(
    ("locale", "mine", "theirs"),
    [
        ("en-GB", "Time ran out: the stand-in", "Ana’s time ran out: the stand-in"),
        ("es-MX", "Se acabó el tiempo: el suplente", "A Ana se le acabó el tiempo: el suplente"),
    ],
)
def test_what_the_clock_did_is_not_told_as_my_act(guests: Guests, locale: str, mine: str, theirs: str) -> None:
    options = Options(clock=3)
    table = guests.server.lay("cambia", "a ready", "b ready", people="ab", options=options)
    rail = {"en-GB": "Log", "es-MX": "Crónica"}[locale]
    ana = guests.come(token=table.tokens["a"], locale=locale).go(f"/table/{table.id}")
    ben = guests.come(token=table.tokens["b"], locale=locale).go(f"/table/{table.id}")
    for visitor, words in ((ana, mine), (ben, theirs)):
        lines = visitor.page.get_by_role("region", name=rail).get_by_role("listitem")
        expect(lines.filter(has_text=words).first).to_be_visible()
