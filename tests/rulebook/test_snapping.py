"""Snapping in the corners: held cards, gifts, lateness, pairs, and the last window."""

import pytest

from tests.rulebook.cite import cites
from tests.table import deal

A = "2c 3c 4c 5c"
B = "2d 3d 4d 5d"
C = "2h 3h 4h 5h"


@cites(ruling=8)
def test_a_snap_may_come_while_another_seat_holds_a_card() -> None:
    table = deal("camp", a=A, b=B, c=C, stock="2s 6h")
    table.play("a draw", "a throw", "b draw", "c snap c1")
    assert table.held == "6h"
    assert table.play("b throw") == ["threw b 6h #2", "turn c"]


@cites(ruling=8)
def test_the_holder_of_a_card_may_snap_too() -> None:
    table = deal("flip", a=A, b=B, stock="2s 6h")
    table.play("a draw", "a throw", "b draw", "b snap b1")
    table.play("b swap b2")
    assert table.hand("b") == "-- 6h 4d 5d"


@cites(ruling=17)
def test_a_holder_who_snaps_the_last_own_card_can_only_throw() -> None:
    table = deal("flip deal.cards=1 deal.memory_cards=1", a="9c", b="2d", stock="2s 6h")
    table.play("a draw", "a throw", "b draw", "b snap b1")
    assert table.legal("b") == {"throw"}


@cites(ruling=13)
def test_a_card_cannot_be_swapped_into_a_gap() -> None:
    table = deal("flip", a=A, b=B, stock="2s 6h")
    table.play("a draw", "a throw", "b snap b1", "b draw")
    assert not table.accepts("b swap b1")


@cites(ruling=12)
def test_a_holder_throws_while_a_gift_is_pending_and_the_next_seat_waits() -> None:
    table = deal("flip", a=A, b=B, c=C, stock="2s 6h")
    table.play("a draw", "a throw", "b draw", "c snap a1")
    assert table.play("b throw") == ["threw b 6h #2", "turn c"]
    assert not table.accepts("c draw")
    table.play("c give c1")
    assert table.accepts("c draw")


@cites(ruling=12)
def test_a_new_discard_may_be_snapped_while_a_gift_is_pending() -> None:
    table = deal("flip", a="2c 6c 4c 5c", b=B, c=C, stock="2s 6h")
    table.play("a draw", "a throw", "b draw", "c snap a1", "b throw")
    assert "snapped a a2 6c" in table.play("a snap a2")
    table.play("c give c1")
    assert table.hand("a") == "2h -- 4c 5c"


@cites(ruling=12)
def test_gifts_are_made_oldest_first() -> None:
    table = deal("cambia snap.winners=all", a=A, b=B, c="9h 10h 4h 5h", opening="2s")
    table.play("c snap a1", "c snap b1", "c give c1", "c give c2")
    assert (table.hand("a"), table.hand("b")) == ("9h 3c 4c 5c", "10h 3d 4d 5d")


@cites(ruling=12)
def test_the_dealer_settles_the_oldest_gift_first() -> None:
    table = deal("cambia snap.winners=all", a=A, b=B, c=C, opening="2s")
    table.play("c snap a1", "b snap c1")
    assert table.play("dealer settle", "dealer settle") == ["gave c c2 a1", "gave b b1 c1"]


@cites(ruling=9)
def test_a_gift_is_excused_when_the_giver_has_no_card_left() -> None:
    rules = "cambia deal.cards=1 deal.memory_cards=1 snap.winners=all"
    table = deal(rules, a="2c", b="2d", c="9h", opening="2s")
    table.play("b snap a1")
    assert table.play("b snap b1") == ["snapped b b1 2d", "excused b a1"]
    assert table.accepts("a draw")


@cites(ruling=9)
def test_a_given_card_is_seen_by_nobody_on_its_way() -> None:
    table = deal("cambia", a=A, b=B, opening="2s")
    table.play("b snap a1", "b give b1")
    assert "a1" not in table.knows("a")


@cites(ruling=9)
def test_a_wrong_snap_leaves_the_window_to_the_others() -> None:
    table = deal("cambia", a=A, b=B, c=C, opening="2s")
    table.play("b snap b2")
    assert table.window == 1
    assert "snapped c c1 2h" in table.play("c snap c1")


@cites(ruling=9)
def test_the_card_on_top_after_a_snap_is_the_one_to_take() -> None:
    table = deal("cambia", a=A, b=B, opening="2s")
    table.play("b snap b1")
    assert table.play("a take") == ["took a 2d"]


@cites(ruling=26)
def test_a_chain_is_refused_to_the_next_seat_until_it_draws() -> None:
    table = deal("camp snap.winners=chain snap.late_penalty=0", a=A, b="2d 2h 4d 5d", stock="2s 6h")
    table.play("a draw", "a throw", "b snap b1")
    assert not table.accepts("a snap a1 #1")
    table.play("b draw")
    assert table.window is None


@cites(ruling=26)
def test_a_miss_does_not_break_the_chain() -> None:
    table = deal("stick snap.winners=chain", a=A, b="2d 2h 4d 5d", stock="2s")
    table.play("a draw", "a throw", "b snap b1", "b snap b3")
    assert "snapped b b2 2h" in table.play("b snap b2")


@cites(ruling=18)
def test_a_discarder_who_is_late_pays_like_anybody() -> None:
    table = deal("camp", a=A, b=B, stock="2s 6h")
    table.play("a draw", "a throw", "b snap b1")
    assert table.play("a snap a1 #1") == ["late a a1", "penalised a a5"]


@cites(ruling=18)
def test_two_late_cards_cost_once() -> None:
    table = deal("camp deck.decks=2", a=A, b=B, c="2h 2d 4h 5h", stock="2s")
    table.play("a draw", "a throw", "b snap b1")
    assert table.play("c snap c1 c2 #1") == ["late c c1 c2", "penalised c c5"]


@cites(ruling=18)
def test_a_late_snap_is_not_listed_among_the_lawful_ones() -> None:
    table = deal("camp", a=A, b=B, c=C, stock="2s")
    table.play("a draw", "a throw", "b snap b1")
    assert table.legal("c") == set()
    assert table.accepts("c snap c1 #1")


@cites(ruling=18)
def test_a_locked_caller_is_never_late() -> None:
    table = deal("camp", a=A, b=B, c=C, stock="2s")
    table.play("a call", "b draw", "b throw", "b snap b1")
    assert not table.accepts("a snap a1 #1")


@cites(ruling=18)
def test_a_late_snap_can_put_a_player_out() -> None:
    table = deal("flip snap.late_penalty=1 snap.hand_limit=4", a=A, b=B, c=C, stock="2s 6h")
    table.play("a draw", "a throw", "b snap b1")
    assert table.play("c snap c1 #1") == ["late c c1", "penalised c c5", "out c"]


@cites(ruling=18)
def test_a_discard_that_has_not_happened_cannot_be_snapped() -> None:
    table = deal("camp", a=A, b=B, stock="2s")
    table.play("a draw", "a throw")
    assert not table.accepts("b snap b1 #2")


@cites(ruling=19)
def test_the_lawful_snaps_list_every_pair_once() -> None:
    table = deal("camp deal.cards=2", a="2c 3c", b="2d 3d", stock="2s")
    table.play("a draw", "a throw")
    assert {action for action in table.legal("a") if action.startswith("snap")} == {
        "snap a1 #1",
        "snap a2 #1",
        "snap b1 #1",
        "snap b2 #1",
        "snap a1 a2 #1",
        "snap a1 b1 #1",
        "snap a1 b2 #1",
        "snap a2 b1 #1",
        "snap a2 b2 #1",
        "snap b1 b2 #1",
    }


@cites(ruling=19)
def test_the_same_card_is_not_snapped_twice_at_once() -> None:
    table = deal("camp", a=A, b=B, stock="2s")
    table.play("a draw", "a throw")
    assert not table.accepts("a snap a1 a1")


@cites(ruling=19)
def test_a_pair_that_empties_the_hand_leaves_nothing_to_give() -> None:
    table = deal("camp deal.cards=1 deal.memory_cards=1", a="9c", b="2d", c="2h", stock="2s")
    table.play("a draw", "a throw", "c snap b1 c1")
    assert table.legal("dealer") == set()


@cites(ruling=17)
def test_a_gift_on_offer_delays_the_automatic_knock() -> None:
    table = deal("camp deal.cards=1 deal.memory_cards=1", a="9c", b="2d", c="3h", stock="2s")
    table.play("a draw", "a throw")
    assert table.play("c snap b1") == ["snapped c b1 2d", "closed #1"]
    assert table.turn == "b"
    assert table.play("c keep") == ["kept c b1", "knocked b", "turn c"]


@cites(ruling=17)
def test_a_gift_saves_a_hand_from_the_automatic_knock() -> None:
    table = deal("camp deal.cards=1 deal.memory_cards=1", a="9c", b="2d", c="3h", stock="2s")
    table.play("a draw", "a throw", "c snap b1")
    assert table.play("c give c1") == ["gave c c1 b1"]
    assert table.accepts("b draw")


@cites(ruling=11)
def test_a_snap_revives_a_turn_that_could_not_begin() -> None:
    table = deal("cambia snap.penalty=9", a=A, b="9d 3d 4d 5d", opening="9h")
    table.play(*["b snap b2"] * 5)
    assert not table.accepts("a draw")
    table.play("b snap b1")
    assert table.play("a draw") == ["reshuffled 1", "drew a 9h"]


@cites(ruling=11)
def test_the_dealer_may_close_the_window_of_a_turn_that_cannot_begin() -> None:
    table = deal("cambia snap.penalty=9", a=A, b=B, opening="9h")
    assert table.legal("dealer") == set()
    table.play(*["b snap b2"] * 5)
    assert table.legal("dealer") == {"close"}
    assert table.play("dealer close")[0] == "closed #1"
    assert table.over


@cites(ruling=26)
def test_the_final_window_comes_once() -> None:
    table = deal("stick snap.final_window=yes", a=A, b="7d 7c 7h 5d", stock="7s")
    table.play("a call", "b draw", "b throw", "b snap b1", "b skip", "b snap b2")
    assert table.over
    assert table.points["b"] == 12


@cites(ruling=26)
def test_a_miss_in_the_final_window_counts() -> None:
    table = deal("stick snap.final_window=yes", a=A, b="7d 3d 4d 5d", stock="7s 6h")
    table.play("a call", "b draw", "b throw", "b snap b1", "b skip", "b snap b2", "dealer close")
    assert table.points["b"] == 18


@cites(ruling=26)
def test_the_show_waits_for_a_gift_from_the_final_window() -> None:
    table = deal("stick snap.final_window=yes", a=A, b="7d 3d 4d 5d", c="7h 3h 4h 5h", stock="Ah 7s")
    table.play("a call", "b draw", "b throw", "c draw", "c throw", "c snap c1", "c skip", "c snap b1")
    assert not table.over
    table.play("c give c2")
    assert table.points == {"a": 14, "b": 15, "c": 9}


@cites(ruling=14)
def test_the_last_discard_can_be_snapped_before_the_show() -> None:
    table = deal("cambia", a=A, b=B, stock="2s")
    table.play("a call", "b draw", "b throw")
    assert table.legal("dealer") == {"close"}
    table.play("b snap b1")
    assert table.over
    assert table.points == {"a": 14, "b": 12}


@cites(ruling=18)
@pytest.mark.parametrize("rules", ["classic snap.who=any", "flip", "cambia", "stick", "camp"])
def test_nothing_is_snapped_after_the_show(rules: str) -> None:
    table = deal(f"{rules} snap.late_penalty=1", a=A, b=B, stock="2s")
    table.play("a call", "b draw", "b throw", "dealer close")
    assert table.over
    assert not table.accepts("b snap b1")


@cites(ruling=16)
def test_a_seat_put_out_snaps_no_more() -> None:
    table = deal("flip snap.hand_limit=4", a=A, b="2d 3d 4d 5d", c=C, stock="2s 6h")
    table.play("a draw", "a throw", "b snap b2")
    assert not table.accepts("b snap b1")


@cites(ruling=16)
def test_the_last_turns_pass_over_a_seat_that_is_out() -> None:
    table = deal("flip snap.hand_limit=4", a=A, b=B, c=C, stock="Ah 6h Ad")
    table.play("a draw", "a throw", "c snap c1")
    assert table.play("b call") == ["called b", "turn a"]
    table.play("a draw", "a throw", "dealer close")
    assert table.over


@cites(ruling=16)
def test_a_seized_card_counts_towards_the_limit() -> None:
    table = deal("flip snap.seize=yes snap.hand_limit=5", a=A, b=B, c=C, stock="9h 6h")
    table.play("a draw", "a throw", "a skip")
    assert table.play("b snap a1")[1:4] == ["seized b a1 b5", "penalised b b6", "out b"]
