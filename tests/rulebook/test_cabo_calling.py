"""Cabo's second edition, the call and the match: zero or ten more, the kamikaze hand, and one fall from 100 to 50."""

import pytest

from cambio.match import Match
from tests.rulebook.cite import cites
from tests.rulebook.passing import empty_the_stock, pass_turn
from tests.table import deal
from tests.test_match import outcome

A = "2c 3c 4c 5c"
B = "2d 3d 4d 5d"
C = "2h 3h 4h 5h"
KAMIKAZE = "Qc Qd Kc Kd"


@cites("cabo Cabo")
def test_a_player_calls_at_the_start_of_a_turn_instead_of_drawing() -> None:
    table = deal("cabo", a=A, b=B, stock="6h")
    assert not table.accepts("b call")
    assert table.play("a call") == ["called a", "turn b"]
    drawn = deal("cabo", a=A, b=B, stock="7h")
    drawn.play("a draw")
    assert not drawn.accepts("a call")
    drawn.play("a throw")
    assert not drawn.accepts("a call")
    taken = deal("cabo", a=A, b=B)
    taken.play("a take")
    assert not taken.accepts("a call")


@cites("cabo Cabo")
def test_the_others_have_one_more_turn_and_then_all_cards_are_shown() -> None:
    table = deal("cabo", a=A, b=B, c=C, stock="6h 6s 6c")
    table.play("a draw", "a throw", "b call")
    assert not table.accepts("c call")
    table.play("c draw", "c throw")
    assert not table.accepts("a call")
    assert "revealed a a1 2c" in table.play("a draw", "a throw")
    assert table.over
    assert table.seen_by("c") == {"a": A, "b": B, "c": C}


@cites("cabo Cabo")
def test_the_callers_cards_stay_in_play() -> None:
    table = deal("cabo", a=A, b=B, c=C, stock="9h Jh")
    table.play("a call", "b draw", "b throw", "b spy a1", "c draw", "c throw", "c trade c1", "c trade a4")
    assert (table.hand("a"), table.hand("c")) == ("2c 3c 4c 2h", "5c 3h 4h 5h")


@cites("cabo Cabo")
@pytest.mark.parametrize(("caller", "other", "points"), [(A, "9d 3d 4d 5d", 21), ("10c Jc Qc 2c", "10d Jd Qd 3d", 36)])
def test_a_caller_with_the_fewest_points_scores_zero_however_many_they_are(
    caller: str, other: str, points: int
) -> None:
    table = deal("cabo", a=caller, b=other, stock="6h")
    table.play("a call", "b draw", "b throw")
    assert (table.winners, table.scores) == ("a", {"a": 0, "b": points})


@cites("cabo Cabo")
def test_a_wrong_call_costs_ten_and_the_lowest_hand_scores_its_points() -> None:
    table = deal("cabo", a="3s 3c 4c 5c", b=B, stock="6h")
    table.play("a call", "b draw", "b throw")
    assert (table.winners, table.scores) == ("b", {"a": 15 + 10, "b": 14})


@cites("cabo Cabo")
def test_one_player_with_fewer_points_makes_a_call_wrong() -> None:
    table = deal("cabo", a="3s 3c 4c 5c", b=B, c="9h 3h 4h 5h", stock="6h 6s")
    table.play("a call", "b draw", "b throw", "c draw", "c throw")
    assert (table.winners, table.scores) == ("b", {"a": 25, "b": 14, "c": 21})


@cites("cabo Scoring")
def test_a_caller_wins_a_tie_and_scores_zero_alone() -> None:
    table = deal("cabo", a=A, b=B, c="9h 3h 4h 5h", stock="6h 6s")
    table.play("a call", "b draw", "b throw", "c draw", "c throw")
    assert (table.winners, table.scores) == ("a", {"a": 0, "b": 14, "c": 21})


@cites("cabo Scoring")
def test_other_players_who_tie_share_the_win_with_any_number_of_cards() -> None:
    table = deal("cabo", a="9c 3c 4c 5c", b=B, c="7h 7s 3h 5h", stock="6h 6s")
    table.play("a call", "b draw", "b throw", "c draw", "c also c1", "c swap c2")
    assert (table.winners, table.scores) == ("b c", {"a": 31, "b": 14, "c": 14})


@cites("cabo Scoring")
def test_only_the_cards_that_are_left_count() -> None:
    table = deal("cabo", a="7c 7d 4c 5c", b=B, stock="Xr 6h 6s")
    table.play("a draw", "a also a1", "a swap a2", "b call", "a draw", "a throw")
    assert (table.points, table.scores) == ({"a": 9, "b": 14}, {"a": 9, "b": 24})


@cites("cabo Scoring")
def test_cards_added_by_a_failed_swap_count() -> None:
    table = deal("cabo", a=A, b="9d 3d 4d 5d", stock="6h 6s 6c")
    table.play("a draw", "a also a1", "a also a2", "a swap a3", "b call", "a draw", "a throw")
    assert table.points == {"a": 14 + 6 + 6, "b": 21}


@cites("cabo Scoring")
@pytest.mark.parametrize("caller", ["a", "b", "c"])
def test_two_queens_and_two_kings_score_zero_and_everybody_else_fifty_whoever_called(caller: str) -> None:
    """Before what the call would earn or cost: the lowest hand is a's, and a call of c would be wrong."""
    table = deal("cabo", a=A, b=KAMIKAZE, c="9h 3h 4h 5h")
    while table.turn != caller:
        pass_turn(table)
    table.play(f"{caller} call")
    while not table.over:
        pass_turn(table)
    assert (table.winners, table.scores) == ("b", {"a": 50, "b": 0, "c": 50})


@cites("cabo Scoring")
def test_the_kamikaze_hand_needs_no_call() -> None:
    table = deal("cabo", a=A, b=KAMIKAZE)
    empty_the_stock(table)
    assert table.reason == "stock"
    assert (table.winners, table.scores) == ("b", {"a": 50, "b": 0})


@cites("cabo Scoring")
@pytest.mark.parametrize(("hand", "points"), [("Qc Qd Qh Kd", 49), ("Qc Kc Kd 2h", 40), ("Jc Qd Kc Kd", 49)])
def test_a_kamikaze_hand_is_of_two_queens_and_two_kings(hand: str, points: int) -> None:
    table = deal("cabo", a=A, b=hand, stock="6h")
    table.play("a call", "b draw", "b throw")
    assert (table.winners, table.scores) == ("a", {"a": 0, "b": points})


@cites("cabo Scoring")
def test_a_fifth_card_spoils_a_kamikaze_hand() -> None:
    table = deal("cabo", a=KAMIKAZE, b=B, stock="Xr 6h")
    table.play("a draw", "a also a1", "a swap a3", "b call", "a draw", "a throw")
    assert (table.winners, table.scores) == ("b", {"a": 50, "b": 0})
    assert table.outcome.kamikaze == ()


@cites("cabo Game end")
def test_the_match_goes_on_until_a_total_is_beyond_a_hundred_and_the_lowest_wins() -> None:
    match = Match("cabo", seats=3)
    match.score(outcome("a", a=50, b=60, c=40))
    match.score(outcome("b", a=49, b=30, c=50))
    assert not match.is_over
    match.score(outcome("c", a=2, b=5, c=4))
    standing = match.standing()
    assert standing is not None
    assert standing.ranking == (("c", 94), ("b", 95), ("a", 101))
    assert standing.winners == ("c",)


@cites("cabo Game end")
def test_a_total_of_exactly_a_hundred_is_set_back_to_fifty() -> None:
    match = Match("cabo", seats=2)
    match.score(outcome("a", a=99, b=60))
    match.score(outcome("a", a=0, b=40))
    assert match.tally == {"a": 99, "b": 50}
    assert not match.is_over


@cites("cabo Game end")
def test_a_second_hundred_stays_and_the_match_goes_on_to_more() -> None:
    match = Match("cabo", seats=2)
    for score in (100, 50):
        match.score(outcome("a", a=0, b=score))
    assert match.tally == {"a": 0, "b": 100}
    assert not match.is_over
    match.score(outcome("a", a=0, b=1))
    assert match.tally["b"] == 101
    assert match.is_over


@cites("cabo Game end")
def test_each_player_is_set_back_once() -> None:
    match = Match("cabo", seats=2)
    match.score(outcome("a", a=0, b=100))
    match.score(outcome("b", a=100, b=0))
    assert match.tally == {"a": 50, "b": 50}


@cites("cabo Game end")
def test_the_deal_passes_to_the_left_and_the_next_player_starts_whoever_won() -> None:
    match = Match("cabo", seats=3, dealer="a")
    told = []
    for _ in range(4):
        game = match.deal()
        for seat in game.seats:
            game.play(seat, "ready")
        told.append((match.dealer, game.turn))
        match.score(outcome("a", a=1, b=2, c=3))
    assert told == [("a", "b"), ("b", "c"), ("c", "a"), ("a", "b")]
