"""Browsers for the tests of the web table: those that are there, or ones that are installed where that is possible.

`python building/browsers.py` installs; `--find chromium` only looks, and prints where it is or says what is missing.
Without Chromium most of the tests can't run, so its absence is an error. Without Firefox or WebKit their tests are
skipped, except where CI is set in the environment.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

#: Where systems keep programs that are on no path.
CHROMIUM_PLACES = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
FIREFOX_PLACES = ("/Applications/Firefox.app/Contents/MacOS/firefox", "C:/Program Files/Mozilla Firefox/firefox.exe")
#: MiniBrowser comes with the library, and is on no path.
MINI_BROWSER_PLACES = ("lib/*/webkit2gtk-4.*/MiniBrowser", "libexec/webkit2gtk-4.*/MiniBrowser")


class Missing(Exception):
    """No browser, and what to do about it."""


class Program(Protocol):
    """What tests want, and what is said where it was not found."""

    @property
    def name(self) -> str: ...

    @property
    def missing(self) -> str: ...

    @property
    def find(self) -> Callable[[], str | None]: ...


@dataclass(frozen=True)
class Browser:
    """One that tests want: how it is found, and how it can be had."""

    name: str
    find: Callable[[], str | None]
    packages: tuple[str, ...]
    ways: str
    is_required: bool = False

    @property
    def missing(self) -> str:
        return f"tests of the web table want {self.name}, and it was not found: {self.ways}"


def find_chromium() -> str | None:
    """The browser that is chosen, on the path, in its usual place, or Playwright's own."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
    return _find_program("CAMBIO_CHROMIUM", names, CHROMIUM_PLACES) or find_playwright_chromium()


def find_playwright_chromium() -> str | None:
    """The browser that Playwright has downloaded for itself."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).is_file() else None


def find_firefox() -> str | None:
    return _find_program("CAMBIO_FIREFOX", ("firefox-esr", "firefox"), FIREFOX_PLACES)


def find_webkit() -> str | None:
    """The small browser of WebKitGTK, where there is also what drives it and a screen for it."""
    if shutil.which("WebKitWebDriver") is None or shutil.which("Xvfb") is None:
        return None
    return next((str(path) for place in MINI_BROWSER_PLACES for path in sorted(Path("/usr").glob(place))), None)


def _find_program(variable: str, names: tuple[str, ...], places: tuple[str, ...]) -> str | None:
    chosen = os.environ.get(variable)
    if chosen:
        path = shutil.which(chosen)
        if path is None:
            raise Missing(f"{variable}: expected the path of a browser, but found {chosen!r}, which can't be run")
        return path
    on_path = filter(None, map(shutil.which, names))
    return next(on_path, None) or next((place for place in places if Path(place).is_file()), None)


CHROMIUM = Browser(
    "chromium",
    find_chromium,
    ("chromium",),
    "set CAMBIO_CHROMIUM to the path of a Chromium or Chrome, "
    "or run `python -m playwright install --with-deps chromium`, or on Debian `apt-get install chromium`",
    is_required=True,
)
FIREFOX = Browser(
    "firefox",
    find_firefox,
    ("firefox-esr",),
    "set CAMBIO_FIREFOX to the path of a Firefox, or on Debian `apt-get install firefox-esr`",
)
WEBKIT = Browser(
    "webkit",
    find_webkit,
    ("webkit2gtk-driver", "xvfb"),
    "on Debian `apt-get install webkit2gtk-driver xvfb`",
)
BROWSERS = (CHROMIUM, FIREFOX, WEBKIT)


def install(browsers: tuple[Browser, ...] = BROWSERS) -> None:
    """Whatever is missing; what can't be had is said, and is an error if tests can't do without."""
    if CHROMIUM in browsers and CHROMIUM.find() is None:
        try_command([sys.executable, "-m", "playwright", "install", "chromium"])
    wanted = [browser for browser in browsers if browser.find() is None]
    if wanted and can_install_packages():
        try_command(["apt-get", "update"])
        for browser in wanted:
            try_command(["apt-get", "install", "-y", "--no-install-recommends", *browser.packages])
    missing = [browser for browser in wanted if browser.find() is None]
    if any(map(is_needed, missing)):
        raise Missing("; ".join(browser.missing for browser in missing))
    for browser in missing:
        print(f"cambio: {browser.missing}. Its tests are skipped.", file=sys.stderr, flush=True)


def is_needed(browser: Browser) -> bool:
    """Whether tests fail without it: a machine that checks for others must not leave out half of it unnoticed."""
    return browser.is_required or is_checked_for_others()


def is_checked_for_others() -> bool:
    """Whether this machine says so, by the variable that is usual for that."""
    return os.environ.get("CI", "").lower() not in ("", "0", "false")


def can_install_packages() -> bool:
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return is_root and shutil.which("apt-get") is not None


def try_command(command: list[str]) -> None:
    print(f"cambio: getting what tests need: {' '.join(command)}", file=sys.stderr, flush=True)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:]
        print(f"cambio: that failed ({''.join(last)})", file=sys.stderr, flush=True)


def run_command_line(arguments: list[str], programs: Sequence[Program], install: Callable[[], None]) -> None:
    """Look for one of the programs if `--find` asks for it, and install what is missing otherwise."""
    try:
        if arguments[:1] == ["--find"]:
            program = next(each for each in programs if each.name == arguments[1])
            path = program.find()
            if path is None:
                raise Missing(program.missing)
            print(path)
        else:
            install()
    except Missing as missing:
        sys.exit(f"cambio: {missing}")


if __name__ == "__main__":
    run_command_line(sys.argv[1:], BROWSERS, install)
