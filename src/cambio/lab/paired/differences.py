"""Differences: what changes from one rule set to another, where both were played with the same deals.

Every deal is one observation of both, so what the deal alone decides cancels out, and a small difference shows after
far fewer deals than if each rule set had deals of its own.

>>> base = PerDeal([6, 7, 5, 9, 6, 8])
>>> other = PerDeal([7, 8, 6, 9, 8, 9])
>>> print(PairedSums.of(base, other).difference(is_share=False).with_interval())
+1.00 (0.34 to 1.66)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from operator import mul, ne
from statistics import NormalDist

from ..ledger import PerDeal
from ..matchup import Chunk, ChunkResult
from ..statistics import CONFIDENCE, Estimate, Sums, student_quantile

__all__ = ["Difference", "Verdict"]

#: A difference that is called detectable is found this often.
POWER = 0.95


class Verdict(Enum):
    """Whether a difference matters."""

    #: It does.
    DIFFERENT = "different"
    #: The interval leaves out zero, but so would that of one figure in twenty where nothing differs.
    HINT = "hint"
    #: The interval holds zero: no difference was found.
    NONE = "none"
    #: Not a single deal differs.
    SAME = "same"


@dataclass(frozen=True)
class Difference:
    """By how much a figure changes, with the 95 % interval of the paired difference."""

    estimate: Estimate  #: The difference: the other rule set's figure less that of the first one.
    standard_error: float  #: Of that difference.
    freedom: int  #: Degrees of freedom: the deals that count, less one.
    deals: int  #: How many deals both have played.
    differing: int  #: How many of them differ in this figure.

    @property
    def detectable(self) -> float:
        """The least difference that a run like this one finds 95 times in 100."""
        return (student_quantile(self.freedom) + NormalDist().inv_cdf(POWER)) * self.standard_error

    @property
    def p_value(self) -> float:
        """How often chance alone makes a difference as large as this one, where there is none."""
        if self.standard_error == 0.0:
            return 1.0 if self.estimate.value == 0.0 else 0.0
        # With few deals the same difference says less: by as much as Student's interval is wider.
        wider = student_quantile(self.freedom) / NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
        return 2 * NormalDist().cdf(-abs(self.estimate.value) / (self.standard_error * wider))

    def verdict(self, is_sure: bool) -> Verdict:
        """Whether it matters; ``is_sure``, if it stands among all figures that were compared with it."""
        if self.differing == 0:
            return Verdict.SAME
        if self.estimate.low <= 0.0 <= self.estimate.high:
            return Verdict.NONE
        return Verdict.DIFFERENT if is_sure else Verdict.HINT

    def with_interval(self) -> str:
        """The difference with its sign; shares in percentage points."""
        times = 100 if self.estimate.is_share else 1
        digits = 1 if self.estimate.is_share else 2
        low, high = (f"{bound * times:.{digits}f}" for bound in self.estimate.ci95)
        return f"{self.estimate.value * times:+.{digits}f} ({low} to {high})"


@dataclass(frozen=True)
class PairedSums:
    """The sums of a figure's numbers over the same deals by two rule sets, and those of their products."""

    base: Sums = field(default_factory=Sums)
    other: Sums = field(default_factory=Sums)
    xx: int = 0
    xy: int = 0
    yx: int = 0
    yy: int = 0
    differing: int = 0

    @classmethod
    def of(cls, base: PerDeal, other: PerDeal) -> PairedSums:
        (x, y), (other_x, other_y) = base.both, other.both
        return cls(
            base.sums,
            other.sums,
            sum(map(mul, x, other_x)),
            sum(map(mul, x, other_y)),
            sum(map(mul, y, other_x)),
            sum(map(mul, y, other_y)),
            sum(map(ne, zip(x, y, strict=True), zip(other_x, other_y, strict=True))),
        )

    def __add__(self, more: PairedSums) -> PairedSums:
        return PairedSums(
            self.base + more.base,
            self.other + more.other,
            self.xx + more.xx,
            self.xy + more.xy,
            self.yx + more.yx,
            self.yy + more.yy,
            self.differing + more.differing,
        )

    def difference(self, *, is_share: bool) -> Difference | None:
        """The difference of the two ratios; None, if one of them has nothing to count, or there are too few deals."""
        base, other, deals = self.base, self.other, self.base.deals
        counting = min(base.counting, other.counting)
        if base.y == 0 or other.y == 0 or counting < 2:
            return None
        # The error of a ratio is the sum of what each deal lies off it; that of a difference is the sum of both.
        squares = (
            base.residual_sum_of_squares / base.y**2
            + other.residual_sum_of_squares / other.y**2
            - 2 * self._residual_product() / (base.y * other.y)
        )
        error = math.sqrt(max(0.0, squares) * deals / (deals - 1))
        if self.differing == 0:
            error = 0.0
        value = 0.0 if self.differing == 0 else other.ratio - base.ratio
        half = student_quantile(counting - 1) * error
        estimate = Estimate(value, value - half, value + half, is_share=is_share)
        return Difference(estimate, error, counting - 1, deals, self.differing)

    def _residual_product(self) -> float:
        """The sum over deals of both residuals' product."""
        base, other = self.base, self.other
        # In whole numbers until the last step, because the terms are large and nearly cancel.
        product = self.xx * base.y * other.y - self.xy * base.y * other.x - self.yx * base.x * other.y
        return (product + self.yy * base.x * other.x) / (base.y * other.y)


class Pairing:
    """Pairs the deals of several matchups with those of the first one, chunk by chunk, as they are played."""

    def __init__(self, matchups: Sequence[int]) -> None:
        """By the numbers of the matchups in a measurement; the first is the one that the others are compared with."""
        self._base, *self._others = matchups
        #: Chunks of the first matchup that some of the others have not played yet, by their first deal.
        self._waiting: dict[int, tuple[Mapping[str, PerDeal], set[int]]] = {}
        #: By the number of a matchup: its figures, paired with those of the first.
        self.sums: dict[int, dict[str, PairedSums]] = {other: {} for other in self._others}

    def listen(self, number: int, chunk: Chunk, result: ChunkResult) -> None:
        """In a measurement the chunks of the first matchup come before those of the others."""
        if number == self._base:
            self._waiting[chunk.first] = (result.ledger.by_deal, set(self._others))
        elif number in self.sums and chunk.first in self._waiting:
            by_deal, missing = self._waiting[chunk.first]
            figures = self.sums[number]
            for name, other in result.ledger.by_deal.items():
                figures[name] = figures.get(name, PairedSums()) + PairedSums.of(by_deal[name], other)
            missing.discard(number)
            if not missing:
                del self._waiting[chunk.first]


def sure_ones(differences: Mapping[str, Difference | None]) -> set[str]:
    """Those that stand though many were looked at, by Holm's method: one false among all of them in 20 runs.

    >>> sums = {name: PairedSums.of(PerDeal([1, 2, 3, 4]), PerDeal(other)) for name, other in
    ...         {"far": [5, 6, 7, 9], "near": [1, 3, 3, 4]}.items()}
    >>> sure_ones({name: pair.difference(is_share=False) for name, pair in sums.items()})
    {'far'}
    """
    found = sorted((each.p_value, name) for name, each in differences.items() if each is not None and each.differing)
    sure: set[str] = set()
    for rank, (p_value, name) in enumerate(found):
        if p_value > (1 - CONFIDENCE) / (len(found) - rank):
            break
        sure.add(name)
    return sure


def describe(
    difference: Difference, verdict: Verdict, unit: str, meaning: Callable[[bool], str], number: Callable[[float], str]
) -> str:
    """A plain sentence: the difference, and whether it matters."""
    if verdict is Verdict.SAME:
        return f"the same in each of {difference.deals:,} deals."
    if verdict is Verdict.NONE:
        low, high = map(number, difference.estimate.ci95)
        least = number(difference.detectable)
        return f"no difference found ({low} to {high}{unit}); one above {least} would have been seen."
    changed = f"{difference.with_interval()}{unit}"
    if verdict is Verdict.HINT:
        return f"{changed}, perhaps: with so many figures one of them often looks so by chance."
    return f"{changed}, so {meaning(difference.estimate.value > 0)}."
