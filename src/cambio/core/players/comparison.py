"""A comparison: what actions gain over a base, observed in one sampled world after another.

In a world all actions meet the same luck, so only the differences are kept. Worlds that depend on each other make one
observation together.
"""

from __future__ import annotations

from ..arrays import c_math, int_array

#: From this many standard errors on it is clear that an action is worse than the base, or better.
CLEARLY_WORSE = 2.0
CLEARLY_BETTER = 3.0
#: So many observations are needed to tell their standard error.
FEWEST_OBSERVATIONS = 8


class Comparison:
    """The gains of actions over one of them, the base. The others are candidates until they can hardly win."""

    __slots__ = (
        "actions",
        "base",
        "candidates",
        "count",
        "gains",
        "is_candidate",
        "observations",
        "squares",
        "standard_errors",
        "sums",
    )

    def __init__(self, actions: list[int], base: int, standard_errors: float) -> None:
        """The base is left for an action whose gain has at least that many standard errors."""
        self.actions = actions
        self.base = base
        self.standard_errors = standard_errors
        self.count = len(actions)
        self.observations = 0
        self.candidates = 0
        # By action: the sum of what it gained, and of the squares; and what it has gained in the present observation.
        self.sums = int_array.allocate_doubles(self.count)
        self.squares = int_array.allocate_doubles(self.count)
        self.gains = int_array.allocate_doubles(self.count)
        self.is_candidate = int_array.allocate(self.count)
        for index in range(self.count):
            self.is_candidate[index] = actions[index] != base
            self.candidates += self.is_candidate[index]

    # Called by compiled comparisons only: lists are freed by themselves.
    def __dealloc__(self) -> None:
        int_array.release_doubles(self.sums)
        int_array.release_doubles(self.squares)
        int_array.release_doubles(self.gains)
        int_array.release(self.is_candidate)

    def end_observation(self) -> None:
        """The worlds to come do not depend on those so far."""
        self.observations += 1
        for index in range(self.count):
            self.sums[index] += self.gains[index]
            self.squares[index] += self.gains[index] * self.gains[index]
            self.gains[index] = 0.0

    def can_tell(self) -> int:
        """There are enough observations to tell what is significant."""
        return self.observations >= FEWEST_OBSERVATIONS

    def drop_hopeless(self) -> None:
        """What is clearly worse than the base is no candidate any more."""
        for index in range(self.count):
            if self.is_candidate[index] and self.sums[index] + CLEARLY_WORSE * self.standard_error(index) <= 0.0:
                self.is_candidate[index] = 0
                self.candidates -= 1

    def is_settled(self) -> int:
        """No candidate is left; or a single one, which is clearly better than the base."""
        if self.candidates == 0:
            return 1
        if self.candidates > 1 or not self.can_tell():
            return 0
        for index in range(self.count):
            if self.is_candidate[index] and self.sums[index] <= CLEARLY_BETTER * self.standard_error(index):
                return 0
        return 1

    def find_best(self) -> int:
        """The action with the largest gain among those whose gain is large enough to leave the base for it."""
        best = self.base
        most = 0.0
        for index in range(self.count):
            gain = self.sums[index]
            if self.is_candidate[index] and gain > most and gain > self.standard_errors * self.standard_error(index):
                most = gain
                best = self.actions[index]
        return best

    def standard_error(self, index: int) -> float:
        """Of the sum of what an action gained."""
        variance = self.squares[index] - self.sums[index] * self.sums[index] / self.observations
        return c_math.sqrt(variance) if variance > 0.0 else 0.0
