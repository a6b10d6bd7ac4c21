"""What others did here, for the rounds of a daily deal that is over. A deal's rounds are read once and kept a while."""

from __future__ import annotations

from collections import OrderedDict

from ...notation import read
from ...replay.comparing import Comparable, compare
from ..protocol import daily_messages as told
from ..store.contract import Store
from ..store.daily_deals import DailyDeal
from ..time_slice import TimeSlice
from .days import is_in_time

#: Rounds that one is compared with, and deals whose rounds are kept in memory.
MOST_ROUNDS, DEALS_KEPT = 300, 8
#: Where everybody sits who plays a daily deal.
SEAT = "a"


class DailyComparisons:
    """Compares rounds of deals that are open to all; whoever asks has seen to that."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._rounds: OrderedDict[DailyDeal, dict[str, Comparable]] = OrderedDict()

    async def compare(self, deal: DailyDeal, round_id: str) -> told.DailyComparison | None:
        """The round with all others of its deal; None if it is none of the deal's, or is not kept any more."""
        rounds = await self._read_rounds(deal)
        mine = rounds.get(round_id) or await self._read_alone(deal, round_id)
        if mine is None:
            return None
        others = [each for other_id, each in rounds.items() if other_id != round_id]
        moments = compare(mine.lines, others, SEAT, mine.score)
        return told.DailyComparison(
            deal.day,
            deal.book,
            1 + len(others),
            tuple(
                told.DailyMoment(
                    moment.step,
                    moment.mine,
                    moment.players,
                    tuple(told.DailyChoice(each.action, each.players, each.mean_score) for each in moment.choices),
                )
                for moment in moments
            ),
        )

    async def _read_rounds(self, deal: DailyDeal) -> dict[str, Comparable]:
        if deal not in self._rounds:
            time_slice = TimeSlice()
            results = await self._store.daily_results(deal, MOST_ROUNDS)
            texts = await self._store.daily_texts(deal, MOST_ROUNDS)
            rounds: dict[str, Comparable] = {}
            for each in results:
                if is_in_time(each) and each.score is not None and each.round_id in texts:
                    rounds[each.round_id] = _read_round(texts[each.round_id], each.score.score)
                    await time_slice.yield_if_spent()
            self._rounds[deal] = rounds
            while len(self._rounds) > DEALS_KEPT:
                self._rounds.popitem(last=False)
        self._rounds.move_to_end(deal)
        return self._rounds[deal]

    async def _read_alone(self, deal: DailyDeal, round_id: str) -> Comparable | None:
        """One that came late, or after many others."""
        found = await self._store.daily_try_of_round(round_id)
        finished = await self._store.finished(round_id)
        if found is None or found.score is None or finished is None or found.deal != deal:
            return None
        return _read_round(finished.text, found.score.score)


def _read_round(text: str, score: int) -> Comparable:
    lines = read(text).lines
    return Comparable([(line.actor, str(line.action)) for line in lines if line.action is not None], score)
