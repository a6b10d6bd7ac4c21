"""Admission: which connections may be open, counted before anything is read from them.

One address may have so many, and all together so many. The last ones are for addresses where somebody is at a table, or
was a while ago: whoever plays can come back when strangers have taken all the rest.
"""

from __future__ import annotations

from collections import OrderedDict

from ..addresses import wide_network_of
from ..clock import Clock
from ..logs import log
from ..metrics import Metrics
from ..settings import Settings
from .limits import RateLimit

#: For each request of its allowance an address may open a connection, and ask for the files of a page.
ACCESSES_PER_REQUEST = 20
#: Milliseconds for which whoever has left a table counts as playing, and how many addresses are remembered.
AFTER_LEAVING = 600_000.0
MAX_REMEMBERED = 20_000
#: Milliseconds between two lines of the log about refusals of the same kind.
LOG_INTERVAL = 60_000.0
#: Of whom nothing is known yet: behind a proxy the head of a request tells whose it is.
NOBODY = ""


class Admission:
    """Counts the connections of a server, those to come back to a table, and what is refused."""

    def __init__(self, settings: Settings, clock: Clock, metrics: Metrics) -> None:
        self.settings = settings
        self._clock = clock
        self._metrics = metrics
        #: Connections that anybody may have.
        self._unreserved = settings.connections - min(settings.connections_reserved, settings.connections // 2)
        self._open = 0
        self._by_network: dict[str, int] = {}
        self._access_rate = RateLimit(ACCESSES_PER_REQUEST * settings.requests_per_minute, per=60_000)
        self._at_tables: dict[str, int] = {}
        #: When those whose last socket at a table was closed are forgotten, the earliest first.
        self._remembered: OrderedDict[str, float] = OrderedDict()
        self._refusals: dict[str, _Burst] = {}

    # Connections

    def admit(self, network: str) -> Lease | str:
        """A place for a connection, or the code of why there is none. Nobody's counts among all, but for no address."""
        if network != NOBODY and not self.allows_access(network):
            return "requests"
        if self._open >= self.settings.connections:
            return "full"
        refusal = self.check_network(network, self._open)
        if refusal is not None:
            return refusal
        self._open += 1
        self._metrics.connections.inc()
        return Lease(self, network)

    def check_network(self, network: str, others: int) -> str | None:
        """Why an address may not have one more connection beside so many others, if it may not."""
        if network == NOBODY:
            return None
        if self._by_network.get(network, 0) >= self.settings.connections_per_address:
            return "crowded"
        if others >= self._unreserved and not self.is_at_table(network):
            return "full"
        return None

    def count(self, network: str, change: int) -> None:
        if network != NOBODY:
            count = self._by_network.get(network, 0) + change
            if count:
                self._by_network[network] = count
            else:
                del self._by_network[network]

    def discount(self, network: str) -> None:
        """A connection is closed."""
        self._open -= 1
        self._metrics.connections.dec()
        self.count(network, -1)

    @property
    def open_connections(self) -> int:
        return self._open

    # Accesses

    def allows_access(self, network: str) -> bool:
        """Whether an address may open one more connection, or make one more request, so soon."""
        return self._access_rate.allows(network, self._clock.now())

    def is_exhausted(self, network: str) -> bool:
        """Whether an address may make no request for now."""
        return self._access_rate.is_exhausted(network, self._clock.now())

    # Those who play

    def enter_table(self, network: str) -> None:
        self._at_tables[network] = self._at_tables.get(network, 0) + 1

    def leave_table(self, network: str) -> None:
        self._at_tables[network] -= 1
        if not self._at_tables[network]:
            del self._at_tables[network]
            self._remembered[network] = self._clock.now() + AFTER_LEAVING
            self._remembered.move_to_end(network)
            if len(self._remembered) > MAX_REMEMBERED:
                self._remembered.popitem(last=False)

    def is_at_table(self, network: str) -> bool:
        """Whether somebody at that address is at a table, or was a while ago."""
        return network in self._at_tables or self._remembered.get(network, 0.0) > self._clock.now()

    # Refusals

    def note_refusal(self, code: str, address: str) -> None:
        """Count a refusal, and log the first of a burst and then one a minute; of an address only its network."""
        self._metrics.refused.labels(code).inc()
        now = self._clock.now()
        burst = self._refusals.setdefault(code, _Burst())
        burst.count += 1
        if now >= burst.silent_until:
            log("refused", code=code, count=burst.count, network=wide_network_of(address), open=self._open)
            burst.silent_until = now + LOG_INTERVAL
            burst.count = 0


class Lease:
    """The place of one connection among those that are open, until it is released."""

    __slots__ = ("_admission", "_is_held", "_network")

    def __init__(self, admission: Admission, network: str) -> None:
        self._admission = admission
        self._network = network
        self._is_held = True
        admission.count(network, +1)

    def move_to(self, network: str) -> str | None:
        """Count for that address from now on, or return the code of why that is refused."""
        if network == self._network or not self._is_held:
            return None
        self._admission.count(self._network, -1)
        self._network = NOBODY
        refusal = self._admission.check_network(network, self._admission.open_connections - 1)
        if refusal is None:
            self._network = network
            self._admission.count(network, +1)
        return refusal

    def release(self) -> None:
        if self._is_held:
            self._is_held = False
            self._admission.discount(self._network)


class _Burst:
    """Refusals of one kind: how many have not been logged yet, and until when they are not."""

    __slots__ = ("count", "silent_until")

    def __init__(self) -> None:
        self.count = 0
        self.silent_until = float("-inf")
