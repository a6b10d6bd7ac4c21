"""The tamalou book's powers, and its quick discards: everybody but the discarder, any card, the fastest only."""

import pytest

from tests.rulebook.cite import cites
from tests.table import deal

A = "2c 3c 4c 5c"
B = "2d 3d 4d 5d"
C = "2h 3h 4h 5h"
#: Four points, few enough to call with.
LOW = "Kd Ac Ad 2c"


@cites("tamalou Powers")
@pytest.mark.parametrize("card", ["7h", "7s", "8h", "8s"])
def test_seven_and_eight_look_at_an_own_card(card: str) -> None:
    table = deal("tamalou", a=A, b=B, stock=card)
    table.play("a draw", "a throw")
    assert table.legal("a") == {"peek a1", "peek a2", "peek a3", "peek a4", "skip"}
    assert table.play("a peek a1") == ["peeked a a1 2c", "turn b"]
    assert "a1" not in table.knows("b")


@cites("tamalou Powers")
@pytest.mark.parametrize("card", ["9h", "9s", "10h", "10s"])
def test_nine_and_ten_look_at_an_opponents_card(card: str) -> None:
    table = deal("tamalou", a=A, b=B, stock=card)
    table.play("a draw", "a throw")
    assert {action for action in table.legal("a") if action != "skip"} == {"spy b1", "spy b2", "spy b3", "spy b4"}
    assert table.play("a spy b1") == ["spied a b1 2d", "turn b"]
    assert "b1" not in table.knows("b")


@cites("tamalou Powers")
@pytest.mark.parametrize("card", ["Jh", "Js", "Qh", "Qs"])
def test_jack_and_queen_swap_an_own_card_with_an_opponents_unseen(card: str) -> None:
    table = deal("tamalou", a=A, b=B, stock=card)
    table.play("a draw", "a throw")
    assert table.play("a trade a4", "a trade b1") == ["chose a a4", "traded a a4 b1", "turn b"]
    assert (table.hand("a"), table.hand("b")) == ("2c 3c 4c 2d", "5c 3d 4d 5d")
    assert not {"a4", "b1"} & (table.knows("a") | table.knows("b"))


@cites("tamalou Powers")
@pytest.mark.parametrize(("first", "wrong", "right"), [("a1", "a2", "c1"), ("b1", "c1", "a1"), ("b1", "b2", "a1")])
def test_a_blind_swap_is_of_one_own_card_and_one_of_an_opponents(first: str, wrong: str, right: str) -> None:
    table = deal("tamalou", a=A, b=B, c=C, stock="Jh")
    table.play("a draw", "a throw", f"a trade {first}")
    assert not table.accepts(f"a trade {wrong}")
    assert table.accepts(f"a trade {right}")


@cites("tamalou Powers")
@pytest.mark.parametrize("king", ["Kc", "Ks"])
def test_a_black_king_looks_at_an_opponents_card_and_may_swap_it_with_an_own_one(king: str) -> None:
    table = deal("tamalou", a=A, b=B, stock=king)
    table.play("a draw", "a throw")
    assert table.play("a look b1") == ["looked a b1 2d"]
    assert table.play("a trade a4")[-1] == "turn b"
    assert (table.hand("a"), table.hand("b")) == ("2c 3c 4c 2d", "5c 3d 4d 5d")
    assert "a4" in table.knows("a")
    assert "b1" not in table.knows("a")


@cites("tamalou Powers")
def test_a_black_king_looks_at_one_card_and_not_at_an_own_one() -> None:
    table = deal("tamalou", a=A, b=B, c=C, stock="Kc")
    table.play("a draw", "a throw")
    assert not table.accepts("a look a1")
    table.play("a look b1")
    assert table.legal("a") == {"trade a1", "trade a2", "trade a3", "trade a4", "skip"}


@cites("tamalou Powers")
def test_a_black_king_looks_before_it_swaps_and_may_leave_the_card() -> None:
    table = deal("tamalou", a=A, b=B, stock="Kc")
    table.play("a draw", "a throw")
    assert not table.accepts("a trade a1")
    assert table.play("a look b1", "a skip")[-2:] == ["skipped a", "turn b"]
    assert (table.hand("a"), table.hand("b")) == (A, B)


@cites("tamalou Powers")
@pytest.mark.parametrize(
    "card", ["Kh", "Kd", "Xr", "Xb", "Ah", "As", "2h", "2s", "3h", "3s", "4h", "4s", "5h", "5s", "6h", "6s"]
)
def test_other_cards_have_no_power(card: str) -> None:
    table = deal("tamalou", a=A, b=B, stock=card)
    assert table.play("a draw", "a throw")[-1] == "turn b"


@cites("tamalou Powers")
@pytest.mark.parametrize("card", ["7h", "9h", "Jh", "Kc"])
def test_a_power_need_not_be_used(card: str) -> None:
    table = deal("tamalou", a=A, b=B, stock=card)
    assert table.play("a draw", "a throw", "a skip")[-2:] == ["skipped a", "turn b"]


@cites("tamalou Powers")
@pytest.mark.parametrize("card", ["7h", "9h", "Jh", "Kc"])
def test_a_card_out_of_the_hand_has_no_power(card: str) -> None:
    table = deal("tamalou", a=f"{card} 3c 4c 5c", b=B, stock="Ah")
    assert table.play("a draw", "a swap a1")[-1] == "turn b"


@cites("tamalou Powers")
def test_a_power_cannot_be_misused() -> None:
    table = deal("tamalou", a=A, b=B, stock="Jh")
    table.play("a draw", "a throw")
    assert not any(table.accepts(f"a {misuse}") for misuse in ("peek a1", "spy b1", "look b1"))
    assert (table.turn, table.size("a")) == ("a", 4)


@cites("tamalou Snapping")
@pytest.mark.parametrize(("seat", "card"), [("b", "2d"), ("c", "2h")])
def test_all_but_the_discarder_may_snap_a_thrown_card_whoever_is_to_play(seat: str, card: str) -> None:
    table = deal("tamalou", a=A, b=B, c=C, stock="2s")
    table.play("a draw", "a throw")
    assert table.turn == "b"
    assert table.play(f"{seat} snap {seat}1") == [f"snapped {seat} {seat}1 {card}", "closed #1"]
    assert (table.size(seat), table.top) == (3, card)


@cites("tamalou Snapping")
def test_a_card_swapped_out_may_be_snapped() -> None:
    table = deal("tamalou", a=A, b=B, stock="Ah")
    table.play("a draw", "a swap a1", "b snap b1")
    assert table.hand("b") == "-- 3d 4d 5d"


@cites("tamalou Snapping")
def test_a_card_swapped_out_for_a_taken_one_may_be_snapped() -> None:
    table = deal("tamalou", a=A, b=B, stock="Ah")
    table.play("a draw", "a throw", "b take", "b swap b1", "a snap a1")
    assert table.hand("a") == "-- 3c 4c 5c"


@cites("tamalou Snapping")
@pytest.mark.parametrize("discarding", ["a throw", "a swap a2"])
def test_the_discarder_may_snap_no_card_and_pays_nothing(discarding: str) -> None:
    table = deal("tamalou", a="3s 3c 4c 5c", b="3d 2d 4d 5d", stock="3h")
    table.play("a draw", discarding)
    assert not any(table.accepts(f"a snap {place} #1") for place in ("a1", "b1", "a4"))
    assert table.size("a") == 4
    assert table.accepts("b snap b1 #1")


@cites("tamalou Snapping")
@pytest.mark.parametrize(("discard", "card"), [("Kc", "Kh"), ("7h", "7d"), ("Xr", "Xb")])
def test_cards_of_the_same_rank_match(discard: str, card: str) -> None:
    table = deal("tamalou", a=A, b=f"{card} 3d 4d 5d", stock=discard)
    table.play("a draw", "a throw")
    assert f"snapped b b1 {card}" in table.play("b snap b1")


@cites("tamalou Snapping")
def test_cards_that_only_count_the_same_do_not_match() -> None:
    table = deal("tamalou", a=A, b="Qd 3d 4d 5d", stock="Jh")
    table.play("a draw", "a throw")
    assert "missed b b1 Qd" in table.play("b snap b1")


@cites("tamalou Snapping")
@pytest.mark.parametrize("beginning", ["draw", "take"])
def test_it_is_too_late_once_the_next_player_draws_or_takes(beginning: str) -> None:
    table = deal("tamalou", a=A, b=B, c=C, stock="2s")
    table.play("a draw", "a throw")
    assert table.accepts("c snap c1 #1")
    assert table.play(f"b {beginning}")[0] == "closed #1"
    assert not table.accepts("c snap c1 #1")


@cites("tamalou Snapping")
def test_the_fastest_snaps_and_a_slower_card_goes_back_unseen_at_no_cost() -> None:
    table = deal("tamalou", a=A, b=B, c=C, stock="2s")
    table.play("a draw", "a throw", "b snap b1")
    assert not table.accepts("c snap c1 #1")
    assert table.hand("c") == C
    assert "c1" not in table.knows("b")


@cites("tamalou Snapping")
def test_a_snapped_card_starts_no_race_and_has_no_power_and_the_thrown_one_keeps_its_own() -> None:
    table = deal("tamalou", a=A, b="7d 3d 4d 5d", c="7c 3h 4h 5h", stock="7h")
    table.play("a draw", "a throw", "b snap b1")
    assert table.window is None
    assert not table.accepts("b peek b2")
    assert table.play("a peek a1") == ["peeked a a1 2c", "turn b"]


@cites("tamalou Snapping")
def test_a_snapper_who_is_to_play_goes_on_and_draws() -> None:
    table = deal("tamalou", a=A, b=B, stock="2s Ah")
    table.play("a draw", "a throw", "b snap b1")
    assert table.play("b draw", "b throw") == ["drew b Ah", "threw b Ah #2", "turn a"]


@cites("tamalou Snapping")
def test_the_last_discard_may_be_snapped_before_the_cards_are_shown() -> None:
    table = deal("tamalou", a=LOW, b=B, c=C, stock="Ah 2s")
    table.play("a call", "b draw", "b throw", "c draw", "c throw")
    assert not table.over
    table.play("b snap b1")
    assert table.points == {"a": 4, "b": 12, "c": 14}


@cites("tamalou Snapping")
def test_whoever_snaps_anothers_card_must_give_an_own_one() -> None:
    table = deal("tamalou", a=A, b=B, c=C, stock="2s")
    table.play("a draw", "a throw", "c snap b1")
    assert table.legal("c") == {"give c1", "give c2", "give c3", "give c4"}
    table.play("c give c4")
    assert (table.hand("b"), table.hand("c")) == ("5h 3d 4d 5d", "2h 3h 4h --")
    assert "b1" not in table.knows("b")


@cites("tamalou Snapping")
def test_the_discarders_card_may_be_snapped() -> None:
    table = deal("tamalou", a=A, b=B, stock="2s")
    table.play("a draw", "a throw", "b snap a1", "b give b4")
    assert (table.hand("a"), table.hand("b")) == ("5d 3c 4c 5c", "2d 3d 4d --")


@cites("tamalou Snapping")
def test_nobody_draws_takes_or_calls_before_the_card_is_given() -> None:
    table = deal("tamalou", a=A, b=B, c=C, stock="2s")
    table.play("a draw", "a throw", "c snap a1")
    assert table.legal("b") == set()
    table.play("c give c4")
    assert table.legal("b") == {"draw", "take", "call"}


@cites("tamalou Snapping")
def test_whoever_has_no_card_left_gives_none() -> None:
    table = deal("tamalou deal.cards=1 deal.memory_cards=1", a="3c", b="6c", c="9c", stock="6h 4h 3h")
    table.play("a draw", "a throw", "b snap b1", "b draw", "b throw", "c draw", "c throw", "b snap a1")
    assert (table.size("a"), table.size("b")) == (0, 0)
    assert table.accepts("a draw")


@cites("tamalou Snapping")
def test_two_cards_are_not_snapped_at_once() -> None:
    table = deal("tamalou", a=A, b="2d 2h 4d 5d", stock="2s")
    table.play("a draw", "a throw")
    assert not table.accepts("b snap b1 b2")


@cites("tamalou Snapping")
def test_a_wrong_card_is_shown_to_all_and_goes_back_and_costs_one_unseen_card() -> None:
    table = deal("tamalou", a=A, b=B, c=C, stock="Ah 6h")
    assert table.play("a draw", "a throw", "b snap b1")[-2:] == ["missed b b1 2d", "penalised b b5"]
    assert table.hand("b") == "2d 3d 4d 5d 6h"
    assert all("b1" in table.knows(seat) and "b5" not in table.knows(seat) for seat in "abc")


@cites("tamalou Snapping")
def test_a_wrong_card_does_not_end_the_race() -> None:
    table = deal("tamalou", a=A, b=B, c=C, stock="2s 6h")
    table.play("a draw", "a throw", "b snap b2")
    assert table.accepts("c snap c1 #1")
    assert table.accepts("b snap b1 #1")


@cites("tamalou Snapping")
def test_anothers_wrong_card_goes_back_to_its_owner() -> None:
    table = deal("tamalou", a=A, b=B, stock="Ah 6h")
    table.play("a draw", "a throw", "b snap a1")
    assert (table.hand("a"), table.hand("b")) == (A, "2d 3d 4d 5d 6h")


@cites("tamalou Snapping")
def test_no_number_of_cards_puts_a_player_out() -> None:
    table = deal("tamalou", a=A, b=B, stock="Ah")
    table.play("a draw", "a throw", *["b snap b1"] * 20)
    assert table.size("b") == 24
    assert table.accepts("b draw")
