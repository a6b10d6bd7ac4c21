"""The tables of the person who asks: those to go on with, and the last ones that are over."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ..tables.table_registry import HOUR, ListedTable, TableRegistry
from .request_checks import RequestChecks, json_response

#: Tables that are listed at most.
MAX_UNFINISHED, MAX_FINISHED = 12, 6
#: Milliseconds after which nobody is reminded of a match any more.
REMINDED_FOR = 30 * 24 * HOUR


class MyTables:
    """Lists tables by what everybody there knows; a person finds only those where they have a seat."""

    def __init__(self, registry: TableRegistry, checks: RequestChecks) -> None:
        self._registry = registry
        self._checks = checks

    async def list(self, request: Request) -> Response:
        person = await self._checks.require_person(request)
        unfinished = await self._registry.tables_of(person.id, are_over=False, limit=MAX_UNFINISHED)
        finished = await self._registry.tables_of(person.id, are_over=True, limit=MAX_FINISHED)
        return json_response(
            {
                "unfinished": [self._describe(each) for each in unfinished if self._is_recent(each)],
                "finished": [self._describe(each) for each in finished],
            }
        )

    def _describe(self, listed: ListedTable) -> dict[str, Any]:
        facts = msgspec.structs.asdict(listed.listing)
        return {"table": listed.table_id, "you": listed.seat, "ago": self._age(listed), **facts}

    def _age(self, listed: ListedTable) -> int:
        """Milliseconds since something happened there; a client's clock may be wrong."""
        return max(0, self._registry.clock.wall() - listed.at)

    def _is_recent(self, listed: ListedTable) -> bool:
        """A table that was set up and never started is forgotten when its code has expired."""
        is_lobby = listed.listing.stage == "lobby"
        return self._age(listed) < (self._registry.settings.code_hours * HOUR if is_lobby else REMINDED_FOR)
