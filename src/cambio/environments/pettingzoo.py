"""PettingZoo: one table at which agents, named ``seat_0``, ``seat_1`` ..., decide one after the other.

>>> game = env("stick", seats=3)
>>> game.reset(seed=5)
>>> observation, reward, termination, truncation, info = game.last()
>>> sorted(observation), game.render()[:13]
(['action_mask', 'observation'], 'memory, lap 1')
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from ..core.engine.rng import Rng
from ..core.engine.score import reward
from ..core.environment import questions
from ..core.environment.env_snapshot import restore_env, take_env_snapshot
from ..core.environment.env_state import EnvState
from ..core.environment.env_step import start_round, step
from ..core.environment.observation import write_mask, write_observation
from ..places import RAIL
from ..presets import DEFAULT_RULES
from ..rules import Rules
from ..view import view
from .missing import require
from .sequential import EnvConfig, describe_answer, describe_view

if TYPE_CHECKING:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
else:
    # These first: their extra brings NumPy, too.
    spaces = require("gymnasium.spaces")
    AECEnv = require("pettingzoo").AECEnv
    wrappers = require("pettingzoo.utils.wrappers")
    np = require("numpy")

Agent = str  #: A seat's name, like ``seat_0``.
Observation = dict[str, Any]  #: The numbers that a seat knows, and the mask of its decisions.
RENDER_MODES = ("ansi", "human")  #: As text that is returned, or printed for a person.
#: Numbers of an observation lie between these: only a card that its holders got rid of is marked below zero.
LOWEST, HIGHEST = -1, 127
ILLEGAL_REWARD = -1  #: What a decision costs that the mask forbids.


def env(*args: Any, **kwargs: Any) -> AECEnv[Agent, Observation, int]:
    """The environment with PettingZoo's usual guards; a decision that the mask forbids loses the round."""
    return guard(raw_env(*args, **kwargs))


def guard(game: raw_env) -> AECEnv[Agent, Observation, int]:
    """PettingZoo's usual guards around an environment."""
    guarded = wrappers.TerminateIllegalWrapper(game, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


class raw_env(AECEnv[Agent, Observation, int]):  # noqa: N801 - PettingZoo's own name for it
    """One round after another; the agents are the seats, clockwise."""

    #: What PettingZoo wants to know of an environment.
    metadata = {  # noqa: RUF012 - PettingZoo reads it from the class
        "name": "cambio_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        rules: Rules | str = DEFAULT_RULES,
        seats: int = 2,
        *,
        slots: int | None = None,
        patience: int | None = None,
        render_mode: str | None = "ansi",
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"expected a render mode ({', '.join(RENDER_MODES)}) or None, but found {render_mode!r}")
        self.config = EnvConfig(rules, seats, slots=slots, patience=patience)  #: What is played.
        self.render_mode = render_mode  #: One of ``RENDER_MODES``, or None.
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]  #: All seats, clockwise.
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[Agent] = []  #: Those that have not left the round yet.
        spec = self.config.spec
        #: What ``state`` is made of.
        self.state_space = spaces.Box(LOWEST, HIGHEST, (spec.observation_width,), np.int8)
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(LOWEST, HIGHEST, (spec.observation_width,), np.int8),
                    "action_mask": spaces.Box(0, 1, (spec.answer_count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(spec.answer_count) for agent in self.possible_agents}
        self._env_state: EnvState | None = None

    def observation_space(self, agent: Agent) -> spaces.Dict:
        """What an agent's observations are made of."""
        return self._observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Discrete:
        """An agent's decisions, by number."""
        return self._action_spaces[agent]

    # A round

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a round from the seed; without one, with the random numbers that follow those of the last round."""
        del options
        if seed is not None or self._env_state is None:
            seed = secrets.randbits(63) if seed is None else seed
            self._env_state = EnvState(self.config.spec, Rng(seed))
        self._deal(self._env_state, seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_act()

    def step(self, action: int | None) -> None:
        """The agent that is selected decides; one whose round is over steps with None."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        env_state = self._env()
        if action is None or not self._decide(env_state, int(action)):
            raise ValueError(f"{self.agent_selection}: expected a decision that the mask allows, but found {action}")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        if env_state.end != questions.GOING_ON:
            self._finish(env_state)
        self.agent_selection = self._to_act()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _deal(self, env_state: EnvState, seed: int | None) -> None:  # noqa: ARG002 - for those that draw more from it
        start_round(env_state)

    def _decide(self, env_state: EnvState, action: int) -> int:
        """The seat to act decides; 0 if it may not decide that."""
        return step(env_state, action)

    def _finish(self, env_state: EnvState) -> None:
        for agent in self.agents:
            self.terminations[agent] = env_state.end == questions.SHOWN
            self.truncations[agent] = env_state.end == questions.BROKEN_OFF
            if env_state.end == questions.SHOWN:
                self.rewards[agent] = reward(env_state.table, self._seat_of[agent])

    def _to_act(self) -> Agent:
        """When the round is over, the agents leave one by one."""
        env_state = self._env()
        return self.agents[0] if env_state.end != questions.GOING_ON else f"seat_{env_state.seat}"

    def _env(self) -> EnvState:
        assert self._env_state is not None, "reset comes first"
        return self._env_state

    # Pickles

    def __getstate__(self) -> dict[str, Any]:
        """What a pickle holds: everything, with the round as plain numbers, hidden cards included."""
        snapshot = None if self._env_state is None else take_env_snapshot(self._env_state)
        return self.__dict__ | {"_env_state": snapshot}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        snapshot = state["_env_state"]
        self._env_state = None if snapshot is None else restore_env(self.config.spec, snapshot)

    # What is seen

    def observe(self, agent: Agent) -> Observation:
        """What that agent knows now; only the one that is to act has anything to choose."""
        env_state = self._env()
        seat = self._seat_of[agent]
        mask = np.zeros((1, self.config.spec.answer_count), np.int8)
        if env_state.seat == seat:
            write_mask(env_state, mask, 0)
        return {"observation": self._seen_from(seat, everything=False), "action_mask": mask[0]}

    def state(self) -> NDArray[np.int8]:
        """Perfect information for critics, seen from the first seat: all faces, and who is asked what."""
        return self._seen_from(0, everything=True)

    def _seen_from(self, seat: int, *, everything: bool) -> NDArray[np.int8]:
        sheet = np.zeros((1, self.config.spec.observation_width), np.int8)
        write_observation(self._env(), seat, everything, sheet, 0)
        row: NDArray[np.int8] = sheet[0]
        return row

    def say(self, action: int) -> str:
        """What an action of the agent to act means, in words."""
        return describe_answer(self._env(), action)

    def render(self) -> str | None:
        """The table as a spectator sees it: as text, or printed for a person."""
        text = describe_view(view(self._env().table, RAIL))
        if self.render_mode == "human":
            print(text)  # noqa: T201 - that is what it is for
            return None
        return text

    def close(self) -> None:
        """There is nothing to put away."""
