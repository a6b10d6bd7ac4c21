"""REST: sessions, rules, the lobby and the archive. Everything that happens at a table goes over its socket instead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import asdict
from starlette.requests import Request
from starlette.responses import Response

from ...errors import RulesError
from ...places import Seat
from ...presets import DEFAULT_RULES
from ...rules import schema
from ..answers.problems import Problem, rules_problem
from ..answers.rule_answers import (
    DEFAULT_LEVEL,
    DEFAULT_SEATS,
    RulesBody,
    describe_choices,
    describe_levels,
    describe_presets,
    describe_rules,
)
from ..answers.table_requests import NameBody, TableBody
from ..routing.peers import PublicTable
from ..sessions import Session
from ..store.contract import Finished, Person
from ..tables.public_tables import PublicTables
from ..tables.table_registry import HOUR, TableRegistry
from ..tables.table_state import MOST_SEATS
from .archive.downloads import attach, file_name
from .limits import RateLimit
from .request_checks import (
    RequestChecks,
    client_network,
    json_response,
    language_of,
    read_body,
    set_cookie,
    token_of,
)

LONGEST_LIST = 100
GAMES_ON_A_PAGE = 50
#: Within an hour; there are a few lessons, and each may be begun again.
LESSONS_PER_PERSON = 100
TOO_MANY_TABLES = "you have opened too many tables: wait a while"
TOO_MANY_FROM_ADDRESS = "too many tables were opened from your address: wait a while"
TOO_MANY_GUESTS = "too many guests have come from your address: wait a while"
NO_GAME = "you have no finished round of that name"
#: Milliseconds for which rendered metrics are good.
METRICS_TIME = 100.0


class QuickBody(Struct, forbid_unknown_fields=True):
    rules: Annotated[str, Meta(max_length=4000)] = DEFAULT_RULES
    level: Annotated[str, Meta(max_length=16)] = DEFAULT_LEVEL
    #: Of a new table; one that waits for players may have another number.
    seats: Annotated[int, Meta(ge=2, le=MOST_SEATS)] = DEFAULT_SEATS


class Rest:
    """A handler for each request, named by what is asked for."""

    def __init__(self, registry: TableRegistry, checks: RequestChecks, public_tables: PublicTables) -> None:
        self.registry = registry
        self._checks = checks
        self._public_tables = public_tables
        self._table_rate = RateLimit(registry.settings.tables_per_person, per=HOUR)
        self._metrics = b""
        self._metrics_expire = 0.0
        # Whoever has learnt for long may still open a table.
        self._lesson_rate = RateLimit(LESSONS_PER_PERSON, per=HOUR)
        self._address_rate = RateLimit(registry.settings.tables_per_address, per=HOUR)
        self._guest_rate = RateLimit(registry.settings.guests_per_address, per=HOUR)

    # People

    async def session(self, request: Request) -> Response:
        self._checks.check_rate(request)
        session = await self._checks.session(request)
        return self._prolong(request, json_response(_person(session.person if session else None)), session)

    async def sign_in(self, request: Request) -> Response:
        """Create a guest, or rename the one whose session it is."""
        self._checks.check_rate(request)
        body = await read_body(request, NameBody)
        name = body.check()
        session = await self._checks.session(request)
        if session is not None:
            renamed = json_response(_person(await self.registry.sessions.rename(session, name)))
            return self._prolong(request, renamed, session)
        self._check_allowance(self._guest_rate, client_network(request), "guests", TOO_MANY_GUESTS)
        person, new_token = await self.registry.sessions.create_guest(name)
        response = json_response(_person(person), 201)
        set_cookie(response, new_token, self.registry.settings)
        return response

    def _prolong(self, request: Request, response: Response, session: Session | None) -> Response:
        """Whoever comes is known for longer: the browser keeps the cookie anew, as the store does the session."""
        token = token_of(request, self.registry.settings)
        if session is not None and token is not None:
            set_cookie(response, token, self.registry.settings)
        return response

    async def sign_out(self, request: Request) -> Response:
        """End the session: its cookie is worth nothing from now on, and its sockets are closed."""
        self._checks.check_rate(request)
        session = await self._checks.session(request)
        if session is not None:
            await self.registry.sessions.end(session)
        return json_response({})

    # Rules

    async def presets(self, request: Request) -> Response:
        self._checks.check_rate(request)
        return json_response({"presets": describe_presets(language_of(request))})

    async def levels(self, request: Request) -> Response:
        self._checks.check_rate(request)
        return json_response({"levels": describe_levels(language_of(request))})

    async def choices(self, request: Request) -> Response:
        """What to choose from for a quick game, in a few words, and what is chosen unless somebody says otherwise."""
        self._checks.check_rate(request)
        return json_response(describe_choices(language_of(request)))

    async def rules_schema(self, request: Request) -> Response:
        self._checks.check_rate(request)
        return json_response(schema(language_of(request)))

    async def rules(self, request: Request) -> Response:
        """Rules with changes, as data and in the words of the language that the request asks for."""
        self._checks.check_rate(request)
        body = await read_body(request, RulesBody)
        return json_response(describe_rules(body, language_of(request)))

    # Tables

    async def open_table(self, request: Request) -> Response:
        person = await self._checks.require_person(request)
        body = await read_body(request, TableBody)
        await self.check_table_limits(request, person, is_lesson=body.lesson > 0)
        try:
            row = await self.registry.open_table(person, body.wanted())
        except RulesError as error:
            raise rules_problem(error, language_of(request)) from None
        return json_response({"table": row.id, "code": row.code, "seat": "a"}, 201)

    async def tables(self, request: Request) -> Response:
        """Public tables."""
        self._checks.check_rate(request)
        public = self._public_tables.all()[:LONGEST_LIST]
        return json_response({"tables": [show_table(table) for table in public]})

    async def quick(self, request: Request) -> Response:
        person = await self._checks.require_person(request)
        body = await read_body(request, QuickBody)
        await self.check_table_limits(request, person)
        try:
            table_id = await self._public_tables.quick(person, body.rules, body.level, body.seats)
            return json_response({"table": table_id})
        except RulesError as error:
            raise rules_problem(error, language_of(request)) from None

    async def ticket(self, request: Request) -> Response:
        """A ticket for one socket, good for a short time. A foreign page can't get one, so it can't open a socket.

        If another worker holds the table, the answer says where that one takes sockets.
        """
        session = await self._checks.require_session(request)
        table_id = request.path_params["table"]
        if not await self.registry.has_table(table_id):
            raise Problem(404, "no_table", "there is no such table")
        answer = {"ticket": self.registry.tickets.issue(session, table_id)}
        elsewhere = await self.registry.socket_elsewhere(table_id)
        if elsewhere is not None:
            answer["socket"] = elsewhere
        return self._prolong(request, json_response(answer), session)

    # The archive

    async def games(self, request: Request) -> Response:
        """Finished rounds of the person who asks, newest first."""
        person = await self._checks.require_person(request)
        before = request.query_params.get("before")
        rounds = await self.registry.store.finished_of(person.id, GAMES_ON_A_PAGE, before)
        return json_response(
            {
                "games": [
                    {
                        "id": each.id,
                        "finished": each.finished,
                        "rules": each.rules,
                        "round": each.round,
                        "players": [{"seat": player.seat, "name": player.name} for player in each.players],
                    }
                    for each in rounds
                ]
            }
        )

    async def game(self, request: Request) -> Response:
        """A finished round as a .cambio file, for those who played it; to others there is no such round."""
        finished = (await find_own_round(self.registry, self._checks, request)).finished
        names = [player.name for player in finished.players]
        return attach(finished.text, file_name(finished.finished, names, finished.round))

    # Operations

    async def health(self, request: Request) -> Response:
        """Whether the server can write moves down, as it knows by itself: asking costs nothing, and never waits."""
        self._checks.check_probe_rate(request)
        problem = self.registry.health.problem()
        if problem is not None:
            return json_response({"status": "failing", "sentence": problem}, 503)
        return json_response({"status": "ok"})

    async def metrics(self, request: Request) -> Response:
        """The metrics; rendered for all who ask within a moment, so that no number of addresses makes them costly."""
        self._checks.check_probe_rate(request)
        now = self.registry.clock.now()
        if now >= self._metrics_expire:
            self._metrics = self.registry.metrics.render(is_healthy=self.registry.health.problem() is None)
            self._metrics_expire = now + METRICS_TIME
        return Response(self._metrics, 200, None, "text/plain; version=0.0.4; charset=utf-8")

    async def check_table_limits(self, request: Request, person: Person, *, is_lesson: bool = False) -> None:
        """Limits that an evening with friends never meets, for a person and for an address."""
        rate = self._lesson_rate if is_lesson else self._table_rate
        self._check_allowance(rate, person.id, "tables", TOO_MANY_TABLES)
        address = client_network(request)
        self._check_allowance(self._address_rate, address, "tables", TOO_MANY_FROM_ADDRESS)
        most, yesterday = self.registry.settings.open_tables_per_person, self.registry.clock.wall() - 24 * HOUR
        if not is_lesson and await self.registry.store.count_open_tables(person.id, yesterday, most) >= most:
            raise Problem(429, "tables", "you have too many tables that are not over: go on at one of those")

    def _check_allowance(self, rate: RateLimit, key: str, code: str, sentence: str) -> None:
        if not rate.allows(key, self.registry.clock.now()):
            raise Problem(429, code, sentence)


@dataclass(frozen=True)
class OwnRound:
    """A finished round, and who of those who played it asks for it."""

    finished: Finished
    person: Person
    seat: Seat


async def find_own_round(registry: TableRegistry, checks: RequestChecks, request: Request) -> OwnRound:
    """The finished round that the path names, for those who played it; to others there is no such round."""
    person = await checks.require_person(request)
    finished = await registry.store.finished(request.path_params["game"])
    if finished is not None:
        for player in finished.players:
            if player.person_id == person.id:
                return OwnRound(finished, person, player.seat)
    raise Problem(404, "no_game", NO_GAME)


def _person(person: Person | None) -> dict[str, str | None]:
    return {"person": person.id if person else None, "name": person.name if person else None}


def show_table(table: PublicTable) -> dict[str, Any]:
    """What the lobby shows of a table."""
    return {name: value for name, value in asdict(table).items() if name != "is_waiting"}
