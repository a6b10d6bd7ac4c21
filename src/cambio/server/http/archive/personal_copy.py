"""A copy of all that is kept about a person: a zip file with about.json, and every finished round as a .cambio file."""

from __future__ import annotations

import asyncio
import zipfile
from dataclasses import asdict
from typing import IO, Any

import msgspec

from ...protocol.match_messages import Statistics
from ...store.contract import Finished, Person, Store
from .downloads import file_name
from .matches import describe_match

#: Rounds and matches that are read at a time.
PAGE = 100


async def write_copy(store: Store, person: Person, file: IO[bytes]) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as copy:
        copy.writestr("about.json", msgspec.json.format(msgspec.json.encode(await _about(store, person))))
        before = None
        while page := await store.finished_of(person.id, PAGE, before):
            # Packing takes a while, in which others play.
            await asyncio.to_thread(_pack, copy, page)
            before = page[-1].id


async def _about(store: Store, person: Person) -> dict[str, Any]:
    matches = []
    before = None
    while page := await store.matches_of(person.id, PAGE, before):
        matches += [describe_match(each, person.id) for each in page]
        before = page[-1].match.key
    sessions = await store.sessions_of(person.id)
    statistics = await store.statistics_of(person.id)
    shares = await store.shares_of(person.id)
    tries = await store.daily_tries_of(person.id)
    return {
        "person": person.id,
        "name": person.name,
        "created": person.created,
        "sessions": [{"created": each.created, "used": each.used} for each in sessions],
        "matches": matches,
        "bans": [{"until": ban.until, "reason": ban.reason} for ban in await store.bans(0) if ban.subject == person.id],
        "links": [
            {"round": each.finished_id, "token": each.token, "scope": each.scope, "created": each.created}
            for each in shares
        ],
        "daily": [{**asdict(each.deal), "finished": each.finished, "result": each.score} for each in tries],
        "statistics": msgspec.convert(statistics, Statistics, from_attributes=True),
    }


def _pack(copy: zipfile.ZipFile, rounds: list[Finished]) -> None:
    for each in rounds:
        name = file_name(each.finished, [player.name for player in each.players], each.round)
        # Several rounds of a day may have one name.
        copy.writestr(f"rounds/{each.id[:8]} {name}", each.text)
