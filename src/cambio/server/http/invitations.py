"""Invitations: what a code leads to, and who is on the join page."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from ...places import RAIL
from ..addresses import is_loopback, network_bases
from ..sessions import clean_name
from ..store.contract import TableRow
from ..store.errors import HeldElsewhere
from ..tables.public_tables import list_table
from ..tables.table_registry import TableRegistry
from ..tables.table_state import TableState
from .code_guesses import CodeGuesses
from .request_checks import Problem, RequestChecks, client_address, client_network, json_response, read_body
from .rest import show_table

LONGEST_CODE = 16


class NewcomerBody(Struct, forbid_unknown_fields=True):
    """A join page that is open: a visit, made up by the page, and what has been entered as a name so far."""

    visit: Annotated[str, Meta(pattern="^[0-9a-f]{16,32}$")]
    name: Annotated[str, Meta(max_length=200)] = ""


class Invitations:
    """Handlers for those who are invited. Knowing a table's code or id is enough: whoever is new has no session yet.

    Who is at the door is known to the worker that holds the table; others show the table, and keep that to themselves.
    """

    def __init__(self, registry: TableRegistry, checks: RequestChecks) -> None:
        self._registry = registry
        self._checks = checks
        self._guesses = CodeGuesses(registry.settings)

    async def code(self, request: Request) -> Response:
        """The table with that code, and who sits there."""
        self._checks.check_rate(request)
        row = await self.find_by_code(request, request.path_params["code"])
        if row is None:
            raise Problem(404, "no_code", "no table has this code, or it has expired: ask for a new one")
        return json_response(await self._describe(request, row.id, await self._registry.look_at(row.id)))

    async def table(self, request: Request) -> Response:
        """The same for those who know the table's id, with its code."""
        row = await self._find_by_id(request)
        is_good = row.code_expires > self._registry.clock.wall()
        described = await self._describe(request, row.id, await self._registry.look_at(row.id))
        return json_response({**described, "code": row.code if is_good else None})

    async def see_newcomer(self, request: Request) -> Response:
        """Somebody's join page is open, or open still; the answer is the table as it is now."""
        table_id = (await self._find_by_id(request)).id
        body = await read_body(request, NewcomerBody)
        try:
            name = clean_name(body.name)
        except ValueError:
            name = ""
        with suppress(HeldElsewhere):
            live_table = await self._registry.live_table(table_id)
            await live_table.see_newcomer(body.visit, name, client_network(request))
        return json_response(await self._describe(request, table_id, await self._registry.look_at(table_id)))

    async def dismiss_newcomer(self, request: Request) -> Response:
        """Somebody's join page was closed, or has led them to the table."""
        table_id = (await self._find_by_id(request)).id
        with suppress(HeldElsewhere):
            await (await self._registry.live_table(table_id)).dismiss_newcomer(request.path_params["visit"])
        return json_response({})

    async def addresses(self, request: Request) -> Response:
        """What an invitation may begin with: the public address; on this very machine also those on the network.

        Behind a proxy every request may seem to come from this machine, so none is told them there.
        """
        self._checks.check_rate(request)
        settings = self._registry.settings
        network: list[str] | None = None
        if is_loopback(client_address(request)) and not settings.behind_proxy:
            # Elsewhere than on Linux the machine's own name is looked up, which may take a while.
            port = (request.scope.get("server") or (None, None))[1] or settings.port
            network = await asyncio.to_thread(network_bases, settings.host, port)
        return json_response({"public": settings.public_url.rstrip("/") or None, "network": network})

    async def find_by_code(self, request: Request, code: str) -> TableRow | None:
        """The table with that code. Wrong guesses are limited: who has made too many is told nothing for a while."""
        guess = self._guesses.begin(client_address(request), self._registry.clock.now())
        if guess is None:
            raise Problem(429, "codes", "too many codes were tried: wait a minute, or ask for the link")
        if len(code) > LONGEST_CODE:
            return None
        row = await self._registry.store.table_by_code(code.upper(), self._registry.clock.wall())
        if row is not None:
            guess.take_back()
        return row

    async def _find_by_id(self, request: Request) -> TableRow:
        self._checks.check_rate(request)
        row = await self._registry.store.table(request.path_params["table"])
        if row is None:
            raise Problem(404, "no_table", "there is no such table")
        return row

    async def _describe(self, request: Request, table_id: str, table: TableState) -> dict[str, Any]:
        """A table for those at its door: what the lobby shows of it, who sits there, and the seat that is theirs."""
        session = await self._checks.session(request)
        seat = table.seat_of(session.person.id) if session is not None else RAIL
        players = [{"name": sitter.name, "level": sitter.level} for sitter in table.sitters.values()]
        return {**show_table(list_table(table_id, table)), "players": players, "you": seat if seat != RAIL else None}
