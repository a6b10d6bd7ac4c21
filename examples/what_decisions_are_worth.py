"""What decisions are worth: what a champion gains over a master, decision by decision, against experts.

Most of a win is luck, so that thousands of rounds hardly tell two strong players apart. This looks at single decisions:
at some of them every lawful action is played to the end of the round in the same imagined worlds, with a master at the
own seat and experts at the others. The mean difference is what an action is worth beyond the master's choice.

    python examples/what_decisions_are_worth.py
    python examples/what_decisions_are_worth.py --decisions 1000 --worlds 2400 --tried 400      # two hours
"""

import argparse
import random
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cambio.bots.styles import STYLES
from cambio.core.engine import constants, phases
from cambio.core.engine.deal import deal_new_table
from cambio.core.engine.table import Table
from cambio.core.networks.learned_policy import has_scores, list_choices
from cambio.core.players.batch import make_rng, start_log
from cambio.core.players.evaluate import choose_by_value
from cambio.core.players.evidence import witness, witness_new_passes
from cambio.core.players.mind import Mind
from cambio.core.players.round_loop import carry_out, choose_action, find_decision, race_to_snap
from cambio.core.players.round_stats import RoundStats
from cambio.core.players.search import choose_with_search
from cambio.core.players.trial import value_of_action
from cambio.core.players.worlds import draw_seed, sample_world, weigh_evidence
from cambio.rules import Rules

#: One of so many decisions is looked at: those of one round are much alike.
ONE_OF = 7
#: More own choices than any round has: a trial of this depth ends with the round.
TO_THE_END = 10_000
#: Depths of trials, after which a critic says what an action was worth.
DEPTHS = (0, 1, 2, 3)


@dataclass
class Decision:
    """Values by world and action, in percent of a won round: of rollouts to the end, and of trials by their depth."""

    played_on: NDArray[np.float64]
    tried: dict[int, NDArray[np.float64]]
    chosen: dict[str, int]

    def gain_of(self, action: int, first: int = 0) -> float:
        """What an action is worth beyond the master's, in the worlds from that one on."""
        values = self.played_on[first:]
        return float((values[:, action] - values[:, self.chosen["master"]]).mean())

    def gain_of_trials(self, depth: int) -> float:
        """What the action is worth that is best by trials in the first worlds, judged by all others."""
        tried = self.tried[depth]
        return self.gain_of(int(tried.mean(axis=0).argmax()), len(tried))


def decisions_of_champion(rules: Rules, seed: int) -> Iterator[tuple[Mind, Table, int]]:
    """Rounds between a champion and an expert without end: whenever the champion has chosen among several actions."""
    minds = [STYLES["champion"].make_mind(rules, 2), STYLES["expert"].make_mind(rules, 2)]
    deal = 0
    while True:
        deal += 1
        seated = minds if deal % 2 else minds[::-1]
        for seat, mind in enumerate(seated):
            mind.start_round(seat, make_rng(seed, deal, 1 + seat))
        dealer, stats, let_pass = make_rng(seed, deal, 0), RoundStats(2), -1
        table = deal_new_table(rules.ruleset, 2, dealer)
        start_log(table)
        while table.phase != phases.OVER:
            if table.window_open and race_to_snap(table, seated, dealer, stats):
                continue
            let_pass = witness_new_passes(seated, table, let_pass)
            seat = find_decision(table, seated, dealer, stats)
            if seat == constants.NOBODY:
                continue
            action = choose_with_search(seated[seat], table)
            if seated[seat] is minds[0] and table.phase != phases.MEMORY and has_scores(minds[0]):
                yield minds[0], table, action
            witness(seated, table, seat, action)
            carry_out(table, seat, action, seated, dealer, stats)


def look_at(mind: Mind, table: Table, action: int, worlds: int, tried: int) -> Decision:
    """Try everything that the champion might have done in the same worlds; it will go on from where it was."""
    master = choose_action(mind, table)
    actions = list_choices(mind, table)
    chosen = {"expert": choose_by_value(mind, table), "master": master, "champion": action}
    played_on, by_depth = np.zeros((worlds, len(actions))), {depth: np.zeros((tried, len(actions))) for depth in DEPTHS}
    stats = RoundStats(table.seats)
    weigh_evidence(mind, table)
    for number in range(worlds):
        world, seed = sample_world(mind, table), draw_seed(mind)
        for index, choice in enumerate(actions):
            played_on[number, index] = 50 * value_of_action(mind, world, choice, seed, stats, TO_THE_END)
            for depth in DEPTHS if number < tried else ():
                by_depth[depth][number, index] = 50 * value_of_action(mind, world, choice, seed, stats, depth)
    return Decision(played_on, by_depth, {who: actions.index(what) for who, what in chosen.items() if what in actions})


def tell(what: str, gains: list[float]) -> None:
    error = 1.96 * np.std(gains) / len(gains) ** 0.5
    print(f"{what:45}{np.mean(gains):+7.2f} ± {error:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description="What the decisions of a champion are worth beyond a master's.")
    parser.add_argument("--rules", default="cambia")
    parser.add_argument("--decisions", type=int, default=40)
    parser.add_argument("--worlds", type=int, default=600, help="in which every action is played to the end")
    parser.add_argument("--tried", type=int, default=200, help="of these, the ones that trials may choose by")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    rounds = decisions_of_champion(Rules.parse(options.rules), options.seed)
    looked_at = (met for met in rounds if rng.random() < 1 / ONE_OF)
    found = [look_at(*next(looked_at), options.worlds, options.tried) for _ in range(options.decisions)]
    print(f"{options.rules}, {len(found)} decisions: gained over the master's choice, in percent of a won round")
    for level in ("expert", "champion"):
        tell(f"what the {level} chooses", [one.gain_of(one.chosen[level]) for one in found if level in one.chosen])
    for depth in DEPTHS:
        tell(f"the best by {options.tried} trials, {depth} choices ahead", [one.gain_of_trials(depth) for one in found])


if __name__ == "__main__":
    main()
