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

from ..core.engine import constants
from ..core.engine.play import place_of
from ..core.engine.rng import Rng
from ..core.environment import questions
from ..core.environment.env_state import EnvState
from ..core.environment.env_step import start_round, step
from ..core.environment.legal_answers import action_for
from ..core.environment.vector import reward
from ..environments.missing import require
from ..environments.pettingzoo import HIGHEST, LOWEST, RENDER_MODES
from ..environments.sequential import EnvConfig, describe_answer, describe_view
from ..places import seat_named
from ..presets import DEFAULT_RULES
from ..rules import Rules
from ..view import view
from .opponents import Opponent, SeatedOpponent, check_opponents
from .policy import mask_of, observe

if TYPE_CHECKING:
    import numpy as np
    from gymnasium import Env, spaces
    from numpy.typing import NDArray
else:
    np = require("numpy")
    spaces = require("gymnasium.spaces")
    Env = require("gymnasium").Env

#: The seat that learns. Who deals is drawn anew for each round, so it is as often first as last.
LEARNER = 0
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
        self._others: list[SeatedOpponent] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Deal a round, and let the others play up to the first decision of this seat."""
        super().reset(seed=seed, options=options)
        self._env_state = EnvState(self.config.spec, Rng(self._draw_seed()))
        start_round(self._env_state)
        seats = len(self.config.seats)
        self._others = [
            SeatedOpponent(opponent, self.config.rules, seats, seat, self._draw_seed())
            for seat, opponent in enumerate(self.opponents, start=1)
        ]
        self._let_others_decide()
        return observe(self._env(), LEARNER), {}

    def step(self, action: int) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Decide, and let the others play up to the next decision of this seat, or to the end of the round."""
        self._decide(int(action))
        self._let_others_decide()
        env = self._env()
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

    def _let_others_decide(self) -> None:
        env = self._env()
        while env.end == questions.GOING_ON and env.seat != LEARNER:
            self._decide(self._others[env.seat - 1].answer(env))

    def _decide(self, answer: int) -> None:
        env = self._env()
        actor = env.seat
        is_offered = 0 <= answer < self.config.spec.answer_count and env.end == questions.GOING_ON
        action = action_for(env, answer) if is_offered else 0
        place = place_of(action) if action else constants.NOWHERE
        card = constants.NO_CARD if place == constants.NOWHERE else env.table.card_at(place)
        if not is_offered or not step(env, answer):
            raise ValueError(f"{seat_named(actor)}: expected a decision that the mask allows, but found {answer}")
        for other in self._others:
            other.notice(env, actor, action, card)
