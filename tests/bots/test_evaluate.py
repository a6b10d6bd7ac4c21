"""The policy of evaluation: what a player who counts cards and weighs gains does in positions that people know."""

from __future__ import annotations

import random

import pytest

from cambio import Game, Rules
from cambio.actions import action_numbered
from cambio.bots.styles import STYLES, trait_values
from cambio.core.engine import constants
from cambio.core.engine.deal import deal_new_table
from cambio.core.engine.rng import Rng
from cambio.core.engine.table import Table as CoreTable
from cambio.core.players import policies
from cambio.core.players.belief import count_unseen, mean_at
from cambio.core.players.mind import Mind, recall
from cambio.core.players.redeal import redeal
from cambio.core.players.round_loop import choose_action, choose_snap
from cambio.core.playout import step
from cambio.places import Seat, seat_number
from cambio.training.random_rules import random_rules
from tests.table import Table, deal


def evaluating_mind(rules: Rules, seat: int, **traits: float) -> Mind:
    """A mind at a seat that plays by evaluation, with default traits but for those given."""
    mind = Mind(rules.ruleset, policies.EVALUATION, trait_values(traits), 0)
    mind.start_round(seat, Rng(1))
    return mind


def decides(table: Table, seat: Seat, **traits: float) -> str:
    """What evaluation chooses at that seat."""
    mind = evaluating_mind(table.game.rules, seat_number(seat), **traits)
    return str(
        action_numbered(choose_action(mind, table.game.table), len(table.game.seats), table.game.table.discard_number)
    )


def snaps(table: Table, seat: Seat) -> str | None:
    mind = evaluating_mind(table.game.rules, seat_number(seat))
    action = choose_snap(mind, table.game.table)
    return str(action_numbered(action, 2, table.game.table.discard_number)) if action else None


def deal_known(rules: str, *, stock: str, opening: str | None = None, **hands: str) -> Table:
    """Both players have looked at their bottom cards."""
    table = deal(rules, stock=stock, opening=opening, ready=False, **hands)
    for seat in table.game.seats:
        for slot in (3, 4):
            table.game.play(seat, f"peek {seat}{slot}")
        table.game.play(seat, "ready")
    return table


def test_a_low_card_takes_the_place_of_the_highest_known_one() -> None:
    table = deal_known("classic", a="5c 5d 2c 10h", b="6c 6d 6h 6s", stock="Ac", opening="9c")
    table.play("a draw")
    assert decides(table, "a") == "swap a4"


def test_a_high_card_is_thrown() -> None:
    table = deal_known("classic", a="5c 5d 2c 3h", b="6c 6d 6h 6s", stock="10c", opening="9c")
    table.play("a draw")
    assert decides(table, "a") == "throw"


def test_a_joker_on_the_pile_is_taken_rather_than_a_card_drawn() -> None:
    table = deal_known("classic", a="5c 5d 2c 10h", b="6c 6d 6h 6s", stock="8c", opening="Xr")
    assert decides(table, "a") == "take"


def test_a_known_match_is_snapped_and_an_unknown_one_is_not() -> None:
    table = deal_known("cambia", a="9c 5d 2c 9h", b="6c 6d 6h 6s", stock="9d 8c", opening="3c")
    table.play("a draw", "a throw")
    assert snaps(table, "a") == "snap a4 #2"
    assert snaps(table, "b") is None


def test_a_red_king_is_not_snapped_away() -> None:
    table = deal_known("cambia", a="9c 5d 2c Kh", b="6c 6d 6h 6s", stock="Kc 8c", opening="3c")
    table.play("a draw", "a throw")
    assert snaps(table, "a") is None


def test_a_card_like_a_known_own_one_is_thrown_so_that_both_are_gone() -> None:
    table = deal_known("cambia", a="2d 3d 2c 10h", b="6c 6d 6h 6s", stock="10s 8c", opening="3c")
    table.play("a draw")
    assert decides(table, "a") == "throw"
    table.play("a throw")
    assert snaps(table, "a") == "snap a4 #2"


def test_the_card_that_counts_most_is_given() -> None:
    table = deal_known("cambia", a="2d 3d 2c 10h", b="6c 6d 6h 5s", stock="5d 8c 9c 4d", opening="3c")
    table.play("a draw", "a swap a1", "b draw", "b throw", "b skip", "a draw", "a throw", "a spy b3")
    table.play("b draw", "b swap b1")
    assert snaps(table, "a") == "snap b3 #5"
    table.play("a snap b3")
    assert decides(table, "a") == "give a4"


def test_a_hand_that_is_sure_to_be_lowest_is_called() -> None:
    table = deal("classic", a="Xr Xb Kh Kd", b="10c 10d 10h 10s", stock="9d 9h 9s 8c", ready=False)
    assert decides(table, "a").startswith("peek")
    table.play("a peek a3", "a peek a4", "a ready", "b ready")
    for _ in range(2):
        if decides(table, "a") == "call":
            return
        table.play("a draw", "a throw", "b draw", "b throw")
        if "skip" in table.legal("b"):
            table.play("b skip")
    pytest.fail("two red kings and two unknown cards against four unknown ones were not called")


@pytest.mark.parametrize("seed", range(6))
def test_card_counting_is_exact(seed: int) -> None:
    """A hidden card is expected to count what the unseen cards of its shuffle count on average."""
    rng = random.Random(seed)
    rules = random_rules(rng).but("score.risky_fives=no")
    dealer = Rng(seed)
    table = deal_new_table(rules.ruleset, 3, dealer)
    for _ in range(rng.randrange(10, 400)):
        if not step(table, dealer):
            table = deal_new_table(rules.ruleset, 3, dealer)
    seat = rng.randrange(3)
    mind = evaluating_mind(rules, seat, kept_low=0.0, known_low=0.0)
    count_unseen(mind, table)
    for place in hidden_places(table, seat):
        unseen = [
            card
            for card in range(rules.ruleset.deck_size)
            if table.origin_of(card) == table.origin_of(table.card_at(place)) and not table.seen_by(card) >> seat & 1
        ]
        values = [rules.ruleset.value_of(card) for card in unseen]
        assert mean_at(mind, place) == pytest.approx(sum(values) / len(values))
        world = table.copy()
        redeal(world, seat, dealer)
        assert world.card_at(place) in unseen


def hidden_places(table: CoreTable, seat: int) -> list[int]:
    return [
        place
        for owner in range(table.seats)
        for place in range(owner, table.slots_of(owner) * table.seats, table.seats)
        if table.card_at(place) != constants.NO_CARD and not table.seen_by(table.card_at(place)) >> seat & 1
    ]


def test_kept_cards_are_expected_to_be_low_and_unwanted_ones_high() -> None:
    table = deal_known("cambia", a="9c 5d 2c 10h", b="6c 6d 6h 6s", stock="3d 8c 7c 7d", opening="3c")
    mind = evaluating_mind(table.game.rules, 1)
    table.play("a draw", "a swap a1", "b draw", "b throw")
    count_unseen(mind, table.game.table)
    kept, plain = (mean_at(mind, place) for place in (0, 2))
    assert kept < plain - 1


def test_a_fading_memory_loses_cards_and_a_perfect_one_does_not() -> None:
    table = deal_known("cambia", a="9c 5d 2c 10h", b="6c 6d 6h 6s", stock="3d 8c 7c 7d", opening="3c")
    assert recalls("expert", table.game) == 40
    assert 4 < recalls("casual", table.game) < 36
    assert recalls("beginner", table.game) < recalls("casual", table.game)


def recalls(name: str, game: Game) -> int:
    """In how many of forty turns seat a still knows its ten."""
    mind = STYLES[name].make_mind(game.rules, 2)
    mind.start_round(0, Rng(4))
    known = 0
    for _ in range(40):
        choose_action(mind, game.table)
        known += recall(mind, game.table, game.table.card_at(6)) != constants.NO_CARD
    return known
