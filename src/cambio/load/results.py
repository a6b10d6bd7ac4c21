"""What a run has measured."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass, field


@dataclass
class LoadResults:
    """Latencies in seconds, from when a move was due until the last seat was told of it; and counts.

    Each latency is in `at_once` or, if the move was held for a snap verdict, in `held`; and in `quiet` or `flooded`.
    Those of moves that were told at once are also in one of two arrays of their own, without and with the flood.
    """

    at_once: array[float] = field(default_factory=lambda: array("d"))
    held: array[float] = field(default_factory=lambda: array("d"))
    quiet: array[float] = field(default_factory=lambda: array("d"))
    flooded: array[float] = field(default_factory=lambda: array("d"))
    quiet_at_once: array[float] = field(default_factory=lambda: array("d"))
    flooded_at_once: array[float] = field(default_factory=lambda: array("d"))
    #: How late the generator itself was in sending, which is part of all of these.
    lag: array[float] = field(default_factory=lambda: array("d"))
    #: The same by the second in which they were due.
    by_second: dict[int, array[float]] = field(default_factory=dict)
    refusals: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    #: Moves that were due while no table had anything to decide.
    idle: int = 0
    unsent: int = 0
    unheard: int = 0
    floods_ended: int = 0
    refused_requests: int = 0
    #: Moves that all seats were told of before the time was over.
    in_time: int = 0
    begin: float = 0.0
    seconds: float = 0.0

    @property
    def moves(self) -> int:
        return len(self.at_once) + len(self.held)
