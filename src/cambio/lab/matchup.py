"""A contest: who plays whom by which rules, and over which deals.

Every deal is played once for each rotation: in rotation r the bot listed i-th sits at seat i + r. Seat a always starts.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ..bots.styles import STYLES
from ..core import is_compiled
from ..core.players.batch import play_deals
from ..rules import Rules
from .external_games import Complaint, play_hosted
from .ledger import Ledger
from .lineup import is_built_in

#: Rounds in a chunk, which is played in one go: a moment's work.
CHUNK = 1000
#: Rounds of bots that search, or that talk; and of any, where the core is not compiled.
SMALL_CHUNK = 20


@dataclass(frozen=True)
class Matchup:
    """One line-up by one rule book; the seed makes every card and every whim in it."""

    rules: Rules
    bots: tuple[str, ...]
    seed: int
    deals: int
    rotations: int
    #: What each bot won of each deal is kept, and not only its total.
    keeps_deals: bool = False
    #: Where programs are found that are named by a path.
    home: str = field(default_factory=os.getcwd)

    @property
    def seats(self) -> int:
        return len(self.bots)

    @property
    def games(self) -> int:
        return self.deals * self.rotations

    @property
    def is_built_in(self) -> bool:
        return all(map(is_built_in, self.bots))

    def chunks(self) -> Iterator[Chunk]:
        is_quick = is_compiled() and self.is_built_in and not any(STYLES[bot].is_slow for bot in self.bots)
        deals = max(1, (CHUNK if is_quick else SMALL_CHUNK) // self.rotations)
        for first in range(0, self.deals, deals):
            yield Chunk(self, first, min(deals, self.deals - first))


def duplicate(rules: Rules, bots: tuple[str, ...], seed: int, games: int, *, keeps_deals: bool = False) -> Matchup:
    """Every deal with all rotations of the seats, and at least as many games as asked for."""
    seats = len(bots)
    return Matchup(rules, bots, seed, -(-games // seats), seats, keeps_deals)


@dataclass(frozen=True)
class Chunk:
    """Some deals of a contest, one after the other."""

    contest: Matchup
    first: int
    deals: int

    @property
    def games(self) -> int:
        return self.deals * self.contest.rotations


@dataclass(frozen=True)
class Part:
    """What came of a chunk."""

    deals: int
    ledger: Ledger
    complaints: tuple[Complaint, ...] = ()
    faults: int = 0


def play_chunk(chunk: Chunk, is_stopped: Callable[[], bool]) -> Part | None:
    """Play the chunk, in the compiled core if it can; nothing, if it was stopped on the way."""
    if is_stopped():
        return None
    contest, rules = chunk.contest, chunk.contest.rules
    complaints: tuple[Complaint, ...] = ()
    faults = 0
    if contest.is_built_in:
        minds = [STYLES[bot].make_mind(rules, contest.seats) for bot in contest.bots]
        rows = play_deals(rules.ruleset, minds, contest.rotations, contest.seed, chunk.first, chunk.deals)
    else:
        os.chdir(contest.home)
        deals = (contest.rotations, contest.seed, chunk.first, chunk.deals)
        played = play_hosted(rules, contest.bots, *deals, is_stopped=is_stopped)
        if played is None:
            return None
        rows, complaints, faults = played.rows, played.complaints, played.faults
    ledger = Ledger.of(rows, contest.seats, contest.rotations, keeps_deals=contest.keeps_deals)
    return Part(chunk.deals, ledger, complaints, faults)
