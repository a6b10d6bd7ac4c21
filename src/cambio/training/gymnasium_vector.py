"""Gymnasium's vector environments: many tables at which one seat learns, as one ``VectorEnv``.

>>> env = OneSeatVectorEnv("cambia", ["casual"], tables=8)
>>> observations, infos = env.reset(seed=3)
>>> observations.shape, infos["action_mask"].shape
((8, 196), (8, 97))
>>> observations, rewards, terminations, truncations, infos = env.step(infos["action_mask"].argmax(axis=1))

A round that is over is dealt anew in the same step (``AutoresetMode.SAME_STEP``): ``infos["final_obs"]`` has what the
learner knew at its end.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..core.environment import questions
from ..environments.missing import require
from ..environments.pettingzoo import HIGHEST, LOWEST
from ..environments.sequential import EnvConfig
from ..presets import DEFAULT_RULES
from ..rules import Rules
from .opponents import Opponent, check_opponents
from .vector import OneSeatTables

if TYPE_CHECKING:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import ArrayLike, NDArray
else:
    np = require("numpy")
    spaces = require("gymnasium.spaces")
    AutoresetMode = require("gymnasium.vector").AutoresetMode
    VectorEnv = require("gymnasium.vector").VectorEnv
    batch_space = require("gymnasium.vector.utils").batch_space

#: Seeds lie below this.
SEED_BITS = 62


class OneSeatVectorEnv(VectorEnv["NDArray[np.int8]", "NDArray[np.int32]", "NDArray[Any]"]):
    """Tables against levels of the ladder or policies; ``tables`` is what plays underneath."""

    #: What Gymnasium wants to know of a vector environment.
    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012 - read from the class

    def __init__(
        self,
        rules: Rules | str = DEFAULT_RULES,
        opponents: Sequence[Opponent] = ("random",),
        tables: int = 1,
        *,
        slots: int | None = None,
        patience: int | None = None,
    ) -> None:
        """Opponents are levels of the ladder or policies, one for each other seat, clockwise."""
        check_opponents(opponents)
        self.opponents = tuple(opponents)  #: Who sits at the other seats.
        self.config = EnvConfig(rules, len(self.opponents) + 1, slots=slots, patience=patience)  #: What is played.
        self.num_envs = tables  #: How many tables there are.
        spec = self.config.spec
        #: What the observations of one table are made of.
        self.single_observation_space = spaces.Box(LOWEST, HIGHEST, (spec.observation_width,), np.int8)
        self.single_action_space = spaces.Discrete(spec.answer_count)  #: Decisions at one table, by number.
        self.observation_space = batch_space(self.single_observation_space, tables)  #: All tables together.
        self.action_space = batch_space(self.single_action_space, tables)  #: All tables together.
        self.tables: OneSeatTables | None = None  #: What is played on, once there was a reset.

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Deal a round at each table; one seed is for all of them."""
        del options
        if isinstance(seed, list):
            raise ValueError(f"expected one seed for all tables, or None, but found a list of {len(seed)}")
        self.tables = OneSeatTables(
            self.config.rules,
            self.opponents,
            self.num_envs,
            seed=secrets.randbits(SEED_BITS) if seed is None else seed,
            slots=self.config.spec.slots,
            patience=self.config.spec.max_decisions,
        )
        return self.tables.observations.copy(), {"action_mask": self.tables.masks.copy()}

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.int8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Decide at every table, and let the others play up to the next decision of the learner."""
        tables = self.tables
        if tables is None:
            raise RuntimeError("expected a reset before the first step")
        tables.step(actions)
        infos: dict[str, Any] = {"action_mask": tables.masks.copy()}
        if tables.final_observations:
            over = tables.ends != questions.GOING_ON
            final = np.full(len(tables), None, object)
            for table, observation in tables.final_observations.items():
                final[table] = observation
            infos |= {"final_obs": final, "_final_obs": over}
        return (
            tables.observations.copy(),
            tables.rewards.astype(np.float64),
            tables.ends == questions.SHOWN,
            tables.ends == questions.BROKEN_OFF,
            infos,
        )

    def close_extras(self, **kwargs: Any) -> None:
        """There is nothing to put away."""
