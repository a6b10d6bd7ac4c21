"""The lobby of a table: who comes, who may start, how friends are invited, and what everybody is called."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .conftest import OpenGuests
from .test_turn_signals import LONG_WAIT, OFFER, RECORD
from .visitor import PHONE, Guests

COLOUR = "button => getComputedStyle(button).backgroundColor"


def test_where_all_seats_are_taken_nobody_is_waited_for_but_the_start(guests: Guests) -> None:
    table = guests.server.lay("cambia", seats=2, people="ab", is_started=False)
    host = guests.at(table)
    expect(host.page.get_by_role("heading", name="All seats are taken")).to_be_visible()
    expect(host.page.get_by_text("Waiting for players")).to_have_count(0)
    expect(host.page.get_by_role("heading", name="Others can watch with this link or code")).to_be_visible()
    expect(host.button("Add a bot")).to_have_count(0)
    expect(host.button("Start")).to_be_enabled()


def test_a_start_is_less_loud_while_somebody_is_about_to_sit_down(guests: Guests) -> None:
    table = guests.server.lay("cambia", seats=4, people="ab", is_started=False)
    host = guests.at(table)
    loud = host.button("Start").evaluate(COLOUR)
    zoe = guests.come().go(f"/join/{table.code}")
    zoe.page.get_by_label("Your name").fill("Zoe")
    expect(host.button(re.compile("^Start 2 players · Zoe is choosing a name"))).to_be_visible()
    assert host.button("Start").evaluate(COLOUR) != loud
    zoe.button("Take a seat as Zoe").click()
    expect(host.button("Start 3 players")).to_be_visible()
    assert host.button("Start").evaluate(COLOUR) == loud


def test_on_a_phone_friends_are_invited_without_scrolling(guests: Guests) -> None:
    table = guests.server.lay("cambia", seats=6, people="a", is_started=False)
    host = guests.at(table, "a", PHONE)
    invite = host.page.get_by_role("group", name="Invite friends")
    expect(invite).to_be_in_viewport(ratio=1)
    expect(invite).to_contain_text(table.code)
    expect(invite.get_by_role("button", name="Copy")).to_be_in_viewport(ratio=1)
    expect(host.button("Copy")).to_have_count(1)


def test_only_the_host_is_told_how_to_start_the_server_otherwise(open_guests: OpenGuests) -> None:
    guests = open_guests(public_url="")
    table = guests.server.lay("cambia", seats=3, people="ab", is_started=False)
    command = "cambio serve --host 0.0.0.0"
    expect(guests.at(table).table.get_by_text(command)).to_be_visible()
    guest = guests.at(table, "b")
    expect(guest.table.get_by_text("Only this computer can open this link.")).to_be_visible()
    expect(guest.table.get_by_text(command)).to_have_count(0)


def test_whoever_watches_sits_down_by_one_button(guests: Guests) -> None:
    table = guests.server.lay("cambia", seats=4, people="a", is_started=False)
    guests.at(table)
    eva = guests.come().go(f"/table/{table.id}")
    eva.page.get_by_label("Your name").fill("Eva")
    eva.button("Watch instead").click()
    expect(eva.button("Sit down")).to_have_count(1)
    eva.button("Sit down").click()
    expect(eva.table.get_by_role("listitem").get_by_text("Eva (You)")).to_be_visible()


def test_the_question_about_notifications_moves_nothing(guests: Guests) -> None:
    table = guests.server.lay("cambia", seats=3, people="a", is_started=False)
    host = guests.come(token=table.tokens["a"])
    host.page.add_init_script(f"({RECORD})('granted')")
    host.sit_down(table)
    start, leave = host.button("Start"), host.button("Leave your seat")
    expect(host.page.get_by_role("img", name="QR code")).to_be_visible()
    before = start.bounding_box(), leave.bounding_box()
    offer = host.table.get_by_role("group", name=OFFER)
    expect(offer).to_be_visible(timeout=LONG_WAIT)
    assert (start.bounding_box(), leave.bounding_box()) == before
    host.page.close()


def test_a_name_that_somebody_has_is_told_and_can_be_changed_in_the_lobby_and_in_the_settings(guests: Guests) -> None:
    table = guests.server.lay("cambia", seats=3, people="a", is_started=False, names=("Rosa", "Ben", "Cleo"))
    host = guests.at(table)
    rosa = guests.come(PHONE).go(f"/join/{table.code}")
    rosa.page.get_by_label("Your name").fill("Rosa")
    rosa.button("Take a seat").tap()
    expect(rosa.table.get_by_role("listitem").get_by_text("Rosa 2 (You)")).to_be_visible()
    expect(rosa.page.get_by_text("Somebody here is already named Rosa.")).to_be_visible()
    rosa.button("Change your name").tap()
    rosa.page.get_by_label("Your name").fill("Luz")
    rosa.button("Save").tap()
    expect(host.table.get_by_role("listitem").get_by_text("Luz", exact=True)).to_be_visible()
    expect(rosa.table.get_by_role("listitem").get_by_text("Luz (You)")).to_be_visible()
    expect(rosa.page.get_by_text("Somebody here is already named Rosa.")).to_have_count(0)

    # Whoever has the seat keeps it, and is known by the new name afterwards.
    host.button("Settings").click()
    sheet = host.page.get_by_role("dialog", name="Settings")
    sheet.get_by_label("Your name").fill("Rosalía")
    sheet.get_by_role("button", name="Save").click()
    expect(rosa.table.get_by_role("listitem").get_by_text("Rosalía", exact=True)).to_be_visible()
    sheet.get_by_role("button", name="Close").click()
    expect(host.button("Start 2 players")).to_be_visible()
    rosa.go()
    expect(rosa.page.get_by_label("Your name")).to_have_value("Luz")
