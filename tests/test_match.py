"""Matches: rounds, dealer, starting seat, tally, target."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from cambio import Game
from cambio.match import Match
from cambio.outcome import Outcome
from tests.random_play import random_decision
from tests.rulebook.cite import cites
from tests.table import deal


def outcome(winners: str, **scores: int) -> Outcome:
    """A round that ended with these scores."""
    return replace(_any_outcome(), winners=tuple(winners), points=scores, scores=scores, cards=dict.fromkeys(scores, 4))


def _any_outcome() -> Outcome:
    table = deal("classic", a="Ac Ad Ah As", b="2c 2d 2h 2s", stock="3c")
    table.play("a call", "b draw", "b throw")
    return table.outcome


@cites("classic several rounds", "match.rounds")
def test_a_single_round_is_won_by_its_winners() -> None:
    match = Match("classic", seats=2)
    assert match.standing() is None
    match.score(outcome("b", a=4, b=4))
    standing = match.standing()
    assert standing is not None and standing.winners == ("b",) and standing.ranking[0] == ("b", 4)
    assert standing.sentence({"b": "Ben"}) == "After one round, Ben wins the match with 4 points."


@cites("camp Play 6", "match.rounds", "match.target")
def test_a_running_tally_goes_on_to_a_target() -> None:
    match = Match("camp match.target=50", seats=2)
    match.score(outcome("a", a=10, b=30))
    assert match.tally == {"a": 10, "b": 30} and not match.is_over
    match.score(outcome("a", a=5, b=20))
    standing = match.standing()
    assert standing is not None and standing.winners == ("a",)
    assert standing.ranking == (("a", 15), ("b", 50))
    assert standing.sentence() == "A tally has reached 50: a wins the match with 15 points."


@cites("house rule", "match.rounds")
def test_a_match_may_have_a_number_of_rounds_and_equal_tallies_share_it() -> None:
    match = Match("classic match.rounds=2", seats=3)
    match.score(outcome("a", a=1, b=2, c=3))
    assert not match.is_over
    match.score(outcome("b", a=3, b=2, c=9))
    standing = match.standing()
    assert standing is not None and standing.winners == ("a", "b")
    assert standing.sentence() == "After 2 rounds, a and b share the match with 4 points."


@cites("house rule", "match.reset_at", "match.reset_to")
def test_a_tally_of_exactly_a_hundred_is_set_back_to_fifty() -> None:
    match = Match("classic match.rounds=0 match.target=101 match.reset_at=100", seats=2)
    match.score(outcome("a", a=99, b=100))
    assert match.tally == {"a": 99, "b": 50}
    match = Match("classic match.rounds=0 match.target=101 match.reset_at=60 match.reset_to=7", seats=2)
    match.score(outcome("a", a=60, b=61))
    assert match.tally == {"a": 7, "b": 61}


@cites("house rule", "match.reset_times")
@pytest.mark.parametrize(("times", "tally"), [("always", 50), ("once", 100)])
def test_a_tally_is_set_back_each_time_or_only_once(times: str, tally: int) -> None:
    match = Match(f"classic match.rounds=0 match.reset_at=100 match.reset_times={times}", seats=2)
    match.score(outcome("a", a=99, b=100))
    match.score(outcome("a", a=0, b=20))
    match.score(outcome("a", a=0, b=30))
    assert match.tally == {"a": 99, "b": tally}


@cites("camp Dealing", "match.dealer")
def test_the_deal_rotates() -> None:
    match = Match("camp", seats=3)
    dealers = [match.dealer]
    for _ in range(3):
        match.score(outcome("a", a=1, b=2, c=3))
        dealers.append(match.dealer)
    assert dealers == ["c", "a", "b", "c"]


@cites("house rule", "match.dealer")
def test_the_same_player_may_deal_every_round() -> None:
    match = Match("camp match.dealer=stays", seats=3, dealer="b")
    match.score(outcome("a", a=1, b=2, c=3))
    assert match.dealer == "b"


@cites("camp Play 2", "match.starter")
@pytest.mark.parametrize(("starter", "seat"), [("left", "c"), ("right", "a"), ("dealer", "b"), ("winner", "c")])
def test_who_starts_is_seen_from_the_dealer(starter: str, seat: str) -> None:
    match = Match(f"camp match.starter={starter}", seats=3, dealer="b")
    assert match.starter == seat
    game = match.deal()
    for ready in game.seats:
        game.play(ready, "ready")
    assert game.turn == seat


@cites("camp Play 2", "match.starter")
def test_the_winner_of_the_last_round_may_start_and_of_several_the_one_with_the_lowest_total() -> None:
    match = Match("camp match.starter=winner match.dealer=stays", seats=4, dealer="b")
    match.score(outcome("a", a=1, b=2, c=3, d=4))
    assert match.starter == "a"
    match.score(outcome("ad", a=1, b=2, c=3, d=1))
    assert match.starter == "a"


@cites("camp Play 2", "match.starter")
def test_of_winners_with_the_same_total_the_first_from_the_dealers_left_starts() -> None:
    match = Match("camp match.starter=winner match.dealer=stays", seats=4, dealer="b")
    match.score(outcome("ad", a=1, b=2, c=3, d=1))
    assert match.starter == "d"


def test_rounds_of_a_match_are_dealt_differently_and_the_same_again_from_the_same_seed() -> None:
    match, again = (Match("camp", seats=2, seed=3) for _ in range(2))
    first = match.deal()
    assert first.deck == again.deal().deck
    match.score(outcome("a", a=1, b=2))
    assert match.deal().deck != first.deck


def test_a_whole_match_is_played_to_its_end() -> None:
    rng = random.Random(1)
    match = Match("camp match.target=60", seats=3, seed=9)
    while not match.is_over:
        game = match.deal()
        while not game.is_over:
            game.play(*random_decision(game, rng))
        match.score(game.outcome())
    assert max(match.tally.values()) >= 60
    assert sum(outcome.scores["a"] for outcome in match.outcomes) == match.tally["a"]


def test_what_is_not_over_is_not_scored_and_what_is_over_is_not_dealt() -> None:
    match = Match("classic", seats=2)
    with pytest.raises(ValueError, match="not over yet"):
        match.score(Game("classic").outcome())
    match.score(_any_outcome())
    with pytest.raises(ValueError, match="the match is over"):
        match.deal()
    with pytest.raises(ValueError, match="the match is over"):
        match.score(_any_outcome())
