"""The ledger: what the statistics of many deals add up to, for each bot, for each seat and for the rounds as such.

A ledger holds sums of whole numbers, so ledgers add up to the same whatever came first.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from operator import mul

from ..core.engine import constants
from ..core.players import round_columns
from ..core.players.round_stats import row_width, seat_column
from .statistics import Sums

#: Figures of a bot, of a seat and of the rounds, by name.
Figures = dict[str, Sums]


@dataclass
class Ledger:
    """Figures by name; those of a bot in the order in which the bots are listed, those of a seat from a on."""

    bots: list[Figures] = field(default_factory=list)
    seats: list[Figures] = field(default_factory=list)
    rounds: Figures = field(default_factory=dict)
    #: If it is kept: what each bot won of each deal, in the parts into which ties split a round; deal after deal.
    won: array[int] = field(default_factory=lambda: array("q"))

    @classmethod
    def of(cls, rows: Sequence[int], seats: int, rotations: int, *, keeps_deals: bool = False) -> Ledger:
        columns = Columns(rows, seats, rotations)
        bots = [columns.figures_of_bot(bot) for bot in range(seats)]
        ledger = cls(
            [figures for figures, _ in bots],
            [columns.figures_of_seat(seat) for seat in range(seats)],
            columns.figures_of_rounds(),
        )
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


def parts_of(seats: int) -> int:
    """Into so many equal parts a round is split, so that any number of winners can share it."""
    return math.lcm(*range(1, seats + 1))


class Columns:
    """Rows of round statistics, read column by column: one number for each deal."""

    def __init__(self, rows: Sequence[int], seats: int, rotations: int) -> None:
        self.rows = rows
        self.seats = seats
        self.rotations = rotations
        self.width = row_width(seats)
        self.parts = parts_of(seats)
        turns = range(rotations)
        self.winners = [self.of_round(round_columns.WINNERS, rotation) for rotation in turns]
        self.callers = [self.of_round(round_columns.CALLER, rotation) for rotation in turns]
        #: The lap of a call that was said in so many words and stood: neither an empty hand's, nor one that was void.
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
        #: What each set of winners leaves to one of them.
        self.shares = {
            winners: self.parts // winners.bit_count() for column in self.winners for winners in set(column) if winners
        }

    def of_round(self, column: int, rotation: int) -> Sequence[int]:
        return self.rows[rotation * self.width + column :: self.width * self.rotations]

    def of_seat(self, column: int, seat: int, rotation: int) -> Sequence[int]:
        return self.of_round(seat_column(seat, column), rotation)

    def summed(self, columns: Iterable[Sequence[int]]) -> list[int]:
        """Over the rotations of each deal."""
        return [sum(numbers) for numbers in zip(*columns, strict=True)]

    def won_at(self, seat: int, rotation: int) -> list[int]:
        bit = 1 << seat
        shares = self.shares
        return [shares[winners] if winners & bit else 0 for winners in self.winners[rotation]]

    def said_at(self, seat: int, rotation: int) -> list[int]:
        """Whether the seat called."""
        return [
            caller == seat and lap > 0
            for caller, lap in zip(self.callers[rotation], self.call_laps[rotation], strict=True)
        ]

    def figures_of_bot(self, bot: int) -> tuple[Figures, list[int]]:
        """The bot's figures, and what it won of each deal."""
        at = [((bot + rotation) % self.seats, rotation) for rotation in range(self.rotations)]
        won = self.summed(self.won_at(*where) for where in at)
        said = [self.said_at(*where) for where in at]
        calls = self.summed(said)
        called_and_won = self.summed(
            list(map(mul, called, self.won_at(*where))) for called, where in zip(said, at, strict=True)
        )
        at_once = self.summed(
            [lap == 1 and called for lap, called in zip(self.call_laps[rotation], said[rotation], strict=True)]
            for rotation in range(self.rotations)
        )
        figures = {
            "wins": Sums.of(won, rounds=self.rotations * self.parts),
            "calls": Sums.of(calls, rounds=self.rotations),
            "turn_one_calls": Sums.of(at_once, rounds=self.rotations),
            "calls_won": Sums.of(called_and_won, [self.parts * number for number in calls]),
        }
        for name, number in (
            ("score", round_columns.SCORE),
            ("right_snaps", round_columns.RIGHT_SNAPS),
            ("wrong_snaps", round_columns.WRONG_SNAPS),
            ("penalty_cards", round_columns.PENALTY_CARDS),
        ):
            total = self.summed(self.of_seat(number, *where) for where in at)
            figures[name] = Sums.of(total, rounds=self.rotations)
        return figures, won

    def figures_of_seat(self, seat: int) -> Figures:
        won = self.summed(self.won_at(seat, rotation) for rotation in range(self.rotations))
        return {"wins": Sums.of(won, rounds=self.rotations * self.parts)}

    def figures_of_rounds(self) -> Figures:
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
        figures = {name: Sums.of(self.summed(each), rounds=self.rotations) for name, each in columns.items()}
        figures["caller_wins"] = self._callers_wins()
        figures["winning_score"] = self._winning_scores()
        if self.rotations == self.seats > 1:
            figures |= self._skill_and_luck()
        return figures

    def _each(self, number: int) -> list[Sequence[int]]:
        return [self.of_round(number, rotation) for rotation in range(self.rotations)]

    def _all_seats(self, number: int) -> list[Sequence[int]]:
        return [
            self.summed(self.of_seat(number, seat, rotation) for seat in range(self.seats))
            for rotation in range(self.rotations)
        ]

    def _callers_wins(self) -> Sums:
        """Of those who said it, in parts of a round."""
        won = self.summed(
            [
                self.shares[winners] if lap and winners >> caller & 1 else 0
                for winners, caller, lap in zip(winners_of, callers_of, laps_of, strict=True)
            ]
            for winners_of, callers_of, laps_of in zip(self.winners, self.callers, self.call_laps, strict=True)
        )
        said = self.summed([[self.parts if lap else 0 for lap in laps] for laps in self.call_laps])
        return Sums.of(won, said)

    def _winning_scores(self) -> Sums:
        scores = self.summed(
            [
                score if winners >> seat & 1 else 0
                for winners, score in zip(
                    self.winners[rotation], self.of_seat(round_columns.SCORE, seat, rotation), strict=True
                )
            ]
            for rotation in range(self.rotations)
            for seat in range(self.seats)
        )
        winners = self.summed([[winners.bit_count() for winners in column] for column in self.winners])
        return Sums.of(scores, winners)

    def _skill_and_luck(self) -> Figures:
        """Whether one bot won the deal from every seat, or one seat whoever sat there."""
        skilled = {
            tuple(1 << (bot + rotation) % self.seats for rotation in range(self.rotations)) for bot in range(self.seats)
        }
        lucky = {(1 << seat,) * self.rotations for seat in range(self.seats)}
        deals = list(zip(*self.winners, strict=True))
        skill = [deal in skilled for deal in deals]
        luck = [deal in lucky for deal in deals]
        neither = [not (one or other) for one, other in zip(skill, luck, strict=True)]
        return {"skill": Sums.of(skill), "luck": Sums.of(luck), "neither": Sums.of(neither)}
