"""Without a network: the page comes all the same, says what is possible, and a round is played in it to its end."""

from __future__ import annotations

import re
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, expect
from starlette.applications import Starlette
from starlette.routing import Route

from cambio.server.http.app import web_root
from cambio.server.http.web_files import WebFiles
from tests.server.server_process import find_free_port

from .live_server import LiveServer, open_server
from .pages import SHORT_LOOKS
from .play_rounds import Finger, Mouse
from .practice_files import bring_practice_up_to_date
from .visitor import DESK, PHONE, Visitor, until

#: Two play more quickly than four, and whoever plays anything thinks the least.
QUICK = '{"lookSeconds": 2, "seats": 2, "level": "random"}'
#: Every address that the browser keeps an answer for, and the answers' texts where they are texts.
KEPT = """async () => {
  const kept = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) kept.push([name, new URL(request.url).pathname]);
  return kept;
}"""
IS_WORKING = "async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'"


@contextmanager
def opened(browser: Browser, screen: dict[str, Any], settings: str = QUICK) -> Iterator[Page]:
    """A browser of one's own, which may keep what a service worker wants to."""
    context = browser.new_context(**screen, locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(30_000)
    context.add_init_script(SHORT_LOOKS.replace('{"lookSeconds": 2}', settings))
    try:
        yield context.new_page()
    finally:
        context.close()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[LiveServer]:
    bring_practice_up_to_date()
    with open_server(tmp_path) as server:
        yield server


def wait_for_service_worker(page: Page) -> None:
    until(page, lambda: bool(page.evaluate(IS_WORKING)), 30)
    # It has taken this page over as well.
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def download_practice(page: Page, server: LiveServer) -> None:
    page.goto(server.base)
    page.get_by_role("link", name="Practise offline").click()
    page.get_by_role("button", name=re.compile(r"^Download [3-6]\.\d MB$")).click()
    expect(page.get_by_role("button", name="Play")).to_be_visible(timeout=60_000)


def lose_everything(page: Page, server: LiveServer) -> None:
    page.context.set_offline(True)
    server.stop()


@pytest.mark.parametrize(("screen", "hands"), [(DESK, Mouse), (PHONE, Finger)], ids=["desk", "phone"])
def test_a_whole_round_is_played_without_network_and_server(
    browser: Browser, own_server: LiveServer, screen: dict[str, Any], hands: type[Mouse] | type[Finger]
) -> None:
    with opened(browser, screen) as page:
        visitor = Visitor(own_server, page, may_lose_server=True)
        download_practice(page, own_server)
        wait_for_service_worker(page)
        lose_everything(page, own_server)
        page.reload()
        page.get_by_role("button", name="Play").click()
        expect(visitor.live).to_be_attached()
        hands(visitor).play_round(calls_after=0)
        result = hands(visitor).result
        expect(result).to_be_visible()
        # What needs a server is not offered, and another match is played as anywhere.
        expect(result.get_by_role("link", name="Watch again")).to_have_count(0)
        assert visitor.frames == [], "nothing went over a socket"
        result.get_by_role("button", name="Play again").click()
        expect(visitor.choice("Ready")).to_be_visible()
        assert visitor.complaints == []


def test_a_table_that_was_left_can_be_gone_on_with_and_one_that_was_reloaded_is_gone(
    browser: Browser, own_server: LiveServer
) -> None:
    with opened(browser, PHONE) as page:
        download_practice(page, own_server)
        page.get_by_role("button", name="Play").click()
        ready = page.get_by_role("button", name="Ready")
        expect(ready).to_be_visible()
        table = page.url
        page.go_back()
        page.get_by_role("button", name="Go on").click()
        expect(ready).to_be_visible()
        assert page.url == table
        page.reload()
        expect(page.get_by_text("That table is gone")).to_be_visible()
        expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_without_a_network_the_first_page_leads_to_practice_which_says_what_it_lacks(
    browser: Browser, own_server: LiveServer
) -> None:
    with opened(browser, PHONE) as page:
        page.goto(own_server.base)
        wait_for_service_worker(page)
        lose_everything(page, own_server)
        page.reload()
        expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
        page.get_by_role("link", name="Practise offline").first.click()
        expect(page.get_by_role("alert")).to_contain_text("not in this browser yet")
        page.context.set_offline(False)
        own_server.start()
        page.goto(own_server.base)
        expect(page.get_by_role("button", name="Play now")).to_be_visible()


def test_nothing_about_a_person_or_a_table_is_kept(browser: Browser, own_server: LiveServer) -> None:
    with opened(browser, DESK) as page:
        download_practice(page, own_server)
        wait_for_service_worker(page)
        page.goto(own_server.base)
        page.get_by_role("button", name="Play now").click()
        expect(page.get_by_role("button", name="Ready")).to_be_visible()
        page.reload()
        expect(page.get_by_role("button", name="Ready")).to_be_visible()
        kept: list[list[str]] = page.evaluate(KEPT)
        assert {name.rpartition("-")[0] for name, _ in kept} == {"cambio-page", "cambio-practice"}
        paths = {path for _, path in kept}
        assert "/" in paths and "/practice/practice.json" in paths
        files = re.compile(r"/|/[a-z-]+\.(svg|webmanifest)|/assets/[^/]+|/practice/(practice\.json|[0-9a-f]{16}/[^/]+)")
        assert [path for path in paths if not files.fullmatch(path)] == []


@contextmanager
def serve_files(root: Path, port: int) -> Iterator[None]:
    """The files of one version, and nothing else."""
    files = WebFiles(root)
    app = Starlette(routes=[Route("/", files.serve_index), Route("/{path:path}", files.serve_file)])
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.02)
        yield
    finally:
        server.should_exit = True
        thread.join()


def make_version(root: Path, folder: Path, title: str) -> Path:
    """The web client with another title, and with a service worker that knows of it."""
    shutil.copytree(root, folder, ignore=shutil.ignore_patterns("practice", "*.br", "*.gz"))
    index, worker = folder / "index.html", folder / "service-worker.js"
    index.write_text(index.read_text().replace("</body>", f'<meta name="edition" content="{title}"></body>'))
    found = re.search(r"`([0-9a-f]{16})`", worker.read_text())
    assert found is not None
    worker.write_text(worker.read_text().replace(found[1], title.ljust(16, "0")))
    return folder


def test_a_new_version_is_there_at_the_next_load_and_is_kept_in_place_of_the_old_one(
    browser: Browser, tmp_path: Path
) -> None:
    root = web_root()
    assert root is not None
    port = find_free_port()
    address = f"http://127.0.0.1:{port}/"
    editions = "() => document.querySelector('meta[name=edition]').content"
    versions = "async () => (await caches.keys()).filter((name) => name.startsWith('cambio-page-'))"
    with opened(browser, DESK) as page:
        with serve_files(make_version(root, tmp_path / "one", "1111"), port):
            page.goto(address)
            wait_for_service_worker(page)
            assert page.evaluate(versions) == ["cambio-page-1111000000000000"]
        with serve_files(make_version(root, tmp_path / "two", "2222"), port):
            # Nobody is trapped: the page is the new one, though the old service worker is still there.
            page.reload()
            assert page.evaluate(editions) == "2222"
            until(page, lambda: len(page.evaluate(versions)) == 2, 20)
            page.wait_for_function("async () => (await navigator.serviceWorker.getRegistration()).waiting !== null")

        # Without a page that is open the old one goes, as soon as Chromium has noticed that there is none.
        def is_new() -> bool:
            page.goto("about:blank")
            page.wait_for_timeout(1000)
            page.goto(address)
            return bool(page.evaluate(editions) == "2222")

        until(page, is_new, 0.4)
        until(page, lambda: page.evaluate(versions) == ["cambio-page-2222000000000000"], 20)
