"""Figures about a rule set: how they are called, what they count, and what it means if they rise or fall."""

from __future__ import annotations

from dataclasses import dataclass

from ...places import seat_named
from ..ledger import Figures, seat_figure
from ..statistics import Estimate, Sums, mean, proportion


@dataclass(frozen=True)
class Figure:
    """A figure about a rule set: its name in data, its title, its unit, what it means if it rises or falls."""

    name: str
    title: str
    unit: str
    more: str
    less: str
    is_share: bool = False

    def meaning(self, rises: bool) -> str:
        return self.more if rises else self.less

    def estimate(self, figures: Figures) -> Estimate | None:
        sums = figures.get(self.name, Sums())
        return proportion(sums) if self.is_share else mean(sums)


#: Of rounds between equals.
FIGURES = (
    Figure(
        "caller_wins",
        "Caller's win rate",
        "share of calls",
        "callers win more often",
        "callers win less often",
        is_share=True,
    ),
    Figure(
        "called",
        "Rounds with a call",
        "share of rounds",
        "more rounds end with a call",
        "fewer rounds end with a call",
        is_share=True,
    ),
    Figure(
        "turn_one_calls",
        "Calls on turn one",
        "share of rounds",
        "more rounds are called on turn one",
        "fewer rounds are called on turn one",
        is_share=True,
    ),
    Figure(
        "uncalled",
        "Rounds without any call",
        "share of rounds",
        "more rounds end without any call",
        "fewer rounds end without any call",
        is_share=True,
    ),
    Figure("ties", "Shared wins", "share of rounds", "more wins are shared", "fewer wins are shared", is_share=True),
    Figure("laps", "Laps", "laps a round", "rounds get longer", "rounds get shorter"),
    Figure(
        "decisions",
        "Decisions",
        "decisions a round",
        "there is more to decide in a round",
        "there is less to decide in a round",
    ),
    Figure("right_snaps", "Right snaps", "snaps a round", "there are more right snaps", "there are fewer right snaps"),
    Figure("wrong_snaps", "Wrong snaps", "snaps a round", "there are more wrong snaps", "there are fewer wrong snaps"),
    Figure(
        "penalty_cards",
        "Penalty cards",
        "cards a round",
        "more penalty cards are drawn",
        "fewer penalty cards are drawn",
    ),
    Figure(
        "reshuffles",
        "Reshuffles",
        "reshuffles a round",
        "the discards are reshuffled more often",
        "the discards are reshuffled less often",
    ),
    Figure("winning_score", "Winning score", "points", "winners hold more points", "winners hold fewer points"),
)
#: Of deals that a stronger and weaker bots play from every seat.
LUCK = (
    Figure(
        "skill",
        "Skill decides",
        "share of deals",
        "skill decides more deals",
        "skill decides fewer deals",
        is_share=True,
    ),
    Figure(
        "luck", "Luck decides", "share of deals", "luck decides more deals", "luck decides fewer deals", is_share=True
    ),
    Figure(
        "neither",
        "Neither alone",
        "share of deals",
        "more deals are decided by neither alone",
        "fewer deals are decided by neither alone",
        is_share=True,
    ),
)


def seat_title(seat: int) -> str:
    return f"Wins of seat {seat_named(seat)}"


def figures_of_seats(seats: int) -> list[Figure]:
    return [
        Figure(
            seat_figure(seat),
            seat_title(seat),
            "share of rounds",
            f"seat {seat_named(seat)} wins more often",
            f"seat {seat_named(seat)} wins less often",
            is_share=True,
        )
        for seat in range(seats)
    ]


def all_figures(seats: int) -> list[Figure]:
    return [*figures_of_seats(seats), *FIGURES, *LUCK]
