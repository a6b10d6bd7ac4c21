"""Rulings 27 to 31: powers that wait, callers who are out, looks and discards that come again, scopes of cards."""

import pytest

from tests.rulebook.cite import cites
from tests.table import Table, deal

A = "2c 3c 4c 5c"
B = "2d 3d 4d 5d"
C = "2h 3h 4h 5h"
HIGH = "10c Jc Qc Kc"


def peek_with_an_empty_hand(rules: str = "stick") -> Table:
    """The only card that a seven could peek at has been snapped away by b, who has a card to give."""
    table = deal(f"{rules} deal.cards=1 deal.memory_cards=1", a="7c", b="9c", c="9d", stock="7h")
    assert table.play("a draw", "a throw", "b snap a1")[-1] == "closed #1"
    return table


@cites(ruling=27)
@pytest.mark.parametrize("use", ["optional", "mandatory"])
def test_a_power_without_a_target_waits_for_a_gift_that_could_give_it_one(use: str) -> None:
    table = peek_with_an_empty_hand(f"stick powers.use={use}")
    assert table.turn == "a" and not table.accepts("b draw")
    assert table.play("b give b1") == ["gave b b1 a1"]
    assert table.play("a peek a1") == ["peeked a a1 9c", "turn b"]


@cites(ruling=27)
def test_a_power_that_waited_ends_when_nothing_is_given() -> None:
    table = peek_with_an_empty_hand()
    assert table.play("b keep") == ["kept b a1", "lapsed a", "turn b"]


@cites(ruling=27)
def test_a_power_waits_for_the_dealer_to_settle_a_gift() -> None:
    table = peek_with_an_empty_hand("stick snap.give=must")
    assert table.play("dealer settle", "a peek a1") == ["gave b b1 a1", "peeked a a1 9c", "turn b"]


@cites(ruling=27)
def test_a_power_that_waits_may_be_skipped_but_not_where_powers_are_mandatory() -> None:
    assert peek_with_an_empty_hand().play("a skip") == ["skipped a", "turn b"]
    mandatory = peek_with_an_empty_hand("stick powers.use=mandatory")
    assert mandatory.legal("a") == set()


@cites(ruling=27)
def test_a_power_does_not_wait_for_a_gift_to_somebody_else() -> None:
    rules = "stick snap.winners=all deal.cards=1 deal.memory_cards=1"
    table = deal(rules, a="7c", b="7d", c="9c", stock="7h")
    table.play("a draw", "a throw", "c snap b1")
    assert table.play("a snap a1") == ["snapped a a1 7c", "lapsed a", "turn b"]


@cites(ruling=27)
def test_a_blind_swap_waits_for_a_gift_that_leaves_a_card_on_both_sides() -> None:
    rules = "cambia snap.cards=2 deal.cards=2 deal.memory_cards=2"
    table = deal(rules, a="9c 9d", b="Jc Jd", opening="Ah", stock="Js")
    assert table.play("a draw", "a throw", "a snap b1 b2")[-1] == "closed #2"
    assert table.legal("a") == {"skip", "give a1", "give a2"}
    assert table.play("a give a1") == ["gave a a1 b1"]
    assert "trade a2" in table.legal("a")


@cites(ruling=27)
def test_a_blind_swap_does_not_wait_for_a_gift_of_the_last_own_card() -> None:
    rules = "cambia deal.cards=1 deal.memory_cards=1"
    table = deal(rules, a="9c", b="Jc", opening="Ah", stock="Js")
    table.play("a draw", "a throw")
    assert table.play("a snap b1") == ["snapped a b1 Jc", "closed #2", "lapsed a", "turn b"]


@cites(ruling=27)
def test_a_card_looked_at_and_then_received_does_not_end_the_looking() -> None:
    rules = "stick powers.looks=2 powers.look_at=other powers.look_swap=looked deal.cards=1 deal.memory_cards=1"
    table = deal(rules, a="Kd", b="2d", c="3d", stock="Kc")
    table.play("a draw", "a throw", "a look b1", "b snap a1")
    assert table.play("b give b1") == ["gave b b1 a1"]
    assert "look c1" in table.legal("a")


def call_and_be_put_out(rules: str = "", a: str = A) -> Table:
    """The caller snaps wrongly with four cards in hand, and the others play on."""
    table = deal(f"flip call.lock=no snap.hand_limit=4 {rules}", a=a, b=HIGH, c="10s Js Qs Ks", stock="6h Ah 6s")
    table.play("a call", "b draw", "b throw", "a snap a1", "c draw", "c throw", "dealer close")
    return table


@cites(ruling=28)
def test_a_caller_who_was_put_out_has_lost() -> None:
    table = call_and_be_put_out("call.right_bonus=5")
    assert table.points == {"a": 15, "b": 46, "c": 46}
    assert (table.winners, table.outcome.verdict) == ("b c", "out")
    assert table.scores["a"] == 15
    assert table.why == "a called, but is out. b and c both have 46. They share the win."


@cites(ruling=28)
def test_a_wrong_call_costs_a_caller_who_was_put_out_as_well() -> None:
    table = call_and_be_put_out("call.wrong_points=20", a="Jh Jd Qh Qd")
    assert table.points == {"a": 47, "b": 46, "c": 46}
    assert (table.outcome.verdict, table.scores["a"]) == ("out", 67)
    assert table.why.endswith("a's call was wrong: 67 instead of 47 points.")


@cites(ruling=28)
@pytest.mark.parametrize(
    "rules", ["call.limit=10 call.wrong_points=20", "call.wrong_doubles=yes", "call.right_bonus=5"]
)
def test_the_call_of_the_last_seat_is_not_judged(rules: str) -> None:
    table = deal(f"flip call.lock=no snap.hand_limit=4 {rules}", a=HIGH, b=B, stock="6h Ah")
    table.play("a call", "b draw", "b throw", "b snap b1")
    assert (table.reason, table.winners, table.outcome.caller, table.outcome.verdict) == ("last", "a", "a", None)
    assert table.scores["a"] == table.points["a"] == 46
    assert table.why == "Everybody but a is out. a wins."


@cites(ruling=28)
def test_a_caller_who_leaves_the_last_seat_to_win_is_out() -> None:
    table = deal("flip call.lock=no snap.hand_limit=4", a=A, b=B, stock="6h Ah")
    table.play("a call", "b draw", "b throw", "a snap a1")
    assert (table.reason, table.winners, table.outcome.verdict) == ("last", "b", "out")
    assert table.why == "a called, but is out. Everybody but b is out. b wins."


@cites(ruling=29)
def test_a_look_undone_after_the_first_pick_is_made_again() -> None:
    table = deal("camp", a=A, b="Qd 3d 4d 5d", c=C, stock="Qs")
    table.play("a draw", "a throw", "a look b1", "a trade a1")
    assert table.refusal("a look c1") == "you have begun to swap, so looking is over"
    table.play("c snap b1", "c keep")
    assert table.play("a look c1") == ["looked a c1 2h"]
    assert not table.accepts("a look c2")
    assert "traded a a1 c1" in table.play("a trade c1")


@cites(ruling=29)
def test_who_had_not_looked_before_the_first_pick_does_not_look_after_it() -> None:
    table = deal("camp", a=A, b="Qd 3d 4d 5d", c=C, stock="Qs")
    table.play("a draw", "a throw", "a trade a1", "c snap b1", "c keep")
    assert not table.accepts("a look c1")


@cites(ruling=29)
@pytest.mark.parametrize("looks", [["a look b1"], ["a look b1", "a look c2"], ["a look c2", "a look b1"]])
def test_after_the_first_pick_only_the_undone_look_is_made_again(looks: list[str]) -> None:
    table = deal("classic snap.who=any", a=A, b="Kd 3d 4d 5d", c=C, opening="Ah", stock="Ks")
    table.play("a draw", "a throw", *looks, "a trade a1", "c snap b1", "c give c4")
    table.play("a look c1")
    assert not table.accepts("a look c3")


@cites(ruling=29)
def test_a_player_put_out_undoes_a_look_after_the_first_pick() -> None:
    table = deal("camp snap.hand_limit=4", a=A, b=B, c=C, stock="Qs 6h")
    table.play("a draw", "a throw", "a look b1", "a trade a1", "b snap b1")
    assert "look c1" in table.legal("a")


@cites(ruling=30)
@pytest.mark.parametrize("rules", ["flip", "flip snap.late_penalty=1"])
def test_a_snap_of_a_discard_that_was_taken_and_thrown_back_is_a_snap_of_the_present_one(rules: str) -> None:
    table = deal(rules, a=A, b=B, c=C, stock="2s")
    table.play("a draw", "a throw", "b take", "b throw")
    assert table.play("c snap c1 #1") == ["snapped c c1 2h", "closed #2"]


@cites(ruling=30)
def test_a_discard_may_be_thrown_back_several_times() -> None:
    table = deal("flip snap.late_penalty=1", a=A, b=B, c=C, stock="2s")
    table.play("a draw", "a throw", "b take", "b throw", "c take", "c throw")
    assert table.play("c snap c2 #1")[0] == "missed c c2 3h"
    assert table.play("c snap c1 #2")[0] == "snapped c c1 2h"
    assert table.play("a snap a1 #1")[0] == "late a a1"


@cites(ruling=30)
def test_while_the_taken_card_is_held_a_snap_of_it_is_late() -> None:
    table = deal("flip snap.late_penalty=1", a=A, b=B, c=C, stock="2s")
    table.play("a draw", "a throw", "b take")
    assert table.play("c snap c1 #1")[0] == "late c c1"


@cites(ruling=30)
def test_another_card_thrown_back_leaves_a_snap_of_the_earlier_discard_late() -> None:
    table = deal("flip snap.late_penalty=1", a=A, b=B, c=C, stock="2s")
    table.play("a draw", "a throw", "a snap a1", "b take", "b throw")
    assert table.top == "2c"
    assert table.play("c snap c1 #1")[0] == "late c c1"


@cites(ruling=30)
def test_a_taken_card_dropped_by_a_player_put_out_is_the_same_discard() -> None:
    table = deal("flip snap.late_penalty=1 snap.hand_limit=4", a=A, b=B, c=C, stock="2s")
    table.play("a draw", "a throw", "b take")
    assert "dropped b 2s #2" in table.play("b snap b1 #1")
    assert table.play("c snap c1 #1")[0] == "snapped c c1 2h"


@cites(ruling=31)
def test_the_queen_may_look_and_swap_in_another_way_than_the_king() -> None:
    rules = "classic powers.cards.Qb=look:1/other/own powers.cards.Kb=look:2/any/looked"
    queen = deal(rules, a=A, b=B, stock="Qs")
    queen.play("a draw", "a throw", "a look b1")
    assert not queen.accepts("a look b2")
    assert "traded a b1 a1" in queen.play("a trade a1")
    king = deal(rules, a=A, b=B, stock="Ks")
    king.play("a draw", "a throw", "a look b1", "a look a2")
    assert not king.accepts("a trade a1")
    assert "traded a b1 a2" in king.play("a trade")


@cites(ruling=30)
def test_a_reshuffle_while_the_card_is_held_changes_nothing_about_its_numbers() -> None:
    none = [f"deck.counts.{rank}=0" for rank in ("3", "4", "6", "7", "10", "J", "Q", "K", "Ar", "2r", "8b", "9r")]
    one = [f"deck.counts.{kind}=1" for kind in ("Ab", "2b", "5b", "8r", "9b")]
    rules = "stick turn.take=free snap.late_penalty=1 deal.opening=yes deal.cards=2 jokers=0"
    table = deal(" ".join([rules, *none, *one]), a="5h 5c", b="8d 9c", opening="Ac", stock="2c 5d")
    table.play("a draw", "a throw", "b draw", "b throw", "a take", "b snap b1 #1", "a throw")
    assert "snapped a a1 5h" in table.play("a snap a1 #3")
