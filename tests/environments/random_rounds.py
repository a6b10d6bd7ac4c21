"""Random rounds, one decision at a time, under random house rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from cambio.core import is_compiled
from cambio.core.engine.rng import Rng
from cambio.core.environment import questions
from cambio.core.environment.action_space import Form
from cambio.core.environment.env_state import EnvState
from cambio.core.environment.env_step import deal_anew, decide
from cambio.core.environment.legal_answers import action_for
from cambio.core.environment.observation import write_mask, write_observation
from cambio.rules import Rules
from tests.random_rules import random_rules, random_seats

#: Random rounds that each test looks at: interpreted, fewer of them take the same time.
ROUNDS = 150 if is_compiled() else 12
PATIENCE = 400
SNAPS = (1, 2, 8)


def staged(rules: Rules | str, seats: int, seed: int, *, slots: int = 8, patience: int = PATIENCE) -> EnvState:
    """A freshly dealt round."""
    rules = Rules.parse(rules) if isinstance(rules, str) else rules
    stage = EnvState(Form(rules.ruleset, seats, slots, 1, patience), Rng(seed))
    deal_anew(stage)
    return stage


def random_stage(seed: int) -> EnvState:
    """Any rules, any number of seats, and often fewer slots that can be named than there are cards."""
    rng = random.Random(seed)
    rules = random_rules(rng)
    return staged(rules, random_seats(rules, rng), seed, slots=rng.choice((1, 3, 8)))


def answers(stage: EnvState) -> list[int]:
    return [stage.answer_at(index) for index in range(stage.answer_count)]


def actions(stage: EnvState) -> dict[int, int]:
    """Each answer with its action; those that leave the table as it is have none."""
    return {answer: action for answer in answers(stage) if (action := action_for(stage, answer))}


def decisions(stage: EnvState, rng: random.Random) -> Iterator[EnvState]:
    """The stage at each decision of a random round that calls seldom and snaps as often as this round likes to."""
    snaps = rng.choice(SNAPS)
    while stage.end == questions.GOING_ON:
        yield stage
        choices = answers(stage)
        answer = rng.choice(choices)
        if choices[0] == questions.PASS and rng.randrange(snaps):
            answer = questions.PASS
        if answer == questions.CALL and len(choices) > 1 and rng.random() < 0.8:
            answer = rng.choice([other for other in choices if other != questions.CALL])
        assert decide(stage, answer)


def random_decisions(rounds: int = ROUNDS) -> Iterator[tuple[EnvState, random.Random]]:
    """Every decision of many random rounds, with chance for whoever looks at it."""
    for seed in range(rounds):
        rng = random.Random(seed)
        for stage in decisions(random_stage(seed), rng):
            yield stage, rng


def observed(stage: EnvState, seat: int, *, everything: bool = False) -> NDArray[np.int8]:
    sheet = np.full((1, stage.form.width), 99, np.int8)
    write_observation(stage, seat, everything, sheet, 0)
    row: NDArray[np.int8] = sheet[0]
    return row


def mask_of(stage: EnvState) -> NDArray[np.int8]:
    sheet = np.full((1, stage.form.answers), 99, np.int8)
    write_mask(stage, sheet, 0)
    row: NDArray[np.int8] = sheet[0]
    return row
