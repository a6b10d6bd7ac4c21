"""A game loop with a person at the prompt: you are Ana at seat a, and levels of the ladder have the other seats.

It shows all that a program needs to let somebody play: what a seat may know (a view), what it may do (legal actions),
what happened (events), and why something is refused (``why_not``).

    python examples/play_at_the_prompt.py
    python examples/play_at_the_prompt.py "camp snap.penalty=1" --bots casual,expert --seed 7

Type an action, like ``draw``, ``swap a2`` or ``snap b1``; Enter lets a snap go by; ``help`` lists what you may do, and
``quit`` ends the game.
"""

import argparse
from collections.abc import Sequence

from cambio import Action, ActionError, Event, Game, RulesError, Snap, View, parse_action
from cambio.bots import Bot, play_round, seated
from cambio.bots.levels import LADDER

NAMES = {"a": "Ana", "b": "Ben", "c": "Cleo", "d": "Dan", "e": "Eva"}


class Person(Bot):
    """A player like any other, who asks somebody at the prompt."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.passed: object = None  # What was seen when the last snap was let go by.
        self.typed_ahead: Action | None = None

    def notice(self, event: Event) -> None:
        print(" ", event.sentence(NAMES))

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        return self.choose_snap(view) if all(isinstance(action, Snap) for action in legal) else self.decide(view, legal)

    def choose_snap(self, view: View) -> Action | None:
        """Asked before every decision that anybody makes; the person only if there is something new to think about."""
        seen = view.window, view.hands
        if seen == self.passed:
            return None
        answer = self.ask(f"Snap the {view.top}? (Enter: no) ", "snap a1, snap b2 ..., or Enter to let it go by")
        if isinstance(answer, Snap):
            return answer
        self.passed, self.typed_ahead = seen, answer
        return None

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        action, self.typed_ahead = self.typed_ahead, None
        if action is None:
            print_table(view)
        while action is None or isinstance(action, Snap):
            action = self.ask(f"{summary(legal)}: ", ", ".join(map(str, legal)))
        return action

    def ask(self, question: str, choices: str) -> Action | None:
        """An action that the rules allow, or None for an empty line; what they refuse, they explain."""
        while True:
            try:
                words = input(question).strip()
            except EOFError:
                words = "quit"
            if words == "quit":
                raise KeyboardInterrupt
            if words == "help":
                print(f"  You may: {choices}")
                continue
            if not words:
                return None
            try:
                action = parse_action(words)
            except ActionError as error:
                print(f"  {error}")
                continue
            refusal = self.game.why_not("a", action)
            if refusal is None:
                return action
            print(f"  No: {refusal}.")


def print_table(view: View) -> None:
    print()
    for seat, hand in view.hands.items():
        print(f"  {NAMES[seat]:5}", *(f"{seat}{slot}:{card}" for slot, card in enumerate(hand, start=1)))
    held = f"   in hand: {view.held}" if view.held else ""
    print(f"  {'pile':5} {view.top or 'empty'}   stock: {view.stock}{held}")


def summary(legal: Sequence[Action]) -> str:
    """What may be done, each kind of action once: draw, swap a1..a4."""
    kinds: dict[str, list[str]] = {}
    for action in legal:
        verb, _, place = str(action).partition(" ")
        kinds.setdefault(verb, []).extend([place] if place else [])
    return ", ".join(verb + (f" {places[0]}..{places[-1]}" if places else "") for verb, places in kinds.items())


def main() -> None:
    parser = argparse.ArgumentParser(description="Play a round of Cambio at the prompt.")
    parser.add_argument("rules", nargs="?", default="cambia", help='like "classic" or "cambia snap.penalty=1"')
    parser.add_argument("--bots", default="casual", help=f"the others: {', '.join(LADDER)}")
    parser.add_argument("--seed", type=int, help="the same seed deals the same cards")
    options = parser.parse_args()
    bots = options.bots.split(",")
    if not set(bots) <= set(LADDER) or len(bots) >= len(NAMES):
        parser.error(f"expected up to {len(NAMES) - 1} of {', '.join(LADDER)}, but found {options.bots}")
    try:
        game = Game(options.rules, seats=1 + len(bots), seed=options.seed)
    except RulesError as error:
        parser.error(str(error))
    print(f"You are Ana at seat a, and play by {game.rules}. Cards that you have not seen are ??.")
    others = seated(game, [LADDER[bot] for bot in [bots[0], *bots]], seed=game.seed)[1:]
    try:
        report = play_round(game, [Person(game), *others])
    except KeyboardInterrupt:
        print("\nGood-bye.")
        return
    print()
    for seat, hand in game.view().hands.items():
        print(f"  {NAMES[seat]:5}", *hand, f"= {report.outcome.points[seat]}")
    print(report.outcome.sentence(NAMES))


if __name__ == "__main__":
    main()
