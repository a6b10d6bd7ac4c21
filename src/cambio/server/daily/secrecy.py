"""Who may see what of a daily deal: until its day is over, only those who have played it see what others did.

Whoever has not played it could learn something about its cards from the results alone.
"""

from __future__ import annotations

from ..store.contract import Store, Timestamp
from ..store.daily_deals import DailyTry
from .days import closes_at


def is_open_to_all(day: str, now: Timestamp) -> bool:
    """Whether everybody may see the rounds and results of that day."""
    return now >= closes_at(day)


def may_see_results(mine: DailyTry | None, day: str, now: Timestamp) -> bool:
    """Whether somebody may see how others did, who has played so much of the deal."""
    return is_open_to_all(day, now) or (mine is not None and mine.finished is not None)


async def may_be_shared(store: Store, round_id: str, now: Timestamp) -> bool:
    """Whether whoever played a finished round may show it to everybody already."""
    found = await store.daily_try_of_round(round_id)
    return found is None or is_open_to_all(found.deal.day, now)
