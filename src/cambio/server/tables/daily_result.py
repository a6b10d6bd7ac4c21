"""The result of a daily deal: how its round went for the one person who played it."""

from __future__ import annotations

from ...events import Turn
from ...outcome import Outcome
from ...places import Seat
from ..store.daily_deals import DailyResult, DailyScore
from .round_figures import count_figures
from .table_state import TableState


def make_daily_result(table: TableState) -> DailyResult | None:
    """Of the round that has just ended; None at all other tables."""
    if table.daily is None or table.game is None:
        return None
    outcome = table.game.outcome()
    assert outcome is not None, "expected a round that is over"
    ((seat, person),) = table.people().items()
    (figures,) = count_figures(table.game, {seat: person}, table.stand_ins)
    has_called = figures.right_calls + figures.wrong_calls > 0
    return DailyResult(
        table.daily,
        person,
        table.sitters[seat].name,
        DailyScore(
            points=outcome.points[seat],
            score=outcome.scores[seat],
            place=_find_place(outcome, seat),
            has_won=seat in outcome.winners,
            call=outcome.verdict if has_called else None,
            right_snaps=figures.right_snaps,
            wrong_snaps=figures.wrong_snaps,
            turns=sum(isinstance(event, Turn) and event.seat == seat for event in table.game.events),
            had_stand_in=any(table.stand_ins),
        ),
    )


def _find_place(outcome: Outcome, seat: Seat) -> int:
    """Those who won come first, and then whoever scored less; a tie can be lost, but a place is shared by equals."""
    keys = {each: (each not in outcome.winners, outcome.scores[each]) for each in outcome.scores}
    return 1 + sum(key < keys[seat] for key in keys.values())
