"""What offline practice costs: bytes to download, time until the first table, and milliseconds for a bot's decision.

    python -m tests.browser.offline_practice

measures a server of its own in a real Chromium: as fast as this machine can, and with the page slowed down four times.
Chromium hardly slows workers by that, where Python runs: these are figures of this machine, and not of a phone. The
first start downloads; the second one finds all of it in the browser, without a network. A browser's clock has steps of
a tenth of a millisecond: below that a median tells nothing, but a mean does.
"""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

from cambio.bots.styles import STYLES

from .first_load import PHONE, open_browser
from .live_server import LiveServer, open_server
from .practice_files import bring_practice_up_to_date

SLOWDOWNS = {"this machine": 1, "with the page 4 times slower": 4}
#: Rounds of four bots of one level, every decision and every thought of a snap timed.
ROUNDS = 5
TIMING = """
import json, time
import cambio.bots.levels as levels
from cambio import Game
from cambio.bots.round_runner import play_round, seated

times = {}

def timed(method):
    def call(self, seen):
        start = time.perf_counter()
        answer = method(self, seen)
        times[level].append(1000 * (time.perf_counter() - start))
        return answer
    return call

levels.LevelPlayer.decide = timed(levels.LevelPlayer.decide)
for level in LEVELS:
    times[level] = []
    for seed in range(ROUNDS):
        game = Game("cambia", seats=4, seed=seed)
        play_round(game, seated(game, [levels.LADDER[level]] * 4, seed=seed))
json.dumps(times)
"""
#: A worker of the measurement's own: the page's one answers nothing but what a page asks.
WORKER = """
onmessage = async ({ data: { folder, info, code } }) => {
  try {
    const { loadPyodide } = await import(folder + "/pyodide.mjs");
    const pyodide = await loadPyodide({ indexURL: folder + "/", stdLibURL: folder + "/python.zip",
      lockFileContents: { info, packages: {} }, packageBaseUrl: folder + "/",
      env: { HOME: "/home/pyodide", CAMBIO_ENGINE: "interpreted" } });
    postMessage(pyodide.runPython(code));
  } catch (error) { postMessage("failed: " + error); }
}
"""
RUN = """async ([script, folder, info, code]) => {
  const path = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(path, { type: "module" });
  const answer = new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); });
  worker.postMessage({ folder, info, code });
  return answer;
}"""


def slow_down(context: BrowserContext, page: Page, times: int) -> None:
    """The page; its workers are hardly slowed by it."""
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})


def time_start(page: Page, address: str, *, downloads: bool) -> float:
    """Seconds from the wish to practise to the first table."""
    page.goto(address)
    if downloads:
        page.get_by_role("button", name="Download").wait_for()
    start = time.perf_counter()
    if downloads:
        page.get_by_role("button", name="Download").click()
    else:
        page.reload()
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Ready")).to_be_visible(timeout=120_000)
    return time.perf_counter() - start


def time_decisions(page: Page, server: LiveServer) -> dict[str, list[float]]:
    levels = [name for name, style in STYLES.items() if style.plays_offline]
    listed = json.loads(page.evaluate("async () => (await fetch('/practice/practice.json')).text()"))
    code = f"LEVELS = {levels!r}\nROUNDS = {ROUNDS}\n{TIMING}"
    folder = f"{server.base}/practice/{listed['version']}"
    answer: str = page.evaluate(RUN, [WORKER, folder, listed["info"], code])
    assert not answer.startswith("failed"), answer
    times: dict[str, list[float]] = json.loads(answer)
    return times


def share(times: list[float], part: float) -> float:
    return sorted(times)[min(len(times) - 1, int(part * len(times)))]


def measure(browser: Browser, server: LiveServer, slowdown: int) -> None:
    # The worker of the measurement comes from no file.
    wanted: dict[str, Any] = PHONE | {"reduced_motion": "reduce", "bypass_csp": True}
    context = browser.new_context(**wanted)
    context.set_default_timeout(120_000)
    try:
        page = context.new_page()
        slow_down(context, page, slowdown)
        first = time_start(page, f"{server.base}/practice", downloads=True)
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        context.set_offline(True)
        second = time_start(page, f"{server.base}/practice", downloads=False)
        context.set_offline(False)
        print(f"  until the first table: {first:.1f} s with the download, {second:.1f} s from the browser's cache")
        for level, times in time_decisions(page, server).items():
            mean, middle, most = sum(times) / len(times), share(times, 0.5), share(times, 0.95)
            print(
                f"  {level:9} {len(times):4} decisions: mean {mean:5.2f} ms, median {middle:5.1f}, "
                f"95 % below {most:5.1f}, longest {max(times):5.1f}"
            )
    finally:
        context.close()


def tell_sizes() -> None:
    listed = json.loads(Path("src/cambio/web/practice/practice.json").read_text(encoding="utf-8"))
    for file in listed["files"]:
        print(f"  {file['download'] / 1000:8.1f} kB of {file['size'] / 1000:8.1f}  {Path(file['path']).name}")
    print(f"  {sum(file['download'] for file in listed['files']) / 1000:8.1f} kB to download")


if __name__ == "__main__":
    bring_practice_up_to_date()
    tell_sizes()
    with tempfile.TemporaryDirectory() as folder, open_server(Path(folder)) as server, open_browser() as browser:
        for name, slowdown in SLOWDOWNS.items():
            print(name)
            measure(browser, server, slowdown)
