"""Invitations: one tap from a link to a seat, a host who hears of whoever is coming, and links that others can open."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .conftest import OpenGuests
from .visitor import PHONE, Guests, Visitor

SHARES = """navigator.share = async (shared) => { document.title = `shared ${shared.url}` }"""
NO_CLIPBOARD = """Object.defineProperty(navigator, "clipboard", { value: undefined })"""


def seated(visitor: Visitor, name: str) -> None:
    expect(visitor.table.get_by_role("listitem").get_by_text(name, exact=True)).to_be_visible()


def test_a_link_seats_somebody_new_in_one_tap_while_the_host_knows_and_waits(guests: Guests) -> None:
    table = guests.server.lay("cambia", seats=4, people="ab", is_started=False)
    host = guests.at(table)
    ben = guests.come(PHONE).go(f"/join/{table.code}")
    expect(ben.page.get_by_role("heading", name="Ana invites you to a table")).to_be_visible()
    expect(ben.table.get_by_text("2 of 4 seats taken")).to_be_visible()
    expect(ben.page.get_by_role("list", name="At the table")).to_contain_text("Ana")
    expect(host.table.get_by_role("listitem").get_by_text("Somebody is choosing a name")).to_be_visible()
    ben.page.get_by_label("Your name").fill("Zoe")
    expect(host.table.get_by_role("listitem").get_by_text("Zoe is choosing a name")).to_be_visible()

    # A start by mistake is asked about; a second press that came with the first is no answer.
    host.button("Start").dblclick()
    expect(host.page.get_by_role("alert")).to_have_text("Zoe is choosing a name. Start anyway?")
    ben.button("Take a seat as Zoe").tap()
    seated(host, "Zoe")
    seated(ben, "Zoe (You)")
    expect(ben.table.get_by_text("Waiting for Ana to start")).to_be_visible()
    expect(host.table.get_by_text("choosing a name")).to_have_count(0)
    host.button(re.compile("^Start 3 players")).click()
    for visitor in (host, ben):
        expect(visitor.choice("Ready")).to_be_visible()


def test_a_host_may_start_without_those_who_are_still_choosing(guests: Guests) -> None:
    table = guests.server.lay("cambia", seats=3, people="ab", is_started=False)
    host = guests.at(table)
    late = guests.come().go(f"/join/{table.code}")
    expect(host.table.get_by_role("listitem").get_by_text("Somebody is choosing a name")).to_be_visible()
    host.button("Start").click()
    host.page.wait_for_timeout(350)
    host.button("Start anyway").click()
    expect(host.choice("Ready")).to_be_visible()
    late.page.get_by_label("Your name").fill("Zoe")
    expect(late.page.get_by_text("The match has already begun.")).to_be_visible()
    late.button("Watch").click()
    expect(late.page.get_by_text("You are watching")).to_be_visible()


def test_a_link_seats_a_guest_whose_name_is_known_without_any_tap(guests: Guests) -> None:
    table = guests.server.lay("cambia", seats=2, people="a", is_started=False)
    other = guests.server.lay("cambia", seats=2, people="ab", is_started=False)
    host, ben = guests.at(table), guests.come(token=other.tokens["b"])
    ben.go(f"/join/{table.code}")
    seated(ben, "Ben (You)")
    seated(host, "Ben")
    # Watching instead is one tap, and holds when the page is loaded again.
    ben.button("Watch instead").click()
    expect(ben.page.get_by_text("You are watching")).to_be_visible()
    expect(host.table.get_by_text("Ben", exact=True)).to_have_count(0)
    ben.reload()
    expect(ben.page.get_by_text("You are watching")).to_be_visible()

    # Where all seats are taken, the link says so, and lets people watch.
    ben.go(f"/join/{other.code}")
    seated(ben, "Ben (You)")
    late = guests.come().go(f"/join/{other.code}")
    expect(late.page.get_by_text("All seats are taken.")).to_be_visible()
    expect(late.button("Take a seat")).to_have_count(0)
    late.button("Watch").click()
    expect(late.table.get_by_text("All seats are taken. You are watching.")).to_be_visible()


def test_the_address_of_a_table_is_an_invitation_as_well(guests: Guests) -> None:
    table = guests.server.lay("cambia", seats=3, people="a", is_started=False)
    host = guests.at(table)
    eva = guests.come().go(f"/table/{table.id}")
    eva.page.get_by_label("Your name").fill("Eva")
    eva.button("Watch instead").click()
    expect(eva.page.get_by_text("You are watching")).to_be_visible()
    eva.button("Sit down").first.click()
    seated(host, "Eva")
    host.button("Remove Eva").click()
    expect(host.table.get_by_text("Eva", exact=True)).to_have_count(0)
    eva.reload()
    expect(host.table.get_by_text("Eva", exact=True)).to_have_count(0)


def test_a_link_carries_an_address_that_others_can_open_and_is_shared_or_copied(guests: Guests) -> None:
    table = guests.server.lay("cambia", seats=2, people="a", is_started=False)
    host = guests.come(token=table.tokens["a"])
    link = f"https://cambio.example/join/{table.code}"
    host.sit_down(table)
    expect(host.page.get_by_role("img", name="QR code")).to_be_visible()
    expect(host.table.get_by_text(link)).to_be_visible()
    # Without a clipboard the link is selected for whoever wants to copy it.
    host.page.evaluate(NO_CLIPBOARD)
    host.button("Copy").click()
    expect(host.page.get_by_text("Selected: copy it now")).to_be_visible()
    assert host.page.evaluate("getSelection().toString()").strip() == link
    assert host.button("Share").count() == 0
    host.page.add_init_script(SHARES)
    host.reload()
    host.button("Share").click()
    expect(host.page).to_have_title(f"shared {link}")
    host.page.close()


def test_a_server_for_this_computer_alone_says_so_and_how_to_change_it(open_guests: OpenGuests) -> None:
    guests = open_guests(public_url="")
    host = guests.at(guests.server.lay("cambia", seats=2, people="a", is_started=False))
    expect(host.table.get_by_text("Only this computer can open this link.")).to_be_visible()
    expect(host.table.get_by_text("cambio serve --host 0.0.0.0")).to_be_visible()
    assert host.page.get_by_role("img", name="QR code").count() == 0

    # A server that other devices can reach tells its addresses, and the link has the likeliest one.
    lan = {"public": None, "network": ["http://192.168.1.20:8000", "http://10.0.0.2:8000"]}
    host.page.route("**/api/addresses", lambda route: route.fulfill(json=lan))
    host.reload()
    expect(host.table.get_by_text("192.168.1.20:8000/join/")).to_be_visible()
    expect(host.page.get_by_role("img", name="QR code")).to_be_visible()
    host.page.get_by_label("Address").select_option("10.0.0.2:8000")
    expect(host.table.get_by_text("10.0.0.2:8000/join/")).to_be_visible()
    host.page.unroute("**/api/addresses")
