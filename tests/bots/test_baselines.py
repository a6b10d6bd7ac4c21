"""Baselines: each plays as it is said to, knows nothing that its seat has not seen, and is found by its name."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

import pytest

from cambio import PRESETS, Action, Call, Draw, Game, Rules, Snap, View
from cambio.bots import Bot, Player, PlayerFactory, play_round, seated
from cambio.bots.baselines import ABOUT, BASELINES
from cambio.bots.baselines.mcts import Node, TreeSearch
from cambio.bots.baselines.memory import Memory
from cambio.bots.baselines.threshold import Greedy
from cambio.bots.seat_agent import SeatAgent
from cambio.core import is_compiled
from cambio.core.engine.next_actor import find_decider, may_snap
from cambio.core.engine.rng import Rng
from cambio.places import Seat, seat_named
from cambio.training.random_rules import random_rules, random_seats
from tests.bots.players import RandomPlayer
from tests.lab.runs import refusal_of, run_json


class ShortSearch(TreeSearch):
    """Thinks less long, by the same code."""

    rollouts = 12 if is_compiled() else 3


SHORT: dict[str, PlayerFactory] = {**BASELINES, "mcts": ShortSearch}
FIVE = ("classic", "flip", "cambia", "stick", "camp")
#: Each of them has something that no rule book has.
MIXTURES = (
    "cambia snap.match=value snap.who=own call.when=end turn.exchange=equal",
    "camp powers.use=mandatory snap.penalty=3 deck.decks=2 deal.cards=6",
    "classic snap.who=any snap.cards=2 snap.seize=yes snap.shown=no powers.cards.A=look",
)


@pytest.mark.parametrize("text", [*FIVE, *MIXTURES])
@pytest.mark.parametrize("name", SHORT)
def test_a_baseline_plays_whole_rounds_without_fault(name: str, text: str) -> None:
    rules = Rules.parse(text)
    for seats in (2, 4):
        game = Game(rules, seats, seed=seats)
        report = play_round(game, seated(game, [SHORT[name]] * seats, seed=3))
        assert report.faults == () and not report.cut_short
        assert game.table.lap < 80


def answer_of(game: Game, seat: Seat, factory: PlayerFactory, *, is_snap: bool) -> object:
    """What a player answers now that has heard all that its seat was told."""
    agent = SeatAgent(game, seat, factory(game.rules, len(game.seats), seat, 11))
    agent.tell(game.events)
    answer = agent.choose_snap() if is_snap else agent.decide()
    assert agent.faults == []
    return answer


def answers_agree(game: Game, factory: PlayerFactory, seed: int) -> bool:
    """Whoever is asked now answers the same where all cards lie elsewhere that it has not seen."""
    asked = [(seat_named(seat), True) for seat in range(len(game.seats)) if may_snap(game.table, seat)]
    if (decider := find_decider(game.table)) in range(len(game.seats)):
        asked.append((seat_named(decider), False))
    return all(
        answer_of(game, seat, factory, is_snap=is_snap)
        == answer_of(game.imagine(seat, seed), seat, factory, is_snap=is_snap)
        for seat, is_snap in asked
    )


def walk(rules: Rules, seats: int, factory: PlayerFactory, seed: int, every: int) -> bool:
    """Through a round of players who do anything, asking a baseline now and then: whether it always agreed."""
    game = Game(rules, seats, seed=seed)
    moves = play_moves(rules, seats, seed)
    for number, (actor, action) in enumerate(moves):
        if number % every == 0 and not answers_agree(game, factory, number):
            return False
        game.play(actor, action)
    return True


def play_moves(rules: Rules, seats: int, seed: int) -> list[tuple[Seat, Action]]:
    game = Game(rules, seats, seed=seed)
    play_round(game, seated(game, [RandomPlayer] * seats, seed))
    return list(game.record)


@pytest.mark.parametrize("name", SHORT)
def test_a_baseline_decides_by_nothing_that_its_seat_has_not_seen(name: str) -> None:
    rng = random.Random(f"baseline {name}")
    some = [(PRESETS[preset], 2 + number % 3) for number, preset in enumerate(FIVE)]
    for _ in range(3):
        rules = random_rules(rng)
        some.append((rules, min(4, random_seats(rules, rng))))
    for rules, seats in some:
        assert walk(rules, seats, SHORT[name], rng.randrange(1000), every=7 if name == "mcts" else 3)


class Cheat(Greedy):
    """Planted: looks at the card on top of the stock before it draws."""

    def __init__(self, rules: Rules, seats: int, seat: Seat, seed: int, *, game: list[Game]) -> None:
        super().__init__(rules, seats, seat, seed)
        self.game = game

    def begin(self, view: View, legal: Sequence[Action]) -> Action:
        table = self.game[0].table
        is_low = self.rules.ruleset.value_of(table.stock_card(table.stock_left - 1)) < 6
        return Draw() if is_low else next(action for action in legal if action != Draw())


def test_a_planted_cheat_is_found() -> None:
    real = Game("cambia", 2, seed=1)
    for seat in real.seats:
        real.play(seat, "ready")
    answers = {
        str(answer_of(game, "a", partial(Cheat, game=[game]), is_snap=False))
        for game in (real.imagine("a", seed) for seed in range(20))
    }
    assert len(answers) == 2


class Throws(Bot):
    """Draws and throws; calls in lap 30."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        if not legal or isinstance(legal[0], Snap):
            return None
        if view.lap > 30 and Call() in legal:
            return Call()
        return next(action for action in legal if action != Call())


def test_greedy_calls_a_hand_at_its_threshold() -> None:
    calls = []
    for seed in range(12):
        game = Game("cambia", 2, seed=seed)
        players: list[Player] = [Greedy(game.rules, 2, "a", 1), Throws()]
        report = play_round(game, players)
        if report.outcome.caller == "a" and game.table.lap < 15:
            calls.append(report.outcome.points["a"])
    assert calls and sum(calls) / len(calls) < 9


def test_memory_counts_what_is_left() -> None:
    game = Game("cambia", 2, seed=4)
    player = Memory(game.rules, 2, "a", 1)
    agent = SeatAgent(game, "a", player)
    agent.tell(game.events)
    before = player._mean_of_unseen()
    values = [game.rules.ruleset.value_of(card) for card in range(game.rules.deck_size)]
    # All cards but the opening discard are unseen.
    assert before == pytest.approx((sum(values) - game.rules.ruleset.value_of(game.table.pile_card(0))) / 53)
    for seat in game.seats:
        agent.tell(game.play(seat, "ready"))
    agent.tell(game.play("a", "draw"))
    assert player._mean_of_unseen() != before


def test_snap_happy_snaps_more_than_greedy_and_mostly_wrongly(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "play", "--bots", "snap-happy,greedy", "--games", "40" if is_compiled() else "12")
    happy, greedy = found["seats"]
    assert happy["wrong_snaps"] > 5 * max(1, greedy["wrong_snaps"]) and found["faults"] == []
    assert greedy["share"] > 0.5


def test_a_tree_tries_everything_once_and_then_what_wins() -> None:
    node, rng = Node(), Rng(5)
    for _ in range(300):
        action = node.pick([1, 2, 3], rng)
        node.add(action, 1.0 if action == 2 else 0.0)
    assert set(node.tries) == {1, 2, 3} and node.tries[2] > 200 and node.visits == 300


@pytest.mark.skipif(not is_compiled(), reason="a search takes its time")
def test_tree_search_beats_a_player_who_does_anything() -> None:
    wins = 0.0
    for seed in range(12):
        game = Game("cambia", 2, seed=seed)
        outcome = play_round(game, seated(game, [TreeSearch, RandomPlayer], seed=seed)).outcome
        wins += ("a" in outcome.winners) / len(outcome.winners)
    assert wins >= 8


def test_baselines_are_named_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert set(ABOUT) == set(BASELINES)
    found = run_json(capsys, "league", "--bots", "expert,greedy,memory", "--games", "8")
    assert found["fault_count"] == 0 and len(found["bots"]) == 3
    assert "did you mean 'greedy'?" in refusal_of(capsys, "play", "--bots", "expert,gredy")
