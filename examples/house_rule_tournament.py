"""A tournament by house rules: every bot meets every other one, over the same deals from both seats.

Two of the bots are levels of the ladder, two are written here in a few lines each. The rules are named by how they
differ from a rule book, and explain themselves.

    python examples/house_rule_tournament.py
    python examples/house_rule_tournament.py "camp jokers=0 snap.penalty=1" --rounds 200
"""

import argparse
from collections.abc import Sequence
from itertools import combinations

from cambio import PRESETS, Action, Call, Draw, Game, Peek, Ready, Rules, RulesError, Skip, Swap, Throw, View
from cambio.bots import Bot, PlayerFactory, StandIn, play_round, seated
from cambio.bots.levels import LADDER
from cambio.hand_points import HandPoints
from cambio.rule_codes import code_of
from cambio.rulebook import differences

HOUSE_RULES = "cambia snap.penalty=1 jokers=0 deal.cards=5 deal.memory_cards=3"


class Impatient(StandIn):
    """Plays like the cautious stand-in, but calls in the fourth lap, whatever it holds."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        return Call() if Call() in legal and view.lap >= 4 else super().choose(view, legal)


class Hoarder(Bot):
    """Looks at its own cards, puts low cards where it knows of higher ones, and calls when it knows a low hand."""

    def __init__(self, rules: Rules, seats: int, seat: str, seed: int) -> None:  # noqa: ARG002 - as all bots are made
        self.seat = seat
        self.values = {**HandPoints(rules).values, "??": 6}

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        if all(action.verb == "snap" for action in legal):
            return None
        hand = view.hands[self.seat]
        worth = {slot: self.values[card] for slot, card in enumerate(hand, start=1) if card != "--"}
        if Call() in legal and sum(worth.values()) <= 8:
            return Call()
        if view.held is not None and any(isinstance(action, Swap) for action in legal):
            worst = max(worth, key=lambda slot: worth[slot])
            swap = next(action for action in legal if isinstance(action, Swap) and action.place.slot == worst)
            return swap if self.values[view.held] < worth[worst] else Throw() if Throw() in legal else swap
        unseen = [action for action in legal if isinstance(action, Peek) and hand[action.place.slot - 1] == "??"]
        return next((action for action in (*unseen, Ready(), Draw(), Skip()) if action in legal), legal[0])


ENTRANTS: dict[str, PlayerFactory] = {
    "Impatient": Impatient,
    "Hoarder": Hoarder,
    "beginner": LADDER["beginner"],
    "casual": LADDER["casual"],
}


def duel(rules: Rules, one: str, other: str, rounds: int) -> dict[str, float]:
    """How many rounds each of two wins; a tie is half a win for both, and each deal is played from both seats."""
    wins = {one: 0.0, other: 0.0}
    for number in range(rounds):
        names = [one, other] if number % 2 == 0 else [other, one]
        game = Game(rules, seats=2, seed=number // 2, dealer="b")
        report = play_round(game, seated(game, [ENTRANTS[name] for name in names], seed=number))
        assert not report.faults, report.faults[0]
        for winner in report.outcome.winners:
            wins[names[game.seats.index(winner)]] += 1 / len(report.outcome.winners)
    return wins


def main() -> None:
    parser = argparse.ArgumentParser(description="A tournament of four bots by house rules.")
    parser.add_argument("rules", nargs="?", default=HOUSE_RULES)
    parser.add_argument("--rounds", type=int, default=100, help="of each pairing")
    options = parser.parse_args()
    try:
        rules = Rules.parse(options.rules)
    except RulesError as error:
        parser.error(str(error))
    print(f"The rules are {rules} (code {code_of(rules)}). What is different from {options.rules.split()[0]}:")
    for option, usual, ours in differences(rules, PRESETS[options.rules.split()[0]]):
        print(f"  {option}: {ours} (there {usual})")

    scores = {pair: duel(rules, *pair, options.rounds) for pair in combinations(ENTRANTS, 2)}
    shares = {
        (one, other): wins[one] / options.rounds for pair, wins in scores.items() for one, other in (pair, pair[::-1])
    }
    total = {
        name: sum(share for (one, _), share in shares.items() if one == name) / (len(ENTRANTS) - 1) for name in ENTRANTS
    }
    ranking = sorted(ENTRANTS, key=lambda name: -total[name])

    print(f"\n{'won of each pairing':20}", *(f"{name:>10}" for name in ranking), f"{'all':>10}")
    for name in ranking:
        cells = [f"{shares[name, other]:10.0%}" if name != other else f"{'-':>10}" for other in ranking]
        print(f"{name:20}", *cells, f"{total[name]:10.0%}")
    print(f"\n{ranking[0]} wins the tournament.")


if __name__ == "__main__":
    main()
