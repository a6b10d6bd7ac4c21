"""Pages of one browser: opening a new one takes longer than most of what a test does there."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Page

PAGE_TIMEOUT = 10_000
#: Looks last as short as players may choose, unless a test chooses otherwise.
SHORT_LOOKS = """localStorage["cambio.settings"] ??= '{"lookSeconds": 2}'"""
#: A page that goes away by itself keeps its process; if an address is typed in instead, Chromium starts a new one, and
#: for the next page of the server's, whose headers are others, yet another one.
FORGET = "localStorage.clear(); sessionStorage.clear(); location.replace('about:blank')"


class Pages:
    """A page that somebody has left is wiped, and whoever comes next with such a screen has it, in their own size."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._left: dict[str, list[Page]] = {}
        self._screens: dict[Page, str] = {}

    def open(self, screen: dict[str, Any]) -> Page:
        name = repr(sorted((key, value) for key, value in screen.items() if key != "viewport"))
        left = self._left.setdefault(name, [])
        if left:
            page = left.pop()
            if page.viewport_size != screen["viewport"]:
                page.set_viewport_size(screen["viewport"])
        else:
            page = self._new(screen)
        self._screens[page] = name
        return page

    def _new(self, screen: dict[str, Any]) -> Page:
        # What a service worker keeps would outlive the wiping; whoever tests it has a context of their own.
        context = self._browser.new_context(**{"service_workers": "block"} | screen)
        context.set_default_timeout(PAGE_TIMEOUT)
        context.add_init_script(SHORT_LOOKS)
        return context.new_page()

    def leave(self, page: Page) -> None:
        """With nothing left behind: no cookie, nothing kept, no button held down. A second tab is closed."""
        if page not in self._screens:
            page.close()
            return
        name, context = self._screens.pop(page), page.context
        if page.is_closed() or len(context.pages) > 1:
            context.close()
            return
        page.mouse.up()
        if page.url.startswith("http"):
            page.evaluate(FORGET)
            page.wait_for_url("about:blank")
        context.clear_cookies()
        self._left[name].append(page)
