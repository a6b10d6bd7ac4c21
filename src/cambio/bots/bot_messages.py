"""The messages of the bot protocol: what an external program is told and asked, and how its answers are read.

Each is one JSON object on a line of its own; docs/BOTS.md is the description for those who write bots.
"""

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
from .player import REACTION, Failed, describe_choices, may_wait, quote

#: The version of the protocol.
VERSION = 1

Message = dict[str, Any]


def hello_message(rules: Rules, seats: int, seat: Seat, seed: int) -> Message:
    """A round begins."""
    return {"cambio": VERSION, "type": "hello", "seat": seat, "seats": seats, "seed": seed, "rules": rules.to_json()}


def event_message(event: Event) -> Message:
    """Something happened; the event holds only what the seat may know."""
    return {"type": "event", **event.to_json()}


def choose_message(number: int, view: View, legal: Sequence[Action], *, two: bool) -> Message:
    """A question: which of the legal actions the bot chooses. Where it may wait, all of them are snaps.

    Snaps of two cards at once are not listed: by rules that have them, any two of the snaps may be one.
    """
    return {
        "type": "choose",
        "id": number,
        "legal": [str(action) for action in legal],
        "wait": may_wait(legal),
        "two": two and may_wait(legal),
        "view": view.to_json(),
    }


def over_message(outcome: Outcome) -> Message:
    """The round has ended."""
    return {"type": "over", "outcome": outcome.to_json()}


def encode(message: Message) -> bytes:
    """The message as one line, without the newline."""
    return json.dumps(message, separators=(",", ":")).encode()


def decode(line: bytes, expected: str) -> Message:
    """The message in a line of a bot, which must be a JSON object."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise Failed(expected, f"a line that is not JSON: {quote(line.decode(errors='replace'))}") from None
    if not isinstance(answer, dict):
        raise Failed(expected, quote(answer))
    return answer


def parse_choice(answer: Message, legal: Sequence[Action], *, two: bool) -> tuple[Action | None, float]:
    """The legal action that a bot's answer names, and the seconds after which a snap reaches the table."""
    seconds = answer.get("after", REACTION)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds < math.inf:
        raise Failed('"after" in seconds, a number from 0 up', quote(seconds))
    chosen = answer.get("action", answer)
    if chosen is None and may_wait(legal):
        return None, seconds
    try:
        action = parse_action(chosen)
    except ActionError:
        raise Failed(describe_choices(legal), quote(chosen)) from None
    if two and isinstance(action, Snap) and action.other is not None:
        pair = [_find(Snap(place, None, action.discard), legal) for place in action.places()]
        if None not in pair and action.place != action.other:
            return action, seconds
    found = _find(action, legal)
    if found is not None:
        return found, seconds
    raise Failed(describe_choices(legal), quote(chosen))


def _find(action: Action, legal: Sequence[Action]) -> Action | None:
    return next((each for each in legal if action in (each, _without_number(each))), None)


def _without_number(action: Action) -> Action:
    """A bot may leave out the number of the discard, which is always the latest."""
    return Snap(action.place, action.other) if isinstance(action, Snap) else action
