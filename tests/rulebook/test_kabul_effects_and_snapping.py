"""The kabul book's effects of every card from six up, and its snaps of own cards."""

import pytest

from tests.rulebook.cite import cites
from tests.table import deal

A = "2c 3c 4c 5c"
B = "2d 3d 4d 5d"
C = "2h 3h 4h 5h"


@cites("kabul Card effects")
@pytest.mark.parametrize("card", ["8h", "8s", "9h", "9s"])
def test_eight_and_nine_look_at_an_own_card(card: str) -> None:
    table = deal("kabul", a=A, b=B, opening="Jd", stock=card)
    table.play("a draw", "a throw")
    assert not table.accepts("a spy b1")
    assert table.play("a peek a1") == ["peeked a a1 2c", "turn b"]
    assert "a1" not in table.knows("b")


@cites("kabul Card effects")
@pytest.mark.parametrize("card", ["6h", "6s", "7h", "7s"])
def test_six_and_seven_look_at_a_card_of_another_player(card: str) -> None:
    table = deal("kabul", a=A, b=B, opening="Jd", stock=card)
    table.play("a draw", "a throw")
    assert not table.accepts("a peek a1")
    assert table.play("a spy b1") == ["spied a b1 2d", "turn b"]
    assert "b1" not in table.knows("b")


@cites("kabul Card effects")
@pytest.mark.parametrize("card", ["10h", "10s", "Jh", "Js"])
@pytest.mark.parametrize(
    ("first", "second", "hands"),
    [
        ("a1", "b2", ("3d 3c 4c 5c", "2d 2c 4d 5d", C)),
        ("a1", "a2", ("3c 2c 4c 5c", B, C)),
        ("b1", "c2", (A, "3h 3d 4d 5d", "2h 2d 4h 5h")),
        ("b1", "b2", (A, "3d 2d 4d 5d", C)),
    ],
)
def test_ten_and_jack_switch_any_two_cards_unseen(
    card: str, first: str, second: str, hands: tuple[str, str, str]
) -> None:
    table = deal("kabul", a=A, b=B, c=C, stock=card)
    table.play("a draw", "a throw", f"a trade {first}", f"a trade {second}")
    assert (table.hand("a"), table.hand("b"), table.hand("c")) == hands
    assert not any({first, second} & table.knows(seat) for seat in "abc")


@cites("kabul Card effects")
@pytest.mark.parametrize("card", ["10h", "Jh"])
def test_ten_and_jack_look_at_no_card(card: str) -> None:
    table = deal("kabul", a=A, b=B, stock=card)
    table.play("a draw", "a throw")
    assert not any(table.accepts(f"a {looking}") for looking in ("look a1", "look b1", "peek a1", "spy b1"))


@cites("kabul Card effects")
@pytest.mark.parametrize("card", ["Qh", "Qs", "Kh", "Ks"])
@pytest.mark.parametrize(
    ("first", "second", "hands"),
    [
        ("a1", "b2", ("3d 3c 4c 5c", "2d 2c 4d 5d", C)),
        ("a1", "a2", ("3c 2c 4c 5c", B, C)),
        ("b1", "c2", (A, "3h 3d 4d 5d", "2h 2d 4h 5h")),
        ("b1", "b2", (A, "3d 2d 4d 5d", C)),
    ],
)
def test_queen_and_king_look_at_any_two_cards_and_switch_them(
    card: str, first: str, second: str, hands: tuple[str, str, str]
) -> None:
    table = deal("kabul", a=A, b=B, c=C, stock=card)
    table.play("a draw", "a throw", f"a look {first}", f"a look {second}")
    assert {first, second} <= table.knows("a")
    assert not {first, second} & (table.knows("b") | table.knows("c"))
    assert table.play("a trade")[-1] == "turn b"
    assert (table.hand("a"), table.hand("b"), table.hand("c")) == hands


@cites("kabul Card effects")
@pytest.mark.parametrize("card", ["Qd", "Kc"])
def test_queen_and_king_switch_only_the_two_cards_that_they_have_looked_at(card: str) -> None:
    table = deal("kabul", a=A, b=B, c=C, stock=card)
    table.play("a draw", "a throw")
    assert not table.accepts("a trade")
    table.play("a look b1")
    assert not table.accepts("a trade")
    assert not table.accepts("a trade a1")
    table.play("a look c1")
    assert not table.accepts("a look a1")
    assert not table.accepts("a trade a1")
    assert table.accepts("a trade")


@cites("kabul Card effects")
@pytest.mark.parametrize("looks", [[], ["a look b1"], ["a look b1", "a look a1"]])
def test_queen_and_king_may_leave_the_cards_where_they_are(looks: list[str]) -> None:
    table = deal("kabul", a=A, b=B, stock="Kd")
    assert table.play("a draw", "a throw", *looks, "a skip")[-2:] == ["skipped a", "turn b"]
    assert (table.hand("a"), table.hand("b")) == (A, B)


@cites("kabul Card effects")
@pytest.mark.parametrize("card", ["Ah", "As", "2h", "2s", "3h", "3s", "4h", "4s", "5h", "5s", "Xr", "Xb"])
def test_ace_to_five_and_jokers_have_no_effect(card: str) -> None:
    table = deal("kabul", a=A, b=B, opening="9h", stock=card)
    assert table.play("a draw", "a throw")[-1] == "turn b"


@cites("kabul Card effects")
@pytest.mark.parametrize("card", ["6h", "8h", "10h", "Qh"])
def test_an_effect_need_not_be_used(card: str) -> None:
    table = deal("kabul", a=A, b=B, stock=card)
    assert table.play("a draw", "a throw", "a skip")[-2:] == ["skipped a", "turn b"]


@cites("kabul Gameplay")
@pytest.mark.parametrize("card", ["6h", "8h", "10h", "Qh", "Kc"])
def test_a_card_out_of_the_hand_has_no_effect(card: str) -> None:
    table = deal("kabul", a=f"{card} 3c 4c 5c", b=B, stock="Ah")
    assert table.play("a draw", "a swap a1")[-1] == "turn b"


@cites("kabul Gameplay")
@pytest.mark.parametrize(("seat", "card"), [("a", "2c"), ("b", "2d"), ("c", "2h")])
def test_any_player_may_snap_a_discard_whoever_is_to_play(seat: str, card: str) -> None:
    table = deal("kabul", a=A, b=B, c=C, stock="2s")
    table.play("a draw", "a throw")
    assert table.turn == "b"
    assert table.play(f"{seat} snap {seat}1") == [f"snapped {seat} {seat}1 {card}", "closed #2"]
    assert (table.size(seat), table.top) == (3, card)


@cites("kabul Gameplay")
@pytest.mark.parametrize("beginning", ["draw", "take"])
def test_a_card_swapped_out_may_be_snapped(beginning: str) -> None:
    table = deal("kabul", a=A, b=B, opening="9h", stock="Ah")
    table.play(f"a {beginning}", "a swap a1", "b snap b1")
    assert table.hand("b") == "-- 3d 4d 5d"


@cites("kabul Gameplay")
def test_a_card_thrown_back_may_be_snapped() -> None:
    table = deal("kabul", a=A, b=B, opening="2s")
    table.play("a take", "a throw", "b snap b1")
    assert table.hand("b") == "-- 3d 4d 5d"


@cites("kabul Gameplay")
@pytest.mark.parametrize("seat", ["a", "b", "c"])
def test_the_card_turned_up_at_the_start_may_be_snapped(seat: str) -> None:
    table = deal("kabul", a=A, b=B, c=C, opening="2s")
    assert table.play(f"{seat} snap {seat}1")[-1] == "closed #1"
    assert table.size(seat) == 3


@cites("kabul Gameplay")
def test_only_own_cards_are_snapped() -> None:
    table = deal("kabul", a=A, b=B, opening="2s")
    assert not table.accepts("a snap b1 #1")
    assert not table.accepts("b snap a1 #1")


@cites("kabul Gameplay")
@pytest.mark.parametrize(("discard", "card"), [("Kc", "Kh"), ("9h", "9d"), ("Xr", "Xb")])
def test_cards_of_the_same_rank_match(discard: str, card: str) -> None:
    table = deal("kabul", a=A, b=f"{card} 3d 4d 5d", opening=discard)
    assert f"snapped b b1 {card}" in table.play("b snap b1")


@cites("kabul Gameplay")
def test_cards_that_only_count_the_same_do_not_match() -> None:
    table = deal("kabul", a=A, b="Qd 3d 4d 5d", opening="Jh")
    assert "missed b b1 Qd" in table.play("b snap b1")


@cites("kabul Gameplay")
@pytest.mark.parametrize("beginning", ["draw", "take"])
def test_it_is_too_late_once_the_next_player_draws_or_takes(beginning: str) -> None:
    table = deal("kabul", a=A, b=B, c=C, stock="2s")
    table.play("a draw", "a throw")
    assert table.accepts("c snap c1 #2")
    assert table.play(f"b {beginning}")[0] == "closed #2"
    assert not table.accepts("c snap c1 #2")


@cites("kabul Gameplay")
def test_only_the_first_card_that_matches_is_snapped_and_a_slower_one_goes_back_unseen_at_no_cost() -> None:
    table = deal("kabul", a=A, b="2d 3d 2h 5d", c="2s 3h 4h 5h", opening="9h", stock="Ah")
    table.play("a draw", "a swap a1", "b snap b1")
    assert not table.accepts("c snap c1 #2")
    assert not table.accepts("b snap b3 #2")
    assert table.hand("c") == "2s 3h 4h 5h"
    assert "c1" not in table.knows("b")


@cites("kabul Gameplay")
def test_a_snapped_card_starts_no_race_and_has_no_effect_and_the_thrown_one_keeps_its_own() -> None:
    table = deal("kabul", a=A, b="8d 3d 4d 5d", c="8c 3h 4h 5h", stock="8h")
    table.play("a draw", "a throw", "b snap b1")
    assert table.window is None
    assert not table.accepts("b peek b2")
    assert table.play("a peek a1") == ["peeked a a1 2c", "turn b"]


@cites("kabul Gameplay")
def test_the_last_discard_may_be_snapped_before_the_cards_are_shown() -> None:
    table = deal("kabul", a="As Ac Ad 2c", b=B, c=C, stock="Ah 2s")
    table.play("a call", "b draw", "b throw", "c draw", "c throw")
    assert not table.over
    table.play("b snap b1")
    assert table.points == {"a": 5, "b": 12, "c": 14}


@cites("kabul Gameplay")
def test_two_cards_are_not_snapped_at_once() -> None:
    table = deal("kabul", a=A, b="2d 2h 4d 5d", opening="2s")
    assert not table.accepts("b snap b1 b2")


@cites("kabul Gameplay")
def test_a_wrong_card_is_shown_to_all_and_goes_back_and_costs_one_unseen_card() -> None:
    table = deal("kabul", a=A, b=B, c=C, opening="9h", stock="6h")
    assert table.play("b snap b1") == ["missed b b1 2d", "penalised b b5"]
    assert table.hand("b") == "2d 3d 4d 5d 6h"
    assert all("b1" in table.knows(seat) and "b5" not in table.knows(seat) for seat in "abc")


@cites("kabul Gameplay")
def test_a_wrong_card_does_not_end_the_race() -> None:
    table = deal("kabul", a=A, b=B, opening="2s", stock="6h")
    table.play("b snap b2")
    assert table.accepts("a snap a1 #1")
    assert table.accepts("b snap b1 #1")


@cites("kabul Gameplay")
def test_no_number_of_cards_puts_a_player_out() -> None:
    table = deal("kabul", a=A, b=B, opening="9h")
    table.play(*["b snap b1"] * 20)
    assert table.size("b") == 24
    table.play("a call")
    assert table.accepts("b draw")
