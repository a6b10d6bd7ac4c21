"""Random play inside the engine: every decision goes through the same door as a person's, checked and all."""

from __future__ import annotations

from .engine import action_codes, constants, option_codes, phases, refusals
from .engine.deal import deal_stock
from .engine.play import action_of, play, resume
from .engine.rng import Chance, shuffle_stock
from .engine.ruleset import Ruleset
from .engine.table import Table

#: One chance in so many.
CALL_CHANCE = 16
SNAP_CHANCE = 8
SKIP_CHANCE = 8


def new_table(ruleset: Ruleset, seats: int, chance: Chance) -> Table:
    """A freshly dealt table, with the last seat as its dealer."""
    table = Table(ruleset, seats, seats - 1, 0)
    table.stock_left = ruleset.cards
    for card in range(ruleset.cards):
        table.stock[card] = card
    shuffle_stock(table, chance)
    deal_stock(table)
    return table


def step(table: Table, chance: Chance) -> int:
    """One random decision by whoever has one to make: 1 if a decision was made, 0 if the round is over."""
    if table.phase == phases.OVER:
        return 0
    if not table.window_open or chance.below(SNAP_CHANCE) or not snap_anything(table, chance):
        decide(table, chance)
    if table.shuffle_due:
        shuffle_stock(table, chance)
        resume(table)
    return 1


def snap_anything(table: Table, chance: Chance) -> int:
    seat = chance.below(table.seats)
    place = any_place(table, chance)
    return play(table, seat, action_of(action_codes.SNAP, place, constants.NOWHERE), table.number) == refusals.LAWFUL


def any_place(table: Table, chance: Chance) -> int:
    return own_place(table, chance.below(table.seats), chance)


def own_place(table: Table, seat: int, chance: Chance) -> int:
    return chance.below(table.slots[seat]) * table.seats + seat


def decide(table: Table, chance: Chance) -> None:
    """Try what comes to mind until something is lawful; a refusal changes nothing."""
    if table.gifts:
        settle_some_gift(table, chance)
    elif table.phase == phases.HOLDING:
        swap_or_throw(table, chance)
    elif table.phase == phases.POWER:
        use_power(table, chance)
    elif table.phase == phases.START:
        begin_turn(table, chance)
    elif table.phase == phases.MEMORY:
        look_or_be_ready(table, chance)
    elif table.phase == phases.ENDING:
        if chance.below(CALL_CHANCE) or not attempt(table, action_codes.CALL, constants.NOWHERE):
            attempt(table, action_codes.SKIP, constants.NOWHERE)
    else:
        play(table, constants.DEALER, action_of(action_codes.CLOSE, constants.NOWHERE, constants.NOWHERE), 0)


def attempt(table: Table, kind: int, place: int) -> int:
    """The seat whose turn it is tries something."""
    return play(table, table.turn, action_of(kind, place, constants.NOWHERE), 0) == refusals.LAWFUL


def settle_some_gift(table: Table, chance: Chance) -> None:
    giver = table.gift_from[0]
    if (
        chance.below(2)
        or play(table, giver, action_of(action_codes.KEEP, constants.NOWHERE, constants.NOWHERE), 0) != refusals.LAWFUL
    ):
        while (
            play(table, giver, action_of(action_codes.GIVE, own_place(table, giver, chance), constants.NOWHERE), 0)
            != refusals.LAWFUL
        ):
            pass


def look_or_be_ready(table: Table, chance: Chance) -> None:
    seat = chance.below(table.seats)
    while table.ready >> seat & 1:
        seat = chance.below(table.seats)
    if chance.below(3):
        place = own_place(table, seat, chance)
        if play(table, seat, action_of(action_codes.PEEK, place, constants.NOWHERE), 0) == refusals.LAWFUL:
            return
    play(table, seat, action_of(action_codes.READY, constants.NOWHERE, constants.NOWHERE), 0)


def begin_turn(table: Table, chance: Chance) -> None:
    if chance.below(CALL_CHANCE) == 0 and attempt(table, action_codes.CALL, constants.NOWHERE):
        return
    if (
        table.ruleset.take != option_codes.TAKE_NO
        and chance.below(2) == 0
        and attempt(table, action_codes.TAKE, constants.NOWHERE)
    ):
        return
    if not attempt(table, action_codes.DRAW, constants.NOWHERE):
        play(table, constants.DEALER, action_of(action_codes.CLOSE, constants.NOWHERE, constants.NOWHERE), 0)


def swap_or_throw(table: Table, chance: Chance) -> None:
    """Any of the own cards, or none, with the same chance each."""
    while True:
        if chance.below(table.count[table.turn] + 1) == 0:
            if attempt(table, action_codes.THROW, constants.NOWHERE):
                return
        elif attempt(table, action_codes.SWAP, own_place(table, table.turn, chance)):
            return


def use_power(table: Table, chance: Chance) -> None:
    while True:
        if chance.below(SKIP_CHANCE) == 0:
            kind = action_codes.SKIP
            place = constants.NOWHERE
        elif table.power == option_codes.POWER_PEEK:
            kind = action_codes.PEEK
            place = own_place(table, table.turn, chance)
        elif table.power == option_codes.POWER_SPY:
            kind = action_codes.SPY
            place = own_place(table, (table.turn + 1 + chance.below(table.seats - 1)) % table.seats, chance)
        elif table.power == option_codes.POWER_TRADE or chance.below(2):
            kind = action_codes.TRADE
            place = any_place(table, chance)
            if table.power == option_codes.POWER_LOOK and table.ruleset.look_swap == option_codes.LOOK_SWAP_LOOKED:
                place = constants.NOWHERE
        else:
            kind = action_codes.LOOK
            place = any_place(table, chance)
        if attempt(table, kind, place):
            return


def play_out(table: Table, chance: Chance) -> int:
    """Random play to the end of the round: how many decisions it took."""
    decisions = 0
    while step(table, chance):
        decisions += 1
    return decisions


def play_rounds(ruleset: Ruleset, seats: int, rounds: int, seed: int) -> int:
    """So many random rounds, dealt from one seed: how many decisions they took."""
    chance = Chance(seed)
    decisions = 0
    for _ in range(rounds):
        decisions += play_out(new_table(ruleset, seats, chance), chance)
    return decisions
