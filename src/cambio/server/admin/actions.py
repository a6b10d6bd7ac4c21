"""What operators do. Each returns a sentence for people, and facts for programs."""

from __future__ import annotations

import asyncio
import dataclasses
import os
import secrets
import time
from pathlib import Path
from typing import Any

from ..http.archive.personal_copy import write_copy
from ..logs import digest
from ..operating.ban_list import name_network
from ..sessions import DAY, clean_name
from ..settings import Settings
from ..store.bans import Ban
from ..store.contract import Person, Store
from ..store.errors import StoreInUse
from ..store.operations import Change, FoundPerson
from ..store.urls import make_store
from ..tables.forgetting import SOMEBODY, forget_in_archive, forget_in_logs
from ..tables.table_registry import TableRegistry
from .lists import CANDIDATES, find_person, find_table
from .opening import AdminError, check_file, open_as_operator
from .output import show_time

Done = tuple[str, dict[str, Any]]
#: Seconds for a running server to forget somebody, and between two looks at whether it has.
FORGETTING_TIME, LOOK_INTERVAL = 60.0, 0.2
LONGEST_REASON = 200


async def close_table(store: Store, table: str) -> Done:
    found = await find_table(store, table)
    if not await store.close_table(found.id, _now()):
        raise AdminError(f"expected a table, but {table} was closed meanwhile")
    return f"closed table {digest(found.id)}: its players are told within two seconds", {"id": found.id}


async def end_sessions(store: Store, person: str) -> Done:
    found = await find_person(store, person)
    ended = await store.end_sessions(found.id, _now())
    counted = "1 session" if ended == 1 else f"{ended} sessions"
    return f"ended {counted} of {_name(found)}", {"id": found.id, "ended": ended}


async def ban(store: Store, who: str, days: float, reason: str) -> Done:
    if not 0 < days <= 36_500:
        raise AdminError(f"expected a number of days above 0, but found {days:g}")
    if len(reason) > LONGEST_REASON or not reason.isprintable():
        raise AdminError(f"expected a reason of at most {LONGEST_REASON} letters in one line")
    subject, name = await _resolve(store, who)
    now = _now()
    added = Ban(subject, name is None, now + int(days * DAY), reason, now)
    await store.add_ban(added)
    who = subject if name is None else f"{digest(subject)} ({name})"
    return f"banned {who} until {show_time(added.until)} UTC", {"id": subject, "until": added.until, "reason": reason}


async def unban(store: Store, who: str) -> Done:
    """A person may have been purged meanwhile: the bans that there are tell whom they name."""
    now = _now()
    named = (ban.subject for ban in await store.bans(now) if who in (ban.subject, digest(ban.subject)))
    subject = next(named, None) or (await _resolve(store, who))[0]
    if not await store.lift_ban(subject, now):
        raise AdminError(f"expected a ban, but {who} is not banned: `cambio admin bans` lists all")
    return f"{who} may play again", {"id": subject}


async def _resolve(store: Store, who: str) -> tuple[str, str | None]:
    """A network, which has no name, or a person and theirs."""
    network = name_network(who)
    if network is not None:
        return network, None
    found = await find_person(store, who)
    return found.id, found.name


async def rename(store: Store, person: str, text: str) -> Done:
    """Everywhere where the old name stood, in finished rounds and at tables, too."""
    try:
        name = clean_name(text)
    except ValueError as error:
        raise AdminError(str(error)) from None
    found = await find_person(store, person)
    await forget_in_archive(store, found.id, name)
    await forget_in_logs(store, found.id, name)
    await store.call_otherwise(found.id, name, _now())
    return f"{found.name} is called {name} now, at tables and in finished rounds", {"id": found.id, "name": name}


async def export(store: Store, person: str, file: Path) -> Done:
    found = await find_person(store, person)
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise AdminError(f"expected to make the file {file}, but: {error.strerror}") from None
    with os.fdopen(descriptor, "wb") as copy:
        await write_copy(store, _person(found), copy)
    return f"everything about {_name(found)} is in {file}", {"id": found.id, "file": str(file)}


async def delete(settings: Settings, person: str) -> Done:
    """A server that runs does it, since it holds the tables; without one this is a server for a moment."""
    async with open_as_operator(settings.database) as store:
        found = await find_person(store, person)
        await store.end_sessions(found.id, _now())
    check_file(settings.database)
    registry = TableRegistry(make_store(settings.database), dataclasses.replace(settings, purge_interval=0))
    try:
        await registry.open()
    except StoreInUse:
        await _ask_server(settings, found)
    else:
        try:
            await registry.forget(_person(found))
            # Other workers hold tables of their own.
            await registry.store.post_notice(Change.FORGET, found.id, _now())
        finally:
            await registry.close()
    return f"{_name(found)} is forgotten: what others have of their games stays, without the name", {"id": found.id}


async def _ask_server(settings: Settings, found: FoundPerson) -> None:
    async with open_as_operator(settings.database) as store:
        await store.post_notice(Change.FORGET, found.id, _now())
        until = time.monotonic() + FORGETTING_TIME
        while time.monotonic() < until:
            await asyncio.sleep(LOOK_INTERVAL)
            people = await store.latest_people(found.id, CANDIDATES)
            if all(each.name == SOMEBODY for each in people if each.id == found.id):
                return
    raise AdminError(
        f"the server has been asked to forget {_name(found)}, but has not done so for {FORGETTING_TIME:.0f} seconds: "
        "see its log, and look again later"
    )


def _person(found: FoundPerson) -> Person:
    return Person(found.id, found.name, found.created)


def _name(found: FoundPerson) -> str:
    return f"{digest(found.id)} ({found.name})"


def _now() -> int:
    return int(time.time() * 1000)


def new_file_name(person: str) -> Path:
    """Where a copy goes that nobody has named: never in the place of another one."""
    return Path(f"cambio-{person[:8]}-{secrets.token_hex(3)}.zip")
