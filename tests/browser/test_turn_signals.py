"""Whose turn it is, for players who look elsewhere: in the tab, by a sound, by a notification."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .fixtures import TableFixture
from .visitor import DESK, FACE, PHONE, Guests, Visitor, until

DEVICES = pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
READY = ("a ready", "b ready")
ICON = "() => document.querySelector('link[rel=icon]').getAttribute('href')"
#: As if the player had gone to another tab, or had come back.
HIDE = """(isHidden) => {
  const state = isHidden ? "hidden" : "visible";
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
#: Notifications belong to the system: the browser is asked, and answers, but nothing appears on the screen.
RECORD = """(answer) => {
  window.asked = 0;
  window.shown = [];
  window.Notification = class {
    static permission = "default";
    static async requestPermission() {
      window.asked += 1;
      return (this.permission = answer);
    }
    constructor(title, { body, tag }) {
      this.told = { title, body, tag, isOpen: true };
      window.shown.push(this.told);
    }
    close() {
      this.told.isOpen = false;
    }
  };
}"""
#: The pitch of every tone that is played from now on.
LISTEN = """() => {
  window.tones = [];
  const Played = window.OscillatorNode;
  window.OscillatorNode = class extends Played {
    constructor(context, options) {
      super(context, options);
      window.tones.push(options.frequency);
    }
  };
}"""
OFFER = "Get a notification when it’s your turn?"
#: Milliseconds.
LONG_WAIT = 15_000


def icon(visitor: Visitor) -> str:
    path: str = visitor.page.evaluate(ICON)
    return path


def play_turn(visitor: Visitor, card: str) -> None:
    """Draw, and swap the card in: nobody can tell anything from that."""
    visitor.choice("Draw").click()
    visitor.sees("swap it into your hand")
    visitor.card(card, seat=card[0]).click()


def pair(guests: Guests, screen: dict[str, Any] = DESK) -> tuple[Visitor, Visitor, TableFixture]:
    """Ana, whose turn it is, and Ben, who waits."""
    table = guests.server.lay("classic", *READY, people="ab")
    return guests.at(table), guests.at(table, "b", screen), table


@DEVICES
def test_title_and_icon_tell_whose_turn_it_is(guests: Guests, screen: dict[str, Any]) -> None:
    ana, ben, _table = pair(guests, screen)
    expect(ana.page).to_have_title("Your turn · Your table · Cambio")
    expect(ben.page).to_have_title("Ana’s turn · Ana’s table · Cambio")
    assert icon(ana) == "/mark-turn.svg"
    assert icon(ben) == "/mark.svg"

    play_turn(ana, "a1")
    expect(ben.page).to_have_title("Your turn · Ana’s table · Cambio")
    expect(ana.page).to_have_title("Ben’s turn · Your table · Cambio")
    assert icon(ben) == "/mark-turn.svg"
    assert icon(ana) == "/mark.svg"

    ben.page.get_by_role("link", name="Cambio, home page").click()
    expect(ben.page).to_have_title("Cambio")
    assert icon(ben) == "/mark.svg"


def test_the_icon_of_a_turn_is_a_picture(guests: Guests) -> None:
    ana, _ben, _table = pair(guests)
    answer = ana.page.request.get(f"{guests.server.base}/mark-turn.svg")
    assert answer.status == 200
    assert "#FFC145" in answer.text()


def test_a_table_that_waits_for_players_says_so_in_its_tab(guests: Guests) -> None:
    table = guests.server.lay("cambia", seats=3, people="a", is_started=False)
    ana = guests.at(table)
    expect(ana.page).to_have_title("Waiting for players · Your table · Cambio")


@DEVICES
def test_a_notification_is_offered_in_place_and_calls_back_whoever_said_yes(
    guests: Guests, screen: dict[str, Any]
) -> None:
    ana, ben, _table = pair(guests, screen)
    ben.page.evaluate(RECORD, "granted")
    offer = ben.table.get_by_role("group", name=OFFER)
    expect(offer).to_be_visible(timeout=LONG_WAIT)
    assert ben.page.evaluate("window.asked") == 0
    offer.get_by_role("button", name="Yes").click()
    expect(offer).to_have_count(0)
    assert ben.page.evaluate("window.asked") == 1

    ben.page.evaluate(HIDE, True)
    play_turn(ana, "a1")
    until(ben.page, lambda: len(ben.page.evaluate("window.shown")) == 1)
    (shown,) = ben.page.evaluate("window.shown")
    assert (shown["title"], shown["body"], shown["isOpen"]) == ("Your turn", "Ana’s table", True)
    assert not FACE.search(str(shown))

    ben.page.evaluate(HIDE, False)
    until(ben.page, lambda: not ben.page.evaluate("window.shown[0].isOpen"))
    play_turn(ben, "b1")
    expect(ben.page).to_have_title(re.compile("^Ana’s turn"))
    play_turn(ana, "a2")
    expect(ben.page).to_have_title(re.compile("^Your turn"))
    assert len(ben.page.evaluate("window.shown")) == 1, "whoever sees the page needs no notification"


def test_whoever_said_no_is_not_asked_again(guests: Guests) -> None:
    ana, ben, table = pair(guests)
    ben.page.evaluate(RECORD, "granted")
    offer = ben.table.get_by_role("group", name=OFFER)
    expect(offer).to_be_visible(timeout=LONG_WAIT)
    offer.get_by_role("button", name="No").click()
    expect(offer).to_have_count(0)
    ben.page.evaluate(HIDE, True)
    play_turn(ana, "a1")
    expect(ben.page).to_have_title(re.compile("^Your turn"))
    assert ben.page.evaluate("[window.asked, window.shown.length]") == [0, 0]
    kept = ben.page.evaluate("JSON.parse(localStorage['cambio.settings']).turnNotification")
    assert kept is False
    assert table.game is not None


def test_whoever_waits_for_friends_before_the_match_is_offered_a_notification_too(guests: Guests) -> None:
    table = guests.server.lay("cambia", seats=2, people="a", is_started=False)
    ana = guests.at(table)
    ana.page.evaluate(RECORD, "denied")
    offer = ana.table.get_by_role("group", name=OFFER)
    expect(offer).to_be_visible(timeout=LONG_WAIT)
    offer.get_by_role("button", name="Yes").click()
    expect(offer).to_have_count(0)
    ana.button("Settings").click()
    box = ana.page.get_by_role("checkbox", name=re.compile("^Notification on your turn"))
    expect(box).not_to_be_checked()
    expect(ana.page.get_by_text("Your browser blocks notifications from this page.")).to_be_visible()


def test_a_notification_can_be_chosen_in_the_settings(guests: Guests) -> None:
    ana, ben, _table = pair(guests)
    ben.page.evaluate(RECORD, "granted")
    ben.button("Settings").click()
    ben.page.get_by_role("checkbox", name=re.compile("^Notification on your turn")).check()
    ben.page.keyboard.press("Escape")
    ben.page.evaluate(HIDE, True)
    play_turn(ana, "a1")
    until(ben.page, lambda: len(ben.page.evaluate("window.shown")) == 1)


@pytest.mark.parametrize("is_wanted", [True, False], ids=["wanted", "not wanted"])
def test_a_sound_calls_whoever_is_in_another_tab_if_they_like(guests: Guests, is_wanted: bool) -> None:
    ana, ben, _table = pair(guests)
    ben.page.evaluate(LISTEN)
    ben.button("Settings").click()
    box = ben.page.get_by_role("checkbox", name=re.compile("^Sound on your turn"))
    expect(box).to_be_checked()
    box.set_checked(is_wanted)
    ben.page.keyboard.press("Escape")
    ben.page.evaluate(HIDE, True)
    play_turn(ana, "a1")
    expect(ben.page).to_have_title(re.compile("^Your turn"))
    ben.page.wait_for_timeout(300)
    assert (len(ben.page.evaluate("window.tones")) >= 4) is is_wanted
