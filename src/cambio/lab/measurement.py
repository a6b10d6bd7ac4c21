"""A measurement: matchups played side by side, and what came of each."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
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


#: Is told the number of a matchup, a chunk of it and what came of that, in the order of the chunks.
Listener = Callable[[int, Chunk, ChunkResult], None]


def measure(matchups: Sequence[Matchup], workers: Workers, listeners: Sequence[Listener] = ()) -> Measurement:
    """Play the matchups in turn, chunk by chunk, so that all have come equally far whenever the run is interrupted."""
    results = [MatchupResult(matchup) for matchup in matchups]
    # Workers return the results of chunks in the order in which they get the chunks.
    expected: deque[tuple[int, Chunk]] = deque()

    def next_chunks() -> Iterator[Chunk]:
        for chunks in zip_longest(*(matchup.chunks() for matchup in matchups)):
            for number, chunk in enumerate(chunks):
                if chunk is not None:
                    expected.append((number, chunk))
                    yield chunk

    progress = Progress(sum(matchup.games for matchup in matchups))
    with Interruption() as interruption:
        try:
            for chunk_result in workers.play(next_chunks(), lambda: interruption.is_requested):
                number, chunk = expected.popleft()
                results[number].add(chunk_result)
                for listen in listeners:
                    listen(number, chunk, chunk_result)
                progress.step(chunk_result.deals * chunk.matchup.rotations)
        finally:
            progress.end()
    return Measurement(results, progress.seconds, interruption.is_requested and progress.done < progress.total)
