"""Rule sets that are shared: the gallery of well-known mixtures, and what a code of house rules stands for."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ...errors import RulesError
from ...gallery import GALLERY
from ...languages import Language
from ...options import CardTable
from ...rule_codes import code_of, rules_from_code
from ...rules import OPTIONS, PRESETS, Rules
from .request_checks import Problem, RequestChecks, json_response, language_of


class RuleSets:
    """Handlers that know nothing but rules: a code holds all that it stands for, so nothing is looked up."""

    def __init__(self, checks: RequestChecks) -> None:
        self._checks = checks

    async def gallery(self, request: Request) -> Response:
        self._checks.check_rate(request)
        return json_response({"gallery": _gallery(language_of(request))})

    async def code(self, request: Request) -> Response:
        """The rules that have this code, as a form has them: a preset, and what is changed in it."""
        self._checks.check_rate(request)
        try:
            rules = rules_from_code(request.path_params["rule_code"])
        except RulesError as error:
            raise rules_problem(error, language_of(request)) from None
        return json_response(_as_form(rules))


def rules_problem(error: RulesError, language: Language) -> Problem:
    """What players are told, or else what was wrong with the request."""
    sentence = error.text.to(language) if error.text is not None else str(error)
    return Problem(422, "rules", sentence, dict.fromkeys(error.options, sentence))


def _gallery(language: Language) -> list[dict[str, str]]:
    return [
        {
            "id": each,
            "name": mixture.name.to(language),
            "about": mixture.about.to(language),
            "rules": mixture.rules,
            "code": code_of(Rules.parse(mixture.rules)),
        }
        for each, mixture in GALLERY.items()
    ]


def _as_form(rules: Rules) -> dict[str, Any]:
    preset = str(rules).split()[0]
    return {
        "code": code_of(rules),
        "rules": str(rules),
        "preset": preset,
        "changes": {name: _plain(name, answer) for name, answer in rules.changes_from(PRESETS[preset]).items()},
    }


def _plain(name: str, answer: Any) -> Any:
    option = OPTIONS[name]
    return option.entries(answer) if isinstance(option, CardTable) else answer
