"""Days (UTC), when a daily deal is over, and how many days in a row somebody has played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from ..store.contract import Timestamp
from ..store.daily_deals import DailyTry

#: Milliseconds.
HOUR = 3_600_000
DAY = 24 * HOUR
#: For so long after its day a round that was begun before midnight still counts, and the deal stays closed.
GRACE = HOUR


def day_of(at: Timestamp) -> str:
    """The day of a moment.

    >>> day_of(1_794_873_600_000)
    '2026-11-17'
    """
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def is_day(text: str) -> bool:
    """Whether it is written as days are.

    >>> [is_day(text) for text in ("2026-11-17", "2026-11-31", "20261117", "today")]
    [True, False, False, False]
    """
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def start_of(day: str) -> Timestamp:
    return round(datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC).timestamp() * 1000)


def day_before(day: str, days: int = 1) -> str:
    return (date.fromisoformat(day) - timedelta(days=days)).isoformat()


def closes_at(day: str) -> Timestamp:
    """From then on results don't count any more, and everybody may see everything."""
    return start_of(day) + DAY + GRACE


def is_in_time(each: DailyTry) -> bool:
    """Whether it has come to its end before others could see how the deal goes."""
    return each.finished is not None and each.finished < closes_at(each.deal.day)


@dataclass(frozen=True)
class Streak:
    """Days in a row: up to today, or up to yesterday while today is not played yet; and the most ever."""

    days: int = 0
    longest: int = 0


def count_streak(tries: Iterable[DailyTry], today: str) -> Streak:
    """Over all rule books: a day counts if one deal of it was played to its end in time."""
    played = sorted({date.fromisoformat(each.deal.day) for each in tries if is_in_time(each)})
    now = date.fromisoformat(today)
    current = longest = row = 0
    for before, day in zip([None, *played], played, strict=False):
        row = row + 1 if before is not None and day - before == timedelta(days=1) else 1
        longest = max(longest, row)
        if now - day <= timedelta(days=1):
            current = row
    return Streak(current, longest)
