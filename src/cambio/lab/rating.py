"""Ratings: one number for each bot's strength, from who won at which tables.

At a table the chance of each seat to win is its strength over the strengths of all who sit there: with two seats that
is Bradley and Terry's model, with more it is Plackett and Luce's for first places. The ratings are on Elo's scale: 400
points are ten times the strength, and the mean of all bots is 1500.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from .statistics import Estimate, percentiles

SCALE = 400
MEAN_RATING = 1500
#: This share of a round is given to every seat of the tables that have played most, and less to others in proportion:
#: so a bot that has lost all is not infinitely weak, and who plays few rounds is not held back more than others.
PRIOR = 0.5
#: The iteration ends when no strength changes by more than the tolerance, relatively, or after this many steps.
MAX_STEPS = 20_000
TOLERANCE = 1e-9
#: How often deals are resampled for the intervals, and into how many blocks they are put together for that.
BOOTSTRAPS = 400
BLOCKS = 200


@dataclass(frozen=True)
class TableRecord:
    """Who sat at a table, by number, and what each seat won in each block of deals."""

    bots: tuple[int, ...]
    blocks: Sequence[Sequence[float]]
    #: Rounds in each block.
    sizes: Sequence[float]


def ratings(bots: int, tables: Sequence[TableRecord], seed: int) -> list[Estimate]:
    """The ratings of maximum likelihood, with intervals from a block bootstrap over deals."""
    totals = [_totals(table, range(len(table.sizes))) for table in tables]
    first = strengths(bots, [table.bots for table in tables], totals)
    rng = random.Random(seed)
    drawn: list[list[float]] = []
    for _ in range(BOOTSTRAPS):
        resampled = [_totals(table, rng.choices(range(len(table.sizes)), k=len(table.sizes))) for table in tables]
        drawn.append(elo(strengths(bots, [table.bots for table in tables], resampled, start=first)))
    found = elo(first)
    intervals = [percentiles([sample[bot] for sample in drawn]) for bot in range(bots)]
    return [
        Estimate(value, min(value, low), max(value, high)) for value, (low, high) in zip(found, intervals, strict=True)
    ]


def _totals(table: TableRecord, picks: Sequence[int]) -> list[float]:
    """What each seat won in the picked blocks, scaled to the rounds of the whole table: the last block is smaller."""
    won = [math.fsum(table.blocks[pick][seat] for pick in picks) for seat in range(len(table.bots))]
    scale = sum(table.sizes) / sum(table.sizes[pick] for pick in picks)
    return [wins * scale for wins in won]


def strengths(
    bots: int, tables: Sequence[tuple[int, ...]], won: Sequence[Sequence[float]], *, start: Sequence[float] = ()
) -> list[float]:
    """The strengths of maximum likelihood for what each seat of each table won, by Hunter's MM algorithm.

    >>> found = strengths(2, [(0, 1)], [[750.0, 250.0]])
    >>> round(found[0] / found[1], 1)
    3.0
    """
    wins = [0.0] * bots
    played = [math.fsum(row) for row in won]
    most = max(played, default=0.0) or 1.0
    given = [PRIOR * rounds / most for rounds in played]
    rounds = [table + share * len(row) for table, share, row in zip(played, given, won, strict=True)]
    for seated, row, share in zip(tables, won, given, strict=True):
        for bot, part in zip(seated, row, strict=True):
            wins[bot] += part + share
    strength = list(start) or [1.0] * bots
    for _ in range(MAX_STEPS):
        chances = [0.0] * bots
        for seated, table in zip(tables, rounds, strict=True):
            share = table / sum(strength[bot] for bot in seated)
            for bot in seated:
                chances[bot] += share
        better = [wins[bot] / chances[bot] if chances[bot] else 1.0 for bot in range(bots)]
        middle = math.exp(sum(map(math.log, better)) / bots)
        better = [value / middle for value in better]
        change = max(abs(new / old - 1) for new, old in zip(better, strength, strict=True))
        strength = better
        if change < TOLERANCE:
            break
    return strength


def elo(strength: Sequence[float]) -> list[float]:
    """Strengths as ratings whose mean is 1500."""
    logs = [SCALE * math.log10(value) for value in strength]
    middle = sum(logs) / len(logs)
    return [value - middle + MEAN_RATING for value in logs]
