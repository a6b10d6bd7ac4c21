"""Firefox, without a window, driven over WebDriver BiDi: JSON over a WebSocket."""

from __future__ import annotations

import base64
import itertools
import json
import re
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

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

LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
PREFERENCES = {
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "en-GB",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}


class Firefox(DrivenBrowser):
    def __init__(self, program: str, folder: Path) -> None:
        profile = folder / "profile"
        profile.mkdir()
        (profile / "user.js").write_text(
            "".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items())
        )
        log = folder / "firefox.log"
        command = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port=0"]
        size = ["--width", str(WIDTH), "--height", str(HEIGHT)]
        self._numbers = itertools.count(1)
        self._complaints: list[str] = []
        with ExitStack() as ending:
            self._process = start_process([*command, *size, "about:blank"], log)
            ending.callback(end_process, self._process)
            address = self._wait_for_address(log)
            self._socket: ClientConnection = ending.enter_context(connect(f"{address}/session", max_size=None))
            self._command("session.new", capabilities={})
            self._command("session.subscribe", events=["log.entryAdded"])
            self._context = self._command("browsingContext.getTree")["contexts"][0]["context"]
            viewport = {"width": WIDTH, "height": HEIGHT}
            self._command("browsingContext.setViewport", context=self._context, viewport=viewport)
            self.close = ending.pop_all().close

    def _wait_for_address(self, log: Path) -> str:
        end = time.monotonic() + START_TIMEOUT
        while time.monotonic() < end and self._process.poll() is None:
            told = LISTENING.search(log.read_text(errors="replace"))
            if told:
                return told[1]
            time.sleep(0.05)
        raise AssertionError(f"Firefox did not start: {log.read_text(errors='replace')}")

    def _command(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv(ANSWER_TIMEOUT))
            if message.get("id") == number:
                assert message["type"] == "success", f"{method}: {message}"
                return message["result"]
            self._note(message)

    def _note(self, message: dict[str, Any]) -> None:
        entry = message.get("params", {})
        if message.get("method") == "log.entryAdded" and entry["level"] in ("error", "warn"):
            self._complaints.append(f"{entry['level']}: {entry['text']}")

    def go(self, address: str) -> None:
        self._command("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def run(self, function: str, *arguments: Any) -> Any:
        answer = self._command(
            "script.callFunction",
            functionDeclaration=f"(given) => JSON.stringify(({function})(...JSON.parse(given)) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            target={"context": self._context},
            awaitPromise=False,
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def perform(self, actions: Actions) -> None:
        self._command("input.performActions", context=self._context, actions=actions)

    def picture(self) -> bytes:
        return base64.b64decode(self._command("browsingContext.captureScreenshot", context=self._context)["data"])

    def complaints(self) -> list[str]:
        self._command("session.status")
        return self._complaints
