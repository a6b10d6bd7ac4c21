"""House rules about snapping: who, what, how long, and at which cost."""

import pytest

from tests.rulebook.cite import cites
from tests.table import deal

A = "2c 3c 4c 5c"
B = "2d 3d 4d 5d"
C = "2h 3h 4h 5h"


@cites("house rule", "snap.who")
@pytest.mark.parametrize(
    ("who", "snaps"),
    [("off", set[str]()), ("own", {"b snap b1"}), ("any", {"b snap b1", "b snap c1"})],
)
def test_snapping_is_off_or_for_own_cards_or_for_any(who: str, snaps: set[str]) -> None:
    table = deal(f"classic snap.who={who}", a=A, b=B, c=C, opening="2s")
    assert {snap for snap in ("b snap b1", "b snap c1") if table.accepts(snap)} == snaps


@cites("house rule", "snap.match")
@pytest.mark.parametrize(
    ("match", "card", "event"),
    [
        ("rank", "Qd", "missed b b1 Qd"),
        ("value", "Qd", "snapped b b1 Qd"),
        ("rank", "Jd", "snapped b b1 Jd"),
    ],
)
def test_cards_match_by_rank_or_by_value(match: str, card: str, event: str) -> None:
    table = deal(f"stick snap.match={match}", a=A, b=f"{card} 3d 4d 5d", stock="Jh")
    table.play("a draw", "a throw")
    assert table.play("b snap b1")[0] == event


@cites("house rule", "snap.match", "deck.values")
def test_by_value_red_and_black_jokers_match_and_kings_do_not() -> None:
    table = deal("stick snap.match=value", a=A, b="Xb 3d 4d 5d", c="Kd 3h 4h 5h", stock="Xr Kc")
    table.play("a draw", "a throw")
    assert "snapped b b1 Xb" in table.play("b snap b1")
    table.play("b draw", "b throw")
    assert "missed c c1 Kd" in table.play("c snap c1")


@cites("house rule", "snap.window")
@pytest.mark.parametrize(("window", "after_draw"), [("draw", None), ("discard", 1), ("dealer", 1)])
def test_a_window_lasts_until_the_next_draw_or_the_next_discard(window: str, after_draw: int | None) -> None:
    table = deal(f"cambia snap.window={window}", a=A, b=B, c=C, opening="2s", stock="Ah")
    table.play("a draw")
    assert table.window == after_draw
    table.play("a throw")
    assert table.window == 2
    assert not table.accepts("c snap c1 #1")


@cites("house rule", "snap.window")
@pytest.mark.parametrize(("window", "lawful"), [("draw", set[str]()), ("discard", set[str]()), ("dealer", {"close"})])
def test_only_a_window_of_the_dealers_is_closed_at_the_dealers_word(window: str, lawful: set[str]) -> None:
    table = deal(f"cambia snap.window={window}", a=A, b=B, opening="2s")
    assert table.legal("dealer") == lawful


@cites("house rule", "snap.window")
def test_at_the_dealers_word_the_window_closes_and_play_goes_on() -> None:
    table = deal("cambia snap.window=dealer", a=A, b=B, opening="2s")
    assert table.play("dealer close") == ["closed #1"]
    assert not table.accepts("b snap b1 #1")
    assert table.accepts("a draw")


@cites("house rule", "snap.window", "turn.take")
@pytest.mark.parametrize("window", ["draw", "discard", "dealer"])
def test_taking_the_card_ends_its_window_in_every_case(window: str) -> None:
    table = deal(f"cambia snap.window={window}", a=A, b=B, opening="2s")
    assert table.play("a take") == ["closed #1", "took a 2s"]


@cites("house rule", "snap.winners")
def test_one_winner_closes_the_window() -> None:
    table = deal("cambia snap.winners=one", a=A, b=B, c=C, opening="2s")
    table.play("b snap b1")
    assert not table.accepts("c snap c1")


@cites("house rule", "snap.winners")
def test_everybody_may_snap_where_all_win() -> None:
    table = deal("cambia snap.winners=all", a=A, b=B, c=C, opening="2s")
    table.play("b snap b1", "c snap c1", "a snap a1")
    assert [table.size(seat) for seat in "abc"] == [3, 3, 3]
    assert table.window == 1


@cites("house rule", "snap.winners")
def test_a_chain_belongs_to_its_snapper() -> None:
    table = deal("cambia snap.winners=chain", a=A, b="2d 2h 4d 5d", opening="2s")
    assert table.play("b snap b1") == ["snapped b b1 2d"]
    assert not table.accepts("a snap a1")
    assert table.accepts("b snap b2")


@cites("house rule", "snap.winners", "snap.window")
@pytest.mark.parametrize("window", ["draw", "discard", "dealer"])
def test_a_chain_ends_with_the_next_draw_whatever_the_window(window: str) -> None:
    table = deal(f"cambia snap.winners=chain snap.window={window}", a=A, b=B, opening="2s")
    table.play("b snap b1")
    assert table.play("a draw")[0] == "closed #1"


@cites("house rule", "snap.discarder")
def test_the_discarder_may_be_shut_out() -> None:
    allowed = deal("stick snap.discarder=yes", a=A, b=B, stock="2s")
    allowed.play("a draw", "a throw")
    assert allowed.accepts("a snap a1")
    shut_out = deal("stick snap.discarder=no", a=A, b=B, stock="2s")
    shut_out.play("a draw", "a throw")
    assert not shut_out.accepts("a snap a1")
    assert shut_out.accepts("b snap a1")


@cites("house rule", "snap.discarder", "deal.opening")
def test_nobody_is_shut_out_from_the_opening_discard() -> None:
    table = deal("cambia snap.discarder=no", a=A, b=B, opening="2s")
    assert table.accepts("a snap a1")
    assert table.accepts("b snap b1")


@cites("house rule", "snap.give")
@pytest.mark.parametrize(
    ("give", "lawful"),
    [
        ("must", {"give b1", "give b2", "give b3", "give b4"}),
        ("may", {"give b1", "give b2", "give b3", "give b4", "keep"}),
        ("no", {"draw", "call"}),
    ],
)
def test_after_snapping_anothers_card_a_gift_is_owed_or_offered_or_neither(give: str, lawful: set[str]) -> None:
    table = deal(f"stick snap.give={give}", a=A, b=B, stock="2s")
    table.play("a draw", "a throw", "b snap a1")
    assert table.legal("b") == lawful


@cites("house rule", "snap.cards")
def test_two_cards_are_snapped_at_once_only_where_agreed() -> None:
    one = deal("cambia snap.cards=1", a=A, b="2d 2h 4d 5d", opening="2s")
    assert not one.accepts("b snap b1 b2")
    two = deal("cambia snap.cards=2", a=A, b="2d 2h 4d 5d", opening="2s")
    assert two.play("b snap b1 b2") == ["snapped b b1 2d", "snapped b b2 2h", "closed #1"]


@cites("house rule", "snap.penalty")
@pytest.mark.parametrize("penalty", [0, 1, 3, 10])
def test_a_wrong_snap_costs_what_was_agreed(penalty: int) -> None:
    table = deal(f"cambia snap.penalty={penalty}", a=A, b=B, opening="9h")
    table.play("b snap b1")
    assert table.size("b") == 4 + penalty


@cites("house rule", "snap.late_penalty")
@pytest.mark.parametrize("penalty", [1, 2])
def test_a_late_snap_costs_what_was_agreed(penalty: int) -> None:
    table = deal(f"cambia snap.late_penalty={penalty}", a=A, b=B, c=C, opening="2s")
    table.play("b snap b1", "c snap c1 #1")
    assert table.size("c") == 4 + penalty


@cites("house rule", "snap.late_penalty")
def test_a_late_snap_that_costs_nothing_is_refused() -> None:
    table = deal("camp snap.late_penalty=0", a=A, b=B, c=C, stock="2s")
    table.play("a draw", "a throw", "b snap b1")
    assert "somebody was faster" in table.refusal("c snap c1 #1")


@cites("house rule", "snap.shown")
def test_a_wrongly_snapped_card_is_shown_to_all_or_to_nobody() -> None:
    shown = deal("stick snap.shown=yes", a=A, b=B, c=C, stock="Ah")
    assert "missed b b1 2d" in shown.play("a draw", "a throw", "b snap b1")
    assert "b1" in shown.knows("c")
    hidden = deal("stick snap.shown=no", a=A, b=B, c=C, stock="Ah")
    assert "missed b b1" in hidden.play("a draw", "a throw", "b snap b1")
    assert "b1" not in hidden.knows("b") | hidden.knows("c")


@cites("house rule", "snap.seize")
def test_a_wrong_snap_of_anothers_card_takes_the_card_too() -> None:
    table = deal("cambia snap.seize=yes", a=A, b=B, opening="9h", stock="6h 6s")
    assert table.play("b snap a1") == ["missed b a1 2c", "seized b a1 b5", "penalised b b6", "penalised b b7"]
    assert (table.hand("a"), table.hand("b")) == ("-- 3c 4c 5c", "2d 3d 4d 5d 2c 6h 6s")


@cites("house rule", "snap.seize")
def test_without_seizing_the_card_goes_back() -> None:
    table = deal("cambia snap.seize=no", a=A, b=B, opening="9h")
    table.play("b snap a1")
    assert table.hand("a") == A


@cites("house rule", "snap.seize")
def test_an_own_wrong_card_is_not_seized() -> None:
    table = deal("cambia snap.seize=yes snap.penalty=0", a=A, b=B, opening="9h")
    assert table.play("b snap b1") == ["missed b b1 2d"]
    assert table.hand("b") == B


@cites("house rule", "snap.hand_limit")
def test_more_cards_than_the_limit_put_a_player_out() -> None:
    table = deal("cambia snap.hand_limit=6", a=A, b=B, c=C, opening="9h")
    table.play("b snap b1")
    assert table.size("b") == 6
    assert "out b" in table.play("b snap b1")


@cites("house rule", "snap.hand_limit")
def test_without_a_limit_nobody_is_put_out() -> None:
    table = deal("flip snap.hand_limit=0", a=A, b=B, stock="Ah")
    table.play("a draw", "a throw", *["b snap b1"] * 4)
    assert table.size("b") == 8
    assert table.accepts("b draw")


@cites("house rule", "snap.final_window")
def test_before_the_show_the_top_discard_may_be_snapped_once_more() -> None:
    table = deal("stick snap.final_window=yes", a=A, b="7d 7c 4d 5d", stock="7s")
    table.play("a call", "b draw", "b throw", "b snap b1")
    assert table.play("b skip") == ["skipped b", "reopened #1"]
    assert table.accepts("b snap b2")
    assert table.play("dealer close")[-2:] == ["scored a 14", "scored b 16"]


@cites("house rule", "snap.final_window")
@pytest.mark.parametrize(("closing", "points"), [("b snap b1", 11), ("dealer close", 13)])
def test_the_final_window_comes_whatever_closed_the_last_one(closing: str, points: int) -> None:
    table = deal("stick snap.final_window=yes", a=A, b="2d 2h 4d 5d", stock="2s")
    table.play("a call", "b draw", "b throw")
    assert table.play(closing)[-1] == "reopened #1"
    table.play("dealer close")
    assert table.over
    assert table.points["b"] == points


@cites("house rule", "snap.final_window", "snap.discarder")
def test_a_window_opened_again_is_free_for_all() -> None:
    rules = "stick snap.final_window=yes snap.discarder=no"
    table = deal(rules, a=A, b="7d 3d 4d 5d", c="7h 3h 4h 5h", stock="Ah 7s")
    table.play("a call", "b draw", "b throw", "c draw", "c throw")
    assert not table.accepts("c snap c1")
    assert table.play("b snap b1", "c skip")[-1] == "reopened #2"
    assert table.accepts("c snap c1")


@cites("house rule", "snap.final_window")
def test_without_a_final_window_the_show_comes_at_once() -> None:
    table = deal("stick snap.final_window=no", a=A, b="7d 7c 4d 5d", stock="7s")
    table.play("a call", "b draw", "b throw", "b snap b1", "b skip")
    assert table.over
