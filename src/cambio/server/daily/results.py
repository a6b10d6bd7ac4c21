"""The results of daily deals, as they are told to whoever asks: what they may not see yet is left out."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..protocol import daily_messages as told
from ..store.contract import Store, Timestamp
from ..store.daily_deals import DailyDeal, DailyTry
from .days import DAY, closes_at, count_streak, day_before, day_of, is_in_time, start_of
from .deal_tables import BOOKS, BOTS, DealTables, rules_of
from .secrecy import is_open_to_all, may_see_results

#: Results that are listed, and that are read to find the best.
MOST_LISTED, MOST_READ = 100, 10_000


class DailyResults:
    """Tells about daily deals."""

    def __init__(self, store: Store, tables: DealTables) -> None:
        self._store = store
        self._tables = tables

    async def overview(self, person_id: str | None, now: Timestamp) -> told.DailyOverview:
        """Today's deals: everybody is told how many have played each, and nobody how."""
        today = day_of(now)
        tries = await self._store.daily_tries_of(person_id) if person_id is not None else []
        mine = {each.deal.book: each for each in tries if each.deal.day == today}
        played = await self._store.count_daily_results(today, closes_at(today))
        streak = count_streak(tries, today)
        return told.DailyOverview(
            day=today,
            left=start_of(today) + DAY - now,
            open_day=_last_open_day(now),
            bots=BOTS,
            deals=tuple(
                [
                    told.DailyBook(
                        book,
                        str(rules_of(book)),
                        played.get(book, 0),
                        await self._tell_try(mine.get(book)),
                        await self._tables.commitment_of(DailyDeal(today, book)),
                        await self._tables.commitment_of(DailyDeal(day_of(now + DAY), book)),
                    )
                    for book in BOOKS
                ]
            ),
            streak=streak.days,
            longest_streak=streak.longest,
        )

    async def results(self, person_id: str | None, deal: DailyDeal, now: Timestamp) -> told.DailyResults:
        """Of one deal, today's or an earlier one."""
        tries = await self._store.daily_tries_of(person_id) if person_id is not None else []
        mine = next((each for each in tries if each.deal == deal), None)
        played = await self._store.count_daily_results(deal.day, closes_at(deal.day))
        entries = await self._list(deal, person_id, now) if may_see_results(mine, deal.day, now) else None
        return told.DailyResults(
            day=deal.day,
            book=deal.book,
            rules=str(rules_of(deal.book)),
            is_open=is_open_to_all(deal.day, now),
            is_today=deal.day == day_of(now),
            played=played.get(deal.book, 0),
            mine=await self._tell_try(mine),
            results=entries,
            streak=count_streak(tries, day_of(now)).days,
        )

    async def _tell_try(self, mine: DailyTry | None) -> told.DailyTry | None:
        if mine is None:
            return None
        has_table = await self._store.table(mine.table_id) is not None
        is_late = mine.finished is not None and not is_in_time(mine)
        return told.DailyTry(mine.table_id if has_table else None, _tell_score(mine), mine.round_id, is_late)

    async def _list(self, deal: DailyDeal, person_id: str | None, now: Timestamp) -> tuple[told.DailyEntry, ...]:
        found = await self._store.daily_results(deal, MOST_READ)
        ranked = _rank([each for each in found if is_in_time(each)])
        is_open = is_open_to_all(deal.day, now)
        return tuple(
            told.DailyEntry(
                name=each.name or "",
                is_you=each.person_id == person_id,
                rank=rank,
                score=score,
                round=each.round_id if is_open else None,
            )
            for number, (rank, each) in enumerate(ranked)
            if (number < MOST_LISTED or each.person_id == person_id) and (score := _tell_score(each)) is not None
        )


def _rank(results: Sequence[DailyTry]) -> list[tuple[int, DailyTry]]:
    """The best first, with ranks that equals share: by place, then by score, then by what the hand counted."""
    ordered = sorted(results, key=_key)
    first_with: dict[tuple[int, int, int], int] = {}
    return [(first_with.setdefault(_key(each), number), each) for number, each in enumerate(ordered, start=1)]


def _key(result: DailyTry) -> tuple[int, int, int]:
    assert result.score is not None, "expected a try that has come to its end"
    return result.score.place, result.score.score, result.score.points


def _tell_score(mine: DailyTry) -> told.DailyScore | None:
    return None if mine.score is None else msgspec.convert(mine.score, told.DailyScore, from_attributes=True)


def _last_open_day(now: Timestamp) -> str:
    yesterday = day_before(day_of(now))
    return yesterday if is_open_to_all(yesterday, now) else day_before(yesterday)
