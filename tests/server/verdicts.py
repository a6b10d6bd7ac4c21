"""Verdicts on snap races, as tests look at them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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


def verdict_between(seats: Sequence[str], action: str, *, is_relaxed: bool = False) -> Verdict:
    """A race of all these seats, who do the same, each a little later than the one before; the last is a bot."""
    gestures = [
        Gesture(
            seat=seat,
            command=seat,
            action=action,
            sent=100.0 * number,
            arrived=100.0 * number + 300 + 20.5 * number,
            claimed=280.0 if number else None,
            round_trip=12.5,
            is_bot=number == len(seats) - 1,
        )
        for number, seat in enumerate(seats)
    ]
    return judge_relaxed(gestures, 1, seats[-1]) if is_relaxed else judge(gestures, b"key", 1)
