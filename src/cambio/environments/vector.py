"""Many tables in lock-step: each step takes one decision at every table and writes what comes of it into arrays.

>>> tables = Tables("cambia", seats=2, tables=4, seed=7)
>>> tables.step(tables.sample())
>>> tables.observations.shape, tables.masks.shape
((4, 196), (4, 97))
>>> tables
<Tables of cambia for 2 seats: 4 tables, 0 rounds ended>
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..core.engine.rng import Rng
from ..core.environment import questions
from ..core.environment.env_step import step
from ..core.environment.observation import write_observation
from ..core.environment.vector import Vector, restore_vector
from ..places import count_things
from ..presets import DEFAULT_RULES
from ..rules import Rules
from .missing import require
from .sequential import EnvConfig, describe_answer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray
else:
    np = require("numpy")

#: Tables take their random numbers from the seed, and samples take theirs from the seed after it.
SAMPLE_SEED = 1


@dataclass(frozen=True)
class Arrays:
    """What a step writes, table by table: the caller's own arrays, C-contiguous and of these types.

    Rewards are 0 but for the step that ends a round; ends tell whether that was so: 0 no, 1 shown, 2 broken off.
    """

    observations: NDArray[np.int8]  #: What each table's seat to act knows.
    masks: NDArray[np.int8]  #: A 1 for each decision that it may make.
    rewards: NDArray[np.float32]  #: What the step brought each seat.
    ends: NDArray[np.int8]  #: How the step ended a round, if it did.
    seats: NDArray[np.int32]  #: Each table's seat to act.

    @classmethod
    def blank(cls, config: EnvConfig, tables: int) -> Arrays:
        """Arrays of the right shapes and types, all zero."""
        spec = config.spec
        return cls(
            observations=np.zeros((tables, spec.observation_width), np.int8),
            masks=np.zeros((tables, spec.answer_count), np.int8),
            rewards=np.zeros((tables, spec.seats), np.float32),
            ends=np.zeros(tables, np.int8),
            seats=np.zeros(tables, np.int32),
        )

    def check(self, config: EnvConfig, tables: int) -> None:
        """Refuse arrays of another shape or type: the core writes without looking."""
        expected = Arrays.blank(config, tables)
        for name in self.__dataclass_fields__:
            check_array(name, getattr(self, name), getattr(expected, name))


class Tables:
    """Tables of one kind. Where a round is over, the next one is dealt at once, so there is always a decision."""

    def __init__(
        self,
        rules: Rules | str = DEFAULT_RULES,
        seats: int = 2,
        tables: int = 1,
        *,
        seed: int = 0,
        slots: int | None = None,
        patience: int | None = None,
        arrays: Arrays | None = None,
    ) -> None:
        """The same seed and the same decisions make the same games, whatever the number of tables."""
        if tables < 1:
            raise ValueError(f"expected 1 table or more, but found {tables}")
        self.config = EnvConfig(rules, seats, slots=slots, patience=patience)  #: What is played at every table.
        self.spec = self.config.spec  #: The sizes of observations and masks.
        self.core = Vector(self.spec, tables, seed)  #: The core's tables.
        self.arrays = arrays if arrays is not None else Arrays.blank(self.config, tables)  #: What steps write into.
        self.arrays.check(self.config, tables)
        #: By table whose round the last step broke off: what each of its seats knew then, to bootstrap values from.
        self.final_observations: dict[int, NDArray[np.int8]] = {}
        self._sample_rng = Rng(seed + SAMPLE_SEED)
        self._decided = self._count_decisions()
        self.core.write_rows(self.observations, self.masks, self.seats)

    def __len__(self) -> int:
        return self.core.tables

    def __repr__(self) -> str:
        tables, rounds = count_things(len(self), "table"), count_things(self.core.rounds, "round")
        return f"<Tables of {self.config.rules} for {self.spec.seats} seats: {tables}, {rounds} ended>"

    def __getstate__(self) -> dict[str, Any]:
        """What a pickle holds: the state of every table, hidden cards included, and the arrays as they are."""
        return {
            "config": self.config,
            "arrays": self.arrays,
            "rounds": self.core.rounds,
            "snapshots": self.core.snapshots(),
            "sample_rng": self._sample_rng,
            "final_observations": self.final_observations,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.config = state["config"]
        self.spec = self.config.spec
        self.core = restore_vector(self.spec, state["rounds"], state["snapshots"])
        self.arrays = state["arrays"]
        self._sample_rng = state["sample_rng"]
        self.final_observations = state["final_observations"]
        self._decided = self._count_decisions()

    @property
    def observations(self) -> NDArray[np.int8]:
        """What each table's seat to act knows."""
        return self.arrays.observations

    @property
    def masks(self) -> NDArray[np.int8]:
        """A 1 for each decision that the seat to act may make."""
        return self.arrays.masks

    @property
    def rewards(self) -> NDArray[np.float32]:
        """What the last step brought each seat of each table."""
        return self.arrays.rewards

    @property
    def ends(self) -> NDArray[np.int8]:
        """How the last step ended each table's round, if it did: 1 shown, 2 broken off."""
        return self.arrays.ends

    @property
    def seats(self) -> NDArray[np.int32]:
        """Each table's seat to act."""
        return self.arrays.seats

    def step(self, decisions: ArrayLike) -> None:
        """One decision at each table, or ValueError for the first table where that can't be decided.

        An array of ``int32`` is taken as it is; other whole numbers, in an array or a list, are copied into one.
        """
        chosen = as_decisions(decisions, len(self))
        self.final_observations = self._look_ahead(chosen)
        done = self.core.step(chosen, self.observations, self.masks, self.rewards, self.ends, self.seats)
        self._decided[:done] += 1
        self._decided[:done][self.ends[:done] > 0] = 0
        if done < len(self):
            raise ValueError(
                f"table {done}: expected a decision that its mask allows, but found {chosen[done]}; "
                f"the tables before it have gone on"
            )

    def _look_ahead(self, decisions: NDArray[np.int32]) -> dict[int, NDArray[np.int8]]:
        """What the seats of rounds will know that are about to be broken off: the core deals anew at once."""
        found: dict[int, NDArray[np.int8]] = {}
        for table in np.flatnonzero(self._decided == self.spec.max_decisions - 1).tolist():
            env = self.core.env_at(table).copy()
            if step(env, int(decisions[table])) and env.end == questions.BROKEN_OFF:
                found[table] = np.zeros((self.spec.seats, self.spec.observation_width), np.int8)
                for seat in range(self.spec.seats):
                    write_observation(env, seat, 0, found[table], seat)
        return found

    def _count_decisions(self) -> NDArray[np.int32]:
        return np.array([self.core.env_at(table).decisions for table in range(len(self))], np.int32)

    def sample(self, out: NDArray[np.int32] | None = None, *, snaps: int = 0, calls: int = 0) -> NDArray[np.int32]:
        """A random decision for each table, each legal one with the same probability.

        Such seats snap and call almost whenever they may. With ``snaps=8, calls=16`` they snap once in 8 times
        that they are asked, and call once in 16 times that they might, as the engine's own random play does.
        """
        decisions = out if out is not None else np.zeros(len(self), np.int32)
        check_array("out", decisions, self.seats)
        self.core.sample(decisions, self._sample_rng, snaps, calls)
        return decisions

    def states(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """The observations with all faces, for critics: in place of unseen cards, those of the stock are counted."""
        states = out if out is not None else np.zeros_like(self.observations)
        check_array("out", states, self.observations)
        self.core.write_states(states)
        return states

    def say(self, table: int, decision: int) -> str:
        """What a decision at a table means, in words."""
        return describe_answer(self.core.env_at(table), decision)


def as_decisions(decisions: ArrayLike, tables: int) -> NDArray[np.int32]:
    """A decision for each table as the core takes them, or an error that says what was expected."""
    if isinstance(decisions, np.ndarray) and decisions.dtype == np.int32 and decisions.flags.c_contiguous:
        given = decisions
    else:
        try:
            given = np.asarray(decisions)
        except ValueError:
            given = np.empty(0, object)
    if given.shape != (tables,) or given.dtype.kind not in "iu":
        kind = f"{type(decisions).__name__} of {given.dtype} in the shape {given.shape}"
        raise ValueError(
            f"decisions: expected {tables} whole numbers, one for each table, as an array or a list, but found {kind}"
        )
    if given.dtype != np.int32 and len(given) and (given.min() < 0 or given.max() > np.iinfo(np.int32).max):
        raise ValueError(f"decisions: expected numbers of decisions, from 0 up, but found {given.min()}..{given.max()}")
    return np.ascontiguousarray(given, np.int32)


def check_array(name: str, found: NDArray[np.generic], expected: NDArray[np.generic]) -> None:
    """Refuse an array that has not the type and shape of another."""
    if found.shape != expected.shape or found.dtype != expected.dtype or not found.flags.c_contiguous:
        raise ValueError(
            f"{name}: expected a C-contiguous array of {expected.dtype} in the shape {expected.shape}, "
            f"but found {found.dtype} in the shape {found.shape}"
        )
