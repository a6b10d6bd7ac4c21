"""Practice without a server: the same answers, and the same table, for one person and bots."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from cambio.rules import PRESETS
from cambio.server.practice.practice_server import PracticeServer
from cambio.server.protocol.messages import VERSION
from cambio.server.settings import Settings

#: Bots lose no time, and scores stay until somebody has had enough of them.
QUICK = Settings(pace=0, scores=1e9, window=50)


class Page:
    """A page that practises: it asks, and hears what its line says."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []
        self.is_closed = False
        self.server = PracticeServer(self._hear, QUICK)
        self.ask("POST", "session", name="Ana")

    def _hear(self, line: int, text: str | None) -> None:
        assert line == 1
        if text is None:
            self.is_closed = True
        else:
            self.told.append(json.loads(text))

    def ask(self, method: str, path: str, **body: Any) -> Any:
        status, text = self.server.answer(method, path, "en", json.dumps(body) if body else "")
        assert status == 200, text
        return json.loads(text)

    def refused(self, method: str, path: str, **body: Any) -> tuple[int, str]:
        status, text = self.server.answer(method, path, "en", json.dumps(body) if body else "")
        return status, json.loads(text)["code"]

    def sit_down(self, version: int = VERSION, **wanted: Any) -> str:
        table: str = self.ask("POST", "tables", **wanted)["table"]
        self.server.open_line(1, table)
        self.say(type="hello", ticket=table, version=version)
        return table

    def say(self, **message: Any) -> None:
        self.server.receive(1, json.dumps(message))

    async def hears(self, kind: str) -> dict[str, Any]:
        async with asyncio.timeout(10):
            while not any(message["type"] == kind for message in self.told):
                await asyncio.sleep(0.005)
        return next(message for message in self.told if message["type"] == kind)

    async def play_round(self) -> None:
        """Whatever is lawful first, but a call when there is one; answered until the round is over."""
        answered: set[int] = set()
        async with asyncio.timeout(30):
            while not any(message.get("board", {}) and message["board"]["phase"] == "over" for message in self.told):
                yours = next((each["yours"] for each in reversed(self.told) if each.get("yours")), None)
                question = yours.get("question") if yours else None
                if yours and question is not None and question not in answered and yours.get("legal"):
                    answered.add(question)
                    legal = yours["legal"]
                    action = next(
                        (each for each in ("ready", "call", "throw", "skip", "keep") if each in legal), legal[0]
                    )
                    self.say(type="act", action=action, question=question, cmd_id=f"{len(self.told):024x}")
                await asyncio.sleep(0.005)


def play(scene: Callable[[Page], Awaitable[None]]) -> None:
    async def run() -> None:
        await scene(Page())

    asyncio.run(run())


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_round_by_every_rule_book_is_played_to_its_end(preset: str) -> None:
    async def scene(page: Page) -> None:
        page.sit_down(rules=preset, seats=3, bots=["casual", "expert"], options={"clock": 0}, start=True)
        await page.play_round()
        assert page.told[0]["type"] == "welcome" and page.told[0]["you"] == "a"

    play(scene)


def test_what_the_page_asks_before_a_game_has_the_answers_of_a_server() -> None:
    async def scene(page: Page) -> None:
        assert page.ask("GET", "session") == {"person": "practice", "name": "Ana"}
        assert {each["name"] for each in page.ask("GET", "presets")["presets"]} == set(PRESETS)
        assert page.ask("GET", "choices")["chosen"]["rules"] in PRESETS
        assert page.ask("POST", "rules", rules="cambia", changes={"snap.penalty": 1})["values"]["snap.penalty"] == 1
        assert page.ask("GET", "rules/schema")["type"] == "object"
        code = page.ask("GET", "rules/gallery")["gallery"][0]["code"]
        assert page.ask("GET", f"rules/codes/{code}")["code"] == code

    play(scene)


def test_nobody_is_offered_a_bot_that_searches_or_needs_weights() -> None:
    async def scene(page: Page) -> None:
        levels = [each["name"] for each in page.ask("GET", "levels")["levels"]]
        assert "expert" in levels and not {"search", "master", "champion"} & set(levels)
        assert [each["name"] for each in page.ask("GET", "choices")["levels"]] == levels

    play(scene)


def test_what_needs_a_server_is_not_there_and_mistakes_have_the_codes_of_a_server() -> None:
    async def scene(page: Page) -> None:
        assert page.refused("GET", "matches") == (404, "practice")
        assert page.refused("GET", "codes/ABCDEF") == (404, "practice")
        assert page.refused("POST", "tables/nowhere/ticket") == (404, "no_table")
        assert page.refused("POST", "tables", rules="whist") == (422, "rules")
        assert page.refused("POST", "tables", chairs=4) == (422, "malformed")
        assert page.refused("POST", "session", name=" ") == (422, "name")

    play(scene)


def test_whoever_leaves_a_table_finds_it_as_it_was() -> None:
    async def scene(page: Page) -> None:
        table = page.sit_down(seats=2, bots=["casual"], options={"clock": 0}, start=True)
        await page.hears("welcome")
        page.server.close_line(1)
        await asyncio.sleep(0.05)
        (listed,) = page.ask("GET", "me/tables")["unfinished"]
        assert (listed["table"], listed["you"], listed["stage"]) == (table, "a", "playing")
        page.told.clear()
        page.server.open_line(1, table)
        page.say(type="hello", ticket=table, version=VERSION)
        assert (await page.hears("welcome"))["board"]["phase"] == "memory"

    play(scene)


def test_a_lesson_of_the_tutorial_is_a_table_like_any_other() -> None:
    async def scene(page: Page) -> None:
        page.sit_down(lesson=1)
        assert (await page.hears("welcome"))["table"]["options"]["clock"] == 0

    play(scene)


def test_a_page_of_another_version_is_told_so() -> None:
    async def scene(page: Page) -> None:
        page.sit_down(version=VERSION + 1, bots=["casual"], seats=2)
        assert (await page.hears("bye"))["code"] == "version"
        assert page.is_closed

    play(scene)


def test_no_hidden_card_is_told_to_the_page() -> None:
    """The page and the table are in one browser, but the page is told what a player is told."""

    async def scene(page: Page) -> None:
        page.sit_down(seats=2, bots=["casual"], options={"clock": 0}, start=True)
        board = (await page.hears("welcome"))["board"]
        assert board is None or set(board["hands"].values()) == {"????"}

    play(scene)
