"""All that is kept about the person who asks: a copy to take along, and the way to be forgotten."""

from __future__ import annotations

import asyncio
import zipfile
from collections.abc import AsyncIterator
from dataclasses import asdict
from tempfile import SpooledTemporaryFile
from typing import IO, Any

import msgspec
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ...protocol.match_messages import Statistics
from ...store.contract import Finished, Person
from ...tables.table_registry import HOUR, TableRegistry
from ..limits import RateLimit
from ..request_checks import Problem, RequestChecks, json_response
from .downloads import file_name, local_date
from .matches import describe_match

#: Copies that a person may take within an hour: a long history is a lot to read.
COPIES = 6
#: Rounds and matches that are read at a time.
PAGE = 100
#: Bytes that are kept in memory, and sent at a time.
IN_MEMORY, CHUNK = 2**20, 2**16
TOO_MANY_COPIES = "you have taken several copies just now: wait a while"


class OwnData:
    """Everybody gets their own, and nobody else's."""

    def __init__(self, registry: TableRegistry, checks: RequestChecks) -> None:
        self._registry = registry
        self._store = registry.store
        self._checks = checks
        self._rate = RateLimit(COPIES, per=HOUR)

    async def copy(self, request: Request) -> Response:
        """A zip file: what is known in about.json, and every finished round as a .cambio file."""
        person = await self._checks.require_person(request)
        if not self._rate.allows(person.id, self._registry.clock.now()):
            raise Problem(429, "copies", TOO_MANY_COPIES)
        # It is closed when everything has been sent.
        file: IO[bytes] = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
        try:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as copy:
                copy.writestr("about.json", msgspec.json.format(msgspec.json.encode(await self._about(person))))
                await self._add_rounds(copy, person)
            file.seek(0)
        except BaseException:
            file.close()
            raise
        name = f"Cambio {local_date(self._registry.clock.wall())}.zip"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "private, no-store"}
        return StreamingResponse(_read(file), 200, headers, "application/zip", BackgroundTask(file.close))

    async def forget(self, request: Request) -> Response:
        """The person is known no longer, by name or by any session."""
        await self._registry.forget(await self._checks.require_person(request))
        return json_response({})

    async def _about(self, person: Person) -> dict[str, Any]:
        matches = []
        before = None
        while page := await self._store.matches_of(person.id, PAGE, before):
            matches += [describe_match(each, person.id) for each in page]
            before = page[-1].match.key
        sessions = await self._store.sessions_of(person.id)
        statistics = await self._store.statistics_of(person.id)
        shares = await self._store.shares_of(person.id)
        tries = await self._store.daily_tries_of(person.id)
        return {
            "person": person.id,
            "name": person.name,
            "created": person.created,
            "sessions": [{"created": each.created, "used": each.used} for each in sessions],
            "matches": matches,
            "links": [
                {"round": each.finished_id, "token": each.token, "scope": each.scope, "created": each.created}
                for each in shares
            ],
            "statistics": msgspec.convert(statistics, Statistics, from_attributes=True),
            "daily": [{**asdict(each.deal), "finished": each.finished, "result": each.score} for each in tries],
        }

    async def _add_rounds(self, copy: zipfile.ZipFile, person: Person) -> None:
        before = None
        while page := await self._store.finished_of(person.id, PAGE, before):
            # Packing takes a while, in which others play.
            await asyncio.to_thread(_pack, copy, page)
            before = page[-1].id


def _pack(copy: zipfile.ZipFile, rounds: list[Finished]) -> None:
    for each in rounds:
        name = file_name(each.finished, [player.name for player in each.players], each.round)
        # Several rounds of a day may have one name.
        copy.writestr(f"rounds/{each.id[:8]} {name}", each.text)


async def _read(file: IO[bytes]) -> AsyncIterator[bytes]:
    while chunk := file.read(CHUNK):
        yield chunk
