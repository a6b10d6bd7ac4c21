"""Rule sets that are shared: the gallery of well-known mixtures, and what a code of house rules stands for."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from ..answers.rule_answers import describe_code, describe_gallery
from .request_checks import RequestChecks, json_response, language_of


class RuleSets:
    """Handlers that know nothing but rules: a code holds all that it stands for, so nothing is looked up."""

    def __init__(self, checks: RequestChecks) -> None:
        self._checks = checks

    async def gallery(self, request: Request) -> Response:
        self._checks.check_rate(request)
        return json_response({"gallery": describe_gallery(language_of(request))})

    async def code(self, request: Request) -> Response:
        """The rules that have this code, as a form has them: a preset, and what is changed in it."""
        self._checks.check_rate(request)
        return json_response(describe_code(request.path_params["rule_code"], language_of(request)))
