"""A turn: what may be taken, and what happens when cards run out."""

from __future__ import annotations

from ..options import Choice, Flag, Option
from .needs import ANY_POWER, SNAPPING, TAKING

OPTIONS: tuple[Option, ...] = (
    Choice(
        "turn.take",
        "swap",
        "Whether the top discard may be taken instead of drawing from the stock.",
        {
            "swap": "Instead of drawing, a player may take the top discard, and must swap it for an own card. "
            "It fires no power.",
            "free": "Instead of drawing, a player may take the top discard, and swap it for an own card or throw it "
            "back. It fires no power.",
            "no": "Only the stock is drawn from.",
        },
    ),
    Flag(
        "turn.take_powers",
        True,
        "Whether a discard with a power may be taken.",
        {True: "", False: "A discard with a power can't be taken."},
        needs=(TAKING, ANY_POWER),
        idle=True,
    ),
    Choice(
        "turn.stock",
        "reshuffle",
        "What happens when the stock is used up.",
        {
            "reshuffle": "When a card is needed and the stock is empty, all discards but the top one are reshuffled. "
            "If there is still nothing to draw, the round ends.",
            "show": "When the last card of the stock has been played, the round ends.",
        },
    ),
    Choice(
        "turn.empty_hand",
        "play",
        "What a player without cards does when it is time to draw.",
        {
            "play": "A player without cards draws and throws like anybody.",
            "call": "A player who is to draw without a card left calls automatically, in any lap, unless somebody has "
            "called before; that costs and earns nothing.",
        },
        needs=(SNAPPING,),
        idle="play",
    ),
)
