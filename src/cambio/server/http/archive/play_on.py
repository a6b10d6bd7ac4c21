"""Playing on from a replay over REST: a new table that stands as a finished round stood at one of its steps."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from ....errors import RulesError
from ....places import RAIL
from ...answers.problems import rules_problem
from ...protocol.messages import Options
from ...store.contract import Person
from ...tables.deals.continuation import ONE_ROUND, write_continuation
from ...tables.opening.new_table import NewTable
from ..request_checks import Problem, RequestChecks, json_response, language_of, read_body
from ..rest import Rest, find_own_round
from .replay_maker import LONGEST_MATCH, MOST_ACTIONS
from .replays import LONGEST_REPLAY_BODY, Replays

#: Nobody is hurried where nothing counts. What the seat has seen is shown, since somebody else may have looked.
OPTIONS = Options(clock=0, aids="tracking")
NOT_YOURS = "you have no round here that was played on from a replay"


class PlayOnBody(Struct, forbid_unknown_fields=True):
    #: How many actions had been played.
    step: Annotated[int, Meta(ge=0, le=MOST_ACTIONS)]
    #: Where to sit.
    seat: Annotated[str, Meta(max_length=1)]
    #: That of the bots at all other seats.
    level: Annotated[str, Meta(max_length=16)] = "expert"
    #: As they lay, or those that the seat had not seen dealt anew.
    cards: Literal["same", "anew"] = "same"


class PlayOnFileBody(PlayOnBody, forbid_unknown_fields=True, kw_only=True):
    #: A .cambio file, or a player's own copy; of a match the round of that number.
    text: Annotated[str, Meta(max_length=LONGEST_MATCH)]
    round: Annotated[int, Meta(ge=1)] = 1


class PlayOn:
    """Opens tables that count for nothing, for whoever may look at the round."""

    def __init__(self, rest: Rest, checks: RequestChecks, replays: Replays) -> None:
        self._rest = rest
        self._registry = rest.registry
        self._checks = checks
        self._replays = replays

    async def from_game(self, request: Request) -> Response:
        """From a round of the archive, for those who played it."""
        own = await find_own_round(self._registry, self._checks, request)
        body = await read_body(request, PlayOnBody)
        return await self._open(request, own.person, body, own.finished.text, own.finished.id)

    async def from_file(self, request: Request) -> Response:
        """From a file that the request brings."""
        person = await self._checks.require_person(request)
        body = await read_body(request, PlayOnFileBody, LONGEST_REPLAY_BODY)
        return await self._open(request, person, body, body.text, None, body.round)

    async def again(self, request: Request) -> Response:
        """The same position once more, at another table, for whoever has played it on."""
        person = await self._checks.require_person(request)
        table_id = request.path_params["table"]
        if not await self._registry.has_table(table_id):
            raise Problem(404, "no_table", "there is no such table")
        table = await self._registry.look_at(table_id)
        seat, continued = table.seat_of(person.id), table.continued
        if continued is None or seat == RAIL:
            raise Problem(404, "no_table", NOT_YOURS)
        bots = tuple(level for _, sitter in sorted(table.sitters.items()) if (level := sitter.level) is not None)
        wanted = NewTable(
            table.rules_text, None, table.capacity, OPTIONS, bots, start=True, continued=continued, seat=seat
        )
        return await self._open_table(request, person, wanted)

    async def _open(
        self,
        request: Request,
        person: Person,
        body: PlayOnBody,
        text: str,
        archived: str | None,
        number: int = 1,
    ) -> Response:
        self._replays.check_rate(request)
        is_anew = body.cards == "anew"
        maker = self._replays.maker
        continuation = await maker.continue_round(text, body.step, body.seat, number=number, is_anew=is_anew)
        wanted = NewTable(
            str(continuation.rules.but(ONE_ROUND)),
            None,
            continuation.seats,
            OPTIONS,
            (body.level,) * (continuation.seats - 1),
            start=True,
            continued=write_continuation(continuation, archived=archived, is_anew=is_anew),
            seat=body.seat,
        )
        return await self._open_table(request, person, wanted)

    async def _open_table(self, request: Request, person: Person, wanted: NewTable) -> Response:
        await self._rest.check_table_limits(request, person)
        try:
            row = await self._registry.open_table(person, wanted)
        except RulesError as error:
            raise rules_problem(error, language_of(request)) from None
        # Without a code: nobody can be invited.
        return json_response({"table": row.id, "seat": wanted.seat}, 201)
