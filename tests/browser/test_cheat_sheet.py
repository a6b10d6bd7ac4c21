"""The cheat sheet: what cards count and do at this table, as its rules have it, on one screen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from cambio.rules import PRESETS, Rules
from cambio.wording import CALLS

from .conftest import Shoot
from .test_screen_sizes import resize
from .visitor import DESK, PHONE, Guests, Visitor

SMALL = (320, 568)
TITLES = {"en-GB": "Cheat sheet", "es-MX": "Ayuda rápida"}
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K", "X")


def open_sheet(visitor: Visitor, title: str = "Cheat sheet") -> Locator:
    visitor.page.keyboard.press("?")
    sheet = visitor.page.get_by_role("dialog", name=title)
    expect(sheet).to_be_visible()
    return sheet


def points_of(rules: Rules) -> dict[str, str]:
    """By the name of the cards: a rank, or the black or red ones of a rank where they differ."""
    values, powers = rules.flat()["deck.values"], rules.flat()["powers.cards"]
    told: dict[str, str] = {}
    for rank in RANKS if rules["deck.jokers"] else RANKS[:-1]:
        name = "★ joker" if rank == "X" else rank
        black, red = ((values[f"{rank}{colour}"], powers[f"{rank}{colour}"]) for colour in "br")
        cards = {name: black} if black == red else {f"{name}♠♣": black, f"{name}♥♦": red}
        told |= {card: str(points).replace("-", "−") for card, (points, _) in cards.items()}
    return told


@pytest.mark.parametrize("preset", PRESETS)
def test_the_sheet_has_the_points_and_powers_of_the_rules(guests: Guests, preset: str) -> None:
    rules = Rules.parse(preset)
    visitor = guests.at(guests.server.lay(preset, people="ab"))
    sheet = open_sheet(visitor)
    cards = sheet.get_by_role("region", name="Points").get_by_role("listitem")
    expect(cards).to_have_count(len(points_of(rules)))
    points = cards.all_inner_texts()
    assert dict(text.rsplit(maxsplit=1) for text in points) == points_of(rules)
    powers = sheet.get_by_role("region", name="Powers").get_by_role("listitem")
    power_of = rules.flat()["powers.cards"]
    # An entry has its own scope or the section's: each is a line of its own.
    used = {entry for entry in power_of.values() if entry != "none"}
    expect(powers).to_have_count(len(used))
    for rank in RANKS[:-1]:
        for colour, sign in (("b", "♠♣"), ("r", "♥♦")):
            power = power_of[f"{rank}{colour}"]
            named = [line for line in powers.all_inner_texts() if {rank, f"{rank}{sign}"} & set(line.split())]
            assert len(named) == (power != "none"), (rank, colour, named)
    snaps = sheet.get_by_role("region", name=f"{rules['snap.word'].capitalize()}s")
    penalty = rules["snap.penalty"]
    expect(snaps).to_contain_text(
        "Nobody snaps by these rules." if rules["snap.who"] == "off" else f"Wrong: {penalty} penalty card"
    )
    knocks = rules["call.word"] == "knock"
    call = sheet.get_by_role("region", name="Knocking" if knocks else f"Calling {CALLS[rules['call.word']]}")
    cost = rules["call.wrong_points"]
    assert (f"Wrong {'knock' if knocks else 'call'}: +{cost}." in call.inner_text()) == (cost > 0)


@pytest.mark.parametrize(
    ("screen", "locale", "preset"),
    [(screen, locale, "camp") for screen in (DESK, PHONE) for locale in TITLES]
    + [(PHONE, "es-MX", preset) for preset in PRESETS if preset != "camp"],
    ids=lambda value: value if isinstance(value, str) else "phone" if value is PHONE else "desk",
)
def test_the_sheet_fits_on_one_screen(
    guests: Guests, shoot: Shoot, screen: dict[str, Any], locale: str, preset: str
) -> None:
    """On a small phone, too, every book in Spanish, whose words are longer; elsewhere the fullest sheet does."""
    table = guests.server.lay(preset, people="ab")
    visitor = guests.come(screen, locale=locale, token=table.tokens["a"]).go(f"/table/{table.id}")
    visitor.page.locator("[data-spot=a4]").wait_for()
    sheet = open_sheet(visitor, TITLES[locale])
    expect(sheet.get_by_role("listitem").first).to_be_visible()
    size = (screen["viewport"]["width"], screen["viewport"]["height"])
    for width, height in (size, SMALL) if screen is PHONE else (size,):
        resize(visitor, width, height)
        shoot(visitor, f"cheat sheet {visitor.page.viewport_size} {locale} {preset}")
        hidden = sheet.locator(".content").evaluate("content => content.scrollHeight - content.clientHeight")
        assert hidden <= 0, f"{width}x{height}"
        cut = "items => items.filter((item) => item.scrollWidth > item.clientWidth).map((item) => item.innerText)"
        assert sheet.get_by_role("listitem").evaluate_all(cut) == [], f"{width}x{height}"
        assert sheet.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth"), f"{width}x{height}"


def test_the_sheet_opens_from_the_bar_and_from_a_phones_menu_and_settings_stay(guests: Guests) -> None:
    table = guests.server.lay("cambia", people="ab")
    desk = guests.at(table)
    desk.button("Cheat sheet").click()
    sheet = desk.page.get_by_role("dialog", name="Cheat sheet")
    expect(sheet).to_contain_text("Blind swap")
    sheet.get_by_role("button", name="Close").click()
    desk.button("Settings").click()
    expect(desk.page.get_by_role("dialog")).to_contain_text("cheat sheet")
    phone = guests.at(table, "b", screen=PHONE)
    phone.button("Menu").tap()
    phone.page.get_by_role("dialog").get_by_role("button", name="Cheat sheet").tap()
    expect(phone.page.get_by_role("dialog", name="Cheat sheet")).to_contain_text("Blind swap")
