"""The ladder: the same game batched and one by one, and no eye but the own seat's."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from cambio import Game, Rules
from cambio.bots import play_round
from cambio.bots.levels import LevelPlayer
from cambio.bots.styles import STYLES, Style
from cambio.core import is_compiled
from cambio.core.engine import constants, phases
from cambio.core.engine.deal import deal_new_table
from cambio.core.engine.next_actor import find_decider, may_snap
from cambio.core.engine.rng import Rng
from cambio.core.engine.snap import matches
from cambio.core.engine.table import Table
from cambio.core.players import round_columns
from cambio.core.players.batch import derive_seed, play_deals
from cambio.core.players.mind import Mind
from cambio.core.players.redeal import redeal
from cambio.core.players.round_stats import seat_column
from cambio.core.players.search import choose_with_search
from cambio.core.players.snap_search import choose_snap_with_search
from cambio.core.playout import step
from cambio.lab.external_games import BatchLuck
from cambio.rules import PRESETS
from cambio.training.random_rules import random_rules, random_seats

#: Interpreted code plays the same rounds, only fewer of them.
HASTE = 1 if is_compiled() else 4
#: Decisions of a round that are looked at: a search thinks as long as hundreds of experts.
MOST_DECISIONS, MOST_SEARCHES = 400, 12 // HASTE
#: Random house rules that each plays by; a search thinks long, and rounds at random last long.
ROUNDS = {name: 2 if style.is_slow else 8 if name == "random" else 16 for name, style in STYLES.items()}


def some_rules(rng: random.Random, count: int) -> Iterator[tuple[Rules, int]]:
    """Every rule book at two and more seats, then house rules at random."""
    for rules in PRESETS.values():
        yield rules, 2
        yield rules, rng.randrange(3, min(rules["deal.max_seats"], 8) + 1)
    for _ in range(count):
        rules = random_rules(rng)
        yield rules, min(random_seats(rules, rng), 8)


def short_style(name: str) -> Style:
    """A search thinks less deeply in tests."""
    samples = 24 if is_compiled() else 2
    return replace(STYLES[name], samples=samples) if STYLES[name].samples else STYLES[name]


@pytest.mark.parametrize("name", STYLES)
def test_a_batch_plays_the_same_rounds_as_players_who_are_only_told_what_they_may_know(name: str) -> None:
    rng = random.Random(f"batch {name}")
    style = short_style(name)
    for rules, seats in some_rules(rng, ROUNDS[name] // HASTE):
        seed, deal = rng.getrandbits(60), rng.randrange(1000)
        minds = [style.make_mind(rules, seats) for _ in range(seats)]
        row = play_deals(rules.ruleset, minds, 1, seed, deal, 1)
        game = Game(
            rules, seats, luck=BatchLuck(Rng(derive_seed(seed, deal, 0))), dealer="abcdefgh"[seats - 1], starter="a"
        )
        players = [
            LevelPlayer(style, rules, seats, seat, derive_seed(seed, deal, 1 + number))
            for number, seat in enumerate(game.seats)
        ]
        report = play_round(game, players)
        assert report.faults == ()
        scores = [row[seat_column(seat, round_columns.SCORE)] for seat in range(seats)]
        assert [game.table.score_of(seat) for seat in range(seats)] == scores, rules
        assert game.table.winners == row[round_columns.WINNERS]
        assert game.table.lap == row[round_columns.LAPS]


@pytest.mark.parametrize("name", STYLES)
def test_no_level_sees_more_than_its_seat(name: str) -> None:
    """At every decision of random rounds: whatever lies where the seat has not looked, it does the same."""
    rng = random.Random(f"secrecy {name}")
    for rules, seats in some_rules(rng, ROUNDS[name] // HASTE):
        think_in_a_round(short_style(name), rules, seats, rng, choose_snap_with_search)


def think_in_a_round(
    style: Style, rules: Rules, seats: int, rng: random.Random, choose_snap: Callable[[Mind, Table], int]
) -> None:
    """Let a mind at each seat think about every snap and every decision of a random round, as long as that takes."""
    dealer = Rng(rng.getrandbits(60))
    table = deal_new_table(rules.ruleset, seats, dealer)
    minds = [style.make_mind(rules, seats) for _ in range(seats)]
    for seat, mind in enumerate(minds):
        mind.start_round(seat, Rng(rng.getrandbits(60)))
    most = MOST_SEARCHES if style.is_slow else MOST_DECISIONS
    decisions = 0
    while decisions < most and step(table, dealer) and table.phase != phases.OVER:
        for seat in range(seats):
            if may_snap(table, seat):
                minds[seat] = thinks_the_same(choose_snap, minds[seat], table, dealer)
        seat = find_decider(table)
        if seat != constants.DEALER:
            minds[seat] = thinks_the_same(choose_with_search, minds[seat], table, dealer)
            decisions += 1


def snap_what_matches(mind: Mind, table: Table) -> int:
    """A planted leak: it knows every card of its own hand."""
    own = range(mind.seat, table.slots_of(mind.seat) * table.seats, table.seats)
    return next((place + 1 for place in own if table.card_at(place) >= 0 and matches(table, place)), 0)


def test_a_planted_leak_is_found() -> None:
    rng = random.Random("a planted leak")
    with pytest.raises(AssertionError):
        for rules, seats in some_rules(rng, 8):
            think_in_a_round(STYLES["expert"], rules, seats, rng, snap_what_matches)


def thinks_the_same(think: Callable[[Mind, Table], int], mind: Mind, table: Table, rng: Rng) -> Mind:
    """The mind after that thought, which does not depend on anything that it has not seen."""
    other_mind, world = mind.copy(), table.copy()
    redeal(world, mind.seat, rng.copy())
    assert think(mind, table) == think(other_mind, world)
    return mind


@pytest.mark.skipif(not is_compiled(), reason="many rounds")
@pytest.mark.parametrize("preset", ["classic", "flip", "cambia", "stick", "camp"])
def test_casual_rounds_are_as_long_as_those_of_people(preset: str) -> None:
    """Also where nobody snaps, so that hands keep all their cards."""
    rules, deals = PRESETS[preset], 400
    rows = play_deals(rules.ruleset, [STYLES["casual"].make_mind(rules, 2) for _ in range(2)], 1, 1, 0, deals)
    laps = rows[round_columns.LAPS :: len(rows) // deals]
    assert 6 < sum(laps) / deals < 11
    assert sum(lap > 20 for lap in laps) < deals / 50


@pytest.mark.skipif(not is_compiled(), reason="many rounds")
def test_casual_players_stay_patient_where_a_call_above_some_points_is_wrong() -> None:
    rules, deals = PRESETS["tamalou"], 400
    rows = play_deals(rules.ruleset, [STYLES["casual"].make_mind(rules, 2) for _ in range(2)], 1, 1, 0, deals)
    width = len(rows) // deals
    right, wrong = (sum(rows[column::width]) for column in (round_columns.RIGHT_CALL, round_columns.WRONG_CALL))
    assert right > 2 * wrong
