"""The daily deal in the browser: played once, shared, and looked at again when its day is over."""

from __future__ import annotations

import re
import secrets
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from cambio.notation import read
from cambio.server.daily.days import day_before, start_of
from cambio.server.store.contract import Finished, Person, Player, TableRow
from cambio.server.store.daily_deals import DailyDeal, DailyResult, DailyScore
from tests.server.stores import open_store

from .conftest import Shoot
from .live_server import wait_for
from .play_rounds import Finger, Mouse
from .test_screens import faults
from .visitor import DESK, PHONE, Guests, Visitor

DEVICES = pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
NOON = 12 * 3_600_000


def deal(visitor: Visitor, name: str = "Cambia") -> Locator:
    heading = visitor.page.get_by_role("heading", name=name, exact=True)
    return visitor.page.get_by_role("listitem").filter(has=heading)


def check_page(visitor: Visitor) -> None:
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is too wide"
    assert faults(visitor) == []


def begin(visitor: Visitor, name: str) -> None:
    visitor.go().page.get_by_role("link", name=re.compile("^Daily deal")).click()
    expect(visitor.page.get_by_role("heading", name="Daily deal")).to_be_visible()
    visitor.page.get_by_label("Your name").fill(name)
    deal(visitor).get_by_role("button", name="Play").click()
    expect(visitor.choice("Ready")).to_be_visible()


def play(visitor: Visitor, screen: dict[str, Any]) -> None:
    (Finger if screen is PHONE else Mouse)(visitor).play_round()


def text_of_round(visitor: Visitor) -> str:
    script = """async () => {
        const games = (await (await fetch("/api/games")).json()).games;
        return (await fetch(`/api/games/${games[0].id}.cambio`)).text();
    }"""
    return str(visitor.page.evaluate(script))


@DEVICES
def test_a_deal_is_played_once_and_its_result_is_there_to_share(
    guests: Guests, screen: dict[str, Any], shoot: Shoot
) -> None:
    ana = guests.come(screen, permissions=["clipboard-read", "clipboard-write"])
    width = screen["viewport"]["width"]
    begin(ana, "Ana")
    address = ana.page.url
    # Whoever goes away comes back to the same table.
    ana.go("/daily")
    expect(deal(ana)).to_contain_text("in the middle of it")
    shoot(ana, f"daily begun {width}")
    deal(ana).get_by_role("button", name="Go on").click()
    expect(ana.choice("Ready")).to_be_visible()
    assert ana.page.url == address
    play(ana, screen)
    results = ana.page.get_by_role("link", name="Today’s results")
    expect(results).to_be_visible()
    assert ana.button("Rematch").count() == 0 and ana.button("Play again").count() == 0
    shoot(ana, f"daily table {width}")
    assert faults(ana) == []
    results.click()
    mine = ana.page.get_by_role("region", name="Your result")
    expect(mine).to_contain_text(re.compile(r"(1st|2nd|3rd|4th) of 4 · −?\d+ points?"))
    expect(mine).to_contain_text(re.compile(r"Cambio daily · Cambia · \d+ \w+ 20\d\d"))
    row = ana.page.get_by_role("row").filter(has_text="Ana")
    expect(row.get_by_text("you")).to_be_visible()
    assert ana.page.get_by_role("link", name="Watch Ana").count() == 0
    shoot(ana, f"daily results {width}")
    check_page(ana)
    if screen is DESK:
        mine.get_by_role("button", name="Copy").click()
        expect(mine.get_by_role("status")).to_have_text("Copied")
        copied = str(ana.page.evaluate("navigator.clipboard.readText()"))
        assert re.search(r"/daily/20\d\d-\d\d-\d\d/cambia$", copied)
    ana.page.get_by_role("link", name="Today’s deals").click()
    expect(deal(ana)).to_contain_text(re.compile("of 4"))
    assert deal(ana).get_by_role("button").count() == 0
    shoot(ana, f"daily played {width}")
    check_page(ana)
    ana.go(address.partition(ana.server.base)[2])
    expect(ana.page.get_by_role("link", name="Today’s results")).to_be_visible()


def test_everybody_has_the_same_cards_and_sees_results_afterwards(guests: Guests) -> None:
    ana, ben = guests.come(), guests.come()
    begin(ana, "Ana")
    play(ana, DESK)
    ana.page.get_by_role("link", name="Today’s results").click()
    expect(ana.page.get_by_role("region", name="Your result")).to_be_visible()
    address = ana.page.url.partition(ana.server.base)[2]
    ben.go(address)
    expect(ben.page.get_by_text("Play first")).to_be_visible()
    assert ben.page.get_by_role("row").count() == 0
    assert "of 4" not in ben.page.get_by_role("main").inner_text()
    begin(ben, "Ben")
    play(ben, DESK)
    ben.go(address)
    expect(ben.page.get_by_role("row").filter(has_text="Ben")).to_be_visible()
    assert ben.page.get_by_role("row").filter(has_text="Ana").count() >= 1
    assert read(text_of_round(ana)).deck == read(text_of_round(ben)).deck


async def keep_earlier(database: str, text: str, deal: DailyDeal) -> None:
    """Three people have played that deal, all in the same way."""
    at = start_of(deal.day) + NOON
    async with open_store(database) as store:
        for name, score in (("Cleo", 4), ("Dan", 11), ("Eva", 4)):
            person = Person(secrets.token_hex(8), name, at)
            await store.add_person(person)
            table = TableRow(secrets.token_hex(8), secrets.token_hex(4), 0, person.id, False, at)
            await store.create_table(table, daily=deal)
            round_id = secrets.token_hex(8)
            finished = Finished(round_id, table.id, round_id, 1, at, deal.book, (Player(person.id, "a", name),), text)
            told = DailyScore(score, score, 1 + score // 5, score < 5, "right", 1, 0, 6, had_stand_in=False)
            await store.archive(finished, (), DailyResult(deal, person.id, name, told))


@DEVICES
def test_when_its_day_is_over_everybody_may_watch_and_compare(
    guests: Guests, screen: dict[str, Any], shoot: Shoot
) -> None:
    ana = guests.come(screen)
    width = screen["viewport"]["width"]
    begin(ana, "Ana")
    play(ana, screen)
    today = str(ana.page.evaluate("fetch('/api/daily').then((answer) => answer.json())")["day"])
    # Far enough ago for the other device's test to find another day.
    earlier = DailyDeal(day_before(today, 2 if screen is DESK else 9), "cambia")
    wait_for(keep_earlier(guests.server.server.database, text_of_round(ana), earlier))
    eve = guests.come(screen).go(f"/daily/{earlier.day}/{earlier.book}")
    rows = eve.page.get_by_role("row")
    expect(rows).to_have_count(4)
    expect(rows.nth(1)).to_contain_text("1")
    expect(rows.nth(3)).to_contain_text("Dan")
    shoot(eve, f"daily earlier {width}")
    check_page(eve)
    eve.page.get_by_role("link", name="Watch Cleo’s round").click()
    others = eve.page.get_by_role("region", name="What others did here")
    expect(others).to_be_visible()
    eve.page.keyboard.press("ArrowRight")
    for _ in range(40):
        if others.get_by_text("3 came here").is_visible():
            break
        eve.page.keyboard.press("ArrowRight")
    expect(others).to_contain_text("3 came here")
    expect(others).to_contain_text("in this round")
    others.scroll_into_view_if_needed()
    shoot(eve, f"daily compared {width}")
    assert faults(eve) == []
    # Nobody has played the day before.
    eve.go(f"/daily/{day_before(earlier.day)}/{earlier.book}")
    expect(eve.page.get_by_text("Nobody has played this deal.")).to_be_visible()


def test_it_is_said_in_spanish_too(guests: Guests, shoot: Shoot) -> None:
    ana = guests.come(locale="es-MX").go("/daily")
    expect(ana.page.get_by_role("heading", name="Reto del día")).to_be_visible()
    expect(ana.page.get_by_text("Desde mañana todos pueden ver tu ronda.")).to_be_visible()
    shoot(ana, "daily spanish 1280")
    check_page(ana)
