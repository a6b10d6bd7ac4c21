"""A Chromium for the tests of the web table: the one that is there, or one that is installed where that is possible.

`python building/chromium.py` installs; with `--find` it only looks. Both print where it is, or say what is missing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

VARIABLE = "CAMBIO_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
#: Where systems keep programs that are on no path.
USUAL_PLACES = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
WAYS = (
    f"set {VARIABLE} to the path of a Chromium or Chrome, "
    "or run `python -m playwright install --with-deps chromium`, or on Debian `apt-get install chromium`"
)


class Missing(Exception):
    """No browser, and what to do about it."""


def find_browser() -> str | None:
    """The browser that is chosen, on the path, in its usual place, or Playwright's own."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        path = shutil.which(chosen)
        if path is None:
            raise Missing(f"{VARIABLE}: expected the path of a Chromium, but found {chosen!r}, which can't be run")
        return path
    on_path = filter(None, map(shutil.which, NAMES))
    in_usual_places = (path for path in USUAL_PLACES if Path(path).is_file())
    return next(on_path, None) or next(in_usual_places, None) or find_playwright_browser()


def find_playwright_browser() -> str | None:
    """The browser that Playwright has downloaded for itself."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).is_file() else None


def install_browser() -> str:
    """The browser that is there, or a new one; Missing says what was tried."""
    tried = []
    for command in _install_commands():
        browser = find_browser()
        if browser is not None:
            return browser
        print(f"cambio: getting a Chromium for the browser tests: {' '.join(command)}", file=sys.stderr, flush=True)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            last = (done.stderr or done.stdout).strip().splitlines()[-1:]
            tried.append(f"`{' '.join(command[-3:])}` failed ({''.join(last)})")
    browser = find_browser()
    if browser is not None:
        return browser
    raise Missing(f"the browser tests need a Chromium, and none was found; {'; '.join(tried)}. Then {WAYS}")


def _install_commands() -> list[list[str]]:
    commands = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    if is_root and shutil.which("apt-get"):
        commands.append(["apt-get", "update"])
        commands.append(["apt-get", "install", "-y", "--no-install-recommends", "chromium"])
    return commands


def main(arguments: list[str]) -> int:
    try:
        browser = find_browser() if arguments == ["--find"] else install_browser()
    except Missing as missing:
        sys.exit(f"cambio: {missing}")
    if browser is None:
        sys.exit(f"cambio: the browser tests need a Chromium, and none was found: {WAYS}")
    print(browser)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
