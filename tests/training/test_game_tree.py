"""A small game's tree: its exact values are OpenSpiel's, levels are policies, and CFR+ solves it."""

from __future__ import annotations

import copy

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy as openspiel_policy
from open_spiel.python.algorithms import exploitability

import cambio.environments.openspiel  # noqa: F401 - registers python_cambio
from cambio.core import is_compiled
from cambio.core.engine.rng import Rng
from cambio.environments.chance_nodes import ExplicitRound
from cambio.training import game_tree
from cambio.training.game_tree import CHANCE, GameTree, InformationState
from cambio.training.level_policy import LevelPolicy, tabulate_level
from cambio.training.openspiel import OpenSpielLevel, load_tree, policy_matrix, tabular_policy
from cambio.training.opponents import answer_of_mind
from cambio.training.reduced_rules import SIX_CARDS, reduce_pack

#: One card each would do for a test: two aces and two sixes.
TINY = reduce_pack("A", "6", copies=2, hand=1)
#: As small, but with snaps: nodes of one information state lie at several depths, because passes are not heard.
TINY_SNAPPING = f"{TINY} snap.who=own snap.penalty=1 snap.discarder=no"


@pytest.fixture(scope="module")
def six() -> GameTree:
    return GameTree(SIX_CARDS)


def random_policy(tree: GameTree, seed: int) -> np.ndarray:
    likely = np.random.default_rng(seed).random(tree.masks.shape) * tree.masks
    return np.asarray(likely / likely.sum(axis=1, keepdims=True))


@pytest.mark.parametrize("rules", [TINY, TINY_SNAPPING])
def test_values_and_nash_conv_are_those_of_openspiel_on_python_cambio(rules: str) -> None:
    """OpenSpiel walks ``python_cambio`` by itself: nothing of the tree is used."""
    tree = GameTree(rules)
    game = pyspiel.load_game("python_cambio", {"rules": rules})
    for seed in range(2 if is_compiled() else 1):
        matrix = random_policy(tree, seed)
        rows = {state.text: row for row, state in enumerate(tree.states)}
        theirs = openspiel_policy.tabular_policy_from_callable(
            game,
            lambda state, rows=rows, matrix=matrix: {
                answer: matrix[rows[state.information_state_string()], answer] for answer in state.legal_actions()
            },
        )
        assert tree.nash_conv(matrix) == pytest.approx(exploitability.nash_conv(game, theirs), abs=1e-9)


def test_values_and_nash_conv_are_those_of_openspiel_on_the_loaded_tree(six: GameTree) -> None:
    for tree in (six, GameTree(TINY_SNAPPING)):
        game = load_tree(tree)
        for seed in range(3):
            matrix = random_policy(tree, seed)
            assert tree.nash_conv(matrix) == pytest.approx(
                pyspiel.nash_conv(game, tabular_policy(tree, matrix)), abs=1e-9
            )


def test_the_tree_is_whole(six: GameTree) -> None:
    """Outcomes of chance add up to one, every answer of a mask has its node, and a round's rewards add up to 0."""
    likely = np.zeros(len(six))
    np.add.at(likely, six.parents[1:], six.chances[1:])
    assert np.allclose(likely[six.deciders == CHANCE], 1)
    children = np.bincount(six.parents[1:], minlength=len(six))
    decided = six.deciders >= 0
    assert (children[decided] == six.masks.sum(axis=1)[six.rows[decided]]).all()
    assert not six.returns.sum(axis=1).any()


def test_cfr_solves_it(six: GameTree) -> None:
    game = load_tree(six)
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    assert 0 <= six.nash_conv(policy_matrix(six, solver.tabular_average_policy())) < 0.001


@pytest.mark.parametrize("level", ["expert", "master"])
@pytest.mark.parametrize("rules", [SIX_CARDS, TINY_SNAPPING])
def test_a_level_decides_by_its_information_state_alone(rules: str, level: str) -> None:
    """At every node, whatever lies hidden there, it decides as at the node where its state was found first."""
    tree = GameTree(rules)
    policy = LevelPolicy(level, tree.config.rules, 2)
    table = tabulate_level(tree, level)
    round_ = ExplicitRound(tree.config)
    waiting, asked = [round_], 0
    rows = {(state.seat, state.text): row for row, state in enumerate(tree.states)}
    while waiting:
        round_ = waiting.pop()
        if round_.is_over:
            continue
        if not round_.is_chance:
            row = rows[round_.seat, round_.describe_past("ab"[round_.seat])]
            assert (policy.probabilities(round_.env, round_.heard) == table[row]).all()
            asked += 1
        numbers = [outcome for outcome, _ in round_.outcomes()] if round_.is_chance else round_.answers
        for number in numbers:
            twin = copy.deepcopy(round_)
            twin.apply(number)
            waiting.append(twin)
    assert asked > len(rows)


def test_openspiel_takes_a_level_as_a_policy() -> None:
    tree = GameTree(TINY)
    game = pyspiel.load_game("python_cambio", {"rules": TINY})
    found = exploitability.nash_conv(game, OpenSpielLevel(game, "expert"))
    assert found == pytest.approx(tree.nash_conv(tabulate_level(tree, "expert")), abs=1e-9)


def test_a_level_that_thinks_by_chance_is_asked_several_times(six: GameTree) -> None:
    asked = tabulate_level(six, "random", times=8)
    assert np.allclose(asked.sum(axis=1), 1) and not (asked * (1 - six.masks)).any()
    assert set(np.unique(asked)) <= {share / 8 for share in range(9)} and len(np.unique(asked)) > 3
    assert (asked == tabulate_level(six, "random", times=8)).all()
    assert (asked != tabulate_level(six, "random", times=8, seed=999_999)).any()


def test_levels_that_forget_are_refused_by_name(six: GameTree) -> None:
    lasting = r"\(random, expert, search, master, champion\)"
    with pytest.raises(ValueError, match=rf"information state alone {lasting}, but found 'casual'"):
        tabulate_level(six, "casual")
    with pytest.raises(ValueError, match=r"expected a level .* but found 'genius'"):
        tabulate_level(six, "genius")


def test_any_function_of_an_information_state_is_a_policy(six: GameTree) -> None:
    def first_allowed(state: InformationState) -> list[float]:
        return [float(answer == state.answers[0]) for answer in range(six.config.spec.answer_count)]

    matrix = six.tabulate(first_allowed)
    assert matrix.sum() == len(six.states) and six.nash_conv(matrix) > 0
    assert six.observations.shape == (len(six.states), six.config.spec.observation_width)


def test_what_is_no_policy_is_refused(six: GameTree) -> None:
    with pytest.raises(ValueError, match=r"in the shape \(305, 97\), but found the shape \(3, 97\)"):
        six.nash_conv(six.uniform()[:3])
    wrong = six.uniform()
    wrong[7] *= 2
    with pytest.raises(ValueError, match="information state 7: expected probabilities of"):
        six.nash_conv(wrong)


def test_a_tree_that_is_too_large_is_not_walked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_tree, "MAX_NODES", 500)
    with pytest.raises(ValueError, match="expected a game whose tree has 500 nodes at most"):
        GameTree(SIX_CARDS)


def test_a_mind_may_be_asked_at_any_table_that_its_seat_can_not_tell(six: GameTree) -> None:
    state = six.states[-1]
    mind = LevelPolicy("search", six.config.rules, 2)._mind
    mind.start_round(state.seat, Rng(4))
    assert answer_of_mind(mind, state.env) in state.answers
