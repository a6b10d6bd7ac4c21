"""Metrics for Prometheus. They tell nothing about anybody's cards. docs/METRICS.md is made from this module."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from ..core import is_compiled, is_tuned
from ..version import VERSION

REQUEST_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
COMMIT_BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
#: What an operator may expect of each, by its name without an ending.
NORMAL = {
    "cambio_info": "1; changes with an upgrade",
    "cambio_healthy": "1; at 0 nobody can play: see `/healthz` and the log",
    "cambio_moves": "grows with play, about one move in two seconds at a table of people",
    "cambio_entries": "a little more than moves",
    "cambio_refusals": "almost none; `malformed` and `flood` are broken clients or attacks",
    "cambio_store_failures": "none; each is a disk or a database that failed",
    "cambio_sockets_dropped": "`slow` and `silent` as networks are; `failed` none; `restart` at restarts",
    "cambio_tables": "tables where somebody is, or was a minute ago",
    "cambio_sockets": "one for each open page at a table",
    "cambio_purged": "grows by steps, every `purge_interval`",
    "cambio_connections": "far below the setting `connections`",
    "cambio_connections_refused": "almost none; `full` means that honest people are kept out",
    "cambio_search_fallbacks": "almost none; if it keeps growing, there are more such bots than cores for them",
    "cambio_requests": "`2xx` and `3xx` mostly; `5xx` none",
    "cambio_request_seconds": "the median some milliseconds, 99 % below a quarter of a second",
    "cambio_commit_seconds": "the median some milliseconds, 99 % below 0.1 s; it is what a player waits for",
}


@dataclass(frozen=True)
class MetricDescription:
    """A line of the list that operators read."""

    name: str
    kind: str
    labels: tuple[str, ...]
    meaning: str
    normal: str


class Metrics:
    """One server's metrics, in a registry of their own, so that two servers in one process don't share them."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        info = Gauge("cambio_info", "Which server this is.", ["version", "engine"], registry=self.registry)
        info.labels(VERSION, "tuned" if is_tuned() else "compiled" if is_compiled() else "interpreted").set(1)
        self.healthy = Gauge("cambio_healthy", "Whether moves can be written down: 1 or 0.", registry=self.registry)
        self.moves = Counter("cambio_moves", "Moves that people and bots made.", registry=self.registry)
        self.entries = Counter("cambio_entries", "Entries written to tables' logs.", registry=self.registry)
        self.refusals = Counter("cambio_refusals", "Frames that could not be taken.", ["code"], registry=self.registry)
        self.failures = Counter("cambio_store_failures", "Times that the store failed.", registry=self.registry)
        self.dropped = Counter(
            "cambio_sockets_dropped",
            "Sockets that the server closed, by the code of their bye.",
            ["code"],
            registry=self.registry,
        )
        self.tables = Gauge("cambio_tables", "Tables in memory.", registry=self.registry)
        self.sockets = Gauge("cambio_sockets", "Sockets that are open.", registry=self.registry)
        self.purged = Counter("cambio_purged", "Rows that had expired.", ["kind"], registry=self.registry)
        self.connections = Gauge(
            "cambio_connections", "Connections that are open, sockets among them.", registry=self.registry
        )
        self.refused = Counter(
            "cambio_connections_refused",
            "Connections and requests refused unread.",
            ["code"],
            registry=self.registry,
        )
        self.fallbacks = Counter(
            "cambio_search_fallbacks",
            "Decisions of search bots that were made without a search.",
            registry=self.registry,
        )
        self.requests = Counter("cambio_requests", "Requests answered.", ["status"], registry=self.registry)
        self.request_seconds = Histogram(
            "cambio_request_seconds",
            "From a request to the head of its answer.",
            buckets=REQUEST_BUCKETS,
            registry=self.registry,
        )
        self.commits = Histogram(
            "cambio_commit_seconds", "From a decision to its commit.", buckets=COMMIT_BUCKETS, registry=self.registry
        )

    def render(self, *, is_healthy: bool = True) -> bytes:
        self.healthy.set(is_healthy)
        return generate_latest(self.registry)


def describe_metrics() -> Iterator[MetricDescription]:
    """All metrics, as Prometheus names them."""
    for collector in list(Metrics().registry._collector_to_names):
        for metric in collector.collect():
            name = f"{metric.name}_total" if metric.type == "counter" else metric.name
            labels = tuple(getattr(collector, "_labelnames", ()))
            yield MetricDescription(name, metric.type, labels, metric.documentation, NORMAL[metric.name])
