"""Offers and refusals agree: masks are written in bulk, and the one function that refuses actions is held against them.

Every answer number is looked at, at every decision of random rounds under random house rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest

from cambio.core.engine import action_codes, constants, refusals
from cambio.core.engine.play import action_of, refusal
from cambio.core.engine.table import Table
from cambio.core.environment import action_space, questions
from cambio.core.environment.env_state import EnvState
from cambio.core.environment.legal_answers import action_for
from tests.environments.random_rounds import ROUNDS, answers, random_decisions

Refuse = Callable[[Table, int, int, int], int]

#: The actions that answer each question. Other lawful ones wait for a question of their own.
ACTIONS = {
    questions.MEMORY: {action_codes.READY, action_codes.PEEK},
    questions.START: {action_codes.DRAW, action_codes.TAKE, action_codes.CALL},
    questions.HOLDING: {action_codes.THROW, action_codes.SWAP, action_codes.ALSO},
    questions.POWER: {
        action_codes.SKIP,
        action_codes.PEEK,
        action_codes.SPY,
        action_codes.LOOK,
        action_codes.TRADE,
    },
    questions.ENDING: {action_codes.CALL, action_codes.SKIP},
    questions.GIFT: {action_codes.GIVE, action_codes.KEEP},
    questions.SNAP: {action_codes.SNAP},
    questions.SNAP_TOO: {action_codes.SNAP},
}
SNAPPING = (questions.SNAP, questions.SNAP_TOO)
#: At any time, these may be lawful for a seat that is asked something else.
AT_ANY_TIME = {action_codes.SNAP, action_codes.GIVE, action_codes.KEEP}
#: What a seat that is asked about a snap or a gift may do in its turn.
INTERRUPTED = set().union(*ACTIONS.values())


@cache
def meanings(seats: int, slots: int) -> list[tuple[str, int, int]]:
    """Verb, owner's offset and slot of every answer, counted out as the documentation says."""
    cards = [(offset, slot) for offset in range(seats) for slot in range(slots)]
    return [
        *((verb, 0, -1) for verb in ("pass", "ready", "keep", "draw", "take", "call", "throw", "skip", "trade")),
        *((verb, *card) for verb in ("peek", "swap", "give") for card in cards[:slots]),
        *((verb, *card) for verb in ("spy", "look", "trade", "snap") for card in cards),
        *(("also", *card) for card in cards[:slots]),
    ]


def meant_by(env: EnvState, answer: int) -> tuple[int, int]:
    """The code of the action that an answer stands for, and the action; no action for a pass that does nothing."""
    verb, offset, slot = meanings(env.spec.seats, env.spec.slots)[answer]
    place = constants.NOWHERE if slot < 0 else slot * env.spec.seats + (env.seat + offset) % env.spec.seats
    if verb == "pass":
        is_snap = env.question == questions.SNAP_TOO
        return action_codes.SNAP, action_of(action_codes.SNAP, env.first_pick, constants.NOWHERE) if is_snap else 0
    code = int(getattr(action_codes, verb.upper()))
    if verb == "snap" and env.question == questions.SNAP_TOO:
        return code, action_of(code, env.first_pick, place)
    return code, action_of(code, place, constants.NOWHERE)


def is_seen_already(env: EnvState, answer: int) -> bool:
    """Before play, a seat may look once more at a card that it has looked at: that is lawful, and never offered."""
    _, _, slot = meanings(env.spec.seats, env.spec.slots)[answer]
    return env.question == questions.MEMORY and bool(env.table.chosen_by(env.seat) >> slot & 1)


def compare(refuse: Refuse, rounds: int) -> tuple[Counter[tuple[int, int]], Counter[int]]:
    """How often each action was offered by each question, and each reason was given against one that was not."""
    offers: Counter[tuple[int, int]] = Counter()
    reasons: Counter[int] = Counter()
    for env, _ in random_decisions(rounds):
        offered = set(answers(env))
        for answer in range(env.spec.answer_count):
            code, action = meant_by(env, answer)
            reason = refuse(env.table, env.seat, action, env.table.discard_number) if action else refusals.LAWFUL
            said = f"question {env.question}, answer {answer}, action {code}, reason {reason}"
            if answer in offered:
                assert reason == refusals.LAWFUL and code in ACTIONS[env.question], said
                assert action_for(env, answer) == action, said
                offers[env.question, code] += 1
            elif reason != refusals.LAWFUL:
                reasons[reason] += 1
            elif answer == action_space.PASS:
                assert env.question not in SNAPPING, said
            elif code in ACTIONS[env.question]:
                assert code == action_codes.PEEK and is_seen_already(env, answer), said
            elif env.question in SNAPPING or env.question == questions.GIFT:
                assert code in INTERRUPTED, said
            else:
                assert code in AT_ANY_TIME, said
    return offers, reasons


def test_an_answer_is_offered_if_and_only_if_its_action_is_not_refused() -> None:
    offers, reasons = compare(refusal, ROUNDS)
    assert set(offers) == {(question, code) for question, codes in ACTIONS.items() for code in codes}
    assert len(reasons) > 20


@pytest.mark.parametrize("reason", [refusals.NO_CARD_THERE, refusals.SAME_CARD_TWICE, refusals.HAND_IS_LOCKED])
def test_an_offer_that_is_too_many_would_be_noticed(reason: int) -> None:
    """A refusal that forgets one reason disagrees with the masks."""

    def forgetful(table: Table, seat: int, action: int, number: int) -> int:
        found = refusal(table, seat, action, number)
        return refusals.LAWFUL if found == reason else found

    with pytest.raises(AssertionError, match="question"):
        compare(forgetful, ROUNDS)


@pytest.mark.parametrize("code", [action_codes.TAKE, action_codes.SWAP, action_codes.SNAP])
def test_an_offer_that_is_missing_would_be_noticed(code: int) -> None:
    """A refusal of a lawful action disagrees with the masks, too."""

    def strict(table: Table, seat: int, action: int, number: int) -> int:
        is_meant = action & action_codes.KIND_MASK == code
        return refusals.NOT_YOUR_TURN if is_meant else refusal(table, seat, action, number)

    with pytest.raises(AssertionError, match="question"):
        compare(strict, ROUNDS)
