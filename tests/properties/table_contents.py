"""All that lies on a table, as plain numbers."""

from __future__ import annotations

import random
from collections.abc import Iterator

from cambio.core.engine import phases
from cambio.core.engine.deal import deal_new_table
from cambio.core.engine.play import resume
from cambio.core.engine.rng import Rng, shuffle_stock
from cambio.core.engine.table import Table
from cambio.core.playout import decide, snap_anything, step
from cambio.rules import Rules
from cambio.training.random_rules import random_rules

#: A copy begins a log of its own, and makes its own room.
NOT_COPIED = ("listening", "log_size", "log_capacity", "gift_capacity")
#: More decisions than any random round takes.
ENDLESS = 5_000


def numbers(table: Table) -> dict[str, int]:
    """Every number that a table shows by name, whichever they are."""
    names = [name for name in dir(table) if not name.startswith("_") and name not in NOT_COPIED]
    return {name: value for name in names if isinstance(value := getattr(table, name), int)}


def rows(table: Table) -> dict[str, list[int]]:
    """Every row of numbers, as far as it means something."""
    cards, seats = range(table.ruleset.deck_size), range(table.seats)
    return {
        "places": [table.card_at(place) for place in range(table.rows * table.seats)],
        "stock": [table.stock_card(index) for index in range(table.stock_left)],
        "pile": [table.pile_card(index) for index in range(table.pile_size)],
        "seen": [table.seen_by(card) for card in cards],
        "slots": [table.slots_of(seat) for seat in seats],
        "cards": [table.cards_of(seat) for seat in seats],
        "chosen": [table.chosen_by(seat) for seat in seats],
        "points": [table.points_of(seat) for seat in seats],
        "scores": [table.score_of(seat) for seat in seats],
        "givers": [table.gift_giver(index) for index in range(table.gifts)],
        "gaps": [table.gift_place(index) for index in range(table.gifts)],
    }


def log(table: Table) -> list[int]:
    return [table.logged(index) for index in range(table.log_size)]


def random_tables(seed: int, rng: Rng, rules: Rules | None = None) -> Iterator[Table]:
    """A table in each state of a random round, also while it waits for the dealer to reshuffle."""
    seats = 2 + seed % 7
    rules = rules or random_rules(random.Random(seed), seats)
    table = deal_new_table(rules.ruleset, seats, rng)
    yield table
    for _ in range(ENDLESS):
        if table.phase == phases.OVER:
            return
        if not (table.window_open and rng.below(3) == 0 and snap_anything(table, rng)):
            decide(table, rng)
        yield table
        if table.shuffle_due:
            finish_shuffle(table, rng)
            yield table
    raise AssertionError(f"{table.seats} seats play {rules} without an end")


def finish_shuffle(table: Table, rng: Rng) -> None:
    """The dealer does what the table waits for; a large penalty may take the discards more than once."""
    while table.shuffle_due:
        shuffle_stock(table, rng)
        resume(table)


def finish_round(table: Table, rng: Rng) -> int:
    """Random play to the end: how many decisions it took."""
    finish_shuffle(table, rng)
    for decisions in range(ENDLESS):
        if not step(table, rng):
            return decisions
    raise AssertionError("the round does not end")
