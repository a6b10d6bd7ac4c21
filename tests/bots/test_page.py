"""docs/BOTS.md shows messages that are really sent, answers that are really taken, and the bot that is really run."""

from __future__ import annotations

import json
import os
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from cambio import Game, parse_action
from cambio.bots import ExternalBot, StandIn, external, play_round, player, process, seat_agent, seated
from cambio.bots.bot_messages import parse_choice
from tests.bots.programs import EXAMPLES, FIRST_LEGAL, PATIENT

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs can be bots where pipes can be waited for")

PAGE = Path("docs/BOTS.md").read_text(encoding="utf-8")
ELIDED = {"...": "..."}


def shown() -> list[dict[str, Any]]:
    """All JSON objects of the page, in order."""
    found: list[dict[str, Any]] = []
    for block in re.findall(r"^```json\n(.*?)^```", PAGE, flags=re.MULTILINE | re.DOTALL):
        rest = block.strip()
        while rest:
            message, end = json.JSONDecoder().raw_decode(rest)
            found.append(message)
            rest = rest[end:].strip()
    return found


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What goes through the pipe in the page's own round."""
    told = tmp_path_factory.mktemp("page") / "told.txt"
    command = ["sh", "-c", f"tee {shlex.quote(str(told))} | {shlex.join(FIRST_LEGAL)}"]
    game = Game("cambia", 2, seed=188)
    with ExternalBot(command, decision=PATIENT) as bot:
        assert not play_round(game, seated(game, [bot, StandIn], seed=1)).faults
    messages = [json.loads(line) for line in told.read_text(encoding="utf-8").splitlines()]
    assert messages[0]["rules"] == game.rules.to_json()
    messages[0]["rules"] = ELIDED
    return messages


def test_every_message_on_the_page_is_really_sent(sent: list[dict[str, Any]]) -> None:
    messages = [message for message in shown() if "type" in message]
    assert {message["type"] for message in messages} == {message["type"] for message in sent}
    for message in messages:
        assert message in sent
        assert list(message) == list(next(other for other in sent if other == message))


def test_every_answer_on_the_page_is_taken(sent: list[dict[str, Any]]) -> None:
    questions = {message["id"]: message for message in sent if message["type"] == "choose"}
    answers = [message for message in shown() if "id" in message and "type" not in message]
    assert len(answers) == 3
    for answer in answers:
        legal = [parse_action(words) for words in questions[answer["id"]]["legal"]]
        action, seconds = parse_choice(answer, legal, two=False)
        assert (None if action is None else str(action)) == answer["action"]
        assert seconds == answer.get("after", player.REACTION)


def test_the_page_shows_the_bot_that_is_run() -> None:
    assert f"```python\n{(EXAMPLES / 'first_legal.py').read_text(encoding='utf-8')}```" in PAGE


def test_the_page_tells_every_field_of_a_view() -> None:
    fields = set(Game("cambia").view("a").to_json())
    assert fields <= set(re.findall(r"\b[a-z_]+\b", PAGE))
    table = PAGE[PAGE.index("| field |") : PAGE.index("**Do you want to snap?**")]
    assert set(re.findall(r"`([a-z_]+)`", table)) >= fields - {"viewer", "hands", "known_by"}


def test_the_page_tells_the_limits() -> None:
    assert (
        f"hello={external.HELLO_TIMEOUT}, decision={external.DECISION_TIMEOUT}, restarts={external.MAX_RESTARTS})"
        in PAGE
    )
    assert f"more than {process.MAX_LINE_BYTES} bytes" in PAGE
    assert f"without it that is {player.REACTION}, as with people" in PAGE
    assert seat_agent.FAULTS_ENDURED == 10
    assert "that ten times in a round" in PAGE
    assert external.EXIT_TIMEOUT == 0.5
    assert "half a second later you are ended" in PAGE
