"""WebKit in the small browser that comes with WebKitGTK, on a screen of its own, driven by WebDriver requests."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import time
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from tests.server.server_process import find_free_port

from .driven_browser import (
    ANSWER_TIMEOUT,
    HEIGHT,
    START_TIMEOUT,
    WIDTH,
    Actions,
    DrivenBrowser,
    end_process,
    start_process,
)

#: Without a graphics card, WebKit's own painting is many times quicker than an emulated card.
SURROUNDINGS = {"LC_ALL": "C.UTF-8", "NO_AT_BRIDGE": "1", "WEBKIT_SKIA_ENABLE_CPU_RENDERING": "1"}
#: A page of our server that has neither script nor style.
BARE_PAGE = "/healthz"
#: WebDriver can't tell what is on the console, and an automated WebKit writes it nowhere. So the page is written by a
#: script into a document whose console is watched: from its first moment, nothing that it says is missed.
LOAD_WATCHED = """
const [address, done] = arguments;
fetch(address).then((response) => response.text()).then((html) => {
  history.replaceState(null, "", address);
  document.open();
  window.complaints = [];
  const note = (level, words) => window.complaints.push(`${level}: ${words}`);
  for (const level of ["error", "warn"]) console[level] = (...words) => note(level, words.join(" "));
  addEventListener("error", (event) => note("error", event.message ?? event.target.outerHTML), true);
  addEventListener("unhandledrejection", (event) => note("error", event.reason));
  addEventListener("load", () => done());
  document.write(html);
  document.close();
});
"""


class WebKit(DrivenBrowser):
    def __init__(self, program: str, folder: Path) -> None:
        self._port = find_free_port()
        self._session = ""
        with ExitStack() as ending:
            screen, display = _open_screen(folder / "screen.log")
            ending.callback(end_process, screen)
            environment = os.environ | SURROUNDINGS | {"DISPLAY": f":{display}"}
            environment |= dict.fromkeys(("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), str(folder))
            command = ["WebKitWebDriver", f"--port={self._port}", "--host=127.0.0.1"]
            self._driver = start_process(command, folder / "driver.log", env=environment)
            ending.callback(end_process, self._driver)
            self._wait_for_driver()
            options = {"binary": program, "args": ["--automation"]}
            wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
            self._session = f"/session/{self._send('POST', '/session', wanted)['sessionId']}"
            ending.callback(self._send, "DELETE", self._session)
            self._order("/window/rect", {"x": 0, "y": 0, "width": WIDTH, "height": HEIGHT})
            self.close = ending.pop_all().close

    def _wait_for_driver(self) -> None:
        end = time.monotonic() + START_TIMEOUT
        while self._driver.poll() is None:
            try:
                self._send("GET", "/status")
            except OSError:
                assert time.monotonic() < end, "WebKitWebDriver does not answer"
                time.sleep(0.05)
            else:
                return
        raise AssertionError("WebKitWebDriver has ended")

    def _send(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=ANSWER_TIMEOUT)
        try:
            connection.request(method, path, None if body is None else json.dumps(body))
            response = connection.getresponse()
            value = json.loads(response.read())["value"]
        finally:
            connection.close()
        assert response.status == 200, f"{method} {path}: {value}"
        return value

    def _order(self, path: str, body: dict[str, Any]) -> Any:
        return self._send("POST", f"{self._session}{path}", body)

    def go(self, address: str) -> None:
        self._order("/url", {"url": urljoin(address, BARE_PAGE)})
        self._order("/execute/async", {"script": LOAD_WATCHED, "args": [address]})

    def run(self, function: str, *arguments: Any) -> Any:
        script = f"return JSON.stringify(({function})(...arguments) ?? null)"
        return json.loads(self._order("/execute/sync", {"script": script, "args": arguments}))

    def perform(self, actions: Actions) -> None:
        self._order("/actions", {"actions": actions})

    def picture(self) -> bytes:
        return base64.b64decode(self._send("GET", f"{self._session}/screenshot"))

    def complaints(self) -> list[str]:
        told: list[str] = self.run("() => window.complaints")
        return told


def _open_screen(log: Path) -> tuple[subprocess.Popen[bytes], str]:
    """A screen that nobody sees, and its number, which is the first that is free."""
    reader, writer = os.pipe()
    with os.fdopen(reader) as told:
        screen = ["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp"]
        process = start_process(screen, log, pass_fds=[writer])
        os.close(writer)
        # It writes the number and the end of the line one by one, and dies if nobody reads both.
        number = told.readline().strip()
    assert number, f"Xvfb did not start: {log.read_text()}"
    return process, number
