"""A visitor: somebody with a browser at the table, who finds things by their roles, names and words as people do."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import ConsoleMessage, Error, Locator, Page, WebSocket, expect

from cambio.places import Seat

from .fixtures import NAMES, TableFixture
from .live_server import LiveServer
from .pages import Pages

DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
#: Pages that are used again have no service worker, which Playwright lets them know.
BLOCKED = "Service Worker registration blocked by Playwright"
#: What a browser says by itself about a server that is gone.
GONE = re.compile(r"net::ERR_|WebSocket connection to|Failed to load resource")
SLOTS = ("top-left", "top-right", "bottom-left", "bottom-right", "fifth", "sixth", "seventh", "eighth")
RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
#: The words of a face, as labels say them.
FACE = re.compile(r"\b(ace|jack|queen|king|\d+) of (spades|hearts|diamonds|clubs)\b|\b(red|black) joker\b")


#: What hands show: the label of each card, and every letter that is drawn on it.
FACES = """() => [...document.querySelectorAll("[role=group] button[data-spot]")]
  .filter((card) => !["stock", "pile"].includes(card.dataset.spot))
  .flatMap((card) => {
    const drawn = [...card.querySelectorAll("svg text")].map((text) => `drawn: ${text.textContent}`);
    return [card.ariaLabel ?? card.innerText, ...drawn];
  })"""
#: What a browser keeps for a page.
KEPT = """() => JSON.stringify([
  {...localStorage}, {...sessionStorage}, history.state, document.title, location.href, document.cookie
])"""


def in_words(face: str) -> str:
    """A face as it is read out.

    >>> in_words("10h"), in_words("Xr")
    ('10 of hearts', 'red joker')
    """
    rank, suit = face[:-1], face[-1]
    if rank == "X":
        return "red joker" if suit == "r" else "black joker"
    return f"{RANKS.get(rank, rank)} of {SUITS[suit]}"


@dataclass
class Visitor:
    """One tab of one person, and everything that its socket has heard."""

    server: LiveServer
    page: Page = field(repr=False)
    #: Complaints of the page; a server that goes away on purpose gives rise to some.
    complaints: list[str] = field(default_factory=list)
    frames: list[str] = field(default_factory=list, repr=False)
    may_lose_server: bool = False

    def __post_init__(self) -> None:
        self.page.on("pageerror", self._error)
        self.page.on("console", self._console)
        self.page.on("websocket", self._socket)

    def leave(self) -> None:
        self.page.remove_listener("pageerror", self._error)
        self.page.remove_listener("console", self._console)
        self.page.remove_listener("websocket", self._socket)

    def _error(self, error: Error) -> None:
        self.complaints.append(str(error))

    def _console(self, message: ConsoleMessage) -> None:
        if message.text == BLOCKED:
            return
        if message.type in ("error", "warning") and not (self.may_lose_server and GONE.search(message.text)):
            self.complaints.append(message.text)

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    # Where

    def go(self, path: str = "/") -> Visitor:
        self.page.goto(f"{self.server.base}{path}")
        return self

    def sit_down(self, table: TableFixture) -> Visitor:
        self.go(f"/table/{table.id}")
        self._arrive()
        return self

    def reload(self) -> None:
        self.frames.clear()
        self.page.reload()
        self._arrive()

    def _arrive(self) -> None:
        """A table is shown when its rules are known, a moment after it is live."""
        expect(self.live).to_be_visible()
        self.page.locator(".felt, .lobby").first.wait_for()

    @property
    def live(self) -> Locator:
        return self.page.get_by_text("Live", exact=True)

    # What there is

    @property
    def table(self) -> Locator:
        return self.page.get_by_role("main")

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """A button of the table; its name begins so."""
        pattern = name if isinstance(name, re.Pattern) else re.compile(f"^{re.escape(name)}")
        return self.page.get_by_role("button", name=pattern)

    @property
    def choices(self) -> Locator:
        return self.page.get_by_role("group", name="What you can do")

    def choice(self, name: str) -> Locator:
        """Something that can be done now; its button begins with these words."""
        return self.choices.get_by_role("button", name=re.compile(f"^{re.escape(name)}"))

    def card(self, place: str, seat: Seat = "a") -> Locator:
        """The card at a place, as it is called from a seat's chair."""
        owner, slot = place[0], int(place[1:])
        called = SLOTS[slot - 1]
        whose = f"Your {called} card" if owner == seat else f"{NAMES[ord(owner) - ord('a')]}’s {called} card"
        return self.page.get_by_role("button", name=re.compile(f"^{whose},"))

    def sees(self, words: str | re.Pattern[str]) -> None:
        """Somewhere on the table, or above it, it says so."""
        above = self.page.locator("main, header")
        expect(above.get_by_text(words).filter(visible=True).first).to_be_visible()

    @property
    def log(self) -> str:
        """The lines of the rail, one for each thing that happened."""
        return self.page.get_by_role("complementary").inner_text()

    def log_lines(self) -> list[str]:
        """What happened in this round, line by line."""
        return self.page.get_by_role("region", name="Log").get_by_role("listitem").all_inner_texts()

    def logs(self, words: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_role("complementary").get_by_text(words).first).to_be_visible()

    def logs_line(self, words: str) -> None:
        expect(self.page.get_by_role("complementary")).to_contain_text(words)

    # Faces

    def faces_in_hands(self) -> list[str]:
        """Every face in anybody's hand: by label, and whatever is drawn on it."""
        told: list[str] = self.page.evaluate(FACES)
        return [text for text in told if FACE.search(text) or text.startswith("drawn: ")]

    def faces_up(self) -> list[str]:
        """The cards in hands that show a face, as they are called."""
        return [told for told in self.faces_in_hands() if not told.startswith("drawn: ")]

    def is_looked_at(self) -> bool:
        """An eye on the table is open."""
        return self.page.get_by_role("button", name="looking at it").count() > 0

    def everything(self) -> str:
        """All that a program in the page could find: the document, and whatever the browser keeps."""
        kept: str = self.page.evaluate(KEPT)
        return f"{self.page.content()} {kept}"

    # Messages

    def messages(self) -> list[dict[str, Any]]:
        return [json.loads(frame) for frame in self.frames]


@dataclass
class Guests:
    """Whoever comes to a house in one browser; each has cookies of their own."""

    pages: Pages
    server: LiveServer
    visitors: list[Visitor] = field(default_factory=list)

    def come(self, screen: dict[str, Any] = DESK, *, token: str | None = None, **wanted: Any) -> Visitor:
        """Somebody new, or the owner of a session; motion is for those who ask for it."""
        page = self.pages.open({"reduced_motion": "reduce", "locale": "en-GB"} | screen | wanted)
        if token is not None:
            page.context.add_cookies([{"name": "cambio", "value": token, "url": self.server.base}])
        return self._welcome(page)

    def tab(self, visitor: Visitor) -> Visitor:
        """The same person, a second time."""
        return self._welcome(visitor.page.context.new_page())

    def _welcome(self, page: Page) -> Visitor:
        visitor = Visitor(self.server, page)
        self.visitors.append(visitor)
        return visitor

    def at(self, table: TableFixture, seat: Seat = "a", screen: dict[str, Any] = DESK, **wanted: Any) -> Visitor:
        """Whoever has that seat, at the table."""
        return self.come(screen, token=table.tokens[seat], **wanted).sit_down(table)

    def leave(self) -> None:
        complaints = [complaint for visitor in self.visitors for complaint in visitor.complaints]
        for visitor in reversed(self.visitors):
            visitor.leave()
            self.pages.leave(visitor.page)
        assert complaints == [], "the page complained"


def like(words: str) -> re.Pattern[str]:
    """Whatever has these words in it."""
    return re.compile(re.escape(words))


def until(page: Page, holds: Callable[[], bool], patience: float = 10.0) -> None:
    """Wait for something that no locator can say."""
    for _ in range(int(patience * 50)):
        if holds():
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"waited {patience} s in vain")
