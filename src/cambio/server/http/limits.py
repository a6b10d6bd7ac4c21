"""Limits: how much one socket, person or address may ask for in a while."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

#: Askers that are remembered; who has not asked for longest is forgotten first, and starts afresh.
ASKERS = 20_000


@dataclass
class Bucket:
    """So many tokens at first, and as many again in each period, drop by drop."""

    tokens: float
    at: float


class Limit:
    """An allowance for everybody alike.

    >>> limit = Limit(2, per=1000)
    >>> [limit.allows("ana", now) for now in (0, 1, 2, 502)]
    [True, True, False, True]
    """

    def __init__(self, allowance: int, *, per: float) -> None:
        self._allowance = allowance
        self._rate = allowance / per
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def allows(self, asker: str, now: float) -> bool:
        """Whether the asker may, at that time in milliseconds; if so, it counts."""
        bucket = self._buckets.setdefault(asker, Bucket(self._allowance, now))
        self._buckets.move_to_end(asker)
        if len(self._buckets) > ASKERS:
            self._buckets.popitem(last=False)
        bucket.tokens = min(self._allowance, bucket.tokens + (now - bucket.at) * self._rate)
        bucket.at = now
        if bucket.tokens < 1:
            return False
        bucket.tokens -= 1
        return True


class Tally:
    """How many of something each asker has at the same time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: dict[str, int] = {}

    def take(self, asker: str) -> bool:
        count = self._counts.get(asker, 0)
        if count >= self._most:
            return False
        self._counts[asker] = count + 1
        return True

    def give_back(self, asker: str) -> None:
        count = self._counts[asker] - 1
        if count:
            self._counts[asker] = count
        else:
            del self._counts[asker]
