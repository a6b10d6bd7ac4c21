"""A policy as a player: what was learned in an environment sits down at any table, as bots do.

It is told what its seat may know, lays that out as a table, and observes it as it would in the environment.

>>> from cambio import Game
>>> from cambio.bots import StandIn, play_round, seated
>>> def first_allowed(observation, mask):
...     return int(mask.argmax())
>>> game = Game("cambia", seats=2, seed=5)
>>> play_round(game, seated(game, [policy_player(first_allowed), StandIn], seed=1)).faults
()
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ..actions import Action, action_numbered
from ..bots.belief_tracker import BeliefTracker
from ..bots.player import PlayerFactory, StarterListener, may_wait
from ..bots.stand_in import StandIn
from ..core.engine.rng import Rng
from ..core.engine.table_snapshot import take_snapshot
from ..core.environment import action_space
from ..core.environment.env_snapshot import restore_env, take_env_snapshot
from ..core.environment.env_state import EnvState
from ..core.environment.env_step import apply_answer, ask_to_snap, find_question
from ..core.environment.legal_answers import action_for
from ..environments.sequential import EnvConfig
from ..events import Event
from ..places import Seat, seat_number
from ..rules import Rules
from ..view import OpenTable, View
from .policy import Policy, mask_of, observe


def policy_player(policy: Policy, *, slots: int | None = None) -> PlayerFactory:
    """Players that decide by a policy; the slots are those of the environment in which it learned."""
    return partial(PolicyPlayer, policy, slots)


class PolicyPlayer(StarterListener):
    """Decides by a policy. Where nothing that the policy can name is lawful, it does what a stand-in would."""

    def __init__(self, policy: Policy, slots: int | None, rules: Rules, seats: int, seat: Seat, seed: int) -> None:
        self.policy = policy  #: What it decides by.
        self.config = EnvConfig(rules, seats, slots=slots)  #: As the environment in which it learned.
        self.seat = seat_number(seat)  #: Where it sits.
        self.beliefs = BeliefTracker(rules, seats, self.seat)  #: What its seat was told, card by card.
        self._stand_in = StandIn(rules, seats, seat, seed)
        self._blank = take_env_snapshot(EnvState(self.config.spec, Rng(seed)))

    def hear_starter(self, starter: Seat) -> None:
        self.beliefs.expected_starter = seat_number(starter)

    def notice(self, event: Event) -> None:
        self.beliefs.update(event)

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        env = self.lay_out(view)
        if may_wait(legal):
            return self._choose_snap(env) if legal else None
        find_question(env)
        chosen = self._as_action(env, self._ask_policy(env)) if env.seat == self.seat else None
        return chosen if chosen in legal else self._stand_in.choose(view, legal)

    def lay_out(self, seen: OpenTable | View) -> EnvState:
        """An environment that the seat can't tell from one at the real table, before anything is asked."""
        numbers, *rows, rng, _ = self._blank
        env = restore_env(self.config.spec, (numbers, *rows, rng, take_snapshot(self.beliefs.build_table(seen))))  # type: ignore[arg-type]
        env.cache_stale = 1
        return env

    def _choose_snap(self, env: EnvState) -> Action | None:
        ask_to_snap(env, self.seat)
        answer = self._ask_policy(env)
        if answer != action_space.PASS and self.config.rules["snap.cards"] > 1 and env.legal_count > 2:
            # A first card: it is asked for a second one, or for that one alone.
            apply_answer(env, answer)
            answer = self._ask_policy(env)
        return self._as_action(env, answer)

    def _ask_policy(self, env: EnvState) -> int:
        return int(self.policy(observe(env, self.seat), mask_of(env)))

    def _as_action(self, env: EnvState, answer: int) -> Action | None:
        action = action_for(env, answer)
        return action_numbered(action, env.spec.seats, env.table.discard_number) if action else None
