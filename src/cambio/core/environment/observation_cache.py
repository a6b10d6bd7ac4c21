"""The observation cache: for every seat, the part of its observation that is about cards, ready to be copied.

Little of it changes from one decision to the next. So each action updates the few numbers that it changes, and only a
deal or a reshuffle has all of them written anew.
"""

from __future__ import annotations

from ..arrays import byte_array
from ..engine import action_codes, constants
from ..engine.table import Table
from . import observation_layout
from .env_state import EnvState


def refresh_cache(env: EnvState) -> None:
    """Write anew what is stale."""
    if env.cache_stale:
        count_unseen(env, env.table)
    if env.cache_stale or env.hands_stale:
        for owner in range(env.table.seats):
            for slot in range(env.table.slots[owner]):
                cache_place(env, env.table, slot * env.table.seats + owner)
    env.cache_stale = 0
    env.hands_stale = 0


def count_unseen(env: EnvState, table: Table) -> None:
    """Clear the cache, and count for every seat the cards that it has not seen."""
    seats = table.seats
    cache = env.cache
    width = env.spec.cache_width
    byte_array.clear(cache, seats * width)
    byte_array.clear(env.occupied, seats * env.spec.hand_stride)
    for card in range(table.ruleset.deck_size):
        where = unseen_column(env, card)
        seen = table.seen[card]
        for seat in range(seats):
            cache[where] += 1 - (seen >> seat & 1)
            where += width


def unseen_column(env: EnvState, card: int) -> int:
    """The column that counts unseen cards of that kind: cards from before the latest reshuffle have their own."""
    column = env.spec.unseen_start - env.spec.places_start + env.spec.card_code[card] - observation_layout.FIRST_KIND
    return column + observation_layout.KINDS if is_old(env, card) else column


def is_old(env: EnvState, card: int) -> int:
    """The card was dealt before the latest reshuffle."""
    return env.table.shuffles > 0 and env.table.origin[card] != env.table.shuffles


def update_places(env: EnvState, place: int, other: int) -> None:
    """Update the cache after an action that named these places, unless it made a shuffle due."""
    if env.last_code == action_codes.SNAP:
        for slot in range(env.slots_before_snap, env.table.slots[env.last_actor]):
            cache_place(env, env.table, slot * env.table.seats + env.last_actor)
    # These can move cards between places that the action does not name.
    if env.last_code == action_codes.TRADE or env.last_code == action_codes.GIVE or env.table.ruleset.snap_seize:
        env.hands_stale = 1
    elif place != constants.NOWHERE:
        cache_place(env, env.table, place)
        if other != constants.NOWHERE:
            cache_place(env, env.table, other)


def cache_place(env: EnvState, table: Table, place: int) -> None:
    """Write a place into the cache of every seat: the card's kind only for seats that have seen it."""
    seats = table.seats
    slots = env.spec.slots
    width = env.spec.place_width
    slot = place // seats
    if slot >= slots:
        return
    card = table.at[place]
    seen_bits = 0 if card == constants.NO_CARD else table.seen[card] & table.everybody
    old = card != constants.NO_CARD and is_old(env, card)
    # Observers come in the order of seats. The owner's offset from the first one is the owner's number; it is one less
    # from each following observer, and after 0 comes the highest.
    offset = place - slot * seats
    where = (offset * slots + slot) * width
    env.occupied[offset * env.spec.hand_stride + slot] = card != constants.NO_CARD
    for _ in range(seats):
        if card == constants.NO_CARD:
            cache_gap(env, where)
        else:
            cache_card(env, card, seen_bits, old, where)
        # Rotated, so that the next observer has the lowest bit:
        seen_bits = seen_bits >> 1 | (seen_bits & 1) << seats - 1
        where += env.spec.cache_width - slots * width
        if offset == 0:
            where += seats * slots * width
        offset -= 1


def cache_gap(env: EnvState, where: int) -> None:
    env.cache[where + observation_layout.CARD] = observation_layout.GAP
    for column in range(observation_layout.KEPT, env.spec.place_width):
        env.cache[where + column] = 0


def cache_card(env: EnvState, card: int, seen_bits: int, old: int, where: int) -> None:
    """For the observer whose bit is the lowest of those that tell who has seen the card."""
    cache = env.cache
    code = env.spec.card_code[card]
    cache[where + observation_layout.CARD] = code if seen_bits & 1 else observation_layout.UNSEEN
    cache[where + observation_layout.KEPT] = env.table.kept[card]
    cache[where + observation_layout.OLD] = old
    cache[where + observation_layout.SEEN] = seen_bits & observation_layout.MOST
    for column in range(observation_layout.SEEN + 1, env.spec.place_width):
        seen_bits >>= observation_layout.SEATS_PER_NUMBER
        cache[where + column] = seen_bits & observation_layout.MOST


def update_unseen(env: EnvState, card: int, before: int) -> None:
    """Seats that have seen the card since then no longer count it as unseen."""
    news = (env.table.seen[card] ^ before) & env.table.everybody
    if news:
        where = unseen_column(env, card)
        while news:
            env.cache[where] -= news & 1
            where += env.spec.cache_width
            news >>= 1
