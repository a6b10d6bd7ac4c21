"""Powers: what cards do when they are thrown."""

from __future__ import annotations

from ..core.engine.cards import KINDS
from ..options import CardTable, Choice, Count, Flag, Option
from .needs import ANY_POWER, LOOKING, TRADING

POWERS = {"7": "peek", "8": "peek", "9": "spy", "10": "spy", "J": "trade", "Q": "trade", "Kb": "look"}

OPTIONS: tuple[Option, ...] = (
    CardTable(
        "powers.cards",
        tuple(POWERS.get(kind, POWERS.get(kind[:-1], "none")) for kind in KINDS),
        "What each card can do when it is drawn from the stock and thrown at once, by rank and colour.",
        "",
        each=Choice("power", "none", "Power.", dict.fromkeys(("none", "peek", "spy", "trade", "look"), "")),
    ),
    Choice(
        "powers.use",
        "optional",
        "Whether a power may be left unused.",
        {
            "optional": "Nobody has to use a power.",
            "mandatory": "A power must be used, as far as it can be; the swap after a look stays optional.",
        },
        needs=(ANY_POWER,),
        idle="optional",
    ),
    Flag(
        "powers.replaced",
        False,
        "Whether a card swapped out for one from the stock fires its power as well.",
        {
            True: "A card that is swapped out for one from the stock fires its power as well.",
            False: "Only a card drawn from the stock and thrown at once fires its power.",
        },
        needs=(ANY_POWER,),
        idle=False,
    ),
    Choice(
        "powers.trade",
        "any",
        "Which two cards a blind swap exchanges.",
        {
            "any": "A blind swap exchanges any two cards on the table, unseen.",
            "own_other": "A blind swap exchanges one of the player's own cards with another player's, unseen.",
            "owners": "A blind swap exchanges two cards of different players, unseen.",
        },
        needs=(TRADING,),
        idle="any",
    ),
    Count(
        "powers.looks",
        2,
        "How many cards the look-and-swap power may look at.",
        {
            1: "Look and swap first looks at one card",
            "other": "Look and swap first looks at up to {} cards",
        },
        needs=(LOOKING,),
        idle=2,
        low=1,
        high=2,
    ),
    Choice(
        "powers.look_at",
        "any",
        "Whose cards the look-and-swap power looks at.",
        {
            "any": "anywhere on the table.",
            "own_other": "of which one is the player's own and one another player's.",
            "other": "of other players.",
        },
        needs=(LOOKING,),
        idle="any",
    ),
    Choice(
        "powers.look_swap",
        "any",
        "Which two cards the look-and-swap power may then exchange.",
        {
            "any": "Then any two cards on the table may be exchanged, whether they were looked at or not.",
            "looked": "Then the two cards looked at may be exchanged.",
            "own": "Then the card looked at may be exchanged with one of the player's own.",
        },
        needs=(LOOKING,),
        idle="any",
    ),
)
