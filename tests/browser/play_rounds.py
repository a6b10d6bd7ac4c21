"""Whole rounds, played by one kind of hand, with whatever the table offers."""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod

from playwright.sync_api import Locator, expect

from .visitor import Visitor, until

#: In this order: what has to be decided first, and the draw last.
OFFERS = ("Ready", "Throw it", "Keep your cards", "Keep them", "Skip", "End your turn", "Draw")
#: The key for each of them.
KEYS = {
    "Ready": "Enter",
    "Draw": "Space",
    "Throw it": "x",
    "Keep your cards": "Escape",
    "Keep them": "Escape",
    "Skip": "Escape",
}
TURNS = 60
#: Seconds after which somebody presses again.
PATIENCE = 3.0


class Hands(ABC):
    """How somebody plays: they draw and throw, decline what may be declined, and call when they have had enough."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page = visitor.page

    @abstractmethod
    def choose(self, offer: str) -> None: ...

    @abstractmethod
    def call(self) -> None: ...

    @abstractmethod
    def press(self, button: str) -> None: ...

    def offers(self) -> list[str]:
        """What can be done at this moment."""
        buttons = self.visitor.choices.locator("button:enabled")
        texts: list[str] = buttons.evaluate_all("buttons => buttons.map((button) => button.innerText)")
        return [text.strip() for text in texts]

    @property
    def result(self) -> Locator:
        return self.page.get_by_role("region", name="The match is over")

    def play_round(self, *, calls_after: int = 1) -> None:
        """Until the cards have been shown."""
        turns = 0
        for _ in range(TURNS):
            offer = self._next_offer()
            if offer is None:
                return
            if offer == "Draw":
                turns += 1
                if turns > calls_after and any(text.startswith("Cambio") for text in self.offers()):
                    self.call()
                    self._until_gone("Draw")
                    continue
            self.choose(offer)
            self._until_gone(offer)
        raise AssertionError(f"the round was not over after {TURNS} decisions")

    def _next_offer(self) -> str | None:
        offers: list[str] = []

        def is_asked() -> bool:
            offers[:] = self.offers()
            return self.result.is_visible() or any(text.startswith(OFFERS) for text in offers)

        until(self.page, is_asked, 20)
        if self.result.is_visible():
            return None
        return next(offer for offer in OFFERS if any(text.startswith(offer) for text in offers))

    def _until_gone(self, offer: str) -> None:
        """Or for a while: whoever sees no answer presses once more.

        A bot that snaps in that moment may owe a card first, or give the button another meaning under the finger.
        """
        with contextlib.suppress(AssertionError):
            until(self.page, lambda: self.visitor.choice(offer).count() == 0, PATIENCE)


class Mouse(Hands):
    def choose(self, offer: str) -> None:
        self.visitor.choice(offer).click()

    def call(self) -> None:
        self.visitor.choice("Cambio").click()
        self.page.get_by_role("alertdialog", name="Call Cambio?").get_by_role("button", name="Call Cambio").click()

    def press(self, button: str) -> None:
        self.visitor.button(button).click()


class Finger(Hands):
    def choose(self, offer: str) -> None:
        self.visitor.choice(offer).tap()

    def call(self) -> None:
        self.visitor.choice("Cambio").tap()
        self.page.get_by_role("alertdialog", name="Call Cambio?").get_by_role("button", name="Call Cambio").tap()

    def press(self, button: str) -> None:
        self.visitor.button(button).tap()


class Keys(Hands):
    """No pointer at all."""

    def choose(self, offer: str) -> None:
        self.page.keyboard.press(KEYS[offer])

    def call(self) -> None:
        self.page.keyboard.press("c")
        expect(self.page.get_by_role("alertdialog").get_by_role("button", name="Call Cambio")).to_be_focused()
        self.page.keyboard.press("Enter")

    def press(self, button: str) -> None:
        self.tab_to(self.visitor.button(button))
        self.page.keyboard.press("Enter")

    def tab_to(self, goal: Locator) -> None:
        """Press Tab until it has the focus."""
        expect(goal).to_be_visible()
        for _ in range(60):
            if goal.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("sixty tabs did not lead there")
