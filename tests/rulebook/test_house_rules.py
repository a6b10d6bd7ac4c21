"""House rules seen in the wild, each said with the options."""

import pytest

from cambio import Rules
from tests.rulebook.cite import cites
from tests.rulebook.passing import empty_the_stock, pass_turns
from tests.table import deal

A = "2c 3c 4c 5c"
B = "2d 3d 4d 5d"


@cites("house rule", "deck.values")
@pytest.mark.parametrize("points", [0, -1, 20])
def test_a_black_king_may_count_otherwise(points: int) -> None:
    table = deal(f"classic deck.values.Kb={points}", a="Kc Kh Xr Xb", b=B, stock="Ah")
    table.play("a call", "b draw", "b throw")
    assert table.points["a"] == points - 1


@cites("house rule", "deck.values")
@pytest.mark.parametrize("points", [0, 25, 40])
def test_a_red_king_may_count_otherwise(points: int) -> None:
    table = deal(f"classic deck.values.Kr={points}", a="Kc Kh Xr Xb", b=B, stock="Ah")
    table.play("a call", "b draw", "b throw")
    assert table.points["a"] == 10 + points


@cites("house rule", "deck.values", "score.risky_fives")
def test_risky_fives_go_with_any_other_table_of_values() -> None:
    table = deal("classic deck.values.Kb=20 score.risky_fives=yes", a="Kc Ks 5h 5s", b=B, stock="Ah")
    table.play("a call", "b draw", "b throw")
    assert table.points["a"] == 15


@cites("house rule", "deck.jokers")
def test_a_pack_may_have_three_jokers() -> None:
    table = deal("classic deck.jokers=3", a="Xr Xb Xr 5c", b=B, stock="Ah")
    table.play("a call", "b draw", "b throw")
    assert table.points["a"] == 5


@cites("house rule", "deck.decks", "deck.jokers")
def test_three_packs_serve_a_large_table() -> None:
    table = deal("camp deck.decks=3", a=A, b=A, c=A)
    assert table.stock_size == 3 * 52 - 12


@cites("house rule", "deal.memory_cards")
def test_there_may_be_no_memory_phase() -> None:
    table = deal("camp deal.memory_cards=0", a=A, b=B, ready=False)
    assert table.legal("a") == {"draw", "call"}


@cites("house rule", "deal.memory_cards", "deal.memory")
def test_there_may_be_more_cards_in_the_memory_phase() -> None:
    table = deal("camp deal.memory_cards=3", a=A, b=B, ready=False)
    table.play("a peek a1", "a peek a2", "a peek a3")
    assert table.seen_by("a")["a"] == "2c 3c 4c ??"
    assert not table.accepts("a peek a4")


@cites("house rule", "powers.cards")
def test_seven_and_eight_may_change_places_with_nine_and_ten() -> None:
    exchanged = "powers.cards.7=spy powers.cards.8=spy powers.cards.9=peek powers.cards.10=peek"
    for card, action in (("7h", "a spy b1"), ("8c", "a spy b1"), ("9h", "a peek a1"), ("10c", "a peek a1")):
        table = deal(f"cambia {exchanged}", a=A, b=B, stock=card)
        table.play("a draw", "a throw")
        assert table.accepts(action)


@cites("house rule", "powers.use")
def test_powers_may_be_mandatory() -> None:
    table = deal("stick powers.use=mandatory", a=A, b=B, stock="9h")
    table.play("a draw", "a throw")
    assert {action for action in table.legal("a") if not action.startswith("snap")} == {
        "spy b1",
        "spy b2",
        "spy b3",
        "spy b4",
    }


@cites("house rule", "call.last_turns")
def test_a_call_may_end_the_round_at_once() -> None:
    table = deal("flip call.last_turns=no", a=A, b="2d 3d 4d 6d")
    assert table.play("a call")[:2] == ["called a", "revealed a a1 2c"]
    assert table.winners == "a"


@cites("house rule", "call.limit", "call.wrong_points")
def test_a_call_may_need_a_hand_up_to_five_points() -> None:
    rules = "stick call.limit=5 call.wrong_points=10"
    low = deal(rules, a="Ac 2c Xr Xb", b=B, stock="Ah")
    low.play("a call", "b draw", "b throw", "dealer close")
    assert (low.winners, low.scores["a"]) == ("a", 3)
    high = deal(rules, a="2c 3c Xr Ac", b=B, stock="Ah")
    high.play("a call", "b draw", "b throw", "dealer close")
    assert (high.winners, high.scores["a"]) == ("b", 16)


@cites("house rule", "call.from_lap")
def test_a_call_may_have_to_wait_for_the_third_round() -> None:
    table = deal("camp call.from_lap=3", a=A, b=B)
    pass_turns(table, 3)
    assert not table.accepts("b call")
    pass_turns(table, 1)
    assert table.accepts("a call")


@cites("house rule", "call.wrong_doubles")
def test_a_wrong_call_may_double() -> None:
    table = deal("camp call.wrong_doubles=yes call.wrong_points=0", a="9c 3c 4c 5c", b=B, stock="Ah")
    table.play("a call", "b draw", "b throw", "dealer close")
    assert table.scores == {"a": 42, "b": 14}


@cites("house rule", "call.right_zero")
def test_a_correct_caller_may_score_zero() -> None:
    table = deal("camp call.right_zero=yes", a=A, b="9d 3d 4d 5d", stock="Ah")
    table.play("a call", "b draw", "b throw", "dealer close")
    assert table.scores == {"a": 0, "b": 21}


@cites("house rule", "snap.final_window")
def test_there_may_be_a_timed_window_before_the_show() -> None:
    table = deal("flip snap.final_window=yes call.last_turns=no", a=A, b="2d 2h 4d 5d", stock="2s")
    table.play("a draw", "a throw", "b snap b1")
    assert table.play("b call") == ["called b", "reopened #1"]
    table.play("a snap a1")
    assert table.over
    assert table.points["a"] == 12


@cites("house rule", "snap.winners")
def test_the_first_snapper_may_have_a_chain() -> None:
    table = deal("stick snap.winners=chain", a=A, b="2d 2h 4d 5d", stock="2s")
    table.play("a draw", "a throw", "b snap b1", "b snap b2")
    assert table.hand("b") == "-- -- 4d 5d"


@cites("house rule", "snap.seize")
def test_a_wrong_snap_of_anothers_card_may_take_the_card_too() -> None:
    table = deal("stick snap.seize=yes", a=A, b=B, stock="Ah 6h")
    table.play("a draw", "a throw", "b snap a4")
    assert (table.hand("a"), table.hand("b")) == ("2c 3c 4c --", "2d 3d 4d 5d 5c 6h")


@cites("house rule", "turn.stock")
def test_the_round_may_end_when_the_stock_does() -> None:
    table = deal("camp turn.stock=show", a=A, b="2d 3d 4d 6d")
    empty_the_stock(table)
    assert not table.accepts("a draw")
    table.play("dealer close")
    assert (table.reason, table.winners) == ("stock", "a")


@cites("house rule", "turn.stock", "call.last_turns")
def test_the_last_card_of_the_stock_is_played_before_the_round_ends() -> None:
    table = deal("classic turn.stock=show", a=A, b=B)
    pass_turns(table, 44)
    assert table.stock_size == 1
    table.play("a draw")
    assert not table.over
    assert table.accepts("a swap a1")


@cites("house rule", "snap.word", "call.word")
def test_a_table_may_have_its_own_words_and_plays_the_same() -> None:
    usual, other = Rules.parse("cambia"), Rules.parse("cambia snap.word=burn call.word=knock")
    assert usual.entries() == other.entries()
    assert usual != other and str(other) == "cambia snap.word=burn call.word=knock"
