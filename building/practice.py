"""What a compiler watches before it compiles the core for good: play of every kind that has to be quick.

A tuned build is compiled twice. The first time it counts where play goes, and the second time the compiler has these
counts: what is done often lies close together, and guesses are those that mostly come true.
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
from cambio.environments.sequential import Staged
from cambio.rules import PRESETS

SEATS = (2, 4)
TABLES = 64
STEPS = 400
#: What is trained for most is practised most: where one size of a row prevails, the compiler copies that size at once.
USUAL = ("cambia", 2)
USUAL_STEPS = 4000
#: As seldom as in random play inside the engine: once in so many times.
SNAPS = 8
CALLS = 16


def practise() -> None:
    for seed, preset in enumerate(PRESETS):
        rules = Rules.parse(preset)
        for seats in SEATS:
            play_rounds(rules.ruleset, seats, 300, seed)
            play_in_lock_step(rules, seats, seed, USUAL_STEPS if (preset, seats) == USUAL else STEPS)
            play_deals(rules.ruleset, [STYLES["expert"].mind(rules, seats) for _ in range(seats)], seats, seed, 0, 40)


def play_in_lock_step(rules: Rules, seats: int, seed: int, steps: int) -> None:
    """With all observations written, into rows that need no NumPy: it is missing where packages are built."""
    form = Staged(rules, seats).form
    vector = Vector(form, TABLES, seed)
    rng = Rng(seed)
    answers, to_act = rows("i", TABLES), rows("i", TABLES)
    observations, masks = rows("b", TABLES, form.width), rows("b", TABLES, form.answers)
    rewards, ends = rows("f", TABLES, seats), rows("b", TABLES)
    for _ in range(steps):
        vector.sample(answers, rng, SNAPS, CALLS)
        vector.step(answers, observations, masks, rewards, ends, to_act)


def rows(kind: Literal["b", "f", "i"], *shape: int) -> memoryview[Any]:
    """Zeros in rows, as a NumPy array would lie in memory."""
    return memoryview(bytearray(struct.calcsize(kind) * math.prod(shape))).cast(kind, shape)


if __name__ == "__main__":
    practise()
