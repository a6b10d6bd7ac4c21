"""The clauses of the rule books, tried on the slow implementation, and many rounds under random rules."""

import random
from collections.abc import Sequence

import pytest

from tests.soaking import examples

from .cards import Card
from .deck import deck_of
from .oracle import Oracle
from .presets import CLASSIC, KINDS, PRESETS, RANKS, Round, lay
from .rules import Rules, Scope
from .scoring import outcome_of, winners_of

Event = dict[str, object]


# ------------------------------------------------------------ setup and memory phase


def test_a_pack_has_two_cards_of_each_rank_and_colour_and_its_jokers() -> None:
    for preset, jokers in (("classic", ["Xr", "Xb"]), ("camp", [])):
        deck = deck_of(Rules(PRESETS[preset]))
        assert sorted(deck) == sorted([rank + suit for rank in RANKS[:-1] for suit in "cdhs"] + jokers)


def test_a_pack_may_have_any_number_of_each_kind_and_their_suits_take_turns() -> None:
    counts = dict.fromkeys(KINDS[:-2], 0) | {"Kb": 3, "10r": 1, "5b": 2, "Ar": 8}
    rules = Rules(CLASSIC | {"deck.counts": counts, "deck.jokers": 3, "deck.decks": 2})
    pack = ["Kc", "Ks", "Kc", "10d", "5c", "5s"] + ["Ad", "Ah"] * 4 + ["Xr", "Xb", "Xr"]
    assert sorted(deck_of(rules)) == sorted(pack * 2)


def test_a_round_from_a_deck_that_is_dealt_out_ends_before_the_first_turn() -> None:
    table = lay("classic", "Ah 2c", "7s 4c", opening="As")
    assert [event["event"] for event in table.oracle.opening_events][-2:] == ["scored", "scored"]
    assert (table.result()["reason"], table.result()["winners"]) == ("stock", ["a"])


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    rules = PRESETS["classic"] | {"deal.memory_cards": 0}
    deck = deck_of(Rules(rules))
    oracle = Oracle(rules, 3, deck, dealer=1, starter=2, reshuffle=list)
    assert oracle.hands()["c"] == [deck[0], deck[3], deck[6], deck[9]]
    assert oracle.hands()["a"] == [deck[1], deck[4], deck[7], deck[10]]
    assert oracle.opening_events == [
        {"event": "dealt"},
        {"event": "opened", "card": deck[12], "sees": "abc", "number": 1},
        {"event": "turn", "seat": "c"},
    ]


def test_before_play_each_player_looks_at_the_bottom_two_cards() -> None:
    """flip, Basic rules: the game begins after each player confirms that they are ready."""
    table = lay("flip", "7h 2c 9d Kd", "7s 4c 4d 5h", stock="3c 8d", memory=True)
    assert table.legal("a") == {"peek a3", "peek a4", "ready"}
    assert table.play("a peek a4") == [{"event": "peeked", "seat": "a", "place": "a4", "card": "Kd", "sees": "a"}]
    assert table.kinds("a ready") == ["readied"]
    assert table.oracle.actors() == ["b"]
    assert table.kinds("b ready") == ["readied", "turn"]
    assert table.oracle.knowledge() == {**dict.fromkeys(["a1", "a2", "a3", "b1", "b2", "b3", "b4"], ""), "a4": "a"}


def test_in_a_free_formation_any_two_cards_are_chosen() -> None:
    """camp, Play 1."""
    table = lay("camp", "7h 2c 9d Kd", "7s 4c 4d 5h", stock="3c 8d", memory=True)
    table.play("a peek a1", "a peek a3")
    assert table.legal("a") == {"peek a1", "peek a3", "ready"}


# --------------------------------------------------------------------- turn and powers


def test_a_drawn_card_is_swapped_in_or_thrown() -> None:
    table = lay("classic", "7h 2c", "7s 4c", opening="As", stock="3c 8d")
    table.play("a draw")
    assert table.legal("a") == {"swap a1", "swap a2", "throw"}
    assert table.play("a swap a2")[0] == {
        "event": "swapped",
        "seat": "a",
        "place": "a2",
        "card": "2c",
        "sees": "ab",
        "number": 2,
    }
    assert table.hand("a") == "7h 3c"
    assert table.oracle.knowledge()["a2"] == "a"


def test_a_card_taken_from_the_discard_pile_must_be_swapped_in() -> None:
    """classic, Drawing from discard pile."""
    table = lay("classic", "7h 2c", "7s 4c", opening="9s", stock="3c 8d")
    table.play("a take")
    assert table.legal("a") == {"swap a1", "swap a2"}
    assert table.kinds("a swap a1") == ["swapped", "turn"]
    assert table.oracle.knowledge()["a1"] == "ab"


def test_where_taking_is_free_the_card_may_be_thrown_back_without_power() -> None:
    """flip, Playing a turn."""
    table = lay("flip", "2h 2c", "7s 4c", stock="9c 8d 3c")
    table.play("a draw", "a throw", "a skip", "b take")
    assert table.kinds("b throw") == ["threw", "turn"]
    assert "snap a1 #2" in table.legal("a")


def test_a_discard_with_a_power_is_taken_only_where_the_rules_allow_it() -> None:
    for opening, allowed, actions in (
        ("9s", True, {"draw", "take", "call"}),
        ("9s", False, {"draw", "call"}),
        ("As", False, {"draw", "take", "call"}),
    ):
        table = lay("classic", "7h 2c", "7s 4c", opening=opening, stock="3c", options={"turn.take_powers": allowed})
        assert table.legal("a") == actions
        assert table.oracle.accepts("a", "take") == ("take" in actions)


def test_where_powers_are_not_taken_it_does_not_matter_how_the_card_came_onto_the_pile() -> None:
    options: dict[str, object] = {"turn.take_powers": False}
    used = lay("classic", "2h 2c", "7s 4c", opening="As", stock="9c 8d", options=options)
    used.play("a draw", "a throw", "a spy b1")
    assert used.legal("b") == {"draw", "call"}
    unused = lay("classic", "2h 2c", "7s 4c", opening="As", stock="9c 8d", options=options)
    unused.play("a draw", "a throw", "a skip")
    assert unused.legal("b") == {"draw", "call"}
    swapped_out = lay("classic", "7h 2c", "7s 4c", opening="As", stock="3c 8d", options=options)
    swapped_out.play("a draw", "a swap a1")
    assert swapped_out.legal("b") == {"draw", "call"}


def test_where_powers_are_not_taken_a_snapped_card_on_top_decides() -> None:
    """Under classic a black king has a power and a red one has none."""
    options: dict[str, object] = {"turn.take_powers": False, "snap.who": "any"}
    table = lay("classic", "2h 2c", "Kh Kc", opening="As", stock="Ks 8d", options=options | {"snap.winners": "all"})
    table.play("a draw", "a throw", "a skip")
    assert "take" not in table.legal("b")
    table.play("b snap b1 #2")
    assert "take" in table.legal("b")
    table.play("b snap b2 #2")
    assert "take" not in table.legal("b")


def test_a_swapped_out_card_fires_no_power() -> None:
    """camp, Play 2c: a queen that leaves the hand has no power."""
    table = lay("camp", "Qh 2c", "7s 4c", stock="3c 8d")
    assert table.kinds("a draw", "a swap a1") == ["swapped", "turn"]


def test_with_replaced_powers_a_swapped_out_card_fires() -> None:
    table = lay("stick", "7h 2c", "7s 4c", stock="3c 8d", options={"powers.replaced": True})
    assert table.kinds("a draw", "a swap a1") == ["swapped"]
    assert {"peek a1", "peek a2", "skip"} <= table.legal("a")


def test_nine_and_ten_spy_on_another_players_card() -> None:
    table = lay("classic", "7h 2c", "7s 4c", opening="As", stock="9c 8d")
    table.play("a draw", "a throw")
    assert table.legal("a") == {"spy b1", "spy b2", "skip"}
    assert table.play("a spy b2")[0] == {"event": "spied", "seat": "a", "place": "b2", "card": "4c", "sees": "a"}


def test_cambias_jack_swaps_an_own_card_with_anothers() -> None:
    """cambia, Special abilities."""
    table = lay("cambia", "7h 2c", "7s 4c", opening="As", stock="Jc 8d", options={"snap.who": "off"})
    table.play("a draw", "a throw")
    assert table.legal("a") == {"trade a1", "trade a2", "trade b1", "trade b2", "skip"}
    assert table.play("a trade a1") == [{"event": "chose", "seat": "a", "place": "a1"}]
    assert table.legal("a") == {"trade b1", "trade b2", "skip"}
    assert table.play("a trade b2")[0] == {"event": "traded", "seat": "a", "place": "a1", "other": "b2"}
    assert (table.hand("a"), table.hand("b")) == ("4c 2c", "7s 7h")


def test_the_two_cards_of_cambias_jack_are_named_in_any_order_but_are_never_both_others() -> None:
    table = lay("cambia", "7h 2c", "7s 4c", "9s 9c", opening="As", stock="Jc 8d", options={"snap.who": "off"})
    table.play("a draw", "a throw", "a trade b2")
    assert table.legal("a") == {"trade a1", "trade a2", "skip"}
    assert table.play("a trade a1")[0] == {"event": "traded", "seat": "a", "place": "b2", "other": "a1"}
    assert (table.hand("a"), table.hand("b")) == ("4c 2c", "7s 7h")


def test_cambias_king_looks_at_an_own_and_anothers_before_it_swaps_them() -> None:
    table = lay("cambia", "7h 2c", "7s 4c", opening="As", stock="Kh 8d", options={"snap.who": "off"})
    table.play("a draw", "a throw", "a look b1")
    assert table.legal("a") == {"look a1", "look a2", "skip"}
    table.play("a look a2")
    assert table.legal("a") == {"trade", "skip"}
    table.play("a trade")
    assert (table.hand("a"), table.hand("b")) == ("7h 7s", "2c 4c")
    assert table.oracle.knowledge() == {"a1": "", "a2": "a", "b1": "a", "b2": ""}


def test_classics_black_king_looks_at_two_and_swaps_any_two() -> None:
    """classic, Black king mechanics: four different cards may be concerned."""
    table = lay("classic", "7h 2c", "7s 4c", opening="As", stock="Ks 8d")
    table.play("a draw", "a throw", "a look a1", "a look b1")
    assert table.legal("a") == {"trade a1", "trade a2", "trade b1", "trade b2", "skip"}
    table.play("a trade a2")
    assert table.legal("a") == {"trade a1", "trade b1", "trade b2", "skip"}
    assert table.kinds("a trade b2") == ["traded", "turn"]


def test_sticks_black_king_swaps_the_card_looked_at_with_an_own() -> None:
    table = lay("stick", "7h 2c", "7s 4c", stock="Ks 8d", options={"snap.who": "off"})
    table.play("a draw", "a throw")
    assert table.legal("a") == {"look b1", "look b2", "skip"}
    table.play("a look b1")
    assert table.legal("a") == {"trade a1", "trade a2", "skip"}
    table.play("a trade a2")
    assert (table.hand("a"), table.hand("b")) == ("7h 7s", "2c 4c")


def powers_of(**by_kind: str) -> dict[str, object]:
    """Powers for these kinds of card and for no others."""
    return {"powers.cards": dict.fromkeys(KINDS, "none") | by_kind, "snap.who": "off"}


def test_a_card_may_have_a_scope_of_its_own() -> None:
    """A queen of camp's beside a king of stick's, under options that are neither's."""
    options = powers_of(Qb="look:1/any/any", Kb="look:1/other/own", Jb="trade:owners", Jr="trade")
    queen = lay("cambia", "7h 2c", "7s 4c", opening="As", stock="Qs 8d", options=options)
    queen.play("a draw", "a throw")
    everywhere = {"trade a1", "trade a2", "trade b1", "trade b2", "skip"}
    assert queen.legal("a") == {"look a1", "look a2", "look b1", "look b2"} | everywhere
    queen.play("a look b1")
    assert queen.legal("a") == everywhere
    king = lay("cambia", "7h 2c", "7s 4c", opening="As", stock="Ks 8d", options=options)
    king.play("a draw", "a throw")
    assert king.legal("a") == {"look b1", "look b2", "skip"}
    king.play("a look b1")
    assert king.legal("a") == {"trade a1", "trade a2", "skip"}
    black_jack = lay("cambia", "7h 2c", "7s 4c", opening="As", stock="Js 8d", options=options)
    black_jack.play("a draw", "a throw", "a trade b1")
    assert black_jack.legal("a") == {"trade a1", "trade a2", "skip"}
    red_jack = lay("cambia", "7h 2c", "7s 4c", opening="As", stock="Jh 8d", options=options)
    red_jack.play("a draw", "a throw")
    assert red_jack.legal("a") == everywhere
    red_jack.play("a trade b1")
    assert red_jack.legal("a") == {"trade a1", "trade a2", "skip"}


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("none", Scope("owners", 2, "own_other", "looked")),
        ("trade", Scope("owners", 2, "own_other", "looked")),
        ("trade:any", Scope("any", 2, "own_other", "looked")),
        ("look", Scope("owners", 2, "own_other", "looked")),
        ("look:1/other/own", Scope("owners", 1, "other", "own")),
        ("look:2/any", Scope("owners", 2, "any", "looked")),
        ("look://any", Scope("owners", 2, "own_other", "any")),
        ("look:/other", Scope("owners", 2, "other", "looked")),
        ("look:1//own", Scope("owners", 1, "own_other", "own")),
    ],
)
def test_what_a_card_leaves_out_is_as_the_options_say(written: str, meant: Scope) -> None:
    rules = Rules(PRESETS["cambia"] | {"powers.trade": "owners"} | powers_of(Qr=written))
    assert rules.scope(Card("Qh")) == meant
    assert rules.power(Card("Qh")) == written.split(":")[0]


def test_a_discard_whose_power_has_a_scope_of_its_own_is_a_card_with_a_power() -> None:
    options = powers_of(Qb="look:1/other/own") | {"turn.take_powers": False}
    table = lay("classic", "7h 2c", "7s 4c", opening="Qs", stock="3c 8d", options=options)
    assert table.legal("a") == {"draw", "call"}


def test_a_mandatory_power_is_not_skipped_but_lapses_without_a_target() -> None:
    options: dict[str, object] = {"powers.use": "mandatory"}
    table = lay("stick", "7h", "4c", stock="7c 7d 8d", options=options)
    table.play("a draw", "a throw")
    assert "skip" not in table.legal("a")
    assert table.kinds("a snap a1 #1") == ["snapped", "closed", "lapsed", "turn"]


def turn_actions(table: Round, seat: str) -> set[str]:
    return {action for action in table.legal(seat) if not action.startswith("snap")}


def test_a_power_without_a_target_waits_for_a_gift_that_could_be_one() -> None:
    for use in ("optional", "mandatory"):
        options: dict[str, object] = {"powers.use": use, "snap.winners": "all"}
        given = lay("stick", "7h 7d", "4c 5c", stock="7c 8d", options=options)
        assert given.kinds("a draw", "a throw", "b snap a1 #1", "b snap a2 #1") == ["snapped"]
        assert turn_actions(given, "a") == ({"skip"} if use == "optional" else set())
        assert given.kinds("b give b2") == ["gave"]
        assert "peek a1" in given.legal("a")
        kept = lay("stick", "7h 7d", "4c 5c", stock="7c 8d", options=options)
        assert kept.kinds("a draw", "a throw", "b snap a1 #1", "b snap a2 #1", "b keep") == ["kept"]
        assert kept.kinds("b keep") == ["kept", "lapsed", "turn"]


def test_a_power_without_a_target_waits_for_a_gift_of_its_own_seat() -> None:
    table = lay("cambia", "7h 2c", "9d 9h", opening="As", stock="9c 8d", options={"snap.winners": "all"})
    assert table.kinds("a draw", "a throw", "a snap b1 #2", "a snap b2 #2") == ["snapped"]
    assert turn_actions(table, "a") == {"give a1", "give a2", "skip"}
    table.play("a give a2")
    assert turn_actions(table, "a") == {"give a1", "spy b1", "skip"}


def test_a_power_without_a_target_does_not_wait_for_a_gift_between_others() -> None:
    table = lay("stick", "7h 7s", "7d 4c", "5s 5h", stock="7c 8d", options={"snap.winners": "all"})
    table.play("a draw", "a throw", "c snap b1 #1", "a snap a1 #1")
    assert table.kinds("a snap a2 #1") == ["snapped", "lapsed", "turn"]


def test_a_swap_waits_for_a_gift_unless_the_card_looked_at_is_all_that_can_be_given() -> None:
    options: dict[str, object] = {"snap.winners": "all"}
    two = lay("stick", "Kh", "7s", stock="Ks 8d 9d", options=options)
    assert two.kinds("a draw", "a throw", "a look b1", "b snap a1 #1") == ["snapped", "lapsed", "turn"]
    table = lay("stick", "Kh Kd", "7s 4c", stock="Ks 8d 9d", options=options)
    table.play("a draw", "a throw", "a look b1", "a snap a2 #1")
    assert table.kinds("b snap a1 #1") == ["snapped"]
    assert turn_actions(table, "a") == {"skip"}
    table.play("b give b2")
    assert "trade a1" in table.legal("a")


def test_a_first_pick_does_not_let_a_mandatory_look_be_skipped_but_a_look_does() -> None:
    table = lay("camp", "7h 2c", "7s 4c", stock="Qc 8d", options={"powers.use": "mandatory", "snap.who": "off"})
    table.play("a draw", "a throw", "a trade a1")
    assert table.legal("a") == {"trade a2", "trade b1", "trade b2"}
    table = lay("camp", "7h 2c", "7s 4c", stock="Qc 8d", options={"powers.use": "mandatory", "snap.who": "off"})
    table.play("a draw", "a throw")
    assert "skip" not in table.legal("a")
    table.play("a look b1", "a trade a1")
    assert "skip" in table.legal("a")


def test_a_look_at_a_card_that_is_snapped_away_is_taken_again() -> None:
    """stick: the player may look at another card."""
    table = lay("stick", "7h 2c", "Kh 4c", stock="Ks 8d")
    table.play("a draw", "a throw", "a look b1")
    assert "look b2" not in table.legal("a")
    table.play("b snap b1 #1")
    assert table.legal("a") == {"look b2", "skip"}


def test_a_look_that_is_undone_after_the_first_pick_is_taken_again_even_then() -> None:
    """camp: the queen has looked at a card, picked another, and the card looked at is burned."""
    table = lay("camp", "7h 2c", "Qh 4c", stock="Qs 8d", options={"snap.cards": 1})
    table.play("a draw", "a throw", "a look b1", "a trade a1")
    assert not any(action.startswith("look") for action in table.legal("a"))
    table.play("b snap b1 #1")
    assert table.legal("a") == {"look a1", "look a2", "look b2", "trade a2", "trade b2", "skip"}
    table.play("a look b2")
    assert table.legal("a") == {"trade a2", "trade b2", "skip"}
    assert table.kinds("a trade b2") == ["traded", "turn"]


def test_only_as_many_looks_as_were_undone_are_taken_again_after_the_first_pick() -> None:
    options: dict[str, object] = {"snap.who": "any", "snap.winners": "all"}
    table = lay("classic", "7h 2c", "Kh 4c", opening="As", stock="Ks 8d", options=options)
    table.play("a draw", "a throw", "a look b1", "a trade a1", "b snap b1 #2", "a look b2")
    assert not any(action.startswith("look") for action in table.legal("a"))


def test_a_look_that_was_undone_before_the_first_pick_is_not_taken_again_after_it() -> None:
    table = lay("camp", "7h 2c", "Qh 4c", stock="Qs 8d", options={"snap.cards": 1})
    table.play("a draw", "a throw", "a look b1", "b snap b1 #1", "a trade a1")
    assert table.legal("a") == {"trade a2", "trade b2", "skip"}


def test_a_look_follows_a_card_that_is_given() -> None:
    table = lay("stick", "Kh 2c", "7s 4c", stock="Ks 8d")
    table.play("a draw", "a throw", "a look b2", "b snap a1 #1", "b give b2")
    assert table.legal("a") == {"trade a2", "skip"}
    assert table.play("a trade a2")[0] == {"event": "traded", "seat": "a", "place": "a1", "other": "a2"}


def test_a_look_follows_a_card_that_is_seized() -> None:
    table = lay("cambia", "7h 2c", "7s 4c", "5s 5h", opening="As", stock="Ks 8d 8h", options={"snap.seize": True})
    table.play("a draw", "a throw", "a look b1", "a look a1", "c snap b1 #2")
    assert {action for action in table.legal("a") if not action.startswith("snap")} == {"trade", "skip"}
    assert table.play("a trade")[0] == {"event": "traded", "seat": "a", "place": "c3", "other": "a1"}


def test_a_look_that_has_followed_its_card_into_an_own_hand_counts_as_an_own_one() -> None:
    table = lay("cambia", "7h 2c", "7s 4c", opening="As", stock="Ks 8d 8h", options={"snap.seize": True})
    table.play("a draw", "a throw", "a look b1", "a snap b1 #2")
    assert {action for action in table.legal("a") if action.startswith("look")} == {"look b2"}


def test_a_look_that_has_followed_its_card_into_a_hand_that_is_put_out_is_undone() -> None:
    options: dict[str, object] = {"snap.seize": True, "snap.penalty": 0, "snap.hand_limit": 2}
    table = lay("stick", "7h 2c", "7s 4c", "5s 5h", stock="Ks 8d", options=options)
    table.play("a draw", "a throw", "a look b1")
    assert table.kinds("c snap b1 #1") == ["missed", "seized", "out"]
    assert {action for action in table.legal("a") if not action.startswith("snap")} == {"look b2", "skip"}


def test_a_pick_of_a_card_that_is_given_or_seized_is_undone() -> None:
    given = lay("cambia", "7h 2c 3c", "Js 4c 5c", opening="As", stock="Jc 8d")
    given.play("a draw", "a throw", "a trade a1", "a snap b1 #2", "a give a1")
    assert given.legal("a") == {"trade a2", "trade a3", "trade b1", "trade b2", "trade b3", "skip"}
    seized = lay("cambia", "7h 2c", "7s 4c", opening="As", stock="Jc 8d 8h", options={"snap.seize": True})
    seized.play("a draw", "a throw", "a trade a1", "b snap a1 #2")
    left = {action for action in seized.legal("a") if not action.startswith("snap")}
    assert left == {"trade a2", "trade b1", "trade b2", "trade b3", "trade b4", "trade b5", "skip"}


# ---------------------------------------------------------------------------- snapping


def test_snapping_an_own_card_leaves_a_gap_and_closes_the_window() -> None:
    """cambia, Snapping; one winner for each discard."""
    table = lay("cambia", "7h 2c", "3s 4c", opening="As", stock="3c 8d")
    table.play("a draw", "a throw")
    assert table.play("b snap b1 #2") == [
        {"event": "snapped", "seat": "b", "place": "b1", "card": "3s", "sees": "ab"},
        {"event": "closed", "number": 2},
    ]
    assert table.hand("b") == "- 4c"
    assert not any(action.startswith("snap") for action in table.legal("a"))


def test_a_wrong_snap_costs_two_unseen_cards() -> None:
    """cambia, Penalty."""
    table = lay("cambia", "7h 2c", "7s 4c", opening="As", stock="3c 8d Xr 5h")
    table.play("a draw", "a throw")
    assert table.kinds("b snap b1 #2") == ["missed", "penalised", "penalised"]
    assert table.hand("b") == "7s 4c 8d Xr"
    assert table.oracle.knowledge()["b1"] == "ab"
    assert table.oracle.knowledge()["b3"] == ""


def test_whoever_snaps_anothers_card_must_give_one_before_anybody_draws() -> None:
    table = lay("cambia", "7h 2c", "3s 4c", opening="As", stock="3c 8d")
    table.play("a draw", "a throw", "a snap b1 #2")
    assert table.oracle.actors() == ["a", "dealer"]
    assert table.legal("a") == {"give a1", "give a2"}
    assert table.play("a give a2") == [{"event": "gave", "seat": "a", "place": "a2", "other": "b1"}]
    assert (table.hand("a"), table.hand("b")) == ("7h -", "2c 4c")
    assert "draw" in table.legal("b")


def test_the_dealer_settles_an_owed_gift_with_the_lowest_slot_and_an_offered_one_not_at_all() -> None:
    cambia = lay("cambia", "7h 2c", "3s 4c", opening="As", stock="3c 8d")
    cambia.play("a draw", "a throw", "a snap b1 #2", "dealer settle")
    assert cambia.hand("b") == "7h 4c"
    stick = lay("stick", "7h 2c", "3s 4c", stock="3c 8d")
    stick.play("a draw", "a throw", "a snap b1 #1")
    assert stick.play("dealer settle") == [{"event": "kept", "seat": "a", "place": "b1"}]


def test_a_card_matches_by_value_under_flip_and_by_rank_elsewhere() -> None:
    for preset, kinds in (("flip", ["missed", "penalised"]), ("stick", ["snapped", "closed"])):
        table = lay(preset, "7h 2c", "Kd 4c", stock="Ks 8d 9c 9d")
        table.play("a draw", "a throw")
        if preset == "stick":
            table.play("a skip")
        assert table.kinds("b snap b1 #1") == kinds


def test_the_next_draw_closes_the_window_under_stick_but_not_under_flip() -> None:
    stick = lay("stick", "7h 2c", "3s 4c", stock="3c 8d 9c")
    assert stick.kinds("a draw", "a throw", "b draw") == ["closed", "drew"]
    flip = lay("flip", "7h 2c", "3s 4c", stock="3c 8d 9c")
    assert flip.kinds("a draw", "a throw", "b draw") == ["drew"]
    assert flip.kinds("b throw") == ["closed", "threw"]


def test_two_cards_snapped_at_once_count_as_one_burn() -> None:
    """camp, Play 3d."""
    table = lay("camp", "7h 2c", "7s 4c", stock="7c 8d")
    table.play("a draw", "a throw", "a skip")
    assert "snap a1 b1 #1" in table.legal("a")
    assert "snap b1 a1 #1" not in table.legal("a")
    assert table.oracle.accepts("a", "snap b1 a1 #1")
    assert table.kinds("a snap b1 a1 #1") == ["snapped", "snapped", "closed"]
    assert table.legal("a") == {"give a2", "keep"}


def test_a_slow_burn_costs_a_card_and_stays_unshown() -> None:
    """camp, Play 4a."""
    table = lay("camp", "7h 2c", "7s 4c", stock="7c 8d 9c")
    table.play("a draw", "a throw", "a skip", "a snap a1 #1")
    assert table.oracle.accepts("b", "snap b1 #1")
    assert "snap b1 #1" not in table.legal("b")
    assert table.play("b snap b1 #1") == [
        {"event": "late", "seat": "b", "place": "b1"},
        {"event": "penalised", "seat": "b", "place": "b3"},
    ]


def test_a_snap_that_names_a_discard_whose_very_card_was_thrown_back_is_a_snap_of_the_current_one() -> None:
    for late_penalty in (0, 1):
        options: dict[str, object] = {"snap.late_penalty": late_penalty, "snap.winners": "all"}
        table = lay("flip", "5h 2c 3d", "7s 4c 5d", stock="5c 8d 9c 2h", options=options)
        table.play("a draw", "a throw", "b take", "b throw")
        assert "snap a1 #1" not in table.legal("a")
        assert table.kinds("a snap a1 #1") == ["snapped"]
        # Whatever has been snapped onto it, in every respect.
        assert table.kinds("b snap b3 #1") == ["snapped"]


def test_a_snapped_card_that_is_taken_and_thrown_back_is_not_the_discard_below_it() -> None:
    options: dict[str, object] = {"snap.late_penalty": 1}
    table = lay("flip", "5h 2c", "5s 4c", stock="5c 8d 9c 2h", options=options)
    table.play("a draw", "a throw", "a snap a1 #1", "b take", "b throw")
    assert table.kinds("b snap b1 #1") == ["late", "penalised"]
    assert table.kinds("b snap b1 #2") == ["snapped", "closed"]


def test_a_discard_that_has_been_in_a_hand_is_another_when_it_comes_back() -> None:
    options: dict[str, object] = {"snap.late_penalty": 1}
    table = lay("flip", "5h 2c", "4s 4c", stock="5c 8d 9c 2h", options=options)
    table.play("a draw", "a throw", "b take", "b swap b1", "a draw", "a throw", "a skip", "b draw", "b swap b1")
    assert table.kinds("a snap a1 #1") == ["late", "penalised"]
    assert table.kinds("a snap a1 #4") == ["snapped", "closed"]


def test_a_snap_that_names_a_discard_with_an_equal_card_is_late() -> None:
    table = lay("flip", "5h 2c", "7s 4c", stock="5c 5c 9c 8d", options={"snap.late_penalty": 1})
    table.play("a draw", "a throw", "b draw", "b throw")
    assert table.kinds("a snap a1 #1") == ["late", "penalised"]


def test_whoever_threw_a_card_back_and_may_not_snap_it_may_not_by_its_earlier_number_either() -> None:
    options: dict[str, object] = {"snap.late_penalty": 1, "snap.discarder": False}
    table = lay("flip", "5h 2c", "5s 4c", stock="5c 8d 9c", options=options)
    table.play("a draw", "a throw", "b take", "b throw")
    assert not table.oracle.accepts("b", "snap b1 #1")
    assert table.kinds("a snap a1 #1") == ["snapped", "closed"]


def test_where_lateness_is_free_a_late_snap_is_refused() -> None:
    table = lay("stick", "7h 2c", "3s 4c", stock="3c 8d 9c")
    table.play("a draw", "a throw", "b draw")
    assert not table.oracle.accepts("a", "snap b1 #1")
    with pytest.raises(ValueError, match="can't"):
        table.play("a snap b1 #1")


def test_the_seventh_card_puts_a_player_out_and_the_last_one_wins() -> None:
    """flip, Card flipping."""
    table = lay("flip", "7h 2c 2d 2h 4d 4h", "3s 4c 9h 9s Ah Ad", stock="5c 8d 9c")
    table.play("a draw", "a throw")
    kinds = table.kinds("b snap b1 #1")
    assert kinds[:4] == ["missed", "penalised", "out", "closed"]
    assert table.result()["reason"] == "last"
    assert table.result()["winners"] == ["a"]


def test_a_seat_that_is_put_out_drops_the_card_it_holds() -> None:
    table = lay(
        "flip",
        "7h 2c",
        "3s 4c",
        "Ah Ad",
        stock="5c 8d 9c Kc",
        options={"snap.hand_limit": 2, "powers.use": "mandatory"},
    )
    table.play("a draw", "a throw", "b draw")
    assert table.kinds("b snap b1 #1") == ["missed", "penalised", "out", "closed", "dropped", "turn"]
    assert table.oracle.actors() == ["a", "c"]
    assert not any("b" in action.split(" ", 1)[1] for action in table.legal("a") if action.startswith("snap"))


def test_a_chain_leaves_the_window_to_the_first_snapper_until_the_next_draw() -> None:
    options: dict[str, object] = {"snap.winners": "chain", "snap.window": "discard"}
    table = lay("stick", "3h 2c", "3s 3d", stock="3c 8d 9c", options=options)
    table.play("a draw", "a throw", "b snap b1 #1")
    assert not any(action.startswith("snap") for action in table.legal("a"))
    assert "snap b2 #1" in table.legal("b")
    assert table.kinds("b draw") == ["closed", "drew"]


def test_whoever_does_not_hold_the_chain_is_late_even_a_discarder_who_may_not_snap() -> None:
    options: dict[str, object] = {"snap.winners": "chain", "snap.discarder": False}
    table = lay("camp", "3h 2c 4h", "3s 3d 4d", "5s 5h 4s", stock="3c 8d 9c", options=options)
    table.play("a draw", "a throw")
    assert not table.oracle.accepts("a", "snap a1 #1")
    table.play("b snap b1 #1")
    for seat in "ac":
        assert not any(action.startswith("snap") for action in table.legal(seat))
        assert table.kinds(f"{seat} snap a1 #1") == ["late", "penalised"]
    assert table.kinds("b snap b2 #1") == ["snapped"]


def test_where_lateness_is_free_a_snap_into_anothers_chain_is_refused() -> None:
    table = lay("stick", "3h 2c", "3s 3d", stock="3c 8d 9c", options={"snap.winners": "chain"})
    table.play("a draw", "a throw", "b snap b1 #1")
    assert not table.oracle.accepts("a", "snap a1 #1")


def test_a_chain_ends_when_its_holder_is_put_out() -> None:
    options: dict[str, object] = {"snap.winners": "chain", "snap.hand_limit": 2, "snap.penalty": 2}
    table = lay("flip", "7h 2c", "3s 4c", "Ah Ad", stock="3c 8d 9c Kc", options=options)
    table.play("a draw", "a throw", "b draw", "b snap b1 #1")
    assert table.kinds("b snap b2 #1") == ["missed", "penalised", "penalised", "out", "closed", "dropped", "turn"]


def test_a_chain_ends_when_its_holder_becomes_a_locked_caller() -> None:
    for lock, kinds in ((True, ["called", "closed", "turn"]), (False, ["called", "turn"])):
        table = lay("stick", "3h 2c", "3s 3d", stock="3c 8d 9c", options={"snap.winners": "chain", "call.lock": lock})
        assert table.kinds("a draw", "a throw", "b snap b1 #1", "b call") == kinds
    table = lay("camp", "3h", "3s", stock="3c 8d 9c", options={"snap.winners": "chain"})
    assert table.kinds("a draw", "a throw", "b snap b1 #1") == ["snapped", "knocked", "closed", "turn"]


def test_a_hand_that_has_not_grown_puts_nobody_out() -> None:
    free = lay("flip", "7h 2c", "3s 4c", stock="5c 8d", options={"snap.hand_limit": 1, "snap.penalty": 0})
    assert free.kinds("a draw", "a throw", "b snap b1 #1") == ["missed"]
    options: dict[str, object] = {"snap.hand_limit": 1, "snap.late_penalty": 1, "turn.stock": "show"}
    waived = lay("stick", "7h 2c", "3s 4c", stock="5c 6c", options=options)
    assert waived.kinds("a draw", "a throw", "b draw", "b throw", "a snap b1 #2") == ["missed", "spared"]
    assert waived.kinds("a snap b1 #1") == ["late", "spared"]


def test_seizing_moves_anothers_card_before_the_penalty() -> None:
    table = lay("stick", "7h 2c", "5s 4c", stock="3c 8d 9c", options={"snap.seize": True, "snap.shown": False})
    table.play("a draw", "a throw")
    assert table.play("a snap b1 #1") == [
        {"event": "missed", "seat": "a", "place": "b1"},
        {"event": "seized", "seat": "a", "place": "b1", "other": "a3"},
        {"event": "penalised", "seat": "a", "place": "a4"},
    ]
    assert (table.hand("a"), table.hand("b")) == ("7h 2c 5s 8d", "- 4c")


# ------------------------------------------------------------------- calling, the end


def test_after_a_call_every_other_seat_gets_one_turn() -> None:
    table = lay("classic", "Ah 2c", "7s 4c", "9s 9h", opening="As", stock="3c 3d 3h")
    assert table.kinds("a call") == ["called", "turn"]
    table.play("b draw")
    table.play("b throw")
    assert "call" not in table.legal("c")
    table.play("c draw")
    assert table.kinds("c throw") == ["threw"] + ["revealed"] * 6 + ["scored"] * 3
    assert table.result() == {
        "reason": "called",
        "winners": ["a"],
        "points": {"a": 3, "b": 11, "c": 18},
        "scores": {"a": 3, "b": 11, "c": 18},
        "caller": "a",
        "wrong": False,
        "right": True,
        "knocked": False,
        "out": False,
    }


def test_a_locked_hand_is_neither_snapped_nor_swapped_but_may_be_looked_at_except_under_camp() -> None:
    for preset, spies in (("flip", {"spy a1", "spy a2"}), ("camp", set[str]())):
        table = lay(preset, "9h 2c", "7s 4c", "5s 5h", stock="9c 8d 8h")
        table.play("a call", "b draw", "b throw")
        assert {action for action in table.legal("b") if action.startswith("spy")} == {"spy c1", "spy c2"} | spies
        assert not table.legal("a")
        assert not table.oracle.accepts("c", "snap a1 #1")


def test_the_last_discard_may_be_snapped_before_the_show() -> None:
    table = lay("cambia", "9h 2c", "3s 4c", opening="As", stock="3c 8d")
    table.play("a call", "b draw")
    assert table.kinds("b throw") == ["threw"]
    assert table.legal("dealer") == {"close"}
    assert table.kinds("b snap b1 #2")[:2] == ["snapped", "closed"]
    assert table.result()["points"] == {"a": 11, "b": 4}


def test_the_discards_below_the_top_one_are_reshuffled_when_a_card_is_needed() -> None:
    asked: list[list[str]] = []

    def reverse(below: list[str]) -> list[str]:
        asked.append(below)
        return below[::-1]

    table = lay("classic", "Ah 2c", "7s 4c", opening="As", stock="3c 3d", reshuffle=reverse)
    assert "reshuffled" not in table.kinds("a draw", "a throw", "b draw", "b throw")
    assert table.play("a draw") == [
        {"event": "reshuffled", "number": 2},
        {"event": "drew", "seat": "a", "card": "3c", "sees": "a"},
    ]
    assert asked == [["As", "3c"]]


def test_a_round_without_a_card_to_draw_is_scored_without_a_caller() -> None:
    table = lay("classic", "Ah 2c", "7s 4c", opening="As", stock="3c", options={"turn.stock": "show"})
    table.play("a draw", "a throw")
    assert table.result()["reason"] == "stock"
    assert table.result()["caller"] is None


def test_a_stock_that_ends_the_round_after_a_call_takes_the_call_back() -> None:
    """A caller over the limit, and one who ties, who would have lost the tie."""
    options: dict[str, object] = {"turn.stock": "show", "call.wrong_points": 20, "call.right_bonus": 5}
    for limit in (None, 1):
        table = lay("classic", "3h", "3s", "9s", opening="As", stock="4c", options=options | {"call.limit": limit})
        table.play("a call", "b draw", "b throw")
        assert table.result() == {
            "reason": "stock",
            "winners": ["a", "b"],
            "points": {"a": 3, "b": 3, "c": 9},
            "scores": {"a": 3, "b": 3, "c": 9},
            "caller": None,
            "wrong": False,
            "right": False,
            "knocked": False,
            "out": False,
        }


def test_a_stock_that_ends_the_round_after_a_knock_takes_the_knock_back() -> None:
    table = lay("camp", "3h", "9d", "Ad", stock="3c 4c 4d 4h", options={"turn.stock": "show"})
    table.play("a draw", "a throw", "a snap a1 #1", "b draw", "b throw", "c draw")
    assert table.kinds("c throw") == ["closed", "threw", "turn", "knocked", "turn"]
    table.play("b draw", "b throw", "dealer close")
    assert table.result()["reason"] == "stock"
    assert table.result()["winners"] == ["a"]
    assert (table.result()["caller"], table.result()["knocked"]) == (None, False)


def test_an_empty_hand_knocks_on_its_own_turn_and_pays_nothing() -> None:
    """camp, Play 5a."""
    table = lay("camp", "3h", "Kd", stock="3c 8d 9c")
    table.play("a draw", "a throw", "a snap a1 #1", "b draw", "b throw")
    assert table.kinds("b skip") == ["skipped", "turn", "knocked", "turn"]
    # The nine spies on nobody: the only other hand is locked.
    assert table.kinds("b draw", "b throw") == ["closed", "threw", "lapsed"]
    table.play("dealer close")
    assert table.result()["winners"] == ["b"]
    assert table.result()["scores"] == {"a": 0, "b": -2}
    assert (table.result()["knocked"], table.result()["wrong"]) == (True, False)


def test_a_knock_is_neither_right_nor_wrong_nor_over_the_limit() -> None:
    options: dict[str, object] = {"call.limit": -1, "call.right_zero": True, "call.right_bonus": 5}
    table = lay("camp", "3h", "9d", stock="3c 4c 4d", options=options)
    table.play("a draw", "a throw", "a snap a1 #1", "b draw")
    assert table.kinds("b throw") == ["threw", "turn", "knocked", "turn"]
    table.play("b draw", "b throw", "dealer close")
    assert table.result() == {
        "reason": "called",
        "winners": ["a"],
        "points": {"a": 0, "b": 9},
        "scores": {"a": 0, "b": 9},
        "caller": "a",
        "wrong": False,
        "right": False,
        "knocked": True,
        "out": False,
    }


def judged(table: Round) -> set[str]:
    return {verdict for verdict in ("right", "wrong", "knocked", "out") if table.result()[verdict]}


def test_a_caller_who_was_put_out_has_lost_and_pays_if_another_has_fewer_points() -> None:
    options: dict[str, object] = {"call.lock": False, "snap.hand_limit": 2, "call.wrong_points": 20}
    for hand, scores in (("Kd Kh", {"a": -1, "b": 4, "c": 6}), ("Kd 8h", {"a": 29, "b": 4, "c": 6})):
        table = lay("flip", hand, "2d 2h", "3d 3h", stock="5c 3c 6d 9c", options=options)
        table.play("a call", "b draw", "b throw")
        assert table.kinds("a snap a1 #1") == ["missed", "penalised", "out"]
        table.play("c draw", "c throw", "dealer close")
        assert table.result()["winners"] == ["b"]
        assert table.result()["scores"] == scores
        assert judged(table) == {"out"}


def test_the_call_of_the_last_seat_is_not_judged() -> None:
    """Neither the limit, nor the cost of another's fewer points, nor the bonus of a right call applies."""
    options: dict[str, object] = {"snap.hand_limit": 2, "call.right_bonus": 5, "call.wrong_points": 20}
    for limit in (None, 1):
        table = lay("flip", "9d 8h", "2d 2h", stock="5c 3c 6d", options=options | {"call.limit": limit})
        table.play("a call", "b draw", "b throw", "b snap b1 #1")
        assert (table.result()["reason"], table.result()["winners"]) == ("last", ["a"])
        assert table.result()["scores"] == {"a": 17, "b": 7}
        assert (table.result()["caller"], judged(table)) == ("a", set())


def test_a_knocker_who_was_put_out_has_knocked() -> None:
    options: dict[str, object] = {"call.lock": False, "snap.hand_limit": 1, "snap.penalty": 2}
    table = lay("camp", "3h", "4d", "4h", stock="3c 5c 5d 6c 6d 6h", options=options)
    table.play("a draw", "a throw", "a snap a1 #1", "b draw", "b throw", "c draw", "c throw")
    table.play("b draw", "b throw", "a snap b1 #4")
    assert "a" in table.oracle.out
    table.play("c draw", "c throw", "dealer close")
    assert judged(table) == {"knocked"}


def test_a_wrong_call_costs_twenty_under_camp_and_a_lost_tie_nothing() -> None:
    for other, scores in (("2h", {"a": 23, "b": 2}), ("3h", {"a": 3, "b": 3})):
        table = lay("camp", "3d", other, stock="5c 8d 9c")
        table.play("a call", "b draw", "b throw", "dealer close")
        assert table.result()["scores"] == scores


def test_a_tied_caller_loses_under_flip_and_wins_under_cambia() -> None:
    flip = lay("flip", "2d", "2h", "2c", stock="5c 8d 9c Kc", options={"snap.who": "off"})
    flip.play("a call", "b draw", "b throw", "c draw", "c throw", "c skip")
    assert flip.result()["winners"] == ["b", "c"]
    cambia = lay("cambia", "2d", "2h", "2c", opening="As", stock="5c 8d 9c", options={"snap.who": "off"})
    cambia.play("a call", "b draw", "b throw", "c draw", "c throw", "c skip")
    assert cambia.result()["winners"] == ["a"]


def test_under_camp_most_cards_win_a_tie() -> None:
    table = lay("camp", "Ah Ad 8c", "2d 4c Kh", stock="8h 2s 6c Kc")
    table.play("a draw", "a throw", "a snap a3 #1", "a skip", "b draw", "b swap b2", "a call", "b draw", "b throw")
    table.play("dealer close")
    assert table.result()["points"] == {"a": 2, "b": 2}
    assert table.result()["winners"] == ["b"]


@pytest.mark.parametrize("tie", ["share", "fewest_cards", "most_cards"])
def test_where_most_cards_win_a_callers_tie_it_does_not_matter_how_others_ties_are_decided(tie: str) -> None:
    options: dict[str, object] = {"score.caller_tie": "most_cards", "score.tie": tie}
    hands = {"a": ["2d"], "b": ["Ad", "Ah"], "c": ["Ac", "As"], "d": ["9c", "9d", "9h"]}
    rules = Rules(CLASSIC | options)
    cards = {seat: [Card(text) for text in texts] for seat, texts in hands.items()}
    assert winners_of(rules, cards, "abcd", "a") == ["b", "c"]
    assert winners_of(rules, cards, "abcd", "b") == ["b", "c"]
    assert winners_of(rules, cards, "abd", "b") == ["b"]
    assert winners_of(rules, cards, "abd", "a") == ["b"]
    without_caller = {"share": ["a", "b", "c"], "fewest_cards": ["a"], "most_cards": ["b", "c"]}
    assert winners_of(rules, cards, "abcd", None) == without_caller[tie]
    assert winners_of(rules, cards, "abcd", "d") == without_caller[tie]


def test_risky_fives_count_minus_25_for_a_pair_and_plus_25_for_an_odd_one() -> None:
    table = lay("classic", "5h 5c 5d", "5s 2c 3c", opening="As", stock="3h 3d", options={"score.risky_fives": True})
    table.play("a call", "b draw", "b throw")
    assert table.result()["points"] == {"a": 0, "b": 30}


def test_winners_score_zero_or_their_points_if_fewer() -> None:
    options: dict[str, object] = {"score.winner_zero": True, "call.right_bonus": 5, "snap.who": "off"}
    for hand, score in (("2d 3d", -5), ("Kd Xb", -6)):
        table = lay("classic", hand, "9c 4c", opening="As", stock="3h 3d", options=options)
        table.play("a call", "b draw", "b throw")
        assert table.result()["scores"] == {"a": score, "b": 13}
    loser = lay("classic", "9d 9h", "2d 3d", "2c 3c", opening="As", stock="3h 3s 4s", options=options)
    loser.play("a call", "b draw", "b throw", "c draw", "c throw")
    assert loser.result()["scores"] == {"a": 18, "b": 0, "c": 0}


def test_two_queens_and_two_kings_win_and_no_call_is_judged() -> None:
    options: dict[str, object] = {"score.kamikaze": 50, "call.wrong_points": 20, "score.winner_zero": True}
    hands = ("Ad 2d 3d 4d", "Qc Kh Qd Ks", "Kc Kd Qh 4c")
    table = lay("classic", *hands, opening="As", stock="3h 3s 4s", options=options)
    table.play("a call", "b draw", "b throw", "c draw", "c throw")
    assert table.result()["winners"] == ["b"]
    assert table.result()["points"] == {"a": 10, "b": 29, "c": 23}
    assert table.result()["scores"] == {"a": 50, "b": 0, "c": 50}
    assert judged(table) == set()


def test_a_knock_stays_a_knock_beside_two_queens_and_two_kings() -> None:
    hands = {"a": "", "b": "Qc Kh Qd Ks"}
    cards = {seat: [Card(text) for text in texts.split()] for seat, texts in hands.items()}
    rules = Rules(CLASSIC | {"score.kamikaze": 50})
    outcome = outcome_of(rules, cards, ["a", "b"], "a", knocked=True, reason="called")
    assert (outcome["winners"], outcome["knocked"], outcome["scores"]) == (["b"], True, {"a": 50, "b": 0})


def test_a_window_that_has_closed_before_the_show_is_due_is_reopened_once() -> None:
    table = lay("stick", "Ah 2c", "9s 9d", stock="9c 3h", options={"snap.final_window": True})
    table.play("a call", "b draw", "b throw")
    assert table.kinds("b snap b1 #1") == ["snapped", "closed"]
    assert table.kinds("b skip") == ["skipped", "reopened"]
    assert table.kinds("b snap b2 #1")[:3] == ["snapped", "closed", "revealed"]


def test_calls_at_the_end_of_the_turn_are_decided_after_the_discard() -> None:
    table = lay("stick", "Ah 2c", "3s 3d", stock="4c 4h 4d", options={"call.when": "end", "snap.who": "off"})
    assert table.legal("a") == {"draw"}
    table.play("a draw")
    assert table.kinds("a throw") == ["threw"]
    assert table.legal("a") == {"call", "skip"}
    assert table.kinds("a call") == ["called", "turn"]


@pytest.mark.parametrize(
    "nonsense", ["", "fly", "draw a1", "snap b1", "snap #1", "snap a1 #0", "swap", "throw ", "snap a1 a1 #1", "peek A1"]
)
def test_a_malformed_text_is_not_accepted(nonsense: str) -> None:
    table = lay("camp", "Ah 2c", "3s 3d", stock="4c 4h 4d")
    table.play("a draw", "a throw")
    assert not table.oracle.accepts("a", nonsense)
    assert not table.oracle.accepts("nobody", "draw")


# -------------------------------------------------------------- random rules

FIELDS = {
    "dealt": "",
    "opened": "card number",
    "readied": "seat",
    "turn": "seat",
    "drew": "seat card",
    "took": "seat card",
    "swapped": "seat place card number",
    "threw": "seat card number",
    "joined": "seat place",
    "laid": "seat place card",
    "differed": "seat place card",
    "added": "seat place",
    "peeked": "seat place card",
    "spied": "seat place card",
    "looked": "seat place card",
    "chose": "seat place",
    "traded": "seat place other",
    "skipped": "seat",
    "lapsed": "seat",
    "snapped": "seat place card",
    "missed": "seat place card?",
    "seized": "seat place other",
    "late": "seat place other?",
    "penalised": "seat place",
    "spared": "seat",
    "out": "seat",
    "dropped": "seat card number",
    "gave": "seat place other",
    "kept": "seat place",
    "excused": "seat place",
    "called": "seat",
    "knocked": "seat",
    "closed": "number",
    "reopened": "number",
    "reshuffled": "number",
    "revealed": "seat place card",
    "scored": "seat number",
}


def random_counts(rng: random.Random) -> dict[str, int]:
    """A usual pack, one with any number of each kind, or one of a few kinds alone."""
    kinds = KINDS[:-2]
    few = rng.sample(kinds, rng.randint(1, 6))
    usual = dict.fromkeys(kinds, 2)
    return rng.choice(
        [
            usual,
            usual,
            {kind: rng.randint(0, 8) for kind in kinds},
            {kind: rng.randint(1, 8) * (kind in few) for kind in kinds},
        ]
    )


def random_scope(rng: random.Random) -> Scope:
    looks = rng.choice([1, 2])
    return Scope(
        rng.choice(["any", "own_other", "owners"]),
        looks,
        rng.choice(["any", "other"] + ["own_other"] * (looks == 2)),
        rng.choice(["any", "looked"] if looks == 2 else ["any", "own"]),
    )


def random_power(usual: Scope, rng: random.Random) -> str:
    """Some with a scope of their own, where a part that is as usual may be left out."""
    power = rng.choice(["none", "peek", "spy", "trade", "look"])
    scope = random_scope(rng)
    if power not in ("trade", "look") or rng.random() < 0.5:
        return power
    if power == "trade":
        return f"trade:{scope.trade}"
    pairs = zip(scope[1:], usual[1:], strict=True)
    parts = ["" if part == as_usual and rng.random() < 0.5 else str(part) for part, as_usual in pairs]
    return f"look:{'/'.join(parts)}".rstrip("/:")


def random_rules(rng: random.Random) -> dict[str, object]:
    """Any combination of options that doesn't contradict itself."""
    cards = rng.randint(1, 5)
    formation = rng.choice(["grid", "free"])
    scope = random_scope(rng)
    yes_or_no = {option: rng.choice([True, False]) for option, value in CLASSIC.items() if isinstance(value, bool)}
    rules: dict[str, object] = yes_or_no | {
        "deck.decks": rng.choice([1, 1, 2]),
        "deck.jokers": rng.randint(0, 4),
        "deck.counts": random_counts(rng),
        "deck.values": {kind: rng.randint(-2, 5) for kind in KINDS},
        "deal.min_seats": 2,
        "deal.max_seats": 26,
        "deal.cards": cards,
        "deal.formation": formation,
        "deal.memory": rng.choice(["choice", "bottom"]) if formation == "grid" else "choice",
        "deal.memory_cards": rng.randint(0, cards),
        "turn.take": rng.choice(["swap", "free", "no"]),
        "turn.exchange": rng.choice(["one", "equal"]),
        "turn.mismatch": rng.choice(["discard", "keep", "face_up"]),
        "turn.mismatch_penalty": rng.randint(0, 3),
        "turn.mismatch_from": rng.randint(2, 4),
        "turn.stock": rng.choice(["reshuffle", "reshuffle", "show"]),
        "turn.empty_hand": rng.choice(["play", "call"]),
        "powers.cards": {kind: random_power(scope, rng) for kind in KINDS},
        "powers.use": rng.choice(["optional", "mandatory"]),
        "powers.trade": scope.trade,
        "powers.looks": scope.looks,
        "powers.look_at": scope.look_at,
        "powers.look_swap": scope.look_swap,
        "snap.who": rng.choice(["off", "own", "any", "any", "any"]),
        "snap.match": rng.choice(["rank", "value"]),
        "snap.window": rng.choice(["draw", "discard", "dealer"]),
        "snap.winners": rng.choice(["one", "chain", "all"]),
        "snap.give": rng.choice(["must", "may", "no"]),
        "snap.cards": rng.choice([1, 2]),
        "snap.penalty": rng.randint(0, 3),
        "snap.late_penalty": rng.randint(0, 2),
        "snap.hand_limit": rng.choice([0, cards, cards + rng.randint(1, 4)]),
        "call.when": rng.choice(["start", "end"]),
        "call.from_lap": rng.randint(1, 4),
        "call.limit": rng.choice([None, rng.randint(-3, 20)]),
        "call.wrong_points": rng.choice([0, 20]),
        "call.right_bonus": rng.choice([0, 5]),
        "score.caller_tie": rng.choice(["loses", "wins", "level", "most_cards"]),
        "score.tie": rng.choice(["share", "most_cards", "fewest_cards"]),
        "score.kamikaze": rng.choice([0, 50]),
        "match.rounds": 1,
        "match.target": 0,
        "match.reset_at": None,
        "match.reset_to": 50,
        "match.reset_times": "always",
        "match.dealer": "rotates",
        "match.starter": "left",
    }
    assert rules.keys() == CLASSIC.keys()
    return rules


def cards_of(oracle: Oracle) -> list[str]:
    on_the_table = [card for hand in oracle.hands().values() for card in hand if card is not None]
    held = [] if oracle.held is None else [oracle.held.text]
    return sorted(on_the_table + held + [card.text for card in oracle.stock + oracle.pile])


def check_fields(events: Sequence[Event], seats: str) -> None:
    for event in events:
        wanted = FIELDS[str(event["event"])]
        needed = {name for name in wanted.split() if not name.endswith("?")}
        allowed = {name.rstrip("?") for name in wanted.split()}
        told = event.keys() - {"event", "sees"}
        assert needed <= told <= allowed, event
        assert ("card" in event) == ("sees" in event), event
        if "card" in event:
            private = event["event"] in ("drew", "peeked", "spied", "looked")
            assert event["sees"] == (event["seat"] if private else seats), event


def is_right_snap(oracle: Oracle, action: str) -> bool:
    hands = oracle.hands()
    cards = [Card(str(hands[place[0]][int(place[1:]) - 1])) for place in action.split()[1:-1]]
    return all(oracle.rules.match(card, oracle.pile[-1]) for card in cards)


def random_action(oracle: Oracle, actor: str, rng: random.Random) -> str:
    """Any verb is as likely as another; most snaps are right, some are wrong or late."""
    by_verb: dict[str, list[str]] = {}
    for action in sorted(oracle.legal(actor)):
        by_verb.setdefault(action.split()[0], []).append(action)
    right = [action for action in by_verb.get("snap", []) if is_right_snap(oracle, action)]
    if right and rng.random() < 0.7:
        return rng.choice(right)
    if len(by_verb) > 1 and rng.random() < 0.7:
        by_verb.pop("snap", None)
    if rng.random() < 0.1:
        late = f"snap {rng.choice(oracle.seats)}{rng.randint(1, 4)} #{rng.randint(1, oracle.discards + 1)}"
        if oracle.accepts(actor, late):
            return late
    return rng.choice(by_verb[rng.choice(sorted(by_verb))])


@pytest.mark.parametrize("seed", examples(150, soak=300))
def test_a_round_under_any_rules_ends_and_loses_no_card(seed: int) -> None:
    rng = random.Random(seed)
    rules, deck, seats = {}, [], 0
    while seats < 2:
        rules = random_rules(rng)
        deck = deck_of(Rules(rules))
        seats = min(rng.randint(2, 5), (len(deck) - 1) // int(str(rules["deal.cards"])))
    rng.shuffle(deck)
    # A short stock brings on reshuffles, waived penalties and rounds that end with it.
    deck = deck[: seats * int(str(rules["deal.cards"])) + 1 + rng.choice([0, 3, 10, 60])]

    def reshuffle(below: list[str]) -> list[str]:
        return rng.sample(below, len(below))

    dealer, starter = rng.randrange(seats), rng.randrange(seats)
    oracle = Oracle(rules, seats, deck, dealer=dealer, starter=starter, reshuffle=reshuffle)
    letters = "".join(oracle.seats)
    check_fields(oracle.opening_events, letters)
    for _ in range(4000):
        if oracle.outcome() is not None:
            break
        actors = oracle.actors()
        assert actors, "somebody should be able to act"
        actor = rng.choice(actors)
        action = random_action(oracle, actor, rng)
        assert oracle.accepts(actor, action)
        check_fields(oracle.play(actor, action), letters)
        assert cards_of(oracle) == sorted(deck)
        assert all(oracle.hands()[gift.gap[0]][int(gift.gap[1:]) - 1] is None for gift in oracle.gifts)
    outcome = oracle.outcome()
    assert outcome is not None, "the round should have ended"
    assert outcome["winners"]
    assert oracle.actors() == []
