"""The first load of a page, by somebody who has never been here: bytes over the wire, requests, time until it shows.

    python -m tests.browser.first_load [http://...]

measures a server of its own, or the one at that address, in a real Chromium: as fast as this machine can, and over a
slow mobile network. Times are the median and the best of several loads.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, sync_playwright

from .live_server import open_server

#: What developer tools call "Slow 4G": milliseconds of delay, and bytes in a second each way.
SLOW_4G = {"latency": 150.0, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
UNTHROTTLED = {"latency": 0.0, "downloadThroughput": -1.0, "uploadThroughput": -1.0}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "locale": "en-GB"}
#: Milliseconds after which a page that asks for nothing more has loaded what it needs first.
QUIET_MS = 1500
LOADS = 5
#: First and largest contentful paint, in milliseconds.
PAINTS = """() => new Promise((resolve) => new PerformanceObserver((list) => {
  const [first] = performance.getEntriesByName("first-contentful-paint");
  resolve([first?.startTime ?? 0, list.getEntries().at(-1).startTime]);
}).observe({ type: "largest-contentful-paint", buffered: true }))"""


@dataclass(frozen=True)
class FirstLoad:
    """Bytes include headers; sizes are by path, in the order in which requests ended."""

    sizes: dict[str, int]
    first_paint: float
    largest_paint: float

    @property
    def bytes(self) -> int:
        return sum(self.sizes.values())


def measure_first_load(browser: Browser, address: str, network: dict[str, float] = UNTHROTTLED) -> FirstLoad:
    """With an empty cache and no cookies, until the page is quiet."""
    context = browser.new_context(**PHONE)
    try:
        page = context.new_page()
        developer_tools = context.new_cdp_session(page)
        paths: dict[str, str] = {}
        sizes: dict[str, int] = {}

        def note_request(event: dict[str, Any]) -> None:
            address = urlsplit(event["request"]["url"])
            if address.scheme != "data":
                paths[event["requestId"]] = address.path

        def note_end(event: dict[str, Any]) -> None:
            path = paths.get(event["requestId"])
            if path is not None:
                sizes[path] = sizes.get(path, 0) + int(event["encodedDataLength"])

        developer_tools.on("Network.requestWillBeSent", note_request)
        developer_tools.on("Network.loadingFinished", note_end)
        developer_tools.send("Network.enable")
        developer_tools.send("Network.emulateNetworkConditions", {"offline": False, **network})
        page.goto(address)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(QUIET_MS)
        first, largest = page.evaluate(PAINTS)
        return FirstLoad(sizes, first, largest)
    finally:
        context.close()


@contextmanager
def open_browser() -> Iterator[Browser]:
    find = [sys.executable, "building/browsers.py", "--find", "chromium"]
    program = subprocess.run(find, capture_output=True, text=True, check=True).stdout.strip()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


def tell(address: str) -> None:
    with open_browser() as browser:
        for name, network in (("unthrottled", UNTHROTTLED), ("slow 4G", SLOW_4G)):
            loads = [measure_first_load(browser, address, network) for _ in range(LOADS)]
            first = [load.first_paint for load in loads]
            largest = [load.largest_paint for load in loads]
            print(
                f"{name:12} {loads[0].bytes / 1000:7.1f} kB in {len(loads[0].sizes)} requests, contentful paint: "
                f"first {statistics.median(first):.0f} ms (best {min(first):.0f}), "
                f"largest {statistics.median(largest):.0f} ms (best {min(largest):.0f})"
            )
        for path, size in sorted(loads[0].sizes.items(), key=lambda each: -each[1]):
            print(f"  {size / 1000:7.1f} kB  {path}")


if __name__ == "__main__":
    if sys.argv[1:]:
        tell(sys.argv[1])
    else:
        with tempfile.TemporaryDirectory() as folder, open_server(Path(folder)) as server:
            tell(server.base)
