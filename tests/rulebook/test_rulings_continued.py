"""Rulings 14 to 19: windows, locks, players who are out, empty hands, lateness, and pairs."""

import pytest

from tests.rulebook.cite import cites
from tests.table import deal

A = "2c 3c 4c 5c"
B = "2d 3d 4d 5d"
C = "2h 3h 4h 5h"
LOCKING = ["flip", "cambia", "stick", "camp"]


@cites(ruling=14)
@pytest.mark.parametrize("action", ["draw", "take"])
def test_drawing_or_taking_closes_a_window_that_lasts_until_the_next_draw(action: str) -> None:
    table = deal("cambia", a=A, b=B, opening="2s")
    assert table.play(f"a {action}")[0] == "closed #1"
    assert table.window is None


@cites(ruling=14)
def test_a_call_leaves_the_window_open_until_the_next_draw() -> None:
    table = deal("cambia", a=A, b=B, c=C, opening="2s")
    table.play("a call")
    assert table.window == 1
    assert "snapped c c1 2h" in table.play("c snap c1 #1")


@cites(ruling=14)
def test_taking_the_top_discard_ends_its_window() -> None:
    table = deal("flip", a=A, b=B, c=C, stock="2s")
    table.play("a draw", "a throw")
    assert table.play("b take") == ["closed #1", "took b 2s"]
    assert not table.accepts("c snap c1 #1")


@cites(ruling=14)
def test_a_card_thrown_back_is_a_new_discard_with_a_new_window() -> None:
    table = deal("flip", a=A, b=B, c=C, stock="2s")
    table.play("a draw", "a throw", "a snap a1", "b take")
    assert table.play("b throw") == ["threw b 2c #2", "turn c"]
    assert table.window == 2
    assert "snapped c c1 2h" in table.play("c snap c1 #2")


@cites(ruling=15)
@pytest.mark.parametrize("rules", LOCKING)
def test_no_card_is_snapped_from_a_locked_hand_and_its_owner_does_not_snap(rules: str) -> None:
    table = deal(rules, a=A, b=B, c=C, stock="2s")
    table.play("a call", "b draw", "b throw")
    for snap in ("c snap a1", "a snap a1", "a snap c1"):
        assert not table.accepts(snap)
    assert table.accepts("c snap b1")


@cites(ruling=15)
@pytest.mark.parametrize("rules", LOCKING)
def test_no_card_is_swapped_with_a_locked_hand(rules: str) -> None:
    table = deal(rules, a=A, b=B, c=C, stock="Jh")
    table.play("a call", "b draw", "b throw", "b trade b1")
    assert not table.accepts("b trade a1")
    assert table.accepts("b trade c1")


@cites(ruling=15)
def test_a_look_at_a_locked_card_leads_to_no_swap() -> None:
    table = deal("cambia", a=A, b=B, stock="Kc")
    table.play("a call", "b draw", "b throw", "b look a1", "b look b1")
    assert not table.accepts("b trade")
    assert (table.hand("a"), table.hand("b")) == (A, B)


@cites(ruling=15)
@pytest.mark.parametrize(("rules", "lawful"), [("flip", True), ("cambia", True), ("stick", True), ("camp", False)])
def test_a_locked_hand_may_be_looked_at_except_in_camp(rules: str, lawful: bool) -> None:
    table = deal(rules, a=A, b=B, c=C, stock="9s")
    table.play("a call", "b draw", "b throw")
    assert table.accepts("b spy a1") == lawful


@cites(ruling=15)
def test_a_caller_whose_hand_is_not_locked_goes_on_snapping() -> None:
    table = deal("classic snap.who=any", a=A, b=B, stock="2s")
    table.play("a call", "b draw", "b throw")
    assert "snapped a a1 2c" in table.play("a snap a1")


@cites(ruling=16)
def test_a_player_put_out_drops_the_held_card_without_its_power() -> None:
    table = deal("flip snap.hand_limit=4", a=A, b=B, c="9h 3h 4h 5h", stock="Ah 9s 6c")
    table.play("a draw", "a throw", "b draw")
    events = table.play("b snap b1")
    assert events == [
        "missed b b1 2d",
        "penalised b b5",
        "out b",
        "closed #1",
        "dropped b 9s #2",
        "turn c",
    ]
    assert "snapped c c1 9h" in table.play("c snap c1 #2")


@cites(ruling=16)
def test_a_frozen_hand_is_not_looked_at_swapped_or_snapped() -> None:
    table = deal("flip snap.hand_limit=4", a=A, b=B, c=C, stock="Ah 6c 9s Js 2s")
    table.play("a draw", "a throw", "b snap b1", "c draw", "c throw")
    assert not table.accepts("c spy b1")
    table.play("c skip", "a draw", "a throw")
    assert not table.accepts("a trade b1")
    table.play("a skip", "c draw", "c throw")
    assert not table.accepts("a snap b1")
    assert table.accepts("a snap a1")


@cites(ruling=16)
def test_a_gift_owed_by_a_player_put_out_is_waived() -> None:
    table = deal("flip snap.hand_limit=4", a=A, b=B, c=C, stock="2s 6h 6c")
    table.play("a draw", "a throw", "b draw", "c snap a1", "b throw")
    assert table.play("c snap c2")[-3:] == ["out c", "excused c a1", "turn a"]
    assert table.hand("a") == "-- 3c 4c 5c"
    assert table.accepts("a draw")


@cites(ruling=16)
def test_a_gift_owed_to_a_player_put_out_is_waived() -> None:
    table = deal("flip snap.hand_limit=4", a=A, b=B, c=C, stock="2s 6h")
    table.play("a draw", "a throw", "b draw", "c snap a1", "b throw", "a snap a2")
    assert table.play("a snap a2")[-2:] == ["out a", "excused c a1"]
    assert table.hand("c") == C
    assert table.accepts("c draw")


@cites(ruling=16)
def test_with_one_seat_left_the_round_ends_and_that_seat_wins() -> None:
    table = deal("flip snap.hand_limit=4", a="10c Jc Qc Kc", b=B, stock="Ah 6c")
    events = table.play("a draw", "a throw", "b snap b1")
    assert "out b" in events
    assert table.over
    assert (table.reason, table.winners) == ("last", "a")


@cites(ruling=16)
def test_the_points_of_a_player_put_out_still_count() -> None:
    table = deal("flip snap.hand_limit=4", a="10c Jc Qc Kc", b=B, stock="Ah 6c")
    table.play("a draw", "a throw", "b snap b1")
    assert table.scores == {"a": 46, "b": 20}


@cites(ruling=17)
def test_an_empty_hand_draws_and_can_only_throw() -> None:
    table = deal("cambia deal.cards=1 deal.memory_cards=1", a="6c", b="9c", opening="6h")
    table.play("a snap a1", "a draw")
    assert table.legal("a") == {"throw"}


@cites(ruling=17)
def test_an_empty_hand_takes_only_where_a_taken_card_may_be_thrown_back() -> None:
    strict = deal("cambia deal.cards=1 deal.memory_cards=1", a="6c", b="9c", opening="6h")
    strict.play("a snap a1")
    assert not strict.accepts("a take")
    free = deal("cambia turn.take=free deal.cards=1 deal.memory_cards=1", a="6c", b="9c", opening="6h")
    free.play("a snap a1")
    assert free.play("a take", "a throw")[-2:] == ["threw a 6c #2", "turn b"]


@cites(ruling=17)
def test_a_camp_hand_that_empties_in_its_own_turn_knocks_at_that_moment() -> None:
    table = deal("camp deal.cards=1 deal.memory_cards=1", a="6c", b="9c", stock="Ah 6h")
    table.play("a draw", "a throw", "b draw", "b throw")
    assert table.play("a snap a1") == ["snapped a a1 6c", "closed #2", "knocked a", "turn b"]


@cites(ruling=17)
def test_a_camp_hand_that_is_empty_after_a_knock_plays_its_last_turn() -> None:
    table = deal("camp deal.cards=1 deal.memory_cards=1", a="6c", b="9c", stock="6h Ah")
    table.play("a draw", "a throw", "a snap a1", "b call")
    assert table.turn == "a"
    table.play("a draw", "a throw", "dealer close")
    assert table.winners == "a"


@cites(ruling=17)
def test_the_automatic_caller_is_the_caller_for_locks_and_last_turns() -> None:
    table = deal("camp deal.cards=1 deal.memory_cards=1", a="6c", b="9c", c="10c", stock="6h Ah Ad 9h As")
    table.play("a draw", "a throw", "a snap a1", "b draw", "b throw", "c draw", "c throw")
    assert table.turn == "b"
    table.play("b draw", "b throw")
    assert not table.accepts("a snap b1")
    table.play("b skip", "c draw", "c throw", "dealer close")
    assert table.reason == "called"


@cites(ruling=17)
def test_the_automatic_caller_pays_nothing_and_ties_like_anybody() -> None:
    rules = "camp deal.cards=2 score.caller_tie=loses score.tie=share"
    table = deal(rules, a="6c 6d", b="Kh 2c", stock="6h Ah Ad")
    table.play("a draw", "a throw", "a snap a1 a2", "b draw", "b throw", "b draw", "b throw", "dealer close")
    assert table.winners == "a b"
    assert table.scores == {"a": 0, "b": 0}


@cites(ruling=18)
@pytest.mark.parametrize("place", ["c1", "c2", "b2"])
def test_a_late_snap_costs_once_whether_the_card_matches_or_not(place: str) -> None:
    table = deal("camp snap.penalty=3", a=A, b=B, c=C, stock="2s")
    table.play("a draw", "a throw", "b snap b1")
    assert table.play(f"c snap {place} #1") == [f"late c {place}", "penalised c c5"]
    assert place not in table.knows("a")


@cites(ruling=18)
def test_a_snap_of_an_earlier_discard_is_late_while_a_new_window_is_open() -> None:
    table = deal("camp", a=A, b=B, c=C, stock="2s 3s")
    table.play("a draw", "a throw", "b draw", "b throw")
    assert table.window == 2
    assert table.play("c snap c1 #1")[0] == "late c c1"
    assert table.window == 2


@cites(ruling=18)
def test_a_late_snap_that_costs_nothing_is_refused_because_somebody_was_faster() -> None:
    table = deal("cambia", a=A, b=B, c=C, opening="2s")
    table.play("b snap b1")
    assert "somebody was faster" in table.refusal("c snap c1 #1")


@cites(ruling=18)
def test_a_late_snap_that_costs_nothing_is_refused_because_the_window_has_closed() -> None:
    table = deal("cambia", a=A, b=B, c=C, opening="2s")
    table.play("a draw")
    assert "window has closed" in table.refusal("c snap c1 #1")


@cites(ruling=19)
@pytest.mark.parametrize("places", ["a1 a2", "a1 c1", "b1 c1"])
def test_any_two_matching_cards_are_snapped_at_once(places: str) -> None:
    table = deal("camp deck.decks=2", a="2c 2h 4c 5c", b=B, c=C, stock="2s")
    table.play("a draw", "a throw", f"a snap {places}")
    assert sum(table.size(seat) for seat in "abc") == 10
    assert table.window is None


@cites(ruling=19)
def test_neither_of_two_cards_comes_from_a_locked_hand() -> None:
    table = deal("camp", a=A, b=B, c=C, stock="2s")
    table.play("a call", "b draw", "b throw")
    assert not table.accepts("c snap a1 c1")
    assert table.accepts("c snap b1 c1")


@cites(ruling=19)
def test_one_wrong_card_of_two_spoils_both_and_costs_once() -> None:
    table = deal("camp", a=A, b=B, c=C, stock="2s 6h")
    table.play("a draw", "a throw")
    assert table.play("c snap b1 c2") == ["missed c b1 2d", "missed c c2 3h", "penalised c c5"]
    assert (table.hand("b"), table.hand("c")) == (B, "2h 3h 4h 5h 6h")
    assert {"b1", "c2"} <= table.knows("a")


@cites(ruling=19)
def test_each_of_two_cards_of_others_may_be_replaced() -> None:
    table = deal("camp", a=A, b=B, c="9h 3h 4h 5h", stock="2s")
    table.play("a draw", "a throw", "c snap a1 b1", "c give c1", "c keep")
    assert (table.hand("a"), table.hand("b")) == ("9h 3c 4c 5c", "-- 3d 4d 5d")
    assert table.accepts("b draw")
