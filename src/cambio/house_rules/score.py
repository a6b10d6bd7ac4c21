"""Scoring: who wins a round."""

from __future__ import annotations

from ..options import Choice, Flag, Option

OPTIONS: tuple[Option, ...] = (
    Choice(
        "score.caller_tie",
        "loses",
        "What becomes of a caller who ties for the fewest points.",
        {
            "loses": "A caller who ties for the fewest points loses the tie.",
            "wins": "A caller who ties for the fewest points wins the tie.",
            "level": "A caller who ties for the fewest points is treated like the others.",
        },
    ),
    Choice(
        "score.tie",
        "share",
        "Who wins among the others who tie for the fewest points.",
        {
            "share": "Others who tie share the win.",
            "most_cards": "Among those who tie, the player with the most cards wins; if that is level too, they share.",
            "fewest_cards": "Among those who tie, the player with the fewest cards wins; if that is level too, they "
            "share.",
        },
    ),
    Flag(
        "score.risky_fives",
        False,
        "Whether fives count together: each pair -25, an odd one +25.",
        {True: "Fives count together: each pair in a hand -25, an odd one 25.", False: ""},
    ),
)
