"""A network as a policy for all of a small game: with which chance it makes each decision at every information state.

So its exploitability is exact, where a round can be solved (docs/RESEARCH.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..bots.networks import Weights, learned_mind, rules_row, tell_round
from ..core.engine.rng import Rng
from ..core.environment import questions
from ..core.environment.legal_answers import action_for
from ..core.networks.learned_policy import list_choices
from ..core.networks.manners import BY_CHANCE
from ..core.networks.recorder import Recorder
from ..environments.missing import require
from .decisions import Decisions
from .game_tree import GameTree, InformationState
from .opponents import answer_of_mind
from .self_play import judgement_traits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = require("numpy")


class NetworkPolicy:
    """Asks a network at information states of one game; where the judgement decides alone, that is what it does."""

    def __init__(self, tree: GameTree, weights: Weights) -> None:
        rules, seats = tree.config.rules, tree.config.spec.seats
        self._rules_row = rules_row(rules)
        self._recorder = Recorder()
        self._mind = learned_mind(
            rules, seats, judgement_traits(rules, seats), weights.network, manner=BY_CHANCE, recorder=self._recorder
        )

    def __call__(self, state: InformationState) -> NDArray[np.float64]:
        """How likely the network is to make each decision."""
        env = state.env
        self._mind.start_round(env.seat, Rng(0))
        tell_round(self._mind, state.events, env.table)
        likely = np.zeros(env.spec.answer_count)
        actions = list_choices(self._mind, env.table)
        is_race = env.question in (questions.SNAP, questions.SNAP_TOO)
        self._recorder.clear()
        decided = answer_of_mind(self._mind, env)
        self._recorder.end_round(0.0)
        if is_race or not self._recorder.decisions:
            likely[decided] = 1.0
            return likely
        chances = Decisions.from_tables(self._recorder.tables(), self._rules_row).action_chances
        answers = {action_for(env, answer): answer for answer in state.answers}
        for action, chance in zip(actions, chances, strict=True):
            likely[answers[action]] += chance
        return np.asarray(likely / likely.sum(), np.float64)


def tabulate_network(tree: GameTree, weights: Weights) -> NDArray[np.float64]:
    """A network as a policy for all of a game."""
    return tree.tabulate(NetworkPolicy(tree, weights))
