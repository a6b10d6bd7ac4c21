"""Two workers on one PostgreSQL: a page finds its table, whichever worker it came from, and goes on when one ends."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tests.server.postgres_databases import new_database

from .conftest import Shoot
from .live_server import LiveServer, open_server
from .pages import Pages
from .visitor import PHONE, Guests

READY = ("a ready", "b ready")


@pytest.fixture
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LiveServer, LiveServer]]:
    # The browser has this thread's event loop.
    with ThreadPoolExecutor(1) as thread:
        database = thread.submit(new_database).result()
    with ExitStack() as stack:
        folders = [tmp_path_factory.mktemp(name) for name in ("one", "two")]
        one, two = [stack.enter_context(open_server(folder, database=database, public_url="")) for folder in folders]
        yield one, two


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_players_at_two_workers_share_a_table_and_go_on_when_the_one_that_holds_it_ends(
    pages: Pages, workers: tuple[LiveServer, LiveServer], shoot: Shoot, end: str
) -> None:
    one, two = workers
    at_one, at_two = Guests(pages, one), Guests(pages, two)
    try:
        table = one.lay("cambia", *READY, people="ab")
        ana = at_one.at(table)
        ben = at_two.at(table, "b", screen=PHONE)
        ana.choice("Draw").click()
        ana.sees("swap it into your hand")
        ana.card("a1").click()
        ben.sees("Your turn")
        ana.may_lose_server = ben.may_lose_server = True
        getattr(one, end)()
        # She came to the worker that is gone, and waits; he goes on at his own.
        expect(ana.page.get_by_role("status")).to_be_visible()
        expect(ben.page.get_by_role("status")).to_have_count(0)
        expect(ben.live).to_be_visible()
        ben.choice("Draw").tap()
        ben.sees("swap it into your hand")
        shoot(ben, f"phone after the other worker's {end}")
    finally:
        at_one.leave()
        at_two.leave()
