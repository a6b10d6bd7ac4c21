"""Names: what a server may be called by, so that no page elsewhere passes for one of its own.

Whoever owns a name can let it point here for a moment (DNS rebinding). To a visitor's browser their page and this
server are then one site, and only the name by which the browser calls tells them apart. An address can't be pointed
elsewhere, so addresses are always welcome.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

_HOST = re.compile(r"(?:\[(?P<six>[0-9a-f:.]+)\]|(?P<name>[a-z0-9._-]+))(?::\d{0,5})?", re.ASCII)


class Names:
    """Every address, localhost, and the names that are listed; ports don't matter.

    >>> ours = Names(["cambio.example"])
    >>> [host in ours for host in ("127.0.0.1:8000", "[::1]", "LOCALHOST:80", "cambio.example", "evil.example")]
    [True, True, True, True, False]
    """

    def __init__(self, listed: Iterable[str]) -> None:
        self._listed = frozenset(map(name_in, listed))

    def __contains__(self, host: object) -> bool:
        name = name_in(str(host))
        return name != "" and (_is_address(name) or _is_this_machine(name) or name in self._listed)


def name_in(host: str) -> str:
    """The name or address in what comes with a request as Host, without its port; nothing if there is none.

    >>> name_in("Cambio.Example.:443"), name_in("[::1]:8000"), name_in("https://cambio.example")
    ('cambio.example', '::1', '')
    """
    found = _HOST.fullmatch(host.strip().lower())
    return (found["six"] or found["name"]).removesuffix(".") if found else ""


def names_in(text: str) -> list[str]:
    """Names as a setting lists them, or ValueError.

    >>> names_in("cambio.example, cards.lan")
    ['cambio.example', 'cards.lan']
    """
    listed = [each.strip() for each in text.split(",") if each.strip()]
    for each in listed:
        if not name_in(each):
            raise ValueError(f"expected names like cambio.example, separated by commas, but found {each!r}")
    return listed


def origins_in(text: str) -> list[str]:
    """Origins as a setting lists them."""
    return [each.strip().rstrip("/") for each in text.split(",") if each.strip()]


def names_of(host: str, names: str, origins: str) -> Names:
    """What a server is called by that listens on that host, under those names, for pages of those origins."""
    of_pages = [urlsplit(origin).hostname or "" for origin in origins_in(origins)]
    return Names([host, *names_in(names), *of_pages])


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _is_this_machine(name: str) -> bool:
    return name == "localhost" or name.endswith(".localhost")
