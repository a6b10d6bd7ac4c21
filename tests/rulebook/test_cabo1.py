"""Cabo's first edition, the cards and the turn: equal cards go for one, and all cards of a hand lie face down."""

from collections import Counter

import pytest

from cambio import Game, Rules, RulesError
from tests.rulebook.cite import cites
from tests.rulebook.passing import empty_the_stock, pass_turn, pass_turns
from tests.table import deal

A = "2c 3c 4c 5c"
B = "2d 3d 4d 5d"
C = "2h 3h 4h 5h"
SEVENS = "7c 7d 7h 7s"


@cites("cabo1 Cards")
def test_there_are_two_zeros_two_thirteens_and_four_of_every_other_number() -> None:
    ranks = Counter(card[:-1] for card in Game("cabo1").deck)
    assert ranks == {"X": 2, "K": 2} | dict.fromkeys(["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q"], 4)
    assert ranks.total() == 52


@cites("cabo1 Cards")
@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("Ah Ad As Ac", 4),
        ("2h 3h 4h 5h", 14),
        ("6h 7h 8h 9h", 30),
        ("10h 10d 10s 10c", 40),
        ("Jh Jd Js Jc", 44),
        ("Qh Qd Qs Qc", 48),
        ("Kc Kd Ah Ad", 28),
        ("Xr Xb Ah Ad", 2),
    ],
)
def test_a_hand_counts_the_numbers_on_its_cards(hand: str, points: int) -> None:
    table = deal("cabo1", a=hand, b=A, stock="6c")
    table.play("a call", "b draw", "b throw")
    assert table.points["a"] == points


@cites("cabo1 Setup")
def test_two_to_five_can_play() -> None:
    table = deal("cabo1", a=A, b=B, c=C, d="2s 3s 4s 5s", e="6c 7c 8c 9c")
    pass_turns(table, 5)
    assert table.turn == "a"
    assert deal("cabo1", a=A, b=B).turn == "a"
    for seats in (1, 6):
        with pytest.raises(RulesError):
            Game("cabo1", seats)


@cites("cabo1 Setup")
def test_four_cards_are_dealt_face_down_and_the_rest_is_the_stock() -> None:
    table = deal("cabo1", a=A, b=B, ready=False)
    assert table.seen_by("a") == {"a": "?? ?? ?? ??", "b": "?? ?? ?? ??"}
    assert table.stock_size == 52 - 2 * 4 - 1


@cites("cabo1 Setup")
def test_cards_lie_in_any_formation() -> None:
    assert Rules.parse("cabo1")["deal.formation"] == "free"


@cites("cabo1 Setup")
def test_the_cards_keep_their_places() -> None:
    table = deal("cabo1", a="7c 7d 4c 5c", b=B, stock="2h 9h 6h")
    table.play("a draw", "a also a1", "a swap a2")
    pass_turn(table)
    table.play("a draw", "a swap a4")
    assert table.hand("a") == "-- 2h 4c 6h"


@cites("cabo1 Setup")
def test_the_top_card_of_the_stock_starts_the_discard_pile() -> None:
    table = deal("cabo1", a=A, b=B, opening="9h", ready=False)
    assert table.top == "9h"
    assert table.events[-1] == "opened 9h #1"


@cites("cabo1 Setup")
def test_any_two_cards_may_be_looked_at_and_the_choice_is_final() -> None:
    table = deal("cabo1", a=A, b=B, ready=False)
    assert table.legal("a") == {"peek a1", "peek a2", "peek a3", "peek a4", "ready"}
    table.play("a peek a1", "a peek a4")
    assert table.seen_by("a")["a"] == "2c ?? ?? 5c"
    assert table.seen_by("b")["a"] == "?? ?? ?? ??"
    assert not table.accepts("a peek a2")


@cites("cabo1 Setup")
def test_play_begins_when_everybody_is_ready_and_nobody_looks_from_then_on() -> None:
    table = deal("cabo1", a=A, b=B, ready=False)
    table.play("a peek a1", "a ready")
    assert not table.accepts("a peek a1")
    assert not table.accepts("a draw")
    table.play("b ready")
    assert table.accepts("a draw")
    assert not table.accepts("a peek a2")
    assert not table.accepts("b peek b2")


@cites("cabo1 Turn")
def test_turns_go_clockwise() -> None:
    table = deal("cabo1", a=A, b=B, c=C, dealer="b")
    turns = []
    for _ in range(4):
        turns.append(table.turn)
        pass_turn(table)
    assert turns == ["c", "a", "b", "c"]


@cites("cabo1 Turn")
def test_a_turn_draws_takes_or_calls() -> None:
    assert deal("cabo1", a=A, b=B).legal("a") == {"draw", "take", "call"}


@cites("cabo1 Turn")
def test_only_the_player_sees_the_drawn_card() -> None:
    table = deal("cabo1", a=A, b=B, stock="6h")
    table.play("a draw")
    assert (table.game.view("a").held, table.game.view("b").held) == ("6h", "??")


@cites("cabo1 Turn")
def test_a_drawn_card_is_thrown() -> None:
    table = deal("cabo1", a=A, b=B, stock="6h")
    assert table.play("a draw", "a throw") == ["drew a 6h", "threw a 6h #2", "turn b"]
    assert (table.hand("a"), table.top) == (A, "6h")


@cites("cabo1 Turn")
def test_a_drawn_card_is_swapped_in_face_down_and_the_old_one_goes_face_up_on_the_pile() -> None:
    table = deal("cabo1", a=A, b=B, stock="6h")
    assert table.play("a draw", "a swap a2") == ["drew a 6h", "swapped a a2 3c #2", "turn b"]
    assert (table.hand("a"), table.top) == ("2c 6h 4c 5c", "3c")
    assert table.lying("a") == "?? ?? ?? ??"
    assert "a2" in table.knows("a") and "a2" not in table.knows("b")


@cites("cabo1 Turn")
def test_a_taken_card_must_be_swapped_in_and_its_power_is_not_used() -> None:
    table = deal("cabo1", a=A, b=B, opening="7h")
    assert table.play("a take") == ["took a 7h"]
    assert not table.accepts("a throw")
    assert table.play("a swap a1") == ["swapped a a1 2c #2", "turn b"]
    assert table.hand("a") == "7h 3c 4c 5c"


@cites("cabo1 Turn")
def test_a_taken_card_lies_face_down_though_everybody_has_seen_it() -> None:
    table = deal("cabo1", a=A, b=B, opening="6h")
    table.play("a take", "a swap a3")
    assert table.lying("a") == "?? ?? ?? ??"
    assert "a3" in table.knows("a") & table.knows("b")


@cites("cabo1 Turn")
def test_a_taken_card_stays_face_down_when_it_is_traded() -> None:
    table = deal("cabo1", a=A, b=B, opening="6h", stock="Jh")
    table.play("a take", "a swap a3", "b draw", "b throw", "b trade b1", "b trade a3")
    assert table.hand("b") == "6h 3d 4d 5d"
    assert (table.lying("a"), table.lying("b")) == ("?? ?? ?? ??", "?? ?? ?? ??")


@cites("cabo1 Turn")
def test_there_is_no_snapping() -> None:
    table = deal("cabo1", a=A, b=B, stock="2h")
    table.play("a draw", "a throw")
    assert table.window is None
    assert not table.accepts("b snap b1")
    assert not table.accepts("a snap a1")


@cites("cabo1 Turn")
def test_an_empty_stock_is_made_from_all_discards_but_the_top_one() -> None:
    table = deal("cabo1", a=A, b=B, stock="6h")
    empty_the_stock(table)
    assert not table.over
    top = table.top
    assert table.play("b draw")[0] == "reshuffled 43"
    assert (table.top, table.stock_size) == (top, 42)


@cites("cabo1 Turn")
def test_the_stock_is_not_made_before_a_card_is_needed() -> None:
    table = deal("cabo1", a=A, b=B, stock="6h")
    empty_the_stock(table)
    assert table.stock_size == 0
    assert table.legal("b") == {"draw", "take", "call"}
    table.play("b take", "b swap b1")
    assert table.stock_size == 0


@cites("cabo1 Turn")
def test_last_turns_go_on_when_the_stock_is_used_up() -> None:
    table = deal("cabo1", a=A, b="9d 3d 4d 5d", c="9h 3h 4h 5h")
    pass_turns(table, 38)
    table.play("c call")
    pass_turns(table, 2)
    assert (table.reason, table.winners) == ("called", "a")
    assert table.scores == {"a": 0, "b": 21, "c": 21 + 5}


@cites("cabo1 Turn")
def test_a_round_without_a_card_to_draw_ends_as_if_nobody_had_called() -> None:
    """Hands never grow in this book, so that only a penalty of the house can use up all cards."""
    table = deal("cabo1 turn.mismatch_penalty=10", a=A, b=B, c="Xr Ad As Ac")
    table.play("a draw", "a also a1", "a swap a2", "b draw", "b also b1", "b swap b2")
    pass_turn(table)
    table.play("a draw", "a also a1", "a swap a2", "b call")
    assert "spared c" in table.play("c draw", "c also c1", "c swap c2")
    assert (table.reason, table.winners) == ("stock", "c")
    assert table.scores == table.points | {"c": 0}


@cites("cabo1 Exchange")
@pytest.mark.parametrize(
    ("hand", "named", "left", "lying"),
    [
        (SEVENS, ["a1"], "-- 2h 7h 7s", "-- ?? ?? ??"),
        (SEVENS, ["a1", "a3"], "-- 2h -- 7s", "-- ?? -- ??"),
        (SEVENS, ["a1", "a3", "a4"], "-- 2h -- --", "-- ?? -- --"),
        ("Xr Xb 3c 4c", ["a1"], "-- 2h 3c 4c", "-- ?? ?? ??"),
        ("Kc Kd 3c 4c", ["a1"], "-- 2h 3c 4c", "-- ?? ?? ??"),
    ],
)
def test_several_equal_cards_go_for_one_from_the_stock(hand: str, named: list[str], left: str, lying: str) -> None:
    table = deal("cabo1", a=hand, b=B, stock="2h")
    table.play("a draw", *(f"a also {place}" for place in named), "a swap a2")
    assert (table.hand("a"), table.lying("a")) == (left, lying)
    assert table.turn == "b"


@cites("cabo1 Exchange")
def test_all_the_equal_cards_are_discarded() -> None:
    table = deal("cabo1", a=SEVENS, b=B, stock="2h")
    told = table.play("a draw", "a also a1", "a also a3", "a swap a4")
    assert told[-4:] == ["laid a a1 7c", "laid a a3 7h", "swapped a a4 7s #2", "turn b"]
    assert (table.size("a"), table.top, table.game.view().discards) == (2, "7s", 4)


@cites("cabo1 Exchange")
@pytest.mark.parametrize(("first", "last", "left"), [("a1", "a4", "-- 7d 7h 6h"), ("a4", "a1", "6h 7d 7h --")])
def test_the_new_card_goes_to_the_place_of_the_last_one_named(first: str, last: str, left: str) -> None:
    drawn = deal("cabo1", a=SEVENS, b=B, stock="6h")
    drawn.play("a draw", f"a also {first}", f"a swap {last}")
    assert drawn.hand("a") == left
    taken = deal("cabo1", a=SEVENS, b=B, opening="6h")
    taken.play("a take", f"a also {first}", f"a swap {last}")
    assert taken.hand("a") == left


@cites("cabo1 Exchange")
def test_several_equal_cards_go_for_a_taken_one_which_lies_face_down() -> None:
    table = deal("cabo1", a=SEVENS, b=B, opening="2h")
    table.play("a take", "a also a1", "a also a2", "a swap a4")
    assert (table.hand("a"), table.lying("a")) == ("-- -- 7h 2h", "-- -- ?? ??")
    assert (table.top, table.turn) == ("7s", "b")


@cites("cabo1 Exchange")
@pytest.mark.parametrize("named", [["a1"], ["a1", "a2"], ["a1", "a2", "a3"]])
def test_everybody_sees_different_cards_which_go_back_face_down(named: list[str]) -> None:
    table = deal("cabo1", a=A, b=B, stock="6h")
    table.play("a draw", *(f"a also {place}" for place in named), "a swap a4")
    assert (table.hand("a"), table.lying("a")) == (A, "?? ?? ?? ??")
    assert table.knows("b") == {*named, "a4"}


@cites("cabo1 Exchange")
@pytest.mark.parametrize("named", [["a1"], ["a1", "a2"], ["a1", "a2", "a3"]])
def test_a_failed_swap_costs_the_drawn_card_only(named: list[str]) -> None:
    table = deal("cabo1", a=A, b=B, stock="6h 6s")
    told = table.play("a draw", *(f"a also {place}" for place in named), "a swap a4")
    assert told[-2:] == ["dropped a 6h #2", "turn b"]
    assert (table.size("a"), table.top) == (4, "6h")
    assert table.play("b draw") == ["drew b 6s"]


@cites("cabo1 Exchange")
def test_one_card_that_differs_is_enough_to_fail() -> None:
    table = deal("cabo1", a="7c 7d 7h 8s", b=B, stock="6h")
    table.play("a draw", "a also a1", "a also a2", "a also a3", "a swap a4")
    assert (table.hand("a"), table.top) == ("7c 7d 7h 8s", "6h")


@cites("cabo1 Exchange")
@pytest.mark.parametrize("named", [["a1"], ["a1", "a2"], ["a1", "a2", "a3"]])
def test_a_taken_card_goes_back_to_the_pile_after_a_failed_swap(named: list[str]) -> None:
    table = deal("cabo1", a=A, b=B, opening="6h")
    told = table.play("a take", *(f"a also {place}" for place in named), "a swap a4")
    assert told[-2:] == ["dropped a 6h #2", "turn b"]
    assert (table.hand("a"), table.top) == (A, "6h")
    assert table.play("b take") == ["took b 6h"]


@cites("cabo1 Powers")
@pytest.mark.parametrize("card", ["Ah", "2h", "3h", "4h", "5h", "6h", "Kc", "Kd", "Xr"])
def test_low_cards_and_kings_have_no_power(card: str) -> None:
    table = deal("cabo1", a=A, b=B, stock=card)
    assert table.play("a draw", "a throw")[-1] == "turn b"


@cites("cabo1 Powers")
@pytest.mark.parametrize("card", ["7h", "7s", "8h", "8s"])
def test_seven_and_eight_look_at_an_own_card(card: str) -> None:
    table = deal("cabo1", a=A, b=B, stock=card)
    table.play("a draw", "a throw")
    assert table.legal("a") == {"peek a1", "peek a2", "peek a3", "peek a4", "skip"}
    assert table.play("a peek a1") == ["peeked a a1 2c", "turn b"]
    assert "a1" in table.knows("a") and "a1" not in table.knows("b")


@cites("cabo1 Powers")
@pytest.mark.parametrize("card", ["9h", "9s", "10h", "10s"])
def test_nine_and_ten_look_at_a_card_of_another_player(card: str) -> None:
    table = deal("cabo1", a=A, b=B, stock=card)
    table.play("a draw", "a throw")
    assert table.legal("a") == {"spy b1", "spy b2", "spy b3", "spy b4", "skip"}
    assert table.play("a spy b1") == ["spied a b1 2d", "turn b"]
    assert "b1" in table.knows("a") and "b1" not in table.knows("b")


@cites("cabo1 Powers")
@pytest.mark.parametrize("card", ["Jh", "Js", "Qh", "Qs"])
def test_jack_and_queen_swap_an_own_card_with_another_players_unseen(card: str) -> None:
    table = deal("cabo1", a=A, b=B, c=C, stock=card)
    table.play("a draw", "a throw")
    assert not table.accepts("a look c2")
    assert table.play("a trade c2", "a trade a1")[-1] == "turn b"
    assert (table.hand("a"), table.hand("c")) == ("3h 3c 4c 5c", "2h 2c 4h 5h")
    assert not {"a1", "c2"} & (table.knows("a") | table.knows("b") | table.knows("c"))


@cites("cabo1 Powers")
@pytest.mark.parametrize(("first", "second"), [("a1", "a2"), ("b1", "c1"), ("b1", "b2")])
def test_a_blind_swap_is_between_the_player_and_another(first: str, second: str) -> None:
    table = deal("cabo1", a=A, b=B, c=C, stock="Jh")
    table.play("a draw", "a throw", f"a trade {first}")
    assert not table.accepts(f"a trade {second}")


@cites("cabo1 Powers")
@pytest.mark.parametrize("card", ["7h", "8h", "9h", "10h", "Jh", "Qh"])
def test_nobody_has_to_use_a_power(card: str) -> None:
    table = deal("cabo1", a=A, b=B, stock=card)
    assert table.play("a draw", "a throw", "a skip")[-2:] == ["skipped a", "turn b"]


@cites("cabo1 Powers")
@pytest.mark.parametrize("card", ["7", "8", "9", "10", "J", "Q"])
def test_a_card_that_comes_out_of_a_hand_has_no_power(card: str) -> None:
    one = deal("cabo1", a=f"{card}c {card}d 4c 5c", b=B, stock=f"{card}h")
    assert one.play("a draw", "a swap a1")[-1] == "turn b"
    several = deal("cabo1", a=f"{card}c {card}d 4c 5c", b=B, stock=f"{card}h")
    assert several.play("a draw", "a also a1", "a swap a2")[-1] == "turn b"


@cites("cabo1 Powers")
@pytest.mark.parametrize("card", ["7h", "8h", "9h", "10h", "Jh", "Qh"])
def test_a_card_that_is_discarded_after_a_failed_swap_has_no_power(card: str) -> None:
    table = deal("cabo1", a=A, b=B, stock=card)
    assert table.play("a draw", "a also a1", "a swap a2")[-1] == "turn b"
