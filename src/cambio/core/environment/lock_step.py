"""What lock-step asks of one table: a random decision."""

from __future__ import annotations

from ..engine.rng import Rng
from . import action_space
from .env_state import EnvState
from .legal_answers import is_offered


def random_answer(env: EnvState, rng: Rng, snaps: int, calls: int) -> int:
    """See ``Vector.sample``."""
    count = env.legal_count
    if snaps and is_offered(env, action_space.PASS):
        return action_space.PASS if rng.below(snaps) else env.legal_answer_at(1 + rng.below(count - 1))
    if calls and count > 1 and is_offered(env, action_space.CALL):
        return action_space.CALL if rng.below(calls) == 0 else random_answer_but_call(env, rng)
    return env.legal_answer_at(rng.below(count))


def random_answer_but_call(env: EnvState, rng: Rng) -> int:
    answer = action_space.CALL
    while answer == action_space.CALL:
        answer = env.legal_answer_at(rng.below(env.legal_count))
    return answer
