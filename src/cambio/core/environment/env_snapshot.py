"""Snapshots of an environment's state: plain numbers, from which any build makes the same state again."""

from __future__ import annotations

from typing import TypeAlias

from ..engine.rng import Rng
from ..engine.table_snapshot import TableSnapshot, restore_table, take_snapshot
from .env_spec import EnvSpec
from .env_state import EnvState

#: Numbers by name; the legal answers, the cache and the marks of cards; the source of random numbers; and the table.
EnvSnapshot: TypeAlias = tuple[dict[str, int], list[int], list[int], list[int], Rng, TableSnapshot]


def take_env_snapshot(env: EnvState) -> EnvSnapshot:
    """All the state but the spec; hidden cards are part of it."""
    values = [(name, getattr(env, name, None)) for name in EnvState.__slots__]
    numbers = {name: int(value) for name, value in values if isinstance(value, int)}
    answers = [env.legal_answer_at(index) for index in range(env.legal_count)]
    cached = [env.cache[index] for index in range(env.spec.seats * env.spec.cache_width)]
    occupied = [env.occupied[index] for index in range(env.spec.seats * env.spec.hand_stride)]
    return numbers, answers, cached, occupied, env.rng.copy(), take_snapshot(env.table)


def restore_env(spec: EnvSpec, snapshot: EnvSnapshot) -> EnvState:
    """A state for the same rules and seats as that of which the snapshot was taken."""
    numbers, answers, cached, occupied, rng, table = snapshot
    env = EnvState(spec, rng.copy())
    env.table = restore_table(spec.ruleset, table)
    for name, value in numbers.items():
        setattr(env, name, value)
    for answer in answers:
        env.legal[answer] = 1
    for index in range(spec.seats * spec.cache_width):
        env.cache[index] = cached[index]
    for index in range(spec.seats * spec.hand_stride):
        env.occupied[index] = occupied[index]
    return env
