"""The server of a page that has none: it answers what the page asks, and runs the tables that are played in it.

The page asks for the same addresses as anywhere, as far as one person with bots needs them; to all others the answer is
that this can't be had here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from ...bots.styles import STYLES
from ...errors import RulesError
from ...languages import Language, preferred_language
from ...rules import schema
from ..answers import rule_answers
from ..answers.problems import Problem, rules_problem
from ..answers.table_requests import NameBody, TableBody
from ..clock import Clock
from ..settings import Settings
from ..store.contract import Person
from .practice_line import PracticeLine
from .practice_tables import PracticeTables

HOUR = 3_600_000.0
#: A phone that lies in a pocket for a while is no player who has left: nobody waits for the one who practises.
SETTINGS = Settings(grace=HOUR, linger=HOUR)

T = TypeVar("T")


class PracticeServer:
    """One person, and tables. Whoever embeds it takes messages by `send`: the number of a line, and a text or None."""

    def __init__(self, send: Callable[[int, str | None], None], settings: Settings = SETTINGS) -> None:
        self._send = send
        self._clock = Clock()
        self._tables = PracticeTables(settings, self._clock)
        self._person = Person("practice", "", self._clock.wall())
        self._lines: dict[int, PracticeLine] = {}

    # Requests

    def answer(self, method: str, path: str, accepted_language: str, body: str) -> tuple[int, str]:
        """The status and the JSON that a server would answer with."""
        try:
            document = self._answer(method, path, preferred_language(accepted_language), body)
            return 200, msgspec.json.encode(document).decode()
        except Problem as problem:
            return problem.status, msgspec.json.encode(problem.to_json()).decode()

    def _answer(self, method: str, path: str, language: Language, body: str) -> object:
        match method, path.split("?")[0].strip("/").split("/"):
            case "GET", ["session"]:
                return self._tell_person()
            case "POST", ["session"]:
                self._person = Person(self._person.id, _read(body, NameBody).check(), self._person.created)
                return self._tell_person()
            case "POST", ["tables"]:
                return self._open_table(_read(body, TableBody), language)
            case "GET", ["me", "tables"]:
                return {"unfinished": self._tables.unfinished(self._person), "finished": []}
            case "POST", ["tables", table_id, "ticket"] if self._tables.has_table(table_id):
                return {"ticket": table_id}
            case _, ["tables", _, *_]:
                raise Problem(404, "no_table", "there is no such table")
            case _:
                return self._answer_about_rules(method, path.strip("/"), language, body)

    def _answer_about_rules(self, method: str, path: str, language: Language, body: str) -> object:
        match method, path.split("/"):
            case "GET", ["choices"]:
                choices = rule_answers.describe_choices(language)
                return {**choices, "levels": _offline_levels(language)}
            case "GET", ["levels"]:
                return {"levels": _offline_levels(language)}
            case "GET", ["presets"]:
                return {"presets": rule_answers.describe_presets(language)}
            case "POST", ["rules"]:
                return rule_answers.describe_rules(_read(body, rule_answers.RulesBody), language)
            case "GET", ["rules", "schema"]:
                return schema(language)
            case "GET", ["rules", "gallery"]:
                return {"gallery": rule_answers.describe_gallery(language)}
            case "GET", ["rules", "codes", code]:
                return rule_answers.describe_code(code, language)
            case _:
                raise Problem(404, "practice", "this can't be had without a server")

    def _tell_person(self) -> dict[str, str | None]:
        """Nobody is known before they have a name."""
        has_name = bool(self._person.name)
        return {"person": self._person.id if has_name else None, "name": self._person.name or None}

    def _open_table(self, body: TableBody, language: Language) -> dict[str, str]:
        """Nobody can be invited to it, so its code is empty."""
        try:
            return {"table": self._tables.open_table(self._person, body.wanted()), "code": "", "seat": "a"}
        except RulesError as error:
            raise rules_problem(error, language) from None

    # Lines

    def open_line(self, number: int, table_id: str) -> None:
        def send(text: bytes | None) -> None:
            self._send(number, None if text is None else text.decode())

        self._lines[number] = PracticeLine(self._tables, table_id, self._person, self._clock, send)

    def receive(self, number: int, text: str) -> None:
        self._lines[number].receive(text)

    def close_line(self, number: int) -> None:
        line = self._lines.pop(number, None)
        if line is not None:
            line.receive(None)


def _read(body: str, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(body or "{}", type=kind)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise Problem(422, "malformed", str(error)) from None


def _offline_levels(language: Language) -> list[dict[str, object]]:
    """A search takes many times longer here than its seat may think, and there are no weights: neither is offered."""
    return [level for level in rule_answers.describe_levels(language) if STYLES[level["name"]].plays_offline]
