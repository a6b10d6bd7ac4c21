"""The tutorial: short lessons with arranged cards, and an opponent who leaves the learner those meant for them.

Nothing that a learner does can spoil a lesson for good: the opponent keeps its hands off the cards of the learner, who
draws them one after the other, and each of them comes again later.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, zip_longest

from ....actions import Action, Draw, Skip, Snap, Swap, Take, Throw
from ....bots.live_pace import FASTEST_BOT
from ....bots.seat_agent import TimedSnap
from ....core.engine.cards import text_of
from ....events import Missed
from ....game import Game
from ....places import Place, Seat
from ....rules import Rules

RULES = "cambia"
LEVEL = "beginner"
SEATS = 2
#: Where the learner sits.
LEARNER: Seat = "a"


@dataclass(frozen=True)
class Lesson:
    """A round whose cards are arranged."""

    #: From the top left, as all cards are dealt; the two at the bottom are seen before play.
    learner_hand: tuple[str, str, str, str]
    opponent_hand: tuple[str, str, str, str]
    opening: str
    #: What each draws, by turns.
    learner_draws: tuple[str, ...]
    opponent_draws: tuple[str, ...]
    #: Once in the round the opponent snaps a card that does not match.
    opponent_misses: bool = False

    def deck(self) -> tuple[str, ...]:
        """The whole pack: the arranged cards, and then the rest in an order that is always the same."""
        dealt = chain.from_iterable(zip(self.learner_hand, self.opponent_hand, strict=True))
        stock = chain.from_iterable(zip_longest(self.learner_draws, self.opponent_draws))
        arranged = (*dealt, self.opening, *(card for card in stock if card is not None))
        suits = "cdhs"
        pack = [f"{rank}{suit}" for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K") for suit in suits]
        rest = [card for card in (*pack, "Xr", "Xb") if card not in arranged]
        # Mixed by a fixed stride, so that later draws are not in ascending order.
        stride = next(each for each in (17, 13, 11) if len(rest) % each)
        mixed = [rest[index * stride % len(rest)] for index in range(len(rest))]
        assert len((*arranged, *mixed)) == len({*arranged, *mixed}) == Rules.parse(RULES).ruleset.deck_size
        return (*arranged, *mixed)


#: What the opponent throws matches nothing that the learner knows, but where the lesson is about snaps; and it is no
#: bargain: a low card on the pile would have to be taken instead of the one that the lesson wants to be drawn.
LESSONS: tuple[Lesson, ...] = (
    # A turn: a low card to keep, and a middling one to throw.
    Lesson(
        learner_hand=("Jh", "8c", "2c", "Qh"),
        opponent_hand=("10d", "7h", "9s", "5c"),
        opening="Kc",
        learner_draws=("Ah", "6s", "3d", "6c", "2h", "7d"),
        opponent_draws=("6d", "5s", "6h", "5h", "5d", "4c"),
    ),
    # Powers: a peek finds a high card, a spy a low one, and a blind swap may exchange them.
    Lesson(
        learner_hand=("8h", "10c", "4c", "3h"),
        opponent_hand=("2h", "10s", "Ac", "9d"),
        opening="6s",
        learner_draws=("7d", "9c", "Jd", "Kc", "7s", "10d", "Qd", "Ks"),
        opponent_draws=("5d", "6c", "5s", "6d", "5h", "6h", "5c", "4d"),
    ),
    # Snaps: the first discard matches a card of the learner, and the opponent's later ones do.
    Lesson(
        learner_hand=("10c", "6d", "9h", "4s"),
        opponent_hand=("Jc", "3d", "Qh", "8d"),
        opening="9c",
        learner_draws=("5c", "3h", "6c", "2d", "5d", "3c"),
        # The first one and the learner's second one are the opponent's penalty, as a rule.
        opponent_draws=("2s", "4d", "9d", "4c", "9s", "4h"),
        opponent_misses=True,
    ),
    # Very low cards, and the call: the opponent has high cards and keeps them.
    Lesson(
        learner_hand=("Jc", "3h", "2c", "8h"),
        opponent_hand=("10h", "8c", "Qd", "7s"),
        opening="6s",
        learner_draws=("Xr", "Kh", "6c", "Xb", "Kd", "Ad", "3c"),
        opponent_draws=("6d", "5c", "6h", "5h", "4c", "5s", "4d"),
    ),
)


def choose_action(number: int, game: Game, seat: Seat) -> Action | None:
    """What the opponent does in that lesson; None where a beginner's decision does no harm."""
    legal = game.legal(seat, snaps=False)
    if Draw() in legal:
        is_reserved = _next_in_stock(game) in LESSONS[number - 1].learner_draws
        return Take() if is_reserved and Take() in legal else Draw()
    if Throw() in legal:
        return Throw()
    swap = next((action for action in legal if isinstance(action, Swap)), None)
    return swap or (Skip() if Skip() in legal else None)


def choose_snap(number: int, game: Game, seat: Seat) -> TimedSnap | None:
    """The opponent snaps wrongly, once, at a discard of the learner; otherwise it leaves all snaps to them."""
    has_missed = any(isinstance(event, Missed) for event in game.events)
    discarder = game.table.discarder
    if not LESSONS[number - 1].opponent_misses or has_missed or discarder < 0 or game.seats[discarder] != LEARNER:
        return None
    top = game.view().top
    snaps = [action for action in game.legal(seat) if isinstance(action, Snap) and action.place.seat == seat]
    wrong = next((snap for snap in snaps if top is not None and _rank_at(game, snap.place) != top[:-1]), None)
    return None if wrong is None else TimedSnap(wrong, FASTEST_BOT)


def _rank_at(game: Game, place: Place) -> str:
    return _text_of(game, game.table.card_at(place.number(len(game.seats))))[:-1]


def _next_in_stock(game: Game) -> str | None:
    table = game.table
    return _text_of(game, table.stock_card(table.stock_left - 1)) if table.stock_left else None


def _text_of(game: Game, card: int) -> str:
    return text_of(game.rules.ruleset.face_of(card))
