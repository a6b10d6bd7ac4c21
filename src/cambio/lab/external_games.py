"""Hosted rounds: bots that the core does not know are asked one by one, at the tables that a batch would have dealt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from ..actions import Action, Call, Snap
from ..bots.external import ExternalBot
from ..bots.levels import LADDER
from ..bots.player import Player, PlayerFactory
from ..bots.round_runner import play_round, player_seed
from ..core.engine.rng import Rng
from ..core.players.batch import derive_seed, make_rng
from ..core.players.round_stats import RoundStats
from ..events import Event, Missed
from ..game import Game
from ..places import DEALER, Seat, seat_named, seat_number
from ..rules import Rules
from .lineup import is_built_in

#: So many complaints of each chunk are kept; all are counted.
COMPLAINTS = 5


@dataclass(frozen=True)
class Complaint:
    """What a bot did wrong, and in which round."""

    bot: str
    deal: int
    rotation: int
    seat: Seat
    moment: str
    expected: str
    came: str
    notes: str


@dataclass(frozen=True)
class Played:
    """The rows of statistics of these rounds, as a batch has them, and what bots did wrong."""

    rows: list[int]
    complaints: tuple[Complaint, ...]
    faults: int


class BatchLuck:
    """Shuffles as a batch does: there the top card of the stock lies last.

    >>> BatchLuck(Rng(7)).order(range(5)) == Rng(7).order(range(5))[::-1]
    True
    """

    def __init__(self, rng: Rng) -> None:
        self._chance = rng

    def order(self, cards: Sequence[int]) -> list[int]:
        return self._chance.order(cards)[::-1]

    def copy(self) -> BatchLuck:
        return BatchLuck(self._chance.copy())


class CountedGame(Game):
    """The game that a batch would deal, with the same statistics."""

    def __init__(self, rules: Rules, seats: int, seed: int, deal: int) -> None:
        self.stats = RoundStats(seats)
        last = seat_named(seats - 1)
        super().__init__(rules, seats, luck=BatchLuck(make_rng(seed, deal, 0)), dealer=last, starter=seat_named(0))

    def play(self, actor: Seat, action: Action | str) -> list[Event]:
        lap = self.table.lap
        number = None if actor == DEALER else seat_number(actor)
        before = 0 if number is None else self.table.cards_of(number)
        events = super().play(actor, action)
        if number is not None:
            self.stats.count_decision()
            if isinstance(action, Call):
                self.stats.record_call(lap)
            elif isinstance(action, Snap):
                self._count_snap(number, events, before)
        return events

    def _count_snap(self, seat: int, events: Sequence[Event], before: int) -> None:
        if any(isinstance(event, Missed) for event in events):
            self.stats.count_wrong_snap(seat, self.table.cards_of(seat) - before)
        else:
            self.stats.count_right_snap(seat)


def play_hosted(
    rules: Rules,
    bots: Sequence[str],
    rotations: int,
    seed: int,
    first: int,
    deals: int,
    *,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Played | None:
    """The same deals as a batch of that seed; nothing, if it is stopped on the way.

    Programs are started anew for each call, so what one does in some deals never depends on who else plays others.
    """
    rows: list[int] = []
    complaints: list[Complaint] = []
    faults = 0
    seats = len(bots)
    with ExitStack() as programs:
        factories = [_factory(bot, programs) for bot in bots]
        for deal in range(first, first + deals):
            for rotation in range(rotations):
                if is_stopped():
                    return None
                game = CountedGame(rules, seats, seed, deal)
                order = [(seat + seats - rotation) % seats for seat in range(seats)]
                players = [
                    _seated(bots[bot], factories[bot], rules, seats, seat, derive_seed(seed, deal, 1 + bot))
                    for seat, bot in enumerate(order)
                ]
                report = play_round(game, players)
                game.stats.record_end(game.table)
                game.stats.append_to(rows)
                faults += len(report.faults)
                for fault in report.faults[: COMPLAINTS - len(complaints)]:
                    bot = bots[order[seat_number(fault.seat)]]
                    told = (fault.seat, fault.moment, fault.expected, fault.came, fault.notes)
                    complaints.append(Complaint(bot, deal, rotation, *told))
    return Played(rows, tuple(complaints), faults)


def _seated(bot: str, factory: PlayerFactory, rules: Rules, seats: int, seat: int, seed: int) -> Player:
    """A program gets a seed that does not show the dealer's."""
    name = seat_named(seat)
    return factory(rules, seats, name, seed if is_built_in(bot) else player_seed(seed, name))


def _factory(bot: str, programs: ExitStack) -> PlayerFactory:
    return LADDER[bot] if is_built_in(bot) else programs.enter_context(ExternalBot(bot))
