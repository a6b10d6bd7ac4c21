"""Honest search: trying actions in worlds that the seat can't tell from the real one, and playing each to its end.

A copy of a game holds the hidden cards, so whoever searches in copies cheats. ``game.imagine(seat)`` deals anew all
that the seat has not seen; everything that it has seen stays as it is. Seat a searches like this, and says what it
thinks of each choice; seat b has the same judgement without the search.

    python examples/honest_search.py
    python examples/honest_search.py --worlds 40 --rounds 20
"""

import argparse
from collections.abc import Sequence

from cambio import Action, Call, Game, Rules, Snap, View
from cambio.bots import StandIn, play_round
from cambio.hand_points import HandPoints

RULES = "cambia"
UNSEEN_POINTS = 6


class Plain(StandIn):
    """Plays from the view alone, like the cautious stand-in, and calls when its hand seems to count 12 or less."""

    def __init__(self, rules: Rules, seats: int, seat: str) -> None:
        super().__init__(rules, seats, seat)
        self.counted = HandPoints(rules)

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        if Call() in legal and self.points(view) <= 12:
            return Call()
        return super().choose(view, legal)

    def points(self, view: View) -> int:
        hand = view.hands[self.seat]
        return self.counted.of(card for card in hand if card not in ("??", "--")) + UNSEEN_POINTS * hand.count("??")


class Searching(Plain):
    """Tries each action in imagined worlds, and takes the one that wins most of them."""

    def __init__(self, game: Game, seat: str, worlds: int, *, thinks_aloud: bool) -> None:
        super().__init__(game.rules, len(game.seats), seat)
        self.game, self.worlds, self.thinks_aloud = game, worlds, thinks_aloud

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        if view.phase == "memory" or len(legal) < 2 or isinstance(legal[0], Snap):
            return super().choose(view, legal)
        chances = self.try_out(legal)
        best = max(legal, key=lambda action: chances[action])
        if self.thinks_aloud:
            held = f", {view.held} in hand" if view.held else ""
            told = "  ".join(f"{action} {chances[action]:.0%}" for action in legal)
            print(f"  lap {view.lap}, {' '.join(view.hands[self.seat])}{held}: {told}  ->  {best}")
        return best

    def try_out(self, legal: Sequence[Action]) -> dict[Action, float]:
        """How often each action wins; all are tried in the same worlds."""
        won = dict.fromkeys(legal, 0.0)
        for number in range(self.worlds):
            world = self.game.imagine(self.seat, seed=1000 * len(self.game.record) + number)
            for action in legal:
                branch = world.copy()
                branch.play(self.seat, action)
                players = [Plain(branch.rules, len(branch.seats), seat) for seat in branch.seats]
                outcome = play_round(branch, players).outcome
                won[action] += (self.seat in outcome.winners) / len(outcome.winners)
        return {action: count / self.worlds for action, count in won.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description="Search in imagined worlds against the same player without search.")
    parser.add_argument("--worlds", type=int, default=12, help="to try each action in")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1, help="of the first round")
    options = parser.parse_args()
    won = 0.0
    for seed in range(options.seed, options.seed + options.rounds):
        game = Game(RULES, seats=2, seed=seed)
        print(f"Round {seed - options.seed + 1}: what seat a knows, and how often each choice wins in its worlds")
        searching = Searching(game, "a", options.worlds, thinks_aloud=True)
        report = play_round(game, [searching, Plain(game.rules, 2, "b")])
        assert not report.faults, report.faults[0]
        print(f"  {report.outcome.sentence({'a': 'The search', 'b': 'The plain player'})}\n")
        won += ("a" in report.outcome.winners) / len(report.outcome.winners)
    print(f"The search won {won:g} of {options.rounds}.")


if __name__ == "__main__":
    main()
