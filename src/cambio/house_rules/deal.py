"""The deal: who plays, how many cards they get, and what they may look at before play."""

from __future__ import annotations

from ..options import Choice, Count, Flag, Need, Option

OPTIONS: tuple[Option, ...] = (
    Count("deal.min_seats", 2, "The fewest players.", "", low=2, high=26),
    Count("deal.max_seats", 26, "The most players; seats are lettered a to z.", "", low=2, high=26),
    Count(
        "deal.cards",
        4,
        "Cards dealt to each player, face down.",
        {1: "Everybody gets one card, face down.", "other": "Everybody gets {} cards, face down."},
        low=1,
        high=12,
    ),
    Choice(
        "deal.formation",
        "grid",
        "How the cards lie: in a grid with a bottom row, or as each player likes, and then fixed.",
        {
            "grid": "They lie in a grid, the last ones dealt at the bottom, nearest to the player.",
            "free": "Each player lays them out in any formation, which then stays as it is.",
        },
    ),
    Flag(
        "deal.opening",
        True,
        "Whether a card is turned up to start the discard pile.",
        {True: "One card is turned up to start the discard pile.", False: "The discard pile starts empty."},
    ),
    Count(
        "deal.memory_cards",
        2,
        "How many own cards may be looked at before play; none: play begins at once.",
        {
            0: "Nobody looks at any card before play.",
            1: "Before play everybody may look at one of their own cards, until they say that they are ready.",
            "other": "Before play everybody may look at {} of their own cards, until they say that they are ready.",
        },
        low=0,
        high=12,
    ),
    Choice(
        "deal.memory",
        "bottom",
        "Which of the own cards may be looked at before play: the bottom ones, or those that the player chooses.",
        {
            "bottom": "Those are the last ones dealt, at the bottom.",
            "choice": "Each player chooses which, and the choice is final.",
        },
        needs=(Need("a memory phase", "deal.memory_cards", lambda values: values["deal.memory_cards"] != 0),),
        idle="bottom",
    ),
)
