"""The flip book on card flipping: by value, one for each discard, and not too often wrong."""

from tests.rulebook.cite import cites
from tests.rulebook.passing import pass_turn
from tests.table import deal

A = "2c 3c 4c 5c"
B = "2d 3d 4d 5d"
C = "2h 3h 4h 5h"


@cites("flip CARD FLIPPING")
def test_a_flipped_own_card_goes_to_the_discard_pile() -> None:
    table = deal("flip", a=A, b=B, stock="2s")
    assert table.play("a draw", "a throw", "b snap b1")[-2:] == ["snapped b b1 2d", "closed #1"]
    assert table.hand("b") == "-- 3d 4d 5d"
    assert table.top == "2d"


@cites("flip CARD FLIPPING")
def test_another_players_card_may_be_flipped() -> None:
    table = deal("flip", a=A, b=B, stock="2s")
    table.play("a draw", "a throw", "b snap a1")
    assert table.hand("a") == "-- 3c 4c 5c"


@cites("flip CARD FLIPPING")
def test_whoever_flips_anothers_card_replaces_it_with_an_own_one() -> None:
    table = deal("flip", a=A, b=B, stock="2s")
    table.play("a draw", "a throw", "b snap a1")
    assert table.legal("b") == {"give b1", "give b2", "give b3", "give b4"}
    assert table.play("b give b4") == ["gave b b4 a1"]
    assert (table.hand("a"), table.hand("b")) == ("5d 3c 4c 5c", "2d 3d 4d --")


@cites("flip CARD FLIPPING")
def test_the_discarder_may_flip_too() -> None:
    table = deal("flip", a=A, b=B, stock="2s")
    table.play("a draw", "a throw", "a snap a1")
    assert table.size("a") == 3


@cites("flip CARD FLIPPING")
def test_a_red_king_differs_in_value_from_a_black_one() -> None:
    table = deal("flip", a=A, b="Kh 3d 4d 5d", c="Ks 3h 4h 5h", stock="Kc")
    table.play("a draw", "a throw")
    assert "missed b b1 Kh" in table.play("b snap b1")
    assert "snapped c c1 Ks" in table.play("c snap c1")


@cites("flip CARD FLIPPING")
def test_one_card_is_flipped_for_each_discard() -> None:
    table = deal("flip", a=A, b=B, c=C, stock="2s")
    table.play("a draw", "a throw", "b snap b1")
    assert not table.accepts("c snap c1")
    assert table.size("c") == 4


@cites("flip CARD FLIPPING")
def test_the_next_discard_can_be_flipped_again() -> None:
    table = deal("flip", a=A, b=B, c=C, stock="2s 3s")
    table.play("a draw", "a throw", "b snap b1", "b draw", "b throw", "c snap c2")
    assert table.hand("c") == "2h -- 4h 5h"


@cites("flip CARD FLIPPING")
def test_a_discard_can_be_flipped_until_the_next_one() -> None:
    table = deal("flip", a=A, b=B, c=C, stock="2s 6s")
    table.play("a draw", "a throw", "b draw")
    assert table.window == 1
    assert not table.accepts("dealer close")
    assert table.play("b throw")[0] == "closed #1"
    assert not table.accepts("c snap c1 #1")


@cites("flip CARD FLIPPING")
def test_a_wrong_flip_costs_one_card() -> None:
    table = deal("flip", a=A, b=B, stock="Ah 6d")
    assert table.play("a draw", "a throw", "b snap b1")[-2:] == ["missed b b1 2d", "penalised b b5"]
    assert table.hand("b") == "2d 3d 4d 5d 6d"
    assert "b5" not in table.knows("b")


@cites("flip CARD FLIPPING")
def test_six_cards_are_not_too_many() -> None:
    table = deal("flip", a=A, b=B, c=C, stock="Ah")
    table.play("a draw", "a throw", "b snap b1", "b snap b1")
    assert table.size("b") == 6
    assert table.accepts("b draw")


@cites("flip CARD FLIPPING")
def test_the_seventh_card_puts_a_player_out() -> None:
    table = deal("flip", a=A, b=B, c=C, stock="Ah")
    table.play("a draw", "a throw", "b snap b1", "b snap b1")
    assert table.play("b snap b1")[-3:] == ["penalised b b7", "out b", "turn c"]
    assert table.legal("b") == set()
    pass_turn(table)
    pass_turn(table)
    assert table.turn == "c"


@cites("flip CARD FLIPPING")
def test_two_cards_are_not_flipped_at_once() -> None:
    table = deal("flip", a=A, b="2d 2h 4d 5d", stock="2s")
    table.play("a draw", "a throw")
    assert not table.accepts("b snap b1 b2")


@cites("flip CARD FLIPPING")
def test_anothers_wrong_card_goes_back_to_its_owner() -> None:
    table = deal("flip", a=A, b=B, stock="Ah")
    table.play("a draw", "a throw", "b snap a1")
    assert table.hand("a") == A
    assert table.hand("b").startswith(B)


@cites("flip CARD FLIPPING")
def test_a_player_without_cards_plays_on() -> None:
    table = deal("flip deal.cards=2", a="6c 6d", b="9c 9d", stock="6h 6s")
    table.play("a draw", "a throw", "a snap a1", "b draw", "b throw", "a snap a2")
    assert table.size("a") == 0
    assert table.accepts("a draw")
