"""Random play, for tests and benchmarks. Every decision goes through ``play`` and is checked like a person's."""

from __future__ import annotations

from .engine import action_codes, constants, option_codes, phases, refusals
from .engine.deal import deal_new_table
from .engine.play import action_of, play, resume
from .engine.powers import swap_scope
from .engine.rng import Rng, shuffle_stock
from .engine.ruleset import Ruleset
from .engine.table import Table

#: These happen once in this many decisions.
CALL_CHANCE = 16
SNAP_CHANCE = 8
SKIP_CHANCE = 8
ALSO_CHANCE = 4


def step(table: Table, rng: Rng) -> int:
    """One random decision by whoever has one to make: 1 if a decision was made, 0 if the round is over."""
    if table.phase == phases.OVER:
        return 0
    if not table.window_open or rng.below(SNAP_CHANCE) or not snap_anything(table, rng):
        decide(table, rng)
    if table.shuffle_due:
        shuffle_stock(table, rng)
        resume(table)
    return 1


def snap_anything(table: Table, rng: Rng) -> int:
    seat = rng.below(table.seats)
    place = random_place(table, rng)
    return (
        play(table, seat, action_of(action_codes.SNAP, place, constants.NOWHERE), table.discard_number)
        == refusals.LAWFUL
    )


def random_place(table: Table, rng: Rng) -> int:
    return random_place_of(table, rng.below(table.seats), rng)


def random_place_of(table: Table, seat: int, rng: Rng) -> int:
    return rng.below(table.slots[seat]) * table.seats + seat


def decide(table: Table, rng: Rng) -> None:
    """Try random actions until one is lawful; a refusal changes nothing."""
    if table.gifts:
        give_or_keep(table, rng)
    elif table.phase == phases.HOLDING:
        swap_or_throw(table, rng)
    elif table.phase == phases.POWER:
        use_power(table, rng)
    elif table.phase == phases.START:
        begin_turn(table, rng)
    elif table.phase == phases.MEMORY:
        look_or_be_ready(table, rng)
    elif table.phase == phases.ENDING:
        if rng.below(CALL_CHANCE) or not attempt(table, action_codes.CALL, constants.NOWHERE):
            attempt(table, action_codes.SKIP, constants.NOWHERE)
    else:
        play(table, constants.DEALER, action_of(action_codes.CLOSE, constants.NOWHERE, constants.NOWHERE), 0)


def attempt(table: Table, kind: int, place: int) -> int:
    """The seat whose turn it is tries something."""
    return play(table, table.turn, action_of(kind, place, constants.NOWHERE), 0) == refusals.LAWFUL


def give_or_keep(table: Table, rng: Rng) -> None:
    giver = table.gift_from[0]
    if (
        rng.below(2)
        or play(table, giver, action_of(action_codes.KEEP, constants.NOWHERE, constants.NOWHERE), 0) != refusals.LAWFUL
    ):
        while (
            play(table, giver, action_of(action_codes.GIVE, random_place_of(table, giver, rng), constants.NOWHERE), 0)
            != refusals.LAWFUL
        ):
            pass


def look_or_be_ready(table: Table, rng: Rng) -> None:
    seat = rng.below(table.seats)
    while table.ready >> seat & 1:
        seat = rng.below(table.seats)
    if rng.below(3):
        place = random_place_of(table, seat, rng)
        if play(table, seat, action_of(action_codes.PEEK, place, constants.NOWHERE), 0) == refusals.LAWFUL:
            return
    play(table, seat, action_of(action_codes.READY, constants.NOWHERE, constants.NOWHERE), 0)


def begin_turn(table: Table, rng: Rng) -> None:
    if rng.below(CALL_CHANCE) == 0 and attempt(table, action_codes.CALL, constants.NOWHERE):
        return
    if (
        table.ruleset.turn_take != option_codes.TURN_TAKE_NO
        and rng.below(2) == 0
        and attempt(table, action_codes.TAKE, constants.NOWHERE)
    ):
        return
    if not attempt(table, action_codes.DRAW, constants.NOWHERE):
        play(table, constants.DEALER, action_of(action_codes.CLOSE, constants.NOWHERE, constants.NOWHERE), 0)


def swap_or_throw(table: Table, rng: Rng) -> None:
    """Any of the own cards, or none, with the same chance each; now and then one more to go with it."""
    while True:
        if table.ruleset.turn_exchange != option_codes.TURN_EXCHANGE_ONE and rng.below(ALSO_CHANCE) == 0:
            attempt(table, action_codes.ALSO, random_place_of(table, table.turn, rng))
        if rng.below(table.hand_size[table.turn] + 1) == 0:
            if attempt(table, action_codes.THROW, constants.NOWHERE):
                return
        elif attempt(table, action_codes.SWAP, random_place_of(table, table.turn, rng)):
            return


def use_power(table: Table, rng: Rng) -> None:
    while True:
        if rng.below(SKIP_CHANCE) == 0:
            kind = action_codes.SKIP
            place = constants.NOWHERE
        elif table.power == option_codes.POWER_PEEK:
            kind = action_codes.PEEK
            place = random_place_of(table, table.turn, rng)
        elif table.power == option_codes.POWER_SPY:
            kind = action_codes.SPY
            place = random_place_of(table, (table.turn + 1 + rng.below(table.seats - 1)) % table.seats, rng)
        elif table.power == option_codes.POWER_TRADE or rng.below(2):
            kind = action_codes.TRADE
            place = random_place(table, rng)
            if table.power == option_codes.POWER_LOOK and swap_scope(table) == option_codes.POWERS_LOOK_SWAP_LOOKED:
                place = constants.NOWHERE
        else:
            kind = action_codes.LOOK
            place = random_place(table, rng)
        if attempt(table, kind, place):
            return


def play_out(table: Table, rng: Rng) -> int:
    """Random play to the end of the round: how many decisions it took."""
    decisions = 0
    while step(table, rng):
        decisions += 1
    return decisions


def play_rounds(ruleset: Ruleset, seats: int, rounds: int, seed: int) -> int:
    """Play random rounds dealt from one seed: how many decisions they took."""
    rng = Rng(seed)
    decisions = 0
    for _ in range(rounds):
        decisions += play_out(deal_new_table(ruleset, seats, rng), rng)
    return decisions
