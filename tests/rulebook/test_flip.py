"""The flip book: matching by value, one flip per discard, and too many cards put you out."""

import pytest

from cambio import RulesError
from tests.rulebook.cite import cites
from tests.rulebook.passing import empty_the_stock
from tests.table import deal

A = "2c 3c 4c 5c"
B = "2d 3d 4d 5d"
C = "2h 3h 4h 5h"


@cites("flip BASIC RULES")
@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("Ah Ad As Ac", 4),
        ("2h 3h 4h 5h", 14),
        ("6h 7h 8h 9h", 30),
        ("10h 10d 10s 10c", 40),
        ("Jh Jd Js Jc", 44),
        ("Qh Qd Qs Qc", 48),
        ("Kc Ks Ah Ad", 28),
        ("Kh Kd Ah Ad", -2),
        ("Xr Xb Ah Ad", 0),
    ],
)
def test_a_hand_counts_the_points_of_its_cards(hand: str, points: int) -> None:
    table = deal("flip", a=hand, b=A, stock="6c")
    table.play("a call", "b draw", "b throw", "dealer close")
    assert table.points["a"] == points


@cites("flip BASIC RULES")
def test_the_lowest_total_wins() -> None:
    table = deal("flip", a=A, b="2d 3d 4d 6d", stock="Ah")
    table.play("a call", "b draw", "b throw", "dealer close")
    assert table.winners == "a"
    assert table.scores == {"a": 14, "b": 15}


@cites("flip BASIC RULES")
def test_everybody_starts_with_four_cards_face_down() -> None:
    table = deal("flip", a=A, b=B, ready=False)
    assert table.seen_by("a") == {"a": "?? ?? ?? ??", "b": "?? ?? ?? ??"}


@cites("flip BASIC RULES")
def test_the_stock_has_all_cards_that_were_not_dealt() -> None:
    assert deal("flip", a=A, b=B).stock_size == 54 - 2 * 4


@cites("flip BASIC RULES")
def test_the_discard_pile_starts_empty() -> None:
    table = deal("flip", a=A, b=B)
    assert table.top is None
    assert table.window is None
    assert table.legal("a") == {"draw", "call"}


@cites("flip BASIC RULES")
def test_the_bottom_two_cards_are_looked_at_before_the_game() -> None:
    table = deal("flip", a=A, b=B, ready=False)
    assert table.legal("b") == {"peek b3", "peek b4", "ready"}
    assert table.play("b peek b4") == ["peeked b b4 5d"]


@cites("flip BASIC RULES")
def test_the_game_begins_when_everybody_is_ready() -> None:
    table = deal("flip", a=A, b=B, ready=False)
    table.play("a ready")
    assert not table.accepts("a draw")
    assert table.play("b ready") == ["readied b", "turn a"]


@cites("flip BASIC RULES")
def test_a_seat_that_is_not_ready_may_go_on_looking_and_one_that_is_may_not() -> None:
    table = deal("flip", a=A, b=B, ready=False)
    table.play("a ready")
    assert not table.accepts("a peek a3")
    assert table.accepts("b peek b3")
    table.play("b ready")
    assert not table.accepts("b peek b3")


@cites("flip BASIC RULES")
def test_calling_takes_the_whole_turn() -> None:
    table = deal("flip", a=A, b=B)
    assert table.play("a call") == ["called a", "turn b"]


@cites("flip BASIC RULES")
def test_a_call_comes_before_drawing() -> None:
    table = deal("flip", a=A, b=B)
    table.play("a draw")
    assert not table.accepts("a call")


@cites("flip BASIC RULES")
def test_everybody_else_gets_one_more_turn_after_the_call() -> None:
    table = deal("flip", a=A, b=B, c=C, stock="Ah Ad Ac")
    table.play("a draw", "a throw", "b call", "c draw", "c throw")
    assert not table.over
    table.play("a draw", "a throw", "dealer close")
    assert table.over
    assert table.reason == "called"


@cites("flip BASIC RULES")
def test_there_is_one_call_in_a_game() -> None:
    table = deal("flip", a=A, b=B)
    table.play("a call")
    assert table.legal("b") == {"draw"}


@cites("flip BASIC RULES")
def test_the_callers_cards_cannot_be_flipped() -> None:
    table = deal("flip", a=A, b=B, c=C, stock="2s")
    table.play("a call", "b draw", "b throw")
    assert not table.accepts("c snap a1 #1")
    assert table.accepts("c snap c1 #1")


@cites("flip BASIC RULES")
def test_the_callers_cards_cannot_be_swapped() -> None:
    table = deal("flip", a=A, b=B, c=C, stock="Jh")
    table.play("a call", "b draw", "b throw")
    assert not table.accepts("b trade a1")
    assert table.accepts("b trade b1")


@cites("flip PLAYING A TURN")
def test_a_turn_begins_with_drawing_taking_or_calling() -> None:
    table = deal("flip", a=A, b=B, stock="Ah")
    table.play("a draw", "a throw")
    assert {"draw", "take", "call"} <= table.legal("b")


@cites("flip PLAYING A TURN")
def test_the_drawn_card_is_thrown_face_up() -> None:
    table = deal("flip", a=A, b=B, stock="Ah")
    assert table.play("a draw", "a throw") == ["drew a Ah", "threw a Ah #1", "turn b"]
    assert table.top == "Ah"


@cites("flip PLAYING A TURN")
def test_the_drawn_card_replaces_a_card_of_the_hand() -> None:
    table = deal("flip", a=A, b=B, stock="Ah")
    assert table.play("a draw", "a swap a4") == ["drew a Ah", "swapped a a4 5c #1", "turn b"]
    assert table.hand("a") == "2c 3c 4c Ah"


@cites("flip PLAYING A TURN")
def test_a_taken_card_may_be_swapped_in_or_thrown_back() -> None:
    table = deal("flip", a=A, b=B, stock="Ah")
    table.play("a draw", "a throw", "b take")
    assert {"swap b1", "swap b2", "swap b3", "swap b4", "throw"} == table.legal("b")
    assert table.play("b throw")[0] == "threw b Ah #2"


@cites("flip PLAYING A TURN")
def test_a_card_from_the_discard_pile_has_no_ability() -> None:
    table = deal("flip", a=A, b=B, stock="7h")
    table.play("a draw", "a throw", "a skip")
    assert table.play("b take", "b throw")[-1] == "turn a"


@cites("flip PLAYING A TURN")
def test_a_card_from_the_hand_has_no_ability() -> None:
    table = deal("flip", a="7c 3c 4c 5c", b=B, stock="Ah")
    assert table.play("a draw", "a swap a1")[-1] == "turn b"


@cites("flip PLAYING A TURN")
@pytest.mark.parametrize("card", ["7h", "7s", "8h", "8s"])
def test_seven_and_eight_look_at_an_own_card(card: str) -> None:
    table = deal("flip", a=A, b=B, stock=card)
    table.play("a draw", "a throw")
    assert not table.accepts("a spy b1")
    assert table.play("a peek a2") == ["peeked a a2 3c", "turn b"]


@cites("flip PLAYING A TURN")
@pytest.mark.parametrize("card", ["9h", "9s", "10h", "10s"])
def test_nine_and_ten_look_at_anothers_card(card: str) -> None:
    table = deal("flip", a=A, b=B, stock=card)
    table.play("a draw", "a throw")
    assert not table.accepts("a peek a1")
    assert table.play("a spy b2") == ["spied a b2 3d", "turn b"]


@cites("flip PLAYING A TURN")
@pytest.mark.parametrize("card", ["Jh", "Js"])
def test_a_jack_swaps_two_cards_unseen(card: str) -> None:
    table = deal("flip", a=A, b=B, stock=card)
    events = table.play("a draw", "a throw", "a trade a1", "a trade b1")
    assert events[-3:] == ["chose a a1", "traded a a1 b1", "turn b"]
    assert not {"a1", "b1"} & table.knows("a")


@cites("flip PLAYING A TURN")
@pytest.mark.parametrize("card", ["Qh", "Qs"])
def test_a_queen_looks_at_two_cards_and_swaps_those(card: str) -> None:
    table = deal("flip", a=A, b=B, stock=card)
    table.play("a draw", "a throw", "a look a4", "a look b1")
    assert not table.accepts("a look a1")
    assert not table.accepts("a trade a1")
    table.play("a trade")
    assert (table.hand("a"), table.hand("b")) == ("2c 3c 4c 2d", "5c 3d 4d 5d")


@cites("flip PLAYING A TURN")
def test_a_queen_may_leave_the_two_cards_where_they_are() -> None:
    table = deal("flip", a=A, b=B, stock="Qh")
    assert table.play("a draw", "a throw", "a look a4", "a look b1", "a skip")[-2:] == ["skipped a", "turn b"]
    assert (table.hand("a"), table.hand("b")) == (A, B)


@cites("flip PLAYING A TURN")
def test_a_queen_may_look_at_two_cards_of_one_player() -> None:
    table = deal("flip", a=A, b=B, stock="Qh")
    table.play("a draw", "a throw", "a look b1", "a look b2", "a trade")
    assert table.hand("b") == "3d 2d 4d 5d"


@cites("flip PLAYING A TURN")
@pytest.mark.parametrize("card", ["Kc", "Kh", "Xr", "6h"])
def test_other_cards_have_no_ability(card: str) -> None:
    table = deal("flip", a=A, b=B, stock=card)
    assert table.play("a draw", "a throw")[-1] == "turn b"


@cites("flip PLAYING A TURN")
def test_the_two_swapped_cards_may_belong_to_one_player_or_to_two() -> None:
    one = deal("flip", a=A, b=B, stock="Jh")
    one.play("a draw", "a throw", "a trade b1", "a trade b2")
    assert one.hand("b") == "3d 2d 4d 5d"
    two = deal("flip", a=A, b=B, c=C, stock="Jh")
    two.play("a draw", "a throw", "a trade b1", "a trade c2")
    assert (two.hand("b"), two.hand("c")) == ("3h 3d 4d 5d", "2h 2d 4h 5h")


@cites("flip PLAYING A TURN")
def test_a_swap_may_be_declined_even_after_the_first_pick() -> None:
    table = deal("flip", a=A, b=B, stock="Jh")
    table.play("a draw", "a throw", "a trade a1", "a skip")
    assert table.hand("a") == A
    assert table.turn == "b"


@cites("flip AT THE END OF THE GAME")
def test_the_caller_must_be_lower_than_everybody_else() -> None:
    table = deal("flip", a=A, b=B, stock="Ah")
    table.play("a call", "b draw", "b throw", "dealer close")
    assert table.points == {"a": 14, "b": 14}
    assert table.winners == "b"


@cites("flip AT THE END OF THE GAME")
def test_a_wrong_call_costs_no_points() -> None:
    table = deal("flip", a="10c 3c 4c 5c", b=B, stock="Ah")
    table.play("a call", "b draw", "b throw", "dealer close")
    assert table.scores == {"a": 22, "b": 14}


@cites("flip AT THE END OF THE GAME")
def test_of_four_players_with_two_points_the_three_who_did_not_call_win() -> None:
    table = deal(
        "flip deck.decks=2",
        a="Kh Ah Ac 2h",
        b="Kd As Ad 2d",
        c="Xr Xb 2c 2s",
        d="Kh Ah Ac 2h",
        stock="6c 6d 6h",
    )
    table.play("a call", "b draw", "b throw", "c draw", "c throw", "d draw", "d throw", "dealer close")
    assert table.points == {"a": 2, "b": 2, "c": 2, "d": 2}
    assert table.winners == "b c d"


@cites("flip AT THE END OF THE GAME")
def test_a_shared_win_asks_for_no_number_of_cards() -> None:
    table = deal("flip", a="9c 9d 9h 9s", b=B, c="6h 4h 5h 5s", stock="6c Ah Ad As Ac")
    table.play("a draw", "a throw", "c snap c1", "b draw", "b throw", "c draw", "c throw")
    table.play("a call", "b draw", "b throw", "c draw", "c throw", "dealer close")
    assert table.points == {"a": 36, "b": 14, "c": 14}
    assert table.winners == "b c"


@cites("flip BASIC RULES")
def test_eight_can_play_and_nine_cannot() -> None:
    rules = "flip deal.cards=1 deal.memory_cards=1"
    eight = deal(rules, a="2c", b="3c", c="4c", d="5c", e="6c", f="7c", g="2d", h="3d")
    assert eight.turn == "a"
    with pytest.raises(RulesError):
        deal(rules, a="2c", b="3c", c="4c", d="5c", e="6c", f="7c", g="2d", h="3d", i="4d")


@cites("flip BASIC RULES")
def test_the_callers_cards_may_be_looked_at() -> None:
    table = deal("flip", a=A, b=B, stock="9s")
    table.play("a call", "b draw", "b throw")
    assert table.play("b spy a1")[0] == "spied b a1 2c"


@cites("flip BASIC RULES")
def test_an_empty_draw_pile_is_made_from_the_discards() -> None:
    table = deal("flip", a=A, b=B, stock="Ah")
    empty_the_stock(table)
    assert table.play("a draw") == ["reshuffled 45", "drew a Ah"]
