"""The page of all games that somebody has played: listed, filtered, had as files, gone on with."""

from __future__ import annotations

import re
import zipfile
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from cambio.notation import replay_match
from cambio.server.store.contract import Finished, Player
from cambio.server.store.matches import MatchPlayer, PlayedMatch
from cambio.server.store.statistics import RoundFigures
from tests.server.stores import open_store

from .conftest import Shoot
from .live_server import wait_for
from .play_rounds import Mouse
from .test_screens import faults
from .visitor import DESK, PHONE, Guests, Visitor

DEVICES = pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
OLD = 33
DAY = 24 * 3_600_000
#: When the test's past games begin, in milliseconds since 1970.
LONG_AGO = 1_760_000_000_000


def played(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("region", name="All your games").locator("li.match")


async def keep_old_matches(database: str, table: str, person: str) -> None:
    async with open_store(database) as store:
        for number in range(OLD):
            has_won = number % 3 == 0
            players = (
                MatchPlayer(person, "a", "Ana", 12, has_won),
                MatchPlayer(None, "b", "Bot Bea", 30, not has_won),
                MatchPlayer(None, "c", "Bot Cid", -3, has_won=False),
            )
            rules = "camp" if number % 2 else "cambia snap.penalty=2"
            at = LONG_AGO + number * DAY
            figures = RoundFigures(
                "a", person, 30 - number % 25, has_won, right_calls=1, right_snaps=2, reactions=(400,)
            )
            finished = Finished(f"{table}-{number}", table, "", number, at, rules, (Player(person, "a", "Ana"),), "")
            await store.archive(finished, [figures])
            await store.keep_match(PlayedMatch(f"{table}-{number}", table, rules, at, at, 754_000, 4, True, players))


@DEVICES
def test_all_games_are_listed_filtered_and_had_as_files(guests: Guests, screen: dict[str, Any], shoot: Shoot) -> None:
    ana = guests.come(screen).go()
    ana.page.get_by_label("Your name").fill("Ana")
    ana.page.get_by_role("combobox", name="Seats", exact=True).select_option("2")
    mouse = Mouse(ana)
    mouse.press("Play now")
    mouse.play_round()
    table = ana.page.url.rpartition("/")[2]
    person = ana.page.evaluate("fetch('/api/session').then((answer) => answer.json())")["person"]
    wait_for(keep_old_matches(guests.server.server.database, table, person))
    ana.go()
    ana.page.get_by_role("link", name="All your games").click()
    expect(played(ana)).to_have_count(30)
    assert ana.page.title() == "Your games · Cambio"
    newest = played(ana).first
    expect(newest).to_contain_text("1 round")
    expect(newest.get_by_role("link", name="Watch again")).to_have_attribute(
        "href", f"/replay/{_archived(ana)[0]['id']}"
    )
    figures = ana.page.get_by_role("region", name="Your figures")
    expect(figures).to_contain_text(re.compile(rf"Games won.*1[12] of {OLD + 1}"))
    expect(figures).to_contain_text(re.compile(rf"Reaction\s*400 ms\s*median of {OLD} races"))
    shoot(ana, f"history {screen['viewport']['width']}")
    figures.get_by_text("By rules, and over time").click()
    expect(figures.get_by_role("row", name=re.compile(r"^Cambia Casual 1 [01]$"))).to_be_visible()
    expect(figures.get_by_role("img", name=re.compile("between .* points"))).to_be_visible()
    shoot(ana, f"figures {screen['viewport']['width']}")
    with ana.page.expect_download() as download:
        newest.get_by_role("link", name="Download").click()
    assert re.search(r" Ana, \w+\.cambio$", download.value.suggested_filename)
    assert replay_match(download.value.path().read_text()).match.is_over
    # What is no longer kept can't be had.
    expect(played(ana).nth(1).get_by_role("link")).to_have_count(0)
    expect(played(ana).nth(1)).to_contain_text("13 min")

    ana.button("Show more").click()
    expect(played(ana)).to_have_count(OLD + 1)
    expect(played(ana).nth(30).get_by_role("heading")).to_be_focused()
    expect(ana.button("Show more")).to_have_count(0)
    ana.page.get_by_label("Rules").select_option(label="Camp")
    expect(played(ana)).to_have_count(OLD // 2)
    expect(figures).to_contain_text(f"5 of {OLD // 2}")
    ana.page.get_by_label("Only won").check()
    expect(played(ana)).to_have_count(5)
    expect(ana.page.get_by_role("status")).to_have_text("5 games shown")
    ana.page.get_by_label("Only with people").check()
    expect(ana.page.get_by_text("None of your games fits that choice.")).to_be_visible()
    ana.button("Show all games").click()
    expect(played(ana)).to_have_count(30)
    expect(ana.page.get_by_label("Only won")).not_to_be_checked()


def _archived(visitor: Visitor) -> list[dict[str, Any]]:
    told = visitor.page.evaluate("fetch('/api/matches').then((answer) => answer.json())")
    archived: list[dict[str, Any]] = told["matches"][0]["archived"]
    return archived


def test_whoever_is_new_is_told_so_and_a_server_that_is_gone_can_be_asked_again(guests: Guests) -> None:
    ana = guests.come().go("/games")
    expect(ana.page.get_by_text("You have no games yet.")).to_be_visible()
    ana.may_lose_server = True
    ana.page.get_by_role("link", name="To the first page").click()
    ana.button("Play now").click()
    ana.choice("Ready").click()
    ana.page.route("**/api/matches?*", lambda route: route.abort())
    ana.go("/games")
    expect(ana.page.get_by_role("alert")).to_contain_text("The server can’t be reached.")
    ana.page.unroute("**/api/matches?*")
    ana.button("Try again").click()
    expect(played(ana)).to_have_count(1)
    expect(played(ana)).to_contain_text("Still being played")
    played(ana).get_by_role("link", name="Continue").click()
    expect(ana.choice("Draw")).to_be_visible()


@DEVICES
def test_whoever_wants_to_be_forgotten_is_asked_first(guests: Guests, screen: dict[str, Any], shoot: Shoot) -> None:
    ana = guests.come(screen).go()
    ana.page.get_by_label("Your name").fill("Ana")
    ana.button("Play now").click()
    ana.choice("Ready").click()
    ana.go("/games")
    with ana.page.expect_download() as download:
        ana.page.get_by_role("link", name="Download a copy").click()
    assert zipfile.ZipFile(download.value.path()).namelist() == ["about.json"]
    ana.button("Delete everything …").click()
    question = ana.page.get_by_role("dialog", name="Delete everything about you?")
    expect(question.get_by_role("button", name="Keep it")).to_be_focused()
    shoot(ana, f"forget {screen['viewport']['width']}")
    assert faults(ana) == []
    ana.page.keyboard.press("Escape")
    expect(question).not_to_be_visible()
    ana.button("Delete everything …").click()
    question.get_by_role("button", name="Delete everything").click()
    expect(ana.button("Play now")).to_be_visible()
    expect(ana.page.get_by_label("Your name")).to_have_value("")
    assert ana.page.get_by_role("link", name="Continue").count() == 0
    session = ana.page.evaluate("fetch('/api/session').then((answer) => answer.json())")
    assert session == {"person": None, "name": None}
    ana.go("/games")
    expect(ana.page.get_by_text("You have no games yet.")).to_be_visible()
