"""Legal answers: which answers the seat that is asked may give, and which action each of them stands for.

Everything lawful that names a card within the slots of the spec is offered, with two exceptions that change nothing:
a late snap, and looking before play at a card that has been looked at already. Cards of a hand that the rules treat
alike are offered in bulk, which is several times faster than asking for a refusal of each; tests/environments/
test_legality.py holds the offers against the refusals.
"""

from __future__ import annotations

from ..arrays import byte_array
from ..engine import action_codes, constants, option_codes, refusals
from ..engine.call import why_not_call
from ..engine.deal import why_not_remember
from ..engine.gift import why_not_keep
from ..engine.play import action_of
from ..engine.powers import why_not_look, why_not_skip, why_not_spy, why_not_trade
from ..engine.table import Table, is_touchable
from ..engine.turn import why_not_also, why_not_take, why_not_throw
from . import action_space, questions
from .env_state import EnvState
from .observation_cache import refresh_cache

# What is offered


def list_legal_answers(env: EnvState) -> None:
    """Mark and count the legal answers to the question that the seat is asked now."""
    if env.cache_stale or env.hands_stale:
        refresh_cache(env)
    env.legal_count = 0
    byte_array.clear(env.legal, env.spec.answer_count)
    offer_answers(env, env.table)


def offer_answers(env: EnvState, table: Table) -> None:
    if env.question == questions.SNAP or env.question == questions.SNAP_TOO:
        offer(env, action_space.PASS)
        offer_snaps(env, table)
        if env.first_pick != constants.NOWHERE:
            withdraw(env, env.first_pick)
    elif env.question == questions.START:
        offer_turn_starts(env, table)
    elif env.question == questions.HOLDING:
        if why_not_throw(table, env.seat) == refusals.LAWFUL:
            offer(env, action_space.THROW)
        offer_own_cards(env, action_space.OWN_SWAP)
        if env.spec.answer_count > env.spec.first_also:
            offer_cards_to_join(env, table)
    elif env.question == questions.MEMORY:
        offer(env, action_space.READY)
        offer_looks_before_play(env, table)
    elif env.question == questions.POWER:
        offer_power_steps(env, table)
    elif env.question == questions.GIFT:
        if why_not_keep(table, env.seat) == refusals.LAWFUL:
            offer(env, action_space.KEEP)
        offer_own_cards(env, action_space.OWN_GIVE)
    else:
        if why_not_call(table) == refusals.LAWFUL:
            offer(env, action_space.CALL)
        offer(env, action_space.SKIP)


def offer(env: EnvState, answer: int) -> None:
    env.legal_count += 1
    env.legal[answer] = 1


def offer_turn_starts(env: EnvState, table: Table) -> None:
    """What a turn may begin with; a turn that can't begin with a draw never begins."""
    offer(env, action_space.DRAW)
    if why_not_take(table, env.seat) == refusals.LAWFUL:
        offer(env, action_space.TAKE)
    if why_not_call(table) == refusals.LAWFUL:
        offer(env, action_space.CALL)


def count_nameable_slots(env: EnvState, seat: int) -> int:
    """How many slots of that seat an answer can name."""
    return min(env.table.slots[seat], env.spec.slots)


def first_own_answer(env: EnvState, kind: int) -> int:
    """The number of the answer of that kind with the first slot of the own hand."""
    return action_space.PLAIN + kind * env.spec.slots


def first_any_answer(env: EnvState, kind: int, owner: int) -> int:
    """The number of the answer of that kind with the owner's first slot: owners are counted from the seat to act."""
    # Branchless: the order of seats is unpredictable.
    offset = owner - env.seat + env.spec.seats * (owner < env.seat)
    return env.spec.first_any_card + (kind * env.spec.seats + offset) * env.spec.slots


def offer_own_cards(env: EnvState, kind: int) -> None:
    """Every card of the own hand."""
    offer_hand(env, env.seat, first_own_answer(env, kind))


def offer_cards_to_join(env: EnvState, table: Table) -> None:
    """Every own card that may go with the one that will be swapped."""
    for slot in range(count_nameable_slots(env, env.seat)):
        if why_not_also(table, env.seat, slot * table.seats + env.seat) == refusals.LAWFUL:
            offer(env, env.spec.first_also + slot)


def offer_looks_before_play(env: EnvState, table: Table) -> None:
    for slot in range(count_nameable_slots(env, env.seat)):
        if not table.chosen[env.seat] >> slot & 1:
            if why_not_remember(table, env.seat, slot * table.seats + env.seat) == refusals.LAWFUL:
                offer(env, first_own_answer(env, action_space.OWN_PEEK) + slot)


def offer_snaps(env: EnvState, table: Table) -> None:
    """Every card within reach, whether it matches or not."""
    owner = env.seat
    for _ in range(table.seats if table.ruleset.snap_who == option_codes.SNAP_WHO_ANY else 1):
        if is_touchable(table, owner):
            offer_hand(env, owner, first_any_answer(env, action_space.ANY_SNAP, owner))
        owner += 1
        owner *= owner != table.seats


def offer_hand(env: EnvState, owner: int, answer: int) -> None:
    """Every card of a hand, whose first slot has that answer: all marks are copied at once."""
    env.legal_count += byte_array.copy_and_count_ones(
        env.legal, answer, env.occupied, owner * env.spec.hand_stride, env.spec.slots
    )


def withdraw(env: EnvState, place: int) -> None:
    """Do not offer the card there: it has been picked already."""
    seats = env.spec.seats
    env.legal[first_any_answer(env, action_space.ANY_SNAP, place % seats) + place // seats] = 0
    env.legal_count -= 1


def can_name_snap(env: EnvState, seat: int) -> int:
    """A card lies within the seat's reach, and can be named."""
    if has_nameable_card(env, env.table, seat):
        return 1
    return env.table.ruleset.snap_who == option_codes.SNAP_WHO_ANY and others_have_nameable_card(env, seat)


def others_have_nameable_card(env: EnvState, seat: int) -> int:
    for owner in range(env.table.seats):
        if owner != seat and has_nameable_card(env, env.table, owner):
            return 1
    return 0


def has_nameable_card(env: EnvState, table: Table, owner: int) -> int:
    """The owner has a card that may be touched and lies within the slots that can be named."""
    if not table.hand_size[owner] or not is_touchable(table, owner):
        return 0
    if table.slots[owner] <= env.spec.slots:
        return 1
    for slot in range(env.spec.slots):
        if table.at[slot * table.seats + owner] != constants.NO_CARD:
            return 1
    return 0


def offer_power_steps(env: EnvState, table: Table) -> None:
    """The steps of the pending power."""
    if why_not_skip(table) == refusals.LAWFUL:
        offer(env, action_space.SKIP)
    if table.power == option_codes.POWER_PEEK:
        offer_own_cards(env, action_space.OWN_PEEK)
    elif table.power == option_codes.POWER_SPY:
        offer_places(env, table, action_space.ANY_SPY)
    elif table.power == option_codes.POWER_TRADE:
        offer_places(env, table, action_space.ANY_TRADE)
    else:
        if why_not_trade(table, env.seat, constants.NOWHERE) == refusals.LAWFUL:
            offer(env, action_space.TRADE_LOOKED)
        offer_places(env, table, action_space.ANY_LOOK)
        offer_places(env, table, action_space.ANY_TRADE)


def offer_places(env: EnvState, table: Table, kind: int) -> None:
    """Every place that the rules don't refuse, the own ones first."""
    for offset in range(table.seats):
        owner = (env.seat + offset) % table.seats
        for slot in range(count_nameable_slots(env, owner)):
            if why_not_power_step(table, env.seat, kind, slot * table.seats + owner) == refusals.LAWFUL:
                offer(env, first_any_answer(env, kind, owner) + slot)


def why_not_power_step(table: Table, seat: int, kind: int, place: int) -> int:
    if kind == action_space.ANY_SPY:
        return why_not_spy(table, seat, place)
    return why_not_look(table, seat, place) if kind == action_space.ANY_LOOK else why_not_trade(table, seat, place)


def is_offered(env: EnvState, answer: int) -> int:
    """The answer is one of those that may be given now."""
    return env.legal_count > 0 and 0 <= answer < env.spec.answer_count and env.legal[answer]


# What it means


def action_for(env: EnvState, answer: int) -> int:
    """The action that an answer of the seat to act stands for; 0 for a pass that leaves the table as it is."""
    if answer == action_space.PASS:
        return (
            action_of(action_codes.SNAP, env.first_pick, constants.NOWHERE) if env.question == questions.SNAP_TOO else 0
        )
    place = place_for(env, answer)
    if env.question == questions.SNAP_TOO:
        return action_of(action_codes.SNAP, env.first_pick, place)
    return action_of(env.spec.action_code[answer], place, constants.NOWHERE)


def place_for(env: EnvState, answer: int) -> int:
    """The place that an answer names; NOWHERE if it names none."""
    if env.spec.slot[answer] == constants.NOWHERE:
        return constants.NOWHERE
    owner = env.seat + env.spec.owner_offset[answer]
    owner -= env.spec.seats * (owner >= env.spec.seats)
    return env.spec.slot[answer] * env.spec.seats + owner
