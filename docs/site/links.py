"""Checks of a built site: every link leads somewhere, and no page needs the internet to be shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

#: What a browser fetches by itself, by the attribute that says from where.
FETCHED = {"script": "src", "img": "src", "source": "src", "iframe": "src", "link": "href"}
FETCHED_BY_STYLE = re.compile(r"""(?:url\(|@import)\s*["']?((?:https?:)?//[^"')\s]+)""")


@dataclass
class _Page(HTMLParser):
    """What a page links to, fetches, and can be linked to by."""

    links: list[str] = field(default_factory=list)
    fetched: list[str] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value for name, value in attrs if value is not None}
        self.anchors.add(given.get("id", ""))
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if FETCHED.get(tag) in given:
            self.fetched.append(given[FETCHED[tag]])


def find_faults(site: Path) -> Iterator[str]:
    """One sentence for each link that leads nowhere, and for each thing that would come from the internet."""
    pages = {path: _read(path) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        name = path.relative_to(site)
        for address in (*page.links, *page.fetched):
            if not _is_outside(address) and (missing := _find_missing(path, address, pages)):
                yield f"{name}: {address} leads nowhere: there is no {missing}"
        for address in filter(_is_outside, page.fetched):
            yield f"{name}: {address} would be fetched from the internet"
    for style in site.rglob("*.css"):
        for address in FETCHED_BY_STYLE.findall(style.read_text(encoding="utf-8")):
            yield f"{style.relative_to(site)}: {address} would be fetched from the internet"


def _read(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def _is_outside(address: str) -> bool:
    parts = urlsplit(address)
    return bool(parts.scheme or parts.netloc)


def _find_missing(path: Path, address: str, pages: dict[Path, _Page]) -> str:
    """The file or the anchor that is not there; nothing if all is well."""
    parts = urlsplit(address)
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if not target.is_file():
        return f"file {parts.path}"
    anchor = unquote(parts.fragment)
    return f"anchor {anchor}" if anchor and target in pages and anchor not in pages[target].anchors else ""
