"""Many tables in lock-step: each step takes one decision at every table and writes what comes of it into arrays.

>>> tables = Tables("cambia", seats=2, tables=4, seed=7)
>>> tables.step(tables.sample())
>>> tables.observations.shape, tables.masks.shape
((4, 196), (4, 97))
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..core.engine.rng import Rng
from ..core.environment.vector import Vector
from ..rules import Rules
from .missing import wanted
from .sequential import Staged, said

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = wanted("numpy")

#: Tables draw their chance from the seed, and samples from a neighbour of it.
SAMPLE_SEED = 1


@dataclass(frozen=True)
class Arrays:
    """What a step writes, table by table: the caller's own arrays, C-contiguous and of these types.

    Rewards are 0 but for the step that ends a round; ends tell whether that was so: 0 no, 1 shown, 2 broken off.
    """

    observations: NDArray[np.int8]
    masks: NDArray[np.int8]
    rewards: NDArray[np.float32]
    ends: NDArray[np.int8]
    seats: NDArray[np.int32]

    @classmethod
    def blank(cls, staged: Staged, tables: int) -> Arrays:
        form = staged.form
        return cls(
            observations=np.zeros((tables, form.width), np.int8),
            masks=np.zeros((tables, form.answers), np.int8),
            rewards=np.zeros((tables, form.seats), np.float32),
            ends=np.zeros(tables, np.int8),
            seats=np.zeros(tables, np.int32),
        )

    def check(self, staged: Staged, tables: int) -> None:
        """Refuse arrays of another shape or type: the core writes without looking."""
        expected = Arrays.blank(staged, tables)
        for name in self.__dataclass_fields__:
            check_array(name, getattr(self, name), getattr(expected, name))


class Tables:
    """So many tables of one kind. A round that is over is dealt anew at once, so there is always a decision."""

    def __init__(
        self,
        rules: Rules | str = "cambia",
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
        self.staged = Staged(rules, seats, slots=slots, patience=patience)
        self.form = self.staged.form
        self.core = Vector(self.form, tables, seed)
        self.arrays = arrays if arrays is not None else Arrays.blank(self.staged, tables)
        self.arrays.check(self.staged, tables)
        self._chance = Rng(seed + SAMPLE_SEED)
        self.core.look(self.observations, self.masks, self.seats)

    def __len__(self) -> int:
        return self.core.tables

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

    def step(self, decisions: NDArray[np.int32]) -> None:
        """One decision at each table, or ValueError for the first table where that can't be decided."""
        check_array("decisions", decisions, self.seats)
        done = self.core.step(decisions, self.observations, self.masks, self.rewards, self.ends, self.seats)
        if done < len(self):
            raise ValueError(
                f"table {done}: expected a decision that its mask allows, but found {decisions[done]}; "
                f"the tables before it have gone on"
            )

    def sample(self, out: NDArray[np.int32] | None = None, *, snaps: int = 0, calls: int = 0) -> NDArray[np.int32]:
        """A random decision for each table, any one that may be made with the same chance.

        Such seats snap and call at almost every chance they get. With ``snaps=8, calls=16`` they snap once in 8 times
        that they are asked, and call once in 16 times that they might, as the engine's own random play does.
        """
        decisions = out if out is not None else np.zeros(len(self), np.int32)
        check_array("out", decisions, self.seats)
        self.core.sample(decisions, self._chance, snaps, calls)
        return decisions

    def states(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """The observations with all faces, for critics: in place of unseen cards, those of the stock are counted."""
        states = out if out is not None else np.zeros_like(self.observations)
        check_array("out", states, self.observations)
        self.core.look_at_everything(states)
        return states

    def say(self, table: int, decision: int) -> str:
        """What a decision at a table means, in words."""
        return said(self.core.stage_at(table), decision)


def check_array(name: str, found: NDArray[np.generic], expected: NDArray[np.generic]) -> None:
    if found.shape != expected.shape or found.dtype != expected.dtype or not found.flags.c_contiguous:
        raise ValueError(
            f"{name}: expected a C-contiguous array of {expected.dtype} in the shape {expected.shape}, "
            f"but found {found.dtype} in the shape {found.shape}"
        )
