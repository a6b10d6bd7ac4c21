"""Practice: the workload for profile-guided optimisation of the core, with play of every kind that has to be quick.

A tuned build is compiled twice. The first build counts, while it plays this, how often each branch is taken; the
second one is laid out and optimised by these counts.
"""

from __future__ import annotations

import math
import struct
from typing import Any, Literal

from cambio import Rules
from cambio.bots.styles import STYLES
from cambio.core.engine.rng import Rng
from cambio.core.environment.vector import Vector
from cambio.core.players.batch import play_deals
from cambio.core.playout import play_rounds
from cambio.environments.sequential import EnvConfig
from cambio.rules import PRESETS

SEATS = (2, 4)
TABLES = 64
STEPS = 400
#: What learners use most is practised most: where one length of a row prevails, the compiler optimises copies of it.
USUAL = ("cambia", 2)
USUAL_STEPS = 4000
#: Snaps and calls are sampled once in this many times, as in random play inside the engine.
SNAP_ONE_IN = 8
CALL_ONE_IN = 16


def practise() -> None:
    for seed, preset in enumerate(PRESETS):
        rules = Rules.parse(preset)
        for seats in SEATS:
            play_rounds(rules.ruleset, seats, 300, seed)
            play_in_lock_step(rules, seats, seed, USUAL_STEPS if (preset, seats) == USUAL else STEPS)
            play_deals(
                rules.ruleset, [STYLES["expert"].make_mind(rules, seats) for _ in range(seats)], seats, seed, 0, 40
            )


def play_in_lock_step(rules: Rules, seats: int, seed: int, steps: int) -> None:
    """Step many tables at once with all observations, into arrays without NumPy, which builds don't have."""
    spec = EnvConfig(rules, seats).spec
    vector = Vector(spec, TABLES, seed)
    rng = Rng(seed)
    answers, to_act = rows("i", TABLES), rows("i", TABLES)
    observations, masks = rows("b", TABLES, spec.observation_width), rows("b", TABLES, spec.answer_count)
    rewards, ends = rows("f", TABLES, seats), rows("b", TABLES)
    for _ in range(steps):
        vector.sample(answers, rng, SNAP_ONE_IN, CALL_ONE_IN)
        vector.step(answers, observations, masks, rewards, ends, to_act)


def rows(kind: Literal["b", "f", "i"], *shape: int) -> memoryview[Any]:
    """An array of zeros with the memory layout of a NumPy array."""
    return memoryview(bytearray(struct.calcsize(kind) * math.prod(shape))).cast(kind, shape)


if __name__ == "__main__":
    practise()
