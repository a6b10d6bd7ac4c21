"""Refusals: why a table does not do what somebody commands."""

from __future__ import annotations


class CommandRefused(Exception):
    """A command that can't be carried out: a stable code, the rule's sentence, and the option behind it."""

    def __init__(self, code: str, sentence: str, option: str | None = None) -> None:
        super().__init__(f"{code}: {sentence}")
        self.code = code
        self.sentence = sentence
        self.option = option
