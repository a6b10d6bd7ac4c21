"""Steps of an environment: a round as one decision after another, each of them a single seat's.

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
from ..engine.table import Table, is_joined
from ..engine.turn import are_equal
from . import action_space, questions
from .env_state import EnvState
from .legal_answers import action_for, can_name_snap, is_offered, list_legal_answers, place_for
from .observation_cache import update_places, update_unseen


def start_round(env: EnvState) -> None:
    """Deal a new round with a random dealer, and go on to its first decision."""
    env.reset_table(env.rng.below(env.spec.seats))
    shuffle_stock(env.table, env.rng)
    deal_hands(env)
    advance(env)


def deal_hands(env: EnvState) -> None:
    """Deal the cards as they lie in the stock."""
    env.cache_stale = 1
    deal_stock(env.table)
    queue_snap_questions(env, env.table)


# Asking


def advance(env: EnvState) -> None:
    """Go on until somebody has a decision or the round is over, with random numbers where chance decides."""
    while env.table.shuffle_due:
        shuffle_stock(env.table, env.rng)
        resume_after_shuffle(env)
    find_question(env)
    if env.seats_to_ask:
        ask_to_snap(env, pick_seat_to_ask(env))


def resume_after_shuffle(env: EnvState) -> None:
    """The stock has been reshuffled: what waited for a card goes on."""
    env.cache_stale = 1
    resume(env.table)
    if not env.table.shuffle_due:
        queue_snap_questions(env, env.table)


def find_question(env: EnvState) -> None:
    """Go on to the next ordinary question, or to where chance picks which of the queued seats is asked to snap."""
    env.seat = constants.NOBODY
    env.legal_count = 0
    while not env.seats_to_ask:
        if env.table.phase == phases.OVER:
            env.end = questions.SHOWN
            return
        seat = find_decider(env.table)
        if seat == constants.DEALER:
            close = action_of(action_codes.CLOSE, constants.NOWHERE, constants.NOWHERE)
            apply_action(env, env.table, constants.DEALER, close)
            continue
        ask(env, seat, question_of(env.table))
        if env.legal_count:
            return
        act_for(env, seat)


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


def ask(env: EnvState, seat: int, question: int) -> None:
    env.seat = seat
    env.question = question
    list_legal_answers(env)


def ask_to_snap(env: EnvState, seat: int) -> None:
    """Ask one of the queued seats; whoever passes is not queued again without a reason."""
    env.seats_to_ask &= ~(1 << seat)
    ask(env, seat, questions.SNAP)


def pick_seat_to_ask(env: EnvState) -> int:
    """Each of the queued seats with the same probability: nobody is asked first because of where they sit."""
    seats = env.seats_to_ask
    if seats & (seats - 1):
        for _ in range(env.rng.below(count_bits(seats))):
            seats &= seats - 1
    seat = 0
    while not seats >> seat & 1:
        seat += 1
    return seat


def queue_snap_questions(env: EnvState, table: Table) -> None:
    """After an action: queue the seats that are to be asked whether to snap.

    Everybody, if a window has opened, a snap came off or showed or cost a card, a card has come to lie elsewhere, or
    somebody has called. Only the seat that acted, if it has seen a card. Otherwise nobody: seats that have passed would
    be asked the same question again.
    """
    if not table.window_open or table.phase == phases.OVER:
        env.seats_to_ask = 0
    elif is_news_to_all(env, table):
        env.asked_number = table.discard_number
        env.asked_caller = table.caller
        env.asked_final_window = table.final_window_done
        env.seats_to_ask = 0
        for seat in range(table.seats):
            queue_snap_question(env, table, seat)
    elif shows_card(env.last_code):
        queue_snap_question(env, table, env.last_actor)


def is_news_to_all(env: EnvState, table: Table) -> int:
    if env.last_code == action_codes.GIVE:
        return 1
    if env.last_code == action_codes.SNAP:
        if not env.snap_tells_nothing or table.slots[env.last_actor] != env.slots_before_snap:
            return 1
    if env.last_code == action_codes.TRADE and table.power == option_codes.POWER_NONE:
        return 1
    if table.discard_number != env.asked_number or table.caller != env.asked_caller:
        return 1
    return table.final_window_done != env.asked_final_window


def shows_card(code: int) -> int:
    return (
        code == action_codes.DRAW or code == action_codes.PEEK or code == action_codes.SPY or code == action_codes.LOOK
    )


def queue_snap_question(env: EnvState, table: Table, seat: int) -> None:
    """Queue the seat, if it may snap and an answer can name a card that it might."""
    if may_snap(table, seat) and can_name_snap(env, seat):
        env.seats_to_ask |= 1 << seat


# Deciding


def step(env: EnvState, answer: int) -> int:
    """The seat that was asked answers, and the round goes on to the next decision; 0 if the answer is not legal."""
    if not is_offered(env, answer):
        return 0
    apply_answer(env, answer)
    if env.seat == constants.NOBODY and env.end == questions.GOING_ON:
        advance(env)
    return 1


def apply_answer(env: EnvState, answer: int) -> None:
    """Do what was decided, as far as chance is not needed."""
    env.decisions += 1
    if is_first_of_two(env, answer):
        env.first_pick = place_for(env, answer)
        ask(env, env.seat, questions.SNAP_TOO)
    else:
        action = action_for(env, answer)
        seat = env.seat
        env.seat = constants.NOBODY
        env.first_pick = constants.NOWHERE
        if action:
            if env.question == questions.SNAP or env.question == questions.SNAP_TOO:
                note_before_snap(env, env.table, seat, place_of(action), other_of(action))
            apply_action(env, env.table, seat, action)
    if env.decisions == env.spec.max_decisions and env.table.phase != phases.OVER:
        env.end = questions.BROKEN_OFF
        env.seat = constants.NOBODY
        env.legal_count = 0
        env.seats_to_ask = 0


def is_first_of_two(env: EnvState, answer: int) -> int:
    """The answer picks a card to snap, and the rules let the seat pick another one."""
    if env.question != questions.SNAP or answer == action_space.PASS:
        return 0
    # More than a pass and this card:
    return env.table.ruleset.snap_cards > 1 and env.legal_count > 2


def note_before_snap(env: EnvState, table: Table, seat: int, place: int, other: int) -> None:
    """Note whether the snap will tell anybody anything: a wrong one of cards that everybody knows does not."""
    env.slots_before_snap = table.slots[seat]
    env.snap_tells_nothing = tells_nothing(table, place) and (other == constants.NOWHERE or tells_nothing(table, other))
    if env.snap_tells_nothing and matches(table, place):
        env.snap_tells_nothing = other != constants.NOWHERE and not matches(table, other)


def tells_nothing(table: Table, place: int) -> int:
    """Everybody has seen the card there, or a wrong snap does not show it."""
    return table.seen[table.at[place]] & table.public == table.public or not table.ruleset.snap_shown


def apply_action(env: EnvState, table: Table, seat: int, action: int) -> None:
    """Do an action that is known to be lawful, as all are that are offered, and bring the cache up to date.

    Seats are queued to be asked about a snap when all that follows from the action has happened.
    """
    held = table.held
    place = place_of(action)
    other_place = other_of(action)
    card = card_at(table, place)
    other = card_at(table, other_place)
    held_before = seats_that_saw(table, held)
    card_before = seats_that_saw(table, card)
    other_before = seats_that_saw(table, other)
    joined = table.joined
    env.last_actor = seat
    env.last_code = kind_of(action)
    carry_out(table, seat, env.last_code, place, other_place, table.discard_number)
    if table.shuffle_due:
        env.cache_stale = 1
        return
    if joined and env.last_code == action_codes.SWAP:
        # Several cards have been shown or have moved, which everybody may want to think about again.
        env.cache_stale = 1
        env.asked_number = constants.NOWHERE
        queue_snap_questions(env, table)
        return
    if held != constants.NO_CARD:
        update_unseen(env, held, held_before)
    if card != constants.NO_CARD:
        update_unseen(env, card, card_before)
    if other != constants.NO_CARD:
        update_unseen(env, other, other_before)
    if env.last_code == action_codes.DRAW:
        update_unseen(env, table.held, 0)
    update_places(env, place, other_place)
    queue_snap_questions(env, table)


def card_at(table: Table, place: int) -> int:
    return constants.NO_CARD if place == constants.NOWHERE else table.at[place]


def seats_that_saw(table: Table, card: int) -> int:
    return 0 if card == constants.NO_CARD else table.seen[card]


def act_for(env: EnvState, seat: int) -> None:
    """No answer can name what the seat may do, since it lies beyond the slots of the spec: do the first of it."""
    apply_action(env, env.table, seat, list_legal_actions(env.table, seat, 0, 0)[0])


# Explicit chance: whoever chooses each card from outside asks how many cards will be dealt from the stock.


def count_cards_drawn(env: EnvState, answer: int) -> int:
    """How many cards the answer will take from the stock, at most all of it: a card drawn, or a penalty."""
    table = env.table
    if answer == action_space.DRAW:
        return min(1, table.stock_left)
    if is_wrong_snap(env, answer):
        return min(table.ruleset.snap_penalty, table.stock_left)
    if is_costly_mismatch(env, answer):
        return min(table.ruleset.turn_mismatch_penalty, table.stock_left)
    return 0


def is_costly_mismatch(env: EnvState, answer: int) -> int:
    """The answer swaps cards that differ, and so many that there is a penalty."""
    table = env.table
    if not table.joined or env.question != questions.HOLDING or env.spec.action_code[answer] != action_codes.SWAP:
        return 0
    place = place_for(env, answer)
    tried = count_bits(table.joined) + (not is_joined(table, place))
    return tried >= table.ruleset.turn_mismatch_from and not are_equal(table, env.seat, place)


def is_wrong_snap(env: EnvState, answer: int) -> int:
    if env.question == questions.SNAP_TOO:
        if not matches(env.table, env.first_pick):
            return 1
    elif env.question != questions.SNAP or is_first_of_two(env, answer):
        return 0
    return answer != action_space.PASS and not matches(env.table, place_for(env, answer))


def count_cards_due(env: EnvState) -> int:
    """How many cards are due at once from a stock that has just been reshuffled."""
    table = env.table
    return 1 if table.draw_due else min(table.penalty_left, table.stock_left)


def place_in_stock(env: EnvState, depth: int, face: int) -> int:
    """Let a card of that face lie at that depth of the stock (0: on top); 0 if none lies there or deeper."""
    table = env.table
    target = table.stock_left - 1 - depth
    for index in range(target, -1, -1):
        card = table.stock[index]
        if table.ruleset.face[card] == face:
            table.stock[index] = table.stock[target]
            table.stock[target] = card
            return 1
    return 0
