"""Random house rules: any rule book, with any mixture of options that makes sense."""

from __future__ import annotations

import random

from ..house_rules import OPTIONS
from ..house_rules.card_powers import CardPower
from ..options import CardTable, Choice, Count, Flag, Option, Value
from ..rules import PRESETS, Rules, RulesError

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
#: Who may play, what happens between rounds, and what things are called, says nothing about a single one.
LEFT_ALONE = (
    *("deal.min_seats", "deal.max_seats", "match.rounds", "match.target", "match.reset_at", "match.reset_to"),
    *("snap.word", "call.word"),
)
#: These have many answers, so one in three rules has others than its preset.
OFTEN = ("deck.counts", "powers.cards")
#: One pack in so many has only a few cards.
SMALL_PACKS = 12


def random_rules(rng: random.Random, seats: int = 2, most: int = 12) -> Rules:
    """A preset with up to so many options changed at random, for so many seats and perhaps for more."""
    while True:
        preset = rng.choice(list(PRESETS))
        settings = {name: PRESETS[preset][name] for name in OPTIONS}
        names = [name for name in OPTIONS if name not in LEFT_ALONE]
        drawn = rng.sample(names, rng.randrange(most + 1)) + [name for name in OFTEN if rng.randrange(3) == 0]
        changed = {name: random_value(OPTIONS[name], settings[name], rng) for name in drawn}
        changed["deal.max_seats"] = 26
        if rng.randrange(SMALL_PACKS) == 0:
            changed["deck.counts"] = small_pack(rng)
        try:
            rules = PRESETS[preset].but(changed)
            rules.check_seats(seats)
        except RulesError:
            continue
        return rules


def random_value(option: Option, value: Value, rng: random.Random) -> Value:
    if isinstance(option, Flag):
        return rng.random() < 0.5
    if isinstance(option, CardPower):
        return random_power(option, rng)
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


def random_power(option: CardPower, rng: random.Random) -> Value:
    """Any power; some that can reach otherwise than others of theirs do so, in a part of their scope or in all."""
    power = rng.choice(option.choices)
    scopes = [scope for scope in option.scopes_of(power) if rng.random() < 0.5]
    return option.written(power, {scope.name: random_value(scope, scope.default, rng) for scope in scopes})


def small_pack(rng: random.Random) -> Value:
    """A few kinds of card, and not many of each."""
    counts = OPTIONS["deck.counts"]
    assert isinstance(counts, CardTable)
    kinds = rng.sample(counts.kinds, rng.randint(3, 8))
    return counts.check({kind: rng.randint(1, 4) if kind in kinds else 0 for kind in counts.kinds})


def random_seats(rules: Rules, rng: random.Random) -> int:
    """2 to 8 seats, as far as the deck allows."""
    while True:
        seats = min(rng.randint(2, 8), rng.randint(2, 8))
        try:
            rules.check_seats(seats)
        except RulesError:
            continue
        return seats
