"""Limits: how often one socket, person or address may ask for something, and how many it may have at the same time."""

from __future__ import annotations

from collections import OrderedDict

#: Keys whose buckets are kept; the one that was used longest ago is dropped first, and starts with a full bucket again.
MAX_BUCKETS = 20_000


class Bucket:
    """A token bucket: it is full at first, and refills steadily."""

    __slots__ = ("at", "tokens")

    def __init__(self, tokens: float, at: float) -> None:
        self.tokens = tokens
        self.at = at

    def take(self, count: float, most: float, rate: float, now: float) -> bool:
        """Whether there are so many tokens; if so, they are taken. It holds the most, and refills at that rate."""
        tokens = min(most, self.tokens + (now - self.at) * rate)
        self.at = now
        self.tokens = tokens - count if tokens >= count else tokens
        return tokens >= count


class RateLimit:
    """The same allowance for every key: a person, an address or a socket.

    >>> limit = RateLimit(2, per=1000)
    >>> [limit.allows("ana", now) for now in (0, 1, 2, 502)]
    [True, True, False, True]
    """

    def __init__(self, allowance: int, *, per: float) -> None:
        self._allowance = allowance
        self._rate = allowance / per
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def allows(self, key: str, now: float) -> bool:
        """Whether there is a token, at that time in milliseconds; if so, it is taken."""
        bucket = self._buckets.setdefault(key, Bucket(self._allowance, now))
        self._buckets.move_to_end(key)
        if len(self._buckets) > MAX_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket.take(1, self._allowance, self._rate, now)

    def is_exhausted(self, key: str, now: float) -> bool:
        """Whether there is no token; none is taken."""
        bucket = self._buckets.get(key)
        return bucket is not None and bucket.tokens + (now - bucket.at) * self._rate < 1

    def give_back(self, key: str) -> None:
        """The last token that the key has taken does not count."""
        bucket = self._buckets.get(key)
        if bucket is not None:
            bucket.tokens = min(self._allowance, bucket.tokens + 1)


class ConcurrencyLimit:
    """How many of something each key may have at the same time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: dict[str, int] = {}

    def acquire(self, key: str) -> bool:
        """Whether one more is allowed; if so, it counts until it is released."""
        count = self._counts.get(key, 0)
        if count >= self._most:
            return False
        self._counts[key] = count + 1
        return True

    def release(self, key: str) -> None:
        count = self._counts[key] - 1
        if count:
            self._counts[key] = count
        else:
            del self._counts[key]
