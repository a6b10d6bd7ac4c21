"""Random rounds, one decision at a time, under random house rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from cambio.core import is_compiled
from cambio.core.engine.rng import Rng
from cambio.core.environment import action_space, questions
from cambio.core.environment.env_spec import EnvSpec
from cambio.core.environment.env_state import EnvState
from cambio.core.environment.env_step import start_round, step
from cambio.core.environment.legal_answers import action_for
from cambio.core.environment.observation import write_mask, write_observation
from cambio.rules import Rules
from cambio.training.random_rules import random_rules, random_seats

#: Random rounds that each test looks at: interpreted, fewer of them take the same time.
ROUNDS = 150 if is_compiled() else 24
MAX_DECISIONS = 400
SNAPS = (1, 2, 8)


def new_env(
    rules: Rules | str, seats: int, seed: int, *, slots: int = 8, max_decisions: int = MAX_DECISIONS
) -> EnvState:
    """A freshly dealt round."""
    rules = Rules.parse(rules) if isinstance(rules, str) else rules
    env = EnvState(EnvSpec(rules.ruleset, seats, slots, 1, max_decisions), Rng(seed))
    start_round(env)
    return env


def random_env(seed: int) -> EnvState:
    """Any rules, any number of seats, and often fewer slots that can be named than there are cards."""
    rng = random.Random(seed)
    rules = random_rules(rng)
    return new_env(rules, random_seats(rules, rng), seed, slots=rng.choice((1, 3, 8)))


def answers(env: EnvState) -> list[int]:
    return [env.legal_answer_at(index) for index in range(env.legal_count)]


def actions(env: EnvState) -> dict[int, int]:
    """Each answer with its action; those that leave the table as it is have none."""
    return {answer: action for answer in answers(env) if (action := action_for(env, answer))}


def decisions(env: EnvState, rng: random.Random) -> Iterator[EnvState]:
    """The environment at each decision of a random round, with few calls, and few or many snaps."""
    snaps = rng.choice(SNAPS)
    while env.end == questions.GOING_ON:
        yield env
        choices = answers(env)
        answer = rng.choice(choices)
        if choices[0] == action_space.PASS and rng.randrange(snaps):
            answer = action_space.PASS
        if answer == action_space.CALL and len(choices) > 1 and rng.random() < 0.8:
            answer = rng.choice([other for other in choices if other != action_space.CALL])
        assert step(env, answer)


def random_decisions(rounds: int = ROUNDS) -> Iterator[tuple[EnvState, random.Random]]:
    """Every decision of many random rounds, with random numbers for the test."""
    for seed in range(rounds):
        rng = random.Random(seed)
        for env in decisions(random_env(seed), rng):
            yield env, rng


def uncached(env: EnvState) -> EnvState:
    """A copy that writes its observations from nothing but the table."""
    twin = env.copy()
    twin.cache_stale = 1
    return twin


def observed(env: EnvState, seat: int, *, everything: bool = False) -> NDArray[np.int8]:
    sheet = np.full((1, env.spec.observation_width), 99, np.int8)
    write_observation(env, seat, everything, sheet, 0)
    row: NDArray[np.int8] = sheet[0]
    return row


def mask_of(env: EnvState) -> NDArray[np.int8]:
    sheet = np.full((1, env.spec.answer_count), 99, np.int8)
    write_mask(env, sheet, 0)
    row: NDArray[np.int8] = sheet[0]
    return row
