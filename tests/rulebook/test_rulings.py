"""Rulings 1 to 13: where a book contradicts itself, stays silent, or leaves the flow of play open."""

import pytest

from tests.rulebook.cite import cites
from tests.rulebook.passing import empty_the_stock
from tests.table import deal

A = "2c 3c 4c 5c"
B = "2d 3d 4d 5d"
C = "2h 3h 4h 5h"
SNAPPING = ["classic snap.who=any", "flip", "cambia", "stick", "camp"]


@cites(ruling=1)
def test_only_a_card_thrown_from_the_stock_fires_its_power() -> None:
    table = deal("classic", a="8c 3c 4c 5c", b=B, stock="7h")
    assert table.play("a draw", "a swap a1")[-1] == "turn b"


@cites(ruling=1)
def test_by_house_rule_the_replaced_card_fires_but_never_the_one_swapped_in() -> None:
    replaced = deal("classic powers.replaced=yes", a="8c 3c 4c 5c", b=B, stock="Ah")
    replaced.play("a draw", "a swap a1")
    assert replaced.accepts("a peek a2")
    swapped_in = deal("classic powers.replaced=yes", a=A, b=B, stock="7h")
    assert swapped_in.play("a draw", "a swap a1")[-1] == "turn b"


@cites(ruling=2)
def test_the_classic_black_king_may_touch_four_different_cards() -> None:
    table = deal("classic", a=A, b=B, c=C, stock="Kc")
    table.play("a draw", "a throw", "a look b1", "a look c1", "a trade b2", "a trade c2")
    assert (table.hand("b"), table.hand("c")) == ("2d 3h 4d 5d", "2h 3d 4h 5h")
    assert {"b1", "c1"} <= table.knows("a")


@cites(ruling=2)
def test_the_classic_black_king_may_swap_without_looking() -> None:
    table = deal("classic", a=A, b=B, stock="Kc")
    assert table.play("a draw", "a throw", "a trade a1", "a trade b1")[-2:] == ["traded a a1 b1", "turn b"]


@cites(ruling=2)
@pytest.mark.parametrize("looks", [[], ["a look b1"], ["a look b1", "a look a1"]])
def test_the_classic_black_king_may_stop_without_swapping(looks: list[str]) -> None:
    table = deal("classic", a=A, b=B, stock="Kc")
    assert table.play("a draw", "a throw", *looks, "a skip")[-2:] == ["skipped a", "turn b"]
    assert (table.hand("a"), table.hand("b")) == (A, B)


@cites(ruling=3)
def test_classic_snapping_is_one_option_away() -> None:
    off = deal("classic", a=A, b=B, opening="2s")
    assert not off.accepts("b snap b1 #1")
    on = deal("classic snap.who=any", a=A, b=B, opening="2s")
    assert "snapped b b1 2d" in on.play("b snap b1 #1")


@cites(ruling=4)
def test_a_reshuffle_keeps_the_top_discard() -> None:
    table = deal("classic", a=A, b=B)
    empty_the_stock(table)
    top = table.top
    assert "reshuffled 45" in table.play("b draw")
    assert table.top == top


@cites(ruling=4)
def test_the_order_of_a_reshuffle_comes_from_the_dealer() -> None:
    table = deal("cambia snap.penalty=10", a=A, b=B, opening="9h", stock="6h 6s", reshuffles=["6h 9h"])
    table.play("a draw", "a throw", "b draw", "b throw", *["a snap a1"] * 4)
    assert table.stock_size == 3
    events = table.play("a snap a1")
    assert events[4:] == ["reshuffled 2", "penalised a a48", "penalised a a49", "spared a"]
    assert table.hand("a").endswith("6h 9h")
    assert table.top == "6s"


@cites(ruling=4)
def test_a_reshuffled_card_is_known_to_nobody() -> None:
    table = deal("cambia snap.penalty=10", a=A, b=B, opening="9h", stock="6h 6s")
    table.play("a draw", "a throw", "b draw", "b throw", *["a snap a1"] * 5)
    assert table.hand("a").endswith("9h 6h")
    assert not {"a48", "a49"} & (table.knows("a") | table.knows("b"))


@cites(ruling=5)
def test_in_flip_a_card_matches_by_value() -> None:
    table = deal("flip deck.values.J=10", a=A, b="Jd 3d 4d 5d", stock="10s")
    table.play("a draw", "a throw")
    assert "snapped b b1 Jd" in table.play("b snap b1")


@cites(ruling=5)
def test_a_flipped_card_opens_no_window_of_its_own() -> None:
    table = deal("flip", a=A, b=B, c=C, stock="2s")
    table.play("a draw", "a throw", "b snap b1")
    assert table.top == "2d"
    assert table.window is None


@cites(ruling=5)
def test_in_flip_the_callers_cards_may_be_looked_at() -> None:
    table = deal("flip", a=A, b=B, stock="9s")
    table.play("a call", "b draw", "b throw")
    assert table.play("b spy a1")[0] == "spied b a1 2c"


@cites(ruling=5)
def test_in_flip_the_caller_cannot_flip() -> None:
    table = deal("flip", a=A, b=B, stock="2s")
    table.play("a call", "b draw", "b throw")
    assert not table.accepts("a snap a1")
    assert not table.accepts("a snap b1")


@cites(ruling=5)
def test_a_player_who_is_out_cannot_win() -> None:
    table = deal("flip snap.hand_limit=4", a=A, b="Kh Kd Xr Xb", c="6h 3h 4h 5h", stock="9s Ac 6c 6d")
    table.play("a draw", "a throw", "a skip", "b snap b1", "c draw", "c throw", "a call", "c draw", "c throw")
    table.play("dealer close")
    assert table.points["b"] == -5
    assert table.winners == "a"


@cites(ruling=6)
def test_by_house_rule_a_cambia_king_looks_at_any_two() -> None:
    table = deal("cambia powers.look_at=any", a=A, b=B, c=C, stock="Kc")
    table.play("a draw", "a throw", "a look b1", "a look c2", "a trade")
    assert (table.hand("b"), table.hand("c")) == ("3h 3d 4d 5d", "2h 2d 4h 5h")


@cites(ruling=6)
def test_in_cambia_one_snap_closes_the_window() -> None:
    table = deal("cambia", a=A, b=B, opening="2s")
    assert table.play("b snap b1") == ["snapped b b1 2d", "closed #1"]


@cites(ruling=6)
def test_in_cambia_the_tied_share_when_the_caller_is_not_among_them() -> None:
    table = deal("cambia", a="9c 3c 4c 5c", b=B, c=C, stock="Ah Ad")
    table.play("a call", "b draw", "b throw", "c draw", "c throw", "dealer close")
    assert table.winners == "b c"


@cites(ruling=7)
def test_in_stick_a_call_is_made_at_the_start_of_the_turn() -> None:
    table = deal("stick", a=A, b=B, stock="7h")
    table.play("a draw")
    assert not table.accepts("a call")
    table.play("a throw")
    assert not table.accepts("a call")


@cites(ruling=7)
def test_in_stick_wins_are_shared_without_the_caller() -> None:
    table = deal("stick", a=A, b=B, c=C, stock="Ah Ad")
    table.play("a call", "b draw", "b throw", "c draw", "c throw", "dealer close")
    assert table.winners == "b c"


@cites(ruling=7)
def test_in_stick_a_card_stuck_away_under_the_look_lets_the_player_look_at_another() -> None:
    table = deal("stick", a=A, b="Ks 3d 4d 5d", stock="Kc")
    table.play("a draw", "a throw", "a look b1", "b snap b1")
    assert not table.accepts("a trade a1")
    table.play("a look b2", "a trade a4")
    assert (table.hand("a"), table.hand("b")) == ("2c 3c 4c 3d", "-- 5c 4d 5d")


@cites(ruling=8)
@pytest.mark.parametrize("king", ["Kc", "Kd"])
def test_in_camp_kings_have_no_power(king: str) -> None:
    table = deal("camp", a=A, b=B, stock=king)
    assert table.play("a draw", "a throw")[-1] == "turn b"


@cites(ruling=8)
def test_in_camp_a_knocker_who_loses_a_tie_pays_nothing() -> None:
    table = deal("camp", a="6h 4h 5h 5s", b=B, stock="6c Ah Ad")
    table.play("a draw", "a throw", "a snap a1", "b draw", "b throw", "a call", "b draw", "b throw", "dealer close")
    assert table.winners == "b"
    assert table.scores == {"a": 14, "b": 14}


@cites(ruling=8)
def test_in_camp_any_time_means_until_the_next_discard() -> None:
    table = deal("camp", a=A, b=B, c=C, stock="2s 6h")
    table.play("a draw", "a throw", "b draw")
    assert table.accepts("c snap c1 #1")
    table.play("b throw")
    assert "late c c1" in table.play("c snap c1 #1")


@cites(ruling=9)
def test_a_snapped_card_fires_no_power() -> None:
    table = deal("cambia", a=A, b="7d 3d 4d 5d", opening="7h")
    table.play("b snap b1")
    assert not table.accepts("b peek b2")
    assert table.turn == "a"


@cites(ruling=9)
@pytest.mark.parametrize("rules", ["classic snap.who=any", "cambia", "flip deal.opening=yes"])
def test_the_opening_discard_can_be_snapped_or_taken(rules: str) -> None:
    snapped = deal(rules, a=A, b=B, opening="2s")
    assert snapped.play("b snap b1 #1")[0] == "snapped b b1 2d"
    taken = deal(rules, a=A, b=B, opening="2s")
    assert "took a 2s" in taken.play("a take")


@cites(ruling=9)
def test_a_snapper_without_a_card_gives_nothing() -> None:
    table = deal("cambia deal.cards=1 deal.memory_cards=1", a="6c", b="8c", c="9c", opening="6h", stock="8h 9h")
    table.play("a snap a1", "a draw", "a throw")
    assert table.play("a snap b1") == ["snapped a b1 8c", "closed #2"]
    assert table.legal("dealer") == set()
    assert table.accepts("b draw")


@cites(ruling=9)
def test_a_wrong_snap_shows_the_card_to_the_whole_table() -> None:
    table = deal("cambia", a=A, b=B, c=C, opening="9h")
    table.play("b snap c1")
    assert all("c1" in table.knows(seat) for seat in "abc")


@cites(ruling=9)
def test_by_house_rule_a_wrong_snap_shows_the_card_to_nobody() -> None:
    table = deal("cambia snap.shown=no", a=A, b=B, c=C, opening="9h")
    assert table.play("b snap c1")[0] == "missed b c1"
    assert not any("c1" in table.knows(seat) for seat in "abc")


@cites(ruling=9)
def test_a_penalty_with_nothing_left_to_draw_is_waived() -> None:
    table = deal("cambia snap.penalty=9", a=A, b=B, opening="9h")
    table.play(*["b snap b1"] * 5)
    assert table.stock_size == 0
    assert table.play("a snap a1") == ["missed a a1 2c", "spared a"]
    assert table.size("a") == 4


@cites(ruling=9)
def test_the_round_ends_when_no_card_is_left_even_after_reshuffling() -> None:
    table = deal("cambia snap.penalty=9", a=A, b=B, opening="9h")
    table.play(*["b snap b1"] * 5)
    table.play("dealer close")
    assert table.over
    assert (table.reason, table.winners) == ("stock", "a")


@cites(ruling=10)
def test_the_discards_are_reshuffled_when_a_card_is_needed_and_not_before() -> None:
    table = deal("classic", a=A, b=B)
    empty_the_stock(table)
    assert table.stock_size == 0
    assert table.play("b draw")[0] == "reshuffled 45"
    assert table.stock_size == 44


@cites(ruling=10)
def test_taking_and_calling_need_no_reshuffle() -> None:
    table = deal("classic", a=A, b=B)
    empty_the_stock(table)
    table.play("b take", "b swap b1", "a call")
    assert table.stock_size == 0


@cites(ruling=11)
def test_a_turn_that_cannot_draw_is_not_saved_by_taking_or_calling() -> None:
    table = deal("cambia snap.penalty=9", a=A, b=B, opening="9h")
    table.play(*["b snap b1"] * 5)
    for action in ("a draw", "a take", "a call"):
        assert not table.accepts(action)


@cites(ruling=11)
def test_a_round_ended_by_the_stock_is_scored_without_a_caller() -> None:
    table = deal("cambia snap.penalty=9 call.wrong_points=20", a="Kh Kd Xr Ac", b=B, opening="9h")
    table.play(*["a snap a1"] * 5, "dealer close")
    assert table.winners == "b"
    assert table.scores == table.points


@cites(ruling=11)
def test_a_call_counts_for_nothing_when_the_stock_ends_the_round() -> None:
    wrong = deal("cambia snap.penalty=10 call.wrong_points=20", a="9c 3c 4c 5c", b=B, c=C, opening="9h")
    wrong.play("a call", *["b snap b1"] * 5, "dealer close")
    assert (wrong.reason, wrong.winners, wrong.scores["a"]) == ("stock", "c", 21)
    tied = deal("cambia snap.penalty=10", a=A, b=B, c=C, opening="9h")
    tied.play("a call", *["b snap b1"] * 5, "dealer close")
    assert tied.winners == "a c"


@cites(ruling=12)
@pytest.mark.parametrize("rules", SNAPPING)
def test_while_a_gift_is_pending_nobody_draws_takes_or_calls(rules: str) -> None:
    table = deal(rules, a=A, b=B, c=C, stock="2s")
    table.play("a draw", "a throw", "c snap a1")
    for action in ("b draw", "b take", "b call"):
        assert not table.accepts(action)
    table.play("c give c4")
    assert table.accepts("b draw")


@cites(ruling=12)
def test_the_dealer_settles_a_mandatory_gift_with_the_lowest_slot() -> None:
    table = deal("cambia snap.winners=all", a=A, b=B, opening="2s")
    table.play("b snap b1", "b snap a1")
    assert "settle" in table.legal("dealer")
    assert table.play("dealer settle") == ["gave b b2 a1"]
    assert (table.hand("a"), table.hand("b")) == ("3d 3c 4c 5c", "-- -- 4d 5d")


@cites(ruling=12)
def test_the_dealer_declines_an_optional_gift() -> None:
    table = deal("stick", a=A, b=B, stock="2s")
    table.play("a draw", "a throw", "b snap a1")
    assert table.legal("dealer") == {"settle"}
    assert table.play("dealer settle") == ["kept b a1"]
    assert table.accepts("b draw")


@cites(ruling=13)
@pytest.mark.parametrize("rules", SNAPPING)
def test_a_pending_power_survives_a_snap(rules: str) -> None:
    table = deal(rules, a=A, b="7d 3d 4d 5d", stock="7h")
    table.play("a draw", "a throw", "b snap b1")
    assert table.play("a peek a1") == ["peeked a a1 2c", "turn b"]


@cites(ruling=13)
def test_a_look_at_a_card_that_is_snapped_away_is_taken_again() -> None:
    table = deal("flip", a=A, b="Qd 3d 4d 5d", stock="Qh")
    table.play("a draw", "a throw", "a look b1", "a look a1", "b snap b1")
    assert not table.accepts("a trade")
    table.play("a look b2", "a trade")
    assert (table.hand("a"), table.hand("b")) == ("3d 3c 4c 5c", "-- 2c 4d 5d")


@cites(ruling=13)
def test_a_picked_card_that_is_snapped_away_is_picked_again() -> None:
    table = deal("cambia", a="Jc 3c 4c 5c", b=B, stock="Jh")
    table.play("a draw", "a throw", "a trade a1", "a snap a1")
    assert table.game.view().picked is None
    table.play("a trade a2", "a trade b1")
    assert (table.hand("a"), table.hand("b")) == ("-- 2d 4c 5c", "3c 3d 4d 5d")


@cites(ruling=13)
@pytest.mark.parametrize("use", ["optional", "mandatory"])
def test_a_power_without_a_lawful_target_ends_by_itself(use: str) -> None:
    table = deal(f"cambia powers.use={use}", a=A, b=B, stock="Jh")
    assert table.play("a call", "b draw", "b throw")[-1] == "lapsed b"


@cites(ruling=13)
@pytest.mark.parametrize("use", ["optional", "mandatory"])
def test_a_power_whose_last_target_is_snapped_away_ends_by_itself(use: str) -> None:
    table = deal(f"cambia deal.cards=1 deal.memory_cards=1 powers.use={use}", a="7c", b="9c", stock="7h")
    events = table.play("a draw", "a throw", "a snap a1")
    assert events[-4:] == ["snapped a a1 7c", "closed #2", "lapsed a", "turn b"]
