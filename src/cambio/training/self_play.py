"""Self-play: a network plays rounds against itself, its past selves and levels of the ladder, and is recorded."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..bots.networks import learned_mind, rules_row
from ..bots.styles import STYLES, expert_traits, trait_values
from ..bots.win_shares import win_shares
from ..core.networks.critic import Critic
from ..core.networks.manners import BEST, BY_CHANCE, JUDGEMENT
from ..core.networks.network import Network
from ..core.networks.recorder import Recorder
from ..core.players.batch import play_deals
from ..core.players.mind import Mind
from ..environments.missing import require
from ..rules import Rules
from .decisions import Decisions
from .random_rules import random_rules

if TYPE_CHECKING:
    import numpy as np
else:
    np = require("numpy")

#: Who sits opposite: the network itself, one of its past selves, or a level of the ladder.
SELF = "self"
PAST = "past"
#: How often each of them is drawn, out of the sum, unless somebody asks for others.
OPPONENTS: Mapping[str, float] = {SELF: 28, "expert": 52, PAST: 14, "solid": 3, "casual": 2, "beginner": 1}
#: The most options that a table by house rules changes, beside its cards and powers.
HOUSE_RULES = 3
#: Rounds are dealt from seeds below this.
SEED_BOUND = 2**53


@dataclass(frozen=True)
class Game:
    """A rule book and a number of seats."""

    rules: str
    seats: int

    def __str__(self) -> str:
        return f"{self.rules}, {self.seats} seats"


@dataclass(frozen=True)
class Assignment:
    """What one worker plays and records: some deals of a game, with the network at the first seat of each."""

    game: Game
    opponents: tuple[str, ...]
    seed: int
    deals: int
    weights: Sequence[float]
    past_weights: Sequence[float]
    #: What tells the worth of every action that the network might have chosen; without it nothing is tried.
    critic: Sequence[float] = ()
    #: How the network finds its actions: see ``cambio.core.networks.manners``.
    manner: int = BY_CHANCE
    #: How many more own choices a trial plays before the critic says what an action was worth.
    depth: int = 0


def draw_assignment(
    rng: random.Random,
    games: Sequence[Game],
    deals: int,
    weights: Sequence[float],
    past: Sequence[Sequence[float]],
    critic: Sequence[float],
    variety: float,
    opponents: Mapping[str, float],
    depth: int,
) -> Assignment:
    """A game and its opponents at random; at tables of more seats fewer deals are played, which last longer."""
    game = random_game(rng) if rng.random() < variety else rng.choice(games)
    seated = rng.choices(list(opponents), list(opponents.values()), k=game.seats - 1)
    return Assignment(
        game,
        tuple(seated),
        rng.randrange(SEED_BOUND),
        max(1, deals * 4 // (game.seats * (1 + seated.count(SELF)))),
        weights,
        rng.choice(past),
        critic,
        depth=depth,
    )


def random_game(rng: random.Random) -> Game:
    """A table as people may set it up: some house rules, and any number of seats."""
    seats = min(rng.randint(2, 8), rng.randint(2, 8))
    return Game(str(random_rules(rng, seats, HOUSE_RULES)), seats)


def play_assignment(assignment: Assignment) -> tuple[list[Decisions], float]:
    """What was recorded, and the share of the wins of the network at the first seat, less an even share."""
    table = TrainingTable(assignment)
    recorders = []
    minds = []
    for index, who in enumerate(table.seated):
        minds.append(table.make_mind(who))
        if who == SELF:
            recorders.append(Recorder())
            table.teach(minds[-1], index, recorders[-1])
    seats = len(minds)
    rows = play_deals(table.rules.ruleset, minds, seats, assignment.seed, 0, assignment.deals)
    row = rules_row(table.rules)
    recorded = [Decisions.from_tables(recorder.tables(), row) for recorder in recorders]
    return recorded, float(np.mean(win_shares(rows, seats))) - 1 / seats


class TrainingTable:
    """Who plays in an assignment, and who plays on where an action is tried."""

    def __init__(self, assignment: Assignment) -> None:
        self.rules = Rules.parse(assignment.game.rules)
        self.seated = (SELF, *assignment.opponents)
        self._assignment = assignment
        self._traits = judgement_traits(self.rules, len(self.seated))
        self._networks = {SELF: Network(assignment.weights), PAST: Network(assignment.past_weights)}

    def make_mind(self, who: str) -> Mind:
        """The network itself, one of its past selves, or a level."""
        seats = len(self.seated)
        if who in self._networks:
            network = self._networks[who]
            return learned_mind(self.rules, seats, self._traits, network, manner=self._assignment.manner)
        return STYLES[who].make_mind(self.rules, seats)

    def teach(self, mind: Mind, index: int, recorder: Recorder) -> None:
        """Record what the network decides at a seat; if there is a critic, every action is tried there."""
        mind.learned.recorder = recorder
        if self._assignment.critic:
            mind.learned.critic = Critic(self._assignment.critic)
            mind.depth = self._assignment.depth
            clockwise = (*self.seated[index:], *self.seated[:index])
            mind.rollout_minds = [self.make_mind(_in_trials(who)) for who in clockwise]


def _in_trials(who: str) -> str:
    """Networks play on as they are, without a search; all other levels, some of which forget, as experts."""
    if who in (SELF, PAST):
        return who
    style = STYLES[who]
    return (style.quick_level or who) if style.weights is not None else "expert"


def judgement_traits(rules: Rules, seats: int) -> list[float]:
    """The traits of the judgement that a network gets as advice: the expert's."""
    return trait_values(expert_traits(rules, seats))


def expert_assignment(game: Game, seed: int, deals: int, weights: Sequence[float]) -> Assignment:
    """Rounds between experts, of whom one is recorded."""
    return Assignment(game, ("expert",) * (game.seats - 1), seed, deals, weights, weights, manner=JUDGEMENT)


def rate_against(weights: Sequence[float], game: Game, level: str, seed: int, deals: int) -> tuple[float, float]:
    """The share of wins against a level of the ladder on duplicate deals, and half of its 95 % interval."""
    rules = Rules.parse(game.rules)
    mind = learned_mind(rules, game.seats, judgement_traits(rules, game.seats), weights, manner=BEST)
    rivals = [STYLES[level].make_mind(rules, game.seats) for _ in range(game.seats - 1)]
    rows = play_deals(rules.ruleset, [mind, *rivals], game.seats, seed, 0, deals)
    by_deal = np.reshape(win_shares(rows, game.seats), (deals, game.seats)).mean(axis=1)
    return float(by_deal.mean()), 1.96 * float(by_deal.std()) / deals**0.5
