"""A finished round once more: the table step by step, from any viewpoint, with who knew what."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from cambio import notation
from cambio.demo import play_demonstration
from cambio.rules import Rules

from .conftest import OpenGuests, Shoot
from .layout_faults import find_faults
from .test_results import finish, lay_called, result_of
from .test_screens import faults
from .visitor import DESK, PHONE, Guests, Visitor

DEVICES = pytest.mark.parametrize("device", ["desk", "phone"])
SCREENS = {"desk": DESK, "phone": PHONE}
SMALL: dict[str, Any] = PHONE | {"viewport": {"width": 320, "height": 568}}
#: The pips of every card on the page, as the server writes who knew it: letter by letter.
PIPS = """() => Object.fromEntries([...document.querySelectorAll("[role=group] button[data-spot]")]
  .map((card) => [card.dataset.spot, [...card.querySelectorAll("[data-pip]")].map((pip) => pip.dataset.pip).join("")])
  .filter(([, known]) => known !== ""))"""
DROP = """text => {
  const files = new DataTransfer();
  files.items.add(new File([text], "round.cambio"));
  window.dispatchEvent(new DragEvent("drop", { dataTransfer: files, cancelable: true }));
}"""


def file_of_a_round(rules: str = "cambia", seats: int = 4, seed: int = 7) -> str:
    game, names = play_demonstration(Rules.parse(rules), seats, seed)
    return notation.write(game, names=names)


def drop(visitor: Visitor, text: str) -> None:
    """Once the page is there that takes it."""
    visitor.page.locator("input[type=file]").wait_for(state="attached")
    visitor.page.evaluate(DROP, text)


def scrubber(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("slider", name="Step of the round")


def view_as(visitor: Visitor, viewpoint: str) -> None:
    visitor.page.get_by_role("combobox", name="View as").select_option(viewpoint)


def watch(guests: Guests, screen: dict[str, Any] = DESK, text: str | None = None) -> Visitor:
    """Somebody who has chosen a file."""
    visitor = guests.come(screen).go("/replay")
    data = (text or file_of_a_round()).encode()
    visitor.page.locator("input[type=file]").set_input_files(
        {"name": "round.cambio", "mimeType": "text/plain", "buffer": data}
    )
    expect(scrubber(visitor)).to_be_visible()
    return visitor


def is_at(visitor: Visitor, step: int) -> None:
    expect(scrubber(visitor)).to_have_value(str(step))


def marks(visitor: Visitor) -> list[int]:
    steps: list[int] = visitor.page.evaluate(
        "() => [...document.querySelectorAll('[data-step]')].map((mark) => Number(mark.dataset.step))"
    )
    return sorted(steps)


@DEVICES
def test_those_who_played_watch_their_round_again(open_guests: OpenGuests, device: str) -> None:
    """On a server of their own: rounds of tables with the same secret have the same name."""
    guests = open_guests()
    table = lay_called(guests)
    ana = guests.at(table, screen=SCREENS[device])
    finish(guests, table)
    result_of(ana).get_by_role("link", name="Watch again").click()
    expect(scrubber(ana)).to_be_visible()
    ana.page.keyboard.press("End")
    ana.sees(re.compile("Ana wins|Ana and Ben have"))
    ana.page.reload()
    expect(scrubber(ana)).to_be_visible()


def test_a_shuffle_is_checked_by_the_page_itself(guests: Guests) -> None:
    cases = json.loads(Path("tests/shuffles/vectors.json").read_text(encoding="utf-8"))["cases"]
    proven = next(case["file"] for case in cases if case["name"] == "a round with a reshuffle")
    visitor = watch(guests, text=proven)
    visitor.button("Check this shuffle").click()
    expect(visitor.page.get_by_text("All that can be checked here holds")).to_be_visible()
    expect(visitor.page.get_by_text("The deck is the one that the seeds give")).to_be_visible()
    assert not faults(visitor)


def test_others_find_no_such_round_and_are_told_so(guests: Guests) -> None:
    eve = guests.come()
    eve.may_lose_server = True
    eve.go()
    eve.page.get_by_label("Your name").fill("Eve")
    eve.button("Play now").click()
    expect(eve.choice("Ready")).to_be_visible()
    eve.go("/replay/nothing")
    expect(eve.page.get_by_role("alert")).to_have_text("You have no finished round of that name.")


@DEVICES
def test_keys_step_through_a_round(guests: Guests, device: str) -> None:
    visitor = watch(guests, SCREENS[device])
    press = visitor.page.keyboard.press
    is_at(visitor, 0)
    visitor.sees("The cards are dealt")
    press("ArrowRight")
    visitor.sees("Ana peeked at their bottom-left card")
    press("ArrowRight")
    is_at(visitor, 2)
    press("ArrowLeft")
    is_at(visitor, 1)
    press("s")
    is_at(visitor, 15)
    press("s")
    is_at(visitor, 18)
    press("Shift+S")
    is_at(visitor, 15)
    press("End")
    last = int(scrubber(visitor).get_attribute("max") or 0)
    is_at(visitor, last)
    press("Home")
    is_at(visitor, 0)
    press("Space")
    expect(visitor.button("Pause")).to_be_visible()
    is_at(visitor, 2)
    press("Space")
    expect(visitor.button("Play (Space)")).to_be_visible()


def test_the_scrubber_and_the_lanes_lead_to_a_step(guests: Guests) -> None:
    visitor = watch(guests)
    scrubber(visitor).fill("14")
    visitor.sees("Ana swapped their bottom-right card")
    expect(visitor.page.get_by_role("button", name=re.compile("^Ana’s bottom-right card"))).to_have_accessible_name(
        re.compile("seen by Ana, Ben, Cleo and Dan")
    )
    visitor.page.locator("[data-step='7']").click()
    is_at(visitor, 7)
    scrubber(visitor).focus()
    visitor.page.keyboard.press("ArrowRight")
    is_at(visitor, 8)


def test_without_spoilers_nothing_is_told_of_what_comes_later(guests: Guests) -> None:
    visitor = watch(guests)
    hides = visitor.page.get_by_role("checkbox", name="No spoilers")
    expect(hides).to_be_checked()
    scrubber(visitor).fill("20")
    assert max(marks(visitor)) == 20
    assert "wins" not in visitor.page.inner_text("body")
    hides.uncheck()
    assert max(marks(visitor)) > 300
    hides.check()
    visitor.page.keyboard.press("End")
    expect(hides).not_to_be_checked()
    # Whoever has seen the end once is not spared it again.
    again = guests.tab(visitor).go("/replay")
    again.page.locator("input[type=file]").set_input_files(
        {"name": "round.cambio", "mimeType": "text/plain", "buffer": file_of_a_round().encode()}
    )
    expect(again.page.get_by_role("checkbox", name="No spoilers")).not_to_be_checked()


@DEVICES
def test_a_round_is_seen_as_the_table_as_a_player_or_with_all_cards_open(guests: Guests, device: str) -> None:
    visitor = watch(guests, SCREENS[device])
    scrubber(visitor).fill("12")
    assert visitor.faces_up() == []
    view_as(visitor, "Ben")
    expect(
        visitor.page.get_by_role("button", name=re.compile("^Ben’s bottom-left card, 3 of diamonds"))
    ).to_be_visible()
    assert len(visitor.faces_up()) == 2
    is_at(visitor, 12)
    view_as(visitor, "All cards open")
    expect(
        visitor.page.get_by_role("button", name=re.compile("^Dan’s bottom-right card, 10 of diamonds"))
    ).to_be_visible()
    assert len(visitor.faces_up()) == 16


def test_pips_tell_who_knew_a_card_as_the_server_tells_it(guests: Guests) -> None:
    text = file_of_a_round()
    visitor = watch(guests, text=text)
    answer = visitor.page.request.post(
        f"{guests.server.base}/api/replay", data={"text": text}, headers={"Origin": guests.server.base}
    )
    steps = json.loads(answer.body())["steps"]
    for number in range(0, len(steps), 23):
        scrubber(visitor).fill(str(number))
        assert visitor.page.evaluate(PIPS) == steps[number].get("known_by", {}), f"step {number}"


def test_a_file_is_dropped_and_one_that_is_none_is_refused(guests: Guests) -> None:
    visitor = guests.come().go("/replay")
    visitor.may_lose_server = True
    expect(visitor.page.get_by_text("Drop a .cambio file here")).to_be_visible()
    drop(visitor, "no such thing")
    expect(visitor.page.get_by_role("alert")).to_contain_text("line 1: expected 'cambio 1' on top")
    drop(visitor, file_of_a_round())
    expect(scrubber(visitor)).to_be_visible()


@DEVICES
def test_a_replay_is_for_everybody(guests: Guests, shoot: Shoot, device: str) -> None:
    chosen = guests.come(SCREENS[device]).go("/replay")
    expect(chosen.page.get_by_text("Drop a .cambio file here")).to_be_visible()
    assert faults(chosen) == []
    visitor = watch(guests, SCREENS[device])
    view_as(visitor, "All cards open")
    for step in (40, 999):
        scrubber(visitor).evaluate(
            "(range, step) => { range.value = step; range.dispatchEvent(new Event('input')); }", step
        )
        visitor.page.wait_for_timeout(100)
        shoot(visitor, f"{device} replay at {step}")
        assert faults(visitor) == []


@pytest.mark.parametrize("screen", [DESK, PHONE, SMALL], ids=["desk", "phone", "small phone"])
@pytest.mark.parametrize("rules", ["cambia", "golf deck.decks=2"])
def test_a_replay_fits_its_screen(guests: Guests, screen: dict[str, Any], rules: str) -> None:
    visitor = watch(guests, screen, file_of_a_round(rules, 4 if rules == "cambia" else 8, 3))
    view_as(visitor, "all")
    for step in ("0", "30"):
        scrubber(visitor).fill(step)
        visitor.page.wait_for_timeout(100)
        assert find_faults(visitor, is_touch=screen is not DESK) == []


def test_a_replay_has_no_motion_where_less_is_asked_for(guests: Guests) -> None:
    visitor = watch(guests)
    scrubber(visitor).fill("12")
    visitor.page.keyboard.press("ArrowRight")
    assert visitor.page.evaluate("document.querySelectorAll('.flying').length") == 0
    moving = watch(guests, DESK | {"reduced_motion": "no-preference"})
    scrubber(moving).fill("12")
    moving.page.keyboard.press("ArrowRight")
    expect(moving.page.locator(".flying").first).to_be_attached()
