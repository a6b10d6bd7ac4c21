"""Metrics for Prometheus. They tell nothing about anybody's cards."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REQUEST_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
COMMIT_BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)


class Metrics:
    """One server's metrics, in a registry of their own, so that two servers in one process don't share them."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.moves = Counter("cambio_moves", "Moves that people and bots made.", registry=self.registry)
        self.entries = Counter("cambio_entries", "Entries written to tables' logs.", registry=self.registry)
        self.refusals = Counter("cambio_refusals", "Frames that could not be taken.", ["code"], registry=self.registry)
        self.failures = Counter("cambio_store_failures", "Times that the store failed a table.", registry=self.registry)
        self.dropped = Counter("cambio_sockets_dropped", "Sockets that were closed.", ["code"], registry=self.registry)
        self.tables = Gauge("cambio_tables", "Tables in memory.", registry=self.registry)
        self.sockets = Gauge("cambio_sockets", "Sockets that are open.", registry=self.registry)
        self.purged = Counter("cambio_purged", "Rows that had expired.", ["kind"], registry=self.registry)
        self.connections = Gauge("cambio_connections", "Connections that are open.", registry=self.registry)
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

    def render(self) -> bytes:
        return generate_latest(self.registry)
