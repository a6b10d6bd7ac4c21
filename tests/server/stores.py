"""Stores that tests open."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from cambio.server.store.contract import Store
from cambio.server.store.urls import make_store


@asynccontextmanager
async def open_store(url: str) -> AsyncIterator[Store]:
    """The store at an address, open for as long as the block lasts."""
    store = make_store(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()
