"""Playing on from a replay: the table stands as the round did, says that it counts for nothing, and leads back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from cambio import Game, notation
from cambio.demo import play_demonstration
from cambio.events import UNSEEN
from cambio.places import Seat
from cambio.rules import Rules
from cambio.view import GAP

from .conftest import OpenGuests, Shoot
from .layout_faults import find_faults
from .play_rounds import Finger, Mouse
from .test_replays import DEVICES, SCREENS, SMALL, drop, is_at, scrubber, view_as, watch
from .test_results import finish, lay_called, result_of
from .test_screens import faults
from .visitor import DESK, PHONE, Guests, Visitor, until

MARK = "Played on from a replay: counts for nothing"


def demonstration() -> tuple[Game, str]:
    """A finished round of four, and its file."""
    game, names = play_demonstration(Rules.parse("cambia"), 4, 7)
    return game, notation.write(game, names=names)


def turn_of(game: Game, seat: Seat, after: int) -> Game:
    """The round when that seat was about to begin a turn."""
    again = game.from_the_start()
    for actor, action in game.record:
        seen = again.view()
        if len(again.record) > after and seen.turn == seat and seen.phase == "start" and seen.caller is None:
            return again
        again.play(actor, action)
    raise AssertionError(f"expected a turn of {seat} after step {after}")


def dialog(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("dialog", name="Play on from here")


def open_dialog(visitor: Visitor, step: int) -> Locator:
    scrubber(visitor).fill(str(step))
    is_at(visitor, step)
    visitor.button("Play on from here").click()
    expect(dialog(visitor)).to_be_visible()
    return dialog(visitor)


def play(visitor: Visitor, *, level: str = "Beginner", cards: str = "As they were") -> None:
    """What is asked for is chosen, and the table is there."""
    dialog(visitor).get_by_role("combobox", name="The bots play").select_option(level)
    dialog(visitor).get_by_role("radio", name=cards).check()
    dialog(visitor).get_by_role("button", name="Play", exact=True).click()
    visitor.page.wait_for_url("**/table/*")
    expect(visitor.live).to_be_visible()


def welcome_of(visitor: Visitor) -> dict[str, Any]:
    until(visitor.page, lambda: any(each["type"] == "welcome" for each in visitor.messages()))
    return [each for each in visitor.messages() if each["type"] == "welcome"][-1]


def stands_as(visitor: Visitor, game: Game, seat: Seat) -> None:
    """Hands, pile and turn as they were, and face up what the seat had seen."""
    board, seen = welcome_of(visitor)["board"], game.view(seat)
    slots = {each: "".join("-" if card == GAP else "?" for card in hand) for each, hand in seen.hands.items()}
    assert board["hands"] == slots
    assert (board["top"], board["turn"], board["stock"], board["pile"]) == (
        seen.top,
        seen.turn,
        seen.stock,
        seen.discards,
    )
    known = [card for hand in seen.hands.values() for card in hand if card not in (GAP, UNSEEN)]
    until(visitor.page, lambda: len(visitor.faces_up()) == len(known))


@DEVICES
@pytest.mark.parametrize("cards", ["As they were", "Dealt anew"])
def test_the_round_of_a_file_is_played_on(guests: Guests, shoot: Shoot, device: str, cards: str) -> None:
    game, text = demonstration()
    before = turn_of(game, "b", 40)
    visitor = guests.come(SCREENS[device]).go("/replay")
    drop(visitor, text)
    expect(scrubber(visitor)).to_be_visible()
    view_as(visitor, "Ben")
    opened = open_dialog(visitor, len(before.record))
    # Whom one looked as is whose place one takes.
    expect(opened.get_by_role("combobox", name="You sit in the place of")).to_have_value("b")
    expect(opened.get_by_role("combobox", name="The bots play")).to_have_value("expert")
    expect(opened).to_contain_text("What Ben had not seen by then")
    shoot(visitor, f"playon {device} dialog")
    assert faults(visitor) == []
    play(visitor, cards=cards)
    stands_as(visitor, before, "b")
    said = visitor.page.get_by_role("banner").get_by_text("From a replay" if device == "phone" else MARK)
    expect(said).to_be_visible()
    shoot(visitor, f"playon {device} table {cards}")
    assert faults(visitor) == []
    hands = Finger(visitor) if device == "phone" else Mouse(visitor)
    hands.play_round(calls_after=0)
    expect(hands.result).to_contain_text(MARK)
    expect(visitor.button("Try again from here")).to_be_visible()
    # A file has no page of its own to go back to, and no round of this kind is kept.
    assert hands.result.locator("a:not([href='/'])").count() == 0
    shoot(visitor, f"playon {device} end")
    assert faults(visitor) == []
    visitor.go("/games")
    expect(visitor.page.get_by_role("main")).to_contain_text("play")
    assert visitor.page.locator("a[href^='/replay/']").count() == 0


@DEVICES
def test_a_round_of_ones_own_is_played_on_and_leads_back_to_its_step(
    open_guests: OpenGuests, shoot: Shoot, device: str
) -> None:
    guests = open_guests()
    table = lay_called(guests)
    ana = guests.at(table, screen=SCREENS[device])
    finish(guests, table)
    result_of(ana).get_by_role("link", name="Watch again").click()
    expect(scrubber(ana)).to_be_visible()
    # After both are ready Ana has the first turn; nobody has told the page whose round it is but her name.
    opened = open_dialog(ana, 2)
    expect(opened.get_by_role("combobox", name="You sit in the place of")).to_have_value("a")
    play(ana)
    hands = Finger(ana) if device == "phone" else Mouse(ana)
    hands.play_round(calls_after=0)
    again = ana.button("Try again from here")
    expect(again).to_be_focused()
    first = ana.page.url
    again.click()
    ana.page.wait_for_url(lambda url: "/table/" in url and url != first)
    expect(ana.choice("Draw")).to_be_visible()
    hands.play_round(calls_after=0)
    shoot(ana, f"playon {device} end of ones own")
    ana.page.get_by_role("link", name="Back to the replay").click()
    ana.page.wait_for_url("**/replay/*?step=2")
    is_at(ana, 2)
    ana.page.reload()
    is_at(ana, 2)
    # The round that was watched is there, and none of those that were played on.
    ana.go("/games")
    rounds = ana.page.locator("a[href^='/replay/']")
    expect(rounds.first).to_be_visible()
    assert len({link.get_attribute("href") for link in rounds.all()}) == 1


def test_a_table_that_is_played_on_can_be_gone_on_with_from_the_landing_page(guests: Guests) -> None:
    game, text = demonstration()
    before = turn_of(game, "a", 40)
    visitor = watch(guests, text=text)
    open_dialog(visitor, len(before.record))
    play(visitor)
    stands_as(visitor, before, "a")
    visitor.page.reload()
    until(visitor.page, lambda: len([each for each in visitor.messages() if each["type"] == "welcome"]) == 2)
    stands_as(visitor, before, "a")
    visitor.go()
    expect(visitor.page.get_by_role("region", name=re.compile("Continue|Go on|Your games"))).to_contain_text(
        "From a replay"
    )


def test_keys_alone_play_on(guests: Guests) -> None:
    game, text = demonstration()
    step = len(turn_of(game, "a", 20).record)
    visitor = watch(guests, text=text)
    scrubber(visitor).fill(str(step))
    button = visitor.button("Play on from here")
    button.focus()
    visitor.page.keyboard.press("Enter")
    expect(dialog(visitor)).to_be_focused()
    # The keys of the replay are asleep: s would jump to the next snap.
    visitor.page.keyboard.press("s")
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.keyboard.press("Escape")
    expect(dialog(visitor)).to_have_count(0)
    expect(button).to_be_focused()
    is_at(visitor, step)
    visitor.page.keyboard.press("Enter")
    radio = dialog(visitor).get_by_role("radio", name="As they were")
    radio.focus()
    visitor.page.keyboard.press("ArrowDown")
    expect(dialog(visitor).get_by_role("radio", name="Dealt anew")).to_be_checked()
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_url("**/table/*")


def test_there_is_nothing_to_play_on_at_the_end(guests: Guests) -> None:
    visitor = watch(guests)
    visitor.page.keyboard.press("End")
    button = visitor.button("Play on from here")
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(button).to_have_attribute("title", re.compile("^The round is over here"))
    button.click(force=True)
    expect(dialog(visitor)).to_have_count(0)


@pytest.mark.parametrize("screen", [DESK, PHONE, SMALL], ids=["desk", "phone", "small phone"])
def test_the_dialog_fits_its_screen(guests: Guests, screen: dict[str, Any]) -> None:
    visitor = watch(guests, screen)
    assert find_faults(visitor, is_touch=screen is not DESK) == []
    opened = open_dialog(visitor, 12)
    visitor.page.wait_for_timeout(100)
    width, height = screen["viewport"]["width"], screen["viewport"]["height"]
    for control in opened.locator("select, button, label").all():
        control.scroll_into_view_if_needed()
        box = control.bounding_box()
        assert box is not None and box["height"] >= 40
        assert box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] + box["height"] <= height


def test_a_table_that_is_played_on_speaks_spanish(guests: Guests, shoot: Shoot) -> None:
    visitor = guests.come(PHONE | {"locale": "es-MX"}).go("/replay")
    drop(visitor, demonstration()[1])
    button = visitor.button("Seguir desde aquí")
    expect(button).to_be_visible()
    visitor.page.get_by_role("slider").fill("12")
    button.click()
    shown = visitor.page.get_by_role("dialog", name="Seguir desde aquí")
    expect(shown).to_contain_text("no había visto hasta entonces")
    shoot(visitor, "playon phone dialog es")
    shown.get_by_role("button", name="Jugar", exact=True).click()
    expect(visitor.page.get_by_role("banner").get_by_text("De una repetición")).to_be_visible()
