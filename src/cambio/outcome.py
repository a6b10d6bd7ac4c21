"""The outcome of a round: who won, with how many points, and why, as data and as a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from .core import choice, mark
from .core.table import Table
from .places import Seat, listed, seat_named, seats_of
from .rules import Rules

Reason = Literal["called", "stock", "last"]
REASONS: dict[int, Reason] = {
    choice.ENDED_CALLED: "called",
    choice.ENDED_STOCK: "stock",
    choice.ENDED_LAST: "last",
}


@dataclass(frozen=True)
class Outcome:
    """How a round ended. Points are what the hands count; scores are what goes into the tally."""

    reason: Reason
    winners: tuple[Seat, ...]
    points: Mapping[Seat, int]
    scores: Mapping[Seat, int]
    cards: Mapping[Seat, int]
    caller: Seat | None
    knocked: bool
    wrong: bool
    right: bool
    out: tuple[Seat, ...]
    rules: Rules

    @classmethod
    def of(cls, table: Table, rules: Rules) -> Outcome:
        seats = range(table.seats)
        return cls(
            reason=REASONS[table.reason],
            winners=tuple(seats_of(table.winners)),
            points={seat_named(seat): table.points_of(seat) for seat in seats},
            scores={seat_named(seat): table.score_of(seat) for seat in seats},
            cards={seat_named(seat): table.cards_of(seat) for seat in seats},
            caller=None if table.caller == mark.NOBODY else seat_named(table.caller),
            knocked=bool(table.knocked),
            wrong=bool(table.wrong_call),
            right=bool(table.right_call),
            out=tuple(seats_of(table.out)),
            rules=rules,
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "reason": self.reason,
            "winners": list(self.winners),
            "points": dict(self.points),
            "scores": dict(self.scores),
            "caller": self.caller,
            "knocked": self.knocked,
            "wrong": self.wrong,
            "right": self.right,
            "out": list(self.out),
        }

    def sentence(self, names: Mapping[Seat, str] | None = None) -> str:
        """Why the winners won, in plain words."""
        named = names or {}
        return " ".join(part for part in (self._ending(named), self._winning(named), self._cost(named)) if part)

    def _ending(self, names: Mapping[Seat, str]) -> str:
        if self.reason == "stock":
            return "No card is left to draw."
        if self.reason == "last":
            return f"Everybody but {_named(self.winners, names)} is out."
        return ""

    def _winning(self, names: Mapping[Seat, str]) -> str:
        winners = _named(self.winners, names)
        points = self.points[self.winners[0]]
        wins = "win" if len(self.winners) > 1 else "wins"
        if self.reason == "last":
            return f"{winners} wins."
        if self._over_limit():
            assert self.caller is not None
            caller = names.get(self.caller, self.caller)
            limit = self.rules["call.limit"]
            wrong = f"{caller} called with more than {limit} points, which is wrong here,"
            return f"{wrong} so {winners} {wins} with {points}."
        level = [seat for seat in self.points if self.points[seat] == points and seat not in self.out]
        if len(level) == 1:
            return f"{winners} {wins} with {points}, the fewest points."
        both = "both have" if len(level) == 2 else "all have"
        tied = f"{_named(tuple(level), names)} {both} {points}."
        return f"{tied} {self._tie_break(level, winners, wins)}"

    def _tie_break(self, level: list[Seat], winners: str, wins: str) -> str:
        reasons = []
        if self.caller in level and not self.knocked:
            if self.rules["score.caller_tie"] == "loses":
                reasons.append("the caller loses ties")
            elif self.rules["score.caller_tie"] == "wins":
                reasons.append("the caller wins ties")
        rivals = [seat for seat in level if seat != self.caller or not reasons]
        by_cards = self.rules["score.tie"] != "share" and reasons != ["the caller wins ties"]
        if by_cards and len({self.cards[seat] for seat in rivals}) > 1:
            most = "most" if self.rules["score.tie"] == "most_cards" else "fewest"
            reasons.append(f"the {most} cards win ties")
        if not reasons:
            return f"They share the win: {winners}."
        return f"Here {listed(reasons)}, so {winners} {wins}."

    def _over_limit(self) -> bool:
        limit = self.rules["call.limit"]
        return (
            limit is not None
            and self.caller is not None
            and not self.knocked
            and self.points[self.caller] > limit
            and self.caller not in self.winners
        )

    def _cost(self, names: Mapping[Seat, str]) -> str:
        if self.caller is None or self.points[self.caller] == self.scores[self.caller]:
            return ""
        caller = names.get(self.caller, self.caller)
        judged = "wrong" if self.wrong else "right"
        return f"{caller}'s call was {judged}: {self.scores[self.caller]} instead of {self.points[self.caller]} points."


def _named(seats: tuple[Seat, ...], names: Mapping[Seat, str]) -> str:
    return listed([names.get(seat, seat) for seat in seats])
