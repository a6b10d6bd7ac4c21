"""The match: several rounds in a row."""

from __future__ import annotations

from ..options import Choice, Count, Need, Option

SEVERAL_ROUNDS = Need("several rounds", "match.rounds", lambda values: values["match.rounds"] != 1)
RESETTING = Need("a tally that is set back", "match.reset_at", lambda values: values["match.reset_at"] is not None)

OPTIONS: tuple[Option, ...] = (
    Count(
        "match.rounds",
        1,
        "How many rounds a match has; 0: as many as the target takes, or the players like.",
        {
            0: "A match has as many rounds as it takes; the lowest tally of points wins.",
            1: "A match is a single round.",
            "other": "A match has {} rounds; the lowest tally of points wins.",
        },
        low=0,
        high=1000,
    ),
    Count(
        "match.target",
        0,
        "A match ends when somebody's tally reaches this; 0: no target.",
        {0: "", "other": "It ends when somebody's tally reaches {}."},
        needs=(SEVERAL_ROUNDS,),
        idle=0,
        low=0,
        high=10000,
    ),
    Count(
        "match.reset_at",
        None,
        "A tally of exactly this is set back.",
        {None: "", "other": "A tally of exactly {} is set back"},
        low=1,
        high=10000,
        may_be_none=True,
    ),
    Count(
        "match.reset_to",
        50,
        "What a tally is set back to.",
        "to {}.",
        needs=(RESETTING,),
        idle=50,
        low=0,
        high=10000,
    ),
    Choice(
        "match.dealer",
        "rotates",
        "Who deals the next round.",
        {"rotates": "The deal passes to the left after each round.", "stays": "The same player deals every round."},
    ),
    Choice(
        "match.starter",
        "left",
        "Who has the first turn.",
        {
            "left": "The player to the dealer's left starts.",
            "right": "The player to the dealer's right starts.",
            "dealer": "The dealer starts.",
            "winner": "The winner of the last round starts; in the first round, the player to the dealer's left.",
        },
    ),
)
