"""Regulars: the bots that have seats at a table, and the stand-ins for people who are away. They take their time."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import SystemRandom

from ...actions import Action, Draw, Ready, Settle, Snap
from ...bots.levels import LADDER
from ...bots.player import REACTION, Player
from ...bots.stand_in import StandIn
from ...events import Event
from ...game import Game
from ...places import DEALER, Seat
from .search_worker import SLOW_LEVELS, Question, SearchWorker
from .table_state import TableState

#: Seconds that people take for a decision, at least and at most: to get ready, to draw, and for everything else.
READY = (1.2, 3.0)
DRAW = (0.6, 1.4)
THINK = (0.9, 2.2)

_chance = SystemRandom()


class Regular:
    """A bot at a seat, for one round. It is told and asked as every player is."""

    def __init__(self, game: Game, seat: Seat, level: str | None) -> None:
        factory = StandIn if level is None else LADDER[level]
        self.seat = seat
        self.level = level
        self._game = game
        self._seed = secrets.randbits(40)
        self._player: Player = factory(game.rules, len(game.seats), seat, self._seed)
        self.hear(game.events)

    def hear(self, events: Sequence[Event]) -> None:
        for event in events:
            self._player.notice(event.seen_by(self.seat))

    def wish(self) -> tuple[Snap, float] | None:
        """Whether it wants to snap, and after how many milliseconds."""
        legal = [action for action in self._game.legal(self.seat) if isinstance(action, Snap)]
        answer = self._player.choose(self._game.view(self.seat), legal) if legal else None
        if not isinstance(answer, Snap):
            return None
        return answer, 1000 * float(getattr(self._player, "reaction", _as_people)())

    def question(self) -> Question:
        """What it has to decide, for a thinker elsewhere."""
        game = self._game
        assert self.level is not None
        heard = tuple(event.seen_by(self.seat) for event in game.events)
        legal = tuple(game.legal(self.seat, snaps=False))
        seed = self._seed + len(game.record)
        return Question(self.level, game.rules, len(game.seats), self.seat, seed, heard, game.view(self.seat), legal)

    def decide(self) -> Action:
        legal = self._game.legal(self.seat, snaps=False)
        answer = self._player.choose(self._game.view(self.seat), legal)
        assert answer is not None
        return answer


@dataclass(frozen=True)
class Wish:
    """A bot's snap on its way to the table."""

    snap: Snap
    #: Milliseconds from the moment it wanted to, and when they are over.
    after: float
    due: float


@dataclass
class BotSeats:
    """All seats of a table that the house plays, for one round."""

    table: TableState
    search_worker: SearchWorker
    #: How slowly they play: 1 as people do, 0 at once.
    pace: float
    by_seat: dict[Seat, Regular] = field(default_factory=dict)
    wishes: dict[Seat, Wish] = field(default_factory=dict)
    #: The number of the entry after which each was last asked whether it snaps.
    _asked: dict[Seat, int] = field(default_factory=dict)

    def hear(self, events: Sequence[Event]) -> None:
        for regular in self.by_seat.values():
            regular.hear(events)

    async def decide(self, seat: Seat) -> Action:
        """Quick players decide at once; the others are asked elsewhere."""
        regular = self.by_seat[seat]
        return await self.search_worker.decide(regular.question()) if regular.level in SLOW_LEVELS else regular.decide()

    def sit_down(self) -> list[Seat]:
        """The seats that the house plays now: bots', and those of people who are away."""
        assert self.table.game is not None
        seats = [seat for seat in self.table.sitters if not self.table.is_own_master(seat)]
        for seat in seats:
            if seat not in self.by_seat:
                self.by_seat[seat] = Regular(self.table.game, seat, self.table.sitters[seat].level)
        return seats

    def think_of_snapping(self, seats: Sequence[Seat], now: float) -> None:
        """Each is asked once after everything that happens, until it wants to; a wish that is void is forgotten."""
        game = self.table.game
        assert game is not None
        snappers = [seat for seat in self.table.snappers() if seat in seats]
        self.wishes = {
            seat: wish
            for seat, wish in self.wishes.items()
            if seat in snappers and game.why_not(seat, wish.snap) is None
        }
        for seat in snappers:
            if seat in self.wishes or self._asked.get(seat) == self.table.seq:
                continue
            self._asked[seat] = self.table.seq
            answer = self.by_seat[seat].wish()
            if answer is not None:
                snap, after = answer
                self.wishes[seat] = Wish(snap, after, now + after * min(self.pace, 1))

    def pause(self, seat: Seat) -> float:
        """Milliseconds that a person might take for what the seat has to decide; no card has a say in it."""
        assert self.table.game is not None
        legal = self.table.game.legal(seat, snaps=False)
        low, high = READY if Ready() in legal else DRAW if Draw() in legal else THINK
        return 1000 * self.pace * _chance.uniform(low, high)


def _as_people() -> float:
    return REACTION


def timed_out(game: Game, seat: Seat) -> tuple[Seat, Action]:
    """What the clock does for a seat that has not decided in time.

    The dealer settles a gift that is due; everything else is decided by a cautious stand-in.
    """
    if any(gift.giver == seat for gift in game.view().gifts[:1]):
        return DEALER, Settle()
    answer = StandIn(game.rules, len(game.seats), seat).choose(game.view(seat), game.legal(seat, snaps=False))
    if answer is None:
        raise ValueError(f"expected a seat that has something to decide, but found {seat}")
    return seat, answer
