"""Replays: a finished round once more, step by step, as the table, one seat or somebody who sees all cards knew it.

>>> from cambio.demo import play_demonstration
>>> from cambio.rules import Rules
>>> game, names = play_demonstration(Rules.parse("cambia"), 2, seed=1)
>>> recorded = RecordedRound(game, names)
>>> steps = list(steps_of(recorded, "b"))
>>> [(step.actor, step.action, step.kind) for step in steps[:2]]
[('dealer', '', 'deal'), ('a', 'peek a3', 'memory')]
>>> steps[1].view.hands["a"]
('??', '??', '??', '??')
"""

from __future__ import annotations

from .continuation import Continuation, NothingToDecide, check_seat, continue_round, continuing
from .recorded_round import RecordedRound, read_recorded, reading_recorded
from .seat_knowledge import SeatKnowledge
from .step_kind import Kind, Mistake
from .steps import Step, steps_of
from .viewpoint import ALL, TABLE, RoundNotOver, Viewpoint, ViewpointError

__all__ = [
    "ALL",
    "TABLE",
    "Continuation",
    "Kind",
    "Mistake",
    "NothingToDecide",
    "RecordedRound",
    "RoundNotOver",
    "SeatKnowledge",
    "Step",
    "Viewpoint",
    "ViewpointError",
    "check_seat",
    "continue_round",
    "continuing",
    "read_recorded",
    "reading_recorded",
    "steps_of",
]
