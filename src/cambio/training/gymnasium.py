"""Gymnasium: one seat learns, and the others are played by levels of the ladder or by policies.

>>> env = OneSeat("cambia", opponents=["random"])
>>> observation, info = env.reset(seed=5)
>>> mask = env.action_masks()
>>> observation.shape, mask.shape, env.say(int(mask.argmax()))
((196,), (97,), 'ready')
>>> observation, reward, terminated, truncated, info = env.step(int(mask.argmax()))
>>> reward, terminated, truncated
(0.0, False, False)

``action_masks`` is what MaskablePPO of sb3-contrib asks for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..core.engine.rng import Rng
from ..core.engine.score import reward
from ..core.environment import questions
from ..core.environment.env_snapshot import restore_env, take_env_snapshot
from ..core.environment.env_state import EnvState
from ..environments.missing import require
from ..environments.pettingzoo import HIGHEST, LOWEST, RENDER_MODES
from ..environments.sequential import EnvConfig, describe_answer, describe_view
from ..places import seat_named
from ..presets import DEFAULT_RULES
from ..rules import Rules
from ..view import view
from .opponents import LEARNER, Opponent, check_opponents, seat_opponents
from .policy import mask_of, observe

if TYPE_CHECKING:
    import numpy as np
    from gymnasium import Env, spaces
    from numpy.typing import NDArray
else:
    np = require("numpy")
    spaces = require("gymnasium.spaces")
    Env = require("gymnasium").Env

#: Where seeds end.
SEEDS = 2**62


class OneSeat(Env["NDArray[np.int8]", int]):
    """A round from one seat's point of view: from one of its decisions to the next, and a reward at the show."""

    #: What Gymnasium wants to know of an environment.
    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - Gymnasium reads it from the class

    def __init__(
        self,
        rules: Rules | str = DEFAULT_RULES,
        opponents: Sequence[Opponent] = ("random",),
        *,
        slots: int | None = None,
        patience: int | None = None,
        render_mode: str | None = "ansi",
    ) -> None:
        """Opponents are levels of the ladder or policies, one for each other seat, clockwise."""
        check_opponents(opponents)
        self.opponents = tuple(opponents)  #: Who sits at the other seats.
        #: What is played.
        self.config = EnvConfig(rules, len(self.opponents) + 1, slots=slots, patience=patience)
        self.render_mode = render_mode  #: ``ansi``, ``human`` or None.
        spec = self.config.spec
        #: What observations are made of.
        self.observation_space = spaces.Box(LOWEST, HIGHEST, (spec.observation_width,), np.int8)
        self.action_space: spaces.Space[Any] = spaces.Discrete(spec.answer_count)  #: Decisions, by number.
        self._env_state: EnvState | None = None
        self._others = seat_opponents(self.opponents, self.config)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Deal a round, and let the others play up to the first decision of this seat."""
        super().reset(seed=seed, options=options)
        self._env_state = EnvState(self.config.spec, Rng(self._draw_seed()))
        self._others.deal(self._env_state, self._draw_seed)
        self._others.play_on(self._env_state)
        return observe(self._env(), LEARNER), {}

    def step(self, action: int) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Decide, and let the others play up to the next decision of this seat, or to the end of the round."""
        env = self._env()
        if not self._others.decide(env, int(action)):
            raise ValueError(f"{seat_named(LEARNER)}: expected a decision that the mask allows, but found {action}")
        self._others.play_on(env)
        shown = env.end == questions.SHOWN
        brought = float(reward(env.table, LEARNER)) if shown else 0.0
        if self.render_mode == "human":
            self.render()
        return observe(env, LEARNER), brought, shown, env.end == questions.BROKEN_OFF, {}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which decisions this seat may make now."""
        return mask_of(self._env()).astype(np.bool_)

    def say(self, action: int) -> str:
        """What a decision of this seat means, in words."""
        return describe_answer(self._env(), action)

    def render(self) -> str | None:
        """The table as this seat knows it: as text, or printed for a person."""
        text = describe_view(view(self._env().table, seat_named(LEARNER)))
        if self.render_mode == "human":
            print(text)  # noqa: T201 - that is what it is for
            return None
        return text

    def _draw_seed(self) -> int:
        return int(self.np_random.integers(SEEDS))

    def _env(self) -> EnvState:
        assert self._env_state is not None, "reset comes first"
        return self._env_state

    # Pickles

    def __getstate__(self) -> dict[str, Any]:
        """What a pickle holds: everything, with the round as plain numbers, hidden cards included."""
        snapshot = None if self._env_state is None else take_env_snapshot(self._env_state)
        return self.__dict__ | {"_env_state": snapshot, "_others": self._others.snapshot()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        spec = self.config.spec
        self._others = seat_opponents(self.opponents, self.config)
        self._others.restore(spec, state["_others"])
        snapshot = state["_env_state"]
        self._env_state = None if snapshot is None else restore_env(spec, snapshot)
