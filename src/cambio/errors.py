"""Errors: rules that can't be, an action that is none or is refused, a seat nobody has, a file that can't be read.

>>> from cambio import Game
>>> game = Game("cambia", seats=2, seed=1)
>>> game.why_not("a", "draw")
Refusal(sentence='play begins when everybody is ready', option='deal.memory_cards', code='play_has_not_begun')
>>> try:
...     game.play("a", "draw")
... except Refused as error:
...     print(error)
a draw: play begins when everybody is ready (deal.memory_cards)
"""

from __future__ import annotations

from dataclasses import dataclass

from .core.engine import refusals
from .core.engine.refusals import REASONS
from .languages import Text

#: How programs know a reason, whatever language its sentence is told in.
CODES = {value: name.lower() for name, value in vars(refusals).items() if name.isupper() and isinstance(value, int)}


class RulesError(ValueError):
    """A setting that can't be: what was expected, what came, the options concerned, and what players are told."""

    def __init__(self, message: str, *options: str, text: Text | None = None) -> None:
        super().__init__(message)
        self.options = options  #: The options concerned.
        self.text = text  #: What players are told, where they are told something else.


class ActionError(ValueError):
    """Something that is no action at all, whatever the rules say."""


class SeatError(ValueError):
    """A seat that nobody has at this table."""


class NotationError(ValueError):
    """A .cambio file that is truncated, altered or not one at all; says in which line."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line  #: The line of the file, from 1.


@dataclass(frozen=True)
class Refusal:
    """Why an action is not lawful: the rule's sentence, the option behind it, if there is one, and a code."""

    sentence: str  #: The rule, as players are told it.
    option: str | None = None  #: The option that makes it a rule here.
    code: str = ""  #: How programs know it.

    @classmethod
    def numbered(cls, number: int) -> Refusal:
        """How the core counts reasons."""
        return cls(*REASONS[number], CODES[number])

    def __str__(self) -> str:
        return self.sentence if self.option is None else f"{self.sentence} ({self.option})"


class Refused(ValueError):
    """An action was refused, and nothing has changed."""

    def __init__(self, actor: str, action: object, refusal: Refusal) -> None:
        super().__init__(f"{actor} {action}: {refusal}")
        self.actor = actor  #: Who wanted to act.
        self.action = action  #: What was refused.
        self.refusal = refusal  #: Why.
