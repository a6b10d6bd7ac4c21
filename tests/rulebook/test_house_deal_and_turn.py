"""House rules about the deck, the deal, and what a turn offers."""

import pytest

from cambio import RulesError
from cambio.actions import parse_action
from tests.rulebook.cite import cites
from tests.rulebook.passing import empty_the_stock
from tests.table import deal

A = "2c 3c 4c 5c"
B = "2d 3d 4d 5d"
C = "2h 3h 4h 5h"


@cites("house rule", "deck.decks")
@pytest.mark.parametrize(("decks", "cards"), [(1, 54), (2, 108), (8, 432)])
def test_several_decks_are_shuffled_together(decks: int, cards: int) -> None:
    table = deal(f"classic deck.decks={decks}", a=A, b=B)
    assert table.stock_size == cards - 9


@cites("house rule", "deck.decks")
def test_two_decks_have_every_card_twice() -> None:
    table = deal("cambia deck.decks=2", a="2c 2c 4c 5c", b="2d 2d 4d 5d", opening="9h", stock="9h")
    assert table.play("a draw")[-1] == "drew a 9h"


@cites("house rule", "deck.jokers")
@pytest.mark.parametrize("jokers", [0, 1, 2, 3, 4])
def test_a_deck_has_so_many_jokers(jokers: int) -> None:
    table = deal(f"classic deck.jokers={jokers}", a=A, b=B)
    assert table.stock_size == 52 + jokers - 9


@cites("house rule", "deck.jokers")
def test_four_jokers_are_two_red_and_two_black() -> None:
    table = deal("classic deck.jokers=4", a="Xr Xb Xr Xb", b=B, stock="Ah")
    table.play("a call", "b draw", "b throw")
    assert table.points["a"] == 0


@cites("house rule", "deck.values")
def test_a_card_counts_what_the_table_of_values_says() -> None:
    table = deal("classic deck.values.A=15 deck.values.Kr=25 deck.values.Xb=-3", a="Ah Ac Kd Xb", b=B, stock="6h")
    table.play("a call", "b draw", "b throw")
    assert table.points["a"] == 15 + 15 + 25 - 3


@cites("house rule", "deck.values")
def test_the_two_colours_of_a_rank_may_differ() -> None:
    table = deal("classic deck.values.Qr=0", a="Qh Qd Qc Qs", b=B, stock="6h")
    table.play("a call", "b draw", "b throw")
    assert table.points["a"] == 20


@cites("house rule", "deal.min_seats")
def test_fewer_than_the_least_number_cannot_play() -> None:
    with pytest.raises(RulesError):
        deal("classic deal.min_seats=3", a=A, b=B)
    assert deal("classic deal.min_seats=3", a=A, b=B, c=C).turn == "a"


@cites("house rule", "deal.max_seats")
def test_more_than_the_greatest_number_cannot_play() -> None:
    with pytest.raises(RulesError):
        deal("classic deal.max_seats=2", a=A, b=B, c=C)
    assert deal("classic deal.max_seats=2", a=A, b=B).turn == "a"


@cites("house rule", "deal.cards")
@pytest.mark.parametrize("hand", ["2c", "2c 3c 4c 5c 6c 7c"])
def test_another_number_of_cards_is_dealt(hand: str) -> None:
    cards = len(hand.split())
    table = deal(f"classic deal.cards={cards} deal.memory_cards=1", a=hand, b=hand.replace("c", "d"))
    assert table.size("b") == cards
    assert table.stock_size == 54 - 2 * cards - 1


@cites("house rule", "deal.formation")
def test_only_a_grid_has_a_bottom_row() -> None:
    with pytest.raises(RulesError):
        deal("classic deal.formation=free", a=A, b=B)
    assert deal("classic deal.formation=free deal.memory=choice", a=A, b=B).turn == "a"


@cites("house rule", "deal.opening")
def test_a_card_is_turned_up_or_not() -> None:
    assert deal("flip deal.opening=yes", a=A, b=B, opening="9h").top == "9h"
    table = deal("cambia deal.opening=no", a=A, b=B, stock="Ah")
    assert (table.top, table.window, table.stock_size) == (None, None, 46)
    assert table.play("a draw", "a throw")[-2] == "threw a Ah #1"


@cites("house rule", "deal.memory")
def test_the_cards_to_remember_are_the_bottom_ones_or_chosen() -> None:
    bottom = deal("classic deal.memory=bottom", a=A, b=B, ready=False)
    assert not bottom.accepts("a peek a1")
    choice = deal("classic deal.memory=choice", a=A, b=B, ready=False)
    choice.play("a peek a1", "a peek a4")
    assert choice.seen_by("a")["a"] == "2c ?? ?? 5c"
    assert not choice.accepts("a peek a2")


@cites("house rule", "deal.memory_cards")
@pytest.mark.parametrize(("cards", "slots"), [(1, {4}), (2, {3, 4}), (3, {2, 3, 4}), (4, {1, 2, 3, 4})])
def test_so_many_cards_may_be_looked_at_before_play(cards: int, slots: set[int]) -> None:
    table = deal(f"classic deal.memory_cards={cards}", a=A, b=B, ready=False)
    assert table.legal("a") == {f"peek a{slot}" for slot in slots} | {"ready"}


@cites("house rule", "deal.memory_cards")
def test_without_a_memory_phase_play_begins_at_once() -> None:
    table = deal("cambia deal.memory_cards=0", a=A, b=B, opening="2s", ready=False)
    assert table.turn == "a"
    assert table.window == 1
    assert not table.accepts("a peek a4")


@cites("house rule", "turn.take")
@pytest.mark.parametrize(
    ("take", "then"),
    [
        ("swap", {"swap a1", "swap a2", "swap a3", "swap a4"}),
        ("free", {"swap a1", "swap a2", "swap a3", "swap a4", "throw"}),
    ],
)
def test_a_taken_card_must_be_swapped_in_or_may_be_thrown_back(take: str, then: set[str]) -> None:
    table = deal(f"classic turn.take={take}", a=A, b=B, opening="9h")
    table.play("a take")
    assert table.legal("a") == then


@cites("house rule", "turn.take")
def test_the_pile_may_be_closed_to_taking() -> None:
    table = deal("classic turn.take=no", a=A, b=B, opening="9h")
    assert table.legal("a") == {"draw", "call"}


@cites("house rule", "turn.take")
def test_a_power_card_thrown_back_stays_without_power() -> None:
    table = deal("classic turn.take=free", a=A, b=B, opening="9h")
    assert table.play("a take", "a throw")[-2:] == ["threw a 9h #2", "turn b"]


@cites("house rule", "turn.take_powers")
@pytest.mark.parametrize(
    ("opening", "lawful"), [("6h", True), ("7h", False), ("10c", False), ("Ks", False), ("Kh", True)]
)
def test_a_discard_with_a_power_may_be_closed_to_taking(opening: str, lawful: bool) -> None:
    table = deal("classic turn.take_powers=no", a=A, b=B, opening=opening)
    assert table.accepts("a take") == lawful
    assert ("take" in table.legal("a")) == lawful
    assert deal("classic", a=A, b=B, opening=opening).accepts("a take")


@cites("house rule", "turn.take_powers", "turn.take")
def test_it_counts_that_the_card_has_a_power_and_not_what_became_of_it() -> None:
    table = deal("flip turn.take_powers=no", a="9c 3c 4c 5c", b=B, stock="Ah Ad 2s")
    table.play("a draw", "a swap a1")
    assert not table.accepts("b take")
    table.play("b draw", "b throw")
    assert table.accepts("a take")


@cites("house rule", "turn.take_powers", "snap.who")
def test_a_snapped_card_with_a_power_is_not_taken_either() -> None:
    table = deal("cambia powers.cards.6b=peek turn.take_powers=no", a="6c 3c 4c 5c", b=B, opening="6h", stock="Ah")
    assert table.accepts("a take")
    table.play("a snap a1")
    assert not table.accepts("a take")


@cites("house rule", "turn.take_powers")
def test_whoever_tries_to_take_a_power_is_told_the_option() -> None:
    refusal = deal("classic turn.take_powers=no", a=A, b=B, opening="7h").game.why_not("a", parse_action("take"))
    assert refusal is not None
    assert (refusal.code, refusal.option) == ("power_is_not_taken", "turn.take_powers")


@cites("house rule", "turn.stock")
def test_an_empty_stock_is_reshuffled_or_ends_the_round() -> None:
    reshuffled = deal("classic turn.stock=reshuffle", a=A, b=B)
    empty_the_stock(reshuffled)
    assert not reshuffled.over
    assert "reshuffled 45" in reshuffled.play("b draw")
    shown = deal("classic turn.stock=show", a=A, b=B)
    empty_the_stock(shown)
    assert (shown.over, shown.reason) == (True, "stock")


@cites("house rule", "turn.stock", "snap.penalty")
def test_a_stock_that_ends_the_round_is_not_reshuffled_for_a_penalty_either() -> None:
    table = deal("cambia turn.stock=show snap.penalty=10", a=A, b=B, opening="9h", stock="6h 6s")
    table.play("a draw", "a throw", "b draw", "b throw", *["a snap a1"] * 4)
    assert table.play("a snap a1")[-2:] == ["penalised a a47", "spared a"]
    table.play("dealer close")
    assert table.reason == "stock"


@cites("house rule", "turn.empty_hand")
def test_an_empty_hand_plays_on_or_calls() -> None:
    rules = "cambia deal.cards=1 deal.memory_cards=1"
    plays_on = deal(f"{rules} turn.empty_hand=play", a="6c", b="9c", opening="6h")
    plays_on.play("a snap a1")
    assert plays_on.accepts("a draw")
    calls = deal(f"{rules} turn.empty_hand=call", a="6c", b="9c", opening="6h")
    assert calls.play("a snap a1")[-2:] == ["knocked a", "turn b"]


@cites("house rule", "deck.counts")
def test_a_pack_holds_as_many_cards_of_each_kind_as_the_rules_say() -> None:
    rules = "classic deck.counts.2=0 deck.counts.Kb=1 deck.counts.Ar=3 jokers=1"
    table = deal(rules, a="3c 4c 5c 6c", b="3d 4d 5d 6d")
    usual = [f"{rank}{suit}" for rank in ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q") for suit in "cdhs"]
    assert sorted(table.game.deck) == sorted([*usual, *["Ac", "Ad", "Ad", "Ah", "As", "Kc", "Kd", "Kh", "Xr"]])


@cites("house rule", "deck.counts")
def test_a_game_may_be_small_enough_to_be_solved() -> None:
    none = " ".join(f"deck.counts.{rank}=0" for rank in ("2", "3", "4", "5", "7", "8", "9", "10", "J", "Q", "K"))
    rules = f"classic {none} jokers=0 deal.cards=2 deal.memory_cards=1"
    table = deal(rules, a="Ac 6c", b="Ad 6d", opening="Ah", stock="6h As 6s")
    table.play("a draw", "a swap a2", "b call", "a draw", "a swap a2")
    assert table.over and table.winners == "a"
