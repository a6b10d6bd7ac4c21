"""The kabul book: a locked hand that nobody looks at, a discard that may be thrown back, jokers below zero."""

import pytest

from cambio import RulesError
from cambio.match import Match
from tests.rulebook.cite import cites
from tests.rulebook.passing import empty_the_stock, pass_turn, pass_turns
from tests.table import Table, deal

A = "2c 3c 4c 5c"
B = "2d 3d 4d 5d"
C = "2h 3h 4h 5h"


def play_round(a: str, b: str) -> Table:
    """Two hands that are shown as they were dealt, after a call."""
    table = deal("kabul", a=a, b=b, opening="Jh", stock="5s")
    table.play("a call", "b draw", "b throw", "dealer close")
    return table


def deal_to_thirteen() -> Table:
    """Everybody has the four cards of a rank: a the aces, m the kings. The stock has one card."""
    return deal(
        "kabul",
        a="Ac Ad Ah As",
        b="2c 2d 2h 2s",
        c="3c 3d 3h 3s",
        d="4c 4d 4h 4s",
        e="5c 5d 5h 5s",
        f="6c 6d 6h 6s",
        g="7c 7d 7h 7s",
        h="8c 8d 8h 8s",
        i="9c 9d 9h 9s",
        j="10c 10d 10h 10s",
        k="Jc Jd Jh Js",
        l="Qc Qd Qh Qs",
        m="Kc Kd Kh Ks",
        opening="Xr",
    )


@cites("kabul Setup")
def test_the_deck_has_fifty_two_cards_and_two_jokers() -> None:
    table = deal("kabul", a=A, b=B)
    assert table.stock_size == 54 - 2 * 4 - 1
    assert len(set(table.game.deck)) == 54
    assert {"Xr", "Xb"} <= set(table.game.deck)


@cites("kabul Card values")
@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("2d 4c As Xr", 6),
        ("Xr Xb Ah Ad", 0),
        ("Kh Kd Ah Ad", 2),
        ("Ah Ad As Ac", 4),
        ("2h 3h 4h 5h", 14),
        ("6h 7h 8h 9h", 30),
        ("6s 7s 8s 9s", 30),
        ("10h 10d 10s 10c", 40),
    ],
)
def test_a_hand_scores_the_points_of_its_cards(hand: str, points: int) -> None:
    table = play_round(a=hand, b="2c 3c 4d 5c")
    assert table.points == table.scores == {"a": points, "b": 14}


@cites("kabul Card values")
@pytest.mark.parametrize("hand", ["Jc Jd 10h Js", "Qh Qd Qs Qc", "Kc Ks Qh Qs"])
def test_jacks_queens_and_black_kings_count_ten(hand: str) -> None:
    assert play_round(a=hand, b=A).scores == {"a": 40, "b": 14}


@cites("kabul Setup")
def test_nobody_is_told_how_many_may_play_and_one_pack_is_enough_for_thirteen() -> None:
    table = deal_to_thirteen()
    assert (table.turn, table.stock_size) == ("a", 1)
    with pytest.raises(RulesError):
        Match("kabul", seats=14)
    assert len(Match("kabul deck.decks=2", seats=26).seats) == 26


@cites("kabul Setup")
def test_one_cannot_play() -> None:
    with pytest.raises(RulesError):
        deal("kabul", a=A)


@cites("kabul Setup")
def test_four_cards_are_dealt_face_down() -> None:
    table = deal("kabul", a=A, b=B, ready=False)
    assert table.seen_by("a") == {"a": "?? ?? ?? ??", "b": "?? ?? ?? ??"}


@cites("kabul Setup")
def test_one_card_is_turned_up_to_start_the_discard_pile() -> None:
    table = deal("kabul", a=A, b=B, opening="9h", stock="10h")
    assert table.top == "9h"
    assert table.play("a draw")[-1] == "drew a 10h"


@cites("kabul Setup")
def test_the_bottom_two_cards_may_be_looked_at_until_a_player_is_ready() -> None:
    table = deal("kabul", a=A, b=B, ready=False)
    assert table.legal("a") == {"peek a3", "peek a4", "ready"}
    table.play("a peek a3", "a peek a4", "a peek a3")
    assert table.seen_by("a")["a"] == "?? ?? 4c 5c"
    assert table.seen_by("b")["a"] == "?? ?? ?? ??"
    table.play("a ready")
    assert not table.accepts("a peek a3")
    assert not table.accepts("a draw")
    assert table.play("b ready")[-1] == "turn a"


@cites("kabul Setup")
def test_no_card_is_looked_at_later_on_without_a_power() -> None:
    table = deal("kabul", a=A, b=B, stock="8h")
    assert not table.accepts("a peek a3")
    table.play("a draw")
    assert not table.accepts("a peek a3")
    table.play("a throw")
    assert table.accepts("a peek a3")


@cites("kabul Setup")
@pytest.mark.parametrize(("dealer", "starter"), [("a", "b"), ("b", "c"), ("c", "a")])
def test_the_player_to_the_dealers_left_starts(dealer: str, starter: str) -> None:
    assert deal("kabul", a=A, b=B, c=C, dealer=dealer).turn == starter


@cites("kabul Gameplay")
def test_turns_go_clockwise() -> None:
    table = deal("kabul", a=A, b=B, c=C)
    turns = []
    for _ in range(4):
        turns.append(table.turn)
        pass_turn(table)
    assert turns == ["a", "b", "c", "a"]


@cites("kabul Gameplay")
def test_a_turn_begins_with_drawing_taking_or_calling() -> None:
    table = deal("kabul", a=A, b=B)
    assert {action for action in table.legal("a") if not action.startswith("snap")} == {"draw", "take", "call"}
    assert not any(table.accepts(f"b {action}") for action in ("draw", "take", "call"))


@cites("kabul Gameplay")
def test_a_drawn_card_is_not_shown() -> None:
    table = deal("kabul", a=A, b=B, stock="Ah")
    table.play("a draw")
    assert table.game.view("a").held == "Ah"
    assert table.game.view("b").held == "??"
    assert table.legal("a") == {"swap a1", "swap a2", "swap a3", "swap a4", "throw"}


@cites("kabul Gameplay")
def test_a_drawn_card_is_swapped_in_face_down_or_thrown_and_the_turn_is_finished() -> None:
    table = deal("kabul", a=A, b=B, stock="Ah 5s")
    assert table.play("a draw", "a swap a2")[-2:] == ["swapped a a2 3c #2", "turn b"]
    assert table.seen_by("b")["a"] == "?? ?? ?? ??"
    assert table.play("b draw", "b throw")[-2:] == ["threw b 5s #3", "turn a"]
    assert (table.hand("a"), table.hand("b"), table.top) == ("2c Ah 4c 5c", B, "5s")


@cites("kabul Gameplay")
def test_a_taken_discard_is_swapped_in_face_down() -> None:
    table = deal("kabul", a=A, b=B, opening="Ah")
    table.play("a take")
    assert table.legal("a") == {"swap a1", "swap a2", "swap a3", "swap a4", "throw"}
    assert table.play("a swap a4") == ["swapped a a4 5c #2", "turn b"]
    assert (table.hand("a"), table.top) == ("2c 3c 4c Ah", "5c")
    assert table.game.view("b", memory=False).hands["a"] == ("??",) * 4


@cites("kabul Gameplay")
@pytest.mark.parametrize("card", ["6h", "8h", "10h", "Qh", "Kh"])
def test_a_taken_discard_may_be_thrown_back_and_then_has_no_effect(card: str) -> None:
    table = deal("kabul", a=A, b=B, opening=card)
    assert table.play("a take", "a throw")[-2:] == [f"threw a {card} #2", "turn b"]
    assert (table.hand("a"), table.top) == (A, card)


@cites("kabul Gameplay")
def test_neither_a_taken_card_nor_the_one_swapped_out_for_it_has_an_effect() -> None:
    table = deal("kabul", a="Jc 3c 4c 5c", b=B, opening="8h")
    assert table.play("a take", "a swap a1")[-2:] == ["swapped a a1 Jc #2", "turn b"]


@cites("kabul Gameplay")
def test_an_empty_stock_is_made_from_all_discards_but_the_top_one() -> None:
    table = deal("kabul", a=A, b=B, opening="9h")
    empty_the_stock(table)
    top = table.top
    assert table.turn == "b"
    assert table.play("b draw")[-2:] == [f"reshuffled {54 - 2 * 4 - 1}", "drew b 9h"]
    assert table.top == top


@cites("kabul Gameplay")
def test_a_round_without_a_card_to_draw_is_scored_as_if_nobody_had_called() -> None:
    table = deal_to_thirteen()
    table.play("a call", "m snap m1")
    assert not table.accepts("b draw")
    table.play("dealer close")
    assert (table.reason, table.winners) == ("stock", "a")
    assert table.outcome.verdict is None


@cites("kabul Gameplay")
def test_a_player_without_cards_draws_and_throws_like_everybody_else() -> None:
    table = deal("kabul deal.cards=1 deal.memory_cards=1", a="9c", b="5c", opening="2h", stock="5h Ah")
    table.play("a draw", "a throw", "b snap b1")
    assert table.size("b") == 0
    assert table.legal("b") == {"draw", "take", "call"}
    table.play("b draw")
    assert table.legal("b") == {"throw"}
    assert table.play("b throw") == ["threw b Ah #3", "turn a"]


@cites("kabul Aim of the game")
def test_a_player_calls_instead_of_drawing_at_the_start_of_the_turn() -> None:
    table = deal("kabul", a=A, b=B, stock="Ah")
    assert not table.accepts("b call")
    table.play("a draw")
    assert not table.accepts("a call")
    table.play("a throw")
    assert table.play("b call") == ["called b", "turn a"]


@cites("kabul Aim of the game")
def test_the_others_take_one_more_turn_and_then_all_cards_are_revealed() -> None:
    table = deal("kabul", a=A, b=B, c=C, stock="Ah Ad")
    table.play("a call", "b draw", "b throw")
    assert table.turn == "c"
    table.play("c draw", "c throw")
    assert not table.over
    assert table.play("dealer close")[:2] == ["closed #3", "revealed a a1 2c"]
    assert (table.over, table.reason) == (True, "called")


@cites("kabul Aim of the game")
def test_nobody_calls_after_a_call() -> None:
    table = deal("kabul", a=A, b=B, c=C, stock="Ah")
    table.play("a call")
    assert not table.accepts("b call")
    pass_turn(table)
    assert not table.accepts("c call")


@cites("kabul Aim of the game")
def test_the_callers_cards_cannot_be_moved() -> None:
    table = deal("kabul", a=A, b=B, c=C, stock="Js 10s")
    table.play("a call", "b draw", "b throw")
    assert not table.accepts("b trade a1")
    assert table.play("b trade b1", "b trade c1", "c draw", "c throw")[-1] == "threw c 10s #3"
    assert not table.accepts("c trade a1")
    assert table.hand("a") == A


@cites("kabul Aim of the game")
def test_the_caller_may_not_snap_any_more() -> None:
    table = deal("kabul", a=A, b=B, c=C, opening="2s", stock="3s")
    assert table.accepts("a snap a1 #1")
    table.play("a call")
    assert not table.accepts("a snap a1 #1")
    table.play("b draw", "b throw")
    assert not table.accepts("a snap a2 #2")
    assert table.accepts("c snap c2 #2")


@cites("kabul Aim of the game")
@pytest.mark.parametrize(("card", "looking"), [("6s", "spy"), ("7s", "spy"), ("Qs", "look"), ("Ks", "look")])
def test_nobody_looks_at_the_callers_cards(card: str, looking: str) -> None:
    table = deal("kabul", a=A, b=B, c=C, stock=card)
    table.play("a call", "b draw", "b throw")
    assert not any(table.accepts(f"b {looking} a{slot}") for slot in range(1, 5))
    assert table.accepts(f"b {looking} c1")


@cites("kabul Aim of the game")
def test_an_effect_lapses_if_there_are_only_locked_cards_for_it() -> None:
    table = deal("kabul", a=A, b=B, stock="6s")
    assert table.play("a call", "b draw", "b throw")[-1] == "lapsed b"


@cites("kabul Aim of the game")
def test_a_call_is_wrong_if_another_player_has_fewer_points_and_costs_nothing() -> None:
    table = play_round(a="6c 3c 4c 5c", b=B)
    assert (table.outcome.verdict, table.winners) == ("wrong", "b")
    assert table.scores == {"a": 18, "b": 14}


@cites("kabul Aim of the game")
def test_a_right_call_wins_and_earns_nothing() -> None:
    table = play_round(a=A, b="6d 3d 4d 5d")
    assert (table.outcome.verdict, table.winners) == ("right", "a")
    assert table.scores == {"a": 14, "b": 18}


@cites("kabul Aim of the game")
def test_a_caller_who_ties_is_right_and_shares_the_win() -> None:
    table = play_round(a=A, b=B)
    assert (table.outcome.verdict, table.winners) == ("right", "a b")


@cites("kabul Aim of the game")
def test_others_who_tie_share_the_win() -> None:
    table = deal("kabul", a="6c 3c 4c 5c", b=B, c=C, stock="Ah Ad")
    table.play("a call", "b draw", "b throw", "c draw", "c throw", "dealer close")
    assert table.winners == "b c"


@cites("kabul Aim of the game")
def test_a_shared_win_asks_for_no_number_of_cards() -> None:
    table = deal("kabul", a=A, b="6d 4d 5d 5s", c="9h 9d 9s 9c", opening="6c", stock="Ah Ad As Ac")
    table.play("b snap b1", "a call")
    pass_turns(table, 2)
    table.play("dealer close")
    assert table.outcome.cards == {"a": 4, "b": 3, "c": 4}
    assert table.winners == "a b"


@cites("kabul Aim of the game")
def test_a_match_is_a_single_round_that_its_winners_win() -> None:
    match = Match("kabul", seats=2)
    assert match.standing() is None
    match.score(play_round(a=A, b=B).outcome)
    standing = match.standing()
    assert standing is not None and standing.winners == ("a", "b")
