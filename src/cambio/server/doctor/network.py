"""The network: whether the address, the names, the public address and the proxy fit together."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator
from contextlib import closing
from urllib.parse import urlsplit

from ..addresses import is_loopback
from ..http.app import HostNames
from ..http.round_trip_readings import can_read_kernel
from ..settings import Settings, split_list
from ..store.urls import POSTGRES
from ..tables.races.snap_verdict import MOST_UNPROVEN_COMPENSATION
from .findings import Finding, Level, ok, problem, warning

#: Seconds for whoever listens on the port to answer.
ANSWER_TIME = 3.0
_ANY = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104


def check_network(settings: Settings) -> Iterator[Finding]:
    yield check_port(settings)
    yield _check_reach(settings)
    yield _check_public_url(settings)
    yield _check_names(settings)
    yield _check_proxy(settings)
    if settings.database.startswith(POSTGRES):
        yield _check_advertise(settings)
    yield _check_round_trips(settings)


# The port


def check_port(settings: Settings) -> Finding:
    """Free, or this server's own."""
    where = f"{settings.host} port {settings.port}"
    if settings.port == 0:
        return ok("port", "any that is free")
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        with closing(socket.socket(family, socket.SOCK_STREAM)) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((settings.host, settings.port))
    except PermissionError:
        advice = "take a port from 1024 up and let a proxy have this one, or grant CAP_NET_BIND_SERVICE"
        return problem("port", f"{where} is for root alone", advice)
    except OSError as error:
        return _ask_listener(settings, where, error)
    return ok("port", f"{where} is free; no server runs there")


def _ask_listener(settings: Settings, where: str, error: OSError) -> Finding:
    status = _ask_health(settings)
    if status == 200:
        return ok("port", f"a server runs at {where}, and is well")
    if status == 503:
        return problem("port", f"a server runs at {where}, but can't write moves down", "see /healthz and its log")
    return problem("port", f"{where} can't be had: {error.strerror}", "stop what listens there, or set another port")


def _ask_health(settings: Settings) -> int | None:
    host = _ANY.get(settings.host, settings.host)
    try:
        with closing(http.client.HTTPConnection(host, settings.port, timeout=ANSWER_TIME)) as client:
            client.request("GET", "/healthz", headers={"Host": "localhost"})
            answer = client.getresponse()
            return answer.status if b'"status"' in answer.read(1000) else None
    except (OSError, http.client.HTTPException):
        return None


# What others see


def _check_reach(settings: Settings) -> Finding:
    is_own = is_loopback(settings.host) or settings.host == "localhost"
    if settings.behind_proxy and not is_own and not settings.proxies:
        return warning(
            "host",
            f"{settings.host}: whoever reaches it past the proxy can say that they come from any address",
            "listen on 127.0.0.1, or let a firewall admit the proxy alone and list it by proxies",
        )
    if not settings.behind_proxy and is_own and settings.public_url:
        advice = 'set behind_proxy if a proxy is in front, or host = "0.0.0.0" if none is'
        return warning("host", f"{settings.host} can't be reached from other machines", advice)
    return ok("host", f"{settings.host}, {'this machine alone' if is_own else 'other machines, too'}")


def _check_public_url(settings: Settings) -> Finding:
    url = urlsplit(settings.public_url)
    about = "public address"
    if not settings.public_url:
        if settings.behind_proxy:
            return problem(about, "none, behind a proxy", "set public_url to the site, like https://cambio.example")
        return ok(about, "none: invitations carry the address that a page was opened by")
    if url.scheme == "https" and not settings.behind_proxy:
        advice = "let a proxy speak it, and set behind_proxy; see docs/SERVING.md"
        return problem(about, f"{settings.public_url}, but this server speaks no HTTPS itself", advice)
    if url.scheme == "http" and settings.behind_proxy:
        advice = "let the proxy speak HTTPS: behind a proxy the cookie needs it, and browsers drop it otherwise"
        return problem(about, f"{settings.public_url}, without HTTPS", advice)
    return ok(about, settings.public_url)


def _check_names(settings: Settings) -> Finding:
    names = HostNames(settings)
    pages = [*split_list(settings.origins), *([settings.public_url] if settings.public_url else [])]
    odd = [page for page in pages if (urlsplit(page).hostname or "") not in names]
    if odd:
        advice = "origins and public_url are addresses like https://cambio.example"
        return problem("names", f"{odd[0]} names no host", advice)
    listed = [*split_list(settings.names), *(urlsplit(page).netloc for page in pages)]
    return ok("names", f"addresses, localhost, {', '.join([socket.gethostname(), *listed])}")


# The proxy


def _check_proxy(settings: Settings) -> Finding:
    if settings.behind_proxy:
        return ok("proxy", "behind one, which tells clients' addresses by X-Forwarded-For")
    if settings.proxies:
        return warning("proxy", "proxies are listed, but behind_proxy is not set", "set behind_proxy, or list none")
    return ok("proxy", "none")


def _check_advertise(settings: Settings) -> Finding:
    """Where other servers on the database send the players of this one's tables."""
    about = "own address"
    if settings.behind_proxy and not settings.advertise:
        advice = "set advertise to where the proxy leads to this very server; see docs/SCALE.md"
        return warning(about, "other servers on this database can't send players here", advice)
    is_open = urlsplit(settings.advertise).scheme == "http"
    if settings.advertise and is_open and urlsplit(settings.public_url).scheme == "https":
        advice = "let it begin with https, like https://cambio.example/w/1"
        return problem(about, f"{settings.advertise}, which pages with HTTPS may not connect to", advice)
    return ok(about, settings.advertise or f"the one that it listens on, port {settings.port}")


def _check_round_trips(settings: Settings) -> Finding:
    about = "fair snaps"
    most = f"at most {MOST_UNPROVEN_COMPENSATION:.0f} ms are made up for on slow connections"
    if settings.behind_proxy and not settings.round_trip_header:
        advice = "let the proxy tell the round trip, and set round_trip_header; see docs/SERVING.md"
        return warning(about, f"nobody but the client says how slow it is: {most}", advice)
    if not settings.behind_proxy and not can_read_kernel():
        return Finding(about, Level.WARNING, f"this system does not tell round trips: {most}", "serve from Linux")
    told = f"told by {settings.round_trip_header}" if settings.behind_proxy else "measured by the kernel"
    return ok(about, f"round trips are {told}")
