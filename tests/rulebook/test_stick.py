"""The stick book: no taking, black kings look at another's card, and a stuck card of another's may be replaced."""

import pytest

from cambio import RulesError
from tests.rulebook.cite import cites
from tests.rulebook.passing import empty_the_stock
from tests.table import deal

A = "2c 3c 4c 5c"
B = "2d 3d 4d 5d"
C = "2h 3h 4h 5h"


@cites("stick Goal")
def test_everybody_is_dealt_four_cards_and_does_not_see_them() -> None:
    table = deal("stick", a=A, b=B, ready=False)
    assert table.seen_by("a") == {"a": "?? ?? ?? ??", "b": "?? ?? ?? ??"}


@cites("stick Goal")
def test_the_lowest_sum_wins() -> None:
    table = deal("stick", a=A, b="2d 3d 4d 6d", stock="Ah")
    table.play("a call", "b draw", "b throw", "dealer close")
    assert table.winners == "a"
    assert table.scores == {"a": 14, "b": 15}


@cites("stick Goal")
def test_the_rest_of_the_deck_is_the_stock_and_nothing_is_turned_up() -> None:
    table = deal("stick", a=A, b=B)
    assert table.stock_size == 54 - 2 * 4
    assert table.top is None


@cites("stick Beginning")
def test_the_third_and_fourth_cards_are_seen_at_the_beginning() -> None:
    table = deal("stick", a=A, b=B, ready=False)
    assert table.legal("a") == {"peek a3", "peek a4", "ready"}
    table.play("a peek a3", "a peek a4")
    assert table.seen_by("a")["a"] == "?? ?? 4c 5c"


@cites("stick Beginning")
def test_the_beginning_is_the_only_opportunity_to_see_them() -> None:
    table = deal("stick", a=A, b=B)
    assert not table.accepts("a peek a3")


@cites("stick On your turn")
def test_a_turn_starts_with_a_card_from_the_stock_and_never_from_the_pile() -> None:
    table = deal("stick", a=A, b=B, stock="Ah")
    assert table.legal("a") == {"draw", "call"}
    table.play("a draw", "a throw")
    assert not table.accepts("b take")


@cites("stick On your turn")
def test_the_drawn_card_is_discarded_or_replaces_an_own_one() -> None:
    table = deal("stick", a=A, b=B, stock="Ah 6h")
    assert table.play("a draw", "a swap a4") == ["drew a Ah", "swapped a a4 5c #1", "turn b"]
    assert table.play("b draw", "b throw") == ["closed #1", "drew b 6h", "threw b 6h #2", "turn a"]
    assert (table.hand("a"), table.hand("b")) == ("2c 3c 4c Ah", B)


@cites("stick On your turn")
def test_a_replaced_card_has_no_action() -> None:
    table = deal("stick", a="7c 3c 4c 5c", b=B, stock="Ah")
    assert table.play("a draw", "a swap a1")[-1] == "turn b"


@cites("stick On your turn")
@pytest.mark.parametrize("card", ["7h", "9h", "Jh", "Kc"])
def test_taking_the_action_is_not_required(card: str) -> None:
    table = deal("stick", a=A, b=B, stock=card)
    assert table.play("a draw", "a throw", "a skip")[-2:] == ["skipped a", "turn b"]


@cites("stick On your turn")
@pytest.mark.parametrize("card", ["7h", "7s", "8h", "8s"])
def test_seven_and_eight_look_at_an_own_card(card: str) -> None:
    table = deal("stick", a=A, b=B, stock=card)
    table.play("a draw", "a throw")
    assert not table.accepts("a spy b1")
    assert table.play("a peek a1") == ["peeked a a1 2c", "turn b"]


@cites("stick On your turn")
@pytest.mark.parametrize("card", ["9h", "9s", "10h", "10s"])
def test_nine_and_ten_look_at_another_players_card(card: str) -> None:
    table = deal("stick", a=A, b=B, stock=card)
    table.play("a draw", "a throw")
    assert not table.accepts("a peek a1")
    assert table.play("a spy b1") == ["spied a b1 2d", "turn b"]


@cites("stick On your turn")
@pytest.mark.parametrize("card", ["Jh", "Js", "Qh", "Qs"])
def test_jack_and_queen_swap_cards_of_two_players(card: str) -> None:
    table = deal("stick", a=A, b=B, c=C, stock=card)
    table.play("a draw", "a throw", "a trade b1", "a trade c2")
    assert (table.hand("b"), table.hand("c")) == ("3h 3d 4d 5d", "2h 2d 4h 5h")


@cites("stick On your turn")
def test_two_cards_of_one_player_are_not_swapped() -> None:
    table = deal("stick", a=A, b=B, c=C, stock="Jh")
    table.play("a draw", "a throw", "a trade b1")
    assert not table.accepts("a trade b2")
    assert table.accepts("a trade a1")


@cites("stick On your turn")
@pytest.mark.parametrize("king", ["Kc", "Ks"])
def test_a_black_king_looks_at_anothers_card_and_swaps_it_with_an_own_one(king: str) -> None:
    table = deal("stick", a=A, b=B, stock=king)
    table.play("a draw", "a throw")
    assert table.play("a look b1") == ["looked a b1 2d"]
    table.play("a trade a4")
    assert (table.hand("a"), table.hand("b")) == ("2c 3c 4c 2d", "5c 3d 4d 5d")
    assert "a4" in table.knows("a")
    assert "b1" not in table.knows("a")


@cites("stick On your turn")
def test_a_black_king_looks_at_one_card_and_not_at_an_own_one() -> None:
    table = deal("stick", a=A, b=B, stock="Kc")
    table.play("a draw", "a throw")
    assert not table.accepts("a look a1")
    table.play("a look b1")
    assert not table.accepts("a look b2")


@cites("stick On your turn")
def test_a_black_king_swaps_only_what_it_has_looked_at() -> None:
    table = deal("stick", a=A, b=B, stock="Kc")
    table.play("a draw", "a throw")
    assert not table.accepts("a trade a1")
    table.play("a look b1")
    assert not table.accepts("a trade b2")


@cites("stick On your turn")
@pytest.mark.parametrize("card", ["Kh", "Kd", "Xb", "Ah", "6h"])
def test_other_cards_have_no_action(card: str) -> None:
    table = deal("stick", a=A, b=B, stock=card)
    assert table.play("a draw", "a throw")[-1] == "turn b"


@cites("stick Ending the game")
def test_a_call_comes_at_the_start_of_the_turn() -> None:
    table = deal("stick", a=A, b=B)
    assert table.accepts("a call")
    assert not table.accepts("b call")
    table.play("a draw")
    assert not table.accepts("a call")


@cites("stick Ending the game")
def test_everybody_else_gets_one_more_turn_and_then_the_cards_are_turned_over() -> None:
    table = deal("stick", a=A, b=B, c=C, stock="Ah Ad")
    table.play("a call", "b draw", "b throw", "c draw", "c throw")
    assert not table.over
    events = table.play("dealer close")
    assert events[:2] == ["closed #2", "revealed a a1 2c"]
    assert table.reason == "called"


@cites("stick Ending the game")
def test_the_callers_hand_is_locked() -> None:
    table = deal("stick", a=A, b=B, c=C, stock="2s")
    table.play("a call", "b draw", "b throw")
    assert not table.accepts("c snap a1 #1")
    assert not table.accepts("a snap a1 #1")


@cites("stick Ending the game")
def test_the_caller_must_be_lower_than_everybody_else() -> None:
    table = deal("stick", a=A, b=B, stock="Ah")
    table.play("a call", "b draw", "b throw", "dealer close")
    assert table.winners == "b"


@cites("stick Ending the game")
def test_others_who_tie_share_the_win() -> None:
    table = deal("stick", a="9c 3c 4c 5c", b=B, c=C, stock="Ah Ad")
    table.play("a call", "b draw", "b throw", "c draw", "c throw", "dealer close")
    assert table.winners == "b c"


@cites("stick Ending the game")
def test_a_wrong_call_costs_nothing() -> None:
    table = deal("stick", a="9c 3c 4c 5c", b=B, stock="Ah")
    table.play("a call", "b draw", "b throw", "dealer close")
    assert table.scores == {"a": 21, "b": 14}


@cites("stick Sticking")
def test_a_card_of_the_same_rank_is_stuck_onto_the_discard() -> None:
    table = deal("stick", a=A, b="Kh 3d 4d 5d", stock="Kc")
    table.play("a draw", "a throw")
    assert table.play("b snap b1") == ["snapped b b1 Kh", "closed #1"]
    assert table.top == "Kh"


@cites("stick Sticking")
def test_sticking_needs_no_turn() -> None:
    table = deal("stick", a=A, b=B, c=C, stock="2s")
    table.play("a draw", "a throw")
    assert table.turn == "b"
    assert "snapped c c1 2h" in table.play("c snap c1")


@cites("stick Sticking")
def test_one_person_sticks_each_discard() -> None:
    table = deal("stick", a=A, b=B, c=C, stock="2s")
    table.play("a draw", "a throw", "b snap b1")
    assert not table.accepts("c snap c1 #1")


@cites("stick Sticking")
def test_a_discard_is_stuck_before_the_next_player_draws() -> None:
    table = deal("stick", a=A, b=B, c=C, stock="2s")
    table.play("a draw", "a throw")
    assert table.play("b draw")[0] == "closed #1"
    assert not table.accepts("c snap c1 #1")
    assert table.size("c") == 4


@cites("stick Sticking")
def test_the_discarder_may_stick_an_own_card() -> None:
    table = deal("stick", a=A, b=B, stock="2s")
    table.play("a draw", "a throw", "a snap a1")
    assert table.hand("a") == "-- 3c 4c 5c"


@cites("stick Sticking")
def test_a_card_may_be_given_to_the_one_whose_card_was_stuck() -> None:
    table = deal("stick", a=A, b=B, stock="2s")
    table.play("a draw", "a throw", "b snap a1")
    assert table.legal("b") == {"give b1", "give b2", "give b3", "give b4", "keep"}
    table.play("b give b4")
    assert (table.hand("a"), table.hand("b")) == ("5d 3c 4c 5c", "2d 3d 4d --")


@cites("stick Sticking")
def test_nothing_need_be_given() -> None:
    table = deal("stick", a=A, b=B, stock="2s")
    table.play("a draw", "a throw", "b snap a1")
    assert table.play("b keep") == ["kept b a1"]
    assert (table.hand("a"), table.hand("b")) == ("-- 3c 4c 5c", B)
    assert table.accepts("b draw")


@cites("stick Sticking")
def test_a_wrong_card_goes_back_and_costs_another() -> None:
    table = deal("stick", a=A, b=B, stock="Ah 6d")
    events = table.play("a draw", "a throw", "b snap b2")
    assert events[-2:] == ["missed b b2 3d", "penalised b b5"]
    assert table.hand("b") == "2d 3d 4d 5d 6d"


@cites("stick Sticking")
def test_anothers_wrong_card_goes_back_to_its_owner() -> None:
    table = deal("stick", a=A, b=B, stock="Ah 6d")
    table.play("a draw", "a throw", "b snap a2")
    assert (table.hand("a"), table.hand("b")) == (A, "2d 3d 4d 5d 6d")


@cites("stick Sticking")
def test_play_goes_on_as_if_nothing_had_been_stuck() -> None:
    table = deal("stick", a=A, b="7d 3d 4d 5d", c=C, stock="7h Ah")
    table.play("a draw", "a throw", "c snap c1", "b snap b1")
    assert table.play("a peek a1") == ["peeked a a1 2c", "turn b"]


@cites("stick Card values")
@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("2h 3h 4h 5h", 14),
        ("6h 7h 8h 9h", 30),
        ("10h 10d 10s 10c", 40),
        ("Ah Ad As Ac", 4),
        ("Jh Jd Js Jc", 40),
        ("Qh Qd Qs Qc", 40),
        ("Kc Ks Ah Ad", 22),
        ("Kh Kd Ah Ad", 0),
        ("Xr Xb Ah Ad", 2),
    ],
)
def test_a_hand_counts_the_points_of_its_cards(hand: str, points: int) -> None:
    table = deal("stick", a=hand, b=A, stock="6c")
    table.play("a call", "b draw", "b throw", "dealer close")
    assert table.points["a"] == points


@cites("stick On your turn")
def test_an_empty_stock_is_made_from_the_discards() -> None:
    table = deal("stick", a=A, b=B, stock="Ah")
    empty_the_stock(table)
    assert table.play("a draw")[-2:] == ["reshuffled 45", "drew a Ah"]


@cites("stick Sticking")
def test_a_player_without_cards_plays_on() -> None:
    table = deal("stick deal.cards=2", a="6c 6d", b="9c 9d", stock="6h 6s Ah")
    table.play("a draw", "a throw", "a snap a1", "b draw", "b throw", "a snap a2")
    assert table.size("a") == 0
    table.play("a draw")
    assert table.legal("a") == {"throw"}


@cites("stick Ending the game")
def test_a_shared_win_asks_for_no_number_of_cards() -> None:
    table = deal("stick", a="9c 9d 9h 9s", b=B, c="6h 4h 5h 5s", stock="6c Ah Ad As Ac")
    table.play("a draw", "a throw", "c snap c1", "b draw", "b throw", "c draw", "c throw")
    table.play("a call", "b draw", "b throw", "c draw", "c throw", "dealer close")
    assert table.points == {"a": 36, "b": 14, "c": 14}
    assert table.winners == "b c"


@cites("stick Goal")
def test_eight_can_play_and_nine_cannot() -> None:
    rules = "stick deal.cards=1 deal.memory_cards=1"
    eight = deal(rules, a="2c", b="3c", c="4c", d="5c", e="6c", f="7c", g="2d", h="3d")
    assert eight.turn == "a"
    with pytest.raises(RulesError):
        deal(rules, a="2c", b="3c", c="4c", d="5c", e="6c", f="7c", g="2d", h="3d", i="4d")


@cites("stick Sticking")
def test_two_cards_are_not_stuck_at_once() -> None:
    table = deal("stick", a=A, b="2d 2h 4d 5d", stock="2s")
    table.play("a draw", "a throw")
    assert not table.accepts("b snap b1 b2")


@cites("stick Ending the game")
def test_the_callers_cards_may_be_looked_at() -> None:
    table = deal("stick", a=A, b=B, stock="9s")
    table.play("a call", "b draw", "b throw")
    assert table.play("b spy a1")[0] == "spied b a1 2c"


@cites("stick Sticking")
def test_no_number_of_cards_puts_a_player_out() -> None:
    table = deal("stick", a=A, b=B, stock="Ah")
    table.play("a draw", "a throw", *["b snap b1"] * 5)
    assert table.size("b") == 9
    assert table.accepts("b draw")
