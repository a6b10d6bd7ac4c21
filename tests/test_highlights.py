"""Highlights: each kind has a round that shows it, and one that nearly does."""

from __future__ import annotations

from cambio.highlights import Highlight, find_highlights, rank_highlights
from cambio.places import Seat
from tests.table import Table, deal

#: What a hand counts under cambia, whose black kings count 13 and red ones -1.
TEN = "Ac 2c 3c 4c"
THIRTY_THREE = "9d 8d 6d 10d"


def all_of(table: Table, seat: Seat) -> dict[str, Highlight]:
    """What is told of a seat, by kind, once the round is over."""
    if not table.over:
        table.play("dealer close")
    return {each.kind: each for each in rank_highlights(table.game)[seat]}


def end(table: Table) -> Table:
    """Seat a calls, b throws what there is, and nobody snaps it."""
    table.play("a call", "b draw", "b throw", "dealer close")
    return table


# The call


def test_a_right_call_with_the_lowest_hand() -> None:
    table = end(deal("cambia", a=TEN, b=THIRTY_THREE, stock="6h"))
    assert all_of(table, "a")["called_lowest"] == Highlight("called_lowest", points=23, other="b")
    assert "called_lowest" not in all_of(table, "b")


def test_a_call_that_was_behind_and_became_right() -> None:
    table = deal("cambia", a="2d 3d 3c 4d", b="Ac 2c 3h 4c", stock="Ks")
    table.play("a call", "b draw", "b swap b1")
    told = all_of(table, "a")
    assert told["called_behind"] == Highlight("called_behind", points=2, other="b")
    assert "called_lowest" not in told


def test_a_call_that_was_ahead_and_was_overtaken() -> None:
    table = deal("cambia", a="2c 3c 3d 4c", b="Ah 2h 3h 10h", stock="Ad")
    table.play("a call", "b draw", "b swap b4")
    told = all_of(table, "a")
    assert told["overtaken"] == Highlight("overtaken", other="b")
    assert "called_high" not in told


def test_a_call_with_too_many_points() -> None:
    table = end(deal("cambia", a="2d 3d 3c 4d", b="Ac 2c 3h 4c", stock="6h"))
    told = all_of(table, "a")
    assert told["called_high"] == Highlight("called_high", points=2, other="b")
    assert "overtaken" not in told


def test_a_call_above_the_limit_was_not_overtaken_by_anybody() -> None:
    table = end(deal("cambia call.limit=5", a=TEN, b=THIRTY_THREE, stock="6h"))
    assert table.winners == "b"
    assert not {"overtaken", "called_high", "called_lowest"} & {*all_of(table, "a")}


def test_an_empty_hand() -> None:
    table = deal("cambia deal.cards=1 deal.memory_cards=1", a="2c", b="3d", opening="2s", stock="4h 6h 6s")
    table.play("a snap a1", "a draw", "a throw", "b draw", "b throw")
    table = end(table)
    assert next(iter(all_of(table, "a"))) == "emptied"
    assert "emptied" not in all_of(table, "b")


def wait(stock: str) -> Table:
    """Seat a has 10 against 22 on the first turn, and takes what comes; b calls after two laps."""
    table = deal("cambia", a=TEN, b="5d 5h 6d 6h", stock=stock)
    table.play(
        "a draw", "a swap a1", "b draw", "b swap b1", "a draw", "a throw", "b call", "a draw", "a throw", "dealer close"
    )
    return table


def test_a_lowest_hand_that_was_not_called() -> None:
    table = wait("Kc Ad 4d 4h")
    assert table.winners == "b"
    assert all_of(table, "a")["waited"] == Highlight("waited", count=2, points=10)
    assert "waited" not in all_of(table, "b")


def test_whoever_wins_has_not_waited_for_nothing() -> None:
    table = wait("2h Kc 4d 4h")
    assert table.winners == "a"
    assert "waited" not in all_of(table, "a")


def test_a_lowest_hand_before_calls_are_allowed_is_no_chance() -> None:
    table = deal("cambia call.from_lap=2", a=TEN, b="5d 5h 6d 6h", stock="Kc Ad 4d 4h")
    table.play(
        "a draw", "a swap a1", "b draw", "b swap b1", "a draw", "a throw", "b call", "a draw", "a throw", "dealer close"
    )
    assert "waited" not in all_of(table, "a")


# Cards


def test_a_snap_saves_what_the_card_counts() -> None:
    table = deal("cambia", a="9c 2c 3c 4c", b=THIRTY_THREE, opening="9s", stock="6h")
    table.play("a snap a1")
    assert all_of(end(table), "a")["snapped"] == Highlight("snapped", points=9, count=1)


def test_a_snap_of_another_s_card_saves_nothing_but_lets_one_give() -> None:
    table = deal("cambia", a="Kc 2c 3c 4c", b="9d Ah 2h 3h", opening="9s", stock="6h")
    table.play("a snap b1", "a give a1")
    told = all_of(end(table), "a")
    assert told["gave"] == Highlight("gave", points=13, card="Kc", other="b")
    assert "snapped" not in told
    assert "gave" not in all_of(table, "b")


def test_giving_a_card_that_counts_less_than_nothing_is_not_told() -> None:
    table = deal("cambia", a="Kd 2c 3c 4c", b="9d Ah 2h 3h", opening="9s", stock="6h")
    table.play("a snap b1", "a give a1")
    assert "gave" not in all_of(end(table), "a")


def trade(own: str, other: str) -> dict[str, Highlight]:
    table = deal("cambia", a="Kc 2c 3c 4c", b="2d Ah 2h 3h", stock="Js 6h 6c 6s")
    table.play("a draw", "a throw", f"a trade {own}", f"a trade {other}", "b draw", "b throw")
    return all_of(end(table), "a")


def test_a_trade_that_gains() -> None:
    told = trade("a1", "b1")
    assert told["trade_gained"] == Highlight("trade_gained", points=11, other="b")
    assert "trade_cost" not in told


def test_a_trade_that_costs() -> None:
    table = deal("cambia", a="2d 2c 3c 4c", b="Kc Ah 2h 3h", stock="Js 6h 6c 6s")
    table.play("a draw", "a throw", "a trade a1", "a trade b1", "b draw", "b throw")
    told = all_of(end(table), "a")
    assert told["trade_cost"] == Highlight("trade_cost", points=11, other="b")
    assert "trade_gained" not in told


def test_a_trade_of_cards_that_count_the_same_is_not_told() -> None:
    assert not {"trade_gained", "trade_cost"} & {*trade("a2", "b1")}


def test_a_wrong_snap_costs_cards() -> None:
    table = deal("cambia", a=TEN, b=THIRTY_THREE, opening="9s", stock="7h 5h 6h")
    table.play("a snap a1")
    assert all_of(end(table), "a")["missed"] == Highlight("missed", points=12, count=2)
    assert "missed" not in all_of(table, "b")


def test_a_snap_that_was_late_was_not_wrong() -> None:
    table = deal("camp", a="6c 2c 3c 4c", b=THIRTY_THREE, stock="6h 5h 4h 3h 6s")
    table.play("a draw", "a throw", "b draw", "b throw", "a snap a1 #1", "a draw", "a throw", "b draw", "b throw")
    assert "penalised a a5" in table.events
    assert "missed" not in all_of(end(table), "a")


def test_a_swap_that_makes_the_hand_worse() -> None:
    table = deal("cambia", a=TEN, b=THIRTY_THREE, stock="6h 5s 6s")
    table.play("a draw", "a swap a1", "b draw", "b throw")
    assert all_of(end(table), "a")["swap_cost"] == Highlight("swap_cost", points=5, card="Ac")


def test_a_swap_that_makes_it_better_costs_nothing() -> None:
    table = deal("cambia", a=THIRTY_THREE, b=TEN, stock="Ah 6h 6s")
    table.play("a draw", "a swap a1", "b draw", "b throw")
    assert "swap_cost" not in all_of(end(table), "a")


# The hand in the end


def test_a_high_card_that_was_kept() -> None:
    table = end(deal("cambia", a=TEN, b="Qd 2d 3d 4d", stock="6h"))
    assert all_of(table, "b")["kept_high"] == Highlight("kept_high", points=12, card="Qd")


def test_a_high_card_among_others_or_in_the_hand_that_won_is_not_told() -> None:
    table = end(deal("cambia", a="Qc Ac Ah Ad", b=THIRTY_THREE, stock="6h"))
    assert "kept_high" not in {*all_of(table, "a"), *all_of(table, "b")}


def test_a_low_card_that_was_kept() -> None:
    table = end(deal("cambia", a=TEN, b="Xr 9d 8d 6d", stock="6h"))
    assert all_of(table, "b")["kept_low"] == Highlight("kept_low", points=0, card="Xr")
    assert "kept_low" not in all_of(table, "a")


def test_a_hand_that_became_smaller() -> None:
    table = deal("cambia", a=THIRTY_THREE, b="9c 8c 10c 6c", stock="Ah 5h 6s")
    table.play("a draw", "a swap a4", "b draw", "b swap b4")
    table = end(table)
    assert all_of(table, "a")["improved"] == Highlight("improved", points=24, dealt=33)
    assert "improved" not in all_of(table, "b")


def test_risky_fives_are_counted_as_the_show_does() -> None:
    table = deal("cambia score.risky_fives=yes", a="5c 5d 2c 3c", b=THIRTY_THREE, opening="5s", stock="6h")
    table.play("a snap a1")
    assert "snapped" not in all_of(end(table), "a"), "one of a pair of fives saves nothing"


# Which is told


def test_a_seat_of_which_nothing_is_to_be_told_has_none() -> None:
    table = end(deal("cambia", a=TEN, b="5d 5h 6d 6c", stock="6h"))
    assert {*find_highlights(table.game)} == {"a"}


def test_the_call_is_told_before_cards_and_cards_by_what_they_were_worth() -> None:
    table = deal("cambia", a="9c 2c 3c Xr", b=THIRTY_THREE, opening="9s", stock="6c 6h 6s")
    table.play("a snap a1", "a draw", "a swap a2", "b draw", "b throw")
    assert [*all_of(end(table), "a")] == ["called_lowest", "snapped", "swap_cost", "kept_low", "improved"]


def test_of_what_was_worth_the_same_the_snap_is_told() -> None:
    table = deal("cambia", a="4d 2d 3d 5c", b=TEN, opening="4s", stock="7h 6h 6s")
    table.play("a snap a1", "a draw", "a swap a3", "b call", "a draw", "a throw", "dealer close")
    assert [*all_of(table, "a")][:2] == ["snapped", "swap_cost"]


def test_what_a_stand_in_did_is_not_told_as_the_player_s() -> None:
    table = deal("cambia", a="9c 2c 3c 4c", b=THIRTY_THREE, opening="9s", stock="6h")
    before = len(table.game.events)
    table.play("a snap a1")
    marks = [None] * before + ["stand_in"] * (len(table.game.events) - before)
    all_of(end(table), "a")
    assert "snapped" not in {each.kind for each in rank_highlights(table.game, marks)["a"]}


def test_highlights_are_plain_data() -> None:
    assert Highlight("gave", points=13, card="Kc", other="b").to_json() == {
        "kind": "gave",
        "points": 13,
        "count": 0,
        "card": "Kc",
        "other": "b",
    }
