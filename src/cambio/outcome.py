"""The outcome of a round: who won, with how many points, and why, as data and as a sentence.

>>> from cambio.demo import play_demonstration
>>> game, names = play_demonstration(Rules.parse("cambia"), 2, seed=1)
>>> game.outcome().sentence(names)
'Ben wins with 0, the fewest points.'
>>> game.outcome().winners, game.outcome().scores
(('b',), {'a': 25, 'b': 0})
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from .core.engine import constants
from .core.engine.score import find_kamikaze, is_judged
from .core.engine.table import Table
from .languages import join_words
from .places import Seat, count_things, seat_named, seats_of
from .rules import Rules

#: Why a round ended: after a call, for want of cards, or because one seat is left.
Reason = Literal["called", "stock", "last"]
#: A call is right, wrong, or lost a tie, or its caller was put out; a knock, which is automatic, is not judged.
Verdict = Literal["right", "wrong", "tied", "out", "knocked"]
#: Reasons by how the core counts them.
REASONS: dict[int, Reason] = {
    constants.ENDED_CALLED: "called",
    constants.ENDED_STOCK: "stock",
    constants.ENDED_LAST: "last",
}


@dataclass(frozen=True)
class Outcome:
    """How a round ended. Points are what the hands count; scores are what goes into the tally."""

    reason: Reason  #: Why the round ended.
    winners: tuple[Seat, ...]  #: One seat, or several that share the win.
    points: Mapping[Seat, int]  #: What each hand counts.
    scores: Mapping[Seat, int]  #: What goes into the tally: the points, with what a call costs or brings.
    cards: Mapping[Seat, int]  #: How many cards each hand had.
    caller: Seat | None  #: Who called or knocked, if anybody did.
    #: None if nobody called, and if nobody but the caller is left, whose call is not judged.
    verdict: Verdict | None
    out: tuple[Seat, ...]  #: Seats that had too many cards.
    rules: Rules  #: By which it was scored.
    #: Who won by the worst hand of all, where the rules have one.
    kamikaze: tuple[Seat, ...] = ()

    @classmethod
    def of(cls, table: Table, rules: Rules) -> Outcome:
        """The outcome of a table of the core that is over."""
        seats = range(table.seats)
        return cls(
            reason=REASONS[table.reason],
            winners=seats_of(table.winners),
            points={seat_named(seat): table.points_of(seat) for seat in seats},
            scores={seat_named(seat): table.score_of(seat) for seat in seats},
            cards={seat_named(seat): table.cards_of(seat) for seat in seats},
            caller=None if table.caller == constants.NOBODY else seat_named(table.caller),
            verdict=_verdict(table),
            out=seats_of(table.out),
            rules=rules,
            kamikaze=seats_of(find_kamikaze(table)),
        )

    def to_json(self) -> dict[str, Any]:
        """The outcome as plain data."""
        return {
            "reason": self.reason,
            "winners": list(self.winners),
            "points": dict(self.points),
            "scores": dict(self.scores),
            "cards": dict(self.cards),
            "caller": self.caller,
            "verdict": self.verdict,
            "out": list(self.out),
        } | ({"kamikaze": list(self.kamikaze)} if self.kamikaze else {})

    def sentence(self, names: Mapping[Seat, str] | None = None) -> str:
        """Why the winners won, in plain words."""
        named = names or {}
        parts = (self._calling(named), self._ending(named), self._winning(named), self._cost(named))
        return " ".join(part for part in parts if part)

    def _calling(self, names: Mapping[Seat, str]) -> str:
        if self.caller is None or self.verdict != "out":
            return ""
        return f"{names.get(self.caller, self.caller)} called, but is out."

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
        if self.kamikaze:
            have, win = ("has", "wins") if len(self.kamikaze) == 1 else ("each have", "win")
            others = self.rules["score.kamikaze"]
            return f"{winners} {have} two queens and two kings, and {win}: everybody else scores {others}."
        limit = self._lost_by_limit(names)
        rivals = [seat for seat in self.points if self.points[seat] == points and seat not in self.out]
        if limit and self.caller in rivals:
            rivals.remove(self.caller)
        if len(rivals) == 1:
            return f"{limit}{winners} {wins} with {points}, the fewest points{self._among(names, bool(limit))}."
        both = "both have" if len(rivals) == 2 else "all have"
        return f"{limit}{_named(tuple(rivals), names)} {both} {points}. {self._tie_break(rivals, winners, wins)}"

    def _among(self, names: Mapping[Seat, str], caller_left_out: bool) -> str:
        """Of whom the winner has the fewest, if somebody else has fewer but can't win."""
        lowest = self.points[self.winners[0]]
        if any(self.points[seat] < lowest for seat in self.out):
            return f" of those still in ({_named(self.out, names)} {'is' if len(self.out) == 1 else 'are'} out)"
        return " of the others" if caller_left_out else ""

    def _tie_break(self, level: list[Seat], winners: str, wins: str) -> str:
        reasons = []
        judged = self.caller in level and self.verdict != "knocked"
        if judged and self.rules["score.caller_tie"] == "loses":
            reasons.append("the caller loses ties")
        elif judged and self.rules["score.caller_tie"] == "wins":
            return f"Here the caller wins ties, so {winners} {wins}."
        elif judged and self.rules["score.caller_tie"] == "most_cards":
            if len({self.cards[seat] for seat in level}) > 1:
                return f"Here the most cards win a caller's tie, so {winners} {wins}."
            return "They share the win."
        rivals = [seat for seat in level if not reasons or seat != self.caller]
        if self.rules["score.tie"] != "share" and len({self.cards[seat] for seat in rivals}) > 1:
            most = "most" if self.rules["score.tie"] == "most_cards" else "fewest"
            reasons.append(f"the {most} cards win ties")
        if not reasons:
            return "They share the win."
        return f"Here {join_words(reasons)}, so {winners} {wins}."

    def _lost_by_limit(self, names: Mapping[Seat, str]) -> str:
        """A caller with the fewest points, but too many for these rules, has lost by that alone."""
        limit = self.rules["call.limit"]
        if limit is None or self.caller is None or self.verdict != "wrong" or self.caller in self.winners:
            return ""
        if not limit < self.points[self.caller] <= self.points[self.winners[0]]:
            return ""
        caller = names.get(self.caller, self.caller)
        return f"{caller} called with {self.points[self.caller]}, and here a call with more than {limit} is wrong. "

    def _cost(self, names: Mapping[Seat, str]) -> str:
        if self.verdict not in ("right", "wrong", "out") or self.caller is None:
            return ""
        if self.points[self.caller] == self.scores[self.caller]:
            return ""
        caller = names.get(self.caller, self.caller)
        points = count_things(self.points[self.caller], "point")
        verdict = "wrong" if self.verdict == "out" else self.verdict
        return f"{caller}'s call was {verdict}: {self.scores[self.caller]} instead of {points}."


def _verdict(table: Table) -> Verdict | None:
    if table.caller == constants.NOBODY:
        return None
    if table.knocked:
        return "knocked"
    if not is_judged(table):
        return None
    if table.out >> table.caller & 1:
        return "out"
    if table.wrong_call:
        return "wrong"
    return "right" if table.right_call else "tied"


def _named(seats: tuple[Seat, ...], names: Mapping[Seat, str]) -> str:
    return join_words([names.get(seat, seat) for seat in seats])
