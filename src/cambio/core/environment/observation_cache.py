"""Sight: what every seat knows about the cards, kept as it will stand in an observation.

Little of it changes from one decision to the next, so it is found out anew only after the deal and after a reshuffle.
"""

from __future__ import annotations

from ..arrays import byte_array
from ..engine import action_codes, constants
from . import observation_layout
from .env_state import EnvState


def bring_up_to_date(stage: EnvState) -> None:
    """Find out anew what has not been kept up to date."""
    if stage.stale:
        count_unseen(stage)
    if stage.stale or stage.stirred:
        for owner in range(stage.table.seats):
            for slot in range(stage.table.slots[owner]):
                write_place(stage, slot * stage.table.seats + owner)
    stage.stale = 0
    stage.stirred = 0


def count_unseen(stage: EnvState) -> None:
    """From scratch, for every seat."""
    table = stage.table
    seats = table.seats
    sights = stage.sights
    width = stage.form.sight
    byte_array.clear(sights, seats * width)
    byte_array.clear(stage.laid, seats * stage.form.hand)
    for card in range(table.ruleset.deck_size):
        where = column_of(stage, card)
        seen = table.seen[card]
        for seat in range(seats):
            sights[where] += 1 - (seen >> seat & 1)
            where += width


def column_of(stage: EnvState, card: int) -> int:
    """Where unseen cards of that kind are counted; those of the latest shuffle apart from those before."""
    column = stage.form.unseen - stage.form.places + stage.form.card_code[card] - observation_layout.FIRST_KIND
    return column + observation_layout.KINDS if is_old(stage, card) else column


def is_old(stage: EnvState, card: int) -> int:
    """The card was dealt before the latest reshuffle."""
    return stage.table.shuffles > 0 and stage.table.origin[card] != stage.table.shuffles


def keep_up(stage: EnvState, place: int, other: int) -> None:
    """After a deed that named these places, and after which no shuffle is due."""
    if stage.deed == action_codes.SNAP:
        for slot in range(stage.slots_before, stage.table.slots[stage.doer]):
            write_place(stage, slot * stage.table.seats + stage.doer)
    # Cards that change hands, or their places, are too many to follow one by one.
    if stage.deed == action_codes.TRADE or stage.deed == action_codes.GIVE or stage.table.ruleset.snap_seize:
        stage.stirred = 1
    elif place != constants.NOWHERE:
        write_place(stage, place)
        if other != constants.NOWHERE:
            write_place(stage, other)


def write_place(stage: EnvState, place: int) -> None:
    """For each seat a card's kind, if that is known to it, and all that everybody has seen happen to the card."""
    table = stage.table
    seats = table.seats
    slots = stage.form.slots
    width = stage.form.place_width
    slot = place // seats
    if slot >= slots:
        return
    card = table.at[place]
    eyes = 0 if card == constants.NO_CARD else table.seen[card] & table.everybody
    old = card != constants.NO_CARD and is_old(stage, card)
    # From the first seat the owner is so many steps away as its number, from each following one a step less.
    steps = place - slot * seats
    where = (steps * slots + slot) * width
    stage.laid[steps * stage.form.hand + slot] = card != constants.NO_CARD
    for _ in range(seats):
        if card == constants.NO_CARD:
            write_gap(stage, where)
        else:
            write_card(stage, card, eyes, old, where)
        # Who has seen it, turned so that the next observer comes first:
        eyes = eyes >> 1 | (eyes & 1) << seats - 1
        where += stage.form.sight - slots * width
        if steps == 0:
            where += seats * slots * width
        steps -= 1


def write_gap(stage: EnvState, where: int) -> None:
    stage.sights[where + observation_layout.CARD] = observation_layout.GAP
    for column in range(observation_layout.KEPT, stage.form.place_width):
        stage.sights[where + column] = 0


def write_card(stage: EnvState, card: int, eyes: int, old: int, where: int) -> None:
    """For an observer who comes first among the eyes that have seen the card."""
    sights = stage.sights
    code = stage.form.card_code[card]
    sights[where + observation_layout.CARD] = code if eyes & 1 else observation_layout.UNSEEN
    sights[where + observation_layout.KEPT] = stage.table.kept[card]
    sights[where + observation_layout.OLD] = old
    sights[where + observation_layout.SEEN] = eyes & observation_layout.MOST
    for column in range(observation_layout.SEEN + 1, stage.form.place_width):
        eyes >>= observation_layout.EYES
        sights[where + column] = eyes & observation_layout.MOST


def note_seen(stage: EnvState, card: int, before: int) -> None:
    """The card may have been seen by more seats than before, who count it no longer."""
    table = stage.table
    news = (table.seen[card] ^ before) & table.everybody
    if news:
        where = column_of(stage, card)
        while news:
            stage.sights[where] -= news & 1
            where += stage.form.sight
            news >>= 1
