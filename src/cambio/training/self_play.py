"""Self-play: a network plays rounds against itself, its past selves and levels of the ladder, and is recorded."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..bots.networks import learned_mind, rules_row
from ..bots.styles import STYLES, expert_traits, quick_style, trait_values
from ..bots.win_shares import win_shares
from ..core.networks.manners import BEST, BY_CHANCE, JUDGEMENT
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


def draw_assignment(
    rng: random.Random,
    games: Sequence[Game],
    deals: int,
    weights: Sequence[float],
    past: Sequence[Sequence[float]],
    critic: Sequence[float],
    variety: float,
    opponents: Mapping[str, float],
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
    )


def random_game(rng: random.Random) -> Game:
    """A table as people may set it up: some house rules, and any number of seats."""
    seats = min(rng.randint(2, 8), rng.randint(2, 8))
    return Game(str(random_rules(rng, seats, HOUSE_RULES)), seats)


def play_assignment(assignment: Assignment) -> tuple[list[Decisions], float]:
    """What was recorded, and the share of the wins of the network at the first seat, less an even share."""
    rules, seats = Rules.parse(assignment.game.rules), assignment.game.seats
    traits = judgement_traits(rules, seats)
    seated = (SELF, *assignment.opponents)
    recorders = []
    minds = []
    for index, who in enumerate(seated):
        if who == SELF:
            recorders.append(Recorder())
            mind = _seat(assignment, rules, traits, recorders[-1])
            others = (*seated[index + 1 :], *seated[:index])
            _imagine_others(mind, others, rules)
            minds.append(mind)
        elif who == PAST:
            minds.append(learned_mind(rules, seats, traits, assignment.past_weights, manner=BY_CHANCE))
        else:
            minds.append(STYLES[who].make_mind(rules, seats))
    rows = play_deals(rules.ruleset, minds, seats, assignment.seed, 0, assignment.deals)
    row = rules_row(rules)
    recorded = [Decisions.from_tables(recorder.tables(), row) for recorder in recorders]
    return recorded, float(np.mean(win_shares(rows, seats))) - 1 / seats


def judgement_traits(rules: Rules, seats: int) -> list[float]:
    """The traits of the judgement that a network gets as advice: the expert's."""
    return trait_values(expert_traits(rules, seats))


def _seat(assignment: Assignment, rules: Rules, traits: Sequence[float], recorder: Recorder) -> Mind:
    return learned_mind(
        rules,
        assignment.game.seats,
        traits,
        assignment.weights,
        manner=assignment.manner,
        critic=assignment.critic,
        recorder=recorder,
    )


def _imagine_others(mind: Mind, others: Sequence[str], rules: Rules) -> None:
    """In trials levels with a network play on by it, without searching; all others play on as experts."""
    if not mind.rollout_minds:
        return
    for place, other in enumerate(others, start=1):
        if other in STYLES and quick_style(other).weights is not None:
            mind.rollout_minds[place] = quick_style(other).make_mind(rules, 1 + len(others))


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
