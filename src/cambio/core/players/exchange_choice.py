"""Exchanges of several equal cards for the one that is held, as far as a player knows its own cards."""

from __future__ import annotations

from ..engine import action_codes, constants, option_codes
from ..engine.play import action_of
from ..engine.table import Table, is_joined
from .mind import Mind, recall


def believed_rank(mind: Mind, table: Table, place: int) -> int:
    """The rank of an own card as the player recalls it, or NO_RANK."""
    card = table.at[place]
    if card == constants.NO_CARD:
        return constants.NO_RANK
    believed = recall(mind, table, card)
    return constants.NO_RANK if believed == constants.NO_CARD else table.ruleset.face[believed] // 4


def gain_of_exchange(mind: Mind, table: Table, rank: int) -> float:
    """The points of all own cards of that rank instead of the held card's; 0, if there are not several."""
    gain = -mind.worth[table.held]
    cards = 0
    for slot in range(table.slots[mind.seat]):
        place = slot * table.seats + mind.seat
        if slot < constants.EXCHANGEABLE_SLOTS and believed_rank(mind, table, place) == rank:
            gain += mind.worth[recall(mind, table, table.at[place])]
            cards += 1
    return gain if cards > 1 else 0.0


def best_exchange(mind: Mind, table: Table) -> int:
    """The rank whose cards gain most when they are exchanged, or NO_RANK."""
    if table.ruleset.turn_exchange == option_codes.TURN_EXCHANGE_ONE:
        return constants.NO_RANK
    best = constants.NO_RANK
    most = 0.0
    for slot in range(table.slots[mind.seat]):
        rank = believed_rank(mind, table, slot * table.seats + mind.seat)
        if rank != constants.NO_RANK and rank != best:
            gain = gain_of_exchange(mind, table, rank)
            if gain > most:
                best = rank
                most = gain
    return best


def next_of_exchange(mind: Mind, table: Table, rank: int) -> int:
    """Name the next card of that rank; the last one is swapped, and the others go with it."""
    place = constants.NOWHERE
    left = 0
    fallback = constants.NOWHERE
    for slot in range(table.slots[mind.seat]):
        own = slot * table.seats + mind.seat
        if is_joined(table, own):
            fallback = own
        elif (
            rank != constants.NO_RANK
            and slot < constants.EXCHANGEABLE_SLOTS
            and believed_rank(mind, table, own) == rank
        ):
            left += 1
            if place == constants.NOWHERE:
                place = own
    if place == constants.NOWHERE:
        return action_of(action_codes.SWAP, fallback, constants.NOWHERE)
    return action_of(action_codes.ALSO if left > 1 else action_codes.SWAP, place, constants.NOWHERE)


def rank_of_joined(mind: Mind, table: Table) -> int:
    """The rank of the cards that have been named, as the player recalls it."""
    for slot in range(table.slots[mind.seat]):
        place = slot * table.seats + mind.seat
        if is_joined(table, place):
            return believed_rank(mind, table, place)
    return constants.NO_RANK
