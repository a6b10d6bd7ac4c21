"""OpenSpiel: levels of the ladder as its policies, and small games as its own, which it walks at full speed.

>>> import pyspiel
>>> from cambio.training.game_tree import GameTree
>>> from cambio.training.reduced_rules import SIX_CARDS
>>> tree = GameTree(SIX_CARDS)
>>> solver = pyspiel.CFRPlusSolver(load_tree(tree))
>>> for _ in range(10):
...     solver.evaluate_and_update_policy()
>>> solved = policy_matrix(tree, solver.tabular_average_policy())
>>> tree.nash_conv(solved) < tree.nash_conv(tree.uniform()) / 10
True

``python_cambio`` is written in Python, and so is what OpenSpiel does with it. A tree that was walked once can be handed
over as a game in Gambit's extensive form, on which OpenSpiel's solvers in C++ run hundreds of times as fast.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..bots.networks import tell_round
from ..bots.styles import STYLES
from ..core.engine import constants
from ..core.engine.play import place_of
from ..core.engine.rng import Rng
from ..core.environment.legal_answers import action_for
from ..environments.missing import require
from ..environments.openspiel import CambioGame, CambioState
from .game_tree import CHANCE, NOBODY, GameTree
from .level_policy import LevelPolicy
from .opponents import answer_of_mind, check_opponents, memorise

if TYPE_CHECKING:
    import numpy as np
    import pyspiel
    from numpy.typing import NDArray
    from open_spiel.python.policy import Policy
else:
    pyspiel = require("pyspiel")
    np = require("numpy")
    Policy = require("open_spiel.python.policy").Policy


class OpenSpielLevel(Policy):
    """A level of the ladder, for whatever OpenSpiel does with policies of ``python_cambio``."""

    def __init__(self, game: CambioGame, level: str, *, times: int = 1, seed: int = 0) -> None:
        """It is asked so many times at each information state, once for all."""
        super().__init__(game, list(range(game.num_players())))
        self._asked = LevelPolicy(level, game.config.rules, game.num_players(), times=times, seed=seed)
        self._known: dict[str, dict[int, float]] = {}

    def action_probabilities(self, state: CambioState, player_id: int | None = None) -> dict[int, float]:
        """How likely the level is to make each decision that the seat to act may."""
        del player_id
        key = state.information_state_string()
        if key not in self._known:
            likely = self._asked.probabilities(state.round.env, state.round.heard)
            self._known[key] = {answer: float(likely[answer]) for answer in state.legal_actions()}
        return self._known[key]


class LevelBot(pyspiel.Bot):
    """A level of the ladder, those that forget included, as a bot that OpenSpiel lets play ``python_cambio``."""

    def __init__(self, game: CambioGame, player: int, level: str, *, seed: int = 0) -> None:
        """The seat is the bot's own; each round has other random numbers."""
        super().__init__()
        check_opponents([level])
        self._player = player
        self._seed = seed
        self._mind = STYLES[level].make_mind(game.config.rules, game.num_players())
        self._mind.start_round(player, Rng(seed))

    def player_id(self) -> int:
        """Its seat."""
        return self._player

    def provides_policy(self) -> bool:
        """It says what it does, not how likely it was to do it."""
        return False

    def restart_at(self, state: CambioState | None) -> None:
        """Begin a round, with an empty memory."""
        del state
        self._seed += 1
        self._mind.start_round(self._player, Rng(self._seed))

    def restart(self) -> None:
        """Begin a round, with an empty memory."""
        self.restart_at(None)

    def step(self, state: CambioState) -> int:
        """What it decides."""
        if self._mind.learned is not None:
            tell_round(self._mind, state.round.heard, state.round.env.table)
        answer = answer_of_mind(self._mind, state.round.env)
        self._notice(state, answer)
        return answer

    def inform_action(self, state: CambioState, player_id: int, action: int) -> None:
        """Memorise what somebody else's decision shows; the state is the one before it."""
        if player_id >= 0:
            self._notice(state, action)

    def _notice(self, state: CambioState, answer: int) -> None:
        env = state.round.env
        action = action_for(env, answer)
        place = place_of(action) if action else constants.NOWHERE
        if not self._mind.forgets or place == constants.NOWHERE:
            return
        card, actor = env.table.card_at(place), env.seat
        if card != constants.NO_CARD:
            memorise(self._mind, state.child(answer).round.env.table, actor, action, card)


def to_gambit(tree: GameTree) -> str:
    """The game in Gambit's extensive form (.efg); information states are named by their rows, answers by position."""
    seats = tree.config.spec.seats
    players = " ".join(f'"{seat}"' for seat in tree.config.seats)
    lines = [f'EFG 2 R "Cambio" {{ {players} }} ""', ""]
    children: dict[int, list[int]] = {}
    for node, parent in enumerate(tree.parents.tolist()):
        children.setdefault(parent, []).append(node)
    numbers = _number_states(tree)
    outcomes: dict[tuple[float, ...], int] = {}
    for node, decider in enumerate(tree.deciders.tolist()):
        if decider == NOBODY:
            brought = tuple(float(tree.returns[node, seat]) for seat in range(seats))
            outcome = outcomes.setdefault(brought, len(outcomes) + 1)
            lines.append(f't "" {outcome} "" {{ {" ".join(map(repr, brought))} }}')
        elif decider == CHANCE:
            likely = " ".join(f'"{index}" {float(tree.chances[child])!r}' for index, child in enumerate(children[node]))
            lines.append(f'c "" {node + 1} "" {{ {likely} }} 0')
        else:
            choices = " ".join(f'"{index}"' for index in range(len(children[node])))
            row = tree.rows[node]
            lines.append(f'p "" {decider + 1} {numbers[row]} "{row}" {{ {choices} }} 0')
    return "\n".join(lines) + "\n"


def load_tree(tree: GameTree) -> pyspiel.Game:
    """The game as OpenSpiel's own, in C++."""
    return pyspiel.load_efg_game(to_gambit(tree))


def _number_states(tree: GameTree) -> list[int]:
    """By row: the number of the information state among those of its seat, from 1, as the form wants it."""
    counts = [0] * tree.config.spec.seats
    numbers = []
    for state in tree.states:
        counts[state.seat] += 1
        numbers.append(counts[state.seat])
    return numbers


def _name_states(tree: GameTree) -> list[str]:
    """By row: how OpenSpiel names the information state once it has loaded the game."""
    numbers = _number_states(tree)
    return [f"{state.seat}-{state.seat}-{numbers[row]}-{row}" for row, state in enumerate(tree.states)]


def policy_matrix(tree: GameTree, policy: pyspiel.TabularPolicy) -> NDArray[np.float64]:
    """What OpenSpiel has found for the loaded game, as a policy for the tree."""
    table = policy.policy_table()
    matrix = np.zeros((len(tree.states), tree.config.spec.answer_count))
    for row, name in enumerate(_name_states(tree)):
        answers = tree.states[row].answers
        for position, likely in table[name]:
            matrix[row, answers[position]] = likely
    return matrix


def tabular_policy(tree: GameTree, policy: NDArray[np.floating]) -> pyspiel.TabularPolicy:
    """A policy for the tree, as OpenSpiel takes it for the loaded game."""
    tree.check_policy(policy)
    return pyspiel.TabularPolicy(
        {
            name: [(position, float(policy[row, answer])) for position, answer in enumerate(tree.states[row].answers)]
            for row, name in enumerate(_name_states(tree))
        }
    )
