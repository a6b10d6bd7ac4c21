"""Making a table: rules in a few words, the length of the match, and nothing that moves away or is cut off."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from cambio.game import Game

from .deck_search import held, power_of, rank
from .visitor import DESK, PHONE, Guests, Visitor

DEVICES = pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
#: The chosen texts of lists that are wider than the room that they have.
CUT = """lists => lists.filter((list) => {
  const style = getComputedStyle(list);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return [...list.options].some((option) => pen.measureText(option.text).width > room + 1);
}).map((list) => `${list.getAttribute("aria-label") ?? list.parentElement.innerText}: ${list.clientWidth}`)"""


def make_table(guests: Guests, screen: dict[str, Any] = DESK, **wanted: Any) -> Visitor:
    visitor = guests.come(screen, **wanted).go()
    visitor.page.get_by_role("button", name=re.compile("Make a table|Crear una mesa")).click()
    # The landing page has seats to choose, too.
    expect(choose(visitor, "Length|Duración")).to_be_visible()
    return visitor


def choose(visitor: Visitor, label: str) -> Locator:
    return visitor.page.get_by_role("combobox", name=re.compile(f"^({label})"))


def test_a_number_that_is_typed_into_house_rules_moves_no_button_away(guests: Guests) -> None:
    ana = make_table(guests, PHONE)
    ana.page.get_by_role("heading", name=re.compile("^House rules")).tap()
    ana.table.get_by_text("Snapping", exact=True).first.tap()
    penalty = ana.page.get_by_label(re.compile("Penalty cards for a wrong snap", re.IGNORECASE))
    penalty.fill("3")
    button = ana.button("Set up the table")
    button.scroll_into_view_if_needed()
    before = button.bounding_box()
    # The tap takes the focus from the field first, and only then presses the button.
    penalty.blur()
    expect(ana.button("Back to Cambia")).to_be_visible()
    expect(ana.page.get_by_text("1 changed")).to_be_visible()
    assert button.bounding_box() == before
    ana.button("Back to Cambia").tap()
    expect(ana.button("Back to Cambia")).to_be_hidden()
    assert button.bounding_box() == before


def test_seats_and_bots_are_near_on_a_phone_and_rules_tell_more_once_chosen(guests: Guests) -> None:
    ana = make_table(guests, PHONE)
    box = choose(ana, "Seats").bounding_box()
    assert box is not None and box["y"] < PHONE["viewport"]["height"] * 1.25
    details = ana.table.get_by_text("Wrong snap", exact=True)
    expect(details.filter(visible=True)).to_have_count(0)
    ana.table.get_by_text("In detail", exact=True).tap()
    expect(details.filter(visible=True)).to_have_count(1)
    ana.page.locator("label").filter(has_text="Stick").tap()
    expect(ana.page.get_by_role("radio", name="Stick")).to_be_checked()
    expect(details.filter(visible=True)).to_have_count(1)


def test_the_length_of_the_match_is_chosen_in_sight_and_told_at_the_table(guests: Guests) -> None:
    ana = make_table(guests)
    length = choose(ana, "Length")
    assert length.evaluate("list => list.selectedOptions[0].text") == "one round"
    ana.table.get_by_text("The match", exact=True).first.click()
    expect(ana.table.get_by_text("changes nothing here: it needs more than one round")).to_be_visible()
    length.select_option(label="3 rounds")
    # The house rules say the same, and the other way round.
    rounds = ana.page.get_by_label(re.compile("How many rounds a match has"))
    expect(rounds).to_have_value("3")
    rounds.fill("7")
    rounds.blur()
    expect(length).to_have_value("7 rounds")
    length.select_option(label="to 100 points")
    expect(ana.page.get_by_label(re.compile("somebody's total reaches this"))).to_have_value("100")
    length.select_option(label="one round")
    expect(ana.page.get_by_text("1 changed")).to_be_hidden()
    length.select_option(label="3 rounds")
    choose(ana, "Bots").select_option("1")
    ana.button("Set up the table").click()
    expect(ana.page.get_by_role("group", name="At this table")).to_contain_text("3 rounds")
    ana.button("Start").click()
    expect(ana.page.get_by_role("banner")).to_contain_text("Round 1 of 3")
    expect(ana.page.get_by_role("banner")).not_to_contain_text("house rule")


@DEVICES
@pytest.mark.parametrize("locale", ["en-GB", "es-MX"])
def test_no_choice_is_cut_off(guests: Guests, screen: dict[str, Any], locale: str) -> None:
    ana = make_table(guests, screen, locale=locale)
    choose(ana, "Bots").select_option("2")
    ana.page.locator("details").evaluate_all("all => all.forEach((one) => (one.open = true))")
    lists = ana.page.get_by_role("combobox")
    assert lists.count() > 15
    assert ana.page.locator("select:not(.kinds select)").evaluate_all(CUT) == []


def test_queens_and_kings_of_different_kinds_and_a_deck_without_twos_are_made_by_the_form(guests: Guests) -> None:
    ana = make_table(guests)
    ana.page.locator("label").filter(has_text="Classic").click()
    expect(ana.page.get_by_role("radio", name="Classic")).to_be_checked()
    ana.table.get_by_text("The deck", exact=True).first.click()
    ana.table.get_by_text("52 cards, 2 jokers").click()
    pack = ana.page.get_by_role("group", name=re.compile("^Cards in a pack"))
    for kind in ("2♠♣", "2♥♦"):
        pack.get_by_label(kind).fill("0")
        pack.get_by_label(kind).blur()
    expect(ana.table.get_by_text("48 cards, 2 jokers")).to_be_visible()
    points = ana.page.get_by_role("group", name=re.compile("^What cards count"))
    expect(points.get_by_label("2♠♣")).to_have_count(0)
    ana.table.get_by_text("Powers", exact=True).first.click()
    powers = ana.page.get_by_role("group", name=re.compile("^What cards can do"))
    for kind in ("Q♠♣", "Q♥♦"):
        powers.get_by_label(kind).select_option(label="look and swap")
    ana.table.get_by_text("card by card").click()
    ana.page.get_by_role("combobox", name="Q: Then swap").select_option(label="the two seen")
    # Most cards have that now, so it is the king that is told apart.
    expect(ana.page.get_by_role("combobox", name="K♠♣: Then swap")).to_have_value("any")
    expect(ana.table.get_by_text("its own")).to_have_count(1)
    expect(ana.table.get_by_text("not all alike")).to_be_visible()
    # Queens are most cards that look, so what can't be is told at the options that speak for most of them.
    # The browser complains of the refusal.
    ana.may_lose_server = True
    ana.page.get_by_role("combobox", name="Q: Looks before the swap").select_option("1")
    alert = ana.table.locator("details.house").get_by_role("alert").filter(has_text="takes two looks")
    expect(alert).to_have_count(2)
    ana.page.get_by_role("combobox", name="Q: Looks before the swap").select_option("2")
    expect(alert).to_have_count(0)
    choose(ana, "Bots").select_option("1")
    ana.button("Set up the table").click()
    ana.button("Start").click()
    ana.page.keyboard.press("?")
    sheet = ana.page.get_by_role("dialog", name="Cheat sheet")
    lines = sheet.get_by_role("region", name="Powers").get_by_role("listitem")
    expect(lines.filter(has_text="Q Look at any two cards, then swap the two if you like.")).to_have_count(1)
    expect(lines.filter(has_text="K♠♣ Look at any two cards, then swap any two if you like.")).to_have_count(1)
    expect(sheet.get_by_role("region", name="Points").get_by_text("2", exact=True)).to_have_count(0)


@pytest.mark.parametrize(
    ("held_rank", "steps"), [("Q", ("a1", "b1", "Swap these two")), ("K", ("a1", "b1", "a2", "b2"))]
)
def test_each_card_looks_and_swaps_by_its_own_scope(guests: Guests, held_rank: str, steps: tuple[str, ...]) -> None:
    rules = "classic powers.Q=look:2/any/looked deck.counts.2=0"

    def is_held(game: Game) -> bool:
        return rank(held(game)) == held_rank and power_of(rules, held(game)) == "look"

    ana = guests.at(guests.server.lay(rules, "a ready", "b ready", "a draw", people="ab", condition=is_held))
    ana.choice("Throw it & look").click()
    ana.sees("Look: choose a card")
    for step in steps:
        (ana.card(step) if step[0] in "ab" else ana.choice(step)).click()
        if step == "b1":
            ana.logs_line("You looked at Ben’s top-left card")  # the table asks another question now
    slot = "top-left" if held_rank == "Q" else "top-right"
    ana.logs_line(f"You swapped your {slot} card with Ben’s {slot} card")


def test_the_level_of_play_now_is_chosen_on_the_landing_page_alone(guests: Guests) -> None:
    ana = guests.come().go()
    ana.page.get_by_role("combobox", name="Level of the bots").select_option(label="Expert")
    ana.button("Make a table").click()
    choose(ana, "Bots").select_option("1")
    level = ana.page.get_by_role("combobox", name="Level of the bots")
    expect(level).to_have_value("expert")
    level.select_option(label="Beginner")
    ana.button("Set up the table").click()
    expect(level).to_have_value("expert")
    level.select_option(label="Champion")
    assert level.evaluate_all(CUT) == []
    ana.button("Add a bot").click()
    seats = ana.page.get_by_role("main").get_by_role("listitem")
    expect(seats.get_by_text("Beginner")).to_have_count(1)
    expect(seats.get_by_text("Champion")).to_have_count(1)
    ana.page.get_by_role("link", name="Cambio, home page").click()
    expect(ana.page.get_by_role("combobox", name="Level of the bots")).to_have_value("expert")


@pytest.mark.parametrize("width", [360, 390])
def test_house_rules_and_rounds_are_read_whole_in_the_bar_of_a_phone(guests: Guests, width: int) -> None:
    rules = "cambia match.rounds=10 snap.penalty=3 deal.memory_cards=1"
    table = guests.server.lay(rules, "a ready", "b ready", people="ab")
    ana = guests.at(table, "a", PHONE | {"viewport": {"width": width, "height": 844}})
    facts = ana.page.get_by_role("banner").get_by_text("R1/10 · Cambia +2")
    expect(facts).to_be_visible()
    assert facts.evaluate("facts => facts.scrollWidth <= facts.clientWidth")


def test_one_button_of_the_landing_page_is_loud(guests: Guests) -> None:
    colour = "button => getComputedStyle(button).backgroundColor"
    new = guests.come().go()
    expect(new.button("Play now")).to_be_visible()
    loud = new.button("Play now").evaluate(colour)
    table = guests.server.lay("cambia", "a ready", "b ready", people="ab")
    ana = guests.at(table).go()
    go_on = ana.page.get_by_role("link", name="Continue")
    expect(go_on).to_be_visible()
    assert go_on.evaluate(colour) == loud
    assert ana.button("Play now").evaluate(colour) != loud
