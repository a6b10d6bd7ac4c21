"""Statistics: every figure with its 95 % confidence interval.

All rounds of one deal are one observation, because they are dealt the same cards. A figure is a ratio of two totals
(wins to rounds, callers' wins to calls), and its standard error is that of a ratio estimator over deals.

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

__all__ = ["Estimate"]

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Estimate:
    """A figure, and the 95 % interval around it."""

    value: float  #: The figure.
    low: float  #: The lower bound of its interval.
    high: float  #: The upper bound of its interval.
    #: A share of something, which is told in percent.
    is_share: bool = False

    @property
    def ci95(self) -> list[float]:
        """Both bounds."""
        return [self.low, self.high]

    def __str__(self) -> str:
        if self.is_share:
            return f"{self.value * 100:.1f} % ({self.low * 100:.1f} to {self.high * 100:.1f})"
        if math.isinf(self.low):
            return f"{self.value:.2f}"
        return f"{self.value:.2f} ({self.low:.2f} to {self.high:.2f})"


@dataclass(frozen=True)
class Sums:
    """The sums of two numbers x and y of each deal, of their squares and of their products.

    They are whole numbers, so they add up to the same in any order.
    """

    deals: int = 0
    #: Deals in which y is not zero.
    counting: int = 0
    x: int = 0
    y: int = 0
    xx: int = 0
    xy: int = 0
    yy: int = 0

    @classmethod
    def of(cls, xs: Sequence[int], ys: Sequence[int] | None = None, *, rounds: int = 1) -> Sums:
        """From x and y of each deal; without y, it is the same number of rounds for all of them."""
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
    def residual_sum_of_squares(self) -> float:
        """The sum over deals of (x - ratio * y) squared."""
        # In whole numbers until the last step, because the terms are large and nearly cancel.
        numerator = self.xx * self.y * self.y - 2 * self.x * self.y * self.xy + self.x * self.x * self.yy
        return numerator / (self.y * self.y)


def mean(sums: Sums) -> Estimate | None:
    """A mean for each round (or call, or winner), with an interval by Student's t distribution."""
    if sums.y == 0:
        return None
    if sums.xx == 0:
        # It never happened: the upper bound is the Poisson rate at which that would still be likely enough.
        return Estimate(0.0, 0.0, -math.log((1 - CONFIDENCE) / 2) / sums.y)
    if sums.counting < 2:
        return Estimate(sums.ratio, -math.inf, math.inf)
    standard_error = math.sqrt(sums.residual_sum_of_squares * sums.deals / (sums.deals - 1)) / sums.y
    half_width = student_quantile(sums.counting - 1) * standard_error
    return Estimate(sums.ratio, sums.ratio - half_width, sums.ratio + half_width)


def proportion(sums: Sums) -> Estimate | None:
    """A share between none and all, with Wilson's score interval for the effective sample size.

    Rounds of one deal depend on each other. The effective sample size is the number of independent rounds for which the
    share would have the same variance as it has over these deals. To that variance one deal is added whose rounds all
    ended the same way, because a few deals that happen to agree prove little.
    """
    if sums.y == 0:
        return None
    share = sums.ratio
    variance_of_one = share * (1 - share)
    effective_size = float(sums.counting)
    if variance_of_one > 0:
        rounds_per_deal = sums.y / sums.counting
        squares = sums.residual_sum_of_squares + variance_of_one * rounds_per_deal * rounds_per_deal
        effective_size = variance_of_one * sums.y * sums.y / squares
    return wilson_interval(share, effective_size, student_quantile(max(1, sums.counting - 1)))


def wilson_interval(share: float, size: float, quantile: float) -> Estimate:
    """Wilson's score interval for a share in a sample of that size."""
    square = quantile * quantile / size
    middle = (share + square / 2) / (1 + square)
    half = math.sqrt(share * (1 - share) * square + square * square / 4) / (1 + square)
    return Estimate(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)), is_share=True)


@cache
def student_quantile(freedom: int) -> float:
    """The standard errors to each side of a 95 % interval: a quantile of Student's t, by degrees of freedom.

    >>> [round(student_quantile(freedom), 2) for freedom in (1, 2, 3, 10, 1000)]
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
    """The bounds between which the middle 95 % of some values lie."""
    ordered = sorted(values)
    last = len(ordered) - 1
    low = (1 - CONFIDENCE) / 2 * last
    return _interpolate(ordered, low), _interpolate(ordered, last - low)


def _interpolate(ordered: Sequence[float], place: float) -> float:
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
