"""Snaps that were judged wrong without their cards having been shown.

Whatever else a hidden card has decided was seen when it did, but for this: where a wrongly snapped card is not shown,
the table knows that it did not match, or that one of two did not. So it may not match in any other deal either.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..actions import Action, Snap
from ..core.engine.snap import is_late
from ..core.engine.table import Table
from ..places import Seat, seat_number


@dataclass(frozen=True, slots=True)
class JudgedSnap:
    """Cards of a snap, each with the shuffle from which it came, and the top discard, which not all of them match."""

    cards: tuple[tuple[int, int], ...]
    top: int

    def is_wrong(self, table: Table, dealt: Mapping[int, int]) -> bool:
        """Whether it is still wrong when other cards lie where some were.

        A card that has been shuffled since is judged as the card that it was.
        """
        lying = (dealt.get(card, card) if table.origin_of(card) == origin else card for card, origin in self.cards)
        return not all(table.ruleset.matches(card, self.top) for card in lying)


def judge(table: Table, actor: Seat, action: Action) -> JudgedSnap | None:
    """The snap that is about to be judged wrong without being shown, if the action is one.

    A late snap compares nothing, and a right one shows its cards.
    """
    if not isinstance(action, Snap) or action.discard is None or table.ruleset.snap_shown:
        return None
    if is_late(table, seat_number(actor), action.discard):
        return None
    cards = [table.card_at(place.number(table.seats)) for place in action.places()]
    judged = JudgedSnap(tuple((card, table.origin_of(card)) for card in cards), table.pile_card(table.pile_size - 1))
    return judged if judged.is_wrong(table, {}) else None
