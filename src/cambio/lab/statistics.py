"""Statistics: every figure with the interval in which its true value lies, 95 times in 100.

All rounds of one deal are one observation, because they are dealt the same cards. A figure is a ratio of two totals
(wins to rounds, callers' wins to calls), and its error comes from how the totals differ from deal to deal.

>>> wins = Sums.of([2, 1, 1, 0, 2, 1, 2, 1], rounds=2)
>>> print(proportion(wins))
62.5 % (32.4 to 85.3)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from operator import mul
from statistics import NormalDist

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Estimate:
    """A figure, and the 95 % interval around it."""

    value: float
    low: float
    high: float
    #: A share of something, which is told in percent.
    is_share: bool = False

    @property
    def ci95(self) -> list[float]:
        return [self.low, self.high]

    def __str__(self) -> str:
        if self.is_share:
            return f"{self.value * 100:.1f} % ({self.low * 100:.1f} to {self.high * 100:.1f})"
        if math.isinf(self.low):
            return f"{self.value:.2f}"
        return f"{self.value:.2f} ({self.low:.2f} to {self.high:.2f})"


@dataclass(frozen=True)
class Sums:
    """What two numbers for each deal add up to, with their squares and products; whole numbers do so in any order."""

    deals: int = 0
    #: Deals that count, because the second number is not zero.
    counting: int = 0
    x: int = 0
    y: int = 0
    xx: int = 0
    xy: int = 0
    yy: int = 0

    @classmethod
    def of(cls, xs: Sequence[int], ys: Sequence[int] | None = None, *, rounds: int = 1) -> Sums:
        """From a number for each deal, next to another number, or to the same number of rounds."""
        deals, x, xx = len(xs), sum(xs), sum(map(mul, xs, xs))
        if ys is None:
            return cls(deals, deals, x, rounds * deals, xx, rounds * x, rounds * rounds * deals)
        counting = sum(map(bool, ys))
        return cls(deals, counting, x, sum(ys), xx, sum(map(mul, xs, ys)), sum(map(mul, ys, ys)))

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            self.deals + other.deals,
            self.counting + other.counting,
            self.x + other.x,
            self.y + other.y,
            self.xx + other.xx,
            self.xy + other.xy,
            self.yy + other.yy,
        )

    @property
    def ratio(self) -> float:
        return self.x / self.y

    @property
    def scatter(self) -> float:
        """The sum of squared distances between a deal's first number and what the ratio lets one expect of it."""
        # Exact until the last step: the terms are large and nearly cancel.
        whole = self.xx * self.y * self.y - 2 * self.x * self.y * self.xy + self.x * self.x * self.yy
        return whole / (self.y * self.y)


def mean(sums: Sums) -> Estimate | None:
    """A mean for each round (or call, or winner), with an interval by Student's t."""
    if sums.y == 0:
        return None
    if sums.xx == 0:
        # What has never happened may be too rare to have been seen.
        return Estimate(0.0, 0.0, -math.log((1 - CONFIDENCE) / 2) / sums.y)
    if sums.counting < 2:
        return Estimate(sums.ratio, -math.inf, math.inf)
    error = math.sqrt(sums.scatter * sums.deals / (sums.deals - 1)) / sums.y
    reach = student(sums.counting - 1) * error
    return Estimate(sums.ratio, sums.ratio - reach, sums.ratio + reach)


def proportion(sums: Sums) -> Estimate | None:
    """A share between none and all, with Wilson's interval for as many throws of a coin as the deals are worth.

    That many throws would scatter as the deals do. To what scatters, one more deal is added that went all one way: few
    deals that happen to agree prove little.
    """
    if sums.y == 0:
        return None
    share = sums.ratio
    evens = share * (1 - share)
    worth = float(sums.counting)
    if evens > 0:
        one_deal = sums.y / sums.counting
        scatter = sums.scatter + evens * one_deal * one_deal
        worth = evens * sums.y * sums.y / scatter
    return wilson(share, worth, student(max(1, sums.counting - 1)))


def wilson(share: float, throws: float, reach: float) -> Estimate:
    """Wilson's score interval."""
    square = reach * reach / throws
    middle = (share + square / 2) / (1 + square)
    half = math.sqrt(share * (1 - share) * square + square * square / 4) / (1 + square)
    return Estimate(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)), is_share=True)


@cache
def student(freedom: int) -> float:
    """How many standard errors the 95 % interval reaches to each side, for so many degrees of freedom.

    >>> [round(student(freedom), 2) for freedom in (1, 2, 3, 10, 1000)]
    [12.71, 4.3, 3.18, 2.23, 1.96]
    """
    tail = (1 + CONFIDENCE) / 2
    if freedom == 1:
        return math.tan(math.pi * (tail - 0.5))
    if freedom == 2:
        return (2 * tail - 1) * math.sqrt(2 / (4 * tail * (1 - tail)))
    z = NormalDist().inv_cdf(tail)
    # Cornish and Fisher's expansion around the normal distribution.
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / freedom**power for power, term in enumerate(terms, start=1))


def percentiles(values: Sequence[float]) -> tuple[float, float]:
    """The middle 95 in 100 of some values."""
    ordered = sorted(values)
    last = len(ordered) - 1
    low = (1 - CONFIDENCE) / 2 * last
    return _between(ordered, low), _between(ordered, last - low)


def _between(ordered: Sequence[float], place: float) -> float:
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
