"""Training a network on a small Cambio, and exactly how far it is from perfect play after every few lessons.

A pack of aces and sixes, two cards each, is so small that the whole tree of the game can be walked. So NashConv, what
both seats together would win if each of them played as well as can be against the network, is known without sampling.
The network learns as `cambio train` lets it learn, from rounds against itself and its past selves.

    pip install "cambio-game[train]"
    python examples/train_on_a_reduced_game.py
    python examples/train_on_a_reduced_game.py --game eight --decisions 1000000
"""

import argparse
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from cambio.training.game_tree import GameTree
from cambio.training.network_policy import tabulate_network
from cambio.training.reduced_rules import REDUCED_RULES
from cambio.training.self_play import PAST, SELF, Game
from cambio.training.training_run import Plan, TrainingRun, players

#: Lessons from one line to the next.
LESSONS_PER_LINE = 10


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a network on a reduced game of Cambio, and rate it exactly.")
    parser.add_argument("--game", choices=REDUCED_RULES, default="six", help="a game of docs/RESEARCH.md")
    parser.add_argument("--decisions", type=int, default=600_000, help="to learn from")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rules = REDUCED_RULES[options.game]
    tree = GameTree(rules)
    plan = Plan(
        (Game(rules, 2),), options.decisions, options.seed, decisions_per_lesson=8_000, opponents={SELF: 3, PAST: 1}
    )
    began = time.process_time()

    def show() -> None:
        network = run.learner.weights
        found = tree.nash_conv(tabulate_network(tree, network))
        print(f"{run.decisions:9,} decisions{time.process_time() - began:8.1f} s{found:12.5f}", flush=True)

    with TemporaryDirectory() as folder, players(1, None) as play:
        run = TrainingRun(plan, Path(folder))
        run.clone_expert(play)
        print(f"{options.game}: {len(tree):,} nodes; NashConv after so many decisions and seconds of one core")
        show()
        for row in run.run(play):
            if row.lesson % LESSONS_PER_LINE == 0:
                show()
        show()


if __name__ == "__main__":
    main()
