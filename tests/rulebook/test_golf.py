"""The golf book: four cards without powers or snaps, a knock that costs nothing, kings for nothing, nine rounds."""

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
    """Two hands that are shown as they were dealt."""
    table = deal("golf", a=a, b=b, stock="6h")
    table.play("a call", "b draw", "b throw")
    return table


@cites("golf Cards")
def test_the_deck_has_fifty_two_different_cards_and_no_joker() -> None:
    table = deal("golf", a=A, b=B)
    assert table.stock_size == 52 - 2 * 4 - 1
    assert len(set(table.game.deck)) == 52
    assert not {"Xr", "Xb"} & set(table.game.deck)


@cites("golf Cards")
@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("Ah Ad As Ac", 4),
        ("2h 3h 4h 5h", 14),
        ("6c 7h 8h 9h", 30),
        ("6s 7s 8s 9s", 30),
        ("10h 10d 10s 10c", 40),
        ("Jh Jd Js Jc", 40),
        ("Qh Qd Qs Qc", 40),
        ("Kh Kd Ks Kc", 0),
        ("Qh Qs Kh Ks", 20),
    ],
)
def test_a_hand_scores_the_points_of_its_cards(hand: str, points: int) -> None:
    table = play_round(a=hand, b=A)
    assert table.points == table.scores == {"a": points, "b": 14}


@cites("golf Cards")
@pytest.mark.parametrize(
    ("hand", "points"),
    [("9h 9d 2h 3h", 23), ("9h 2h 9d 3h", 23), ("9h 2h 3h 9d", 23), ("9h 9d 9s 9c", 36), ("9h 8h 9d 8d", 34)],
)
def test_pairs_do_not_cancel_each_other_wherever_they_lie(hand: str, points: int) -> None:
    assert play_round(a=hand, b=A).scores["a"] == points


@cites("golf Deal")
def test_two_can_play_and_one_cannot() -> None:
    assert deal("golf", a=A, b=B).turn == "a"
    with pytest.raises(RulesError):
        deal("golf", a=A)


@cites("golf Deal")
def test_eight_can_play_and_nine_cannot() -> None:
    eight = deal(
        "golf",
        a=A,
        b=B,
        c=C,
        d="2s 3s 4s 5s",
        e="Ac 6c 9c Jc",
        f="Ad 6d 9d Jd",
        g="Ah 6h 9h Jh",
        h="As 6s 9s Js",
    )
    pass_turns(eight, 8)
    assert eight.turn == "a"
    with pytest.raises(RulesError):
        Match("golf", seats=9)


@cites("golf Deal")
def test_four_cards_are_dealt_face_down() -> None:
    table = deal("golf", a=A, b=B, ready=False)
    assert table.seen_by("a") == {"a": "?? ?? ?? ??", "b": "?? ?? ?? ??"}


@cites("golf Deal")
def test_the_next_card_starts_the_discard_pile() -> None:
    table = deal("golf", a=A, b=B, opening="9h", stock="10h")
    assert table.top == "9h"
    assert table.play("a draw") == ["drew a 10h"]


@cites("golf Deal")
def test_the_two_nearest_cards_may_be_looked_at_until_a_player_is_ready() -> None:
    table = deal("golf", a=A, b=B, ready=False)
    assert table.legal("a") == {"peek a3", "peek a4", "ready"}
    table.play("a peek a3", "a peek a4", "a peek a3")
    assert table.seen_by("a")["a"] == "?? ?? 4c 5c"
    table.play("a ready")
    assert not table.accepts("a peek a3")


@cites("golf Deal")
def test_play_begins_when_everybody_is_ready() -> None:
    table = deal("golf", a=A, b=B, ready=False)
    table.play("a ready")
    assert not table.accepts("a draw")
    assert table.play("b ready") == ["readied b", "turn a"]


@cites("golf Deal")
def test_the_looks_stay_secret() -> None:
    table = deal("golf", a=A, b=B, ready=False)
    table.play("a peek a3", "a peek a4")
    assert table.seen_by("b")["a"] == "?? ?? ?? ??"


@cites("golf Deal")
def test_no_card_is_looked_at_later_on() -> None:
    table = deal("golf", a=A, b=B)
    assert not any(table.accepts(f"a peek a{slot}") for slot in range(1, 5))


@cites("golf Deal")
@pytest.mark.parametrize(("dealer", "starter"), [("a", "b"), ("b", "c"), ("c", "a")])
def test_the_player_to_the_dealers_left_starts(dealer: str, starter: str) -> None:
    assert deal("golf", a=A, b=B, c=C, dealer=dealer).turn == starter


@cites("golf Play")
def test_turns_go_clockwise() -> None:
    table = deal("golf", a=A, b=B, c=C)
    turns = []
    for _ in range(4):
        turns.append(table.turn)
        pass_turn(table)
    assert turns == ["a", "b", "c", "a"]


@cites("golf Play")
def test_a_turn_begins_with_drawing_taking_or_knocking() -> None:
    table = deal("golf", a=A, b=B)
    assert table.legal("a") == {"draw", "take", "call"}
    assert table.legal("b") == set()


@cites("golf Play")
def test_a_drawn_card_is_not_shown() -> None:
    table = deal("golf", a=A, b=B, stock="Ah")
    table.play("a draw")
    assert table.game.view("a").held == "Ah"
    assert table.game.view("b").held == "??"
    assert table.legal("a") == {"swap a1", "swap a2", "swap a3", "swap a4", "throw"}


@cites("golf Play")
def test_a_drawn_card_is_swapped_in_face_down_and_the_old_one_goes_face_up_on_the_pile() -> None:
    table = deal("golf", a=A, b=B, stock="Ah")
    assert table.play("a draw", "a swap a2") == ["drew a Ah", "swapped a a2 3c #2", "turn b"]
    assert (table.hand("a"), table.top) == ("2c Ah 4c 5c", "3c")
    assert table.seen_by("b")["a"] == "?? ?? ?? ??"


@cites("golf Play")
def test_a_drawn_card_is_thrown() -> None:
    table = deal("golf", a=A, b=B, stock="6h")
    assert table.play("a draw", "a throw") == ["drew a 6h", "threw a 6h #2", "turn b"]
    assert (table.hand("a"), table.top) == (A, "6h")


@cites("golf Play")
def test_a_taken_discard_must_be_swapped_in() -> None:
    table = deal("golf", a=A, b=B, opening="Ah")
    assert table.play("a take") == ["took a Ah"]
    assert table.legal("a") == {"swap a1", "swap a2", "swap a3", "swap a4"}
    assert table.play("a swap a4") == ["swapped a a4 5c #2", "turn b"]
    assert (table.hand("a"), table.top) == ("2c 3c 4c Ah", "5c")
    assert table.game.view("b", memory=False).hands["a"] == ("??",) * 4


@cites("golf Play")
@pytest.mark.parametrize("suit", ["h", "s"])
@pytest.mark.parametrize("rank", ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"])
def test_no_card_has_a_power(rank: str, suit: str) -> None:
    table = deal("golf", a=A, b=B, stock=f"{rank}{suit}")
    assert table.play("a draw", "a throw")[-1] == "turn b"


@cites("golf Play")
def test_there_is_no_snapping() -> None:
    table = deal("golf", a=A, b=B, opening="2s", stock="2h")
    assert table.window is None
    assert not table.accepts("a snap a1 #1")
    table.play("a draw", "a throw")
    assert not table.accepts("b snap b1 #2")


@cites("golf Play")
def test_an_empty_stock_is_made_from_all_discards_but_the_top_one() -> None:
    table = deal("golf", a=A, b=B, opening="6h")
    empty_the_stock(table)
    top = table.top
    assert table.turn == "b"
    assert table.play("b draw") == [f"reshuffled {52 - 2 * 4 - 1}", "drew b 6h"]
    assert table.top == top


@cites("golf Play")
def test_a_round_without_a_card_to_draw_is_scored_as_if_nobody_had_knocked() -> None:
    """In golf itself there is always one: it takes long hands and penalties to have none."""
    table = deal(
        "golf deal.cards=12 snap.who=own snap.penalty=3",
        a="Ac 2c 3c 4c 5c 6c 7c 8c 9c 10c Jc Qc",
        b="Ad 2d 3d 4d 5d 6d 7d 8d 9d 10d Jd Qd",
        c="Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh",
        d="As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs",
        opening="Kc",
    )
    table.play("a call", "b snap b1", "dealer close")
    assert (table.reason, table.winners) == ("stock", "a b c d")
    assert table.outcome.verdict is None


@cites("golf Knocking")
def test_a_player_knocks_instead_of_drawing() -> None:
    table = deal("golf", a=A, b=B)
    assert table.play("a call") == ["called a", "turn b"]
    assert table.hand("a") == A


@cites("golf Knocking")
@pytest.mark.parametrize("begun", ["a draw", "a take"])
def test_a_knock_comes_at_the_start_of_the_players_own_turn(begun: str) -> None:
    table = deal("golf", a=A, b=B)
    assert not table.accepts("b call")
    table.play(begun)
    assert not table.accepts("a call")


@cites("golf Knocking")
def test_everybody_else_gets_one_more_turn_and_nobody_else_knocks() -> None:
    table = deal("golf", a=A, b=B, c=C, stock="Ah")
    table.play("a call")
    assert table.legal("b") == {"draw", "take"}
    assert table.play("b draw", "b throw")[-1] == "turn c"
    assert table.legal("c") == {"draw", "take"}


@cites("golf Knocking")
def test_all_cards_are_shown_after_the_last_turn() -> None:
    table = deal("golf", a=A, b=B, c=C, stock="Ah Ad")
    table.play("a call", "b draw", "b throw", "c draw")
    assert not table.over
    assert table.play("c throw")[:2] == ["threw c Ad #3", "revealed a a1 2c"]
    assert (table.over, table.reason) == (True, "called")
    assert table.seen_by("c") == {"a": A, "b": B, "c": C}


@cites("golf Knocking")
def test_the_knockers_cards_stay_in_play() -> None:
    """Nothing in golf itself could reach them."""
    table = deal("golf powers.cards.J=trade", a=A, b=B, stock="Jh")
    table.play("a call", "b draw", "b throw", "b trade a1", "b trade b4")
    assert table.points == {"a": 17, "b": 11}


@cites("golf Knocking")
def test_a_knock_is_wrong_if_another_player_has_fewer_points_and_costs_nothing() -> None:
    table = play_round(a="6c 3c 4c 5c", b=B)
    assert (table.outcome.verdict, table.winners) == ("wrong", "b")
    assert table.scores == {"a": 18, "b": 14}


@cites("golf Knocking")
def test_a_right_knock_earns_nothing() -> None:
    table = play_round(a=A, b="6d 3d 4d 5d")
    assert (table.outcome.verdict, table.winners) == ("right", "a")
    assert table.scores == {"a": 14, "b": 18}


@cites("golf Knocking")
def test_a_tie_is_not_a_wrong_knock() -> None:
    assert play_round(a=A, b=B).outcome.verdict == "right"


@cites("golf Scoring")
def test_the_fewest_points_win_whoever_knocked() -> None:
    assert play_round(a=A, b="2d 3d 4d 6d").winners == "a"
    assert play_round(a="2c 3c 4c 6c", b=B).winners == "b"


@cites("golf Scoring")
def test_a_knocker_who_ties_shares_the_win() -> None:
    table = deal("golf", a=A, b=B, c="9h 3h 4h 5h", stock="6c 6d")
    table.play("a call", "b draw", "b throw", "c draw", "c throw")
    assert table.winners == "a b"
    assert table.scores == {"a": 14, "b": 14, "c": 21}


@cites("golf Scoring")
def test_others_who_tie_share_the_win() -> None:
    table = deal("golf", a="9c 3c 4c 5c", b=B, c=C, stock="6c 6d")
    table.play("a call", "b draw", "b throw", "c draw", "c throw")
    assert table.winners == "b c"


@cites("golf Scoring")
def test_a_match_has_nine_rounds_and_the_lowest_total_wins() -> None:
    """Most rounds won is not the same."""
    match = Match("golf", seats=2)
    match.score(play_round(a="10c Jc Qc 10s", b=B).outcome)
    for _ in range(8):
        assert match.standing() is None
        match.score(play_round(a=A, b="2d 3d 4d 6d").outcome)
    standing = match.standing()
    assert standing is not None and standing.winners == ("b",)
    assert standing.ranking == (("b", 14 + 8 * 15), ("a", 40 + 8 * 14))


@cites("golf Scoring")
def test_the_deal_passes_to_the_left_and_the_next_player_starts() -> None:
    match = Match("golf", seats=2, dealer="b")
    assert (match.dealer, match.starter) == ("b", "a")
    match.score(play_round(a=A, b="2d 3d 4d 6d").outcome)
    assert (match.dealer, match.starter) == ("a", "b")
