"""The whole tree of a small game: how much a perfect opponent would win against a policy, exactly.

House rules can make Cambio so small that every round of it can be walked. ``reduced_rules`` has such games:

>>> from cambio.training.reduced_rules import SIX_CARDS
>>> tree = GameTree(SIX_CARDS)
>>> tree
<GameTree of 3603 nodes: 305 information states, 2 seats>
>>> round(tree.nash_conv(tree.uniform()), 3)
0.9

A policy is a matrix: a row for each information state, in the order of ``states``, with the probability of every
decision. ``tabulate`` makes one of any function of an information state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..core.environment.env_state import EnvState
from ..environments.chance_nodes import ExplicitRound
from ..environments.missing import require
from ..environments.sequential import EnvConfig
from ..events import Event
from ..places import seat_named
from ..rules import Rules
from .policy import mask_of, observe

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = require("numpy")

#: Who decides at a node where no seat does.
CHANCE, NOBODY = -1, -2
#: A tree of more nodes than this is not walked: it would not fit into the memory of most machines.
MAX_NODES = 5_000_000
#: How far the probabilities of a row may be from one in sum.
TOLERANCE = 1e-6


@dataclass(frozen=True)
class InformationState:
    """All that a seat has heard and done when it is to decide: rounds that agree in it are one to the seat."""

    seat: int  #: Whose decision it is.
    text: str  #: Its past in words, as in OpenSpiel's ``information_state_string``.
    observation: NDArray[np.int8]  #: What it knows, as docs/ENVIRONMENTS.md explains.
    mask: NDArray[np.int8]  #: A 1 for each decision that it may make.
    env: EnvState  #: One of the tables that the seat can't tell apart, for whoever decides by what its seat may know.
    events: tuple[Event, ...]  #: What happened there up to now.

    @property
    def answers(self) -> list[int]:
        """The decisions that it may make, in ascending order."""
        return [int(answer) for answer in np.flatnonzero(self.mask)]


class GameTree:
    """Every round that a game can take, walked once; policies are then evaluated in a fraction of a second."""

    def __init__(self, rules: Rules | str, seats: int = 2, *, slots: int | None = None) -> None:
        self.config = EnvConfig(rules, seats, slots=slots)  #: What is played.
        self.states: list[InformationState] = []  #: Every information state, in the order in which they were found.
        self._row_of: dict[tuple[int, str], int] = {}
        # By node: who decides, the parent, how deep it lies, its information state, and how it is reached: the
        # probability of an outcome of chance, or the answer of a seat.
        self._deciders: list[int] = []
        self._parents: list[int] = []
        self._depths: list[int] = []
        self._rows: list[int] = []
        self._chances: list[float] = []
        self._answers: list[int] = []
        self._walk()
        self.deciders = np.array(self._deciders, np.int32)  #: By node: the seat that decides, ``CHANCE`` or ``NOBODY``.
        self.parents = np.array(self._parents, np.int64)  #: By node: the one before it; a parent comes before a child.
        self.rows = np.array(self._rows, np.int64)  #: By node: the row of its information state.
        self.chances = np.array(self._chances)  #: By node: how likely chance chooses it, 1 where a seat does.
        self.answers = np.array(self._answers, np.int64)  #: By node: the answer that leads to it, -1 after chance.
        self._make_groups(np.array(self._depths))

    def __len__(self) -> int:
        return len(self.deciders)

    def __repr__(self) -> str:
        return f"<GameTree of {len(self)} nodes: {len(self.states)} information states, {self.config.spec.seats} seats>"

    # Walking

    def _walk(self) -> None:
        returns: list[list[float]] = []
        waiting = [(ExplicitRound(self.config), -1, 0, 1.0, -1)]
        while waiting:
            round_, parent, depth, chance, answer = waiting.pop()
            node = len(self._deciders)
            if node == MAX_NODES:
                raise ValueError(
                    f"expected a game whose tree has {MAX_NODES} nodes at most, but {self.config.rules} has more: "
                    f"take fewer cards (deck.counts), or rules under which nothing can go on for ever (turn.take=no)"
                )
            self._parents.append(parent)
            self._depths.append(depth)
            self._chances.append(chance)
            self._answers.append(answer)
            self._rows.append(-1)
            returns.append([])
            children: list[tuple[int, float, int]] = []
            if round_.is_over:
                self._deciders.append(NOBODY)
                returns[-1] = round_.rewards()
            elif round_.is_chance:
                self._deciders.append(CHANCE)
                children = [(outcome, likely, -1) for outcome, likely in round_.outcomes()]
            else:
                self._deciders.append(round_.seat)
                self._rows[-1] = self._row(round_)
                children = [(choice, 1.0, choice) for choice in round_.answers]
            for number, likely, choice in reversed(children):
                child = round_.copy()
                child.apply(number)
                waiting.append((child, node, depth + 1, likely, choice))
        #: By node: what a round that ends there brings each seat.
        self.returns = np.array([each or [0.0] * self.config.spec.seats for each in returns])

    def _row(self, round_: ExplicitRound) -> int:
        key = (round_.seat, round_.describe_past(seat_named(round_.seat)))
        if key not in self._row_of:
            env = round_.env.copy()
            self._row_of[key] = len(self.states)
            events = tuple(event for event in round_.heard if isinstance(event, Event))
            self.states.append(InformationState(*key, observe(env, env.seat), mask_of(env), env, events))
        return self._row_of[key]

    def _make_groups(self, depths: NDArray[np.int64]) -> None:
        """Nodes in an order in which values can be computed: all that a group needs is in the groups before it.

        For a best response a seat's own nodes of one stage (as many decisions of its own behind it) come together,
        because it decides for all nodes of an information state at once; they need not lie equally deep.
        """
        self._levels = [np.flatnonzero(depths == depth) for depth in range(1, depths.max() + 1)]
        self._groups: list[list[NDArray[np.int64]]] = []
        for seat in range(self.config.spec.seats):
            stages = np.zeros(len(depths), np.int64)
            for nodes in self._levels:
                parents = self.parents[nodes]
                stages[nodes] = stages[parents] + (self.deciders[parents] == seat)
            groups = []
            for stage in range(stages.max(), -1, -1):
                # Children of the seat's own nodes first, then those of all others from the deepest up.
                own = self.deciders[self.parents] == seat
                own[0] = False
                groups.append(np.flatnonzero(own & (stages == stage + 1)))
                groups += [nodes[~own[nodes] & (stages[nodes] == stage)] for nodes in reversed(self._levels)]
            self._groups.append([group for group in groups if len(group)])

    # Policies

    @property
    def masks(self) -> NDArray[np.int8]:
        """The masks of all information states, one a row."""
        return np.stack([state.mask for state in self.states])

    @property
    def observations(self) -> NDArray[np.int8]:
        """The observations of all information states, one a row: what a network may be asked about all at once."""
        return np.stack([state.observation for state in self.states])

    def uniform(self) -> NDArray[np.float64]:
        """The policy that makes each decision that it may with the same probability."""
        masks = self.masks.astype(np.float64)
        return np.asarray(masks / masks.sum(axis=1, keepdims=True), np.float64)

    def tabulate(self, policy: Callable[[InformationState], NDArray[np.floating] | list[float]]) -> NDArray[np.float64]:
        """Ask a policy at every information state for the probabilities of all decisions."""
        return np.array([policy(state) for state in self.states], np.float64)

    def check_policy(self, policy: NDArray[np.floating]) -> None:
        """Refuse a matrix that is no policy for this game, and say what is wrong with it."""
        expected = (len(self.states), self.config.spec.answer_count)
        if policy.shape != expected:
            raise ValueError(
                f"expected a row for each information state and a column for each decision, in the shape {expected}, "
                f"but found the shape {policy.shape}"
            )
        for row, state in enumerate(self.states):
            probabilities = policy[row]
            is_off = abs(probabilities.sum() - 1) > TOLERANCE or probabilities.min() < 0
            if is_off or probabilities[state.mask == 0].any():
                raise ValueError(
                    f"information state {row}: expected probabilities of {state.answers} that add up to 1, "
                    f"but found {dict(enumerate(probabilities.tolist()))}"
                )

    # Values

    def values(self, policy: NDArray[np.floating]) -> list[float]:
        """What a round brings each seat on average, if all seats play by the policy."""
        self.check_policy(policy)
        values = self.returns.copy()
        edges = self._edges(policy)
        for nodes in reversed(self._levels):
            np.add.at(values, self.parents[nodes], edges[nodes, None] * values[nodes])
        return [float(value) for value in values[0]]

    def best_response_value(self, policy: NDArray[np.floating], seat: int) -> float:
        """What a round brings a seat on average that plays as well as can be against others who play by the policy."""
        self.check_policy(policy)
        edges = self._edges(policy)
        reaches = np.ones(len(self))
        for nodes in self._levels:
            parents = self.parents[nodes]
            reaches[nodes] = reaches[parents] * np.where(self.deciders[parents] == seat, 1.0, edges[nodes])
        values = self.returns[:, seat].copy()
        for nodes in self._groups[seat]:
            parents = self.parents[nodes]
            if nodes[0] and self.deciders[parents[0]] == seat:
                chosen = self._choose(nodes, reaches[nodes] * values[nodes])
                values[parents[chosen]] = values[nodes[chosen]]
            else:
                np.add.at(values, parents, edges[nodes] * values[nodes])
        return float(values[0])

    def nash_conv(self, policy: NDArray[np.floating]) -> float:
        """How much all seats together would win by playing as well as can be against the policy: 0 in equilibrium."""
        values = self.values(policy)
        return sum(self.best_response_value(policy, seat) - value for seat, value in enumerate(values))

    def _edges(self, policy: NDArray[np.floating]) -> NDArray[np.float64]:
        """By node: how likely it is to follow its parent."""
        edges = self.chances.copy()
        chosen = np.flatnonzero(self.answers >= 0)
        edges[chosen] = policy[self.rows[self.parents[chosen]], self.answers[chosen]]
        return edges

    def _choose(self, nodes: NDArray[np.int64], worth: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Which of these nodes a seat would choose that weighs each answer over the whole information state."""
        rows, answers = self.rows[self.parents[nodes]], self.answers[nodes]
        found, index = np.unique(rows, return_inverse=True)
        sums = np.zeros((len(found), self.config.spec.answer_count))
        np.add.at(sums, (index, answers), worth)
        offered = np.zeros(sums.shape, np.bool_)
        offered[index, answers] = True
        best = np.where(offered, sums, -np.inf).argmax(axis=1)
        return np.asarray(best[index] == answers, np.bool_)
