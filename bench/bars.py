"""What the figures come to: ratios between rows, and the bars that Cambio means to clear."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from statistics import median

from .lock_step import MANY, ONE_THREAD, TWO_THREADS
from .rows import (
    BATCH_EXPERT,
    BATCH_MASTER,
    BATCH_RANDOM,
    COMPILED_2,
    COMPILED_4,
    CORE,
    GAME,
    IMPORT,
    INTERPRETED_2,
    LOG_OFF,
    LOG_ON,
    SELF_PLAY,
    STEP,
    TABLE_COPY,
    Series,
)

Results = Mapping[str, Series]
"""The measured rows by name."""

RLCARD = "RLCard "
RLCARD_CLOSEST = "RLCard gin-rummy"
OPEN_SPIEL = "OpenSpiel "
OPEN_SPIEL_CLOSEST = "OpenSpiel gin_rummy"
PEERS = (RLCARD, OPEN_SPIEL, "PettingZoo ")


class Kind(Enum):
    """How a finding is read."""

    RATE = "decisions/s"
    GAMES = "games/s"
    TIME = "ns"
    RATIO = "x"
    PERCENT = "%"


class Side(Enum):
    """On which side of the bar a figure has to be."""

    AT_LEAST = "at least"
    AT_MOST = "at most"
    BELOW = "below"


@dataclass(frozen=True)
class Bar:
    """A figure to clear."""

    side: Side
    limit: float

    def is_cleared_by(self, figure: float) -> bool:
        if self.side is Side.AT_LEAST:
            return figure >= self.limit
        return figure <= self.limit if self.side is Side.AT_MOST else figure < self.limit


@dataclass(frozen=True)
class Finding:
    """A figure per repetition, and perhaps a bar; no figures if a row that it needs is missing."""

    name: str
    kind: Kind
    figures: tuple[float, ...]
    bar: Bar | None = None
    aim: float | None = None

    @property
    def is_met(self) -> bool | None:
        """None if there is no bar, or nothing to hold against it."""
        if self.bar is None or not self.figures:
            return None
        return self.bar.is_cleared_by(median(self.figures))


def findings(results: Results, *, with_peers: bool) -> Iterator[Finding]:
    """Rows are compared within each repetition, so that a slow moment of the machine weighs on both sides."""
    yield Finding("compiled, 2 seats", Kind.RATE, _figures(results, COMPILED_2), Bar(Side.AT_LEAST, 10e6), aim=14e6)
    yield Finding("interpreted, 2 seats", Kind.RATE, _figures(results, INTERPRETED_2), Bar(Side.AT_LEAST, 200e3))
    yield Finding(
        "compiled over interpreted, 2 seats",
        Kind.RATIO,
        _ratios(results, COMPILED_2, INTERPRETED_2),
        Bar(Side.AT_LEAST, 40),
    )
    slower = tuple((1 - ratio) * 100 for ratio in _ratios(results, COMPILED_4, COMPILED_2))
    yield Finding("4 seats slower than 2, compiled", Kind.PERCENT, slower, Bar(Side.AT_MOST, 25))
    yield Finding("a table copied for a search", Kind.TIME, _figures(results, TABLE_COPY), Bar(Side.BELOW, 1000))
    yield Finding("rounds between random bots", Kind.GAMES, _games(results, BATCH_RANDOM))
    yield Finding("rounds between experts", Kind.GAMES, _games(results, BATCH_EXPERT), Bar(Side.AT_LEAST, 30e3))
    # A decision of a network is to take less than 100 microseconds.
    yield Finding("decisions of masters", Kind.RATE, _figures(results, BATCH_MASTER), Bar(Side.AT_LEAST, 10e3))
    yield Finding(SELF_PLAY, Kind.RATE, _figures(results, SELF_PLAY))
    yield Finding(GAME, Kind.RATE, _figures(results, GAME), Bar(Side.AT_LEAST, 90e3))
    yield Finding(IMPORT, Kind.TIME, _figures(results, IMPORT), Bar(Side.AT_MOST, 60e6))
    yield Finding(MANY, Kind.RATE, _figures(results, MANY), Bar(Side.AT_LEAST, 5e6))
    has_two_cores = (os.cpu_count() or 1) > 1
    yield Finding(
        "1024 tables on two threads over one",
        Kind.RATIO,
        _ratios(results, TWO_THREADS, ONE_THREAD),
        Bar(Side.AT_LEAST, 1.5) if has_two_cores else None,
    )
    cost = tuple((ratio - 1) * 100 for ratio in _ratios(results, LOG_OFF, LOG_ON))
    yield Finding("keeping the event log takes longer by", Kind.PERCENT, cost)
    if with_peers:
        yield from _against_peers(results)


def _against_peers(results: Results) -> Iterator[Finding]:
    """The bars are for the closest game of RLCard and for the fastest of OpenSpiel; the rest is for information."""
    barred = {RLCARD_CLOSEST: Bar(Side.AT_LEAST, 15)}
    open_spiel = [name for name in results if name.startswith(OPEN_SPIEL)]
    fastest = max(open_spiel, key=lambda name: results[name].median, default="OpenSpiel")
    barred[fastest] = Bar(Side.AT_LEAST, 3)
    measured = [name for name in results if name.startswith(PEERS)]
    notes = {RLCARD_CLOSEST: " (its closest game)", fastest: " (its fastest)"}
    for name in dict.fromkeys([*barred, *measured]):
        title = f"one Python call over {name}{notes.get(name, '')}"
        yield Finding(title, Kind.RATIO, _ratios(results, STEP, name), barred.get(name))
    yield Finding(
        f"{MANY} over {OPEN_SPIEL_CLOSEST} (its closest)",
        Kind.RATIO,
        _ratios(results, MANY, OPEN_SPIEL_CLOSEST),
        Bar(Side.AT_LEAST, 20),
    )
    for name in (RLCARD_CLOSEST, fastest):
        yield Finding(f"core driven from Python over {name}", Kind.RATIO, _ratios(results, CORE, name))
        yield Finding(f"Game over {name}", Kind.RATIO, _ratios(results, GAME, name))


def _figures(results: Results, name: str) -> tuple[float, ...]:
    return tuple(results[name].figures) if name in results else ()


def _games(results: Results, name: str) -> tuple[float, ...]:
    return tuple(sample.games / sample.seconds for sample in results[name].samples) if name in results else ()


def _ratios(results: Results, one: str, other: str) -> tuple[float, ...]:
    return tuple(a / b for a, b in zip(_figures(results, one), _figures(results, other), strict=False))
