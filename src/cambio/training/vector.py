"""Many tables at which one seat learns: a step takes one decision of the learner at each, and the others play on.

>>> tables = OneSeatTables("cambia", ["expert"], tables=4, seed=7)
>>> tables.step(tables.masks.argmax(axis=1))              # your policy instead: one decision a table
>>> tables.observations.shape, tables.masks.shape, tables.rewards.shape
((4, 196), (4, 97), (4,))
>>> tables
<OneSeatTables of cambia against expert: 4 tables, 0 rounds ended>
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..core.engine.rng import Rng
from ..core.engine.score import reward
from ..core.environment import questions
from ..core.environment.vector import SEED_STEP
from ..environments.missing import require
from ..environments.sequential import describe_answer
from ..environments.vector import Tables, as_decisions
from ..places import count_things
from ..presets import DEFAULT_RULES
from ..rules import Rules
from .opponents import LEARNER, Opponent, check_opponents, seat_opponents
from .policy import observe

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray
else:
    np = require("numpy")

#: Opponents take their random numbers from the seed after those of the tables and of samples.
OPPONENT_SEED = 2
#: Where the seeds end that they are given for a round.
SEEDS = 2**31 - 1


class OneSeatTables:
    """Tables of one kind, at each of which the first seat learns. Where a round is over, the next is dealt at once."""

    def __init__(
        self,
        rules: Rules | str = DEFAULT_RULES,
        opponents: Sequence[Opponent] = ("random",),
        tables: int = 1,
        *,
        seed: int = 0,
        slots: int | None = None,
        patience: int | None = None,
    ) -> None:
        """Opponents are levels of the ladder or policies, one for each other seat, clockwise."""
        check_opponents(opponents)
        self.opponents = tuple(opponents)  #: Who sits at the other seats.
        #: What plays underneath.
        self.tables = Tables(rules, len(opponents) + 1, tables, seed=seed, slots=slots, patience=patience)
        self.config = self.tables.config  #: What is played at every table.
        self.rewards = np.zeros(tables, np.float32)  #: What the last step brought the learner at each table.
        self.ends = np.zeros(tables, np.int8)  #: How the last step ended each table's round: 1 shown, 2 broken off.
        #: By table whose round the last step ended: what the learner knew then.
        self.final_observations: dict[int, NDArray[np.int8]] = {}
        self.rounds = 0  #: How many rounds have ended.
        self._rngs = [Rng(seed + OPPONENT_SEED + table * SEED_STEP) for table in range(tables)]
        first = seat_opponents(self.opponents, self.config)
        self._others = [first, *(first.copy() for _ in range(tables - 1))]
        self._find_envs()
        for table in range(tables):
            self._deal(table)
        self._write()

    def _find_envs(self) -> None:
        self._envs = [self.tables.core.env_at(table) for table in range(len(self.tables))]

    def __len__(self) -> int:
        return len(self.tables)

    def __repr__(self) -> str:
        names = ", ".join(each if isinstance(each, str) else "a policy" for each in self.opponents)
        tables, rounds = count_things(len(self), "table"), count_things(self.rounds, "round")
        return f"<OneSeatTables of {self.config.rules} against {names}: {tables}, {rounds} ended>"

    @property
    def observations(self) -> NDArray[np.int8]:
        """What the learner knows at each table."""
        return self.tables.observations

    @property
    def masks(self) -> NDArray[np.int8]:
        """A 1 for each decision that the learner may make."""
        return self.tables.masks

    def step(self, decisions: ArrayLike) -> None:
        """Decide at each table, or ValueError for the first one where that can't be decided."""
        chosen = as_decisions(decisions, len(self))
        self.rewards[:] = 0
        self.ends[:] = 0
        self.final_observations = {}
        for table, answer in enumerate(chosen.tolist()):
            env, others = self._envs[table], self._others[table]
            if not others.decide(env, answer):
                self._write()
                raise ValueError(
                    f"table {table}: expected a decision that its mask allows, but found {answer}; "
                    f"the tables before it have gone on"
                )
            others.play_on(env)
            if env.end != questions.GOING_ON:
                self._finish(table)
        self._write()

    def _finish(self, table: int) -> None:
        env = self._envs[table]
        self.rounds += 1
        self.ends[table] = env.end
        self.final_observations[table] = observe(env, LEARNER)
        if env.end == questions.SHOWN:
            self.rewards[table] = reward(env.table, LEARNER)
        self._deal(table)

    def _deal(self, table: int) -> None:
        """A new round, up to a decision of the learner; rounds in which it has none are passed over."""
        env, others, rng = self._envs[table], self._others[table], self._rngs[table]
        while True:
            others.deal(env, lambda: rng.below(SEEDS))
            others.play_on(env)
            if env.end == questions.GOING_ON:
                return

    def _write(self) -> None:
        self.tables.core.write_rows(self.tables.observations, self.tables.masks, self.tables.seats)

    def sample(self) -> NDArray[np.int32]:
        """A random decision for each table, each legal one with the same probability."""
        return self.tables.sample()

    def say(self, table: int, decision: int) -> str:
        """What a decision of the learner at a table means, in words."""
        return describe_answer(self._envs[table], decision)

    # Pickles

    def __getstate__(self) -> dict[str, Any]:
        """What a pickle holds: the state of every table, hidden cards included, and what opponents remember."""
        others = [each.snapshot() for each in self._others]
        return {name: value for name, value in self.__dict__.items() if name != "_envs"} | {"_others": others}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        first = seat_opponents(self.opponents, self.config)
        self._others = [first.copy() for _ in state["_others"]]
        for others, snapshot in zip(self._others, state["_others"], strict=True):
            others.restore(self.config.spec, snapshot)
        self._find_envs()
