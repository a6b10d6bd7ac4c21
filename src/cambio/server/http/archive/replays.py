"""Replays over REST: a finished round from the archive, or a .cambio file that somebody has, step by step."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from ....replay import TABLE, Viewpoint
from ...tables.replay_projection import FILE_HOLDER, Onlooker
from ...tables.table_registry import TableRegistry
from ..limits import RateLimit
from ..request_checks import Problem, RequestChecks, client_network, read_body, read_query
from ..rest import find_own_round
from ..web_files import IDENTITY, choose_coding
from .replay_maker import LONGEST_MATCH, ReplayMaker

#: In JSON a letter takes a few bytes, and the end of a line two.
LONGEST_REPLAY_BODY = 2 * LONGEST_MATCH
TOO_MANY_REPLAYS = "too many finished rounds were looked at from your address: wait a minute"


class ReplayBody(Struct, forbid_unknown_fields=True):
    #: A .cambio file of a round or of a match, or a player's own copy.
    text: Annotated[str, Meta(max_length=LONGEST_MATCH)]


class FileQuery(Struct):
    #: Of a match, which round.
    round: int = 1


class Replays:
    """Handlers for finished rounds; `as` says from which viewpoint: table, all, or a seat's letter."""

    def __init__(self, registry: TableRegistry, checks: RequestChecks) -> None:
        self._registry = registry
        self._checks = checks
        self.maker = ReplayMaker()
        self._rate = RateLimit(registry.settings.replays_per_minute, per=60_000)

    async def of_game(self, request: Request) -> Response:
        """A round of the archive, for those who played it, as they knew it unless they ask otherwise."""
        own = await find_own_round(self._registry, self._checks, request)
        return await self.answer(request, own.finished.text, own.seat, Onlooker(seat=own.seat))

    async def of_file(self, request: Request) -> Response:
        """A file that the request brings. Whoever has it knows all that it holds, and nothing of it is kept."""
        self._checks.check_rate(request)
        number = read_query(request, FileQuery).round
        body = await read_body(request, ReplayBody, LONGEST_REPLAY_BODY)
        return await self.answer(request, body.text, TABLE, FILE_HOLDER, number)

    def check_rate(self, request: Request) -> None:
        """Rounds that are looked at, or played on from, are limited together."""
        if not self._rate.allows(client_network(request), self._registry.clock.now()):
            raise Problem(429, "requests", TOO_MANY_REPLAYS)

    async def answer(
        self, request: Request, text: str, by_default: Viewpoint, onlooker: Onlooker, number: int = 1
    ) -> Response:
        """The replay from the viewpoint that the request names."""
        self.check_rate(request)
        coding = choose_coding(request.headers.get("accept-encoding", ""), {"gzip": b"", IDENTITY: b""})
        viewpoint = request.query_params.get("as", by_default)
        body = await self.maker.make(text, viewpoint, onlooker, number=number, compressed=coding != IDENTITY)
        headers = {"cache-control": "private, no-store", "vary": "accept-encoding"}
        if coding != IDENTITY:
            headers["content-encoding"] = coding
        return Response(body, 200, headers, "application/json")
