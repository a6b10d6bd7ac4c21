"""Around the game: tables that are made, friends who join, and bots that sit down."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from cambio.server.protocol.messages import Options

from .conftest import OpenGuests
from .test_screen_sizes import resize
from .visitor import PHONE, Guests


def test_a_table_with_a_house_rule_is_made_joined_and_started(guests: Guests) -> None:
    ana = guests.come().go()
    ana.page.get_by_label("Your name").fill("Ana")
    ana.button("Make a table").click()
    ana.page.get_by_role("radio", name="Stick").check()
    expect(ana.page.get_by_role("radio", name="Stick")).to_be_checked()
    ana.table.get_by_text("Snapping", exact=True).first.click()
    penalty = ana.page.get_by_label(re.compile("Penalty cards for a wrong snap", re.IGNORECASE))
    penalty.fill("3")
    penalty.blur()
    expect(ana.page.get_by_text("1 changed")).to_be_visible()
    ana.page.get_by_role("combobox", name="Seats").select_option("3")
    ana.page.get_by_role("combobox", name=re.compile("^Snaps ?the fastest")).select_option("calm")
    expect(ana.page.get_by_text("three seconds to decide")).to_be_visible()
    ana.button("Set up the table").click()
    expect(ana.page.get_by_role("img", name="QR code")).to_be_visible()
    expect(ana.page.get_by_role("group", name="At this table")).to_contain_text("calm sticks")
    code = (
        ana.page.get_by_text(re.compile(r"^Code[A-Z2-9]{6}$"))
        .inner_text()
        .removeprefix("CODE")
        .removeprefix("Code")
        .strip()
    )

    ben = guests.come(PHONE).go()
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_label("Table code").fill(code.lower())
    ben.button("Join").tap()
    expect(ana.page.get_by_role("main").get_by_text("Ben", exact=True)).to_be_visible()

    ana.button("Add a bot").click()
    ana.button("Start").click()
    for visitor in (ana, ben):
        expect(visitor.choice("Ready")).to_be_visible()


def test_a_code_that_opens_nothing_is_told_in_words(guests: Guests) -> None:
    ana = guests.come()
    ana.may_lose_server = True
    ana.go()
    ana.page.get_by_label("Table code").fill("ZZZZZZ")
    ana.button("Join").click()
    expect(ana.page.get_by_role("alert")).to_have_text("No table has this code, or it has expired. Ask for a new one.")


def test_a_public_table_can_be_watched_from_the_landing_page(guests: Guests) -> None:
    table = guests.server.lay("cambia", "a ready", "b ready", people="ab", options=Options(clock=0, public=True))
    guests.at(table)
    rail = guests.come().go()
    rail.button("Watch").first.click()
    expect(rail.page.get_by_text("You are watching")).to_be_visible()
    assert rail.choices.count() == 0


def test_two_who_choose_quick_play_meet_at_one_table(guests: Guests) -> None:
    ana = guests.come().go()
    ana.page.get_by_label("Your name").fill("Ana")
    ana.button("Quick play").click()
    expect(ana.table.get_by_text("In a few seconds bots take the free seats")).to_be_visible()

    ben = guests.come(PHONE).go()
    ben.page.get_by_label("Your name").fill("Ben")
    ben.button("Quick play").tap()
    expect(ben.table.get_by_text("In a few seconds bots take the free seats")).to_be_visible()
    expect(ben.table.get_by_text("Ana", exact=True)).to_be_visible()
    expect(ana.table.get_by_text("Ben", exact=True)).to_be_visible()
    assert ben.page.url == ana.page.url


def test_after_a_while_bots_of_the_chosen_level_take_the_free_seats_of_quick_play(open_guests: OpenGuests) -> None:
    guests = open_guests(quick_wait=200)
    ana = guests.come().go()
    ana.page.get_by_role("combobox", name="Rules", exact=True).select_option(label="Stick")
    ana.page.get_by_role("combobox", name="Level of the bots").select_option(label="Expert")
    ana.page.get_by_role("combobox", name="Seats", exact=True).select_option("5")
    ana.button("Quick play").click()
    expect(ana.choice("Ready")).to_be_visible()
    expect(ana.table.get_by_text("bot", exact=True)).to_have_count(4)
    assert {told["table"]["rules"].split()[0] for told in ana.messages() if told.get("table")} == {"stick"}
    seats = [seat for told in ana.messages() for seat in told.get("table", {}).get("seats", [])]
    assert {seat["level"] for seat in seats if seat.get("level")} == {"expert"}


def test_the_bar_has_the_table_s_name(guests: Guests) -> None:
    table = guests.server.lay("cambia", "a ready", "b ready", people="ab")
    ben = guests.at(table, "b")
    name = ben.page.get_by_role("banner").get_by_text("Ana’s table")
    for width in (320, 390, 768, 1280):
        resize(ben, width, 800)
        expect(name).to_be_in_viewport(ratio=1)
        assert name.evaluate(
            "name => name.scrollWidth <= name.clientWidth || getComputedStyle(name).overflow === 'visible'"
        ), f"{width} px"
        expect(ben.page.get_by_role("banner")).to_contain_text("Cambia")


def test_reactions_are_seen_by_everybody(guests: Guests) -> None:
    table = guests.server.lay("cambia", people="ab")
    ana, ben = guests.at(table), guests.at(table, "b")
    ana.button("Nice!").click()
    expect(ben.page.get_by_text("Ana: Nice!")).to_be_attached()


def test_who_gets_up_is_played_for_and_has_the_seat_back_when_they_return(guests: Guests) -> None:
    table = guests.server.lay("cambia", "a ready", "b ready", people="ab")
    ana, ben = guests.at(table), guests.at(table, "b")
    ana.button("Settings").click()
    sheet = ana.page.get_by_role("dialog")
    sheet.get_by_role("button", name="Leave the table").click()
    sheet.get_by_role("button", name="Leave the table").click()
    expect(ana.page.get_by_role("button", name="Play now")).to_be_visible()
    expect(ben.table.get_by_text("stand-in")).to_be_visible()
    ana.sit_down(table)
    expect(ben.table.get_by_text("stand-in")).to_have_count(0)
