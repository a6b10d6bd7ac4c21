"""``mcts``: Monte Carlo tree search with random rollouts, as it is done where somebody begins with no knowledge.

Each rollout deals anew all that the seat has not seen, as ``Game.imagine`` does, walks down a tree of the seat's own
decisions by upper confidence bounds (UCT), adds a node, and plays to the end at random. It snaps what it knows to
match.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from ...actions import Action, action_numbered
from ...core.engine import constants, phases
from ...core.engine.legal_actions import list_legal_actions
from ...core.engine.play import play
from ...core.engine.rng import Rng
from ...core.engine.table import Table
from ...core.players import policies
from ...core.players.mind import Mind
from ...core.players.redeal import redeal
from ...core.players.round_loop import advance_to_decision, carry_out, choose_action, play_on, shuffle_if_due
from ...core.players.round_stats import RoundStats
from ...places import Seat, seat_number
from ...rules import Rules
from ...view import View
from ..player import may_wait
from ..styles import trait_values
from .memory import Memory

#: Rollouts for each decision.
ROLLOUTS = 100
#: How much a node that was seldom tried is favoured.
EXPLORATION = 0.7
#: A rollout ends after this many decisions for each seat; a round that is not over then counts as an even share.
ROLLOUT_DECISIONS = 60
SEED_BOUND = 1_000_000_007
#: No card counts so much.
HOLDS_NOTHING = 1000


@dataclass(slots=True)
class Node:
    """A decision of the seat: how often each of its actions was tried, and what came of that."""

    visits: int = 0
    tries: dict[int, int] = field(default_factory=dict)
    won: dict[int, float] = field(default_factory=dict)
    #: Later decisions of the seat, by the action and by what it sees then.
    below: dict[tuple[int, ...], Node] = field(default_factory=dict)

    def pick(self, actions: Sequence[int], rng: Rng) -> int:
        """One that was never tried, or else the one with the highest upper confidence bound."""
        untried = [action for action in actions if action not in self.tries]
        if untried:
            return untried[rng.below(len(untried))]
        spread = math.log(self.visits)
        return max(
            actions,
            key=lambda action: (
                self.won[action] / self.tries[action] + EXPLORATION * math.sqrt(spread / self.tries[action])
            ),
        )

    def add(self, action: int, reward: float) -> None:
        self.visits += 1
        self.tries[action] = self.tries.get(action, 0) + 1
        self.won[action] = self.won.get(action, 0.0) + reward


class TreeSearch(Memory):
    """Decides by the most tried action of its tree."""

    rollouts = ROLLOUTS

    def __init__(self, rules: Rules, seats: int, seat: Seat, seed: int) -> None:
        super().__init__(rules, seats, seat, seed)
        self._number = seat_number(seat)
        self._rng = Rng(seed)
        self._minds = [Mind(rules.ruleset, policies.RANDOM, trait_values({}), 0) for _ in range(seats)]
        self._stats = RoundStats(seats)

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        if may_wait(legal) or len(legal) == 1 or view.phase == "memory":
            return super().choose(view, legal)
        table = self.beliefs.build_table(view)
        root = Node()
        for _ in range(self.rollouts):
            self._roll_out(root, table)
        best = max(root.tries, key=lambda action: (root.tries[action], root.won[action]))
        return action_numbered(best, table.seats, table.discard_number)

    def _roll_out(self, root: Node, table: Table) -> None:
        """One world: down the tree, one node more, and then at random to the end."""
        world = table.copy()
        redeal(world, self._number, self._rng)
        dealer = Rng(self._rng.below(SEED_BOUND))
        for seat, mind in enumerate(self._minds):
            mind.start_round(seat, Rng(self._rng.below(SEED_BOUND)))
        self._stats.clear()
        path: list[tuple[Node, int]] = []
        node: Node | None = root
        while node is not None and world.phase != phases.OVER:
            actions = list_legal_actions(world, self._number, 0, 0)
            action = node.pick(actions, self._rng)
            path.append((node, action))
            play(world, self._number, action, world.discard_number)
            shuffle_if_due(world, dealer)
            node = self._next_node(node, action, world, dealer)
        limit = ROLLOUT_DECISIONS * world.seats
        play_on(world, self._minds, dealer, self._stats, limit)
        reward = self._reward(world)
        for each, action in path:
            each.add(action, reward)

    def _next_node(self, node: Node, action: int, world: Table, dealer: Rng) -> Node | None:
        """The next decision of the seat, where the others play at random; None, if it is a new one, which is added."""
        for _ in range(ROLLOUT_DECISIONS * world.seats):
            if world.phase == phases.OVER:
                return None
            seat = advance_to_decision(world, self._minds, dealer, self._stats)
            if seat == self._number:
                break
            if seat != constants.NOBODY:
                carry_out(world, seat, choose_action(self._minds[seat], world), self._minds, dealer, self._stats)
        else:
            return None
        seen = (action, *self._what_is_seen(world))
        if seen in node.below:
            return node.below[seen]
        node.below[seen] = Node()
        return None

    def _what_is_seen(self, world: Table) -> tuple[int, ...]:
        """What tells the seat's later decisions apart: the phase, the power, and what the card counts that it holds."""
        held = world.ruleset.value_of(world.held) if world.held != constants.NO_CARD else HOLDS_NOTHING
        return (world.phase, world.power, held)

    def _reward(self, world: Table) -> float:
        """The share of the win."""
        if world.phase != phases.OVER:
            return 1 / world.seats
        return (world.winners >> self._number & 1) / world.winners.bit_count()
