"""What a table may cost the others: how long one step of it may hold the event loop, estimated before it is opened.

Bots that weigh every choice compare cards with cards, so their longest decision grows with the square of what may lie
on the table; everything else grows with the cards. Compiled, the engine is quick enough for every mixture of rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..bots.styles import STYLES
from ..core import is_compiled
from ..core.players import policies
from ..errors import RulesError
from ..languages import Text
from ..rules import Rules

#: Milliseconds for which one step of a table may hold up all others, in the worst case.
STEP_LIMIT = 100.0


@dataclass(frozen=True)
class EngineCosts:
    """Milliseconds, as measured with 285 cards on the table (docs/decisions/0014)."""

    #: To weigh one card against another.
    per_pair: float
    #: To tell one player about one card.
    per_card: float


COMPILED = EngineCosts(per_pair=0.000_07, per_card=0.003)
INTERPRETED = EngineCosts(per_pair=0.002_9, per_card=0.008)
COSTS = COMPILED if is_compiled() else INTERPRETED


def most_cards(rules: Rules, seats: int) -> int:
    """The most cards that can lie before the players: without penalties and kept cards hands don't grow."""
    dealt = seats * int(rules["deal.cards"])
    if rules["turn.mismatch"] != "discard" or rules["turn.mismatch_penalty"]:
        return rules.deck_size
    if not rules["snap.penalty"] and not rules["snap.late_penalty"]:
        return dealt
    deck = rules.deck_size
    limit = int(rules["snap.hand_limit"])
    return min(deck, max(dealt, seats * limit)) if limit else deck


def estimate_step(rules: Rules, seats: int, levels: Iterable[str], costs: EngineCosts) -> float:
    """Milliseconds of the longest step at a table with bots of these levels, when all cards lie before the players."""
    cards = most_cards(rules, seats)
    weighs = any(STYLES[level].policy == policies.EVALUATION for level in levels if level in STYLES)
    return costs.per_card * cards * seats + (costs.per_pair * cards * cards if weighs else 0.0)


def check_costs(rules: Rules, seats: int, levels: Iterable[str]) -> None:
    """Refuse a table whose bots would hold up all other tables, by RulesError."""
    step = estimate_step(rules, seats, levels, COSTS)
    if step <= STEP_LIMIT:
        return
    decks, penalty, cards = rules["deck.decks"], rules["snap.penalty"], most_cards(rules, seats)
    raise RulesError(
        f"deck.decks={decks} and snap.penalty={penalty} may leave {cards} cards on the table, and these bots would "
        f"hold up the server for {step:.0f} ms at a time: expected at most {STEP_LIMIT:.0f}",
        "deck.decks",
        "snap.penalty",
        "bots",
        text=Text(
            "With so many cards on the table these bots would hold up everybody on this server. Use fewer packs, play "
            "without penalty cards, or choose bots of a lower level.",
            "Con tantas cartas en la mesa, estos bots harían esperar a todos en este servidor. Usa menos barajas, "
            "juega sin cartas de castigo o elige bots de un nivel inferior.",
        ),
    )
