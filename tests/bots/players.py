"""Players for the tests: a random one, one that writes down what it is given, and ways to seat them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from cambio import Action, Call, Event, Game, Seat, Snap, View
from cambio.bots import Bot, Player, Report, StandIn, play_round
from cambio.bots.player import may_wait
from cambio.rules import Rules

WAIT_CHANCE = 0.9
PAIR_CHANCE = 0.5
CALL_CHANCE = 0.15


class RandomPlayer(Bot):
    """Anything lawful; snaps now and then, in any time, and calls now and then."""

    def __init__(self, rules: Rules, seats: int, seat: Seat, seed: int) -> None:
        self.rng = random.Random(seed)
        self.may_pair = rules["snap.cards"] == 2

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        if may_wait(legal):
            return None if not legal or self.rng.random() < WAIT_CHANCE else self._snap(legal)
        others = [action for action in legal if not isinstance(action, Call)]
        if len(others) < len(legal) and (not others or self.rng.random() < CALL_CHANCE):
            return Call()
        verb = self.rng.choice(sorted({action.verb for action in others}))
        return self.rng.choice([action for action in others if action.verb == verb])

    def _snap(self, legal: Sequence[Action]) -> Action:
        """One of the cards, or sometimes any two of them where that is allowed."""
        if not self.may_pair or len(legal) < 2 or self.rng.random() < PAIR_CHANCE:
            return self.rng.choice(legal)
        one, two = self.rng.sample(legal, 2)
        assert isinstance(one, Snap) and isinstance(two, Snap)
        return Snap(one.place, two.place, one.discard)

    def reaction(self) -> float:
        return self.rng.choice([0.2, 0.4, 0.6])


class Diary(Bot):
    """Lets another one play, and writes down all that comes to the seat."""

    def __init__(self, player: Bot) -> None:
        self.player = player
        self.heard: list[Event] = []
        self.views: list[View] = []
        self.legal: list[Sequence[Action]] = []
        self.answers: list[Action | None] = []

    def notice(self, event: Event) -> None:
        self.heard.append(event)
        self.player.notice(event)

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        self.views.append(view)
        self.legal.append(legal)
        self.answers.append(self.player.choose(view, legal))
        return self.answers[-1]

    def reaction(self) -> float:
        return self.player.reaction()


def stand_ins(game: Game) -> list[Player]:
    return [StandIn(game.rules, len(game.seats), seat) for seat in game.seats]


def round_with(player: Player, rules: str = "cambia", seats: int = 2, seed: int = 7, limit: int = 20_000) -> Report:
    """A round in which that player has seat a, among stand-ins."""
    game = Game(rules, seats, seed=seed)
    report = play_round(game, [player, *stand_ins(game)[1:]], limit=limit)
    assert game.is_over
    return report
