"""Staging: a round as one decision after another, each of them a single seat's.

At a table anybody may snap at any time. Here everybody who may is asked, in an order that chance decides, before the
next ordinary decision; and asked again only when they have learnt something, or something has changed.
"""

from __future__ import annotations

from ..engine import action_codes, constants, option_codes, phases
from ..engine.deal import count_bits, deal_stock
from ..engine.legal_actions import list_legal_actions
from ..engine.next_actor import find_decider, may_snap
from ..engine.play import action_of, carry_out, kind_of, other_of, place_of, resume
from ..engine.rng import shuffle_stock
from ..engine.snap import matches
from ..engine.table import Table
from . import questions
from .env_state import EnvState
from .legal_answers import action_for, has_snap, is_offered, list_answers, place_named
from .observation_cache import keep_up, note_seen


def deal_anew(stage: EnvState) -> None:
    """A new round, dealt by anybody, as far as its first decision."""
    stage.set_table(stage.rng.below(stage.form.seats))
    shuffle_stock(stage.table, stage.rng)
    deal_round(stage)
    go_on(stage)


def deal_round(stage: EnvState) -> None:
    """Deal the cards as they lie in the stock."""
    stage.stale = 1
    deal_stock(stage.table)
    ask_around(stage, stage.table)


# Asking


def go_on(stage: EnvState) -> None:
    """Until somebody has a decision or the round is over, chance does its part."""
    while stage.table.shuffle_due:
        shuffle_stock(stage.table, stage.rng)
        take_up(stage)
    find_question(stage)
    if stage.waiting:
        ask_to_snap(stage, any_of_those_waiting(stage))


def take_up(stage: EnvState) -> None:
    """The stock has been reshuffled, and what waited for a card goes on."""
    stage.stale = 1
    resume(stage.table)
    if not stage.table.shuffle_due:
        ask_around(stage, stage.table)


def find_question(stage: EnvState) -> None:
    """As far as no chance is needed: where seats wait to be asked about a snap, chance picks the one to begin with."""
    table = stage.table
    stage.seat = constants.NOBODY
    stage.answer_count = 0
    while not stage.waiting:
        if table.phase == phases.OVER:
            stage.end = questions.SHOWN
            return
        seat = find_decider(table)
        if seat == constants.DEALER:
            do(stage, constants.DEALER, action_of(action_codes.CLOSE, constants.NOWHERE, constants.NOWHERE))
            continue
        ask(stage, seat, question_of(table))
        if stage.answer_count:
            return
        do_for(stage, seat)


def question_of(table: Table) -> int:
    """What the seat that is to decide decides about."""
    if table.gifts:
        return questions.GIFT
    if table.phase == phases.MEMORY:
        return questions.MEMORY
    if table.phase == phases.START:
        return questions.START
    if table.phase == phases.HOLDING:
        return questions.HOLDING
    return questions.POWER if table.phase == phases.POWER else questions.ENDING


def ask(stage: EnvState, seat: int, question: int) -> None:
    stage.seat = seat
    stage.question = question
    list_answers(stage)


def ask_to_snap(stage: EnvState, seat: int) -> None:
    """One of those who wait; whoever passes is not asked again without a reason."""
    stage.waiting &= ~(1 << seat)
    ask(stage, seat, questions.SNAP)


def any_of_those_waiting(stage: EnvState) -> int:
    """Any of the seats, with the same chance each: nobody is asked first because of where they sit."""
    seats = stage.waiting
    if seats & (seats - 1):
        for _ in range(stage.rng.below(count_bits(seats))):
            seats &= seats - 1
    seat = 0
    while not seats >> seat & 1:
        seat += 1
    return seat


def ask_around(stage: EnvState, table: Table) -> None:
    """After something was done: who is to be asked whether to snap.

    Everybody, if a window has opened, a snap came off or showed or cost a card, a card has come to lie elsewhere, or
    somebody has called. Only whoever did it, if that seat has seen a card. Otherwise nobody: who has passed would be
    asked the same once more.
    """
    if not table.window_open or table.phase == phases.OVER:
        stage.waiting = 0
    elif is_news_to_all(stage, table):
        stage.number = table.discard_number
        stage.caller = table.caller
        stage.reopened = table.final_window_done
        stage.waiting = 0
        for seat in range(table.seats):
            let_wait(stage, table, seat)
    elif has_seen_a_card(stage.deed):
        let_wait(stage, table, stage.doer)


def is_news_to_all(stage: EnvState, table: Table) -> int:
    if stage.deed == action_codes.GIVE:
        return 1
    if stage.deed == action_codes.SNAP and (not stage.in_vain or table.slots[stage.doer] != stage.slots_before):
        return 1
    if stage.deed == action_codes.TRADE and table.power == option_codes.POWER_NONE:
        return 1
    if table.discard_number != stage.number or table.caller != stage.caller:
        return 1
    return table.final_window_done != stage.reopened


def has_seen_a_card(deed: int) -> int:
    return (
        deed == action_codes.DRAW or deed == action_codes.PEEK or deed == action_codes.SPY or deed == action_codes.LOOK
    )


def let_wait(stage: EnvState, table: Table, seat: int) -> None:
    """That seat will be asked, if it may snap and there is anything that it might."""
    if may_snap(table, seat) and has_snap(stage, seat):
        stage.waiting |= 1 << seat


# Deciding


def decide(stage: EnvState, answer: int) -> int:
    """The seat that was asked answers, and the round goes on to the next decision: 0 if that is no answer now."""
    if not is_offered(stage, answer):
        return 0
    act_on(stage, answer)
    if stage.seat == constants.NOBODY and stage.end == questions.GOING_ON:
        go_on(stage)
    return 1


def act_on(stage: EnvState, answer: int) -> None:
    """Do what was decided, up to where chance may be needed."""
    stage.decisions += 1
    if is_first_of_two(stage, answer):
        stage.picked = place_named(stage, answer)
        ask(stage, stage.seat, questions.SNAP_TOO)
    else:
        action = action_for(stage, answer)
        seat = stage.seat
        stage.seat = constants.NOBODY
        stage.picked = constants.NOWHERE
        if action:
            if stage.question == questions.SNAP or stage.question == questions.SNAP_TOO:
                look_before_snap(stage, seat, place_of(action), other_of(action))
            do(stage, seat, action)
    if stage.decisions == stage.form.patience and stage.table.phase != phases.OVER:
        stage.end = questions.BROKEN_OFF
        stage.seat = constants.NOBODY
        stage.answer_count = 0
        stage.waiting = 0


def is_first_of_two(stage: EnvState, answer: int) -> int:
    """A card is picked to be snapped, and the rules let there be another one."""
    if stage.question != questions.SNAP or answer == questions.PASS:
        return 0
    # A pass, this card, and at least one more:
    return stage.table.ruleset.snap_cards > 1 and stage.answer_count > 2


def look_before_snap(stage: EnvState, seat: int, place: int, other: int) -> None:
    """Whether the snap will show anybody anything: a wrong one, of cards that lie open to all, does not."""
    table = stage.table
    stage.slots_before = table.slots[seat]
    stage.in_vain = is_open(table, place) and (other == constants.NOWHERE or is_open(table, other))
    if stage.in_vain and matches(table, place):
        stage.in_vain = other != constants.NOWHERE and not matches(table, other)


def is_open(table: Table, place: int) -> int:
    """Everybody has seen the card there, or a wrong snap will not show it."""
    return table.seen[table.at[place]] == table.public or not table.ruleset.snap_shown


def do(stage: EnvState, seat: int, action: int) -> None:
    """A lawful action, as all are that are offered: it is not asked about again.

    Who is to be asked then is found out when all that follows from it has happened.
    """
    table = stage.table
    held = table.held
    place = place_of(action)
    other_place = other_of(action)
    card = card_at(table, place)
    other = card_at(table, other_place)
    held_before = seen_so_far(table, held)
    card_before = seen_so_far(table, card)
    other_before = seen_so_far(table, other)
    stage.doer = seat
    stage.deed = kind_of(action)
    carry_out(table, seat, stage.deed, place, other_place, table.discard_number)
    if table.shuffle_due:
        stage.stale = 1
        return
    if held != constants.NO_CARD:
        note_seen(stage, held, held_before)
    if card != constants.NO_CARD:
        note_seen(stage, card, card_before)
    if other != constants.NO_CARD:
        note_seen(stage, other, other_before)
    if stage.deed == action_codes.DRAW:
        note_seen(stage, table.held, 0)
    keep_up(stage, place, other_place)
    ask_around(stage, table)


def card_at(table: Table, place: int) -> int:
    return constants.NO_CARD if place == constants.NOWHERE else table.at[place]


def seen_so_far(table: Table, card: int) -> int:
    return 0 if card == constants.NO_CARD else table.seen[card]


def do_for(stage: EnvState, seat: int) -> None:
    """All that the seat may do lies beyond the slots that can be named: the first of it is done for the seat."""
    do(stage, seat, list_legal_actions(stage.table, seat, 0)[0])


# Chance from outside: whoever deals card by card asks how many cards a decision will take from the stock.


def cards_to_come(stage: EnvState, answer: int) -> int:
    """How many cards of the stock, as far as it goes, the answer will deal out: a card drawn, or a penalty."""
    table = stage.table
    if answer == questions.DRAW:
        return min(1, table.stock_left)
    if is_wrong_snap(stage, answer):
        return min(table.ruleset.snap_penalty, table.stock_left)
    return 0


def is_wrong_snap(stage: EnvState, answer: int) -> int:
    if stage.question == questions.SNAP_TOO:
        if not matches(stage.table, stage.picked):
            return 1
    elif stage.question != questions.SNAP or is_first_of_two(stage, answer):
        return 0
    return answer != questions.PASS and not matches(stage.table, place_named(stage, answer))


def cards_awaited(stage: EnvState) -> int:
    """How many cards of a stock that has just been reshuffled will be dealt out at once."""
    table = stage.table
    return 1 if table.draw_due else min(table.penalty_left, table.stock_left)


def place_in_stock(stage: EnvState, depth: int, face: int) -> int:
    """Let a card of that face be the one below so many others of the stock: 0 if there is none left to choose."""
    table = stage.table
    target = table.stock_left - 1 - depth
    for index in range(target, -1, -1):
        card = table.stock[index]
        if table.ruleset.face[card] == face:
            table.stock[index] = table.stock[target]
            table.stock[target] = card
            return 1
    return 0
