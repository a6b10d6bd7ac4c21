"""A measurement: matchups played side by side, and what came of each."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from .external_games import FaultReport
from .ledger import Ledger
from .matchup import Chunk, ChunkResult, Matchup
from .progress import Interruption, Progress
from .workers import Workers

#: How many faults of a whole run are reported; all are counted.
MAX_FAULT_REPORTS = 20


@dataclass
class MatchupResult:
    """What came of a matchup, as far as it was played."""

    matchup: Matchup
    deals: int = 0
    ledger: Ledger = field(default_factory=Ledger)
    fault_reports: list[FaultReport] = field(default_factory=list)
    fault_count: int = 0

    @property
    def games(self) -> int:
        return self.deals * self.matchup.rotations

    def add(self, result: ChunkResult) -> None:
        self.deals += result.deals
        self.ledger.add(result.ledger)
        self.fault_reports += result.fault_reports[: MAX_FAULT_REPORTS - len(self.fault_reports)]
        self.fault_count += result.fault_count


@dataclass(frozen=True)
class Measurement:
    """The results of all matchups, how long they took, and whether the run was interrupted."""

    results: list[MatchupResult]
    seconds: float
    is_interrupted: bool

    @property
    def games(self) -> int:
        return sum(result.games for result in self.results)


def measure(matchups: Sequence[Matchup], workers: Workers) -> Measurement:
    """Play the matchups in turn, chunk by chunk, so that all have come equally far whenever the run is interrupted."""
    results = [MatchupResult(matchup) for matchup in matchups]
    # Workers return the results of chunks in the order in which they get the chunks.
    expected: deque[MatchupResult] = deque()

    def next_chunks() -> Iterator[Chunk]:
        for chunks in zip_longest(*(matchup.chunks() for matchup in matchups)):
            for result, chunk in zip(results, chunks, strict=True):
                if chunk is not None:
                    expected.append(result)
                    yield chunk

    progress = Progress(sum(matchup.games for matchup in matchups))
    with Interruption() as interruption:
        try:
            for chunk_result in workers.play(next_chunks(), lambda: interruption.is_requested):
                result = expected.popleft()
                result.add(chunk_result)
                progress.step(chunk_result.deals * result.matchup.rotations)
        finally:
            progress.end()
    return Measurement(results, progress.seconds, interruption.is_requested and progress.done < progress.total)
