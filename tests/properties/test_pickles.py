"""Pickles and copies of games and matches go on as the original does, whatever it was doing."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable

import pytest

from cambio import Game, Match
from cambio.core import is_compiled
from tests.properties.other_build import tell, told_by_other_build
from tests.properties.random_games import game_under_way, play_on, random_game, states
from tests.soaking import examples

SEEDS = examples(20 if is_compiled() else 16, soak=35)
ACTIONS = 10


def pickled(game: Game) -> Game:
    twin = pickle.loads(pickle.dumps(game))  # noqa: S301 - our own
    assert isinstance(twin, Game)
    return twin


WAYS: list[Callable[[Game], Game]] = [pickled, copy.deepcopy, copy.copy, Game.copy]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_pickle_of_a_game_holds_what_the_game_holds(seed: int) -> None:
    rng = random.Random(seed)
    for game in states(game_under_way(seed, rng), rng):
        twin = pickled(game)
        assert (twin.rules, twin.seats, twin.seed) == (game.rules, game.seats, game.seed)
        assert (twin.dealer, twin.starter, twin.deck, twin.shuffles) == (
            game.dealer,
            game.starter,
            game.deck,
            game.shuffles,
        )
        assert (twin.record, twin.events, twin.outcome()) == (game.record, game.events, game.outcome())
        assert repr(twin) == repr(game)
        for seat in game.seats:
            assert twin.view(seat) == game.view(seat)
            assert twin.legal(seat, snaps=False) == game.legal(seat, snaps=False)


@pytest.mark.parametrize("seed", SEEDS)
def test_pickles_and_copies_go_on_as_the_game_does_and_leave_it_alone(seed: int) -> None:
    rng = random.Random(seed)
    for game in states(game_under_way(seed, rng), rng):
        if rng.random() < 0.9:
            continue
        before = repr(game), game.view(), len(game.events)
        told = [list(play_on(copied(game), seed, ACTIONS)) for copied in WAYS]
        assert all(one == told[0] for one in told)
        assert (repr(game), game.view(), len(game.events)) == before
        assert list(play_on(pickled(pickled(game)), seed, ACTIONS)) == told[0]


def test_games_are_pickled_in_the_middle_of_everything() -> None:
    """The random games of these tests come by all that a table can wait for."""
    met: set[str] = set()
    for seed in SEEDS:
        rng = random.Random(seed)
        for game in states(game_under_way(seed, rng), rng):
            table = game.table
            names = ("window_open", "window_won", "gifts", "shuffles", "out", "power", "held_from_stock")
            met |= {name for name in names if getattr(table, name)}
            met |= {"reshuffled"} if game.shuffle_ids else set()
            met.add(game.view().phase)
    assert met >= {"window_open", "gifts", "reshuffled", "power", "holding", "start", "memory", "over", "out"}


def test_reshuffles_that_are_given_are_pickled_with_the_game() -> None:
    """A game that starts again knows the reshuffles to come: pickled at each action, it plays the same to the end."""
    seeds = iter(range(1000))
    game = next(game for seed in seeds if (game := game_under_way(seed, random.Random(seed))).shuffles)
    again = game.from_the_start()
    for actor, action in game.record:
        again = pickled(again)
        again.play(actor, action)
    assert again.events == game.events and again.shuffles == game.shuffles
    assert again.view(game.seats[0]) == game.view(game.seats[0])


def test_a_game_without_a_log_is_pickled_without_one() -> None:
    silent = Game("stick", 2, seed=4, log=False)
    assert pickled(silent).play("a", "ready") == [] == silent.play("a", "ready")


def test_the_other_build_reads_the_pickles_of_this_one() -> None:
    games = []
    for seed in range(21):
        rng = random.Random(seed)
        games.append(game_under_way(seed, rng))
    told = told_by_other_build(*games)
    if told is None:
        pytest.skip("the core is not compiled here")
    assert told == [tell(game) for game in games]


def test_what_a_game_looks_like_tells_nothing_that_is_hidden() -> None:
    """Other cards, dealt from another seed, look the same: neither faces nor the seed are shown."""
    for seed in SEEDS:
        rng = random.Random(seed)
        game = random_game(seed, rng)
        other = Game(game.rules, len(game.seats), seed=game.seed + 1, dealer=game.dealer, starter=game.starter)
        assert game.deck != other.deck
        assert repr(game) == repr(other)
        assert str(game.seed) not in repr(game)


@pytest.mark.parametrize(
    "rules", ["camp match.rounds=3", "stick match.rounds=9 match.target=40", "classic match.starter=winner"]
)
def test_matches_go_on_from_pickles_and_copies(rules: str) -> None:
    match = Match(rules, seats=3, seed=8)
    for _ in range(3):
        if match.is_over:
            break
        twins = [pickle.loads(pickle.dumps(match)), copy.deepcopy(match)]  # noqa: S301 - our own
        for twin in twins:
            assert repr(twin) == repr(match)
            assert (twin.round, twin.dealer, twin.starter) == (match.round, match.dealer, match.starter)
            assert twin.deal().deck == match.deal().deck
        game = match.deal()
        for _ in play_on(game, 2, 5_000):
            pass
        outcome = game.outcome()
        for one in (match, *twins):
            one.score(outcome)
        assert all(twin.tally == match.tally and twin.outcomes == match.outcomes for twin in twins)
        assert all(twin.standing() == match.standing() for twin in twins)
    assert match.outcomes


def test_a_match_says_how_it_stands() -> None:
    match = Match("camp match.rounds=1", seats=2, seed=5)
    game = match.deal()
    for _ in play_on(game, 2, 5_000):
        pass
    match.score(game.outcome())
    tally = ", ".join(f"{seat} {points}" for seat, points in match.tally.items())
    assert repr(match) == f"<Match of {match.rules} for 2 seats: over after 1 round, tally {tally}>"
