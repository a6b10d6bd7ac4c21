"""A server, and each browser: one that is not installed here is left out, except where CI is set."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import browsers
from tests.browser.live_server import LiveServer, open_server

from .driven_browser import DrivenBrowser
from .firefox import Firefox
from .person import Person
from .webkit import WebKit


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with open_server(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(params=["firefox", "webkit"])
def person(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Person]:
    wanted = browsers.FIREFOX if request.param == "firefox" else browsers.WEBKIT
    program = wanted.find()
    if program is None:
        assert not browsers.is_needed(wanted), wanted.missing
        pytest.skip(wanted.missing)
    browser: DrivenBrowser = (Firefox if request.param == "firefox" else WebKit)(program, tmp_path)
    try:
        yield Person(browser, request.param)
    finally:
        browser.close()
