"""Several equal cards exchanged for one, and cards that lie face up, tried on the slow implementation."""

import pytest

from .presets import Round, lay

EQUAL: dict[str, object] = {"turn.exchange": "equal"}


def exchange(*hands: str, stock: str, **options: object) -> Round:
    """Stick's rules, where equal cards may be exchanged, and what is said besides, as in `turn__mismatch`."""
    said = {name.replace("__", "."): value for name, value in options.items()}
    opening = "As" if said.pop("opening", False) else ""
    with_opening: dict[str, object] = {"deal.opening": bool(opening), "turn.take": "free"}
    return lay("stick", *hands, stock=stock, opening=opening, options=EQUAL | with_opening | said)


def test_where_one_card_is_exchanged_no_other_is_named() -> None:
    table = exchange("7h 7c", "3s 4c", stock="2c 8d 9c", turn__exchange="one")
    table.play("a draw")
    assert table.legal("a") == {"swap a1", "swap a2", "throw"}


def test_equal_cards_go_onto_the_pile_together_and_the_last_one_is_the_discard() -> None:
    table = exchange("7h 5c 7c 7d", "3s 4c 7s 2h", stock="2c 8d 9c", opening=True)
    table.play("a draw")
    assert table.play("a also a4") == [{"event": "joined", "seat": "a", "place": "a4"}]
    table.play("a also a1")
    assert table.play("a swap a3") == [
        {"event": "laid", "seat": "a", "place": "a1", "card": "7h", "sees": "ab"},
        {"event": "laid", "seat": "a", "place": "a4", "card": "7d", "sees": "ab"},
        {"event": "swapped", "seat": "a", "place": "a3", "card": "7c", "sees": "ab", "number": 2},
        {"event": "turn", "seat": "b"},
    ]
    assert table.hand("a") == "- 5c 2c -"
    assert table.kinds("b snap b3 #2") == ["snapped", "closed"]


def test_an_open_window_closes_before_the_first_of_several_equal_cards() -> None:
    table = exchange("7h 7c", "3s 4c", stock="2c 8d 9c", opening=True, snap__window="discard")
    table.play("a draw", "a also a1")
    assert table.kinds("a swap a2") == ["closed", "laid", "swapped", "turn"]


def test_each_card_is_named_once_and_one_is_left_to_be_swapped() -> None:
    table = exchange("7h 7c 7d", "3s 4c 4d", stock="2c 8d 9c")
    table.play("a draw")
    assert table.legal("a") == {"also a1", "also a2", "also a3", "swap a1", "swap a2", "swap a3", "throw"}
    table.play("a also a2")
    assert table.legal("a") == {"also a1", "also a3", "swap a1", "swap a2", "swap a3", "throw"}
    table.play("a also a1")
    assert table.legal("a") == {"swap a1", "swap a2", "swap a3", "throw"}


def test_a_card_that_was_named_may_be_the_one_that_is_swapped() -> None:
    table = exchange("7h 7c 4d", "3s 4c 4h", stock="2c 8d 9c")
    table.play("a draw", "a also a2", "a also a1")
    assert [event.get("place") for event in table.play("a swap a1")[:2]] == ["a2", "a1"]
    assert table.hand("a") == "2c - 4d"
    alone = exchange("7h 7c", "3s 4c", stock="2c 8d 9c")
    assert alone.kinds("a draw", "a also a2", "a swap a2") == ["swapped", "turn"]


def test_no_card_beyond_the_thirtieth_is_named_but_it_may_be_swapped_with_others() -> None:
    table = exchange(" ".join(["7h"] * 31), " ".join(["4c"] * 31), stock="2c 8d 9c")
    table.play("a draw", "a also a30")
    assert not table.oracle.accepts("a", "also a31")
    assert table.kinds("a swap a31") == ["laid", "swapped", "turn"]


def test_throwing_forgets_what_was_named() -> None:
    table = exchange("7h 5c", "3s 4c", stock="2c 2d 6d 6h 6s", snap__who="off")
    table.play("a draw", "a also a1", "a throw", "b draw", "b throw", "a draw")
    assert "also a1" in table.legal("a")
    assert table.kinds("a swap a2") == ["swapped", "turn"]


def test_a_card_that_is_snapped_given_or_seized_away_is_no_longer_named() -> None:
    options: dict[str, object] = {"snap__window": "discard", "snap__seize": True, "snap__winners": "all"}
    table = exchange("6h 5c Ad", "Ac 4c 4d", stock="2c 2d 6d 6h 6s", opening=True, **options)
    table.play("a draw", "a also a1", "a also a2")
    assert table.oracle.named_places() == ["a1", "a2"]
    table.play("b snap a2 #1")
    assert table.oracle.named_places() == ["a1"]
    table.play("a snap b1 #1", "a give a1")
    assert table.oracle.named_places() == []
    snapped = exchange("Ah 5c 4d", "3c 4c 4h", stock="2c 2d 6d 6h 6s", opening=True, **options)
    snapped.play("a draw", "a also a1", "b snap a1 #1")
    assert snapped.oracle.named_places() == []


@pytest.mark.parametrize(
    ("mismatch", "kinds", "hand", "face_up"),
    [
        ("discard", ["differed", "differed", "dropped", "turn"], "9h 5c", {}),
        ("keep", ["differed", "differed", "added", "turn"], "9h 5c 7c", {}),
        ("face_up", ["differed", "differed", "added", "turn"], "9h 5c 7c", {"a1": "9h", "a2": "5c"}),
    ],
)
def test_cards_that_differ_are_seen_by_all_and_the_turn_is_over(
    mismatch: str, kinds: list[str], hand: str, face_up: dict[str, str]
) -> None:
    table = exchange("9h 5c", "3s 4c", stock="7c 2d 6d 6h 6s", turn__mismatch=mismatch, powers__replaced=True)
    assert table.kinds("a draw", "a also a1", "a swap a2") == kinds
    assert table.hand("a") == hand
    assert table.oracle.open_cards() == face_up
    assert {**table.oracle.knowledge(), "a3": "a"} == {"a1": "ab", "a2": "ab", "a3": "a", "b1": "", "b2": ""}


def test_a_kept_card_leaves_the_window_open_and_a_discarded_one_opens_its_own() -> None:
    for mismatch, kinds in (("keep", ["added"]), ("discard", ["closed", "dropped"])):
        options = {"turn__mismatch": mismatch, "snap__window": "discard"}
        table = exchange("9h 5c", "3s 4c", stock="7c 2d 6d", opening=True, **options)
        table.play("a draw", "a also a1")
        assert table.kinds("a swap a2") == ["differed", "differed", *kinds, "turn"]
        assert f"snap b1 #{1 if mismatch == 'keep' else 2}" in table.legal("b")


def test_a_mismatch_costs_cards_if_enough_were_tried() -> None:
    for least, penalty in ((2, ["penalised", "penalised"]), (3, [])):
        options = {"turn__mismatch_penalty": 2, "turn__mismatch_from": least}
        table = exchange("9h 5c", "3s 4c", stock="7c 2d 6d 6h 6s", **options)
        assert table.kinds("a draw", "a also a1", "a swap a2") == ["differed", "differed", "dropped", *penalty, "turn"]


def test_a_penalty_for_a_mismatch_puts_a_seat_out_but_a_kept_card_alone_does_not() -> None:
    for penalty, kinds in ((0, []), (1, ["penalised", "out"])):
        options = {"turn__mismatch": "keep", "turn__mismatch_penalty": penalty, "snap__hand_limit": 2}
        table = exchange("9h 5c", "3s 4c", "3h 4d", stock="7c 2d 6d 6h 6s", **options)
        kinds = ["differed", "differed", "added", *kinds, "turn"]
        assert table.kinds("a draw", "a also a1", "a swap a2") == kinds


def test_after_a_mismatch_a_call_at_the_end_of_the_turn_is_decided_as_ever() -> None:
    table = exchange("9h 5c", "3s 4c", stock="7c 2d 6d", call__when="end", turn__mismatch="keep")
    table.play("a draw", "a also a1", "a swap a2")
    assert {"call", "skip"} <= table.legal("a")


def test_only_the_card_that_is_swapped_out_fires() -> None:
    table = exchange("9h 9c", "3s 4c", stock="7c 2d 6d", powers__replaced=True)
    table.play("a draw", "a also a1", "a swap a2")
    assert {"spy b1", "spy b2", "skip"} <= table.legal("a")


def test_a_taken_card_lies_face_up_until_it_comes_onto_the_pile() -> None:
    table = exchange("9h 5c", "3s 4c", stock="Jc 2d 6d 6h", opening=True, turn__taken_face_up=True)
    table.play("a take", "a swap a2")
    assert table.oracle.open_cards() == {"a2": "As"}
    table.play("b draw", "b throw", "b trade a2", "b trade b1")
    assert table.oracle.open_cards() == {"b1": "As"}
    table.play("a draw", "a throw", "b take", "b swap b1")
    assert table.oracle.open_cards() == {"b1": "2d"}


def test_a_taken_card_that_is_kept_after_a_mismatch_lies_face_up_too() -> None:
    table = exchange("9h 5c", "3s 4c", stock="Jc", opening=True, turn__taken_face_up=True, turn__mismatch="keep")
    table.play("a take", "a also a1", "a swap a2")
    assert table.oracle.open_cards() == {"a3": "As"}


def test_a_discard_that_was_taken_and_kept_leaves_the_one_below_it_which_is_still_an_earlier_one() -> None:
    options: dict[str, object] = {"turn__mismatch": "keep", "snap__final_window": True, "snap__late_penalty": 1}
    table = exchange("9h 5c", "Ah Ac", stock="2c 3c 4c", opening=True, call__lock=False, **options)
    table.play("a draw", "a throw", "b call", "a take", "a also a1")
    assert table.play("a swap a2")[-1] == {"event": "reopened", "number": 2}
    assert table.kinds("b snap b1 #1") == ["late", "penalised"]
    assert table.kinds("b snap b1 #2")[:2] == ["snapped", "closed"]


def test_a_discard_that_was_thrown_back_and_then_kept_is_still_the_present_one_by_both_numbers() -> None:
    options: dict[str, object] = {"turn__mismatch": "keep", "snap__final_window": True, "snap__late_penalty": 1}
    table = exchange("Ah 5c", "8h 9c", "3h 4h", stock="2c 3c 4c", opening=True, call__lock=False, **options)
    table.play("a draw", "a throw", "b take", "b throw", "c call", "a take", "a throw", "b take", "b also b1")
    assert table.play("b swap b2")[-1] == {"event": "reopened", "number": 4}
    assert table.kinds("a snap a1 #1") == ["late", "penalised"]
    assert table.kinds("a snap a1 #2")[:2] == ["snapped", "closed"]


def test_a_reshuffle_in_between_does_not_make_another_discard_of_one_that_is_thrown_back() -> None:
    options: dict[str, object] = {"snap__late_penalty": 1, "snap__give": "no"}
    table = exchange("5h 5c", "8h 9c", stock="2c 5d", opening=True, **options)
    table.play("a draw", "a throw", "b draw", "b throw", "a take")
    assert table.kinds("b snap b1 #1") == ["late", "reshuffled", "penalised"]
    table.play("a throw")
    assert table.kinds("a snap a1 #3") == ["snapped", "closed"]


def test_a_discard_that_another_lay_upon_for_a_while_is_another_one_when_it_is_thrown_back() -> None:
    options: dict[str, object] = {"snap__late_penalty": 1, "turn__mismatch": "keep"}
    table = exchange("Ah 5c", "8h 9c", stock="2c 5d 6d", opening=True, **options)
    table.play("a draw", "a throw", "b take", "b also b1", "b swap b2", "a take", "a throw")
    assert table.kinds("b snap a1 #2") == ["late", "penalised"]
    assert table.kinds("a snap a1 #1")[0] == "late"
