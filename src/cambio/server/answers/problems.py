"""Problems: why a request can't be answered, in a form that stays the same."""

from __future__ import annotations

from typing import Any

from ...errors import RulesError
from ...languages import Language


class Problem(Exception):
    """A request that can't be answered: a status, a code that stays the same, a sentence, and the fields concerned."""

    def __init__(self, status: int, code: str, sentence: str, fields: dict[str, str] | None = None) -> None:
        super().__init__(sentence)
        self.status = status
        self.code = code
        self.sentence = sentence
        self.fields = fields or {}

    def to_json(self) -> dict[str, Any]:
        document: dict[str, Any] = {"code": self.code, "sentence": self.sentence}
        return {**document, "fields": self.fields} if self.fields else document


def rules_problem(error: RulesError, language: Language) -> Problem:
    """What players are told, or else what was wrong with the request."""
    sentence = error.text.to(language) if error.text is not None else str(error)
    return Problem(422, "rules", sentence, dict.fromkeys(error.options, sentence))
