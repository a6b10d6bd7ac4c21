"""The tamalou book: a call with five points at most, snaps of what others discard, nothing scored by the winner."""

import pytest

from cambio import RulesError
from cambio.match import Match
from tests.rulebook.cite import cites
from tests.rulebook.passing import empty_the_stock, pass_turn, pass_turns
from tests.table import Table, deal

A = "2c 3c 4c 5c"
B = "2d 3d 4d 5d"
C = "2h 3h 4h 5h"
#: Four points, few enough to call with.
LOW = "Kd Ac Ad 2c"


def play_round(a: str, b: str) -> Table:
    """Two hands that are shown as they were dealt, after a call."""
    table = deal("tamalou", a=a, b=b, stock="6h")
    table.play("a call", "b draw", "b throw", "dealer close")
    return table


@cites("tamalou Cards")
def test_the_deck_has_fifty_two_cards_and_two_jokers() -> None:
    table = deal("tamalou", a=A, b=B)
    assert table.stock_size == 54 - 2 * 4
    assert len(set(table.game.deck)) == 54
    assert {"Xr", "Xb"} <= set(table.game.deck)


@cites("tamalou Cards")
def test_two_can_play_and_one_cannot() -> None:
    assert deal("tamalou", a=A, b=B).turn == "a"
    with pytest.raises(RulesError):
        deal("tamalou", a=A)


@cites("tamalou Cards")
def test_eight_can_play_and_nine_cannot() -> None:
    eight = deal(
        "tamalou",
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
        Match("tamalou", seats=9)


@cites("tamalou Points")
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
        ("Kc Ks Ah Ad", 32),
        ("Kh Kd Ah Ad", 2),
        ("Xr Xb Ah Ad", 42),
    ],
)
def test_a_hand_counts_the_points_of_its_cards(hand: str, points: int) -> None:
    assert play_round(a=hand, b=A).points["a"] == points


@cites("tamalou Deal")
def test_four_cards_are_dealt_face_down() -> None:
    table = deal("tamalou", a=A, b=B, ready=False)
    assert table.seen_by("a") == {"a": "?? ?? ?? ??", "b": "?? ?? ?? ??"}


@cites("tamalou Deal")
def test_the_other_cards_are_the_stock_and_nothing_is_turned_up() -> None:
    table = deal("tamalou", a=A, b=B, stock="9h")
    assert table.top is None
    assert table.legal("a") == {"draw", "call"}
    assert table.play("a draw") == ["drew a 9h"]


@cites("tamalou Deal")
def test_the_two_nearest_cards_may_be_looked_at_until_a_player_is_ready() -> None:
    table = deal("tamalou", a=A, b=B, ready=False)
    assert table.legal("a") == {"peek a3", "peek a4", "ready"}
    table.play("a peek a3", "a peek a4", "a peek a3")
    assert table.seen_by("a")["a"] == "?? ?? 4c 5c"
    assert table.seen_by("b")["a"] == "?? ?? ?? ??"
    table.play("a ready")
    assert not table.accepts("a peek a3")
    assert not table.accepts("a draw")
    assert table.play("b ready")[-1] == "turn a"


@cites("tamalou Deal")
def test_no_card_is_looked_at_later_on_without_a_power() -> None:
    table = deal("tamalou", a=A, b=B, stock="7h")
    assert not table.accepts("a peek a3")
    table.play("a draw")
    assert not table.accepts("a peek a3")
    table.play("a throw")
    assert table.accepts("a peek a3")


@cites("tamalou Turn")
@pytest.mark.parametrize(("dealer", "starter"), [("a", "b"), ("b", "c"), ("c", "a")])
def test_the_player_to_the_dealers_left_starts(dealer: str, starter: str) -> None:
    assert deal("tamalou", a=A, b=B, c=C, dealer=dealer).turn == starter


@cites("tamalou Turn")
def test_turns_go_clockwise() -> None:
    table = deal("tamalou", a=A, b=B, c=C)
    turns = []
    for _ in range(4):
        turns.append(table.turn)
        pass_turn(table)
    assert turns == ["a", "b", "c", "a"]


@cites("tamalou Turn")
def test_a_drawn_card_is_not_shown() -> None:
    table = deal("tamalou", a=A, b=B, stock="Ah")
    table.play("a draw")
    assert table.game.view("a").held == "Ah"
    assert table.game.view("b").held == "??"
    assert table.legal("a") == {"swap a1", "swap a2", "swap a3", "swap a4", "throw"}


@cites("tamalou Turn")
def test_a_drawn_card_is_swapped_in_face_down_or_thrown() -> None:
    table = deal("tamalou", a=A, b=B, stock="Ah 6h")
    assert table.play("a draw", "a swap a2") == ["drew a Ah", "swapped a a2 3c #1", "turn b"]
    assert table.seen_by("b")["a"] == "?? ?? ?? ??"
    assert table.play("b draw", "b throw") == ["closed #1", "drew b 6h", "threw b 6h #2", "turn a"]
    assert (table.hand("a"), table.hand("b"), table.top) == ("2c Ah 4c 5c", B, "6h")


@cites("tamalou Turn")
def test_a_taken_discard_must_be_swapped_in() -> None:
    table = deal("tamalou", a=A, b=B, stock="Ah")
    table.play("a draw", "a throw")
    assert table.play("b take") == ["closed #1", "took b Ah"]
    assert table.legal("b") == {"swap b1", "swap b2", "swap b3", "swap b4"}
    assert table.play("b swap b4") == ["swapped b b4 5d #2", "turn a"]
    assert (table.hand("b"), table.top) == ("2d 3d 4d Ah", "5d")
    assert table.game.view("a", memory=False).hands["b"] == ("??",) * 4


@cites("tamalou Turn")
def test_neither_a_taken_card_nor_the_one_swapped_out_for_it_has_a_power() -> None:
    table = deal("tamalou", a=A, b="Jd 3d 4d 5d", stock="7h")
    table.play("a draw", "a throw", "a skip")
    assert table.play("b take", "b swap b1")[-2:] == ["swapped b b1 Jd #2", "turn a"]


@cites("tamalou Turn")
def test_an_empty_stock_is_made_from_all_discards_but_the_top_one() -> None:
    table = deal("tamalou", a=A, b=B, stock="Ah")
    empty_the_stock(table)
    top = table.top
    assert table.play("a draw")[-2:] == [f"reshuffled {54 - 2 * 4 - 1}", "drew a Ah"]
    assert table.top == top


@cites("tamalou Turn")
def test_a_round_without_a_card_to_draw_is_scored_as_if_nobody_had_called() -> None:
    """So that more than five points can win: penalties use up the stock while one discard lies on the pile."""
    table = deal("tamalou", a="6c 3c 4c 5c", b=B, c=C, stock="Ah")
    table.play("a draw", "a throw", "b call", *["c snap c1"] * table.stock_size)
    assert not table.accepts("c draw")
    table.play("dealer close")
    assert (table.reason, table.winners) == ("stock", "b")
    assert table.outcome.verdict is None
    assert table.scores["b"] == 0


@cites("tamalou Turn")
def test_a_player_without_cards_draws_and_throws_and_cannot_take() -> None:
    table = deal("tamalou deal.cards=1 deal.memory_cards=1", a="9c", b="6c", stock="6h Ah")
    table.play("a draw", "a throw", "b snap b1")
    assert table.size("b") == 0
    assert table.legal("b") == {"draw", "call"}
    table.play("b draw")
    assert table.legal("b") == {"throw"}
    assert table.play("b throw") == ["threw b Ah #2", "turn a"]


@cites("tamalou End")
def test_a_player_calls_instead_of_drawing_at_the_start_of_the_turn() -> None:
    table = deal("tamalou", a=LOW, b=B, stock="Ah")
    assert not table.accepts("b call")
    table.play("a draw")
    assert not table.accepts("a call")
    table.play("a throw")
    assert table.play("b call") == ["called b", "turn a"]


@cites("tamalou End")
@pytest.mark.parametrize("more_cards", [0, 1])
def test_everybody_else_gets_one_more_turn_however_many_cards_the_caller_has(more_cards: int) -> None:
    table = deal("tamalou", a=A, b=B, c=C, stock="Ah As")
    table.play("a draw", "a throw", *["b snap b1"] * more_cards, "b call")
    assert table.turn == "c"
    pass_turn(table)
    assert table.turn == "a"
    pass_turn(table)
    assert not table.over
    assert table.play("dealer close")[1] == "revealed a a1 2c"
    assert (table.over, table.reason) == (True, "called")


@cites("tamalou End")
def test_nobody_calls_after_a_call() -> None:
    table = deal("tamalou", a="6c 3c 4c 5c", b=LOW, c=C, stock="6h")
    table.play("a draw", "a throw", "b call")
    assert not table.accepts("c call")
    pass_turn(table)
    assert not table.accepts("a call")


@cites("tamalou End")
def test_the_callers_cards_may_be_snapped_and_the_caller_snaps() -> None:
    table = deal("tamalou", a=LOW, b=B, c=C, stock="2s Ah")
    table.play("a call", "b draw", "b throw", "c snap a4", "c give c4")
    assert table.hand("a") == "Kd Ac Ad 5h"
    table.play("c draw", "c throw", "a snap a2")
    assert table.hand("a") == "Kd -- Ad 5h"


@cites("tamalou End")
def test_the_callers_cards_may_be_swapped_and_looked_at() -> None:
    table = deal("tamalou", a=LOW, b=B, c=C, stock="Jh 9h")
    table.play("a call", "b draw", "b throw", "b trade b4", "b trade a1", "c draw", "c throw")
    assert (table.hand("a"), table.hand("b")) == ("5d Ac Ad 2c", "2d 3d 4d Kd")
    assert table.play("c spy a1")[0] == "spied c a1 5d"


@cites("tamalou End")
@pytest.mark.parametrize(("hand", "winners"), [("2h 2d Kh Ah", "a"), ("2h Ah As Kh", "a b")])
def test_a_call_with_the_fewest_points_is_right_and_so_is_a_tie(hand: str, winners: str) -> None:
    table = play_round(a=LOW, b=hand)
    assert (table.outcome.verdict, table.winners) == ("right", winners)


@cites("tamalou End")
def test_a_call_is_wrong_if_another_player_has_fewer_points_and_costs_nothing_more() -> None:
    table = play_round(a="Kd Ac 2c 2d", b="Kh Ah As 2h")
    assert (table.outcome.verdict, table.winners) == ("wrong", "b")
    assert table.scores["a"] == table.points["a"] == 5


@cites("tamalou End")
@pytest.mark.parametrize(
    ("hand", "points", "verdict", "winner"), [("Kd Ac Ad 3c", 5, "right", "a"), ("Kd Ac Ad 4c", 6, "wrong", "b")]
)
def test_a_call_wins_with_five_points_at_most(hand: str, points: int, verdict: str, winner: str) -> None:
    table = play_round(a=hand, b=B)
    assert table.points == {"a": points, "b": 14}
    assert (table.outcome.verdict, table.winners) == (verdict, winner)


@cites("tamalou End")
def test_a_call_with_more_than_five_points_does_not_win_a_tie_either() -> None:
    table = play_round(a=A, b=B)
    assert (table.outcome.verdict, table.winners) == ("wrong", "b")
    assert table.scores == {"a": 14, "b": 0}


@cites("tamalou End")
def test_whoever_did_not_call_wins_with_any_number_of_points() -> None:
    table = play_round(a="Kc Ks Qc Qd", b="Jc Jd Qh Qs")
    assert (table.winners, table.points["b"]) == ("b", 40)


@cites("tamalou End")
def test_a_call_with_six_points_is_right_if_a_snap_leaves_fewer_in_the_end() -> None:
    table = deal("tamalou", a="Kd Ac Ad 4c", b=B, stock="4s")
    table.play("a call", "b draw", "b throw", "a snap a4")
    assert table.points["a"] == 2
    assert (table.outcome.verdict, table.winners) == ("right", "a")


@cites("tamalou End")
def test_a_call_with_five_points_is_wrong_if_a_swap_leaves_more_in_the_end() -> None:
    table = deal("tamalou", a="Kd Ac Ad 3c", b="2d 3d 4d 6d", stock="Jh")
    table.play("a call", "b draw", "b throw", "b trade a1", "b trade b4", "dealer close")
    assert table.points == {"a": 11, "b": 9}
    assert (table.outcome.verdict, table.winners) == ("wrong", "b")


@cites("tamalou Points")
def test_the_fewest_points_win_and_score_nothing_and_the_others_score_theirs() -> None:
    table = deal("tamalou", a=LOW, b=B, c="6h 3h 4h 5h", stock="Ah As")
    table.play("a call", "b draw", "b throw", "c draw", "c throw", "dealer close")
    assert table.winners == "a"
    assert table.points == {"a": 4, "b": 14, "c": 18}
    assert table.scores == {"a": 0, "b": 14, "c": 18}


@cites("tamalou Points")
def test_a_beaten_callers_points_count() -> None:
    table = play_round(a="Kd Ac 2c 2d", b="Kh Ah As 2h")
    assert table.points == {"a": 5, "b": 4}
    assert table.scores == {"a": 5, "b": 0}


@cites("tamalou Points")
def test_only_the_fewest_points_score_nothing_after_a_wrong_call() -> None:
    table = deal("tamalou", a="6c 3c 4c 5c", b="3d 3h 4d 5d", c="2h 3s 4h 5h", stock="Ah As")
    table.play("a call", "b draw", "b throw", "c draw", "c throw", "dealer close")
    assert table.scores == {"a": 18, "b": 15, "c": 0}


@cites("tamalou Points")
def test_a_caller_who_ties_shares_the_win_and_both_score_nothing() -> None:
    table = play_round(a=LOW, b="2h Ah As Kh")
    assert table.winners == "a b"
    assert table.points == {"a": 4, "b": 4}
    assert table.scores == {"a": 0, "b": 0}


@cites("tamalou Points")
def test_others_who_tie_share_the_win_and_score_nothing() -> None:
    table = deal("tamalou", a="6c 3c 4c 5c", b=B, c=C, stock="Ah As")
    table.play("a call", "b draw", "b throw", "c draw", "c throw", "dealer close")
    assert table.winners == "b c"
    assert table.scores == {"a": 18, "b": 0, "c": 0}


@cites("tamalou Points")
@pytest.mark.parametrize(
    ("caller", "other", "snap"),
    [("Kd Ac Ad 2c", "Kh Ah 3d 6d", "b snap b4"), ("Kd Ac 3c 6c", "Kh Ah As 2d", "a snap a4")],
)
def test_a_shared_win_asks_for_no_number_of_cards(caller: str, other: str, snap: str) -> None:
    table = deal("tamalou", a=caller, b=other, c="9h 9d 9s 9c", stock="4h 4s 6s 5h 5s")
    pass_turns(table, 3)
    table.play(snap, "a call")
    pass_turns(table, 2)
    table.play("dealer close")
    assert sorted(table.outcome.cards.values()) == [3, 4, 4]
    assert table.winners == "a b"


@cites("tamalou Points")
@pytest.mark.parametrize(("rules", "rounds"), [("tamalou", 5), ("tamalou match.rounds=2", 2)])
def test_a_match_has_five_rounds_or_as_many_as_agreed_and_the_lowest_total_wins(rules: str, rounds: int) -> None:
    match = Match(rules, seats=2)
    match.score(play_round(a="Xr Xb Kc Ks", b=B).outcome)
    for _ in range(rounds - 1):
        assert match.standing() is None
        match.score(play_round(a=LOW, b=B).outcome)
    standing = match.standing()
    assert standing is not None and standing.winners == ("b",)
    assert standing.ranking == (("b", 14 * (rounds - 1)), ("a", 70))


@cites("tamalou Deal")
def test_the_deal_passes_to_the_left_and_the_next_player_starts() -> None:
    match = Match("tamalou", seats=2, dealer="b")
    assert (match.dealer, match.starter) == ("b", "a")
    match.score(play_round(a=LOW, b=B).outcome)
    assert (match.dealer, match.starter) == ("a", "b")
