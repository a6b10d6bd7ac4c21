"""House rules about swapping several equal cards for one, and about cards that lie face up."""

import pytest

from cambio.events import Out
from tests.rulebook.cite import cites
from tests.table import deal

A = "7c 7d 9c 7s"
B = "2d 3d 4d 5d"
EQUAL = "classic turn.exchange=equal"


@cites("house rule", "turn.exchange")
def test_several_equal_cards_go_for_the_one_that_was_drawn() -> None:
    table = deal(EQUAL, a=A, b=B, stock="2h")
    told = table.play("a draw", "a also a1", "a also a2", "a swap a4")
    assert table.hand("a") == "-- -- 9c 2h"
    assert table.top == "7s"
    assert told[-4:] == ["laid a a1 7c", "laid a a2 7d", "swapped a a4 7s #2", "turn b"]


@cites("house rule", "turn.exchange")
def test_several_equal_cards_go_for_one_that_was_taken() -> None:
    table = deal(EQUAL, a=A, b=B, opening="2h")
    table.play("a take", "a also a1", "a swap a2")
    assert table.hand("a") == "-- 2h 9c 7s"


@cites("house rule", "turn.exchange")
def test_only_one_card_is_swapped_unless_the_rules_say_more() -> None:
    table = deal("classic", a=A, b=B, stock="2h")
    table.play("a draw")
    assert table.refusal("a also a1") == "only one card is swapped for the one that you hold"


@cites("house rule", "turn.exchange")
def test_cards_that_go_together_are_named_once_and_one_is_left_to_swap() -> None:
    table = deal(EQUAL, a=A, b=B, stock="2h")
    assert table.refusal("a also a1") == "draw a card first"
    table.play("a draw", "a also a1")
    assert table.refusal("a also a1") == "choose two different cards"
    assert table.refusal("a also b1") == "that card is not yours"
    table.play("a also a2", "a also a4")
    assert table.refusal("a also a3") == "that is the last card: swap it, and the others go with it"


@cites("house rule", "turn.exchange")
def test_who_has_named_cards_may_still_throw() -> None:
    table = deal(EQUAL, a=A, b=B, stock="2h 3h")
    table.play("a draw", "a also a1", "a throw")
    assert table.hand("a") == A
    table.play("b draw")
    assert table.play("b swap b1")[-2] == "swapped b b1 2d #3"


@cites("house rule", "turn.exchange")
def test_a_named_card_may_be_swapped_itself() -> None:
    table = deal(EQUAL, a=A, b=B, stock="2h")
    table.play("a draw", "a also a3", "a swap a3")
    assert table.hand("a") == "7c 7d 2h 7s"


@cites("house rule", "turn.exchange")
def test_a_named_card_that_is_snapped_away_goes_with_no_other() -> None:
    table = deal(
        "classic snap.who=any snap.window=discard snap.give=no turn.exchange=equal", a=A, b=B, opening="7h", stock="2h"
    )
    table.play("a draw", "a also a1", "b snap a1", "a swap a3")
    assert table.hand("a") == "-- 7d 2h 7s"


@cites("house rule", "turn.exchange")
def test_equal_means_of_the_same_rank_whatever_matches_in_a_snap() -> None:
    table = deal("flip turn.exchange=equal deck.values.Q=13", a="Qc Kc 3c 4c", b=B, stock="2h")
    table.play("a draw", "a also a1", "a swap a2")
    assert table.hand("a") == "Qc Kc 3c 4c"


@cites("house rule", "turn.mismatch")
def test_different_cards_are_shown_and_the_drawn_one_is_discarded() -> None:
    table = deal(f"{EQUAL} turn.mismatch=discard", a=A, b=B, stock="2h")
    told = table.play("a draw", "a also a1", "a swap a3")
    assert told[-4:] == ["differed a a1 7c", "differed a a3 9c", "dropped a 2h #2", "turn b"]
    assert table.hand("a") == A
    assert {"a1", "a3"} <= table.knows("b")
    assert table.game.view("b", memory=False).hands["a"] == ("??", "??", "??", "??")


@cites("house rule", "turn.mismatch")
def test_a_card_with_a_power_that_is_discarded_so_fires_nothing() -> None:
    table = deal(f"{EQUAL} turn.mismatch=discard", a=A, b=B, stock="8h")
    assert table.play("a draw", "a also a1", "a swap a3")[-1] == "turn b"


@cites("house rule", "turn.mismatch")
def test_different_cards_are_shown_and_the_drawn_one_is_kept() -> None:
    table = deal(f"{EQUAL} turn.mismatch=keep", a=A, b=B, stock="2h")
    assert table.play("a draw", "a also a1", "a swap a3")[-2:] == ["added a a5", "turn b"]
    assert table.hand("a") == f"{A} 2h"
    assert "a5" in table.knows("a") and "a5" not in table.knows("b")
    assert table.game.view("b", memory=False).hands["a"] == ("??",) * 5


@cites("house rule", "turn.mismatch")
def test_different_cards_lie_face_up_from_then_on() -> None:
    table = deal(f"{EQUAL} turn.mismatch=face_up", a=A, b=B, stock="2h Jh")
    table.play("a draw", "a also a1", "a swap a3")
    assert table.game.view("b", memory=False).hands["a"] == ("7c", "??", "9c", "??", "??")
    table.play("b draw", "b throw", "b trade a1", "b trade b1")
    assert table.game.view("a", memory=False).hands["b"] == ("7c", "??", "??", "??")


@cites("house rule", "turn.mismatch_penalty", "turn.mismatch_from")
@pytest.mark.parametrize(("named", "cards"), [(("a1",), 5), (("a1", "a2"), 6), (("a1", "a2", "a4"), 6)])
def test_a_mismatch_of_so_many_cards_costs_a_penalty(named: tuple[str, ...], cards: int) -> None:
    rules = f"{EQUAL} turn.mismatch=face_up turn.mismatch_penalty=1 turn.mismatch_from=3"
    table = deal(rules, a=A, b=B, stock="2h 3h")
    table.play("a draw", *(f"a also {place}" for place in named), "a swap a3")
    assert table.size("a") == cards
    assert table.turn == "b"


@cites("house rule", "turn.mismatch_penalty")
def test_the_penalty_waits_for_a_reshuffle() -> None:
    rules = f"{EQUAL} turn.mismatch_penalty=1 deck.jokers=0 deal.opening=no powers.9=none powers.7=none"
    counts = " ".join(f"deck.counts.{rank}=0" for rank in ("6", "8", "10", "J", "Q", "K", "A"))
    table = deal(f"{rules} {counts}", a=A, b=B, stock="2h 3h 4h 5h 9h 2c 3c 4c 5c 9s 2s 3s 4s 5s 9d 7h")
    while table.stock_size > 1:
        table.play(f"{table.turn} draw", f"{table.turn} throw")
    seat = table.turn
    places = ("a1", "a3") if seat == "a" else ("b1", "b2")
    table.play(f"{seat} draw", f"{seat} also {places[0]}", f"{seat} swap {places[1]}")
    assert table.size(seat or "") == 5


@cites("house rule", "turn.taken_face_up")
def test_a_taken_card_lies_face_up_wherever_it_goes() -> None:
    table = deal("classic turn.taken_face_up=yes", a=A, b=B, opening="2h", stock="Jh")
    table.play("a take", "a swap a1")
    assert table.game.view("b", memory=False).hands["a"] == ("2h", "??", "??", "??")
    table.play("b draw", "b throw", "b trade a1", "b trade b4")
    view = table.game.view("b", memory=False)
    assert view.hands["b"] == ("??", "??", "??", "2h") and view.hands["a"] == ("??",) * 4


@cites("house rule", "turn.taken_face_up")
def test_a_drawn_card_lies_face_down() -> None:
    table = deal("classic turn.taken_face_up=yes", a=A, b=B, stock="2h")
    table.play("a draw", "a swap a1")
    assert table.game.view("a", memory=False).hands["a"] == ("??",) * 4


@cites("house rule", "turn.taken_face_up")
def test_a_card_that_lay_face_up_is_like_any_other_once_it_was_discarded() -> None:
    table = deal("classic turn.taken_face_up=yes", a=A, b=B, opening="2h", stock="3h 4h")
    table.play("a take", "a swap a1", "b draw", "b throw", "a draw", "a swap a1")
    assert table.game.view("b", memory=False).hands["a"] == ("??",) * 4


@cites("house rule", "snap.hand_limit")
def test_whoever_has_too_many_cards_after_the_penalty_of_a_failed_swap_is_out() -> None:
    table = deal("cabo snap.hand_limit=5", a="7c 7d 7h 8s", b=B, c="9c 9d 9h 9s", stock="6h 6s")
    table.play("a draw", "a also a1", "a also a2", "a also a3", "a swap a4")
    assert table.hand("a") == "7c 7d 7h 8s 6h 6s"
    assert [event.seat for event in table.game.events if isinstance(event, Out)] == ["a"]
