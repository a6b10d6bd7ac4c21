"""Random house rules: any rule book, with any mixture of options that makes sense."""

from __future__ import annotations

import random

from cambio.house_rules import OPTIONS
from cambio.options import CardTable, Choice, Count, Flag, Option, Value
from cambio.rules import PRESETS, Rules, RulesError

#: Random rounds should go through many hands quickly, so some options stay within what a table can hold.
MODEST = {
    "deck.decks": (1, 2),
    "deal.cards": (1, 5),
    "deal.memory_cards": (0, 3),
    "snap.penalty": (0, 3),
    "snap.late_penalty": (0, 2),
    "snap.hand_limit": (0, 8),
    "call.from_lap": (1, 3),
    "call.limit": (0, 30),
}
#: Who may play, and what happens between rounds, says nothing about a single one.
LEFT_ALONE = ("deal.min_seats", "deal.max_seats", "match.rounds", "match.target", "match.reset_at", "match.reset_to")


def random_rules(rng: random.Random) -> Rules:
    """A preset with up to a dozen options changed at random."""
    while True:
        preset = rng.choice(list(PRESETS))
        settings = {name: PRESETS[preset][name] for name in OPTIONS}
        names = [name for name in OPTIONS if name not in LEFT_ALONE]
        changed = {
            name: random_value(OPTIONS[name], settings[name], rng) for name in rng.sample(names, rng.randrange(13))
        }
        changed["deal.max_seats"] = 26
        try:
            return PRESETS[preset].but(changed)
        except RulesError:
            continue


def random_value(option: Option, value: Value, rng: random.Random) -> Value:
    if isinstance(option, Flag):
        return rng.random() < 0.5
    if isinstance(option, Choice):
        return rng.choice(option.choices)
    if isinstance(option, Count):
        low, high = MODEST.get(option.name, (option.low, option.high))
        return None if option.may_be_none and rng.random() < 0.5 else rng.randint(low, high)
    assert isinstance(option, CardTable)
    table = value
    for _ in range(rng.randint(1, 4)):
        key = rng.choice(list(option.to_json(table)))
        table = option.put(table, key, random_value(option.each, 0, rng))
    return table


def random_seats(rules: Rules, rng: random.Random) -> int:
    """2 to 8 seats, as far as the deck allows."""
    while True:
        seats = min(rng.randint(2, 8), rng.randint(2, 8))
        try:
            rules.check_seats(seats)
        except RulesError:
            continue
        return seats
