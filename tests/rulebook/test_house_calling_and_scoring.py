"""House rules about the call, what it costs or earns, and who wins a tie."""

import pytest

from tests.rulebook.cite import cites
from tests.rulebook.passing import pass_turn, pass_turns
from tests.table import deal

A = "2c 3c 4c 5c"
B = "2d 3d 4d 5d"
C = "2h 3h 4h 5h"


@cites("house rule", "call.when")
def test_a_call_at_the_end_of_the_turn_follows_the_discard() -> None:
    table = deal("classic call.when=end", a=A, b=B, stock="Ah")
    assert not table.accepts("a call")
    table.play("a draw", "a throw")
    assert table.legal("a") == {"call", "skip"}
    assert table.play("a call") == ["called a", "turn b"]


@cites("house rule", "call.when")
def test_a_call_at_the_end_of_the_turn_follows_the_power() -> None:
    table = deal("classic call.when=end", a=A, b=B, stock="7h")
    table.play("a draw", "a throw")
    assert not table.accepts("a call")
    table.play("a peek a1")
    assert table.legal("a") == {"call", "skip"}


@cites("house rule", "call.when")
def test_not_calling_at_the_end_passes_the_turn() -> None:
    table = deal("classic call.when=end", a=A, b=B, stock="Ah")
    assert table.play("a draw", "a throw", "a skip")[-2:] == ["skipped a", "turn b"]


@cites("house rule", "call.when")
def test_nobody_is_asked_at_the_end_of_a_last_turn() -> None:
    table = deal("classic call.when=end", a=A, b=B, stock="Ah Ad")
    table.play("a draw", "a throw", "a call", "b draw", "b throw")
    assert table.over


@cites("house rule", "call.when", "snap.give")
def test_a_call_at_the_end_waits_for_a_pending_gift() -> None:
    table = deal("cambia call.when=end", a=A, b=B, stock="2s")
    table.play("a draw", "a throw", "b snap a1")
    assert not table.accepts("a call")
    assert table.accepts("a skip")
    table.play("b give b4")
    assert table.accepts("a call")


@cites("house rule", "call.last_turns")
def test_a_call_gives_the_others_one_more_turn_or_ends_the_round() -> None:
    more = deal("classic call.last_turns=yes", a=A, b=B)
    assert more.play("a call") == ["called a", "turn b"]
    over = deal("classic call.last_turns=no", a=A, b="2d 3d 4d 6d")
    over.play("a call")
    assert over.over
    assert (over.reason, over.winners) == ("called", "a")


@cites("house rule", "call.last_turns", "snap.window")
def test_a_call_that_ends_the_round_leaves_the_window_to_the_dealer() -> None:
    table = deal("cambia call.last_turns=no", a=A, b=B, opening="2s")
    table.play("a call")
    assert not table.over
    table.play("b snap b1")
    assert table.over
    assert table.points == {"a": 14, "b": 12}


@cites("house rule", "call.lock")
def test_the_callers_hand_is_locked_or_not() -> None:
    unlocked = deal("cambia call.lock=no", a=A, b=B, stock="2s")
    unlocked.play("a call", "b draw", "b throw")
    assert unlocked.accepts("b snap a1")
    assert unlocked.accepts("a snap a1")
    locked = deal("cambia call.lock=yes", a=A, b=B, stock="2s")
    locked.play("a call", "b draw", "b throw")
    assert not locked.accepts("b snap a1")
    assert not locked.accepts("a snap a1")


@cites("house rule", "call.lock", "call.lock_looking")
@pytest.mark.parametrize(("looking", "lawful"), [("no", True), ("yes", False)])
def test_a_locked_hand_may_be_hidden_from_looks_too(looking: str, lawful: bool) -> None:
    for card, action in (("9h", "b spy a1"), ("Qh", "b look a1")):
        table = deal(f"flip call.lock_looking={looking}", a=A, b=B, c=C, stock=card)
        table.play("a call", "b draw", "b throw")
        assert table.accepts(action) == lawful


@cites("house rule", "call.from_lap")
@pytest.mark.parametrize(("lap", "turns"), [(1, 0), (2, 3), (3, 6)])
def test_the_first_call_may_have_to_wait(lap: int, turns: int) -> None:
    table = deal(f"classic call.from_lap={lap}", a=A, b=B, c=C)
    for _ in range(turns):
        assert "call" not in table.legal(table.turn or "")
        pass_turn(table)
    assert table.lap == lap
    assert "call" in table.legal("a")


@cites("house rule", "call.from_lap", "call.when")
def test_no_question_comes_at_the_end_of_a_turn_that_is_too_early() -> None:
    table = deal("classic call.from_lap=2 call.when=end", a=A, b=B, stock="Ah Ad As")
    assert table.play("a draw", "a throw")[-1] == "turn b"
    table.play("b draw", "b throw", "a draw", "a throw")
    assert table.legal("a") == {"call", "skip"}


@cites("house rule", "call.limit")
@pytest.mark.parametrize(("limit", "winners"), [("13", "b"), ("14", "a"), ("none", "a")])
def test_a_call_is_wrong_with_more_points_than_the_limit(limit: str, winners: str) -> None:
    table = deal(f"classic call.limit={limit}", a=A, b="9d 3d 4d 5d", stock="Ah")
    table.play("a call", "b draw", "b throw")
    assert table.winners == winners


@cites("house rule", "call.wrong_points")
@pytest.mark.parametrize("cost", [0, 10, 50])
def test_a_wrong_call_costs_points(cost: int) -> None:
    table = deal(f"classic call.wrong_points={cost}", a="9c 3c 4c 5c", b=B, stock="Ah")
    table.play("a call", "b draw", "b throw")
    assert table.scores == {"a": 21 + cost, "b": 14}
    assert table.points == {"a": 21, "b": 14}


@cites("house rule", "call.wrong_doubles")
@pytest.mark.parametrize(("doubles", "score"), [("no", 21), ("yes", 42)])
def test_a_wrong_call_may_double_the_callers_points(doubles: str, score: int) -> None:
    table = deal(f"classic call.wrong_doubles={doubles}", a="9c 3c 4c 5c", b=B, stock="Ah")
    table.play("a call", "b draw", "b throw")
    assert table.scores == {"a": score, "b": 14}


@cites("house rule", "call.wrong_doubles", "call.wrong_points")
def test_points_are_doubled_first_and_raised_then() -> None:
    table = deal("classic call.wrong_doubles=yes call.wrong_points=10", a="9c 3c 4c 5c", b=B, stock="Ah")
    table.play("a call", "b draw", "b throw")
    assert table.scores["a"] == 52


@cites("house rule", "call.right_zero")
@pytest.mark.parametrize(("zero", "score"), [("no", 14), ("yes", 0)])
def test_a_right_caller_may_score_zero(zero: str, score: int) -> None:
    table = deal(f"classic call.right_zero={zero}", a=A, b="9d 3d 4d 5d", stock="Ah")
    table.play("a call", "b draw", "b throw")
    assert table.scores == {"a": score, "b": 21}


@cites("house rule", "call.right_zero")
def test_a_right_caller_below_zero_keeps_the_points() -> None:
    table = deal("classic call.right_zero=yes", a="Kh Kd Xr Xb", b=B, stock="Ah")
    table.play("a call", "b draw", "b throw")
    assert table.scores["a"] == -2


@cites("house rule", "call.right_zero", "score.caller_tie")
def test_a_caller_who_loses_a_tie_is_not_right() -> None:
    table = deal("classic call.right_zero=yes", a=A, b=B, stock="Ah")
    table.play("a call", "b draw", "b throw")
    assert table.scores == {"a": 14, "b": 14}


@cites("house rule", "call.right_bonus")
@pytest.mark.parametrize("bonus", [0, 5])
def test_a_right_caller_may_earn_a_bonus(bonus: int) -> None:
    table = deal(f"classic call.right_bonus={bonus}", a=A, b="9d 3d 4d 5d", stock="Ah")
    table.play("a call", "b draw", "b throw")
    assert table.scores == {"a": 14 - bonus, "b": 21}


@cites("house rule", "call.right_bonus", "turn.empty_hand")
def test_an_automatic_caller_earns_no_bonus() -> None:
    table = deal("camp deal.cards=2 call.right_bonus=5", a="6c 6d", b="9c 9d", stock="6h Ah Ad")
    table.play("a draw", "a throw", "a snap a1 a2", "b draw", "b throw", "b draw", "b throw", "dealer close")
    assert table.winners == "a"
    assert table.scores == {"a": 0, "b": 18}


@cites("house rule", "score.caller_tie")
@pytest.mark.parametrize(("rule", "winners"), [("loses", "b"), ("wins", "a"), ("level", "a b")])
def test_a_caller_who_ties_loses_wins_or_is_one_of_them(rule: str, winners: str) -> None:
    table = deal(f"classic score.caller_tie={rule}", a=A, b=B, c="9h 3h 4h 5h", stock="Ah Ad")
    table.play("a call", "b draw", "b throw", "c draw", "c throw")
    assert table.winners == winners


@cites("house rule", "score.caller_tie", "score.tie")
@pytest.mark.parametrize(("caller", "winners"), [("a", "a"), ("c", "a"), ("b", "c")])
def test_where_the_most_cards_win_a_callers_tie_others_tie_as_before(caller: str, winners: str) -> None:
    rules = "stick score.caller_tie=most_cards score.tie=fewest_cards"
    table = deal(rules, a=B, b="9c 9d 9h 9s", c="6h 4h 5h 5s", stock="6c Ah Ad As Ac Kh Kd")
    table.play("a draw", "a throw", "c snap c1", "b draw", "b throw", "c draw", "c throw")
    turns = ("a", "b", "c", "a", "b")
    before = turns.index(caller)
    for seat in turns[:before]:
        table.play(f"{seat} draw", f"{seat} throw")
    table.play(f"{caller} call")
    for seat in turns[before + 1 : before + 3]:
        table.play(f"{seat} draw", f"{seat} throw")
    table.play("dealer close")
    assert table.winners == winners


@cites("house rule", "score.caller_tie")
def test_a_callers_tie_with_as_many_cards_is_shared() -> None:
    table = deal("classic score.caller_tie=most_cards", a=A, b=B, c="9h 3h 4h 5h", stock="Ah Ad")
    table.play("a call", "b draw", "b throw", "c draw", "c throw")
    assert table.winners == "a b"


@cites("house rule", "score.tie")
@pytest.mark.parametrize(("rule", "winners"), [("share", "b c"), ("most_cards", "b"), ("fewest_cards", "c")])
def test_others_who_tie_share_or_count_their_cards(rule: str, winners: str) -> None:
    table = deal(f"stick score.tie={rule}", a="9c 9d 9h 9s", b=B, c="6h 4h 5h 5s", stock="6c Ah Ad As Ac")
    table.play("a draw", "a throw", "c snap c1", "b draw", "b throw", "c draw", "c throw")
    table.play("a call", "b draw", "b throw", "c draw", "c throw", "dealer close")
    assert table.winners == winners


@cites("house rule", "score.tie")
@pytest.mark.parametrize("rule", ["most_cards", "fewest_cards"])
def test_what_is_still_level_is_shared(rule: str) -> None:
    table = deal(f"classic score.tie={rule}", a="9c 3c 4c 5c", b=B, c=C, stock="Ah Ad")
    table.play("a call", "b draw", "b throw", "c draw", "c throw")
    assert table.winners == "b c"


@cites("house rule", "score.risky_fives")
@pytest.mark.parametrize(
    ("fives", "points"), [("5h Ah Ad As", 28), ("5h 5d Ah Ad", -23), ("5h 5d 5s Ah", 1), ("5h 5d 5s 5c", -50)]
)
def test_each_pair_of_fives_takes_25_off_and_an_odd_one_adds_25(fives: str, points: int) -> None:
    table = deal("classic score.risky_fives=yes", a=fives, b="2c 3c 4c 6c", stock="6d")
    table.play("a call", "b draw", "b throw")
    assert table.points["a"] == points


@cites("house rule", "score.risky_fives")
def test_fives_are_five_unless_agreed_otherwise() -> None:
    table = deal("classic score.risky_fives=no", a="5h 5d Ah Ad", b="2c 3c 4c 6c", stock="6d")
    table.play("a call", "b draw", "b throw")
    assert table.points["a"] == 12


@cites("house rule", "call.from_lap")
def test_a_lap_is_over_when_the_turn_passes_the_starting_seat() -> None:
    table = deal("classic", a=A, b=B, c=C, dealer="a")
    assert (table.turn, table.lap) == ("b", 1)
    pass_turns(table, 2)
    assert (table.turn, table.lap) == ("a", 1)
    pass_turn(table)
    assert (table.turn, table.lap) == ("b", 2)


@cites("house rule", "score.winner_zero")
def test_the_winner_of_a_round_scores_zero_whoever_called() -> None:
    table = deal("classic score.winner_zero=yes call.wrong_points=5", a="9c 3c 4c 5c", b="2d 3d 4d 5d")
    table.play("a call", "b draw", "b throw")
    assert table.scores == {"a": 26, "b": 0}


@cites("house rule", "score.winner_zero")
def test_winners_who_share_all_score_zero_but_never_more_than_their_hand() -> None:
    level = deal("classic score.winner_zero=yes score.caller_tie=level", a="2c 3c 4c 5c", b="2d 3d 4d 5d")
    level.play("a call", "b draw", "b throw")
    assert level.scores == {"a": 0, "b": 0}
    below = deal("classic score.winner_zero=yes", a="Kd Kh Xr Xb", b="2d 3d 4d 5d")
    below.play("a call", "b draw", "b throw")
    assert below.scores == {"a": -2, "b": 14}


@cites("house rule", "score.kamikaze")
def test_two_queens_and_two_kings_win_against_any_call() -> None:
    table = deal("classic score.kamikaze=50 call.wrong_points=10", a="2c 3c 4c 5c", b="Qd Qs Kc Kd", c="2d 3d 4d 5d")
    table.play("a call", "b draw", "b throw", "c draw", "c throw")
    assert (table.winners, table.scores) == ("b", {"a": 50, "b": 0, "c": 50})
    assert table.why == "b has two queens and two kings, and wins: everybody else scores 50."


@cites("house rule", "score.kamikaze")
@pytest.mark.parametrize("hand", ["Qd Qs Qc Kd", "Qd Kh Kc Kd", "Qd Qs Kc 2h"])
def test_a_kamikaze_hand_is_exactly_two_queens_and_two_kings(hand: str) -> None:
    table = deal("classic score.kamikaze=50", a="3h 3c 4c 5c", b=hand)
    table.play("a call", "b draw", "b throw")
    assert table.winners == "a"
