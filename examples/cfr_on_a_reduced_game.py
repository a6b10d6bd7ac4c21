"""Counterfactual regret minimisation on a Cambio that is small enough to be solved: four cards, one for each seat.

House rules cut the game down until its whole tree can be walked: a pack of four cards, one card each, no powers, no
snaps, nothing to take, and a show when the stock is used up. What is left is the nerve: when to call. CFR+ of OpenSpiel
goes through all of it in each iteration; nothing is sampled.

    pip install "cambio-game[openspiel]"
    python examples/cfr_on_a_reduced_game.py
"""

import argparse
import time

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability

import cambio.environments.openspiel  # noqa: F401 - registers python_cambio

PACK = ("A", "3", "5", "6")
NOT_THERE = ("2", "4", "7", "8", "9", "10", "J", "Q", "K")
RULES = " ".join(
    [
        "classic deck.jokers=0 deal.cards=1 deal.memory_cards=1 deal.opening=no turn.take=no turn.stock=show",
        *(f"counts.{rank}=0" for rank in NOT_THERE),
        *(f"counts.{rank}b=1 counts.{rank}r=0" for rank in PACK),
    ]
)


def main() -> None:
    parser = argparse.ArgumentParser(description="Solve a reduced game of Cambio by CFR+.")
    parser.add_argument("--iterations", type=int, default=16)
    options = parser.parse_args()
    game = pyspiel.load_game("python_cambio", {"rules": RULES, "players": 2})
    solver = cfr.CFRPlusSolver(game)
    print(f"Four cards ({' '.join(PACK)}), one each: {len(solver.average_policy().state_lookup)} information states.\n")
    print("A perfect opponent wins this much of a round (its exploitability):")
    began = time.monotonic()
    done = 0
    while True:
        found = exploitability.exploitability(game, solver.average_policy())
        print(f"  after {done:2} iterations  {found:.4f}  ({time.monotonic() - began:.0f} s)", flush=True)
        if done >= options.iterations:
            break
        for _ in range(max(4, done)):
            solver.evaluate_and_update_policy()
        done += max(4, done)

    print("\nHow often the first seat calls at once, by the card that it has peeked at:")
    policy = solver.average_policy()
    for rank in PACK:
        state = first_turn(game, rank)
        calls = next(
            chance
            for action, chance in policy.action_probabilities(state).items()
            if state.action_to_string(0, action) == "call"
        )
        print(f"  {rank}  {calls:4.0%}  {'#' * round(20 * calls)}")


def first_turn(game: pyspiel.Game, rank: str) -> pyspiel.State:
    """The first turn of a seat that holds a card of that rank and has peeked at it."""
    state = game.new_initial_state()
    for wanted in (f"deal {rank}", "deal", "peek", "ready", "peek", "ready"):
        player = state.current_player()
        names = {state.action_to_string(player, action): action for action in state.legal_actions()}
        state.apply_action(next(action for name, action in names.items() if name.startswith(wanted)))
    return state


if __name__ == "__main__":
    main()
