"""The host asks in an order that never changes, tells everybody everything they may know, and always finishes."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from cambio import DEALER, Action, Close, Event, Game, Seat, Snap, View
from cambio.bots import Bot, Player, StandIn, play_round, seated
from cambio.bots.player import may_wait
from cambio.bots.round_runner import player_seed
from cambio.core.engine import constants
from cambio.core.engine.next_actor import find_decider, may_snap
from cambio.places import seat_number
from cambio.training.random_rules import random_rules, random_seats
from tests.bots.players import RandomPlayer, round_with, stand_ins

#: What a seat was asked, after how many actions: whether it wants to snap or not, and its answer.
Question = tuple[int, Seat, bool, Action | None, float]


class Asked(Bot):
    """Plays at random and writes every question down; the game is only looked at to tell when."""

    def __init__(self, game: Game, seat: Seat, seed: int, questions: list[Question]) -> None:
        self.game = game
        self.seat = seat
        self.player = RandomPlayer(game.rules, len(game.seats), seat, seed)
        self.questions = questions
        self.heard: list[Event] = []

    def notice(self, event: Event) -> None:
        self.heard.append(event)

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        assert self.heard == self.game.heard_by(self.seat), "all news come before the next question"
        assert view == self.game.view(self.seat)
        snaps = may_wait(legal)
        expected = [action for action in self.game.legal(self.seat, snaps=snaps) if isinstance(action, Snap) == snaps]
        assert list(legal) == expected
        answer = self.player.choose(view, legal)
        self.questions.append((len(self.game.record), self.seat, snaps, answer, 0.0))
        return answer

    def reaction(self) -> float:
        seconds = self.player.reaction()
        when, seat, snaps, answer, _ = self.questions.pop()
        assert seat == self.seat, "the reaction is asked for right after the choice"
        self.questions.append((when, seat, snaps, answer, seconds))
        return seconds


@pytest.mark.parametrize("seed", range(14))
def test_questions_come_in_the_order_of_the_contract(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_rules(rng)
    game = Game(rules, random_seats(rules, rng), seed=seed)
    questions: list[Question] = []
    players: list[Player] = [Asked(game, seat, seed + number, questions) for number, seat in enumerate(game.seats)]
    report = play_round(game, players)
    assert not report.faults
    assert report.actions == len(game.record)

    again = game.from_the_start()
    for when, (actor, action) in enumerate(game.record):
        asked = [question for question in questions if question[0] == when]
        open_for = [seat for number, seat in enumerate(game.seats) if may_snap(again.table, number)]
        assert [seat for _, seat, snaps, _, _ in asked if snaps] == open_for
        wishes = [(seconds, seat, answer) for _, seat, snaps, answer, seconds in asked if snaps and answer]
        if wishes:
            assert len(asked) == len(open_for)
            assert (actor, action) == min(wishes, key=lambda wish: wish[:2])[1:]
        elif find_decider(again.table) == constants.DEALER:
            assert len(asked) == len(open_for)
            assert (actor, action) == (DEALER, Close())
        else:
            assert len(asked) == len(open_for) + 1
            assert asked[-1][1:4] == (actor, False, action)
            assert seat_number(actor) == find_decider(again.table)
        again.play(actor, action)


class Snapper(StandIn):
    """Snaps its own first card at the first discard, in its own time."""

    def __init__(self, game: Game, seat: Seat, seconds: float) -> None:
        super().__init__(game.rules, len(game.seats), seat)
        self.seconds = seconds
        self.asked = 0

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        if view.window == 1 and may_wait(legal):
            self.asked += 1
            return next(snap for snap in legal if snap.places()[0].seat == self.seat) if self.asked < 3 else None
        return super().choose(view, legal)

    def reaction(self) -> float:
        return self.seconds


@pytest.mark.parametrize(("seconds", "first"), [((0.5, 0.3, 0.4), "b"), ((0.4, 0.4, 0.4), "a"), ((9.0, 8.0, 0.0), "c")])
def test_the_fastest_snap_counts_and_of_equals_the_first_seat(seconds: tuple[float, ...], first: Seat) -> None:
    game = Game("cambia", 3, seed=11)
    play_round(game, [Snapper(game, seat, time) for seat, time in zip(game.seats, seconds, strict=True)])
    snappers = [actor for actor, action in game.record if isinstance(action, Snap)]
    assert snappers[0] == first


def test_after_a_snap_the_others_are_asked_again() -> None:
    game = Game("cambia snap.winners=all", 3, seed=11)
    players = [Snapper(game, seat, 0.1 * number) for number, seat in enumerate(game.seats)]
    play_round(game, players)
    assert [player.asked for player in players] == [3, 3, 3]


def test_everybody_hears_the_whole_round_as_they_may_know_it() -> None:
    game = Game("camp", 4, seed=3)
    players = [Asked(game, seat, number, []) for number, seat in enumerate(game.seats)]
    play_round(game, players)
    for player in players:
        assert player.heard == game.heard_by(player.seat)


def test_a_round_may_be_hosted_from_the_middle() -> None:
    game = Game("cambia", 2, seed=3)
    game.play("a", "ready")
    players = [Asked(game, seat, number, []) for number, seat in enumerate(game.seats)]
    assert not play_round(game, players).faults
    assert players[0].heard == game.heard_by("a")


def test_a_game_without_a_log_can_not_be_told() -> None:
    game = Game("cambia", 2, seed=3, log=False)
    with pytest.raises(ValueError, match="expected a game that keeps its events"):
        play_round(game, stand_ins(game))


def test_there_is_a_player_for_each_seat() -> None:
    game = Game("cambia", 3, seed=3)
    with pytest.raises(ValueError, match="zip"):
        play_round(game, stand_ins(game)[:2])
    with pytest.raises(ValueError, match="zip"):
        seated(game, [StandIn], seed=1)


def test_the_players_of_a_round_have_different_seeds_and_not_the_deals() -> None:
    game = Game("cambia", 3, seed=1)
    seeds: list[int] = []

    def remember(rules: object, seats: int, seat: Seat, seed: int) -> Player:
        seeds.append(seed)
        return StandIn(game.rules, seats, seat)

    seated(game, [remember] * 3, seed=1)
    assert len({game.seed, *seeds}) == 4
    assert seeds == [player_seed(1, seat) for seat in game.seats]


class NeverEnding(StandIn):
    """Draws for ever."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        choice = super().choose(view, legal)
        assert view.lap < 1_000
        return choice if str(choice) != "call" else next(action for action in legal if str(action) != "call")


def test_a_round_that_goes_nowhere_is_ended_by_stand_ins() -> None:
    game = Game("cambia turn.stock=reshuffle", 2, seed=5)
    report = play_round(game, [NeverEnding(game.rules, 2, seat) for seat in game.seats], limit=300)
    assert report.cut_short
    assert 300 < report.actions < 310
    assert report.outcome.reason == "called"


def test_a_round_that_ends_by_itself_is_not_cut_short() -> None:
    report = round_with(StandIn(Game("cambia").rules, 2, "a"))
    assert not report.cut_short
    assert not report.faults


class Divided(StandIn):
    """A bot with methods of its own, which happen to be named like those of players that track the cards."""

    def choose_snap(self) -> None:
        raise AssertionError("nobody but the bot itself calls this")

    def decide(self) -> None:
        raise AssertionError("nobody but the bot itself calls this")


def test_a_bot_may_name_its_own_methods_as_it_likes() -> None:
    game = Game("cambia", seats=2, seed=3)
    assert play_round(game, seated(game, [Divided, StandIn], seed=1)).faults == ()
