"""Rulings 20 to 26: jokers, memory, looks, penalties, and house rules that are ours to define."""

import pytest

from tests.rulebook.cite import cites
from tests.rulebook.passing import empty_the_stock, pass_turn
from tests.table import deal

A = "2c 3c 4c 5c"
B = "2d 3d 4d 5d"
C = "2h 3h 4h 5h"
LOCKING = ["flip", "cambia", "stick", "camp"]


@cites(ruling=20)
def test_jokers_are_counted_per_deck() -> None:
    assert deal("cambia deck.decks=2", a=A, b=B).stock_size == 2 * 54 - 9
    assert deal("cambia deck.decks=2 deck.jokers=3", a=A, b=B).stock_size == 2 * 55 - 9


@cites(ruling=21)
def test_a_card_is_looked_at_as_often_as_wanted_until_the_own_readiness() -> None:
    table = deal("cambia", a=A, b=B, ready=False)
    table.play("b ready", "a peek a3", "a peek a4", "a peek a3")
    assert table.seen_by("a")["a"] == "?? ?? 4c 5c"
    assert not table.accepts("b peek b3")


@cites(ruling=21)
def test_in_camp_the_first_looks_fix_the_choice() -> None:
    table = deal("camp", a=A, b=B, ready=False)
    table.play("a peek a2", "a peek a4", "a peek a2")
    assert table.legal("a") == {"peek a2", "peek a4", "ready"}


@cites(ruling=21)
def test_nobody_has_to_look() -> None:
    table = deal("cambia", a=A, b=B, ready=False)
    assert table.play("a ready", "b ready")[-1] == "turn a"
    assert table.seen_by("a")["a"] == "?? ?? ?? ??"


@cites(ruling=21)
def test_snapping_starts_when_play_does() -> None:
    table = deal("cambia", a=A, b=B, opening="2s", ready=False)
    table.play("a ready")
    assert not table.accepts("a snap a1 #1")
    table.play("b ready")
    assert table.accepts("a snap a1 #1")


@cites(ruling=22)
@pytest.mark.parametrize("looks", [("a1", "b1"), ("b1", "a1")])
def test_a_cambia_king_looks_in_either_order(looks: tuple[str, str]) -> None:
    table = deal("cambia", a=A, b=B, stock="Kc")
    table.play("a draw", "a throw", f"a look {looks[0]}", f"a look {looks[1]}", "a trade")
    assert (table.hand("a"), table.hand("b")) == ("2d 3c 4c 5c", "2c 3d 4d 5d")


@cites(ruling=22)
def test_a_cambia_king_may_stop_after_one_look_but_not_swap_then() -> None:
    table = deal("cambia", a=A, b=B, stock="Kc")
    table.play("a draw", "a throw", "a look b1")
    assert not table.accepts("a trade")
    assert table.play("a skip") == ["skipped a", "turn b"]


@cites(ruling=22)
def test_a_camp_queen_may_swap_without_having_looked() -> None:
    table = deal("camp", a=A, b=B, stock="Qh")
    assert table.play("a draw", "a throw", "a trade a1", "a trade b1")[-2:] == ["traded a a1 b1", "turn b"]


@cites(ruling=23)
def test_classic_snapping_goes_by_rank_and_a_wrong_snap_costs_one() -> None:
    table = deal("classic snap.who=any", a=A, b="Qd 3d 4d 5d", opening="Js")  # both count ten
    assert table.play("b snap b1") == ["missed b b1 Qd", "penalised b b5"]


@cites(ruling=23)
def test_classic_snapping_reaches_others_cards_and_must_give() -> None:
    table = deal("classic snap.who=any", a=A, b=B, c=C, opening="2s")
    table.play("c snap b1")
    assert not table.accepts("c keep")
    assert table.play("c give c4") == ["gave c c4 b1"]


@cites(ruling=23)
def test_classic_snapping_lasts_until_the_next_draw_and_lateness_is_free() -> None:
    table = deal("classic snap.who=any", a=A, b=B, opening="2s")
    table.play("a draw")
    assert "window has closed" in table.refusal("b snap b1 #1")
    assert table.size("b") == 4


@cites(ruling=24)
def test_a_lost_tie_costs_nothing() -> None:
    table = deal("classic call.wrong_points=20", a=A, b=B, stock="Ah")
    table.play("a call", "b draw", "b throw")
    assert table.winners == "b"
    assert table.scores == {"a": 14, "b": 14}


@cites(ruling=24)
def test_one_point_fewer_elsewhere_makes_a_call_wrong() -> None:
    table = deal("classic call.wrong_points=20", a=A, b="Ad 3d 4d 5d", stock="Ah")
    table.play("a call", "b draw", "b throw")
    assert table.scores == {"a": 34, "b": 13}


@cites(ruling=24)
def test_doubling_spares_points_below_zero() -> None:
    rules = "flip call.wrong_doubles=yes deal.cards=1 deal.memory_cards=1"
    table = deal(rules, a="Xr", b="Kh", stock="Ah")
    table.play("a call", "b draw", "b throw", "dealer close")
    assert table.scores == {"a": -1, "b": -2}


@cites(ruling=25)
def test_a_penalty_card_opens_a_new_slot_beside_the_gap() -> None:
    table = deal("stick", a=A, b=B, stock="2s Ah 6h")
    table.play("a draw", "a throw", "b snap b1", "b draw", "b throw", "b snap b2")
    assert table.hand("b") == "-- 3d 4d 5d 6h"


@cites(ruling=26)
@pytest.mark.parametrize(("hand", "points"), [("5h 5d Ah Ad", -23), ("5h 2h Ah Ad", 29), ("2h 3h Ah Ad", 7)])
def test_two_fives_make_minus_25_and_a_single_one_plus_25(hand: str, points: int) -> None:
    table = deal("classic score.risky_fives=yes", a=hand, b="2c 3c 4c 6c", stock="6d")
    table.play("a call", "b draw", "b throw")
    assert table.points["a"] == points


@cites(ruling=26)
def test_a_call_over_the_limit_is_accepted_and_found_wrong_at_the_show() -> None:
    table = deal("classic call.limit=10 call.wrong_points=20", a=A, b="9d 3d 4d 5d", stock="Ah")
    assert table.accepts("a call")
    table.play("a call", "b draw", "b throw")
    assert table.winners == "b"
    assert table.scores == {"a": 34, "b": 21}


@cites(ruling=26)
def test_not_before_round_two_counts_laps_of_the_table() -> None:
    table = deal("classic call.from_lap=2", a=A, b=B)
    assert not table.accepts("a call")
    pass_turn(table)
    assert not table.accepts("b call")
    pass_turn(table)
    assert table.lap == 2
    assert table.accepts("a call")


@cites(ruling=26)
def test_a_round_that_ends_with_the_stock_ends_when_its_last_card_has_been_played() -> None:
    table = deal("classic turn.stock=show", a=A, b="2d 3d 4d 6d")
    empty_the_stock(table)
    assert table.over
    assert (table.reason, table.winners) == ("stock", "a")


@cites(ruling=26)
def test_a_chain_lets_the_last_snapper_alone_go_on_until_the_next_draw() -> None:
    table = deal("cambia snap.winners=chain", a=A, b="2d 2h 4d 5d", opening="2s")
    table.play("b snap b1")
    assert not table.accepts("a snap a1 #1")
    assert "snapped b b2 2h" in table.play("b snap b2 #1")
    assert table.play("a draw")[0] == "closed #1"


@cites(ruling=26)
def test_a_timed_final_window_opens_before_the_show() -> None:
    table = deal("cambia snap.final_window=yes", a=A, b="7d 7c 4d 5d", stock="7s")
    assert table.play("a call", "b draw", "b throw", "b snap b1", "b skip")[-1] == "reopened #2"
    assert not table.over
    table.play("b snap b2")
    assert table.over
    assert table.points["b"] == 9
