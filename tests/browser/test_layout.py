"""Two to eight seats on a desk and on a phone: everything is on the screen, and nothing lies on anything else."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import pytest
from playwright.sync_api import Route, expect

from cambio.game import Game
from cambio.places import seat_named

from .conftest import Shoot
from .deck_search import hand, sizes
from .visitor import DESK, PHONE, Guests, Visitor, until

DEVICES = {"desk": DESK, "phone": PHONE}
SMALL: dict[str, object] = PHONE | {"viewport": {"width": 360, "height": 640}}
#: Cards lean, lift and have rims; what touches by this many pixels does not overlap.
RIM = 3.0
READY = [f"{seat_named(seat)} ready" for seat in range(8)]

#: Everything that has a place of its own, by what it is.
PARTS = """() => {
  const parts = [];
  const add = (name, element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    const isSeen = width > 1 && height > 1 && getComputedStyle(element).visibility !== "hidden";
    if (isSeen) parts.push({ name, left, top, right, bottom });
  };
  const main = document.querySelector("main");
  const all = (selector) => [...main.querySelectorAll(selector)];
  for (const card of all("[role=group] [data-spot]")) add(card.dataset.spot, card);
  for (const region of all("section[aria-label]")) add(region.ariaLabel, region.firstElementChild);
  for (const button of all("[role=group] button:not([data-spot])")) add(button.innerText.split("\\n")[0], button);
  const isPrompt = (div) => /^Your turn/.test(div.innerText) && !div.querySelector("div, button");
  all("div").filter(isPrompt).forEach((prompt) => add("the prompt", prompt));
  return parts;
}"""


class Part(NamedTuple):
    name: str
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Part) -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        along = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > RIM and along > RIM


def parts_of(visitor: Visitor) -> list[Part]:
    return [Part(**part) for part in visitor.page.evaluate(PARTS)]


def check(visitor: Visitor) -> None:
    """Nothing covers anything, and nothing is off the screen or under the rail."""
    parts = parts_of(visitor)
    assert len(parts) > 10, f"expected cards, plates and buttons, but found {parts}"
    covered = [f"{one.name} and {two.name}" for one, two in combinations(parts, 2) if one.overlaps(two)]
    box = visitor.table.bounding_box()
    assert box is not None
    screen = Part("", box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"])
    outside = [
        part.name
        for part in parts
        if part.left < screen.left - RIM
        or part.right > screen.right + RIM
        or part.top < screen.top - RIM
        or part.bottom > screen.bottom + RIM
    ]
    assert covered == [], "lie on one another"
    assert outside == [], f"are outside of {screen}"


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("seats", [2, 5, 8])
def test_seats_have_room(guests: Guests, shoot: Shoot, seats: int, device: str) -> None:
    """Other numbers, moments and sizes are looked at in test_screen_sizes.py."""
    table = guests.server.lay("stick", *READY[:seats], "a draw", seats=seats)
    visitor = guests.at(table, screen=DEVICES[device])
    visitor.sees("Your turn")
    visitor.page.wait_for_timeout(300)
    shoot(visitor, f"{device} {seats} seats")
    check(visitor)


def test_no_hand_lies_on_the_table_before_the_rules_say_how(guests: Guests) -> None:
    """They come after the table itself: laid out without them, eight cards would lie as four and four penalties do."""
    table = guests.server.lay("stick deal.cards=8", *READY[:4], seats=4)
    visitor = guests.come(token=table.tokens["a"])
    asked: list[Route] = []
    visitor.page.route("**/api/rules", lambda route: asked.append(route))
    visitor.go(f"/table/{table.id}")
    expect(visitor.live).to_be_visible()
    until(visitor.page, lambda: bool(asked))
    visitor.page.wait_for_timeout(200)
    expect(visitor.table.locator("[data-spot]")).to_have_count(0)
    asked.pop().continue_()
    visitor.page.unroute("**/api/rules")
    visitor.page.locator("[data-spot=b8]").wait_for()
    check(visitor)


def test_a_table_is_shown_even_where_its_rules_can_t_be_had(guests: Guests) -> None:
    table = guests.server.lay("stick", *READY[:2])
    visitor = guests.come(token=table.tokens["a"])
    visitor.may_lose_server = True
    visitor.page.route("**/api/rules", lambda route: route.abort())
    visitor.sit_down(table)
    visitor.sees("Your turn")
    visitor.page.unroute("**/api/rules")


@pytest.mark.parametrize("device", DEVICES)
def test_penalties_open_columns_and_move_nothing(guests: Guests, device: str) -> None:
    """After two wrong snaps each, by somebody and by the player."""
    snaps = ("b snap b1", "b snap b2", "a snap a1", "a snap a2")

    before = guests.server.lay("cambia", *READY[:4], "a draw", "a throw", seats=4, people="abcd")
    after = guests.server.lay(
        "cambia", *READY[:4], "a draw", "a throw", *snaps, seats=4, people="abcd", condition=sizes(a=8, b=8)
    )
    visitor = guests.at(after, screen=DEVICES[device])
    visitor.page.wait_for_timeout(300)
    check(visitor)
    calm = guests.at(before, screen=DEVICES[device])
    calm.page.wait_for_timeout(300)
    places = [{part.name: (part.left, part.top) for part in parts_of(each)} for each in (visitor, calm)]
    for name in ("c1", "d4", "stock"):
        assert places[0][name] == pytest.approx(places[1][name], abs=0.1), name


def has_eight(game: Game) -> bool:
    return len(hand(game, "a")) == 8


def test_eight_cards_have_room_on_a_phone(guests: Guests, shoot: Shoot) -> None:
    """Also while a card is held."""
    moves = (*READY[:2], "a draw", "a throw", "a snap a1", "a snap a2", "b draw", "b swap b1", "a draw")
    table = guests.server.lay("cambia", *moves, seats=2, people="ab", condition=has_eight)
    visitor = guests.at(table, screen=PHONE)
    visitor.sees("swap it into your hand")
    visitor.page.wait_for_timeout(300)
    shoot(visitor, "phone penalties and a card held")
    check(visitor)
    parts = {part.name: part for part in parts_of(visitor)}
    assert all(parts[f"a{slot}"].right - parts[f"a{slot}"].left >= 44 for slot in range(1, 9))


#: A round that the third seat calls, by rules under which a match goes on.
CALLED = ("a draw", "a swap a1", "b draw", "b swap b1", "c call")


@pytest.mark.parametrize("device", [*DEVICES, "small phone"])
@pytest.mark.parametrize("seats", [3, 8])
def test_the_scores_cover_no_card(guests: Guests, shoot: Shoot, seats: int, device: str) -> None:
    after = [seat_named((3 + turn) % seats) for turn in range(seats - 1)]
    last = [move for seat in after for move in (f"{seat} draw", f"{seat} swap {seat}2")]
    everybody = "".join(map(seat_named, range(seats)))
    table = guests.server.lay("camp", *READY[:seats], *CALLED, *last, "dealer close", seats=seats, people=everybody)
    visitor = guests.at(table, screen=DEVICES.get(device, SMALL))
    panel = visitor.page.get_by_role("region", name="Round 1")
    panel.wait_for()
    visitor.page.wait_for_timeout(500)
    shoot(visitor, f"{device} scores of {seats}")
    box = panel.bounding_box()
    assert box is not None
    scores = Part("the scores", box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"])
    cards = [part for part in parts_of(visitor) if part.name[1:].isdigit()]
    assert len(cards) == 4 * seats
    assert [card.name for card in cards if card.overlaps(scores)] == []
    expect(visitor.button("Next round")).to_be_in_viewport(ratio=1)
    assert scores.bottom <= visitor.page.evaluate("innerHeight")


@pytest.mark.parametrize("locale", ["en-GB", "es-MX"])
@pytest.mark.parametrize("device", DEVICES)
def test_the_tutorial_has_room_for_its_words(guests: Guests, device: str, locale: str) -> None:
    visitor = guests.come(DEVICES[device], locale=locale).go("/tutorial")
    visitor.page.locator("[data-spot=a4]").wait_for()
    visitor.page.wait_for_timeout(500)
    check(visitor)


def test_a_watcher_with_a_phone_is_told_whose_hand_is_near(guests: Guests) -> None:
    table = guests.server.lay("cambia", *READY[:2], "a draw", people="ab")
    visitor = guests.come(PHONE).sit_down(table)
    visitor.sees("Ana looks at the drawn card")
    expect(visitor.table.get_by_text("Ana", exact=True).last).to_be_visible()


def test_the_left_handed_flip_puts_the_snap_button_on_the_other_side(guests: Guests) -> None:
    table = guests.server.lay("cambia", *READY[:2], people="ab")
    visitor = guests.at(table, screen=PHONE)
    before = _left_of_snap(visitor)
    visitor.button("Menu").tap()
    sheet = visitor.page.get_by_role("dialog")
    sheet.get_by_text("Settings", exact=True).tap()
    sheet.get_by_label("Left-handed").check()
    sheet.get_by_role("button", name="Close").tap()
    assert _left_of_snap(visitor) > before + 100


def _left_of_snap(visitor: Visitor) -> float:
    box = visitor.page.get_by_role("button", name="Snap").filter(visible=True).first.bounding_box()
    assert box is not None
    return box["x"]
