"""Highlights: what each player did well or badly in a finished round, as data. Clients say it in their own words.

The most telling one comes first. Whatever decided about the call comes before a chance to call that was missed; then
comes what one did with cards, by the points that it was worth; then what the hand looks like in the end. What a clock
or a stand-in did is nobody's merit or fault.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Any, Literal

from .events import Called, Event, Gave, Knocked, Late, Missed, Out, Penalised, Seized, Snapped, Swapped, Traded, Turn
from .game import Game
from .hand_history import Moment, retrace_hands
from .hand_points import HandPoints
from .outcome import Outcome
from .places import Place, Seat

Kind = Literal[
    "emptied",
    "called_lowest",
    "called_behind",
    "overtaken",
    "called_high",
    "waited",
    "snapped",
    "gave",
    "trade_gained",
    "missed",
    "trade_cost",
    "swap_cost",
    "kept_high",
    "kept_low",
    "improved",
]
#: Of what was worth the same, the kind that is named first here is told.
DEEDS: tuple[Kind, ...] = ("snapped", "gave", "trade_gained", "missed", "trade_cost", "swap_cost")
#: A card that counts at least this, and half of its hand's points, is worth a word.
HIGH_CARD = 8
#: Points by which a hand has to become smaller to be told.
IMPROVEMENT = 5


@dataclass(frozen=True, slots=True)
class Highlight:
    """One thing about one seat; a kind leaves out what it does not need."""

    kind: Kind
    #: What it saved, cost or gained; how far one was ahead or behind; what a card or a hand counts.
    points: int = 0
    #: How many cards were snapped, or came as a penalty; how many laps before the call.
    count: int = 0
    #: A card that everybody has seen.
    card: str | None = None
    other: Seat | None = None
    #: What the hand counted when it was dealt.
    dealt: int | None = None

    def to_json(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if value is not None}


def find_highlights(game: Game, stand_ins: Sequence[str | None] = ()) -> dict[Seat, Highlight]:
    """The most telling highlight of each seat that has one; stand-ins name those who acted for a player, by event."""
    return {seat: ranked[0] for seat, ranked in rank_highlights(game, stand_ins).items() if ranked}


def rank_highlights(game: Game, stand_ins: Sequence[str | None] = ()) -> dict[Seat, list[Highlight]]:
    """All highlights of each seat, the most telling one first."""
    finished = FinishedRound(game, stand_ins)
    return {seat: finished.rank(seat) for seat in game.seats}


class FinishedRound:
    """A round whose cards have been shown, with what every hand counted at every moment."""

    def __init__(self, game: Game, stand_ins: Sequence[str | None] = ()) -> None:
        outcome = game.outcome()
        assert outcome is not None, "expected a round that is over"
        self.game = game
        self.rules = game.rules
        self.outcome: Outcome = outcome
        self.moments: list[Moment] = retrace_hands(game)
        self._acted_for = [mark is not None for _, mark in zip_longest(game.events, stand_ins)]
        self._points: dict[int, int] = {}
        points = HandPoints(game.rules)
        #: What a hand counts, by its faces; and what a card does by itself.
        self.points_of = points.of
        self._values = points.values

    def rank(self, seat: Seat) -> list[Highlight]:
        deeds = sorted(self._deeds(seat), key=lambda deed: (-_worth(deed), DEEDS.index(deed.kind)))
        return [*self._about_call(seat), *self._waited(seat), *deeds, *self._about_hand(seat)]

    # What hands count

    def points_at(self, index: int, seat: Seat) -> int:
        """What the seat's hand counted after an event; before the first one, as it was dealt."""
        hand = self.moments[max(index, 0)].hands[seat]
        # The moments keep all hands, and one that stays as it is stays the same tuple: each is counted once.
        if id(hand) not in self._points:
            self._points[id(hand)] = self.points_of(hand)
        return self._points[id(hand)]

    def change_at(self, index: int, seat: Seat) -> int:
        return self.points_at(index, seat) - self.points_at(index - 1, seat)

    def rivals_at(self, index: int, seat: Seat) -> dict[Seat, int]:
        """What the hands of the others counted who were still in the round."""
        out = {gone for when, gone in self._leavings if when <= index}
        return {other: self.points_at(index, other) for other in self.game.seats if other not in out | {seat}}

    @cached_property
    def _leavings(self) -> list[tuple[int, Seat]]:
        """When somebody was out of the round, and who."""
        return [(i, moment.event.seat) for i, moment in enumerate(self.moments) if isinstance(moment.event, Out)]

    # The call

    @cached_property
    def call(self) -> int | None:
        """When somebody called, or knocked."""
        calls = (i for i, moment in enumerate(self.moments) if isinstance(moment.event, Called | Knocked))
        return next(calls, None)

    def _about_call(self, seat: Seat) -> Iterator[Highlight]:
        if not self.outcome.cards[seat]:
            yield Highlight("emptied")
        call = self.call
        if call is None or self.outcome.caller != seat or self._acted_for[call]:
            return
        if self.outcome.verdict in (None, "knocked", "out"):
            return
        own = self.points_at(call, seat)
        rivals = self.rivals_at(call, seat)
        rival = min(rivals, key=lambda other: (rivals[other], other))
        lead = rivals[rival] - own
        if self.outcome.verdict == "right":
            if lead >= 0:
                yield Highlight("called_lowest", points=lead, other=rival)
            else:
                yield Highlight("called_behind", points=-lead, other=rival)
        elif lead < 0:
            yield Highlight("called_high", points=-lead, other=rival)
        elif lead > 0 and self._caught_up(seat) is not None:
            yield Highlight("overtaken", other=self._caught_up(seat))

    def _caught_up(self, seat: Seat) -> Seat | None:
        """The winner who has no more points in the end; nobody, if the caller had more than the rules allow."""
        points = self.outcome.points
        winner = self.outcome.winners[0]
        return winner if winner != seat and points[winner] <= points[seat] else None

    def _waited(self, seat: Seat) -> Iterator[Highlight]:
        """The last own turn before the call at which one could have called, with fewer points than anybody."""
        if self.call is None or seat in self.outcome.winners or seat in self.outcome.out:
            return
        chances = list(self._chances(seat, self.call))
        limit = self.rules["call.limit"]
        for laps, index in enumerate(reversed(chances), start=1):
            own = self.points_at(index, seat)
            if limit is not None and own > limit:
                continue
            if all(own < points for points in self.rivals_at(index, seat).values()):
                yield Highlight("waited", count=laps, points=own)
                return

    def _chances(self, seat: Seat, call: int) -> Iterator[int]:
        """When the seat could have called: at the start of its turns, or where the rules say so, at their end."""
        turns = self._turns[: bisect_left(self._turns, call)]
        is_late = self.rules["call.when"] == "end"
        for lap, (index, after) in enumerate(
            [(i, j) for i, j in zip(turns, [*turns[1:], None], strict=True) if self._seat_at(i) == seat], start=1
        ):
            is_calling = after is None and self.outcome.caller == seat
            if lap >= self.rules["call.from_lap"] and not is_calling:
                yield (call if after is None else after) - 1 if is_late else index

    @cached_property
    def _turns(self) -> list[int]:
        """When turns began."""
        return [index for index, moment in enumerate(self.moments) if isinstance(moment.event, Turn)]

    def _seat_at(self, index: int) -> Seat | None:
        return getattr(self.moments[index].event, "seat", None)

    # What one did with cards

    def _own_deeds(self, seat: Seat) -> Iterator[tuple[int, Event]]:
        for index in self._deeds_by_seat.get(seat, ()):
            yield index, self.moments[index].event

    @cached_property
    def _deeds_by_seat(self) -> dict[Seat | None, list[int]]:
        """When each seat did something itself."""
        indices: dict[Seat | None, list[int]] = {}
        for index in range(len(self.moments)):
            if not self._acted_for[index]:
                indices.setdefault(self._seat_at(index), []).append(index)
        return indices

    def _deeds(self, seat: Seat) -> Iterator[Highlight]:
        saved = [
            -self.change_at(index, seat)
            for index, event in self._own_deeds(seat)
            if isinstance(event, Snapped) and event.place.seat == seat
        ]
        if sum(saved) > 0:
            yield Highlight("snapped", points=sum(saved), count=len(saved))
        for index, event in self._own_deeds(seat):
            change = self.change_at(index, seat)
            match event:
                case Gave() if change < 0:
                    yield Highlight("gave", points=-change, card=self._lost(index, seat), other=event.other.seat)
                case Traded() if change:
                    other = _other_owner(event.place, event.other, seat)
                    yield Highlight("trade_gained" if change < 0 else "trade_cost", points=abs(change), other=other)
                case Swapped() if change > 0:
                    yield Highlight("swap_cost", points=change, card=event.card)
        yield from self._missed(seat)

    def _missed(self, seat: Seat) -> Iterator[Highlight]:
        """What wrong snaps have cost; a snap that was right but late is bad luck."""
        cards = points = 0
        is_wrong = False
        for index, event in self._own_deeds(seat):
            match event:
                case Missed():
                    is_wrong = True
                case Late():
                    is_wrong = False
                case Penalised() | Seized() if is_wrong:
                    cards += 1
                    points += self.change_at(index, seat)
        if cards:
            yield Highlight("missed", points=points, count=cards)

    def _lost(self, index: int, seat: Seat) -> str | None:
        """The card that has left the hand."""
        after = list(self.moments[index].hands[seat])
        for face in self.moments[index - 1].hands[seat]:
            if face not in after:
                return face
            after.remove(face)
        return None

    # What is in the hand in the end

    def _about_hand(self, seat: Seat) -> Iterator[Highlight]:
        hand = self.moments[-1].hands[seat]
        points = self.outcome.points[seat]
        highest = max(hand, key=lambda face: self._values[face], default=None)
        if highest is not None and seat not in self.outcome.winners:
            value = self._values[highest]
            if value >= HIGH_CARD and 2 * value >= points:
                yield Highlight("kept_high", points=value, card=highest)
        lowest = min(hand, key=lambda face: self._values[face], default=None)
        if lowest is not None and self._values[lowest] <= 0:
            yield Highlight("kept_low", points=self._values[lowest], card=lowest)
        dealt = self.points_at(-1, seat)
        if dealt - points >= IMPROVEMENT:
            yield Highlight("improved", points=points, dealt=dealt)


def _worth(deed: Highlight) -> int:
    """A penalty card that counts little is a card too many all the same."""
    return max(deed.points, deed.count) if deed.kind == "missed" else deed.points


def _other_owner(place: Place, other: Place, seat: Seat) -> Seat:
    return other.seat if place.seat == seat else place.seat
