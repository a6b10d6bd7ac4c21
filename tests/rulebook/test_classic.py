"""The classic book: two by two cards, no snapping, the caller loses a tie."""

import pytest

from tests.rulebook.cite import cites
from tests.rulebook.passing import pass_turn
from tests.table import deal

LOW = "2c 3c 4c 5c"
ALSO_LOW = "2d 3d 4d 5d"


@cites("classic Players")
def test_two_can_play() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW)
    assert table.turn == "a"


@cites("classic Players")
def test_more_than_eight_can_play() -> None:
    table = deal(
        "classic",
        a="Ac 2c 3c 4c",
        b="Ad 2d 3d 4d",
        c="Ah 2h 3h 4h",
        d="As 2s 3s 4s",
        e="5c 6c 7c 8c",
        f="5d 6d 7d 8d",
        g="5h 6h 7h 8h",
        h="5s 6s 7s 8s",
        i="9c 10c Jc Qc",
        stock="Kd",
    )
    for _ in range(9):
        pass_turn(table)
    assert table.turn == "a"


@cites("classic Initial Deal")
def test_everybody_gets_four_cards() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, c="2h 3h 4h 5h")
    assert [table.size(seat) for seat in "abc"] == [4, 4, 4]


@cites("classic Initial Deal")
def test_the_cards_are_dealt_face_down() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, ready=False)
    assert table.seen_by("a") == {"a": "?? ?? ?? ??", "b": "?? ?? ?? ??"}


@cites("classic Initial Deal")
def test_the_rest_of_fifty_four_cards_is_the_stock() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, opening="6h")
    assert table.stock_size == 54 - 2 * 4 - 1


@cites("classic Initial Deal")
def test_one_card_starts_the_discard_pile() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, opening="6h")
    assert table.top == "6h"


@cites("classic Memory Phase")
def test_everybody_looks_at_two_cards_before_the_first_turn() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, ready=False)
    assert table.play("b peek b3", "b peek b4") == ["peeked b b3 4d", "peeked b b4 5d"]
    assert table.seen_by("b")["b"] == "?? ?? 4d 5d"
    assert "draw" not in table.legal("a")


@cites("classic Memory Phase")
def test_the_look_is_for_its_owner_alone() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, ready=False)
    table.play("b peek b3")
    assert table.seen_by("a")["b"] == "?? ?? ?? ??"


@cites("classic Memory Phase")
def test_there_is_no_peeking_after_the_memory_phase() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW)
    assert not table.accepts("a peek a3")
    assert not table.accepts("b peek b3")


@cites("classic Variants and House Rules")
def test_the_seat_to_the_dealers_left_starts() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, c="2h 3h 4h 5h", dealer="a")
    assert table.turn == "b"


@cites("classic Objective")
def test_the_lowest_total_wins() -> None:
    table = deal("classic", a="2c 3c 4c 5c", b="2d 3d 4d 6d", stock="9h")
    table.play("a call", "b draw", "b throw", "b skip")
    assert table.winners == "a"
    assert table.scores == {"a": 14, "b": 15}


@cites("classic Card Point Values")
@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("Ah Ad As Ac", 4),
        ("2h 3h 4h 5h", 14),
        ("6h 7h 8h 9h", 30),
        ("10h 10d 10s 10c", 40),
        ("Jh Jd Js Jc", 40),
        ("Qh Qd Qs Qc", 40),
        ("Kc Ks Ah Ad", 22),
        ("Kh Kd Ah Ad", 0),
        ("Xr Xb Ah Ad", 2),
    ],
)
def test_a_hand_counts_the_points_of_its_cards(hand: str, points: int) -> None:
    table = deal("classic", a=hand, b="2c 3c 4c 5c", stock="6c")
    table.play("a call", "b draw", "b throw")
    assert table.points["a"] == points


@cites("classic Turn Structure")
def test_a_turn_begins_with_drawing_taking_or_calling() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW)
    assert table.legal("a") == {"draw", "take", "call"}
    assert table.legal("b") == set()


@cites("classic Turn Structure")
def test_the_drawn_card_is_swapped_in_and_the_old_one_goes_face_up_on_the_pile() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, stock="Ah")
    assert table.play("a draw", "a swap a4") == ["drew a Ah", "swapped a a4 5c #2", "turn b"]
    assert table.hand("a") == "2c 3c 4c Ah"
    assert table.top == "5c"


@cites("classic Turn Structure")
def test_the_drawn_card_may_be_thrown_without_swapping() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, stock="6h")
    assert table.play("a draw", "a throw") == ["drew a 6h", "threw a 6h #2", "turn b"]
    assert table.hand("a") == LOW
    assert table.top == "6h"


@cites("classic Turn Structure")
def test_play_goes_round_clockwise() -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, c="2h 3h 4h 5h", stock="Ah As Ac")
    turns = []
    for _ in range(4):
        turns.append(table.turn)
        pass_turn(table)
    assert turns == ["a", "b", "c", "a"]


@cites("classic Peek Cards")
@pytest.mark.parametrize("card", ["7h", "7s", "8h", "8s"])
def test_a_thrown_seven_or_eight_looks_at_an_own_card(card: str) -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, stock=card)
    table.play("a draw", "a throw")
    assert table.legal("a") == {"peek a1", "peek a2", "peek a3", "peek a4", "skip"}
    assert table.play("a peek a1") == ["peeked a a1 2c", "turn b"]
    assert "a1" in table.knows("a")
    assert "a1" not in table.knows("b")


@cites("classic Spy Cards")
@pytest.mark.parametrize("card", ["9h", "9s", "10h", "10s"])
def test_a_thrown_nine_or_ten_looks_at_another_seats_card(card: str) -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, stock=card)
    table.play("a draw", "a throw")
    assert table.legal("a") == {"spy b1", "spy b2", "spy b3", "spy b4", "skip"}
    assert table.play("a spy b2") == ["spied a b2 3d", "turn b"]
    assert "b2" in table.knows("a")
    assert "b2" not in table.knows("b")


@cites("classic Blind Switch Cards")
@pytest.mark.parametrize("card", ["Jh", "Js", "Qh", "Qs"])
def test_a_thrown_jack_or_queen_swaps_two_cards_unseen(card: str) -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, stock=card)
    table.play("a draw", "a throw")
    assert table.play("a trade a1", "a trade b2") == ["chose a a1", "traded a a1 b2", "turn b"]
    assert (table.hand("a"), table.hand("b")) == ("3d 3c 4c 5c", "2d 2c 4d 5d")


@cites("classic Power Card")
@pytest.mark.parametrize("king", ["Kc", "Ks"])
def test_a_thrown_black_king_looks_and_then_switches(king: str) -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, stock=king)
    table.play("a draw", "a throw")
    assert table.play("a look b1", "a trade b1", "a trade a4") == [
        "looked a b1 2d",
        "chose a b1",
        "traded a b1 a4",
        "turn b",
    ]
    assert table.hand("a") == "2c 3c 4c 2d"


@cites("classic Card Point Values")
@pytest.mark.parametrize("card", ["Kh", "Kd", "Xr", "6h", "Ah"])
def test_red_kings_jokers_and_low_cards_have_no_power(card: str) -> None:
    table = deal("classic", a=LOW, b=ALSO_LOW, stock=card)
    assert table.play("a draw", "a throw")[-1] == "turn b"


@cites("classic Penalties")
def test_a_wrong_call_costs_nothing_unless_agreed() -> None:
    table = deal("classic", a="10c 3c 4c 5c", b=ALSO_LOW, stock="6h")
    table.play("a call", "b draw", "b throw")
    assert table.winners == "b"
    assert table.scores == {"a": 22, "b": 14}


@cites("classic Running Out of Cards")
def test_a_seat_without_cards_plays_on() -> None:
    table = deal("classic deal.cards=2 snap.who=own", a="6c 6d", b="9c 9d", opening="6h", stock="6s Ah")
    table.play("a snap a1", "a draw", "a throw", "a snap a2", "b draw", "b throw")
    assert table.size("a") == 0
    assert {"draw", "call"} <= table.legal("a")


@cites("classic Game Flow Example", ruling=1)
def test_a_seven_swapped_into_the_hand_has_no_effect() -> None:
    table = deal("classic", a="Kc 3c 4c 5c", b=ALSO_LOW, c="2h 3h 4h 5h", stock="7h")
    assert table.play("a draw", "a swap a1") == ["drew a 7h", "swapped a a1 Kc #2", "turn b"]


@cites("classic Game Flow Example")
def test_there_is_no_snapping() -> None:
    table = deal("classic", a="6c 3c 4c 5c", b=ALSO_LOW, opening="6h")
    assert table.window is None
    assert not table.accepts("a snap a1 #1")
