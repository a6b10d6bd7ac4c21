"""A match: rounds, the deal going round, the running tally, and who wins in the end.

>>> match = Match("camp match.rounds=2", seats=2, seed=5)
>>> game = match.deal()
>>> match.round, match.dealer, match.tally
(1, 'b', {'a': 0, 'b': 0})
>>> match
<Match of camp match.rounds=2 for 2 seats: round 1, tally a 0, b 0>

Play the game that was dealt, enter its outcome, and deal again until the match is over::

    while not match.is_over:
        game = match.deal()
        ...
        match.score(game.outcome())
    print(match.standing().sentence())
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .errors import SeatError
from .game import Game, Luck, check_seed, first_seat
from .languages import join_words
from .outcome import Outcome
from .places import Seat, count_things, seat_named, seat_number
from .presets import DEFAULT_RULES
from .rules import Rules

#: Rounds of one match are dealt from seeds that lie this far apart.
SEED_STEP = 1_000_003


@dataclass(frozen=True)
class Standing:
    """How a match ended: tallies from the lowest up, and the lowest wins."""

    ranking: tuple[tuple[Seat, int], ...]  #: Seats with their tallies, the lowest first.
    winners: tuple[Seat, ...]  #: Whoever has the lowest tally; of a single round, its winners.
    reason: str  #: Why the match is over, as the beginning of a sentence.

    def sentence(self, names: Mapping[Seat, str] | None = None) -> str:
        """Who won the match and why, with the players' names if there are any."""
        named = [(names or {}).get(seat, seat) for seat in self.winners]
        wins = "wins" if len(named) == 1 else "share"
        tallies = {tally for seat, tally in self.ranking if seat in self.winners}
        points = f" with {count_things(tallies.pop(), 'point')}" if len(tallies) == 1 else ""
        return f"{self.reason} {join_words(named)} {wins} the match{points}."


class Match:
    """As many rounds as the rules say, with one tally. Deal, play, score, and again until it is over."""

    def __init__(
        self, rules: Rules | str = DEFAULT_RULES, seats: int = 2, *, seed: int | None = None, dealer: Seat | None = None
    ) -> None:
        self.rules = rules if isinstance(rules, Rules) else Rules.parse(rules)  #: What all rounds are played by.
        self.rules.check_seats(seats)
        self.seats = tuple(seat_named(number) for number in range(seats))  #: The seats in order, a first.
        #: Where the luck of all rounds comes from.
        self.seed = check_seed(seed, 62)
        #: Who deals the round to be played, or being played.
        self.dealer = dealer if dealer is not None else self.seats[-1]
        if self.dealer not in self.seats:
            raise SeatError(f"nobody sits at {dealer!r}: the seats are {self.seats[0]} to {self.seats[-1]}")
        self.tally: dict[Seat, int] = dict.fromkeys(self.seats, 0)  #: The running total of each seat.
        self.outcomes: list[Outcome] = []  #: Those of all rounds scored so far.

    def __repr__(self) -> str:
        moment = f"over after {count_things(len(self.outcomes), 'round')}" if self.is_over else f"round {self.round}"
        tally = ", ".join(f"{seat} {points}" for seat, points in self.tally.items())
        return f"<Match of {self.rules} for {len(self.seats)} seats: {moment}, tally {tally}>"

    @property
    def round(self) -> int:
        """The number of the round to be played, or being played, from 1."""
        return len(self.outcomes) + 1

    @property
    def starter(self) -> Seat:
        """Who has the first turn of the round."""
        if self.rules["match.starter"] == "winner" and self.outcomes:
            return min(self.outcomes[-1].winners, key=lambda seat: (self.tally[seat], self._steps_from_dealer(seat)))
        return seat_named(first_seat(self.rules, seat_number(self.dealer), len(self.seats)))

    def _steps_from_dealer(self, seat: Seat) -> int:
        """Clockwise, with the dealer as the last one."""
        return (seat_number(seat) - seat_number(self.dealer) - 1) % len(self.seats)

    def deal(self, luck: Luck | None = None, deck: Sequence[str] | None = None) -> Game:
        """The next round, dealt from the match's seed, by somebody's luck, or as the cards were laid."""
        if self.is_over:
            raise ValueError("the match is over: start a new one for a rematch")
        seed = self.seed + SEED_STEP * self.round
        return Game(
            self.rules,
            len(self.seats),
            seed=seed,
            luck=luck,
            deck=deck,
            dealer=self.dealer,
            starter=self.starter,
        )

    def score(self, outcome: Outcome | None) -> None:
        """Enter a round's scores; the deal goes round."""
        if outcome is None:
            raise ValueError("the round is not over yet: expected its outcome")
        if self.is_over:
            raise ValueError("the match is over: no more rounds are scored")
        if set(outcome.scores) != set(self.seats):
            raise ValueError(
                f"expected the scores of {join_words(list(self.seats))}, "
                f"but found those of {join_words(list(outcome.scores))}"
            )
        for seat, score in outcome.scores.items():
            self.tally[seat] = self._reset(seat, self.tally[seat] + score)
        self.outcomes.append(outcome)
        if self.rules["match.dealer"] == "rotates":
            self.dealer = seat_named((seat_number(self.dealer) + 1) % len(self.seats))

    def _reset(self, seat: Seat, tally: int) -> int:
        """Landing exactly on a number may set a tally back, each time or only once."""
        if tally != self.rules["match.reset_at"]:
            return tally
        if self.rules["match.reset_times"] == "once" and self._was_set_back(seat):
            return tally
        return int(self.rules["match.reset_to"])

    def _was_set_back(self, seat: Seat) -> bool:
        """A tally that was never set back is the sum of all scores so far."""
        return self.tally[seat] != sum(outcome.scores[seat] for outcome in self.outcomes)

    @property
    def is_over(self) -> bool:
        """Whether no round is to come."""
        return bool(self._reason())

    def _reason(self) -> str:
        rounds, target = self.rules["match.rounds"], self.rules["match.target"]
        if rounds and len(self.outcomes) >= rounds:
            return f"After {rounds} rounds," if rounds > 1 else "After one round,"
        if target and max(self.tally.values()) >= target:
            return f"A tally has reached {target}:"
        return ""

    def standing(self) -> Standing | None:
        """Who won the match, and why; None while it is played."""
        if not self.is_over:
            return None
        if len(self.outcomes) == 1 and self.rules["match.rounds"] == 1:
            return self._single_round()
        ranking = tuple(sorted(self.tally.items(), key=lambda entry: entry[1]))
        lowest = ranking[0][1]
        return Standing(ranking, tuple(seat for seat, tally in ranking if tally == lowest), self._reason())

    def _single_round(self) -> Standing:
        """A single round is won by whoever wins it, ties and all."""
        winners = self.outcomes[0].winners
        ranking = sorted(self.tally.items(), key=lambda entry: (entry[0] not in winners, entry[1]))
        return Standing(tuple(ranking), winners, self._reason())
