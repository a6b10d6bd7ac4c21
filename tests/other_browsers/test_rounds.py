"""One whole round in Firefox and one in WebKit, from the landing page to the result, by mouse and by keys."""

from __future__ import annotations

import math
import os
from pathlib import Path

from PIL import Image

from tests.browser.live_server import LiveServer
from tests.browser.play_rounds import KEYS, OFFERS

from .person import Box, Person, wait_until

#: Decisions of one round, at most.
DECISIONS = 40
#: The lightest against the darkest pixel of a word, and of a box that has no check mark yet.
READABLE, VISIBLE = 4.5, 3.0
SHOTS = Path(os.environ.get("CAMBIO_SHOTS", "build/shots"))
CHOICES = "What you can do"


def test_a_round_from_the_landing_page_to_the_result(person: Person, server: LiveServer) -> None:
    person.browser.go(server.base)
    look_at_controls(person)
    person.press("textbox", "Your name")
    person.type("Ana")
    person.press("button", "Play now")
    look_at_a_card(person)
    play_round(person)
    keep(person, "result")
    assert "win" in " ".join(heading.words for heading in person.find("heading"))
    assert person.browser.complaints() == []


def look_at_controls(person: Person) -> None:
    """What a browser draws by itself can be told from what it lies on."""
    language = person.wait_for("combobox", "")
    keep(person, "home")
    # An arrow is at its right.
    assert contrast(person.picture(), language.box, of_width=0.7) >= READABLE
    person.press("button", "Make a table")
    boxes = wait_until(lambda: person.find("checkbox"), "check boxes")
    keep(person, "make-a-table")
    picture = person.picture()
    assert min(contrast(picture, each.box, margin=4) for each in boxes) >= VISIBLE
    person.press("button", "Back")


def look_at_a_card(person: Person) -> None:
    mine = "Your bottom-left card"
    wait_until(lambda: is_offered(person, "Ready"), "the deal")
    person.hold("button", mine)
    wait_until(lambda: "face down" not in person.wait_for("button", mine).name, "a face")
    keep(person, "look")
    person.let_go()
    wait_until(lambda: "face down" in person.wait_for("button", mine).name, "its back")


def play_round(person: Person) -> None:
    """Swap the first card that comes; then draw and throw, by mouse and by keys in turn; call at the third turn."""
    turns = 0
    for number in range(DECISIONS):
        offer = next_offer(person)
        if offer is None:
            return
        turns += offer == "Draw"
        if offer == "Throw it" and turns == 1:
            keep(person, "turn")
            person.press("button", "Your top-right card")
        elif offer == "Draw" and turns > 2 and is_offered(person, "Cambio"):
            person.press("button", "Cambio")
            person.press("button", "Call Cambio")
        elif number % 2 and offer in KEYS:
            person.press_key(KEYS[offer])
        else:
            person.press("button", offer)
        wait_until_gone(person, offer)
    raise AssertionError(f"the round was not over after {DECISIONS} decisions")


def wait_until_gone(person: Person, offer: str) -> None:
    """The press was heard."""
    wait_until(lambda: not is_offered(person, offer), f"{offer} to be done")


def is_offered(person: Person, offer: str) -> bool:
    return any(text.startswith(offer) for text in offers(person))


def offers(person: Person) -> list[str]:
    return [thing.words for thing in person.find("button", group=CHOICES) if thing.is_free]


def next_offer(person: Person) -> str | None:
    """The first of what is offered; None if the match is over."""

    def offered() -> list[str]:
        if person.sees("region", "The match is over"):
            return ["over"]
        texts = offers(person)
        return [offer for offer in OFFERS if any(text.startswith(offer) for text in texts)]

    first = wait_until(offered, "something to decide")[0]
    return None if first == "over" else first


def contrast(picture: Image.Image, box: Box, *, margin: float = -2, of_width: float = 1) -> float:
    """Between the lightest and the darkest pixel within a box, or around it."""
    left, top, width, height = box
    right, bottom = left + width * of_width, top + height
    part = picture.crop((round(left - margin), round(top - margin), round(right + margin), round(bottom + margin)))
    darkest, lightest = part.getextrema()
    assert isinstance(darkest, int) and isinstance(lightest, int)
    return (luminance(lightest) + 0.05) / (luminance(darkest) + 0.05)


def luminance(grey: float) -> float:
    return math.pow(grey / 255, 2.2)


def keep(person: Person, name: str) -> None:
    person.keep_picture(SHOTS / f"{person.name}-{name}.png")
