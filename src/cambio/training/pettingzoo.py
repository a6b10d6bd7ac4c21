"""PettingZoo with levels of the ladder at some of the seats: only the other seats are agents.

>>> game = raw_env("cambia", seats=3, opponents={"seat_1": "expert", "seat_2": "casual"})
>>> game.reset(seed=5)
>>> game.possible_agents, game.agent_selection
(['seat_0'], 'seat_0')

Between two decisions of agents the opponents play on. All else is as in ``cambio.environments.pettingzoo``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..core.engine.rng import Rng
from ..core.environment.env_state import EnvState
from ..environments import pettingzoo
from ..environments.missing import require
from ..environments.pettingzoo import Agent, Observation
from ..presets import DEFAULT_RULES
from ..rules import Rules
from .opponents import Opponent, OpponentSeats, check_opponents

if TYPE_CHECKING:
    from pettingzoo import AECEnv
else:
    AECEnv = require("pettingzoo").AECEnv

#: Where the seeds end that opponents are given for a round.
SEEDS = 2**31 - 1
#: How opponents' seeds are drawn apart from the cards: another generator, by a seed that is drawn from the first.
OPPONENT_SEED = 2


def env(*args: Any, **kwargs: Any) -> AECEnv[Agent, Observation, int]:
    """The environment with PettingZoo's usual guards; a decision that the mask forbids loses the round."""
    return pettingzoo.guard(raw_env(*args, **kwargs))


class raw_env(pettingzoo.raw_env):  # noqa: N801 - PettingZoo's own name for it
    """One round after another; the agents are the seats that no opponent has, clockwise."""

    def __init__(
        self,
        rules: Rules | str = DEFAULT_RULES,
        seats: int = 2,
        *,
        opponents: Mapping[Agent, Opponent],
        slots: int | None = None,
        patience: int | None = None,
        render_mode: str | None = "ansi",
    ) -> None:
        """Opponents are levels of the ladder or policies, by the name of their seat."""
        super().__init__(rules, seats, slots=slots, patience=patience, render_mode=render_mode)
        check_opponents(opponents.values())
        unknown = [agent for agent in opponents if agent not in self.possible_agents]
        if unknown or len(opponents) == seats:
            raise ValueError(
                f"expected opponents at some of the seats {', '.join(self.possible_agents)}, with at least one left "
                f"for an agent, but found opponents at {', '.join(opponents)}"
            )
        self.opponents = dict(opponents)  #: Who sits at which seat, but for agents.
        self.possible_agents = [agent for agent in self.possible_agents if agent not in opponents]
        self._others = self._seat_opponents()
        self._luck = Rng(0)

    def _seat_opponents(self) -> OpponentSeats:
        at = {self._seat_of[agent]: opponent for agent, opponent in self.opponents.items()}
        return OpponentSeats(at, self.config.rules, len(self._seat_of))

    def _deal(self, env_state: EnvState, seed: int | None) -> None:
        if seed is not None:
            self._luck = Rng(seed + OPPONENT_SEED)
        self._others.deal(env_state, lambda: self._luck.below(SEEDS))
        self._others.play_on(env_state)

    def _decide(self, env_state: EnvState, action: int) -> int:
        if not self._others.decide(env_state, action):
            return 0
        self._others.play_on(env_state)
        return 1

    # Pickles

    def __getstate__(self) -> dict[str, Any]:
        """What a pickle holds: everything, with what opponents remember."""
        return super().__getstate__() | {"_others": self._others.snapshot()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self._others = self._seat_opponents()
        self._others.restore(self.config.spec, state["_others"])
