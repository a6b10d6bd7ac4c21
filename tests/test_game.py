"""The friendly face: seeds, copies, errors."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

from cambio import (
    DEALER,
    ActionError,
    Game,
    Place,
    Refused,
    Rules,
    RulesError,
    SeatError,
    Snap,
    Swap,
    actions,
    event_reader,
    parse_action,
)
from cambio.actions import VERBS
from cambio.core.engine.refusals import REASONS
from cambio.core.engine.rng import Rng
from cambio.events import Event
from cambio.rules import OPTIONS
from tests.random_play import random_decision
from tests.table import deal


def ready(game: Game) -> Game:
    for seat in game.seats:
        game.play(seat, "ready")
    return game


def test_the_same_seed_deals_the_same_cards_and_no_seed_deals_others() -> None:
    assert Game(seats=3, seed=4).deck == Game(seats=3, seed=4).deck
    assert Game(seats=3, seed=4).deck != Game(seats=3, seed=5).deck
    first, second = Game(seats=3), Game(seats=3)
    assert first.deck != second.deck
    assert Game(seats=3, seed=first.seed).deck == first.deck


def test_every_card_comes_to_every_place_equally_often() -> None:
    chance = Rng(1)
    counts = [[0] * 8 for _ in range(8)]
    shuffles = 20_000
    for _ in range(shuffles):
        for place, card in enumerate(chance.order(range(8))):
            counts[card][place] += 1
    expected = shuffles / 8
    chi_square = sum((count - expected) ** 2 / expected for row in counts for count in row)
    # 49 degrees of freedom: beyond 100 once in a hundred thousand honest dealers.
    assert chi_square < 100


@pytest.mark.parametrize("duplicate", [Game.copy, copy.copy, copy.deepcopy])
def test_a_copy_goes_its_own_way(duplicate: object) -> None:
    game = ready(Game("cambia", seats=2, seed=3))
    twin = duplicate(game)  # type: ignore[operator]
    twin.play("a", "draw")
    assert game.turn == "a" and len(twin.events) == len(game.events) + 2
    assert game.play("a", "draw") == twin.events[-2:]


def test_rules_travel_between_processes() -> None:
    rules = Rules.parse("camp snap.penalty=3")
    _ = rules.ruleset
    assert pickle.loads(pickle.dumps(rules)) == rules  # noqa: S301


def test_actions_are_values_that_read_as_they_are_written() -> None:
    for text in (
        "draw",
        "swap a2",
        "also a1",
        "trade",
        "trade b3",
        "snap a1 #4",
        "snap a1 b2 #12",
        "snap c3",
        "give a12",
    ):
        assert str(parse_action(text)) == text
    assert Snap(Place("b", 3), discard=17) == parse_action("snap b3 #17")
    assert len(VERBS) == 17


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fly",
        "swap",
        "swap a2 a3",
        "draw a1",
        "snap",
        "snap a1 a2 a3",
        "snap a1 17",
        "swap 2a",
        "swap a0",
        "snap a1 #x",
    ],
)
def test_a_text_that_is_no_action_says_what_was_expected(text: str) -> None:
    with pytest.raises(ActionError, match=r"expected|does not go with"):
        parse_action(text)


def test_a_refusal_names_the_rule_and_the_option_and_changes_nothing() -> None:
    table = deal("cambia", a="7h 2c 9d Kd", b="7s 4c 4d 5h", stock="3c 8d Xr")
    with pytest.raises(Refused, match=r"b draw: it is not your turn") as refused:
        table.game.play("b", "draw")
    assert refused.value.refusal.option is None
    table.play("a call")
    with pytest.raises(Refused, match=r"a snap a1: the caller's hand is locked.*\(call.lock\)"):
        table.game.play("a", "snap a1")
    reason = table.game.why_not("b", "snap a1")
    assert reason is not None and reason.option == "call.lock"


@pytest.mark.parametrize(
    ("actor", "action", "sentence"),
    [
        ("a", "swap a1", "draw a card first"),
        ("a", "swap c9", "there is no such place on the table"),
        ("a", "swap z1", "there is no such place on the table"),
        ("a", "ready", "the memory phase is over"),
        ("a", "give a1", "you owe nobody a card"),
        ("a", "snap a1 #2", "no card with that number has been discarded"),
        ("a", "snap a9 #1", "there is no such place on the table"),
        ("a", "settle", "only the dealer does that"),
        (DEALER, "draw", "the dealer does not do that"),
        (DEALER, "close", "the window closes by play, not at the dealer's word"),
        (DEALER, "settle", "nobody has a card to give"),
    ],
)
def test_what_makes_no_sense_now_is_refused_by_its_sentence(actor: str, action: str, sentence: str) -> None:
    table = deal("cambia", a="7h 2c 9d Kd", b="7s 4c 4d 5h", stock="3c 8d Xr")
    assert table.refusal(f"{actor} {action}") == sentence


@pytest.mark.parametrize(
    ("rules", "lines", "refused", "sentence"),
    [
        ("cambia", ["a draw", "a throw"], "a draw", "finish your card's power first, or skip it"),
        ("cambia", ["a draw", "a throw"], "a swap a1", "finish your card's power first, or skip it"),
        (
            "cambia powers.use=mandatory",
            ["a draw", "a throw"],
            "a take",
            "powers must be used here, so use your card's power first",
        ),
        ("cambia call.when=end", ["a draw", "a swap a1"], "a draw", "you have played your card: call, or skip"),
        ("cambia", [], "a peek a1", "the memory phase is over: now only a card's power lets you look"),
        ("cambia", [], "b peek b3", "the memory phase is over: now only a card's power lets you look"),
        (
            "cambia",
            ["a draw"],
            "a peek a1",
            "the memory phase is over: now only a card's power lets you look",
        ),
        ("cambia deal.memory_cards=0", [], "a peek a1", "you have no power to use now"),
        ("cambia", ["a draw", "a throw"], "a spy b1", "your card's power is to swap two cards without looking at them"),
        (
            "cambia",
            ["a draw", "a throw", "a trade b1"],
            "a trade b2",
            "you chose another player's card, so the second must be one of your own",
        ),
        (
            "cambia",
            ["a draw", "a throw", "a trade a1"],
            "a trade a2",
            "you chose one of your own cards, so the second must be another player's",
        ),
    ],
)
def test_a_refusal_says_what_to_do_instead(rules: str, lines: list[str], refused: str, sentence: str) -> None:
    table = deal(rules, a="7h 2c 9d Kd", b="7s 4c 4d 5h", stock="Jc 8d Xr")
    table.play(*lines)
    assert table.refusal(refused) == sentence


def test_a_refusal_before_play_says_who_is_ready_and_what_has_been_seen() -> None:
    table = deal("camp", a="7h 2c 9d Kd", b="7s 4c 4d 5h", ready=False)
    table.play("a peek a1", "a peek a2")
    assert table.refusal("a peek a3") == "you have looked at as many cards as you may before play"
    table.play("a ready")
    assert table.refusal("a ready") == "you are ready already, and play begins when everybody is"
    assert table.refusal("a peek a1") == "you said that you are ready, so your cards stay down"


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        ("7c", "your card's power is to look at one of your own cards"),
        ("9c", "your card's power is to look at another player's card"),
        ("Kc", "your card's power is to look at cards and then to swap"),
    ],
)
def test_whoever_tries_another_power_is_told_what_the_card_does(card: str, sentence: str) -> None:
    table = deal("cambia", a="7h 2c 9d Kd", b="7s 4c 4d 5h", stock=card)
    table.play("a draw", "a throw")
    assert table.refusal("a look b1" if card != "Kc" else "a peek a1") == sentence


def test_what_happens_is_told_in_whole_sentences() -> None:
    table = deal("flip", a="7h 2c 9d Kd", b="7s 4c 4d 5h", c="2d 2h 3d 3h", stock="2s")
    table.play("a draw", "a throw", "c snap a2", "c give c3")
    names = {"c": "Cleo"}
    assert table.game.events[-1].sentence(names) == "Cleo gives away the card at c3, which now lies at a2."


def test_an_unknown_seat_is_refused_wherever_it_is_named() -> None:
    game = Game("cambia", seats=2, seed=1)
    for attempt in (
        lambda: game.legal("c"),
        lambda: game.view("c"),
        lambda: game.play("zz", "draw"),
        lambda: game.why_not("", "draw"),
    ):
        with pytest.raises(SeatError, match="nobody sits at"):
            attempt()
    with pytest.raises(SeatError, match="nobody sits at"):
        Game("cambia", seats=2, dealer="c")


def test_a_deck_that_is_not_the_rules_deck_is_refused() -> None:
    deck = Game("cambia", seats=2, seed=1).deck
    with pytest.raises(RulesError, match="expected 54 cards, but found 53"):
        Game("cambia", seats=2, deck=deck[1:])
    with pytest.raises(RulesError, match="there is no"):
        Game("cambia", seats=2, deck=[deck[1], *deck[1:]])
    with pytest.raises(ValueError, match="expected a card like 7h"):
        Game("cambia", seats=2, deck=["9x", *deck[1:]])


def test_without_a_log_a_game_plays_the_same_and_keeps_no_events() -> None:
    silent, heard = (ready(Game("stick", seats=2, seed=9, log=log)) for log in (False, True))
    for game in (silent, heard):
        game.play("a", "draw")
        game.play("a", Swap(Place("a", 1)))
    assert silent.events == [] and heard.events != []
    assert silent.view("a") == heard.view("a")


class BadLuck:
    """A dealer who loses cards."""

    def __init__(self, order: list[int]) -> None:
        self._order = order

    def order(self, cards: object) -> list[int]:
        return self._order

    def copy(self) -> BadLuck:
        return self


@pytest.mark.parametrize("order", [[], [0] * 54, [*range(53), 99]])
def test_a_dealer_who_loses_or_adds_cards_is_refused(order: list[int]) -> None:
    with pytest.raises(RulesError, match="expected the same 54 cards in another order"):
        Game("cambia", luck=BadLuck(order))


@pytest.mark.parametrize(
    "action",
    [
        Snap(Place("b", 2**23 + 1)),
        Snap(Place("b", 2**70)),
        Snap(Place("a", 1), Place("b", 0)),
        Swap(Place("", 1)),
        Swap(Place("ab", 1)),
        Swap(Place("A", 1)),
        Swap(Place("a", -3)),
    ],
)
def test_a_place_that_is_none_is_refused_however_it_is_written(action: Snap | Swap) -> None:
    game = ready(Game("camp", seats=2, seed=3))
    game.play("a", "draw")
    game.play("a", "throw")
    reason = game.why_not("b", action)
    assert reason is not None and reason.sentence == "there is no such place on the table"


def test_a_discard_that_has_never_been_is_refused_however_large_its_number() -> None:
    game = ready(Game("cambia", seats=2, seed=3))
    for number in (0, -1, 2, 2**40):
        reason = game.why_not("b", Snap(Place("b", 1), discard=number))
        assert reason is not None and reason.sentence == "no card with that number has been discarded"


def test_a_wrong_reshuffle_changes_nothing() -> None:
    deck = Game("stick deck.jokers=0", seats=2, seed=1).deck
    game = ready(Game("stick deck.jokers=0", seats=2, deck=deck, shuffles=[["7h"]], seed=1))
    while game.view().stock:
        seat = game.turn
        assert seat is not None
        game.play(seat, "draw")
        game.play(seat, "swap a1" if seat == "a" else "swap b1")
    before = game.view(), len(game.events), list(game.record)
    with pytest.raises(RulesError, match="expected 43 cards, but found 1"):
        game.play(game.turn or "", "draw")
    assert before == (game.view(), len(game.events), game.record)


def test_what_is_no_action_at_all_is_refused() -> None:
    game = Game("cambia", seats=2, seed=3)
    with pytest.raises(ActionError, match="expected an action, like Draw"):
        game.play("a", None)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="but found '2'"):
        Game("cambia", seats="2")  # type: ignore[arg-type]


def test_a_game_starts_again_from_its_deal() -> None:
    game = ready(Game("flip", seats=3, seed=5, dealer="b"))
    again = game.from_the_start()
    assert again.deck == game.deck and again.dealer == "b" and again.starter == "c" and not again.record


def test_every_reason_for_a_refusal_is_a_sentence_without_a_full_stop_and_names_an_option_that_exists() -> None:
    for reason in REASONS:
        assert reason.sentence[0].islower() and not reason.sentence.endswith(".")
        assert reason.option is None or reason.option in OPTIONS
    assert len({reason.sentence for reason in REASONS}) == len(REASONS)


def large_hands(cards: int) -> Game:
    """Eight hands of that many cards, a discard that may be snapped, and rules by which two cards may be at once."""
    game = Game(f"camp deck.decks=8 deal.cards={cards}", seats=8, seed=4)
    for seat in game.seats:
        game.play(seat, "ready")
    for action in ("draw", "throw"):
        game.play("a", action)
    return game


def test_lists_of_answers_grow_with_the_cards_and_not_with_their_pairs() -> None:
    small, large = (len(large_hands(cards).legal("b")) for cards in (4, 12))
    assert 0 < large <= 3 * small


def test_any_two_of_the_listed_snaps_may_be_made_as_one_and_those_pairs_are_listed_on_demand() -> None:
    game = large_hands(3)
    ones = [action for action in game.legal("b") if isinstance(action, Snap)]
    pairs = {frozenset(action.places()) for action in game.legal("b", pairs=True) if len(action.places()) == 2}
    assert pairs == {frozenset((one.place, two.place)) for one in ones for two in ones if one != two}
    assert all(game.why_not("b", Snap(one.place, ones[0].place, one.discard)) is None for one in ones[1:])


def test_the_same_actions_and_events_are_made_once_and_shared_by_all_games() -> None:
    games = [Game("cambia", seats=2, seed=7) for _ in range(2)]
    heard = [[event for seat in game.seats for event in game.play(seat, "ready")] for game in games]
    assert all(one is other for one, other in zip(*heard, strict=True))
    offered = [game.legal("a", snaps=False) for game in games]
    assert all(one is other for one, other in zip(*offered, strict=True))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_shared_tells_the_same_place_however_many_sit(seats: int) -> None:
    """The core counts places by how many sit: the same number is another place where more do."""
    game = ready(Game("cambia", seats=seats, seed=7))
    game.play("a", "draw")
    swaps = [action for action in game.legal("a", snaps=False) if action.places()]
    assert [str(action) for action in swaps] == ["swap a1", "swap a2", "swap a3", "swap a4"]
    assert str(game.play("a", swaps[1])[0]).startswith("a puts the card at a2 and discards")


def test_games_share_no_more_actions_and_events_than_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    def play_rounds() -> list[list[Event]]:
        games = [Game("cambia", seats=2, seed=seed) for seed in range(3)]
        for game in games:
            rng = random.Random(1)
            while not game.is_over:
                game.play(*random_decision(game, rng))
        return [game.heard_by("a") for game in games]

    told = play_rounds()
    monkeypatch.setattr(event_reader, "MAX_EVENTS", 20)
    monkeypatch.setattr(actions, "MAX_ACTIONS", 5)
    assert play_rounds() == told
    event_reader._known.clear()
    actions._known.clear()
    assert play_rounds() == told
    assert 0 < len(event_reader._known) <= 20
    assert 0 < len(actions._known[2]) <= 5
