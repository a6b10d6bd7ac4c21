"""Solving a small Cambio: CFR+ of OpenSpiel, and exactly how far levels of the ladder are from perfect play.

A pack of aces and sixes, two cards each: the whole tree of the game is walked once and handed over to OpenSpiel, which
solves it. NashConv is what both seats together would win if each of them played as well as can be against the policy of
the other: 0 in equilibrium. It is computed here and by OpenSpiel, without any sampling.

    pip install "cambio-game[openspiel]"
    python examples/solve_a_reduced_game.py
    python examples/solve_a_reduced_game.py --game eight --iterations 400
"""

import argparse
import time

import numpy as np
import pyspiel
from numpy.typing import NDArray

from cambio.training.game_tree import GameTree
from cambio.training.level_policy import tabulate_level
from cambio.training.openspiel import load_tree, policy_matrix, tabular_policy
from cambio.training.reduced_rules import REDUCED_RULES

#: How often levels are asked at each information state that throw dice to decide.
ASKED = 4


def main() -> None:
    parser = argparse.ArgumentParser(description="Solve a reduced game of Cambio by CFR+, and rate the ladder on it.")
    parser.add_argument("--game", choices=REDUCED_RULES, default="six", help="a game of docs/RESEARCH.md")
    parser.add_argument("--iterations", type=int, default=200, help="of CFR+")
    parser.add_argument("--levels", default="expert,search", help="levels that do not forget, with commas between them")
    options = parser.parse_args()
    began = time.monotonic()
    tree = GameTree(REDUCED_RULES[options.game])
    game = load_tree(tree)
    print(f"{options.game}: {len(tree):,} nodes, {len(tree.states):,} information states")
    print(f"{'policy':24}{'NashConv':>10}{'by OpenSpiel':>14}{'first seat':>12}{'seconds':>9}")

    def show(name: str, policy: NDArray[np.float64]) -> None:
        nonlocal began
        found, theirs = tree.nash_conv(policy), pyspiel.nash_conv(game, tabular_policy(tree, policy))
        seconds = time.monotonic() - began
        print(f"{name:24}{found:10.5f}{theirs:14.5f}{tree.values(policy)[0]:+12.5f}{seconds:9.1f}", flush=True)
        began = time.monotonic()

    show("uniform", tree.uniform())
    for level in filter(None, options.levels.split(",")):
        times = 1 if level == "expert" else ASKED
        show(level if times == 1 else f"{level}, asked {times} times", tabulate_level(tree, level, times=times))
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(options.iterations):
        solver.evaluate_and_update_policy()
    show(f"CFR+, {options.iterations} iterations", policy_matrix(tree, solver.tabular_average_policy()))


if __name__ == "__main__":
    main()
