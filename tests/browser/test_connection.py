"""The connection: servers that stop, crash and come back, several tabs, and phones that sleep."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from .conftest import Shoot
from .cut_line import cut_line
from .deck_search import held, holding
from .live_server import LiveServer, open_server
from .visitor import PHONE, Guests, in_words, like, until

READY = ("a ready", "b ready")
DRAWN = (*READY, "a draw")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """One that no other test has need of: it is stopped and killed here."""
    with open_server(tmp_path_factory.mktemp("stopped")) as server:
        yield server


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_play_goes_on_after_a_restart_in_the_middle_of_a_turn(guests: Guests, shoot: Shoot, end: str) -> None:
    server = guests.server
    table = server.lay("cambia", *DRAWN, people="ab", condition=holding("cambia", "peek"))
    ana = guests.at(table)
    ana.may_lose_server = True
    assert table.game is not None
    expect(ana.page.get_by_role("img", name=in_words(held(table.game)))).to_be_visible()
    getattr(server, end)()
    strip = ana.page.get_by_role("status")
    expect(strip).to_be_visible()
    expect(ana.choice("Throw it")).to_be_disabled()
    shoot(ana, f"desk strip after {end}")
    server.start()
    expect(strip).to_have_count(0)
    expect(ana.live).to_be_visible()
    ana.choice("Throw it & peek").click()
    ana.sees("Peek: choose")
    ana.card("a1").click()
    expect(ana.card("a1")).not_to_have_accessible_name(like("face down"))
    ana.logs_line("You peeked at your top-left card")


def test_a_move_that_is_on_its_way_when_the_server_is_killed_is_made_once(guests: Guests) -> None:
    server = guests.server
    table = server.lay("cambia", *READY, people="ab")
    ana = guests.at(table)
    ana.may_lose_server = True
    ana.choice("Draw").click(no_wait_after=True)
    server.kill()
    server.start()
    expect(ana.live).to_be_visible()
    ana.sees("swap it into your hand")
    ana.choice("Throw it").click()
    expect(ana.choice("Throw it")).to_have_count(0)


def test_two_tabs_of_one_person_show_the_same_and_both_play(guests: Guests) -> None:
    table = guests.server.lay("cambia", *READY, people="ab")
    one = guests.at(table)
    two = guests.tab(one).sit_down(table)
    one.choice("Draw").click()
    two.sees("swap it into your hand")
    two.card("a2").click()
    one.logs_line("You swapped your top-right card")
    one.sees("you can snap")
    two.sees("you can snap")
    assert one.faces_in_hands() == two.faces_in_hands() == []


def test_the_first_tab_plays_on_when_the_second_is_closed(guests: Guests) -> None:
    table = guests.server.lay("cambia", *READY, people="ab")
    one = guests.at(table)
    two = guests.tab(one).sit_down(table)
    two.page.close()
    one.choice("Draw").click()
    one.sees("swap it into your hand")


def test_a_phone_that_slept_wakes_up_at_the_same_table(guests: Guests) -> None:
    table = guests.server.lay("cambia", *READY, people="ab")
    ana, ben = guests.at(table, screen=PHONE), guests.at(table, "b")
    sleeper = ana.page.context.new_cdp_session(ana.page)
    ana.choice("Draw").tap()
    ana.sees("swap it into your hand")
    sleeper.send("Page.setWebLifecycleState", {"state": "frozen"})
    ben.page.wait_for_timeout(500)
    sleeper.send("Page.setWebLifecycleState", {"state": "active"})
    ana.choice("Throw it").tap()
    expect(ana.choice("Throw it")).to_have_count(0)
    ben.logs_line("Ana threw")


def test_a_drop_of_the_line_is_told_and_mended(guests: Guests) -> None:
    """What happened meanwhile is caught up with."""
    table = guests.server.lay("cambia", *READY, people="ab")
    ana = guests.at(table)
    ana.may_lose_server = True
    guests.server.kill()
    expect(ana.page.get_by_role("status")).to_be_visible()
    guests.server.start()
    ben = guests.at(table, "b")
    expect(ana.live).to_be_visible()
    ana.choice("Draw").click()
    ben.sees("Ana looks at the drawn card")
    until(ana.page, lambda: ana.page.get_by_role("status").count() == 0)


def test_a_network_that_swallows_everything_is_told_within_five_seconds(guests: Guests, shoot: Shoot) -> None:
    """No socket is closed: all that the page has to go by is silence."""
    table = guests.server.lay("cambia", *READY, people="ab")
    with cut_line(guests.server.server.port) as line:
        ana = guests.come(token=table.tokens["a"])
        ana.may_lose_server = True
        ana.page.goto(f"{line.base}/table/{table.id}")
        expect(ana.live).to_be_visible()
        expect(ana.page.get_by_text(re.compile(r"^\d+ ms$"))).to_be_visible()
        line.cut()
        cut_at = time.monotonic()
        expect(ana.page.get_by_role("status")).to_be_visible(timeout=6000)
        assert time.monotonic() - cut_at < 5
        expect(ana.live).to_have_count(0)
        shoot(ana, "desk network cut")
        line.mend()
        expect(ana.live).to_be_visible(timeout=20_000)
        ana.choice("Draw").click()
        ana.sees("swap it into your hand")
