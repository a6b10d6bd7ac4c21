"""Powers in the corners: cards that leave, hands that lock, targets that run out."""

import pytest

from tests.rulebook.cite import cites
from tests.table import deal

A = "2c 3c 4c 5c"
B = "2d 3d 4d 5d"
C = "2h 3h 4h 5h"


def steps(legal: set[str]) -> set[str]:
    """The lawful actions without the snaps, which are always there while a window is open."""
    return {action for action in legal if not action.startswith("snap")}


@cites(ruling=13)
def test_a_power_and_a_window_are_open_together() -> None:
    table = deal("cambia", a=A, b="7d 3d 4d 5d", stock="7h")
    table.play("a draw", "a throw")
    assert table.window == 2
    assert steps(table.legal("a")) == {"peek a1", "peek a2", "peek a3", "peek a4", "skip"}
    assert "snap b1 #2" in table.legal("b")
    assert not table.accepts("b draw")


@cites(ruling=14)
def test_the_window_of_a_power_card_outlives_the_power() -> None:
    table = deal("cambia", a=A, b="7d 3d 4d 5d", stock="7h")
    table.play("a draw", "a throw", "a peek a1")
    assert "snapped b b1 7d" in table.play("b snap b1 #2")


@cites(ruling=13)
def test_a_power_goes_on_while_a_gift_is_pending() -> None:
    table = deal("cambia", a=A, b="7d 3d 4d 5d", c=C, stock="7h")
    table.play("a draw", "a throw", "c snap b1")
    assert table.play("a peek a1") == ["peeked a a1 2c", "turn b"]
    assert not table.accepts("b draw")


@cites(ruling=13)
def test_a_gift_can_be_given_away_from_under_the_first_pick() -> None:
    table = deal("cambia", a="Jc 3c 4c 5c", b=B, c="Jd 3h 4h 5h", stock="Jh")
    table.play("a draw", "a throw", "a trade a2", "a snap c1", "a give a2")
    assert table.game.view().picked is None
    table.play("a trade a3", "a trade b1")
    assert (table.hand("a"), table.hand("c")) == ("Jc -- 2d 5c", "3c 3h 4h 5h")


@cites(ruling=13)
def test_the_gap_of_a_snapped_pick_can_be_picked_again_once_it_is_filled() -> None:
    table = deal("cambia", a="Jc 3c 4c 5c", b=B, stock="Jh")
    table.play("a draw", "a throw", "a trade a1", "b snap a1")
    assert not table.accepts("a trade a1")
    table.play("b give b4", "a trade a1", "a trade b1")
    assert table.hand("a") == "2d 3c 4c 5c"


@cites(ruling=13)
def test_a_seized_card_is_no_longer_picked() -> None:
    table = deal("cambia snap.seize=yes", a=A, b=B, stock="Jh 6h 6s")
    table.play("a draw", "a throw", "a trade a1", "b snap a1")
    assert table.game.view().picked is None
    assert table.accepts("a trade a2")


@cites(ruling=16)
def test_a_pick_in_a_hand_that_is_put_out_is_undone() -> None:
    table = deal("flip snap.hand_limit=4", a=A, b=B, c=C, stock="Jh 6h")
    table.play("a draw", "a throw", "a trade b1")
    assert "out b" in table.play("b snap b1")
    assert not table.accepts("a trade b2")
    table.play("a trade a1", "a trade c1")
    assert (table.hand("a"), table.hand("c")) == ("2h 3c 4c 5c", "2c 3h 4h 5h")


@cites(ruling=16)
def test_a_look_into_a_hand_that_is_put_out_is_taken_again() -> None:
    table = deal("flip snap.hand_limit=4", a=A, b=B, c=C, stock="Qh 6h")
    table.play("a draw", "a throw", "a look a1", "a look b1", "b snap b1")
    assert not table.accepts("a trade")
    table.play("a look c1", "a trade")
    assert (table.hand("a"), table.hand("c")) == ("2h 3c 4c 5c", "2c 3h 4h 5h")


@cites(ruling=16)
def test_the_power_of_a_player_put_out_is_over() -> None:
    table = deal("flip snap.hand_limit=4", a=A, b=B, c=C, stock="7h 6h")
    table.play("a draw", "a throw")
    assert table.play("a snap a1")[-2:] == ["out a", "turn b"]
    assert not table.accepts("a peek a2")


@cites(ruling=22)
def test_a_look_that_leads_to_no_swap_is_still_remembered() -> None:
    table = deal("stick", a=A, b=B, stock="Kc")
    table.play("a draw", "a throw", "a look b2", "a skip")
    assert "b2" in table.knows("a")


@cites(ruling=22)
def test_the_same_card_is_not_picked_twice() -> None:
    table = deal("classic", a=A, b=B, stock="Jh")
    table.play("a draw", "a throw", "a trade a1")
    assert not table.accepts("a trade a1")


@cites(ruling=22)
def test_the_same_card_is_not_looked_at_twice() -> None:
    table = deal("classic", a=A, b=B, stock="Kc")
    table.play("a draw", "a throw", "a look b1")
    assert not table.accepts("a look b1")


@cites(ruling=22)
def test_there_is_no_look_between_the_two_picks() -> None:
    table = deal("camp", a=A, b=B, stock="Qh")
    table.play("a draw", "a throw", "a trade a1")
    assert not table.accepts("a look b1")


@cites(ruling=13)
def test_a_gap_is_no_target() -> None:
    table = deal("classic snap.who=any", a=A, b=B, opening="2s", stock="Jh")
    table.play("b snap b1", "a draw", "a throw")
    assert not table.accepts("a trade b1")
    assert table.accepts("a trade b2")


@cites(ruling=13)
def test_a_spy_sees_no_own_card_and_a_peek_no_other() -> None:
    table = deal("classic", a=A, b=B, stock="7h 9h")
    table.play("a draw", "a throw")
    assert not table.accepts("a peek b1")
    table.play("a skip", "b draw", "b throw")
    assert not table.accepts("b spy b1")


@cites(ruling=13)
def test_a_power_is_used_by_its_thrower_alone() -> None:
    table = deal("classic", a=A, b=B, stock="7h")
    table.play("a draw", "a throw")
    assert table.legal("b") == set()
    assert not table.accepts("b peek b1")


@cites(ruling=15)
def test_a_spy_with_only_a_hidden_hand_to_look_at_lapses() -> None:
    table = deal("camp", a=A, b=B, stock="9h")
    assert table.play("a call", "b draw", "b throw")[-1] == "lapsed b"


@cites(ruling=15)
def test_with_the_others_locked_a_jack_may_still_swap_two_own_cards() -> None:
    table = deal("flip", a=A, b=B, stock="Jh")
    table.play("a call", "b draw", "b throw")
    assert steps(table.legal("b")) == {"trade b1", "trade b2", "trade b3", "trade b4", "skip"}


@cites(ruling=13)
def test_a_camp_queen_against_a_hidden_hand_looks_at_own_cards() -> None:
    table = deal("camp", a=A, b=B, stock="Qh")
    table.play("a call", "b draw", "b throw")
    looks = {action for action in table.legal("b") if action.startswith("look")}
    assert looks == {"look b1", "look b2", "look b3", "look b4"}


@cites(ruling=13)
@pytest.mark.parametrize("card", ["7h", "Jh"])
def test_a_peek_or_an_own_trade_lapses_in_an_empty_hand(card: str) -> None:
    table = deal("cambia deal.cards=1 deal.memory_cards=1", a="6c", b="9c", opening="6h", stock=card)
    table.play("a snap a1", "a draw")
    assert table.play("a throw")[1:] == ["lapsed a", "turn b"]


@cites(ruling=17)
def test_an_empty_hand_may_still_spy() -> None:
    table = deal("cambia deal.cards=1 deal.memory_cards=1", a="6c", b="9c", opening="6h", stock="10h")
    table.play("a snap a1", "a draw", "a throw")
    assert table.play("a spy b1") == ["spied a b1 9c", "turn b"]


@cites(ruling=13)
def test_knowledge_travels_with_the_card() -> None:
    table = deal("classic", a=A, b=B, stock="9h Ah Jh")
    table.play("a draw", "a throw", "a spy b1", "b draw", "b throw", "a draw", "a throw")
    table.play("a trade a1", "a trade b1")
    assert "a1" in table.knows("a")
    assert table.seen_by("a")["a"].startswith("2d")
    assert "b1" not in table.knows("a")
