"""Open files: every connection is one, and the system lets a process have only so many."""

from __future__ import annotations

import dataclasses

from .logs import log_warning
from .settings import Settings

#: Files beside connections: the database, the log, the processes that search, and those that are open for a moment.
SPARE_FILES = 200
#: Connections that are accepted even if the system seems to allow fewer.
LEAST_CONNECTIONS = 50


def fit_connections(settings: Settings) -> Settings:
    """Raise the limit of open files as far as the settings need; where the system forbids that, accept fewer.

    So many connections are never accepted that files run out: that would stop the whole server.
    """
    wanted = settings.connections + SPARE_FILES
    allowed = _raise_limit(wanted)
    if allowed is None or allowed >= wanted:
        return settings
    connections = max(LEAST_CONNECTIONS, allowed - SPARE_FILES)
    log_warning(
        "few open files",
        sentence=f"expected {wanted} open files to be allowed, but found {allowed}: at most {connections} connections "
        f"are accepted; allow more by ulimit -n or LimitNOFILE, or set --connections",
        allowed=allowed,
        wanted=wanted,
        connections=connections,
    )
    return dataclasses.replace(
        settings,
        connections=connections,
        connections_per_address=min(settings.connections_per_address, connections // 2),
        connections_reserved=min(settings.connections_reserved, connections // 4),
    )


def most_open_files() -> int | None:
    """How many files the system lets a server have open at most; None where that is unknown or unbounded."""
    try:
        import resource
    except ImportError:
        return None
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if hard == resource.RLIM_INFINITY else hard


def _raise_limit(wanted: int) -> int | None:
    """How many files this process may have open, after raising that to what is wanted; None where it is unknown."""
    try:
        import resource
    except ImportError:
        return None
    infinite = resource.RLIM_INFINITY
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != infinite and soft < wanted:
        soft = wanted if hard == infinite else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return None if soft == infinite else soft
