"""The cards that a seat had not seen, and other ways in which they may lie without the seat having been told otherwise.

A card changes places only with cards of the same shuffle, as in `core.players.redeal`: everybody saw which ones went
back into the stock. But a redeal is about a table as it stands, and knows of no past. Here the past is played again, so
each card is exchanged where the dealer put it: in the deck, or in the reshuffle from which it came last.
What wrong snaps that were not shown have told is kept (`unseen.judged_snaps`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..actions import Action
from ..core.engine.cards import text_of
from ..core.engine.rng import Rng
from ..game import Game
from ..places import Seat
from ..unseen.judged_snaps import JudgedSnap, judge

#: Exchanges of two cards, for each card: many times more than it takes until every order is equally likely.
EXCHANGES = 20


@dataclass
class UnseenCards:
    """Follows a round, and deals anew what a seat has not seen of it."""

    game: Game
    seat: int
    #: By card, the snaps that it was part of and that were not shown.
    _judged: dict[int, list[JudgedSnap]] = field(default_factory=dict)

    def note_judgement(self, actor: Seat, action: Action) -> None:
        """Call it before each action."""
        judged = judge(self.game.table, actor, action)
        if judged is not None:
            for card, _ in judged.cards:
                self._judged.setdefault(card, []).append(judged)

    def deal_anew(self, rng: Rng) -> tuple[list[str], list[list[str]]]:
        """The deck and the reshuffles so far, in which the unseen cards lie in any order that is as likely as any.

        Two cards after the other are exchanged, if no judgement speaks against it; so there is always a next step, and
        from the real deal as from any other one comes to all that are possible.
        """
        table = self.game.table
        dealt: dict[int, int] = {}
        for shuffle in range(table.shuffles + 1):
            pool = [card for card in range(table.ruleset.deck_size) if self._is_unseen(card, shuffle)]
            dealt |= {card: card for card in pool}
            for _ in range(EXCHANGES * len(pool)):
                self._exchange(dealt, pool[rng.below(len(pool))], pool[rng.below(len(pool))])
        orders = [self.game.deck_ids, *self.game.shuffle_ids]
        deck, *shuffles = (
            [self._text(dealt.get(card, card) if table.origin_of(card) == shuffle else card) for card in order]
            for shuffle, order in enumerate(orders)
        )
        return deck, shuffles

    def _is_unseen(self, card: int, shuffle: int) -> bool:
        table = self.game.table
        return table.origin_of(card) == shuffle and not table.seen_by(card) >> self.seat & 1

    def _exchange(self, dealt: dict[int, int], card: int, other: int) -> None:
        """Exchange what lies where these two were, unless a snap would be judged otherwise."""
        dealt[card], dealt[other] = dealt[other], dealt[card]
        judged = [*self._judged.get(card, ()), *self._judged.get(other, ())]
        if not all(each.is_wrong(self.game.table, dealt) for each in judged):
            dealt[card], dealt[other] = dealt[other], dealt[card]

    def _text(self, card: int) -> str:
        return text_of(self.game.rules.ruleset.face_of(card))
