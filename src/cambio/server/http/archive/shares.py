"""Links to finished rounds over REST: who made one shows the round to anybody, as far as its scope goes, until revoked.

A link is revoked by forgetting it. So a token that was revoked, whose round or maker is gone, or that never was, is the
same to the server, and to whoever tries it.
"""

from __future__ import annotations

import re
import secrets
from typing import Annotated

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from ....replay import ALL, TABLE
from ...daily.secrecy import may_be_shared
from ...protocol.replay_messages import SharedRound, ShareInfo, ShareList
from ...store.shares import Share
from ...tables.replay_projection import Onlooker
from ...tables.table_registry import TableRegistry
from ..request_checks import Problem, RequestChecks, json_response, read_body
from ..rest import NO_GAME, find_own_round
from .replays import Replays

#: Random bytes of a token, and what it looks like.
TOKEN_BYTES = 16
TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")
NO_SHARE = "this link is no longer valid"
NOT_YET = "this is a daily deal that others may still play: you can share your round when its day is over"


class ShareBody(Struct, forbid_unknown_fields=True):
    #: Whose faces the link shows: table, all or a seat's letter.
    scope: Annotated[str, Meta(max_length=5)]


class SharedRounds:
    """Handlers for links: their makers make, list and revoke them, and anybody opens them."""

    def __init__(self, registry: TableRegistry, checks: RequestChecks, replays: Replays) -> None:
        self._registry = registry
        self._store = registry.store
        self._checks = checks
        self._replays = replays

    async def share(self, request: Request) -> Response:
        """A link with a scope; there is one for each, so a person has as many to a round as that has viewpoints."""
        own = await find_own_round(self._registry, self._checks, request)
        scope = (await read_body(request, ShareBody)).scope
        scopes = [TABLE, *(each.seat for each in own.finished.players), ALL]
        if scope not in scopes:
            raise Problem(422, "viewpoint", f"expected what the link shows ({', '.join(scopes)}), but found {scope!r}")
        now = self._registry.clock.wall()
        if not await may_be_shared(self._store, own.finished.id, now):
            raise Problem(409, "not_yet", NOT_YET)
        token = secrets.token_urlsafe(TOKEN_BYTES)
        kept = await self._store.add_share(Share(token, own.finished.id, own.person.id, scope, now))
        if kept is None:
            # It was purged meanwhile.
            raise Problem(404, "no_game", NO_GAME)
        return json_response(_describe(kept), 201 if kept.token == token else 200)

    async def list(self, request: Request) -> Response:
        """Whoever asks sees their own."""
        own = await find_own_round(self._registry, self._checks, request)
        found = await self._store.shares_of(own.person.id, own.finished.id)
        return json_response(ShareList(tuple(map(_describe, found))))

    async def revoke(self, request: Request) -> Response:
        own = await find_own_round(self._registry, self._checks, request)
        token = _token_of(request)
        if token is None or not await self._store.revoke_share(token, own.finished.id, own.person.id):
            raise Problem(404, "no_share", NO_SHARE)
        return json_response({})

    async def replay(self, request: Request) -> Response:
        """The round behind a link, for anybody, as far as the link allows."""
        self._checks.check_rate(request)
        token = _token_of(request)
        share = await self._store.share(token) if token is not None else None
        finished = await self._store.finished(share.finished_id) if share is not None else None
        if share is None or finished is None:
            raise Problem(404, "no_share", NO_SHARE)
        maker = next(player for player in finished.players if player.person_id == share.person_id)
        shared = SharedRound(maker.name, maker.seat, share.scope)
        return await self._replays.answer(
            request, finished.text, share.scope, Onlooker(shared=shared, is_stranger=True)
        )


def _describe(share: Share) -> ShareInfo:
    return ShareInfo(share.token, share.scope, share.created)


def _token_of(request: Request) -> str | None:
    """The token in the path, if it looks like one."""
    token: str = request.path_params["token"]
    return token if TOKEN.fullmatch(token) else None
