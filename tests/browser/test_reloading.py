"""A reload in the middle of anything: nothing is lost, and no face comes back that should be remembered."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from cambio.server.protocol.messages import Options

from .deck_search import Condition, anything, holding, is_over, matches_at
from .visitor import DESK, PHONE, Guests, Visitor, until

READY = ("a ready", "b ready")
DRAWN = (*READY, "a draw")
THROWN = (*DRAWN, "a throw")
SHOWN = (*READY, "a call", "b draw", "b swap b1", "dealer close")


@dataclass(frozen=True)
class Moment:
    """How a table comes to a phase, whose last step is made in the browser, and what it says there."""

    says: str
    rules: str
    moves: tuple[str, ...]
    step: Callable[[Visitor], None]
    condition: Condition = anything
    #: Faces in hands that the phase itself shows.
    open_looks: int = 0


def look_at_a_memory_card(ana: Visitor) -> None:
    ana.card("a3").click(delay=500)
    until(ana.page, lambda: ana.faces_in_hands() == [])


def press(*steps: str) -> Callable[[Visitor], None]:
    """Buttons by their first words, cards by their place."""

    def run(ana: Visitor) -> None:
        for step in steps:
            if step[0] in "ab" and step[1:].isdigit():
                ana.card(step).click()
            else:
                ana.choice(step).click()
                expect(ana.choice(step)).to_have_count(0)

    return run


def snap_bens_card(ana: Visitor) -> None:
    ana.page.keyboard.press("1")
    ana.page.keyboard.press("Shift+Q")
    # The times of the race lie on the pile for some seconds only.
    times = ana.table.get_by_text(re.compile(r"^You \d+ ms$"))
    expect(times).to_be_visible()
    expect(times).to_have_count(0, timeout=10_000)


def call(ana: Visitor) -> None:
    ana.choice("Cambio").click()
    ana.page.get_by_role("alertdialog").get_by_role("button", name="Call Cambio").click()


def throw_plainly(ana: Visitor) -> None:
    ana.choice("Throw it").click()


def nothing(_ana: Visitor) -> None:
    """The phase was there before."""


MOMENTS = {
    "memory": Moment("Hold a marked card to look", "cambia", (), look_at_a_memory_card),
    "ready": Moment("You are ready", "cambia", (), press("Ready")),
    "start": Moment("Your turn – draw", "cambia", ("b ready",), press("Ready")),
    "holding": Moment("swap it into your hand", "cambia", READY, press("Draw")),
    "a peek": Moment("Peek: choose", "classic", DRAWN, throw_plainly, holding("classic", "peek")),
    "a spy": Moment("Spy: choose", "classic", DRAWN, throw_plainly, holding("classic", "spy")),
    "a blind swap": Moment(
        "Blind swap: choose the first", "classic", DRAWN, throw_plainly, holding("classic", "trade")
    ),
    "half a blind swap": Moment(
        "Blind swap: now the second", "classic", DRAWN, press("Throw it", "a1"), holding("classic", "trade")
    ),
    "look and swap": Moment(
        "Look at one of yours and one of", "cambia", DRAWN, throw_plainly, holding("cambia", "look")
    ),
    "an open look": Moment(
        "Now look at somebody else’s card",
        "cambia",
        DRAWN,
        press("Throw it", "a1"),
        holding("cambia", "look"),
        open_looks=1,
    ),
    "two open looks": Moment(
        "Swap these two", "cambia", DRAWN, press("Throw it", "a1", "b1"), holding("cambia", "look"), open_looks=2
    ),
    "a gift": Moment("Give Ben one of yours", "cambia", THROWN, snap_bens_card, matches_at("b1")),
    "last turns": Moment("You called Cambio", "cambia", READY, call),
    "scores": Moment("Next round", "camp", SHOWN, nothing, is_over),
    "over": Moment("The match is over", "cambia", SHOWN, nothing, is_over),
}


@pytest.mark.parametrize("phase", MOMENTS)
def test_a_reload_loses_nothing_and_reveals_nothing(guests: Guests, phase: str) -> None:
    moment = MOMENTS[phase]
    table = guests.server.lay(moment.rules, *moment.moves, people="ab", condition=moment.condition)
    ana = guests.at(table, screen=PHONE if phase in ("memory", "a gift") else DESK)
    moment.step(ana)
    ana.sees(moment.says)
    until(ana.page, lambda: _is_shown(phase) or (len(ana.faces_up()) == moment.open_looks and not ana.is_looked_at()))
    before, log = ana.table.aria_snapshot(), ana.log_lines()
    ana.reload()
    ana.sees(moment.says)
    expect(ana.table).to_match_aria_snapshot(before)
    assert ana.log_lines() == log
    if not _is_shown(phase):
        assert len(ana.faces_up()) == moment.open_looks


def _is_shown(phase: str) -> bool:
    return phase in ("scores", "over")


def test_a_face_that_is_being_looked_at_is_gone_after_a_reload(guests: Guests) -> None:
    table = guests.server.lay("classic", *DRAWN, people="ab", condition=holding("classic", "peek"))
    ana = guests.at(table)
    press("Throw it", "a1")(ana)
    until(ana.page, lambda: len(ana.faces_up()) == 1)
    ana.reload()
    assert ana.faces_in_hands() == []
    assert table.hand("a")[0] not in [face for frame in ana.frames for face in frame.split('"')]


def test_the_log_tells_what_a_clock_and_a_stand_in_did_as_such_and_still_does_after_a_reload(guests: Guests) -> None:
    ana = guests.at(guests.server.lay("cambia", *READY, people="ab", options=Options(clock=1)))
    told = (
        "Time ran out: the stand-in drew a card",
        "A stand-in is playing for you",
        "Ben’s time ran out: the stand-in drew a card",
    )
    for line in told:
        ana.logs_line(line)
    ana.logs_line("Your stand-in drew a card")
    assert "You drew" not in ana.log
    ana.reload()
    ana.logs_line("Time ran out: the stand-in drew a card")
    ana.logs_line("Your stand-in drew a card")
    assert "You drew" not in ana.log
