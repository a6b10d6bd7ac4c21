"""A bot in Python as a program of its own: it speaks JSON lines, so that the laboratory can let it play.

A file that ends with these lines is a bot for ``cambio lab league --bots "casual,python3 my_bot.py"``::

    if __name__ == "__main__":
        serve(MyBot)
"""

from __future__ import annotations

import json
import sys
from typing import Any

from ..actions import Snap, parse_action
from ..events import event_from_json
from ..rules import Rules
from ..view import View
from .bot_messages import VERSION
from .player import REACTION, Player, PlayerFactory


def serve(factory: PlayerFactory, name: str = "") -> None:
    """Play at standard input and output, round after round, until the input ends; docs/BOTS.md has the messages.

    A player is made for each round. It is not told the outcome.
    """
    player: Player | None = None
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                rules = Rules.from_json(message["rules"])
                player = factory(rules, message["seats"], message["seat"], message["seed"])
                _answer({"cambio": VERSION, "name": name or type(player).__name__})
            case "event" if player is not None:
                player.notice(event_from_json(message))
            case "choose" if player is not None:
                _answer({"id": message["id"], **_choose(player, message)})


def _choose(player: Player, question: dict[str, Any]) -> dict[str, Any]:
    legal = tuple(parse_action(words) for words in question["legal"])
    action = player.choose(View.from_json(question["view"]), legal)
    if isinstance(action, Snap):
        return {"action": str(action), "after": getattr(player, "reaction", lambda: REACTION)()}
    return {"action": None if action is None else str(action)}


def _answer(document: dict[str, Any]) -> None:
    sys.stdout.write(f"{json.dumps(document)}\n")
    sys.stdout.flush()
