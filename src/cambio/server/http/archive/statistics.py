"""The statistics of the person who asks, added up from the figures of their finished rounds."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ...protocol.match_messages import Statistics, StatisticsQuery
from ...tables.table_registry import TableRegistry
from ..request_checks import RequestChecks, check_book, json_response, read_query


class PlayStatistics:
    """Everybody sees their own, and nobody else's."""

    def __init__(self, registry: TableRegistry, checks: RequestChecks) -> None:
        self._store = registry.store
        self._checks = checks

    async def show(self, request: Request) -> Response:
        person = await self._checks.require_person(request)
        query = read_query(request, StatisticsQuery)
        check_book(query.book)
        found = await self._store.statistics_of(person.id, query.book)
        return json_response(msgspec.convert(found, Statistics, from_attributes=True))
