"""Verdicts on snap races, as tests look at them."""

from __future__ import annotations

from collections.abc import Iterable

from cambio.server.tables.races.snap_verdict import Gesture, Verdict, judge, judge_relaxed


def order(gestures: Iterable[Gesture], key: bytes, discard: int) -> list[Gesture]:
    """Who comes first, second ... where the fastest wins."""
    return [finish.gesture for finish in judge(gestures, key, discard).finishes]


def judge_again(verdict: Verdict, key: bytes) -> Verdict:
    """The verdict that the gestures in the log deserve: the same one, or the log is wrong."""
    gestures = [finish.gesture for finish in verdict.finishes]
    if verdict.relaxed_after is not None:
        return judge_relaxed(gestures, verdict.discard, verdict.relaxed_after)
    return judge(gestures, key, verdict.discard)
