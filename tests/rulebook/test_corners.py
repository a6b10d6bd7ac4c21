"""Corners in which clever players would look for an advantage."""

import pytest

from tests.rulebook.cite import cites
from tests.table import deal


@cites(ruling=13)
def test_a_look_is_not_bought_back_by_giving_the_card_away() -> None:
    table = deal("camp", a="2c 3c 4c 5c", b="Qd 9d 9h 9s", c="2d 8c 8d 8h", stock="Qs 2h")
    table.play("a draw", "a throw", "a snap b1", "a look a1", "a give a1")
    assert table.refusal("a look c1") == "you have looked at all the cards that this power allows"


@cites(ruling=13)
def test_a_card_looked_at_and_given_is_swapped_from_its_new_place() -> None:
    table = deal("flip", a="2c 3c 4c 5c", b="Qd 9d 9h 9s", c="2d 8c 8d 8h", stock="Qs 2h")
    table.play("a draw", "a throw", "a snap b1", "a look a1", "a look c1", "a give a1")
    assert "traded a b1 c1" in table.play("a trade")
    assert table.hand("b") == "2d 9d 9h 9s" and table.hand("c") == "2c 8c 8d 8h"


@cites(ruling=13)
def test_a_card_picked_and_given_is_picked_again() -> None:
    table = deal("cambia", a="2c 3c 4c 5c", b="Jd 9d 9h 9s", opening="Ah", stock="Js 2h")
    table.play("a draw", "a throw", "a trade a1", "a snap b1", "a give a1")
    assert {"trade a2", "trade b1"} <= table.legal("a")


@cites(ruling=13)
def test_a_look_is_not_bought_back_by_seizing_the_card() -> None:
    rules = "stick snap.seize=yes snap.penalty=0"
    table = deal(rules, a="2c 3c 4c 5c", b="2d 3d 4d 5d", c="6c 6d 8h 9h", stock="Ks 2h Ah As")
    table.play("a draw", "a throw", "a look b1", "a snap b1")
    assert table.hand("a") == "2c 3c 4c 5c 2d"
    assert table.refusal("a look b2") == "you have looked at all the cards that this power allows"


@cites(ruling=16)
def test_only_a_hand_that_grew_by_its_own_snap_is_put_out() -> None:
    rules = "flip snap.penalty=0 snap.late_penalty=1 snap.hand_limit=4"
    table = deal(rules, a="2c 3c 4c 5c", b="2d 3d 4d 5d", c="6c 6d 8h 9h", stock="2h Ah As Ks Kc")
    table.play("a draw", "a throw", "c snap b1", "b snap b2 #1", "c give c1", "b draw", "b throw")
    assert table.size("b") == 5
    assert table.play("b snap b2") == ["missed b b2 3d"]


@cites(ruling=26)
def test_a_chain_ends_when_its_holder_is_locked() -> None:
    rules = "cambia snap.winners=chain call.last_turns=no"
    table = deal(rules, a="2c 3c 4c 5c", b="2d 9c 9h 9d", opening="2h")
    table.play("a snap a1")
    assert table.play("a call")[:2] == ["called a", "closed #1"]
    assert table.over


@cites(ruling=26)
def test_a_chain_ends_when_its_holder_is_put_out() -> None:
    rules = "flip snap.winners=chain snap.hand_limit=4 snap.penalty=4"
    table = deal(rules, a="2c 3c 4c 5c", b="6d 9c 9h 9d", c="2d 6c 8d 8h", stock="2h Ah As Ks Kc 3h")
    table.play("a draw", "a throw", "c snap c1")
    assert table.play("c snap c2")[-2:] == ["out c", "closed #1"]


@cites(ruling=18)
def test_whoever_is_slower_than_the_holder_of_a_chain_is_late() -> None:
    table, free = (
        deal(f"camp snap.winners=chain {late}", a="2c 3c 4c 5c", b="2d 9c 9h 9d", c="2s 8c 8d 8h", stock="2h Ah As")
        for late in ("", "snap.late_penalty=0")
    )
    table.play("a draw", "a throw", "b snap b1")
    assert not any(action.startswith("snap") for action in table.legal("c"))
    assert table.play("c snap c1") == ["late c c1", "penalised c c5"]
    free.play("a draw", "a throw", "b snap b1")
    assert free.refusal("c snap c1") == "only the player who snapped first may go on"


@cites(ruling=18)
def test_nobody_was_faster_where_everybody_may_snap() -> None:
    table = deal(
        "cambia snap.winners=all", a="2c 3c 4c 5c", b="2d 9c 9h 9d", c="2s 8c 8d 8h", opening="9s", stock="2h Ah"
    )
    table.play("a draw", "a throw", "b snap b1", "b draw")
    assert table.refusal("c snap c1") == "that snap window has closed"


@cites(ruling=14)
def test_after_a_call_nobody_is_promised_another_chance_to_call() -> None:
    table = deal("cambia", a="2c 3c 4c 5c", b="2d 9c 9h 9d", opening="9s", stock="2h Ah")
    table.play("a call", "b draw")
    assert table.refusal("b call") == "somebody has called already"


@cites(ruling=20)
def test_a_single_round_starts_where_the_rules_say_too() -> None:
    table = deal("classic match.starter=dealer", a="2c 3c 4c 5c", b="2d 9c 9h 9d", c="2s 8c 8d 8h")
    assert table.turn == "c"


@cites(ruling=26)
def test_the_sentence_tells_a_lost_limit_and_the_tie_behind_it() -> None:
    table = deal("classic call.limit=3", a="Ac Ad Ah 2d", b="2c 3c As 3d", c="2h 3h 2s 3s", stock="4h 4s")
    table.play("a call", "b draw", "b throw", "c draw", "c throw")
    assert (
        table.why
        == "a called with 5, and here a call with more than 3 is wrong. b wins with 9, the fewest points of the others."
    )


@cites(ruling=16)
def test_the_sentence_tells_that_somebody_lower_is_out() -> None:
    table = deal(
        "flip snap.hand_limit=4", a="5c 5d 6c 6d", b="8c 8d 9c 9d", c="Ac Ad Ah As", stock="2h 2d 3h 4h 2s 3s 4s"
    )
    table.play("a draw", "a throw", "c snap c1", "b call", "a draw", "a throw", "dealer close")
    assert table.why == "a wins with 22, the fewest points of those still in (c is out)."


@cites(ruling=12)
@pytest.mark.parametrize("action", ["close", "settle"])
def test_only_the_dealer_speaks_for_the_dealer(action: str) -> None:
    table = deal("cambia", a="2c 3c 4c 5c", b="2d 9c 9h 9d", opening="9s", stock="2h Ah")
    assert table.refusal(f"b {action}") == "only the dealer does that"
