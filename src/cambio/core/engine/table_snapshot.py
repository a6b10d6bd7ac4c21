"""Snapshots of a table: all that lies on it as plain numbers, from which any build makes the same table again."""

from __future__ import annotations

from typing import TypeAlias

from .gift import owe_gift
from .ruleset import Ruleset
from .table import Table, open_slot

#: Numbers by name; then rows of numbers, by card, by seat and by gift; and the cards of each hand.
TableSnapshot: TypeAlias = tuple[dict[str, int], list[list[int]], list[list[int]], list[list[int]], list[list[int]]]

#: Numbers that follow from how a table is made, or say how much memory it uses; and the log, which copies begin anew.
NOT_SET = frozenset(
    {"everybody", "gift_capacity", "gifts", "log_capacity", "log_size", "public", "rows", "seats", "dealer", "starter"}
)


def take_snapshot(table: Table) -> TableSnapshot:
    """All the state of a table but its rules and its log; hidden cards are part of it."""
    values = [(name, getattr(table, name, None)) for name in Table.__slots__]
    numbers = {name: int(value) for name, value in values if isinstance(value, int)}
    by_card = [
        [table.stock[card], table.pile[card], table.seen[card], table.origin[card], table.kept[card]]
        for card in range(table.ruleset.deck_size)
    ]
    by_seat = [
        [table.hand_size[seat], table.chosen[seat], table.points[seat], table.scores[seat]]
        for seat in range(table.seats)
    ]
    gifts = [[table.gift_from[index], table.gift_to[index]] for index in range(table.gifts)]
    hands = [[table.at[slot * table.seats + seat] for slot in range(table.slots[seat])] for seat in range(table.seats)]
    return numbers, by_card, by_seat, gifts, hands


def restore_table(ruleset: Ruleset, snapshot: TableSnapshot) -> Table:
    """A table in the state of the snapshot, with an empty log."""
    numbers, by_card, by_seat, gifts, hands = snapshot
    table = Table(ruleset, numbers["seats"], numbers["dealer"], numbers["starter"])
    for name, value in numbers.items():
        if name not in NOT_SET:
            setattr(table, name, value)
    for card in range(ruleset.deck_size):
        table.stock[card], table.pile[card], table.seen[card], table.origin[card], table.kept[card] = by_card[card]
    for seat in range(table.seats):
        for card in hands[seat]:
            # A new slot may move the row of places, so it comes first.
            place = open_slot(table, seat)
            table.at[place] = card
        table.hand_size[seat], table.chosen[seat], table.points[seat], table.scores[seat] = by_seat[seat]
    for giver, gap in gifts:
        owe_gift(table, giver, gap)
    return table
