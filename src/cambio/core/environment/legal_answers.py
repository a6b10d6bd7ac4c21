"""Answers: what the seat that is asked may decide, by number, and which action each number stands for.

Everything lawful that names a card within the slots of the form is offered, with two exceptions that change nothing:
a late snap, and looking before play at a card that has been looked at already.
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
from ..engine.turn import why_not_take, why_not_throw
from . import questions
from .env_state import EnvState
from .observation_cache import bring_up_to_date

# What is offered


def list_answers(stage: EnvState) -> None:
    """For the seat and the question that the stage has now."""
    table = stage.table
    if stage.stale or stage.stirred:
        bring_up_to_date(stage)
    stage.answer_count = 0
    byte_array.clear(stage.allowed, stage.form.answers)
    if stage.question == questions.SNAP or stage.question == questions.SNAP_TOO:
        offer(stage, questions.PASS)
        offer_snaps(stage, table)
        if stage.picked != constants.NOWHERE:
            withdraw(stage, stage.picked)
    elif stage.question == questions.START:
        offer_beginnings(stage, table)
    elif stage.question == questions.HOLDING:
        if why_not_throw(table, stage.seat) == refusals.LAWFUL:
            offer(stage, questions.THROW)
        offer_own_cards(stage, questions.OWN_SWAP)
    elif stage.question == questions.MEMORY:
        offer(stage, questions.READY)
        offer_looks_before_play(stage, table)
    elif stage.question == questions.POWER:
        offer_steps(stage, table)
    elif stage.question == questions.GIFT:
        if why_not_keep(table, stage.seat) == refusals.LAWFUL:
            offer(stage, questions.KEEP)
        offer_own_cards(stage, questions.OWN_GIVE)
    else:
        if why_not_call(table) == refusals.LAWFUL:
            offer(stage, questions.CALL)
        offer(stage, questions.SKIP)


def offer(stage: EnvState, answer: int) -> None:
    stage.answer_count += 1
    stage.allowed[answer] = 1


def offer_beginnings(stage: EnvState, table: Table) -> None:
    """What a turn may begin with; a turn that can't begin with a draw never begins."""
    offer(stage, questions.DRAW)
    if why_not_take(table, stage.seat) == refusals.LAWFUL:
        offer(stage, questions.TAKE)
    if why_not_call(table) == refusals.LAWFUL:
        offer(stage, questions.CALL)


def named_slots(stage: EnvState, seat: int) -> int:
    """As many slots of that seat as a decision can name."""
    return min(stage.table.slots[seat], stage.form.slots)


def own_answer(stage: EnvState, kind: int) -> int:
    """The number of an answer with the first card of the own hand."""
    return questions.PLAIN + kind * stage.form.slots


def any_answer(stage: EnvState, kind: int, owner: int) -> int:
    """The number of an answer with the first card of anybody's hand: owners are counted from the seat to act."""
    steps = owner - stage.seat + stage.form.seats * (owner < stage.seat)
    return stage.form.any_place + (kind * stage.form.seats + steps) * stage.form.slots


def offer_own_cards(stage: EnvState, kind: int) -> None:
    """Any card of the own hand will do."""
    offer_hand(stage, stage.seat, own_answer(stage, kind))


def offer_looks_before_play(stage: EnvState, table: Table) -> None:
    for slot in range(named_slots(stage, stage.seat)):
        if not table.chosen[stage.seat] >> slot & 1:
            if why_not_remember(table, stage.seat, slot * table.seats + stage.seat) == refusals.LAWFUL:
                offer(stage, own_answer(stage, questions.OWN_PEEK) + slot)


def offer_snaps(stage: EnvState, table: Table) -> None:
    """Any card within reach, whether it matches or not."""
    owner = stage.seat
    for _ in range(table.seats if table.ruleset.snap_who == option_codes.SNAP_WHO_ANY else 1):
        if is_touchable(table, owner):
            offer_hand(stage, owner, any_answer(stage, questions.ANY_SNAP, owner))
        owner += 1
        owner *= owner != table.seats


def offer_hand(stage: EnvState, owner: int, answer: int) -> None:
    """Each card of a hand, for its first slot with that answer."""
    form = stage.form
    stage.answer_count += byte_array.copy_and_count_ones(
        stage.allowed, answer, stage.laid, owner * form.hand, form.slots
    )


def withdraw(stage: EnvState, place: int) -> None:
    """The card there has been picked already."""
    seats = stage.form.seats
    stage.allowed[any_answer(stage, questions.ANY_SNAP, place % seats) + place // seats] = 0
    stage.answer_count -= 1


def has_snap(stage: EnvState, seat: int) -> int:
    """A card lies within the seat's reach, and can be named."""
    return can_name(stage, seat) or (
        stage.table.ruleset.snap_who == option_codes.SNAP_WHO_ANY and can_name_others(stage, seat)
    )


def can_name_others(stage: EnvState, seat: int) -> int:
    for owner in range(stage.table.seats):
        if owner != seat and can_name(stage, owner):
            return 1
    return 0


def can_name(stage: EnvState, owner: int) -> int:
    """The owner has a card that may be touched and lies within the slots that can be named."""
    table = stage.table
    if not table.hand_size[owner] or not is_touchable(table, owner):
        return 0
    if table.slots[owner] <= stage.form.slots:
        return 1
    for slot in range(stage.form.slots):
        if table.at[slot * table.seats + owner] != constants.NO_CARD:
            return 1
    return 0


def offer_steps(stage: EnvState, table: Table) -> None:
    """The steps of the pending power."""
    if why_not_skip(table) == refusals.LAWFUL:
        offer(stage, questions.SKIP)
    if table.power == option_codes.POWER_PEEK:
        offer_own_cards(stage, questions.OWN_PEEK)
    elif table.power == option_codes.POWER_SPY:
        offer_places(stage, table, questions.ANY_SPY)
    elif table.power == option_codes.POWER_TRADE:
        offer_places(stage, table, questions.ANY_TRADE)
    else:
        if why_not_trade(table, stage.seat, constants.NOWHERE) == refusals.LAWFUL:
            offer(stage, questions.TRADE_LOOKED)
        offer_places(stage, table, questions.ANY_LOOK)
        offer_places(stage, table, questions.ANY_TRADE)


def offer_places(stage: EnvState, table: Table, kind: int) -> None:
    """Every place for which the rules give no reason against it, the own ones first."""
    for step in range(table.seats):
        owner = (stage.seat + step) % table.seats
        for slot in range(named_slots(stage, owner)):
            if why_not_step(table, stage.seat, kind, slot * table.seats + owner) == refusals.LAWFUL:
                offer(stage, any_answer(stage, kind, owner) + slot)


def why_not_step(table: Table, seat: int, kind: int, place: int) -> int:
    if kind == questions.ANY_SPY:
        return why_not_spy(table, seat, place)
    return why_not_look(table, seat, place) if kind == questions.ANY_LOOK else why_not_trade(table, seat, place)


def is_offered(stage: EnvState, answer: int) -> int:
    """The answer is one of those that may be given now."""
    return stage.answer_count > 0 and 0 <= answer < stage.form.answers and stage.allowed[answer]


# What it means


def action_for(stage: EnvState, answer: int) -> int:
    """The action that an answer of the seat to act stands for; 0 for a pass that leaves the table as it is."""
    if answer == questions.PASS:
        return (
            action_of(action_codes.SNAP, stage.picked, constants.NOWHERE) if stage.question == questions.SNAP_TOO else 0
        )
    place = place_named(stage, answer)
    if stage.question == questions.SNAP_TOO:
        return action_of(action_codes.SNAP, stage.picked, place)
    return action_of(stage.form.deed[answer], place, constants.NOWHERE)


def place_named(stage: EnvState, answer: int) -> int:
    """The place of an answer with a card; NOWHERE for one without."""
    form = stage.form
    if form.slot[answer] == constants.NOWHERE:
        return constants.NOWHERE
    owner = stage.seat + form.steps[answer]
    owner -= form.seats * (owner >= form.seats)
    return form.slot[answer] * form.seats + owner
