"""One browser and one server for each process of tests, and nothing left of either."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from .live_server import LiveServer, open_server
from .pages import Pages
from .visitor import Guests, Visitor

#: Features of Chromium: what Playwright turns off as well, since only the last such list counts; and the pages that a
#: window loads for its address bar, which nobody sees, and which cost ten times what an empty page does.
NOT_WANTED = (
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"),
    *("HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning"),
    *("AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled"),
    *("PreconnectToSearch", "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Otherwise every page that is opened has a process started that waits for a page of another site.
    "--disable-site-isolation-trials",
    f"--disable-features={','.join(NOT_WANTED)}",
)
Shoot = Callable[[Visitor, str], None]
OpenGuests = Callable[..., Guests]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real Chromium; without one these tests fail, and say what is missing."""
    found = subprocess.run(
        [sys.executable, "building/browsers.py", "--find", "chromium"], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stderr
    expect.set_options(timeout=10_000)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found.stdout.strip(), args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """One address for all pages: what a browser has fetched and compiled once, it has for every test."""
    with open_server(tmp_path_factory.mktemp("shared")) as server:
        yield server


@pytest.fixture(scope="module")
def server(shared_server: LiveServer) -> Iterator[LiveServer]:
    """What the server complains about, it does in the module where that was."""
    before = len(shared_server.complaints())
    yield shared_server
    assert shared_server.complaints()[before:] == []


@pytest.fixture(scope="session")
def pages(browser: Browser) -> Pages:
    return Pages(browser)


@pytest.fixture
def guests(pages: Pages, server: LiveServer) -> Iterator[Guests]:
    guests = Guests(pages, server)
    try:
        yield guests
    finally:
        guests.leave()


@pytest.fixture
def open_guests(pages: Pages, tmp_path: Path) -> Iterator[OpenGuests]:
    """For whoever needs a server of their own, with other settings."""
    with ExitStack() as stack:

        def open_one(**settings: Any) -> Guests:
            guests = Guests(pages, stack.enter_context(open_server(tmp_path, **settings)))
            stack.callback(guests.leave)
            return guests

        yield open_one


@pytest.fixture(scope="session")
def shoot() -> Shoot:
    """Keeps a picture of a screen for people to look at."""
    folder = Path(os.environ.get("CAMBIO_SHOTS", "build/shots"))
    folder.mkdir(parents=True, exist_ok=True)

    def keep(visitor: Visitor, name: str) -> None:
        visitor.page.screenshot(path=folder / f"{re.sub(r'[^a-z0-9]+', '-', name.lower())}.png")

    return keep
