"""Lists for operators: tables, people, sessions and bans, the latest first.

Tables and people are named by the digests that logs name them by, too: whoever has a table's id can come to it, and an
id may begin with a minus sign, which commands take for a flag. Programs get ids as well.
"""

from __future__ import annotations

import time
from typing import Any

import msgspec

from ..logs import digest
from ..store.contract import Store
from ..store.operations import FoundPerson, FoundTable, TableStage
from ..tables.projection import TableListing
from .opening import AdminError

Row = dict[str, Any]
#: People who are looked through for one that is named.
CANDIDATES = 50


async def list_tables(store: Store, stage: str | None, limit: int) -> list[Row]:
    found = await store.latest_tables(TableStage(stage) if stage is not None else None, limit)
    return [_describe_table(each) for each in found]


def _describe_table(found: FoundTable) -> Row:
    listing = msgspec.json.decode(found.body, type=TableListing) if found.body is not None else None
    return {
        "table": digest(found.id),
        "id": found.id,
        "state": str(found.stage),
        "at": found.at,
        "opened": found.created,
        "host": found.host_name,
        "players": [player.name for player in listing.players] if listing is not None else [],
        "rules": listing.rules if listing is not None else None,
    }


async def list_people(store: Store, text: str | None, limit: int) -> list[Row]:
    return [
        {
            "person": digest(each.id),
            "id": each.id,
            "name": each.name,
            "used": each.used,
            "created": each.created,
            "sessions": each.sessions,
        }
        for each in await store.latest_people(text, limit)
    ]


async def list_sessions(store: Store, person: str | None, limit: int) -> list[Row]:
    """Sessions are named by a part of what is kept of their token, which lets nobody in."""
    if person is not None:
        found = await find_person(store, person)
        dates = await store.sessions_of(found.id)
        listed = [(each.token_hash, found.id, found.name, each.created, each.used) for each in dates]
        listed.sort(key=lambda each: each[4], reverse=True)
    else:
        latest = await store.latest_sessions(limit)
        listed = [(each.token_hash, each.person_id, each.name, each.created, each.used) for each in latest]
    return [
        {
            "session": token_hash.hex()[:12],
            "person": digest(person_id),
            "id": person_id,
            "name": name,
            "used": used,
            "created": created,
        }
        for token_hash, person_id, name, created, used in listed[:limit]
    ]


async def list_bans(store: Store) -> list[Row]:
    names = {}
    bans = await store.bans(int(time.time() * 1000))
    for ban in bans:
        if not ban.is_network:
            people = await store.latest_people(ban.subject, CANDIDATES)
            names[ban.subject] = next((each.name for each in people if each.id == ban.subject), None)
    return [
        {
            "who": ban.subject if ban.is_network else digest(ban.subject),
            "id": ban.subject,
            "name": names.get(ban.subject),
            "until": ban.until,
            "created": ban.created,
            "reason": ban.reason,
        }
        for ban in bans
    ]


async def find_person(store: Store, text: str) -> FoundPerson:
    """By id, by the digest in a log, or by the whole name if only one has it."""
    found = await store.latest_people(text, CANDIDATES)
    by_id = [each for each in found if text in (each.id, digest(each.id))]
    named = by_id or [each for each in found if each.name.lower() == text.lower()]
    if len(named) == 1:
        return named[0]
    if not found:
        raise AdminError(f"expected a person, but nobody has the id, the digest or the name {text!r}")
    listed = ", ".join(f"{digest(each.id)} ({each.name})" for each in (named or found)[:5])
    raise AdminError(f"expected one person, but {text!r} may be {listed}{' …' if len(found) > 5 else ''}")


async def find_table(store: Store, text: str) -> FoundTable:
    """By id, by code, or by the digest in a log."""
    found = await store.latest_tables(None, 2, text)
    if len(found) != 1:
        raise AdminError(f"expected a table, but none has the id, the code or the digest {text!r}")
    return found[0]
