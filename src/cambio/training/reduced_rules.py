"""Reduced games: Cambio by house rules that make its tree so small that it can be solved.

The pack has few ranks, each of one suit. Everybody is dealt two cards and may look at one of them before play; then it
is draw, swap or throw, or call, with one more turn for the other. Nothing can be taken from the pile, and the cards are
shown when the stock is used up. A caller loses ties: the question is when to call, with a card that nobody
has seen.

>>> from cambio import Rules
>>> [Rules.parse(rules)["deck.decks"] for rules in REDUCED_RULES.values()]
[3, 2, 3, 4]
"""

from __future__ import annotations

from ..core.engine.cards import JOKER, RANKS


def reduce_pack(*ranks: str, copies: int, hand: int = 2) -> str:
    """Rules with a pack of so many cards of each of these ranks, and so many for each hand."""
    return " ".join(
        [
            f"classic deck.jokers=0 deck.decks={copies}",
            *(f"counts.{rank}=0" for rank in RANKS[:JOKER] if rank not in ranks),
            *(f"counts.{rank}b=1 counts.{rank}r=0" for rank in ranks),
            f"deal.cards={hand} deal.memory_cards=1 deal.opening=no turn.take=no turn.stock=show",
        ]
    )


#: Three aces and three sixes, so two cards in the stock.
SIX_CARDS = reduce_pack("A", "6", copies=3)
#: Two aces, two threes and two sixes.
THREE_RANKS = reduce_pack("A", "3", "6", copies=2)
#: Three aces and three sixes, and own cards may be snapped on what the other discards; a wrong snap costs a card.
SNAPPING = f"{SIX_CARDS} snap.who=own snap.penalty=1 snap.discarder=no"
#: Four aces and four sixes, so four cards in the stock.
EIGHT_CARDS = reduce_pack("A", "6", copies=4)

#: By name: the games of docs/RESEARCH.md.
REDUCED_RULES = {"six": SIX_CARDS, "ranks": THREE_RANKS, "snapping": SNAPPING, "eight": EIGHT_CARDS}
