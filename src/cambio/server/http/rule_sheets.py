"""Rule sheets: the rules of any table as a page to print. They hold no more than their address does."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from starlette.requests import Request
from starlette.responses import Response

from ...errors import RulesError
from ...languages import LANGUAGES, Language, Text
from ...presets import DEFAULT_RULES
from ...rule_sheet.page import document, rule_sheet
from ...rules import Rules
from .request_checks import RequestChecks, language_of
from .web_files import COMPARED, WebFile, make_page, respond

LONGEST_RULES = 4000
#: Sheets that are kept ready; each is a few hundred kilobytes with its fonts.
MAX_SHEETS = 16
#: Nothing runs on such a page, and it asks for nothing.
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'none'"
)
NO_SUCH_RULES = Text("There are no such rules", "No existen esas reglas")
TOO_LONG = Text("That is too long for the name of any rules.", "Es demasiado largo para ser el nombre de unas reglas.")
TO_CAMBIO = Text("To Cambio", "Ir a Cambio")


class RuleSheets:
    def __init__(self, checks: RequestChecks) -> None:
        self._checks = checks

    async def show(self, request: Request) -> Response:
        """The sheet of the rules that the address names, or a page that says what is wrong with them."""
        self._checks.check_rate(request)
        language = _language_of(request)
        name = request.query_params.get("rules", DEFAULT_RULES)
        try:
            if len(name) > LONGEST_RULES:
                raise RulesError(TOO_LONG.en, text=TOO_LONG)
            response = respond(request, _sheet(str(Rules.parse(name)), language))
        except RulesError as error:
            response = respond(request, _refusal(error, language), 422)
        response.headers["content-security-policy"] = POLICY
        return response


def _language_of(request: Request) -> Language:
    """As the address says, or else as the browser asks."""
    wanted = request.query_params.get("language")
    return next((language for language in LANGUAGES if language == wanted), language_of(request))


@lru_cache(MAX_SHEETS)
def _sheet(rules: str, language: Language) -> WebFile:
    return make_page(rule_sheet(Rules.parse(rules), language).encode(), COMPARED)


def _refusal(error: RulesError, language: Language) -> WebFile:
    """What was asked for may be anybody's words, so it is escaped."""
    sentence = error.text.to(language) if error.text is not None else str(error)
    title = NO_SUCH_RULES.to(language)
    back = f'<a href="/">{TO_CAMBIO.to(language)}</a>'
    body = f'<main class="refusal"><h2>{title}</h2><p>{escape(sentence)}</p><p>{back}</p></main>'
    return make_page(document(title, body, language).encode(), "no-store")
