"""Round trips: how far away a client is, and on whose word that is believed.

A pong is the client's own word: whoever holds pongs back seems to be farther away. Acknowledgements of TCP are sent by
the client's kernel, which a page can't delay at all, and a program only a little. So what a kernel has measured bounds
what pings say: the kernel of this server, or that of a proxy in front of it.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import Literal, NamedTuple, TypeAlias

#: Milliseconds, as all times here. The most that is believed on nobody's word but the client's; and before a socket has
#: answered its first ping.
MOST_UNPROVEN = 35.0
#: The latest pings, of which the round trip is the median.
PINGS = 7
#: How far a kernel's average may lie above its smallest reading: real jitter does, but so do acknowledgements that are
#: delayed now and then, as a program may ask its kernel to.
MOST_JITTER, MOST_JITTER_SHARE = 18.0, 0.05

#: By how much a kernel's average may have moved since a ping while another ping would tell nothing new: gaps up to this
#: are ties in a race.
STEADY = 8.0

#: On whose word a round trip is believed: a kernel's, that of a proxy which told it once, when the client connected, or
#: on nobody's but the client's.
Source: TypeAlias = Literal["kernel", "proxy", "pings"]


class KernelReading(NamedTuple):
    """What TCP has measured on a connection: a moving average, and the smallest of the last minutes."""

    average: float
    smallest: float


class RoundTrip:
    """The round trip of one socket.

    >>> round_trip = RoundTrip()
    >>> for sample in (30, 900, 34):
    ...     round_trip.add_ping(sample)
    >>> round_trip.value, round_trip.source
    (34.0, 'pings')
    >>> round_trip.set_kernel_reading(KernelReading(20, 20))  # so the pongs were held back
    >>> round_trip.value, round_trip.source
    (20.0, 'kernel')
    """

    __slots__ = ("_kernel", "_kernel_at_ping", "_pings", "_read_kernel", "_told_by_proxy", "_usual_ping")

    def __init__(
        self, *, told_by_proxy: float | None = None, read_kernel: Callable[[], KernelReading | None] | None = None
    ) -> None:
        #: The latest pings, the oldest first, and their median.
        self._pings: tuple[float, ...] = ()
        self._usual_ping = MOST_UNPROVEN
        self._told_by_proxy = told_by_proxy
        self._read_kernel = read_kernel
        self._kernel: KernelReading | None = None
        #: What the kernel had measured when the latest ping was answered; None before there are as many as count.
        self._kernel_at_ping: KernelReading | None = None

    def add_ping(self, milliseconds: float) -> None:
        """The time between a ping and its pong; the nonce shows that the pong was not sent before the ping came."""
        self._pings = (*self._pings, milliseconds)[-PINGS:]
        self._usual_ping = float(median(self._pings))
        if len(self._pings) == PINGS:
            self.refresh()
            self._kernel_at_ping = self._kernel

    def set_kernel_reading(self, reading: KernelReading | None) -> None:
        self._kernel = reading

    def refresh(self) -> None:
        """Read the kernel's measurement anew, where there is one: an acknowledgement may have come since."""
        if self._read_kernel is not None:
            self._kernel = self._read_kernel()

    def is_settled(self) -> bool:
        """Whether another ping would tell nothing new.

        A kernel measures with every message. While it finds what it found at the latest ping, the way is as it was.
        """
        if self._kernel_at_ping is None:
            return False
        self.refresh()
        return self._kernel is not None and abs(self._kernel.average - self._kernel_at_ping.average) <= STEADY

    @property
    def source(self) -> Source:
        if self._kernel is not None:
            return "kernel"
        return "pings" if self._told_by_proxy is None else "proxy"

    @property
    def value(self) -> float:
        """The trusted round trip: pings, bounded by what a kernel has measured.

        Before the first pong a kernel has measured little but the handshake, and that can be delayed.
        """
        pings = self._usual_ping
        if self._kernel is not None:
            average, smallest = self._kernel
            # The average of a new socket is not yet one: it still shows how the handshake was delayed.
            jitter = MOST_JITTER if len(self._pings) == PINGS else 0
            return float(min(pings, average, smallest * (1 + MOST_JITTER_SHARE) + jitter))
        if self._told_by_proxy is None:
            return min(pings, MOST_UNPROVEN)
        return min(pings, self._told_by_proxy * (1 + MOST_JITTER_SHARE))
