"""The landing page of somebody who plays: games to go on with, the last ones, and a game by the choices made before."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from cambio.server.protocol.messages import Options

from .conftest import Shoot
from .deck_search import is_over
from .play_rounds import Mouse
from .visitor import DESK, PHONE, Guests, Visitor

DEVICES = pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
CHOICES = ("Rules", "Level of the bots", "Seats")
OVER = ("a ready", "b ready", "a call", "b draw", "b swap b1", "dealer close")


def games(visitor: Visitor, title: str = "Your games") -> Locator:
    return visitor.page.get_by_role("region", name=title).get_by_role("listitem")


def chooser(visitor: Visitor, name: str) -> Locator:
    return visitor.page.get_by_role("combobox", name=name, exact=True)


def go_home(visitor: Visitor) -> None:
    visitor.page.get_by_role("link", name="Cambio, home page").click()
    expect(visitor.button("Play now")).to_be_visible()


@DEVICES
def test_a_game_is_gone_on_with_from_the_landing_page(guests: Guests, screen: dict[str, Any], shoot: Shoot) -> None:
    ana = guests.come(screen).go()
    ana.page.get_by_label("Your name").fill("Ana")
    chooser(ana, "Seats").select_option("3")
    ana.button("Play now").click()
    ana.choice("Ready").click()
    expect(ana.choice("Draw")).to_be_visible()
    address = ana.page.url

    go_home(ana)
    game = games(ana)
    expect(game).to_have_count(1)
    expect(game.get_by_role("heading", name="Cambia")).to_be_visible()
    expect(game).to_contain_text(re.compile(r"with \w+ and \w+"))
    expect(game).to_contain_text("Round 1")
    expect(game).to_contain_text("Your turn")
    go_on = game.get_by_role("link", name="Continue")
    expect(go_on).to_be_in_viewport(ratio=1)
    above, below = go_on.bounding_box(), ana.button("Play now").bounding_box()
    assert above is not None and below is not None
    assert above["y"] + above["height"] < below["y"], "something else comes before the running game"
    shoot(ana, f"continue {screen['viewport']['width']}")

    ana.page.reload()
    games(ana).get_by_role("link", name="Continue").click()
    expect(ana.choice("Draw")).to_be_visible()
    assert ana.page.url == address
    expect(ana.page.get_by_role("group", name="Your hand")).to_be_visible()


def test_nothing_moves_when_the_running_game_is_told(guests: Guests) -> None:
    table = guests.server.lay("cambia", "a ready", "b ready", people="ab")
    ana = guests.at(table)
    go_home(ana)
    expect(games(ana)).to_have_count(1)
    before = ana.button("Play now").bounding_box()
    ana.page.route("**/api/me/tables", lambda _route: None)
    ana.page.reload()
    expect(ana.button("Play now")).to_contain_text("bots")
    after = ana.button("Play now").bounding_box()
    assert before is not None and after is not None
    assert abs(before["y"] - after["y"]) < 4
    ana.page.unroute("**/api/me/tables")


def test_whoever_is_new_has_no_games(guests: Guests) -> None:
    ana = guests.come().go()
    expect(ana.button("Play now")).to_contain_text("you and 3 bots")
    assert ana.page.get_by_role("region", name="Your games").count() == 0
    assert ana.page.get_by_role("region", name="Last games").count() == 0


def test_a_game_with_friends_says_who_is_waited_for(guests: Guests) -> None:
    table = guests.server.lay("stick", "a ready", "b ready", "c ready", seats=3, people="abc")
    ben = guests.at(table, "b")
    go_home(ben)
    expect(games(ben)).to_contain_text("with Ana and Cleo")
    expect(games(ben)).to_contain_text("Ana’s turn")


def test_many_games_leave_room_for_a_new_one(guests: Guests) -> None:
    ana = guests.come().go()
    for _ in range(3):
        chooser(ana, "Seats").select_option("2")
        ana.button("Play now").click()
        expect(ana.choice("Ready")).to_be_visible()
        go_home(ana)
    expect(games(ana)).to_have_count(2)
    ana.button("Show all 3").click()
    expect(games(ana)).to_have_count(3)


@DEVICES
def test_a_game_that_is_over_is_among_the_last_ones(guests: Guests, screen: dict[str, Any]) -> None:
    ana = guests.come(screen).go()
    chooser(ana, "Seats").select_option("2")
    mouse = Mouse(ana)
    mouse.press("Play now")
    mouse.play_round()
    won = ana.page.get_by_role("heading", name="You win!").count() > 0
    go_home(ana)
    last = games(ana, "Last games")
    expect(last).to_have_count(1)
    expect(last).to_contain_text(re.compile(r"Cambia with \w+"))
    expect(last).to_contain_text(re.compile("You (won|shared)" if won else r"won|shared"))
    assert ana.page.get_by_role("link", name="Continue").count() == 0
    last.get_by_role("link").click()
    expect(ana.button("Play again")).to_be_visible()


def test_an_own_table_is_not_offered_a_second_time_among_the_open_ones(guests: Guests) -> None:
    table = guests.server.lay("flip", "a ready", "b ready", people="ab", options=Options(clock=0, public=True))
    over = guests.server.lay("cambia", *OVER, people="ab", condition=is_over, options=Options(clock=0, public=True))
    guests.at(table)
    expect(guests.at(over).button("Play again")).to_be_visible()
    ben = guests.at(table, "b")
    go_home(ben)
    expect(games(ben).filter(has_text="Flip")).to_have_count(1)
    cleo = guests.come().go()
    offered = cleo.page.get_by_role("region", name="Open tables").get_by_role("listitem")
    expect(offered.filter(has_text="Flip")).to_have_count(1)
    expect(offered.filter(has_text="Cambia")).to_have_count(0)
    expect(ben.page.get_by_role("region", name="Open tables").get_by_text("Flip")).to_have_count(0)


@DEVICES
def test_play_now_keeps_to_what_was_chosen_last(guests: Guests, screen: dict[str, Any]) -> None:
    ana = guests.come(screen).go()
    rules, level, seats = (chooser(ana, name) for name in CHOICES)
    expect(rules).to_have_value("cambia")
    expect(level).to_have_value("casual")
    expect(seats).to_have_value("4")
    rules.select_option(label="Camp")
    level.select_option(label="Expert")
    seats.select_option("3")
    expect(ana.table.get_by_text("a wrong knock costs 20")).to_be_visible()
    expect(ana.button("Play now")).to_contain_text("you and 2 bots")

    ana.page.reload()
    expect(rules).to_have_value("camp")
    expect(level).to_have_value("expert")
    expect(seats).to_have_value("3")
    ana.button("Play now").click()
    expect(ana.choice("Ready")).to_be_visible()
    told = [message["table"] for message in ana.messages() if message["type"] == "welcome"][-1]
    assert told["rules"].split()[0] == "camp"
    assert [seat.get("level") for seat in told["seats"]] == [None, "expert", "expert"]


def test_what_is_to_choose_stands_in_one_row_on_a_desk(guests: Guests) -> None:
    ana = guests.come().go()
    tops = [chooser(ana, name).bounding_box() for name in CHOICES]
    assert len({box["y"] for box in tops if box is not None}) == 1


def test_what_is_to_choose_is_told_by_the_server(guests: Guests) -> None:
    ana = guests.come().go()
    expect(ana.button("Play now")).to_contain_text("bots")
    told = ana.page.evaluate("fetch('/api/choices').then((answer) => answer.json())")

    def offered(label: str) -> list[str]:
        options = chooser(ana, label).locator("option")
        values: list[str] = options.evaluate_all("options => options.map((option) => option.value)")
        return values

    assert offered("Rules") == [preset["name"] for preset in told["presets"]]
    assert offered("Level of the bots") == [level["name"] for level in told["levels"]]
    for preset in told["presets"]:
        chooser(ana, "Rules").select_option(preset["name"])
        fewest, most = preset["seats"]
        assert offered("Seats") == [str(seats) for seats in range(fewest, most + 1)]
