"""The tutorial, played by learners: one who does what the hints say, and one who does everything else."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from cambio.server.tables.opening import tutorial

from .conftest import Shoot
from .visitor import DESK, PHONE, Guests, Visitor

TABLET: dict[str, Any] = PHONE | {"viewport": {"width": 768, "height": 1024}}
SMALL: dict[str, Any] = PHONE | {"viewport": {"width": 320, "height": 568}}
#: More moves than any lesson needs.
MAX_MOVES = 120
#: The one loud thing on the screen; a snap and a call are loud in their own colours.
LOUD = ".btn.primary, .btn.snap, .btn.loud, .ask .btn.cambio"
#: Milliseconds for which nothing may change before it is read: rings look for their cards a little less often.
STILL = 200
#: Milliseconds after which the same hint as before is a new one.
PATIENCE = 3000
#: All that a learner goes by, at one moment: what comes between two questions to the page would belong to neither.
LOOK = """(loud) => {
  const card = document.querySelector(".lesson-card");
  const words = (selector) => card?.querySelector(selector)?.innerText ?? "";
  const rings = [...document.querySelectorAll("[data-pointer]")].map((ring) => {
    const { left, top, width, height } = ring.getBoundingClientRect();
    return [left, top, width, height];
  });
  const buttons = [...document.querySelectorAll(loud)].map((button) => [button.innerText, button.disabled]);
  const isOver = document.querySelector(".scores") !== null;
  return { step: words("header b"), hint: words(".advice"), reaction: words(".reaction"), rings, buttons, isOver };
}"""
STEPS = {
    "en": [
        "Look at your cards",
        "Keep a low card",
        "Throw a card away",
        "Power: peek",
        "Power: spy",
        "Power: blind swap",
        "Power: look and swap",
        "Snap a card",
        "A wrong snap",
        "Very low: the joker",
        "Very low: a red king",
        "Call Cambio",
    ],
    "es": [
        "Mira tus cartas",
        "Quédate una carta baja",
        "Tira una carta",
        "Poder: mirar",
        "Poder: espiar",
        "Poder: cambio a ciegas",
        "Poder: mirar y cambiar",
        "Caza una carta",
        "Cazar mal",
        "Muy baja: el comodín",
        "Muy baja: un rey rojo",
        "Canta Cambio",
    ],
}
#: Every sentence that the card says, also those that are there only for a moment.
LISTEN = """() => {
  window.said = [];
  const note = () => {
    const words = document.querySelector(".lesson-card .words")?.innerText ?? "";
    if (words !== window.said.at(-1)) window.said.push(words);
  };
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
END = {"en": "That was Cambio!", "es": "¡Eso es Cambio!"}
#: Keeps a lesson that has just begun, as if the learner had left the page there.
KEEP = """async (lesson) => {
  const made = await fetch("/api/tables", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ lesson }),
  });
  const { table } = await made.json();
  localStorage.setItem("cambio.tutorial", JSON.stringify({ lesson, table, done: [] }));
}"""


class Learner:
    """Reads the card beside the table, and does what it points at."""

    def __init__(self, visitor: Visitor, language: str = "en", shoot: Shoot | None = None, name: str = "") -> None:
        self.visitor, self.page, self.language = visitor, visitor.page, language
        self._shoot, self._name = shoot, name
        self.steps: list[str] = []
        self.hints: list[str] = []
        self.reactions: list[str] = []
        #: Which step the heading named while a reaction was read.
        self.praised: dict[str, str] = {}
        self._seen: dict[str, Any] = {}
        self._followed: dict[str, Any] = {}

    @property
    def card(self) -> Locator:
        title = "Learn Cambio" if self.language == "en" else "Aprender Cambio"
        return self.page.get_by_role("region", name=title)

    @property
    def end(self) -> Locator:
        return self.page.get_by_role("region", name=END[self.language])

    @property
    def advice(self) -> str:
        return self.card.locator(".advice").inner_text()

    def read(self) -> None:
        """What the card said when it asked."""
        step, told = self._seen["step"], self._seen["reaction"]
        is_new = step not in self.steps
        if is_new:
            self.steps.append(step)
        if told and (not self.reactions or self.reactions[-1] != told):
            self.reactions.append(told)
        if told:
            self.praised.setdefault(told, step)
        self.hints.append(self._seen["hint"])
        if self._shoot is not None and is_new:
            self._shoot(self.visitor, f"{self._name} {len(self.hints):02} {step}")

    def is_asked(self) -> bool:
        """Wait until the card asks for something to be done; else the lesson is over."""
        seen: dict[str, Any] = {}
        for waited in range(0, 30_000, STILL):
            before, seen = seen, self.page.evaluate(LOOK, LOUD)
            is_asked = seen["step"] and (seen["rings"] or seen["buttons"])
            is_new = seen != self._followed or waited >= PATIENCE
            if seen == before and is_new and (is_asked or seen["isOver"]):
                self._seen = seen
                return not seen["isOver"]
            self.page.wait_for_timeout(STILL)
        raise AssertionError(f"nothing is asked: {seen}")

    def loud(self) -> list[Locator]:
        return [each for each in self.page.locator(LOUD).all() if each.is_visible() and each.is_enabled()]

    def follow(self) -> None:
        """Press the loud button; where there is none, the card in the ring."""
        self._followed = self._seen
        loud = self.loud()
        assert len(loud) <= 1, [each.inner_text() for each in loud]
        if loud:
            loud[0].click()
            return
        spot = self.page.evaluate(
            """() => {
              const { left, top, width, height } = document.querySelector("[data-pointer]").getBoundingClientRect();
              const [x, y] = [left + width / 2, top + height / 2];
              return document.elementFromPoint(x, y).closest("button[data-spot]").dataset.spot;
            }"""
        )
        self.page.locator(f"[data-spot={spot}]").click()

    def play(self, until: str | None = None) -> None:
        """To the end of all lessons, or until a step."""
        for _ in range(MAX_MOVES):
            if not self.is_asked():
                expect(self.end).to_be_visible()
                return
            self.read()
            if until is not None and until in self.steps:
                return
            self.follow()
        raise AssertionError(f"no end after {self.hints[-5:]}")


def start(guests: Guests, screen: dict[str, Any], locale: str = "en-GB", *, lesson: int = 1) -> Visitor:
    """At the beginning of a lesson."""
    visitor = guests.come(screen, locale=locale).go("/tutorial")
    visitor.page.locator("[data-spot=a4]").wait_for()
    if lesson > 1:
        come_back(visitor, lesson)
    return visitor


def come_back(visitor: Visitor, lesson: int) -> None:
    """To a lesson that had just begun."""
    visitor.page.evaluate(KEEP, lesson)
    visitor.page.reload()
    visitor.page.get_by_role("button", name="Continue").click()
    visitor.page.locator("[data-spot=a4]").wait_for()


@pytest.mark.parametrize(("screen", "locale"), [(DESK, "en-GB"), (PHONE, "es-MX")], ids=["desk", "phone"])
def test_who_follows_the_hints_sees_everything_once_and_wins(
    guests: Guests, shoot: Shoot, screen: dict[str, Any], locale: str
) -> None:
    language = locale[:2]
    visitor = start(guests, screen, locale)
    learner = Learner(visitor, language, shoot, f"tutorial {language}")
    learner.play()
    assert learner.steps == STEPS[language]
    told = "\n".join(learner.reactions)
    praise, cost = (
        (r"Right! 9♥ is gone: 9 points less", r"Blaise snapped .* Wrong: it goes back, and Blaise gets 2 more cards")
        if language == "en"
        else (r"¡Bien! 9♥ ya no está: 9 puntos menos", r"Blaise quiso cazar .* Mal: la carta vuelve, y Blaise recibe 2")
    )
    assert re.search(praise, told), told
    assert re.search(cost, told), told
    assert re.search(r"A♥ (instead of|en lugar de) Q♥: 11", told), told
    headings = STEPS[language]
    for words, heading in ((r"Q♥: 11", 1), (r"8♥, 8", 3), (r"2♥\. Blaise", 4), (r"9♥ (is gone|ya no)", 7), (r"J♣", 8)):
        assert next(step for said, step in learner.praised.items() if re.search(words, said)) == headings[heading]
    expect(learner.end).to_contain_text("You win!" if language == "en" else "¡Ganas")
    expect(learner.end).to_contain_text("rules called Cambia" if language == "en" else "reglas Cambia")
    ways = ["Play a real game", "Start again", "Home"] if language == "en" else ["Jugar de verdad", "Empezar de nuevo"]
    for way in ways:
        expect(learner.end.get_by_text(way)).to_be_in_viewport(ratio=1)
    shoot(visitor, f"tutorial {language} end")
    again, first = ("Start again", "step 1 of 12") if language == "en" else ("Empezar de nuevo", "paso 1 de 12")
    learner.end.get_by_role("button", name=again).click()
    expect(learner.card).to_contain_text(first)


def test_who_does_the_opposite_of_all_advice_comes_to_a_sensible_end(guests: Guests, shoot: Shoot) -> None:
    """Swaps everything, never snaps, and calls as soon as that is allowed; the lessons go on all the same."""
    visitor = start(guests, PHONE)
    learner = Learner(visitor)
    early = visitor.page.get_by_role("region", name="The round is over")
    for lesson in range(len(tutorial.LESSONS)):
        visitor.page.locator("[data-spot=a4]").wait_for()
        visitor.choice("Ready").click()
        for _ in range(2):
            visitor.choice("Draw").click()
            # What is touched while the draw is on its way decides nothing.
            expect(visitor.choice("Throw it")).to_be_visible()
            visitor.card("a1").click()
            expect(learner.card.locator(".reaction")).to_be_visible()
            learner.card.get_by_role("button", name="Go on").click()
            expect(visitor.choice("Draw")).to_be_visible()
        assert learner.card.locator(".advice").inner_text()
        visitor.choice("Cambio").click()
        visitor.page.get_by_role("button", name="Call Cambio").click()
        if lesson + 1 < len(tutorial.LESSONS):
            expect(early.get_by_role("button", name="Repeat this lesson")).to_be_visible()
            shoot(visitor, f"tutorial stubborn {lesson + 1}")
            early.get_by_role("button", name="Next lesson").click()
    expect(learner.end).to_be_visible()
    expect(learner.end).to_contain_text(re.compile("wins? with|win with"))
    learner.end.get_by_role("button", name="Play a real game").click()
    expect(visitor.page).to_have_url(re.compile("/table/"))
    expect(visitor.choice("Ready")).to_be_visible()


def test_a_wrong_snap_of_the_learner_tells_what_it_cost(guests: Guests) -> None:
    visitor = start(guests, DESK, lesson=3)
    learner = Learner(visitor)
    learner.play(until="Snap a card")
    visitor.choice("Ready").click()
    visitor.choice("Snap a card").click()
    visitor.card("a1").click()
    expect(learner.card.locator(".reaction")).to_have_text(re.compile("^Wrong: 10♣ does not match 9♣.* 2 more cards"))
    expect(visitor.page.get_by_role("button", name=re.compile("^Your sixth card"))).to_be_visible()


def test_snaps_are_not_offered_before_they_are_taught(guests: Guests) -> None:
    visitor = start(guests, DESK)
    learner = Learner(visitor)
    learner.play(until="Keep a low card")
    visitor.choice("Draw").click()
    visitor.choice("Throw it").click()
    expect(learner.card.get_by_role("button", name="Go on")).to_be_visible()
    expect(visitor.page.get_by_text(re.compile("snap", re.IGNORECASE))).to_have_count(0)
    # Nor by the keys of those who know them from elsewhere.
    for key in ("z", "q", "Shift+Q"):
        visitor.page.keyboard.press(key)
    learner.card.get_by_role("button", name="Go on").click()
    expect(visitor.choice("Draw")).to_be_visible()
    assert visitor.page.locator("button[data-spot^=a]").count() == 4
    come_back(visitor, lesson=3)
    learner.play(until="Snap a card")
    visitor.choice("Ready").click()
    expect(visitor.choice("Snap a card")).to_be_visible()


def test_who_takes_a_high_card_from_the_pile_is_told_what_it_costs(guests: Guests) -> None:
    visitor = start(guests, PHONE)
    learner = Learner(visitor)
    learner.play(until="Keep a low card")
    assert "takes K♣ from the pile instead has to keep it, and it counts 13" in learner.advice
    visitor.choice("Take K♣").tap()
    expect(learner.card.locator(".advice")).to_have_text(re.compile("though it counts 13.* costs you least"))
    visitor.card("a4").tap()
    expect(learner.card.locator(".reaction")).to_have_text(re.compile("^K♣ instead of Q♥: 1 point more"))
    # No low card was kept, and nothing is asked that is not part of the lesson.
    expect(learner.card.get_by_text("Keep a low card")).to_be_visible()
    visitor.page.wait_for_timeout(300)
    expect(visitor.page.get_by_role("group", name=re.compile("second tap"))).to_have_count(0)
    learner.play(until="Power: peek")


def test_what_the_opponent_takes_is_not_the_learner_s_to_place(guests: Guests) -> None:
    visitor = start(guests, DESK, lesson=4)
    learner = Learner(visitor)
    learner.play(until="Call Cambio")
    visitor.page.evaluate(LISTEN)
    learner.play()
    assert "Blaise took 5♣ from the discard pile" in visitor.log
    said = visitor.page.evaluate("said")
    assert any("one last turn" in words for words in said)
    assert [words for words in said if re.search(r"[{}…]|Tap", words)] == []


def test_the_tutorial_begins_again_midway(guests: Guests) -> None:
    visitor = start(guests, DESK)
    learner = Learner(visitor)
    learner.play(until="Power: spy")
    learner.card.get_by_role("button", name="Start again").click()
    expect(learner.card).to_contain_text("step 1 of 12")
    expect(visitor.choice("Ready")).to_be_visible()
    learner.steps.clear()
    learner.play(until="Power: spy")
    assert learner.steps == STEPS["en"][:5]


def test_who_comes_back_may_continue_or_start_afresh(guests: Guests) -> None:
    visitor = start(guests, DESK)
    learner = Learner(visitor)
    learner.play(until="Power: peek")
    visitor.page.get_by_role("link", name="Cambio, home page").click()
    visitor.button("Learn it in five minutes").click()
    visitor.page.get_by_role("button", name="Continue").click()
    expect(learner.card).to_contain_text("Lesson 2 of 4 · step 4 of 12")
    visitor.choice("Ready").click()
    learner.play(until="Power: spy")
    visitor.page.reload()
    expect(visitor.page.get_by_text("You are in lesson 2, at step 5 of 12.")).to_be_visible()
    visitor.page.get_by_role("button", name="Start from the beginning").click()
    expect(learner.card).to_contain_text("step 1 of 12")


def test_a_lesson_that_is_gone_starts_afresh_by_itself(guests: Guests) -> None:
    visitor = start(guests, DESK)
    visitor.may_lose_server = True
    gone = '{"lesson": 2, "table": "nowhere", "done": ["peek"]}'
    visitor.page.evaluate(f"localStorage.setItem('cambio.tutorial', '{gone}')")
    visitor.page.reload()
    expect(Learner(visitor).card).to_contain_text("step 1 of 12")


@pytest.mark.parametrize("locale", ["en-GB", "es-MX"])
def test_on_the_smallest_phone_the_card_covers_nothing_that_it_points_at(
    guests: Guests, shoot: Shoot, locale: str
) -> None:
    visitor = start(guests, SMALL, locale)
    learner = Learner(visitor, locale[:2])
    for _ in range(10):
        assert learner.is_asked()
        box = learner.card.bounding_box()
        assert box is not None
        rings = visitor.page.locator("[data-pointer]").evaluate_all(
            "rings => rings.map((ring) => [ring.getBoundingClientRect().top, ring.getBoundingClientRect().bottom])"
        )
        # An opponent's card has to be big enough for a finger.
        theirs = visitor.page.locator("[data-spot=b1]").bounding_box()
        assert theirs is not None and theirs["width"] >= 26
        for top, bottom in rings:
            assert bottom <= visitor.page.evaluate("innerHeight")
            assert bottom - 5 <= box["y"] + 1 or top + 5 >= box["y"] + box["height"] - 1
        for spot in ("stock", "pile"):
            pile = visitor.page.locator(f"[data-spot={spot}]").bounding_box()
            assert pile is not None and pile["y"] >= box["y"] + box["height"]
        shoot(visitor, f"tutorial small {locale} {len(learner.hints):02}")
        learner.read()
        learner.follow()


@pytest.mark.parametrize(("screen", "letters"), [(PHONE, 16), (TABLET, 20)], ids=["phone", "tablet"])
def test_the_words_use_the_room_of_their_card(guests: Guests, screen: dict[str, Any], letters: int) -> None:
    visitor = start(guests, screen)
    learner = Learner(visitor)
    learner.play(until="Keep a low card")
    words = learner.card.locator(".advice")
    assert float(words.evaluate("words => parseFloat(getComputedStyle(words).fontSize)")) >= letters
    box, card = words.bounding_box(), learner.card.bounding_box()
    assert box is not None and card is not None
    # Header and hint: what is left is as much as two lines.
    assert card["height"] <= 52 + box["height"] + 3.5 * letters


@pytest.mark.parametrize("screen", [SMALL, TABLET], ids=["small", "tablet"])
def test_the_ring_is_as_round_as_its_button_and_never_beyond_the_screen(guests: Guests, screen: dict[str, Any]) -> None:
    visitor = start(guests, screen, lesson=3)
    learner = Learner(visitor)
    learner.play(until="Snap a card")
    while learner.is_asked() and "Press Snap" not in learner.advice:
        learner.follow()
    ring = visitor.page.locator("[data-pointer]").first
    expect(ring).to_have_css("border-radius", "50%")
    around, below = ring.bounding_box(), visitor.choice("No snap").bounding_box()
    assert around is not None and below is not None
    assert around["x"] >= 0 and around["y"] + around["height"] <= below["y"]
