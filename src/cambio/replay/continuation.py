"""Continuations: a finished round as it stood at one of its steps, to be played on from there.

The cards lie as they lay, or those that one seat had not seen are dealt anew among their places. What is shuffled later
is left to new luck.

>>> from cambio.demo import play_demonstration
>>> from cambio.replay import RecordedRound
>>> from cambio.rules import Rules
>>> game, names = play_demonstration(Rules.parse("cambia"), 2, seed=1)
>>> continued = continue_round(RecordedRound(game, names), 20).deal()
>>> continued.record == game.record[:20], continued.is_over
(True, False)
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from ..actions import Action
from ..core.engine.rng import Rng
from ..errors import SeatError
from ..game import Game, Luck
from ..notation.replaying import without_pauses
from ..places import Seat, seat_number
from ..rules import Rules
from ..view import deciders_of
from .recorded_round import RecordedRound
from .unseen_cards import UnseenCards
from .viewpoint import RoundNotOver


class NothingToDecide(ValueError):
    """A step that a round does not have, or after which nobody has anything left to decide."""


@dataclass(frozen=True)
class Continuation:
    """The beginning of a round: all that the dealer and the players had done by then."""

    rules: Rules  #: What is played by.
    seats: int  #: How many play.
    dealer: Seat  #: Who dealt.
    starter: Seat  #: Who had the first turn.
    deck: tuple[str, ...]  #: The cards before the deal, the top one first.
    shuffles: tuple[tuple[str, ...], ...]  #: The reshuffles so far.
    record: tuple[tuple[Seat, Action], ...]  #: What was done so far, by whom.

    def deal(self, luck: Luck | None = None) -> Game:
        """The game as it stands there; by the luck come the reshuffles that follow."""
        return without_pauses(self.dealing(luck))

    def dealing(self, luck: Luck | None = None) -> Generator[None, None, Game]:
        """The same, with a pause after each action."""
        game = Game(
            self.rules,
            self.seats,
            luck=luck,
            deck=self.deck,
            shuffles=self.shuffles,
            dealer=self.dealer,
            starter=self.starter,
        )
        for actor, action in self.record:
            game.play(actor, action)
            yield
        return game


def continue_round(
    recorded: RecordedRound, step: int, *, unseen_by: Seat | None = None, rng: Rng | None = None
) -> Continuation:
    """The round as it stood after so many actions; with a seat, what that seat had not seen is dealt anew."""
    return without_pauses(continuing(recorded, step, unseen_by=unseen_by, rng=rng))


def continuing(
    recorded: RecordedRound, step: int, *, unseen_by: Seat | None = None, rng: Rng | None = None
) -> Generator[None, None, Continuation]:
    """The same, with a pause after each action, for those who must not be held up for long."""
    _check(recorded, step, unseen_by)
    game = recorded.game.from_the_start()
    unseen = UnseenCards(game, seat_number(unseen_by)) if unseen_by is not None else None
    for actor, action in recorded.game.record[:step]:
        if unseen is not None:
            unseen.note_judgement(actor, action)
        game.play(actor, action)
        yield
    if game.is_over or not _has_decisions(game):
        raise NothingToDecide(f"after step {step} nobody has anything left to decide")
    deck, shuffles = unseen.deal_anew(rng or Rng(game.seed)) if unseen is not None else (game.deck, game.shuffles)
    continuation = Continuation(
        rules=game.rules,
        seats=len(game.seats),
        dealer=game.dealer,
        starter=game.starter,
        deck=tuple(deck),
        shuffles=tuple(map(tuple, shuffles)),
        record=tuple(game.record),
    )
    if unseen_by is not None:
        yield from _check_history(continuation, game, unseen_by)
    return continuation


def _check(recorded: RecordedRound, step: int, seat: Seat | None) -> None:
    if recorded.game.outcome() is None:
        raise RoundNotOver("this round is not over: its cards are still hidden")
    last = len(recorded.game.record)
    if not 0 <= step <= last:
        raise NothingToDecide(f"expected a step from 0 to {last}, but found {step}")
    if seat is not None:
        check_seat(seat, recorded.game.seats)


def check_seat(seat: Seat, seats: tuple[Seat, ...]) -> None:
    """Refuse a seat that can't be played on from there."""
    if seat not in seats:
        raise SeatError(f"there is no seat {seat!r}: the seats are {', '.join(seats)}")


def _has_decisions(game: Game) -> bool:
    """Whether some seat has to decide, or may snap."""
    return bool(deciders_of(game.table)) or any(game.legal(seat) for seat in game.seats)


def _check_history(continuation: Continuation, before: Game, seat: Seat) -> Generator[None, None, None]:
    """Dealing anew must not be noticed: the seat has been told the same, from the deal to this step."""
    game = yield from continuation.dealing()
    told = [event.seen_by(seat) for event in game.events]
    assert told == [event.seen_by(seat) for event in before.events], f"{seat} has been told something else"
