"""The classic book's questions and answers, which settle what its body leaves open."""

from tests.rulebook.cite import cites
from tests.rulebook.passing import empty_the_stock
from tests.table import deal

LOW = "2c 3c 4c 5c"
ALSO_LOW = "2d 3d 4d 5d"


@cites("classic Special Card Effect Activation")
def test_a_card_from_the_pile_has_no_effect() -> None:
    table = deal("classic", a="7c 3c 4c 5c", b=ALSO_LOW, opening="7h")
    assert table.play("a take", "a swap a2") == ["took a 7h", "swapped a a2 3c #2", "turn b"]


@cites("classic Special Card Effect Activation")
def test_a_special_card_swapped_out_of_the_hand_has_no_effect() -> None:
    table = deal("classic", a="7c 3c 4c 5c", b=ALSO_LOW, stock="Ah")
    assert table.play("a draw", "a swap a1") == ["drew a Ah", "swapped a a1 7c #2", "turn b"]


@cites("classic Special Card Effect Activation")
def test_an_effect_may_be_declined() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, stock="7h")
    assert table.play("a draw", "a throw", "a skip")[-2:] == ["skipped a", "turn b"]


@cites("classic Black King Mechanics")
def test_a_black_king_looks_at_up_to_two_cards_of_anybody() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, c="2h 3h 4h 5h", stock="Kc")
    table.play("a draw", "a throw", "a look a1", "a look c1")
    assert {"a1", "c1"} <= table.knows("a")
    assert not any(action.startswith("look") for action in table.legal("a"))


@cites("classic Black King Mechanics")
def test_a_black_king_switches_two_cards_other_than_those_it_saw() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, c="2h 3h 4h 5h", stock="Kc")
    table.play("a draw", "a throw", "a look b1", "a look c1", "a trade a1", "a trade b2")
    assert (table.hand("a"), table.hand("b")) == ("3d 3c 4c 5c", "2d 2c 4d 5d")


@cites("classic Black King Mechanics")
def test_only_the_player_of_the_king_sees_the_cards() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, c="2h 3h 4h 5h", stock="Kc")
    table.play("a draw", "a throw", "a look b1", "a trade b1", "a trade c1")
    assert "c1" in table.knows("a")
    assert not {"b1", "c1"} & (table.knows("b") | table.knows("c"))


@cites("classic Jack/Queen Blind Switch")
def test_two_own_cards_may_be_switched() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, stock="Jh")
    table.play("a draw", "a throw", "a trade a1", "a trade a2")
    assert table.hand("a") == "3c 2c 4c 5c"


@cites("classic Jack/Queen Blind Switch")
def test_two_cards_of_others_may_be_switched() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, c="2h 3h 4h 5h", stock="Qh")
    table.play("a draw", "a throw", "a trade b1", "a trade c2")
    assert (table.hand("b"), table.hand("c")) == ("3h 3d 4d 5d", "2h 2d 4h 5h")


@cites("classic Jack/Queen Blind Switch")
def test_switched_cards_stay_face_down() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, stock="Jh")
    table.play("a draw", "a throw", "a trade a1", "a trade b1")
    for seat in "ab":
        assert not {"a1", "b1"} & table.knows(seat)


@cites("classic Calling Cambio")
def test_a_call_comes_before_drawing() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW)
    table.play("a draw")
    assert not table.accepts("a call")


@cites("classic Calling Cambio")
def test_nobody_calls_in_anothers_turn() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW)
    assert not table.accepts("b call")


@cites("classic Calling Cambio")
def test_the_callers_turn_ends_without_a_card() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW)
    assert table.play("a call") == ["called a", "turn b"]


@cites("classic Calling Cambio")
def test_everybody_else_plays_once_more_and_then_all_cards_are_shown() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, c="2h 3h 4h 5h", stock="6c 6d")
    table.play("a call", "b draw", "b throw", "c draw")
    assert not table.over
    events = table.play("c throw")
    assert events[1:3] == ["revealed a a1 2c", "revealed a a2 3c"]
    assert events[-3:] == ["scored a 14", "scored b 14", "scored c 14"]
    assert table.over
    assert table.reason == "called"


@cites("classic Calling Cambio")
def test_nobody_calls_after_a_call() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW)
    table.play("a call")
    assert table.legal("b") == {"draw", "take"}


@cites("classic Calling Cambio")
def test_the_callers_cards_can_still_be_switched() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, stock="Jh")
    table.play("a call", "b draw", "b throw", "b trade a1", "b trade b4")
    assert table.points == {"a": 17, "b": 11}


@cites("classic Tied Scores")
def test_the_caller_loses_a_tie() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, c="9h 3h 4h 5h", stock="6c 6d")
    table.play("a call", "b draw", "b throw", "c draw", "c throw")
    assert table.winners == "b"


@cites("classic Tied Scores")
def test_others_who_tie_both_win() -> None:
    table = deal("classic", a="9c 3c 4c 5c", b=ALSO_LOW, c="2h 3h 4h 5h", stock="6c 6d")
    table.play("a call", "b draw", "b throw", "c draw", "c throw")
    assert table.winners == "b c"


@cites("classic Tied Scores")
def test_a_shared_win_asks_for_no_number_of_cards() -> None:
    table = deal("classic snap.who=own", a="9c 9d 9h 9s", b=ALSO_LOW, c="6h 4h 5h 5s", stock="6c Ah Ad As Ac")
    table.play("a draw", "a throw", "c snap c1", "b draw", "b throw", "c draw", "c throw")
    table.play("a call", "b draw", "b throw", "c draw", "c throw", "dealer close")
    assert table.points == {"a": 36, "b": 14, "c": 14}
    assert table.winners == "b c"


@cites("classic Empty Deck")
def test_the_discards_become_the_new_stock() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, opening="6h")
    empty_the_stock(table)
    assert table.turn == "b"
    assert table.play("b draw") == ["reshuffled 45", "drew b 6h"]


@cites("classic Drawing from Discard Pile")
def test_a_taken_card_can_only_be_swapped_in() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, opening="6h")
    table.play("a take")
    assert table.legal("a") == {"swap a1", "swap a2", "swap a3", "swap a4"}


@cites("classic Red King & Negative Scores")
def test_a_total_can_fall_below_zero() -> None:
    table = deal("classic", a="Kh Kd Xr Ah", b=LOW, stock="6c")
    table.play("a call", "b draw", "b throw")
    assert table.points["a"] == -1


@cites("classic Initial Memory Phase")
def test_the_two_closest_cards_are_the_bottom_two() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, ready=False)
    assert table.legal("a") == {"peek a3", "peek a4", "ready"}


@cites("classic Swapping Mechanics During Turn")
def test_the_drawn_card_is_seen_before_the_choice_is_made() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, stock="6h")
    table.play("a draw")
    assert table.held == "6h"
    assert table.legal("a") == {"swap a1", "swap a2", "swap a3", "swap a4", "throw"}


@cites("classic Swapping Mechanics During Turn")
def test_nobody_looks_at_the_hand_while_choosing() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, stock="7h")
    table.play("a draw")
    assert not table.accepts("a peek a1")


@cites("classic Special Card Stacking")
def test_a_seven_found_by_a_seven_gives_no_second_look() -> None:
    table = deal("classic", a="7c 3c 4c 5c", b=ALSO_LOW, stock="7h")
    assert table.play("a draw", "a throw", "a peek a1")[-1] == "turn b"
    assert not table.accepts("a peek a2")


@cites("classic Special Card Stacking")
def test_a_second_seven_that_is_snapped_has_no_effect() -> None:
    table = deal("classic snap.who=own", a="7c 3c 4c 5c", b=ALSO_LOW, stock="7h")
    events = table.play("a draw", "a throw", "a peek a1", "a snap a1")
    assert "snapped a a1 7c" in events
    assert not table.accepts("a peek a2")
