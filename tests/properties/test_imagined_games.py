"""Imagined games: a viewer can't tell them from the real one, and all that are possible are equally likely."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from cambio import Game, Refused, SeatError
from cambio.core.engine import constants
from cambio.core.engine.cards import text_of
from cambio.places import DEALER, RAIL, Seat
from tests.properties.other_worlds import eye_of
from tests.properties.random_games import game_under_way, lively_decision, random_attempt, states
from tests.table import deal

GAMES = 24
#: Deals of each place's card that are counted, and standard deviations by which a count may be off.
DEALS, DEVIATIONS = 4_000, 5.0


def told(game: Game, viewer: Seat) -> tuple[object, ...]:
    """Everything that a viewer can ask for."""
    seat = None if viewer == RAIL else viewer
    actors = (viewer, DEALER) if seat else (DEALER,)
    legal = [game.legal(actor, pairs=len(game.seats) < 4) for actor in actors]
    outcome = game.outcome()
    return game.view(seat), game.open_table(), legal, game.heard_by(seat), game.record, game.turn, outcome, repr(game)


def past_of(game: Game, viewer: Seat) -> list[object]:
    """The whole round again from its deal, as the viewer hears it."""
    again = game.from_the_start()
    for actor, action in game.record:
        again.play(actor, action)
    return [*again.heard_by(viewer), again.view(viewer)]


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_viewer_is_told_the_same_in_an_imagined_game_and_in_its_past(seed: int) -> None:
    rng = random.Random(seed)
    game = game_under_way(seed, rng)
    for number, state in enumerate(states(game, rng)):
        viewer = rng.choice((*state.seats, RAIL))
        before = told(state, viewer)
        imagined = state.imagine(None if viewer == RAIL else viewer, seed=number)
        assert told(imagined, viewer) == before == told(state, viewer)
        actor, attempt = random_attempt(state, rng)
        if actor in (viewer, DEALER):
            assert refusal(imagined, actor, attempt) == refusal(state, actor, attempt)
        if number % 10 == 0:
            assert past_of(imagined, viewer) == past_of(state, viewer)


def refusal(game: Game, actor: Seat, attempt: str) -> object:
    try:
        return game.why_not(actor, attempt)
    except ValueError as error:
        return str(error)


@pytest.mark.parametrize("seed", range(GAMES))
def test_an_imagined_game_holds_no_secret_of_the_real_one(seed: int) -> None:
    """Dealt from another world that the viewer can't tell from this one, it is the same: nothing else is left in it."""
    rng = random.Random(seed)
    game = game_under_way(seed, rng)
    for viewer in (*game.seats, RAIL):
        seat = None if viewer == RAIL else viewer
        other = game.imagine(seat, seed=rng.getrandbits(30))
        first, second = game.imagine(seat, seed=5), other.imagine(seat, seed=5)
        assert (first.deck, first.shuffles, first.seed) == (second.deck, second.shuffles, second.seed)
        assert first.heard_by(viewer) == first.events == second.events
        way = random.Random(seed)
        while not first.is_over and way.randrange(60):
            actor, action = lively_decision(first, way)
            assert first.play(actor, action) == second.play(actor, action)


def test_an_imagined_game_is_played_to_its_end() -> None:
    for seed in range(40):
        rng = random.Random(seed)
        game = game_under_way(seed, rng).imagine("a", seed)
        for _ in range(5_000):
            if game.is_over:
                break
            game.play(*lively_decision(game, rng))
        assert game.is_over
        assert sorted(game.deck) == sorted(Game(game.rules, len(game.seats)).deck)


def test_unseen_cards_come_to_every_place_equally_often() -> None:
    game = Game("cambia", seats=2, seed=188)
    for action in ("ready", "draw", "throw", "spy b3"):
        game.play("a", action)
        if action == "ready":
            game.play("b", "ready")
    table = game.table
    unseen = [card for card in range(54) if not table.seen_by(card) >> eye_of("a") & 1]
    counts: Counter[tuple[int, int]] = Counter()
    places = [place for place in range(8) if table.card_at(place) in unseen]
    for seed in range(DEALS):
        world = game.imagine("a", seed).table
        counts.update((place, world.card_at(place)) for place in places)
        counts.update([(constants.NOWHERE, world.stock_card(world.stock_left - 1))])
    expected = DEALS / len(unseen)
    assert {card for _, card in counts} == set(unseen)
    assert len(counts) == (len(places) + 1) * len(unseen)
    assert all(abs(count - expected) < DEVIATIONS * expected**0.5 for count in counts.values())


@pytest.mark.parametrize("decks", [1, 2])
def test_a_card_that_was_snapped_wrongly_and_not_shown_is_imagined_as_one_that_does_not_match(decks: int) -> None:
    table = deal(f"cambia snap.shown=no decks={decks}", a="7h 2c 9d Kd", b="5s 4c 4d 5h", stock="6c 8d Xr")
    table.play("a draw", "a throw", "b snap b1")
    assert table.size("b") == 6
    hands = [table.game.imagine("a", seed).table for seed in range(600)]
    ranks = [[text_of(world.ruleset.face_of(world.card_at(place)))[0] for world in hands] for place in (1, 3)]
    assert "6" not in ranks[0] and set(ranks[0]) >= set("A23459JQK")
    assert "6" in ranks[1]


def test_a_seat_that_nobody_has_imagines_nothing() -> None:
    with pytest.raises(SeatError):
        Game(seats=2).imagine("z")


def test_a_game_without_a_log_is_imagined_without_one() -> None:
    game = Game("cambia", seats=2, seed=3, log=False).imagine("a", 1)
    assert not game.events
    with pytest.raises(Refused):
        game.play("a", "draw")
