"""The cambia book: kings of either colour look at two cards, a wrong snap costs two, the caller wins a tie."""

import pytest

from cambio import RulesError
from tests.rulebook.cite import cites
from tests.rulebook.passing import empty_the_stock, pass_turn
from tests.table import deal

A = "2c 3c 4c 5c"
B = "2d 3d 4d 5d"
C = "2h 3h 4h 5h"


@cites("cambia Objective")
def test_the_lowest_total_wins() -> None:
    table = deal("cambia", a="6c 3c 4c 5c", b=B, stock="Ah")
    table.play("a call", "b draw", "b throw", "dealer close")
    assert table.winners == "b"


@cites("cambia Players")
def test_six_can_play() -> None:
    table = deal("cambia", a=A, b=B, c=C, d="2s 3s 4s 5s", e="Ac 6c 9c Jc", f="Ad 6d 9d Jd")
    for _ in range(6):
        pass_turn(table)
    assert table.turn == "a"


@cites("cambia Deck")
def test_the_deck_has_two_jokers() -> None:
    table = deal("cambia", a="Xr Xb 4c 5c", b=B)
    assert table.stock_size == 52 + 2 - 2 * 4 - 1


@cites("cambia 1. Card Values")
@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("Kh Kd Ah Ad", 0),
        ("Xr Xb Ah Ad", 2),
        ("Ah Ad As Ac", 4),
        ("2h 3h 4h 5h", 14),
        ("6h 7h 8h 9h", 30),
        ("10h 10d 10s 10c", 40),
        ("Jh Jd Js Jc", 44),
        ("Qh Qd Qs Qc", 48),
        ("Kc Ks Ah Ad", 28),
    ],
)
def test_a_hand_counts_the_points_of_its_cards(hand: str, points: int) -> None:
    table = deal("cambia", a=hand, b=A, stock="6c")
    table.play("a call", "b draw", "b throw", "dealer close")
    assert table.points["a"] == points


@cites("cambia 2. The Setup")
def test_four_cards_are_dealt_face_down() -> None:
    table = deal("cambia", a=A, b=B, ready=False)
    assert table.seen_by("b") == {"a": "?? ?? ?? ??", "b": "?? ?? ?? ??"}


@cites("cambia 2. The Setup")
def test_the_next_card_starts_the_discard_pile() -> None:
    table = deal("cambia", a=A, b=B, opening="9h")
    assert table.top == "9h"


@cites("cambia 2. The Setup")
def test_the_bottom_two_cards_may_be_looked_at_at_the_start() -> None:
    table = deal("cambia", a=A, b=B, ready=False)
    assert table.legal("a") == {"peek a3", "peek a4", "ready"}
    table.play("a peek a3", "a peek a4")
    assert table.seen_by("a")["a"] == "?? ?? 4c 5c"


@cites("cambia 2. The Setup")
def test_later_on_only_memory_helps() -> None:
    table = deal("cambia", a=A, b=B)
    assert not table.accepts("a peek a3")


@cites("cambia 3. The Turn")
def test_the_player_to_the_dealers_left_starts() -> None:
    table = deal("cambia", a=A, b=B, c=C, dealer="b")
    assert table.turn == "c"


@cites("cambia 3. The Turn")
def test_a_turn_is_one_of_three_actions() -> None:
    table = deal("cambia", a=A, b=B, opening="9h")
    assert {action for action in table.legal("a") if not action.startswith("snap")} == {"draw", "take", "call"}


@cites("cambia 3. The Turn A")
def test_a_card_from_the_stock_is_exchanged_for_an_own_one() -> None:
    table = deal("cambia", a=A, b=B, stock="Ah")
    assert table.play("a draw", "a swap a4") == ["closed #1", "drew a Ah", "swapped a a4 5c #2", "turn b"]
    assert table.hand("a") == "2c 3c 4c Ah"


@cites("cambia 3. The Turn A")
def test_a_card_from_the_stock_is_discarded_at_once() -> None:
    table = deal("cambia", a=A, b=B, stock="Ah")
    assert table.play("a draw", "a throw")[-2:] == ["threw a Ah #2", "turn b"]


@cites("cambia 3. The Turn A")
def test_the_ability_of_a_discarded_card_need_not_be_used() -> None:
    table = deal("cambia", a=A, b=B, stock="8h")
    assert table.play("a draw", "a throw", "a skip")[-2:] == ["skipped a", "turn b"]


@cites("cambia 3. The Turn B")
def test_the_visible_card_is_taken_and_must_be_swapped_in() -> None:
    table = deal("cambia", a=A, b=B, opening="Ah")
    table.play("a take")
    assert table.legal("a") == {"swap a1", "swap a2", "swap a3", "swap a4"}
    assert table.play("a swap a4") == ["swapped a a4 5c #2", "turn b"]


@cites("cambia 3. The Turn B")
def test_a_taken_card_uses_no_ability() -> None:
    table = deal("cambia", a="8c 3c 4c 5c", b=B, opening="7h")
    assert table.play("a take", "a swap a1")[-1] == "turn b"


@cites("cambia 3. The Turn C")
def test_calling_replaces_drawing_and_ends_the_turn() -> None:
    table = deal("cambia", a=A, b=B)
    assert table.play("a call") == ["called a", "turn b"]
    assert not table.accepts("b call")


@cites("cambia 3. The Turn C")
def test_every_other_player_gets_one_final_turn() -> None:
    table = deal("cambia", a=A, b=B, c=C, stock="Ah Ad")
    table.play("a call", "b draw", "b throw", "c draw", "c throw")
    assert not table.accepts("a draw")
    assert table.play("dealer close")[-3:] == ["scored a 14", "scored b 14", "scored c 14"]


@cites("cambia 3. The Turn C")
def test_all_cards_are_revealed() -> None:
    table = deal("cambia", a=A, b=B, stock="Ah")
    events = table.play("a call", "b draw", "b throw", "dealer close")
    assert [event for event in events if event.startswith("revealed b")] == [
        "revealed b b1 2d",
        "revealed b b2 3d",
        "revealed b b3 4d",
        "revealed b b4 5d",
    ]
    assert table.seen_by("a")["b"] == B


@cites("cambia 3. The Turn C")
def test_the_callers_hand_is_locked() -> None:
    table = deal("cambia", a=A, b=B, stock="Jh 2s")
    table.play("a call", "b draw")
    assert table.play("b throw")[1] == "lapsed b"


@cites("cambia 4. Special Abilities")
def test_a_special_card_from_the_hand_has_no_ability() -> None:
    table = deal("cambia", a="Kc 3c 4c 5c", b=B, stock="Ah")
    assert table.play("a draw", "a swap a1")[-1] == "turn b"


@cites("cambia 4. Special Abilities")
@pytest.mark.parametrize("card", ["7h", "7s", "8h", "8s"])
def test_seven_and_eight_look_at_an_own_card(card: str) -> None:
    table = deal("cambia", a=A, b=B, stock=card)
    table.play("a draw", "a throw")
    assert not table.accepts("a spy b1")
    assert table.play("a peek a1") == ["peeked a a1 2c", "turn b"]


@cites("cambia 4. Special Abilities")
@pytest.mark.parametrize("card", ["9h", "9s", "10h", "10s"])
def test_nine_and_ten_look_at_an_opponents_card(card: str) -> None:
    table = deal("cambia", a=A, b=B, stock=card)
    table.play("a draw", "a throw")
    assert not table.accepts("a peek a1")
    assert table.play("a spy b1") == ["spied a b1 2d", "turn b"]


@cites("cambia 4. Special Abilities")
@pytest.mark.parametrize("card", ["Jh", "Js", "Qh", "Qs"])
def test_jack_and_queen_swap_an_own_card_with_an_opponents_unseen(card: str) -> None:
    table = deal("cambia", a=A, b=B, stock=card)
    table.play("a draw", "a throw", "a trade a4", "a trade b1")
    assert (table.hand("a"), table.hand("b")) == ("2c 3c 4c 2d", "5c 3d 4d 5d")
    assert "a4" not in table.knows("a")


@cites("cambia 4. Special Abilities")
def test_a_blind_swap_needs_an_own_card_and_an_opponents() -> None:
    table = deal("cambia", a=A, b=B, c=C, stock="Jh")
    table.play("a draw", "a throw", "a trade a1")
    assert not table.accepts("a trade a2")
    assert table.accepts("a trade c1")


@cites("cambia 4. Special Abilities")
@pytest.mark.parametrize("king", ["Kc", "Ks", "Kh", "Kd"])
def test_a_king_looks_at_an_own_card_and_an_opponents_and_swaps_them(king: str) -> None:
    table = deal("cambia", a=A, b=B, stock=king)
    table.play("a draw", "a throw")
    assert table.play("a look a4", "a look b1") == ["looked a a4 5c", "looked a b1 2d"]
    table.play("a trade")
    assert (table.hand("a"), table.hand("b")) == ("2c 3c 4c 2d", "5c 3d 4d 5d")


@cites("cambia 4. Special Abilities")
def test_a_king_does_not_look_at_two_opponents_or_two_own_cards() -> None:
    table = deal("cambia", a=A, b=B, c=C, stock="Kc")
    table.play("a draw", "a throw", "a look b1")
    assert not table.accepts("a look c1")
    assert not table.accepts("a look b2")
    table.play("a look a1")
    assert not table.accepts("a look a2")


@cites("cambia 4. Special Abilities")
def test_a_king_need_not_swap() -> None:
    table = deal("cambia", a=A, b=B, stock="Kc")
    table.play("a draw", "a throw", "a look a4", "a look b1", "a skip")
    assert (table.hand("a"), table.hand("b")) == (A, B)


@cites("cambia 5. Snapping")
@pytest.mark.parametrize("seat", ["a", "b", "c"])
def test_anybody_may_snap_any_discard(seat: str) -> None:
    table = deal("cambia", a=A, b=B, c=C, stock="2s")
    table.play("a draw", "a throw", f"{seat} snap {seat}1")
    assert table.size(seat) == 3


@cites("cambia 5. Snapping")
def test_a_card_matches_by_rank() -> None:
    table = deal("cambia", a=A, b="Kh 3d 4d 5d", stock="Kc")
    table.play("a draw", "a throw")
    assert "snapped b b1 Kh" in table.play("b snap b1")


@cites("cambia 5. Snapping")
def test_a_card_swapped_out_can_be_snapped() -> None:
    table = deal("cambia", a=A, b=B, stock="Ah")
    table.play("a draw", "a swap a1", "b snap b1")
    assert table.hand("b") == "-- 3d 4d 5d"


@cites("cambia 5. Snapping")
def test_a_discard_can_be_snapped_until_the_next_draw() -> None:
    table = deal("cambia", a=A, b=B, c=C, stock="2s")
    table.play("a draw", "a throw")
    assert table.accepts("c snap c1 #2")
    assert table.play("b draw")[0] == "closed #2"
    assert not table.accepts("c snap c1 #2")


@cites("cambia 5. Snapping")
def test_the_race_has_one_winner() -> None:
    table = deal("cambia", a=A, b=B, c=C, stock="2s")
    table.play("a draw", "a throw")
    assert table.play("b snap b1") == ["snapped b b1 2d", "closed #2"]
    assert not table.accepts("c snap c1 #2")


@cites("cambia 5. Snapping Own")
def test_snapping_an_own_card_leaves_one_card_fewer() -> None:
    table = deal("cambia", a=A, b=B, stock="2s")
    table.play("a draw", "a throw", "b snap b1")
    assert table.hand("b") == "-- 3d 4d 5d"
    assert table.top == "2d"


@cites("cambia 5. Snapping Opponent")
def test_whoever_snaps_an_opponents_card_must_fill_the_gap() -> None:
    table = deal("cambia", a=A, b=B, stock="2s")
    table.play("a draw", "a throw", "b snap a1")
    assert not table.accepts("b keep")
    table.play("b give b4")
    assert (table.hand("a"), table.hand("b")) == ("5d 3c 4c 5c", "2d 3d 4d --")


@cites("cambia 5. Snapping Penalty")
def test_a_wrong_snap_costs_two_unseen_cards() -> None:
    table = deal("cambia", a="7h 2c 9d Kd", b="7s 4c 4d 5h", stock="3c 8d Xr")
    events = table.play("a draw", "a throw", "b snap b1")  # the discard is a 3, b1 is a 7
    assert events[-3:] == ["missed b b1 7s", "penalised b b5", "penalised b b6"]
    assert table.hand("b") == "7s 4c 4d 5h 8d Xr"
    assert not {"b5", "b6"} & table.knows("b")


@cites("cambia 5. Snapping Penalty")
def test_no_number_of_penalties_puts_a_player_out() -> None:
    table = deal("cambia", a=A, b=B, opening="9h")
    table.play(*["b snap b1"] * 5)
    assert table.size("b") == 14
    assert table.legal("b") >= {"snap b1 #1", "snap b14 #1"}


@cites("cambia 6. Winning & Scoring")
def test_everybody_sums_up_their_cards() -> None:
    table = deal("cambia", a="Kc 3c 4c 5c", b="Kd 3d 4d 5d", stock="Ah")
    table.play("a call", "b draw", "b throw", "dealer close")
    assert table.points == {"a": 25, "b": 11}


@cites("cambia 6. Winning & Scoring")
def test_a_wrong_call_costs_nothing() -> None:
    table = deal("cambia", a="Kc 3c 4c 5c", b="Kd 3d 4d 5d", stock="Ah")
    table.play("a call", "b draw", "b throw", "dealer close")
    assert table.scores == {"a": 25, "b": 11}


@cites("cambia 6. Winning & Scoring")
def test_a_caller_among_the_tied_wins_alone() -> None:
    table = deal("cambia", a=A, b=B, c="9h 3h 4h 5h", stock="Ah Ad")
    table.play("a call", "b draw", "b throw", "c draw", "c throw", "dealer close")
    assert table.winners == "a"


@cites("cambia 6. Winning & Scoring")
def test_players_who_tie_below_the_caller_share_the_win() -> None:
    table = deal("cambia", a="9c 3c 4c 5c", b=B, c=C, stock="Ah Ad")
    table.play("a call", "b draw", "b throw", "c draw", "c throw", "dealer close")
    assert table.winners == "b c"


@cites("cambia 3. The Turn A")
def test_an_empty_stock_is_made_from_the_discards() -> None:
    table = deal("cambia", a=A, b=B, opening="9h")
    empty_the_stock(table)
    assert table.play("b draw")[-2:] == ["reshuffled 45", "drew b 9h"]


@cites("cambia 5. Snapping Own")
def test_a_player_without_cards_plays_on() -> None:
    table = deal("cambia deal.cards=2", a="6c 6d", b="9c 9d", opening="6h", stock="6s Ah")
    table.play("a snap a1", "a draw", "a throw", "a snap a2", "b draw", "b throw")
    assert table.size("a") == 0
    assert table.accepts("a draw")


@cites("cambia 6. Winning & Scoring")
def test_a_shared_win_asks_for_no_number_of_cards() -> None:
    table = deal("cambia", a="9c 9d 9h 9s", b=B, c="6h 4h 5h 5s", stock="6c Ah Ad As Ac")
    table.play("a draw", "a throw", "c snap c1", "b draw", "b throw", "c draw", "c throw")
    table.play("a call", "b draw", "b throw", "c draw", "c throw", "dealer close")
    assert table.points == {"a": 36, "b": 14, "c": 14}
    assert table.winners == "b c"


@cites("cambia Players")
def test_seven_cannot_play() -> None:
    with pytest.raises(RulesError):
        deal("cambia deal.cards=1 deal.memory_cards=1", a="2c", b="3c", c="4c", d="5c", e="6c", f="7c", g="2d")


@cites("cambia 5. Snapping")
def test_two_cards_are_not_snapped_at_once() -> None:
    table = deal("cambia", a=A, b="2d 2h 4d 5d", stock="2s")
    table.play("a draw", "a throw")
    assert not table.accepts("b snap b1 b2")


@cites("cambia 5. Snapping Penalty")
def test_anothers_wrong_card_goes_back_to_its_owner() -> None:
    table = deal("cambia", a=A, b=B, stock="Ah")
    table.play("a draw", "a throw", "b snap a1")
    assert table.hand("a") == A
    assert table.hand("b").startswith(B)


@cites("cambia 3. The Turn C")
def test_the_callers_cards_may_be_looked_at() -> None:
    table = deal("cambia", a=A, b=B, stock="9s")
    table.play("a call", "b draw", "b throw")
    assert table.play("b spy a1")[0] == "spied b a1 2c"
