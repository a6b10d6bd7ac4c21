"""House rules about what a thrown card can do."""

import pytest

from tests.rulebook.cite import cites
from tests.table import deal

A = "2c 3c 4c 5c"
B = "2d 3d 4d 5d"
C = "2h 3h 4h 5h"


@cites("house rule", "powers.cards")
@pytest.mark.parametrize(
    ("power", "action"), [("peek", "a peek a1"), ("spy", "a spy b1"), ("trade", "a trade a1"), ("look", "a look a1")]
)
def test_any_card_can_have_any_power(power: str, action: str) -> None:
    table = deal(f"classic powers.cards.3={power}", a=A, b=B, stock="3h")
    table.play("a draw", "a throw")
    assert table.accepts(action)


@cites("house rule", "powers.cards")
def test_any_card_can_lose_its_power() -> None:
    table = deal("classic powers.cards.7=none", a=A, b=B, stock="7h")
    assert table.play("a draw", "a throw")[-1] == "turn b"


@cites("house rule", "powers.cards")
def test_the_colours_of_a_rank_may_have_different_powers() -> None:
    red = deal("classic powers.cards.Kr=peek", a=A, b=B, stock="Kh")
    red.play("a draw", "a throw")
    assert red.accepts("a peek a1")
    black = deal("classic powers.cards.Kr=peek", a=A, b=B, stock="Ks")
    black.play("a draw", "a throw")
    assert black.accepts("a look b1")


@cites("house rule", "powers.use")
@pytest.mark.parametrize("card", ["7h", "9h", "Jh"])
def test_a_mandatory_power_cannot_be_declined(card: str) -> None:
    optional = deal("cambia powers.use=optional", a=A, b=B, stock=card)
    optional.play("a draw", "a throw")
    assert optional.accepts("a skip")
    mandatory = deal("cambia powers.use=mandatory", a=A, b=B, stock=card)
    mandatory.play("a draw", "a throw")
    assert not mandatory.accepts("a skip")


@cites("house rule", "powers.use")
def test_a_mandatory_trade_is_not_left_half_made() -> None:
    table = deal("classic powers.use=mandatory", a=A, b=B, stock="Jh")
    table.play("a draw", "a throw", "a trade a1")
    assert not table.accepts("a skip")
    assert table.play("a trade b1")[-1] == "turn b"


@cites("house rule", "powers.use")
def test_a_mandatory_look_is_done_once_a_card_has_been_seen() -> None:
    table = deal("classic powers.use=mandatory", a=A, b=B, stock="Kc")
    table.play("a draw", "a throw")
    assert not table.accepts("a skip")
    table.play("a look b1")
    assert table.play("a skip") == ["skipped a", "turn b"]


@cites("house rule", "powers.use", "powers.look_at")
def test_a_mandatory_look_may_be_declined_when_there_is_nothing_to_look_at() -> None:
    table = deal("camp powers.use=mandatory powers.look_at=other", a=A, b=B, stock="Qh")
    table.play("a call", "b draw", "b throw")
    assert table.accepts("b trade b1")
    assert table.accepts("b skip")


@cites("house rule", "powers.replaced")
def test_a_card_swapped_out_fires_its_power_where_agreed() -> None:
    table = deal("classic powers.replaced=yes", a="9c 3c 4c 5c", b=B, stock="Ah")
    table.play("a draw", "a swap a1")
    assert table.play("a spy b1") == ["spied a b1 2d", "turn b"]


@cites("house rule", "powers.replaced", "turn.take")
def test_a_card_swapped_out_for_a_taken_one_never_fires() -> None:
    table = deal("classic powers.replaced=yes", a="9c 3c 4c 5c", b=B, opening="Ah")
    assert table.play("a take", "a swap a1")[-1] == "turn b"


@cites("house rule", "powers.trade")
def test_a_trade_of_any_takes_two_cards_of_one_hand() -> None:
    table = deal("cambia powers.trade=any", a=A, b=B, stock="Jh")
    table.play("a draw", "a throw", "a trade b1", "a trade b2")
    assert table.hand("b") == "3d 2d 4d 5d"


@cites("house rule", "powers.trade")
@pytest.mark.parametrize(("first", "refused", "second"), [("a1", "a2", "c1"), ("c1", "b1", "a1")])
def test_a_trade_of_own_and_others_begins_with_either_card(first: str, refused: str, second: str) -> None:
    table = deal("classic powers.trade=own_other", a=A, b=B, c=C, stock="Jh")
    table.play("a draw", "a throw", f"a trade {first}")
    assert not table.accepts(f"a trade {refused}")
    table.play(f"a trade {second}")
    assert (table.hand("a"), table.hand("c")) == ("2h 3c 4c 5c", "2c 3h 4h 5h")


@cites("house rule", "powers.trade")
def test_a_trade_between_owners_may_leave_the_trader_out() -> None:
    table = deal("classic powers.trade=owners", a=A, b=B, c=C, stock="Jh")
    table.play("a draw", "a throw", "a trade b1")
    assert not table.accepts("a trade b2")
    table.play("a trade c1")
    assert (table.hand("b"), table.hand("c")) == ("2h 3d 4d 5d", "2d 3h 4h 5h")


@cites("house rule", "powers.looks")
def test_a_look_is_at_one_card_or_at_two() -> None:
    one = deal("classic powers.looks=1", a=A, b=B, stock="Kc")
    one.play("a draw", "a throw", "a look b1")
    assert not one.accepts("a look b2")
    two = deal("classic powers.looks=2", a=A, b=B, stock="Kc")
    two.play("a draw", "a throw", "a look b1", "a look b2")
    assert {"b1", "b2"} <= two.knows("a")


@cites("house rule", "powers.look_at")
@pytest.mark.parametrize(
    ("scope", "first", "second"),
    [
        ("any", {"a1", "b1", "c1"}, {"a1", "b2", "c1"}),
        ("own_other", {"a1", "b1", "c1"}, {"a1"}),
        ("other", {"b1", "c1"}, {"b2", "c1"}),
    ],
)
def test_looks_have_a_scope(scope: str, first: set[str], second: set[str]) -> None:
    table = deal(f"classic powers.look_at={scope}", a=A, b=B, c=C, stock="Kc")
    table.play("a draw", "a throw")
    assert {place for place in ("a1", "b1", "c1") if table.accepts(f"a look {place}")} == first
    table.play("a look b1")
    assert {place for place in ("a1", "b2", "c1") if table.accepts(f"a look {place}")} == second


@cites("house rule", "powers.look_swap")
def test_after_looking_any_two_cards_may_be_swapped() -> None:
    table = deal("flip powers.look_swap=any", a=A, b=B, c=C, stock="Qh")
    table.play("a draw", "a throw", "a look a1", "a trade b1", "a trade c1")
    assert (table.hand("b"), table.hand("c")) == ("2h 3d 4d 5d", "2d 3h 4h 5h")


@cites("house rule", "powers.look_swap")
def test_after_looking_exactly_the_two_seen_may_be_swapped() -> None:
    table = deal("classic powers.look_swap=looked", a=A, b=B, stock="Kc")
    table.play("a draw", "a throw")
    assert not table.accepts("a trade a1")
    table.play("a look a1", "a look b2", "a trade")
    assert (table.hand("a"), table.hand("b")) == ("3d 3c 4c 5c", "2d 2c 4d 5d")


@cites("house rule", "powers.look_swap", "powers.looks")
def test_after_looking_the_card_seen_may_be_swapped_with_an_own_one() -> None:
    table = deal("classic powers.looks=1 powers.look_swap=own", a=A, b=B, stock="Kc")
    table.play("a draw", "a throw")
    assert not table.accepts("a trade a1")
    table.play("a look b2")
    assert not table.accepts("a trade b1")
    table.play("a trade a4")
    assert (table.hand("a"), table.hand("b")) == ("2c 3c 4c 3d", "2d 5c 4d 5d")


@cites("house rule", "powers.look_swap", "powers.looks", "powers.look_at")
def test_an_own_card_that_was_looked_at_is_swapped_with_another_own_one() -> None:
    table = deal("classic powers.looks=1 powers.look_swap=own powers.look_at=any", a=A, b=B, stock="Kc")
    table.play("a draw", "a throw", "a look a1")
    assert not table.accepts("a trade a1")
    table.play("a trade a2")
    assert table.hand("a") == "3c 2c 4c 5c"


@cites("house rule", "powers.cards", "powers.look_swap")
def test_one_book_s_queen_lies_beside_another_s_king() -> None:
    rules = "classic powers.Q=look:2/any/looked powers.Kb=look:1/other/own"
    queen = deal(rules, a=A, b=B, stock="Qh")
    queen.play("a draw", "a throw", "a look a1", "a look b1")
    assert queen.play("a trade")[0] == "traded a a1 b1"
    king = deal(rules, a=A, b=B, stock="Kc")
    king.play("a draw", "a throw")
    assert not king.accepts("a look a1")
    king.play("a look b1")
    assert king.refusal("a look b2") == "you have looked at all the cards that this power allows"
    assert king.play("a trade a4")[0] == "traded a b1 a4"


@cites("house rule", "powers.cards", "powers.trade")
def test_the_blind_swaps_of_two_cards_may_reach_differently_far() -> None:
    rules = "classic powers.J=trade:own_other"
    queen = deal(rules, a=A, b=B, c=C, stock="Qh")
    queen.play("a draw", "a throw", "a trade b1")
    assert queen.accepts("a trade c1")
    jack = deal(rules, a=A, b=B, c=C, stock="Jh")
    jack.play("a draw", "a throw", "a trade a1")
    assert not jack.accepts("a trade a2")


@cites("house rule", "powers.cards", "powers.looks")
def test_the_scope_of_a_power_is_that_of_the_card_that_fired_even_if_another_was_snapped_onto_it() -> None:
    rules = "cambia powers.Kb=look:1/any/any powers.Kr=look:2/any/any"
    table = deal(rules, a=A, b="Kh 3d 4d 5d", stock="Kc")
    table.play("a draw", "a throw", "b snap b1", "a look a1")
    assert not table.accepts("a look a2")
