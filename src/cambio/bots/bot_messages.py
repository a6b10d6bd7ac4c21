"""Messages: what a bot in another program is told and asked, and what it may answer, one JSON object a line."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

from ..actions import Action, Snap, parse_action
from ..errors import ActionError
from ..events import Event
from ..outcome import Outcome
from ..places import Seat
from ..rules import Rules
from ..view import View
from .player import REACTION, Failed, may_wait, one_of, quoted

#: The version of the protocol.
VERSION = 1

Message = dict[str, Any]


def hello(rules: Rules, seats: int, seat: Seat, seed: int) -> Message:
    """A round begins."""
    return {"cambio": VERSION, "type": "hello", "seat": seat, "seats": seats, "seed": seed, "rules": rules.to_json()}


def told(event: Event) -> Message:
    """Something happened, as the seat may know it."""
    return {"type": "event", **event.to_json()}


def question(number: int, view: View, legal: Sequence[Action]) -> Message:
    """What the seat may do; where it may also wait, the question is whether to snap."""
    legal_words = [str(action) for action in legal]
    return {"type": "choose", "id": number, "legal": legal_words, "wait": may_wait(legal), "view": view.to_json()}


def over(outcome: Outcome) -> Message:
    """The round has ended."""
    return {"type": "over", "outcome": outcome.to_json()}


def written(message: Message) -> bytes:
    """One line, without its end."""
    return json.dumps(message, separators=(",", ":")).encode()


def read(line: bytes, expected: str) -> Message:
    """A bot's line, which must be a JSON object."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise Failed(expected, f"a line that is not JSON: {quoted(line.decode(errors='replace'))}") from None
    if not isinstance(answer, dict):
        raise Failed(expected, quoted(answer))
    return answer


def read_choice(answer: Message, legal: Sequence[Action]) -> tuple[Action | None, float]:
    """The action that a bot chose, and the seconds after which a snap reaches the table."""
    seconds = answer.get("after", REACTION)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds < math.inf:
        raise Failed('"after" in seconds, a number from 0 up', quoted(seconds))
    chosen = answer.get("action", answer)
    if chosen is None and may_wait(legal):
        return None, seconds
    try:
        action = parse_action(chosen)
    except ActionError:
        raise Failed(one_of(legal), quoted(chosen)) from None
    for list_legal_actions in legal:
        if action in (list_legal_actions, _without_number(list_legal_actions)):
            return list_legal_actions, seconds
    raise Failed(one_of(legal), quoted(chosen))


def _without_number(action: Action) -> Action:
    """A snap without a number answers the latest discard."""
    return Snap(action.place, action.other) if isinstance(action, Snap) else action
