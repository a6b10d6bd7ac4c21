"""All that is kept about the person who asks: a copy to take along, and the way to be forgotten."""

from __future__ import annotations

from collections.abc import AsyncIterator
from tempfile import SpooledTemporaryFile
from typing import IO

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ...tables.table_registry import HOUR, TableRegistry
from ..limits import RateLimit
from ..request_checks import Problem, RequestChecks, json_response
from .downloads import local_date
from .personal_copy import write_copy

#: Copies that a person may take within an hour: a long history is a lot to read.
COPIES = 6
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
            await write_copy(self._store, person, file)
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


async def _read(file: IO[bytes]) -> AsyncIterator[bytes]:
    while chunk := file.read(CHUNK):
        yield chunk
