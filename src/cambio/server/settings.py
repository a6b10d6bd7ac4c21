"""Settings of a server: each is a flag of ``cambio serve``, a variable of the environment and a key of a file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from ipaddress import ip_network
from typing import Any

_HOST = re.compile(r"(?:\[(?P<six>[0-9a-f:.]+)\]|(?P<name>[a-z0-9._-]+))(?::\d{0,5})?", re.ASCII)

_HEADER = re.compile(r"[A-Za-z0-9-]+", re.ASCII)
_SITE = r"https?://(?:\[[0-9a-fA-F:.]+\]|[a-zA-Z0-9._-]+)(?::\d{1,5})?"
_PUBLIC_URL = re.compile(_SITE + "/?", re.ASCII)
_WORKER_URL = re.compile(_SITE + r"(?:/[a-zA-Z0-9._~-]+)*/?", re.ASCII)

LAST_PORT = 65_535
#: No setting needs a larger number, and as days in milliseconds it still fits a database.
LARGEST = 10_000_000_000
LOG_LEVELS = ("debug", "info", "warning", "error")


def _setting(default: Any, about: str, *, unit: str = "") -> Any:
    return field(default=default, metadata={"about": about, "unit": unit})


@dataclass(frozen=True)
class Settings:
    """What may be set. A flag comes before the environment, that before a file, and that before the default."""

    host: str = _setting("127.0.0.1", "the address to listen on; 0.0.0.0 lets other machines in")
    port: int = _setting(8000, "the port to listen on; 0 takes any that is free")
    database: str = _setting(
        "sqlite:///cambio.db", "where everything is kept; other users see flags, so no password belongs in one"
    )
    open: bool = _setting(False, "open the page in a browser")
    names: str = _setting("", "names that people call this server by, separated by commas, like cambio.example")
    public_url: str = _setting("", "the address that invitations carry, like https://cambio.example")
    advertise: str = _setting(
        "", "where players reach this very server when others share its database, like https://cambio.example/w/1"
    )
    origins: str = _setting("", "other addresses of the web client, separated by commas, like https://cambio.example")
    behind_proxy: bool = _setting(False, "a proxy in front speaks HTTPS and tells the client's address")
    round_trip_header: str = _setting(
        "", "the header in which the proxy tells a client's round trip; see docs/SERVING.md"
    )
    proxies: str = _setting(
        "", "addresses or networks of proxies on other machines that are believed, separated by commas, like 10.0.0.2"
    )
    pace: float = _setting(1.0, "how slowly bots play: 1 as people do, 0 at once")
    grace: float = _setting(20_000.0, "how long a player may be away before a stand-in plays", unit="ms")
    linger: float = _setting(60_000.0, "how long a table stays in memory after the last one has left", unit="ms")
    scores: float = _setting(20_000.0, "how long the scores stay on the table between two rounds", unit="ms")
    stay: float = _setting(60_000.0, "how long the scores stay when somebody asks for more time", unit="ms")
    window: float = _setting(3_000.0, "how long the dealer leaves a snap window open at the end", unit="ms")
    quick_wait: float = _setting(12_000.0, "how long quick play waits for people before bots sit down", unit="ms")
    connections: int = _setting(10_000, "connections that may be open in all, sockets among them")
    connections_per_address: int = _setting(600, "connections that one address may have open")
    connections_reserved: int = _setting(1_000, "of all connections, those kept for addresses that are at a table")
    head_timeout: float = _setting(10_000.0, "how long the head of a request may take", unit="ms")
    body_timeout: float = _setting(30_000.0, "how long the body of a request may take, or its answer stand", unit="ms")
    spectators: int = _setting(50, "people who may watch one table")
    sockets_per_person: int = _setting(8, "sockets that one person may have open")
    sockets_per_address: int = _setting(200, "sockets that one address may have open")
    tables_per_person: int = _setting(20, "tables that one person may open within an hour")
    requests_per_minute: int = _setting(240, "requests that one address may make within a minute")
    replays_per_minute: int = _setting(60, "finished rounds that one address may look at again within a minute")
    commands_per_second: int = _setting(20, "commands that one socket may send within a second")
    codes_per_minute: int = _setting(12, "codes that one address may try within a minute")
    tables_per_address: int = _setting(300, "tables that one address may open within an hour")
    open_tables_per_person: int = _setting(60, "tables that one person may open within a day and not play to the end")
    guests_per_address: int = _setting(600, "guests that one address may bring within an hour")
    wrong_codes_per_minute: int = _setting(60, "wrong codes from all addresses before each may try only a few")
    probes_per_minute: int = _setting(120, "requests for /healthz and /metrics of one address within a minute")
    code_hours: int = _setting(24, "how long a table's code is good for", unit="hours")
    session_days: float = _setting(365.0, "how long a guest is known who does not come; 0: for ever", unit="days")
    guest_days: float = _setting(30.0, "how long a guest is kept who has never played; 0: for ever", unit="days")
    empty_table_days: float = _setting(2.0, "how long a table is kept where no match began; 0: for ever", unit="days")
    finished_table_days: float = _setting(90.0, "how long a table is kept after its match; 0: for ever", unit="days")
    abandoned_table_days: float = _setting(
        180.0, "how long a match is kept that nobody goes on with; 0: for ever", unit="days"
    )
    archive_days: float = _setting(0.0, "how long a finished round can be looked at again; 0: for ever", unit="days")
    purge_interval: float = _setting(600.0, "pause between two searches for what has expired; 0: none", unit="seconds")
    compact: bool = _setting(False, "rewrite an old database file at the start, so that it can shrink from then on")
    log_level: str = _setting("info", "debug, info, warning or error")

    def __post_init__(self) -> None:
        for setting in fields(self):
            value = getattr(self, setting.name)
            if isinstance(value, int | float) and not isinstance(value, bool) and not 0 <= value <= LARGEST:
                raise ValueError(f"{setting.name}: expected a number from 0 to {LARGEST}, but found {value}")
        if not self.host:
            raise ValueError(
                "host: expected an address to listen on, like 127.0.0.1 or 0.0.0.0, but found none: --host"
            )
        if self.port > LAST_PORT:
            raise ValueError(f"port: expected a number from 0 to {LAST_PORT}, but found {self.port}")
        if self.log_level.lower() not in LOG_LEVELS:
            raise ValueError(f"log_level: expected one of {', '.join(LOG_LEVELS)}, but found {self.log_level!r}")
        if self.public_url and not _PUBLIC_URL.fullmatch(self.public_url):
            raise ValueError(
                f"public_url: expected an address like https://cambio.example, but found {self.public_url!r}"
            )
        if self.advertise and not _WORKER_URL.fullmatch(self.advertise):
            raise ValueError(
                f"advertise: expected an address like https://cambio.example/w/1, but found {self.advertise!r}"
            )
        self._check_proxy()
        for name in split_list(self.names):
            if not host_name(name):
                raise ValueError(f"names: expected names like cambio.example, separated by commas, but found {name!r}")

    def _check_proxy(self) -> None:
        if self.round_trip_header and not self.behind_proxy:
            raise ValueError("round_trip_header: expected behind_proxy with it, since clients could set the header")
        if self.round_trip_header and not _HEADER.fullmatch(self.round_trip_header):
            found = repr(self.round_trip_header)
            raise ValueError(f"round_trip_header: expected a name like X-Client-Round-Trip, but found {found}")
        for proxy in split_list(self.proxies):
            try:
                ip_network(proxy)
            except ValueError:
                expected = "addresses or networks like 10.0.0.2 or 10.0.0.0/24, separated by commas"
                raise ValueError(f"proxies: expected {expected}, but found {proxy!r}") from None

    @classmethod
    def read(
        cls, given: Mapping[str, Any], environment: Mapping[str, str], file: Mapping[str, Any] | None = None
    ) -> Settings:
        """Flags that were given, then variables like CAMBIO_PORT, then what a file sets, then the defaults."""
        values: dict[str, Any] = dict(file or {})
        for setting in fields(cls):
            text = environment.get(variable_for(setting.name))
            if given.get(setting.name) is not None:
                values[setting.name] = given[setting.name]
            elif text is not None:
                values[setting.name] = parse(setting.name, text)
        return cls(**values)


def split_list(text: str) -> list[str]:
    """The items of a setting that is a list, separated by commas.

    >>> split_list("cambio.example, cards.lan,")
    ['cambio.example', 'cards.lan']
    """
    return [each.strip() for each in text.split(",") if each.strip()]


def host_name(host: str) -> str:
    """The name or address in a Host header, without its port; empty if that is no host.

    >>> host_name("Cambio.Example.:443"), host_name("[::1]:8000"), host_name("https://cambio.example")
    ('cambio.example', '::1', '')
    """
    found = _HOST.fullmatch(host.strip().lower())
    return (found["six"] or found["name"]).removesuffix(".") if found else ""


def variable_for(name: str) -> str:
    """The environment variable of a setting; the database's is the one that is usual elsewhere.

    >>> variable_for("port"), variable_for("database")
    ('CAMBIO_PORT', 'DATABASE_URL')
    """
    return "DATABASE_URL" if name == "database" else f"CAMBIO_{name.upper()}"


def flag_for(name: str) -> str:
    """The flag of a setting.

    >>> flag_for("public_url")
    '--public-url'
    """
    return "--" + name.replace("_", "-")


def parse(name: str, text: str) -> Any:
    """A setting from text, of the type that its default has."""
    default: Any = next(setting.default for setting in fields(Settings) if setting.name == name)
    if isinstance(default, bool):
        if text.lower() not in ("yes", "no", "true", "false", "1", "0"):
            raise ValueError(f"{variable_for(name)}: expected yes or no, but found {text!r}")
        return text.lower() in ("yes", "true", "1")
    try:
        return type(default)(text)
    except ValueError:
        expected = "a whole number" if isinstance(default, int) else "a number"
        raise ValueError(f"{variable_for(name)}: expected {expected}, but found {text!r}") from None
