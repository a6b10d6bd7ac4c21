"""The camp book: no jokers, any two cards to remember, two burns at once, and a knock that can cost 20."""

import pytest

from tests.rulebook.cite import cites
from tests.rulebook.passing import empty_the_stock, pass_turn
from tests.table import deal

A = "2c 3c 4c 5c"
B = "2d 3d 4d 5d"
C = "2h 3h 4h 5h"


@cites("camp Introduction")
def test_any_number_can_play() -> None:
    table = deal(
        "camp",
        a=A,
        b=B,
        c=C,
        d="2s 3s 4s 5s",
        e="Ac 6c 9c Jc",
        f="Ad 6d 9d Jd",
        g="Ah 6h 9h Jh",
        h="As 6s 9s Js",
        i="7c 8c 10c Kc",
    )
    for _ in range(9):
        pass_turn(table)
    assert table.turn == "a"


@cites("camp Introduction")
def test_the_deck_has_fifty_two_cards() -> None:
    assert deal("camp", a=A, b=B).stock_size == 52 - 2 * 4


@cites("camp Objective")
def test_the_fewest_points_win() -> None:
    table = deal("camp", a=A, b="2d 3d 4d 6d", stock="Ah")
    table.play("a call", "b draw", "b throw", "dealer close")
    assert table.winners == "a"


@cites("camp Points")
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
    ],
)
def test_a_hand_counts_the_points_of_its_cards(hand: str, points: int) -> None:
    table = deal("camp", a=hand, b=A, stock="6c")
    table.play("a call", "b draw", "b throw", "dealer close")
    assert table.points["a"] == points


@cites("camp Dealing")
def test_four_cards_are_dealt_face_down() -> None:
    table = deal("camp", a=A, b=B, ready=False)
    assert table.seen_by("a") == {"a": "?? ?? ?? ??", "b": "?? ?? ?? ??"}


@cites("camp Dealing")
def test_the_cards_keep_their_places() -> None:
    table = deal("camp", a=A, b=B, stock="2s 6h")
    table.play("a draw", "a throw", "b snap b1", "b draw", "b swap b3")
    assert table.hand("b") == "-- 3d 6h 5d"


@cites("camp Dealing")
def test_the_remaining_cards_are_the_draw_pile_and_nothing_is_turned_up() -> None:
    table = deal("camp", a=A, b=B, stock="9h")
    assert table.top is None
    assert table.play("a draw") == ["drew a 9h"]


@cites("camp Play 1")
def test_any_two_cards_may_be_looked_at_once() -> None:
    table = deal("camp", a=A, b=B, ready=False)
    assert table.legal("a") == {"peek a1", "peek a2", "peek a3", "peek a4", "ready"}
    table.play("a peek a1", "a peek a3")
    assert table.seen_by("a")["a"] == "2c ?? 4c ??"
    assert not table.accepts("a peek a2")


@cites("camp Play 1")
def test_the_looks_stay_secret() -> None:
    table = deal("camp", a=A, b=B, ready=False)
    table.play("a peek a1")
    assert table.seen_by("b")["a"] == "?? ?? ?? ??"


@cites("camp Play 2")
def test_the_person_to_the_dealers_left_starts() -> None:
    assert deal("camp", a=A, b=B, c=C, dealer="a").turn == "b"


@cites("camp Play 2")
def test_a_turn_starts_with_a_drawn_card() -> None:
    table = deal("camp", a=A, b=B, stock="Ah 6h")
    assert table.legal("a") == {"draw", "call"}
    table.play("a draw", "a throw")
    assert not table.accepts("b take")


@cites("camp Play 2a")
def test_a_card_switched_in_is_known_and_the_old_one_is_discarded() -> None:
    table = deal("camp", a=A, b=B, stock="Ah")
    assert table.play("a draw", "a swap a2") == ["drew a Ah", "swapped a a2 3c #1", "turn b"]
    assert "a2" in table.knows("a")
    assert "a2" not in table.knows("b")


@cites("camp Play 2b")
@pytest.mark.parametrize("card", ["Ah", "6h", "Kc", "Kh"])
def test_low_cards_and_kings_have_no_power(card: str) -> None:
    table = deal("camp", a=A, b=B, stock=card)
    assert table.play("a draw", "a throw")[-1] == "turn b"


@cites("camp Play 2b")
@pytest.mark.parametrize("card", ["7h", "7s", "8h", "8s"])
def test_seven_and_eight_look_at_an_own_card(card: str) -> None:
    table = deal("camp", a=A, b=B, stock=card)
    table.play("a draw", "a throw")
    assert not table.accepts("a spy b1")
    assert table.play("a peek a1") == ["peeked a a1 2c", "turn b"]


@cites("camp Play 2b")
@pytest.mark.parametrize("card", ["9h", "9s", "10h", "10s"])
def test_nine_and_ten_look_at_a_card_of_another_player(card: str) -> None:
    table = deal("camp", a=A, b=B, stock=card)
    table.play("a draw", "a throw")
    assert not table.accepts("a peek a1")
    assert table.play("a spy b1") == ["spied a b1 2d", "turn b"]


@cites("camp Play 2b")
@pytest.mark.parametrize(
    ("first", "second", "hands"),
    [
        ("a1", "b2", ("3d 3c 4c 5c", "2d 2c 4d 5d", C)),
        ("a1", "a2", ("3c 2c 4c 5c", B, C)),
        ("b1", "c2", (A, "3h 3d 4d 5d", "2h 2d 4h 5h")),
    ],
)
def test_a_jack_swaps_any_card_with_any_other(first: str, second: str, hands: tuple[str, str, str]) -> None:
    table = deal("camp", a=A, b=B, c=C, stock="Js")
    table.play("a draw", "a throw", f"a trade {first}", f"a trade {second}")
    assert (table.hand("a"), table.hand("b"), table.hand("c")) == hands
    assert not {first, second} & table.knows("a")


@cites("camp Play 2b")
@pytest.mark.parametrize("place", ["a1", "b1", "c4"])
def test_a_queen_looks_at_any_one_card(place: str) -> None:
    table = deal("camp", a=A, b=B, c=C, stock="Qh")
    table.play("a draw", "a throw", f"a look {place}")
    assert place in table.knows("a")
    assert not table.accepts("a look b2")


@cites("camp Play 2b")
def test_a_queen_swaps_any_two_cards_whatever_it_looked_at() -> None:
    table = deal("camp", a=A, b=B, c=C, stock="Qs")
    table.play("a draw", "a throw", "a look a1", "a trade b1", "a trade c2")
    assert (table.hand("b"), table.hand("c")) == ("3h 3d 4d 5d", "2h 2d 4h 5h")


@cites("camp Play 2b")
def test_a_power_may_be_declined() -> None:
    table = deal("camp", a=A, b=B, stock="Qh")
    assert table.play("a draw", "a throw", "a skip")[-2:] == ["skipped a", "turn b"]


@cites("camp Play 2c")
def test_a_queen_discarded_from_the_hand_has_no_power() -> None:
    table = deal("camp", a="Qc 2c 4c 5c", b=B, stock="3h")
    assert table.play("a draw", "a swap a1")[-1] == "turn b"


@cites("camp Play 2d")
def test_the_next_turn_begins_when_peeking_and_switching_is_finished() -> None:
    table = deal("camp", a=A, b=B, stock="Qh")
    table.play("a draw", "a throw", "a look b1")
    assert table.turn == "a"
    assert not table.accepts("b draw")
    assert table.play("a trade a1", "a trade b1")[-1] == "turn b"


@cites("camp Play 3")
def test_a_card_that_matches_the_top_of_the_pile_is_burned() -> None:
    table = deal("camp", a=A, b="Kh 3d 4d 5d", stock="Kc")
    table.play("a draw", "a throw")
    assert table.play("b snap b1") == ["snapped b b1 Kh", "closed #1"]


@cites("camp Play 3")
def test_a_burn_comes_at_any_time_until_the_next_discard() -> None:
    table = deal("camp", a=A, b=B, c=C, stock="2s 6h")
    table.play("a draw", "a throw", "b draw")
    assert table.window == 1
    assert not table.accepts("dealer close")
    assert "snapped a a1 2c" in table.play("a snap a1")


@cites("camp Play 3a")
def test_a_burned_card_leaves_the_hand() -> None:
    table = deal("camp", a=A, b="7d 3d 4d 5d", stock="7h")
    table.play("a draw", "a throw", "b snap b1")
    assert table.hand("b") == "-- 3d 4d 5d"
    assert table.top == "7d"


@cites("camp Play 3b")
def test_there_is_room_for_one_burn_and_the_slower_card_goes_back() -> None:
    table = deal("camp", a=A, b="7d 3d 4d 5d", c="7c 3h 4h 5h", stock="7h 6h")
    table.play("a draw", "a throw", "b snap b1", "c snap c1 #1")
    assert table.hand("c") == "7c 3h 4h 5h 6h"
    assert table.top == "7d"


@cites("camp Play 3c")
def test_anothers_burned_card_is_replaced_with_an_own_one() -> None:
    table = deal("camp", a=A, b="7d 3d 4d 5d", c=C, stock="7h")
    table.play("a draw", "a throw", "c snap b1", "c give c4")
    assert (table.hand("b"), table.hand("c")) == ("5h 3d 4d 5d", "2h 3h 4h --")


@cites("camp Play 3c")
def test_the_burner_gets_to_replace_the_card_but_need_not() -> None:
    table = deal("camp", a=A, b="7d 3d 4d 5d", c=C, stock="7h")
    table.play("a draw", "a throw", "c snap b1", "c keep")
    assert (table.hand("b"), table.hand("c")) == ("-- 3d 4d 5d", C)


@cites("camp Play 3d")
def test_two_cards_burned_at_once_are_one_burn() -> None:
    table = deal("camp", a=A, b="7d 3d 4d 5d", c="7c 3h 4h 5h", stock="7h")
    table.play("a draw", "a throw")
    assert table.play("c snap b1 c1") == ["snapped c b1 7d", "snapped c c1 7c", "closed #1"]
    table.play("c give c4")
    assert (table.hand("b"), table.hand("c")) == ("5h 3d 4d 5d", "-- 3h 4h --")


@cites("camp Play 4")
def test_a_penalty_card_is_put_unseen_beside_the_others() -> None:
    table = deal("camp", a=A, b=B, stock="Ah 6h")
    assert table.play("a draw", "a throw", "b snap b1")[-2:] == ["missed b b1 2d", "penalised b b5"]
    assert table.hand("b") == "2d 3d 4d 5d 6h"
    assert "b5" not in table.knows("b")


@cites("camp Play 4a")
def test_a_slow_burn_costs_a_penalty_card() -> None:
    table = deal("camp", a=A, b="7d 3d 4d 5d", c="7c 3h 4h 5h", stock="7h 6h")
    table.play("a draw", "a throw", "b snap b1")
    assert table.play("c snap c1 #1") == ["late c c1", "penalised c c5"]


@cites("camp Play 4b")
def test_playing_out_of_turn_is_not_possible() -> None:
    table = deal("camp", a=A, b=B)
    assert not table.accepts("b draw")
    assert not table.accepts("b call")
    assert not table.accepts("b peek b1")


@cites("camp Play 5")
def test_a_player_knocks_instead_of_drawing() -> None:
    table = deal("camp", a=A, b=B)
    assert table.play("a call") == ["called a", "turn b"]


@cites("camp Play 5")
def test_the_knockers_cards_are_touched_by_nobody() -> None:
    table = deal("camp", a=A, b=B, c=C, stock="2s Jh")
    table.play("a call", "b draw", "b throw")
    assert not table.accepts("c snap a1 #1")
    assert not table.accepts("a snap a1 #1")
    table.play("c draw", "c throw")
    assert not table.accepts("c trade a1")
    assert table.accepts("c trade b1")


@cites("camp Play 5")
def test_the_knockers_cards_are_not_looked_at() -> None:
    table = deal("camp", a=A, b=B, c=C, stock="9s")
    table.play("a call", "b draw", "b throw")
    assert not table.accepts("b spy a1")
    assert table.accepts("b spy c1")


@cites("camp Play 5")
def test_the_others_have_one_more_turn_and_then_all_cards_are_revealed() -> None:
    table = deal("camp", a=A, b=B, c=C, stock="Ah Ad")
    table.play("a call", "b draw", "b throw", "c draw", "c throw")
    assert not table.over
    assert table.play("dealer close")[:2] == ["closed #2", "revealed a a1 2c"]
    assert table.over


@cites("camp Play 5")
def test_a_knocker_without_the_fewest_points_gets_twenty_more() -> None:
    table = deal("camp", a="6c 3c 4c 5c", b=B, stock="Ah")
    table.play("a call", "b draw", "b throw", "dealer close")
    assert table.winners == "b"
    assert table.scores == {"a": 18 + 20, "b": 14}


@cites("camp Play 5")
def test_a_knocker_with_the_fewest_points_wins_and_scores_them() -> None:
    table = deal("camp", a=A, b="6d 3d 4d 5d", stock="Ah")
    table.play("a call", "b draw", "b throw", "dealer close")
    assert table.winners == "a"
    assert table.scores == {"a": 14, "b": 18}


@cites("camp Play 5a")
def test_whoever_runs_out_of_cards_knocks_on_their_turn() -> None:
    table = deal("camp deal.cards=2", a="6c 6d", b="9c 9d", stock="6h Ah")
    table.play("a draw", "a throw", "a snap a1 a2")
    assert table.play("b draw", "b throw")[-3:] == ["turn a", "knocked a", "turn b"]
    assert not table.accepts("b call")


@cites("camp Play 5a")
def test_an_automatic_knock_never_costs_twenty() -> None:
    table = deal("camp deal.cards=2", a="6c 6d", b="Kh Ac", stock="6h 3c 4c")
    table.play("a draw", "a throw", "a snap a1 a2", "b draw", "b throw", "b draw", "b throw", "dealer close")
    assert table.winners == "b"
    assert table.scores == {"a": 0, "b": -1}


@cites("camp Play 5b")
def test_the_most_cards_win_a_tie() -> None:
    table = deal("camp", a="9c 10c Jc Qc", b=B, c="6h 4h 5h 5s", stock="6c Ah Ad As Ac")
    table.play("a draw", "a throw", "c snap c1", "b draw", "b throw", "c draw", "c throw")
    table.play("a call", "b draw", "b throw", "c draw", "c throw", "dealer close")
    assert table.points == {"a": 42, "b": 14, "c": 14}
    assert table.winners == "b"


@cites("camp Play 5b")
def test_a_knocker_who_ties_wins_with_the_most_cards() -> None:
    table = deal("camp", a="9c 10c Jc Qc", b=B, c="6h 4h 5h 5s", stock="6c Ah Ad")
    table.play("a draw", "a throw", "c snap c1", "b call", "c draw", "c throw", "a draw", "a throw", "dealer close")
    assert table.winners == "b"


@cites("camp Play 5b")
def test_a_knocker_who_ties_with_fewer_cards_does_not_win() -> None:
    table = deal("camp", a="9c 10c Jc Qc", b=B, c="6h 4h 5h 5s", stock="6c Ah Ad As")
    table.play("a draw", "a throw", "c snap c1", "b draw", "b throw", "c call")
    table.play("a draw", "a throw", "b draw", "b throw", "dealer close")
    assert table.winners == "b"


@cites("camp Play 2")
def test_an_empty_draw_pile_is_made_from_the_discards() -> None:
    table = deal("camp", a=A, b=B, stock="Ah")
    empty_the_stock(table)
    assert table.play("a draw") == ["reshuffled 43", "drew a Ah"]


@cites("camp Play 3")
def test_no_number_of_cards_puts_a_player_out() -> None:
    table = deal("camp", a=A, b=B, stock="Ah")
    table.play("a draw", "a throw", *["b snap b1"] * 5)
    assert table.size("b") == 9
    assert table.accepts("b draw")


@cites("camp Play 4")
def test_anothers_wrong_card_goes_back_to_its_owner() -> None:
    table = deal("camp", a=A, b=B, stock="Ah")
    table.play("a draw", "a throw", "b snap a1")
    assert table.hand("a") == A
    assert table.hand("b").startswith(B)
