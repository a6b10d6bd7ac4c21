"""The contract of a store: what every one of them has to do, whatever it is made of."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from functools import wraps
from pathlib import Path

import pytest

from cambio.server.store import (
    AlreadyThere,
    Entry,
    Fenced,
    Finished,
    NoSuchPerson,
    NoSuchTable,
    OutOfOrder,
    Person,
    Player,
    Store,
    StoreFailed,
    TableRow,
    Taken,
    opened,
    store_at,
)

ANA = Person("ana", "Ana", created=1)
BEN = Person("ben", "Ben 🂡 o'Clubs", created=2)
TABLE = TableRow("t1", "KXQZ", code_expires=100, host="ana", is_public=True, created=10)


def entry(seq: int, cmd_id: str | None = None, *, actor: str = "ana", body: bytes = b"{}") -> Entry:
    return Entry(seq, cmd_id, actor, body, at=1_700_000_000_000 + seq)


def finished(number: int, *, at: int | None = None, table_id: str = "t1") -> Finished:
    players = (Player("ana", "a", "Ana"), Player(None, "b", "a bot"))
    moment = 1000 + number if at is None else at
    return Finished(f"f{number}", table_id, number, moment, "classic", players, "cambio 1\n…\n")


async def furnish(store: Store, tables: int = 1) -> None:
    """Two people, and tables t1, t2 and so on that nobody has claimed."""
    await store.add_person(ANA)
    await store.add_person(BEN)
    for number in range(1, tables + 1):
        await store.create_table(replace(TABLE, id=f"t{number}", code=f"C{number}"))


def furnished(test: Callable[[Store], Awaitable[None]]) -> Callable[[object, str], None]:
    """A test that is given a store with Ana, Ben and table t1."""

    @wraps(test)
    def run(self: object, url: str) -> None:
        async def play() -> None:
            async with opened(url) as store:
                await furnish(store)
                await test(store)

        asyncio.run(play())

    del run.__wrapped__  # type: ignore[attr-defined]  # pytest would read the parameters of the test inside
    return run


class StoreContract:
    """Inherit this, with a fixture `url` that is the address of a fresh store, the same within a test."""

    # Tables

    @furnished
    async def test_a_table_is_found_by_its_id(store: Store) -> None:  # noqa: N805
        await store.create_table(TABLE_2)
