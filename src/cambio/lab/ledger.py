"""The ledger: what the statistics of many deals add up to, for each bot, for each seat and for the rounds as such.

A ledger holds sums of whole numbers, so ledgers add up to the same whatever came first.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import mul

from ..core.engine import constants
from ..core.players import round_columns
from ..core.players.round_stats import row_width, seat_column
from ..places import seat_named
from .statistics import Sums

#: Figures of a bot, of a seat and of the rounds, by name.
Figures = dict[str, Sums]


@dataclass(frozen=True)
class PerDeal:
    """The two numbers of each deal whose totals make a figure; without y, that is the number of rounds for all."""

    x: Sequence[int]
    y: Sequence[int] | None = None
    rounds: int = 1

    @property
    def sums(self) -> Sums:
        return Sums.of(self.x, self.y, rounds=self.rounds)

    @property
    def both(self) -> tuple[Sequence[int], Sequence[int]]:
        """X and y of each deal."""
        return self.x, [self.rounds] * len(self.x) if self.y is None else self.y

    def pack(self) -> PerDeal:
        """The same in little memory, as it travels between processes."""
        return PerDeal(array("q", self.x), None if self.y is None else array("q", self.y), self.rounds)


@dataclass
class Ledger:
    """Figures by name; those of a bot in the order in which the bots are listed, those of a seat from a on."""

    bots: list[Figures] = field(default_factory=list)
    seats: list[Figures] = field(default_factory=list)
    rounds: Figures = field(default_factory=dict)
    #: If it is kept: what each bot won of each deal, in parts of a round; deal after deal, the bots in their order.
    won: array[int] = field(default_factory=lambda: array("q"))
    #: If they are kept: the figures of seats and rounds deal by deal, by name. Ledgers that are added up have none.
    by_deal: Mapping[str, PerDeal] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        rows: Sequence[int],
        seats: int,
        rotations: int,
        *,
        keeps_deals: bool = False,
        keeps_figures: bool = False,
    ) -> Ledger:
        columns = Columns(rows, seats, rotations)
        bots = [columns.figures_of_bot(bot) for bot in range(seats)]
        of_seats = [columns.wins_of_seat(seat) for seat in range(seats)]
        of_rounds = columns.figures_of_rounds()
        ledger = cls(
            [figures for figures, _ in bots],
            [{"wins": wins.sums} for wins in of_seats],
            {name: figure.sums for name, figure in of_rounds.items()},
        )
        if keeps_figures:
            of_seats_by_name = {seat_figure(seat): wins for seat, wins in enumerate(of_seats)}
            ledger.by_deal = {name: figure.pack() for name, figure in (of_seats_by_name | of_rounds).items()}
        if keeps_deals:
            ledger.won.extend(part for deal in zip(*(won for _, won in bots), strict=True) for part in deal)
        return ledger

    def add(self, other: Ledger) -> None:
        if not self.bots:
            self.bots = [{} for _ in other.bots]
            self.seats = [{} for _ in other.seats]
        for mine, theirs in zip(
            [*self.bots, *self.seats, self.rounds], [*other.bots, *other.seats, other.rounds], strict=True
        ):
            for name, sums in theirs.items():
                mine[name] = mine.get(name, Sums()) + sums
        self.won.extend(other.won)


def seat_figure(seat: int) -> str:
    """The name of a seat's wins among the figures of rounds.

    >>> seat_figure(0)
    'seat_a_wins'
    """
    return f"seat_{seat_named(seat)}_wins"


def parts_per_round(seats: int) -> int:
    """The number of equal parts into which a round is split, so that any number of winners can share it."""
    return math.lcm(*range(1, seats + 1))


class Columns:
    """Rows of round statistics, read column by column: one number for each deal."""

    def __init__(self, rows: Sequence[int], seats: int, rotations: int) -> None:
        self.rows = rows
        self.seats = seats
        self.rotations = rotations
        self.width = row_width(seats)
        self.parts = parts_per_round(seats)
        turns = range(rotations)
        self.winners = [self.of_round(round_columns.WINNERS, rotation) for rotation in turns]
        self.callers = [self.of_round(round_columns.CALLER, rotation) for rotation in turns]
        #: The lap of a call that counts, or 0: an empty hand ends a round without a call, and a call can be void.
        self.call_laps = [
            [
                lap if caller != constants.NOBODY and not knocked else 0
                for lap, caller, knocked in zip(
                    self.of_round(round_columns.CALL_LAP, rotation),
                    self.callers[rotation],
                    self.of_round(round_columns.KNOCKED, rotation),
                    strict=True,
                )
            ]
            for rotation in turns
        ]
        #: By the set of winners, what each of them gets, in parts of a round.
        self.shares = {
            winners: self.parts // winners.bit_count() for column in self.winners for winners in set(column) if winners
        }

    def of_round(self, column: int, rotation: int) -> Sequence[int]:
        return self.rows[rotation * self.width + column :: self.width * self.rotations]

    def of_seat(self, column: int, seat: int, rotation: int) -> Sequence[int]:
        return self.of_round(seat_column(seat, column), rotation)

    def sum_up(self, columns: Iterable[Sequence[int]]) -> list[int]:
        """The sum of several columns, deal by deal."""
        return [sum(numbers) for numbers in zip(*columns, strict=True)]

    def won_at(self, seat: int, rotation: int) -> list[int]:
        """What the seat won, in parts of a round."""
        bit = 1 << seat
        shares = self.shares
        return [shares[winners] if winners & bit else 0 for winners in self.winners[rotation]]

    def called_at(self, seat: int, rotation: int) -> list[int]:
        """Whether the seat called."""
        return [
            caller == seat and lap > 0
            for caller, lap in zip(self.callers[rotation], self.call_laps[rotation], strict=True)
        ]

    def figures_of_bot(self, bot: int) -> tuple[Figures, list[int]]:
        """The bot's figures, and what it won of each deal."""
        at = [((bot + rotation) % self.seats, rotation) for rotation in range(self.rotations)]
        won = self.sum_up(self.won_at(*where) for where in at)
        called = [self.called_at(*where) for where in at]
        calls = self.sum_up(called)
        called_and_won = self.sum_up(
            list(map(mul, column, self.won_at(*where))) for column, where in zip(called, at, strict=True)
        )
        turn_one_calls = self.sum_up(
            [lap == 1 and is_caller for lap, is_caller in zip(self.call_laps[rotation], called[rotation], strict=True)]
            for rotation in range(self.rotations)
        )
        figures = {
            "wins": Sums.of(won, rounds=self.rotations * self.parts),
            "calls": Sums.of(calls, rounds=self.rotations),
            "turn_one_calls": Sums.of(turn_one_calls, rounds=self.rotations),
            "calls_won": Sums.of(called_and_won, [self.parts * number for number in calls]),
        }
        for name, number in (
            ("score", round_columns.SCORE),
            ("right_snaps", round_columns.RIGHT_SNAPS),
            ("wrong_snaps", round_columns.WRONG_SNAPS),
            ("penalty_cards", round_columns.PENALTY_CARDS),
        ):
            total = self.sum_up(self.of_seat(number, *where) for where in at)
            figures[name] = Sums.of(total, rounds=self.rotations)
        return figures, won

    def wins_of_seat(self, seat: int) -> PerDeal:
        won = self.sum_up(self.won_at(seat, rotation) for rotation in range(self.rotations))
        return PerDeal(won, rounds=self.rotations * self.parts)

    def figures_of_rounds(self) -> dict[str, PerDeal]:
        columns: dict[str, Sequence[Sequence[int]]] = {
            "decisions": self._each(round_columns.DECISIONS),
            "laps": self._each(round_columns.LAPS),
            "reshuffles": self._each(round_columns.SHUFFLES),
            "right_snaps": self._all_seats(round_columns.RIGHT_SNAPS),
            "wrong_snaps": self._all_seats(round_columns.WRONG_SNAPS),
            "penalty_cards": self._all_seats(round_columns.PENALTY_CARDS),
            "called": [[lap > 0 for lap in laps] for laps in self.call_laps],
            "turn_one_calls": [[lap == 1 for lap in laps] for laps in self.call_laps],
            "uncalled": [[caller == constants.NOBODY for caller in callers] for callers in self.callers],
            "ties": [[winners.bit_count() > 1 for winners in column] for column in self.winners],
        }
        figures = {name: PerDeal(self.sum_up(each), rounds=self.rotations) for name, each in columns.items()}
        figures["caller_wins"] = self._callers_wins()
        figures["winning_score"] = self._winning_scores()
        if self.rotations == self.seats > 1:
            figures |= self._skill_and_luck()
        return figures

    def _each(self, number: int) -> list[Sequence[int]]:
        return [self.of_round(number, rotation) for rotation in range(self.rotations)]

    def _all_seats(self, number: int) -> list[Sequence[int]]:
        return [
            self.sum_up(self.of_seat(number, seat, rotation) for seat in range(self.seats))
            for rotation in range(self.rotations)
        ]

    def _callers_wins(self) -> PerDeal:
        """What callers won, to the rounds that they called, in parts of a round."""
        won = self.sum_up(
            [
                self.shares[winners] if lap and winners >> caller & 1 else 0
                for winners, caller, lap in zip(winners_of, callers_of, laps_of, strict=True)
            ]
            for winners_of, callers_of, laps_of in zip(self.winners, self.callers, self.call_laps, strict=True)
        )
        called = self.sum_up([[self.parts if lap else 0 for lap in laps] for laps in self.call_laps])
        return PerDeal(won, called)

    def _winning_scores(self) -> PerDeal:
        scores = self.sum_up(
            [
                score if winners >> seat & 1 else 0
                for winners, score in zip(
                    self.winners[rotation], self.of_seat(round_columns.SCORE, seat, rotation), strict=True
                )
            ]
            for rotation in range(self.rotations)
            for seat in range(self.seats)
        )
        winners = self.sum_up([[winners.bit_count() for winners in column] for column in self.winners])
        return PerDeal(scores, winners)

    def _skill_and_luck(self) -> dict[str, PerDeal]:
        """Deals that one bot won from every seat, deals that one seat won whoever sat there, and the others."""
        skilled = {
            tuple(1 << (bot + rotation) % self.seats for rotation in range(self.rotations)) for bot in range(self.seats)
        }
        lucky = {(1 << seat,) * self.rotations for seat in range(self.seats)}
        deals = list(zip(*self.winners, strict=True))
        skill = [deal in skilled for deal in deals]
        luck = [deal in lucky for deal in deals]
        neither = [not (one or other) for one, other in zip(skill, luck, strict=True)]
        return {"skill": PerDeal(skill), "luck": PerDeal(luck), "neither": PerDeal(neither)}
