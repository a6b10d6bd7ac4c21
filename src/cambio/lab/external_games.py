"""Games with baselines or external programs: every bot is asked through the protocol of players, at a batch's tables.

A batch inside the core can't ask them, so these games are played one by one. They are dealt as a batch deals
them, and leave the same rows of statistics, so that built-in bots play the same rounds either way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial

from ..actions import Action, Call, Snap
from ..bots.baselines import BASELINES
from ..bots.external import DECISION_TIMEOUT, HELLO_TIMEOUT, ExternalBot
from ..bots.levels import LevelPlayer
from ..bots.player import Player, PlayerFactory
from ..bots.round_runner import play_round, player_seed
from ..core.engine.rng import Rng
from ..core.players.batch import derive_seed, make_rng
from ..core.players.round_stats import RoundStats
from ..events import Event, Missed
from ..game import Game
from ..places import DEALER, Seat, seat_named, seat_number
from ..rules import Rules
from ..training.named_player import is_named_player, load_player
from .lineup import is_built_in, is_level, style_of

#: How many faults of each call are reported; all are counted.
MAX_FAULT_REPORTS = 5


@dataclass(frozen=True)
class FaultReport:
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
class ExternalGames:
    """The rows of statistics of these games, as a batch has them, and what bots did wrong."""

    rows: list[int]
    fault_reports: tuple[FaultReport, ...]
    fault_count: int


class BatchLuck:
    """Shuffles a game's cards as a batch does, which has the top card of the stock last.

    >>> BatchLuck(Rng(7)).order(range(5)) == Rng(7).order(range(5))[::-1]
    True
    """

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def order(self, cards: Sequence[int]) -> list[int]:
        return self._rng.order(cards)[::-1]

    def copy(self) -> BatchLuck:
        return BatchLuck(self._rng.copy())


class CountedGame(Game):
    """A game as a batch would deal it, which counts its statistics."""

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


def play_external_games(
    rules: Rules,
    bots: Sequence[str],
    rotations: int,
    seed: int,
    first: int,
    deals: int,
    *,
    traits: Mapping[str, float] | None = None,
    time_limit: float = DECISION_TIMEOUT,
    is_stopped: Callable[[], bool] = lambda: False,
) -> ExternalGames | None:
    """Play the deals of a batch of that seed; None, if it is stopped on the way.

    Programs are started anew for each call, so the result does not depend on how deals are divided among workers.
    """
    rows: list[int] = []
    reports: list[FaultReport] = []
    faults = 0
    seats = len(bots)
    with ExitStack() as programs:
        factories = [_player_factory(bot, traits, time_limit, programs) for bot in bots]
        for deal in range(first, first + deals):
            for rotation in range(rotations):
                if is_stopped():
                    return None
                game = CountedGame(rules, seats, seed, deal)
                order = [(seat + seats - rotation) % seats for seat in range(seats)]
                players = [
                    _make_player(bots[bot], factories[bot], rules, seats, seat, derive_seed(seed, deal, 1 + bot))
                    for seat, bot in enumerate(order)
                ]
                report = play_round(game, players)
                game.stats.record_end(game.table)
                game.stats.append_to(rows)
                faults += len(report.faults)
                for fault in report.faults[: MAX_FAULT_REPORTS - len(reports)]:
                    bot = bots[order[seat_number(fault.seat)]]
                    what = (fault.seat, fault.moment, fault.expected, fault.came, fault.notes)
                    reports.append(FaultReport(bot, deal, rotation, *what))
    return ExternalGames(rows, tuple(reports), faults)


def _make_player(bot: str, factory: PlayerFactory, rules: Rules, seats: int, seat: int, seed: int) -> Player:
    """A program gets a seed from which that of the dealer can't be computed."""
    name = seat_named(seat)
    return factory(rules, seats, name, seed if is_built_in(bot) else player_seed(seed, name))


def _player_factory(
    bot: str, traits: Mapping[str, float] | None, time_limit: float, programs: ExitStack
) -> PlayerFactory:
    """A program that may take its time for decisions may take as long to begin a round."""
    if is_level(bot):
        return partial(LevelPlayer, style_of(bot, traits))
    if bot in BASELINES:
        return BASELINES[bot]
    if is_named_player(bot):
        return load_player(bot)
    return programs.enter_context(ExternalBot(bot, hello=max(HELLO_TIMEOUT, time_limit), decision=time_limit))
