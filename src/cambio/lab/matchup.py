"""A matchup: which bots play each other by which rules, and over which deals.

Every deal is played once for each rotation: in rotation r the bot listed i-th sits at seat i + r. Seat a always starts.
Deals are played in chunks, which workers can share.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..bots.external import DECISION_TIMEOUT
from ..core import is_compiled
from ..core.players.batch import play_deals
from ..rules import Rules
from .external_games import FaultReport, play_external_games
from .ledger import Ledger
from .lineup import is_level, style_of

#: Rounds in a chunk, so that it takes a fraction of a second.
CHUNK_ROUNDS = 1000
#: The same for bots that search, for baselines and external programs, and for all where the core is not compiled.
SLOW_CHUNK_ROUNDS = 20


@dataclass(frozen=True)
class Matchup:
    """One line-up by one set of rules; all its random numbers come from the seed."""

    rules: Rules
    bots: tuple[str, ...]
    seed: int
    deals: int
    rotations: int
    #: The ledger keeps what each bot won of each deal, and not only its total.
    keeps_deals: bool = False
    #: The ledger of a chunk keeps the figures of seats and rounds deal by deal, so that they can be paired.
    keeps_figures: bool = False
    #: The result of a chunk keeps the row of statistics of each round.
    keeps_rows: bool = False
    #: Traits that tuned levels play with, instead of those of the ladder.
    traits: Mapping[str, float] | None = None
    #: Seconds that an external program has for a decision.
    time_limit: float = DECISION_TIMEOUT
    #: The working directory, by which relative paths of external programs are found.
    directory: str = field(default_factory=os.getcwd)

    @classmethod
    def duplicate(
        cls,
        rules: Rules,
        bots: tuple[str, ...],
        seed: int,
        games: int,
        **settings: Any,
    ) -> Matchup:
        """Every deal with all rotations of the seats, and at least as many games as asked for."""
        seats = len(bots)
        return cls(rules, bots, seed, -(-games // seats), seats, **settings)

    @property
    def seats(self) -> int:
        return len(self.bots)

    @property
    def games(self) -> int:
        return self.deals * self.rotations

    @property
    def is_in_core(self) -> bool:
        """All play inside the core, and so in a batch."""
        return all(map(is_level, self.bots))

    @property
    def is_quick(self) -> bool:
        """Nobody is a program or thinks long: a chunk takes a fraction of a second."""
        return is_compiled() and self.is_in_core and not any(style_of(bot, None).is_slow for bot in self.bots)

    def chunks(self) -> Iterator[Chunk]:
        deals = max(1, (CHUNK_ROUNDS if self.is_quick else SLOW_CHUNK_ROUNDS) // self.rotations)
        for first in range(0, self.deals, deals):
            yield Chunk(self, first, min(deals, self.deals - first))


@dataclass(frozen=True)
class Chunk:
    """Consecutive deals of a matchup."""

    matchup: Matchup
    first: int
    deals: int


@dataclass(frozen=True)
class ChunkResult:
    """What came of a chunk."""

    deals: int
    ledger: Ledger
    fault_reports: tuple[FaultReport, ...] = ()
    fault_count: int = 0
    #: If they are kept: the rows of statistics of its rounds, one behind the other.
    rows: Sequence[int] = ()


def play_chunk(chunk: Chunk, is_stopped: Callable[[], bool]) -> ChunkResult | None:
    """Play a chunk: in a batch inside the core, if all bots are levels of the ladder. None, if it was stopped."""
    if is_stopped():
        return None
    matchup, rules = chunk.matchup, chunk.matchup.rules
    reports: tuple[FaultReport, ...] = ()
    faults = 0
    if matchup.is_in_core:
        minds = [style_of(bot, matchup.traits).make_mind(rules, matchup.seats) for bot in matchup.bots]
        rows = play_deals(rules.ruleset, minds, matchup.rotations, matchup.seed, chunk.first, chunk.deals)
    else:
        os.chdir(matchup.directory)
        deals = (matchup.rotations, matchup.seed, chunk.first, chunk.deals)
        played = play_external_games(
            rules,
            matchup.bots,
            *deals,
            traits=matchup.traits,
            time_limit=matchup.time_limit,
            is_stopped=is_stopped,
        )
        if played is None:
            return None
        rows, reports, faults = played.rows, played.fault_reports, played.fault_count
    ledger = Ledger.of(
        rows,
        matchup.seats,
        matchup.rotations,
        keeps_deals=matchup.keeps_deals,
        keeps_figures=matchup.keeps_figures,
    )
    return ChunkResult(chunk.deals, ledger, reports, faults, array("q", rows) if matchup.keeps_rows else ())
