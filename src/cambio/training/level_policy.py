"""Levels of the ladder as policies: what a level would decide, with which probability, at an information state.

A level decides by what its seat may know, so any table that the seat can't tell from the real one will do to ask it. A
level that thinks by chance (``random``, ``search``) is asked several times, each time with other random numbers. Levels
that forget have no such policy: what they decide depends on what they happen to remember.

>>> from cambio.training.game_tree import GameTree
>>> from cambio.training.reduced_rules import SIX_CARDS
>>> tree = GameTree(SIX_CARDS)
>>> expert = tabulate_level(tree, "expert")
>>> expert.shape == (len(tree.states), tree.config.spec.answer_count) and set(expert.ravel()) == {0.0, 1.0}
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..bots.networks import tell_round
from ..bots.styles import STYLES
from ..core.engine.rng import Rng
from ..core.environment.env_state import EnvState
from ..environments.missing import require
from ..rules import Rules
from .game_tree import GameTree
from .opponents import answer_of_mind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = require("numpy")

#: Between the seeds of one question and the next.
SEED_STEP = 1_000_003


class LevelPolicy:
    """A level by some rules, asked again and again at tables that its seat can't tell apart."""

    def __init__(self, level: str, rules: Rules, seats: int, *, times: int = 1, seed: int = 0) -> None:
        """It is asked so many times at each information state, and answers by how often it chose what."""
        if level not in STYLES:
            raise ValueError(f"expected a level ({', '.join(STYLES)}), but found {level!r}")
        if times < 1:
            raise ValueError(f"expected to ask 1 time or more, but found {times}")
        self.level = level  #: Its name on the ladder.
        self.times = times  #: How often it is asked.
        self.seed = seed  #: Where its random numbers come from.
        self._mind = STYLES[level].make_mind(rules, seats)
        if self._mind.forgets:
            lasting = [name for name, style in STYLES.items() if not style.make_mind(rules, seats).forgets]
            raise ValueError(
                f"expected a level that decides by its information state alone ({', '.join(lasting)}), "
                f"but found {level!r}, which forgets"
            )

    def probabilities(self, env: EnvState, events: Sequence[object] = ()) -> NDArray[np.float64]:
        """How likely it is to make each decision, when the seat to act is its own and the events have happened."""
        chosen = np.zeros(env.spec.answer_count)
        for time in range(self.times):
            self._mind.start_round(env.seat, Rng(self.seed + time * SEED_STEP))
            if self._mind.learned is not None:
                tell_round(self._mind, events, env.table)
            chosen[answer_of_mind(self._mind, env)] += 1 / self.times
        return chosen


def tabulate_level(tree: GameTree, level: str, *, times: int = 1, seed: int = 0) -> NDArray[np.float64]:
    """A level as a policy for all of a game; each information state has random numbers of its own."""
    policy = LevelPolicy(level, tree.config.rules, tree.config.spec.seats, times=times, seed=seed)
    rows = []
    for number, state in enumerate(tree.states):
        policy.seed = seed + number
        rows.append(policy.probabilities(state.env, state.events))
    return np.array(rows)
