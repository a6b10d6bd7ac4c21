"""Snapping: racing to lay a matching card on a discard."""

from __future__ import annotations

from ..options import Aside, Choice, Count, Flag, Need, Option, Values
from .needs import OTHERS_SNAPPED, SNAPPING, TAKING


def _costs(values: Values) -> bool:
    return bool(values["snap.penalty"] or values["snap.late_penalty"] or values["snap.seize"])


OPTIONS: tuple[Option, ...] = (
    Choice(
        "snap.who",
        "off",
        "Whose cards may be snapped: nobody's, the own ones, or anybody's.",
        {
            "off": "There is no snapping.",
            "own": "When a card is discarded, everybody may race to lay a matching card of their own on it.",
            "any": "When a card is discarded, everybody may race to lay a matching card on it, their own or another "
            "player's.",
        },
    ),
    Choice(
        "snap.match",
        "rank",
        "What makes two cards match.",
        {"rank": "Cards of the same rank match.", "value": "Cards that count the same match."},
        needs=(SNAPPING,),
        idle="rank",
    ),
    Choice(
        "snap.window",
        "draw",
        "When it is too late to snap a discard.",
        {
            "draw": "It is too late once the next player draws or takes.",
            "discard": "It is too late once that card is taken or the next one is discarded.",
            "dealer": "It is too late at the dealer's word, or once that card is taken or the next one is discarded.",
        },
        needs=(SNAPPING,),
        idle="draw",
        aside=Aside("that card is taken or ", TAKING),
    ),
    Choice(
        "snap.winners",
        "one",
        "How many may snap the same discard.",
        {
            "one": "Only the first correct snap of a discard counts.",
            "chain": "After the first correct snap of a discard, that player alone may go on until the next draw.",
            "all": "Any number of players may snap the same discard.",
        },
        needs=(SNAPPING,),
        idle="one",
    ),
    Flag(
        "snap.discarder",
        True,
        "Whether whoever discarded a card may snap it too.",
        {True: "Whoever discarded the card may snap too.", False: "Whoever discarded the card may not snap it."},
        needs=(SNAPPING,),
        idle=True,
    ),
    Choice(
        "snap.give",
        "must",
        "Whether snapping another player's card is answered by giving that player one of the own.",
        {
            "must": "Whoever snaps another player's card must give that player one of their own in its place.",
            "may": "Whoever snaps another player's card may give that player one of their own in its place.",
            "no": "Nothing is given for another player's card.",
        },
        needs=(OTHERS_SNAPPED,),
        idle="must",
    ),
    Count(
        "snap.cards",
        1,
        "How many cards may be snapped at once.",
        {
            1: "One card is snapped at a time.",
            2: "Two matching cards may be snapped at once, which counts as one snap.",
        },
        needs=(SNAPPING,),
        idle=1,
        low=1,
        high=2,
    ),
    Count(
        "snap.penalty",
        1,
        "Penalty cards for a wrong snap.",
        {
            0: "A wrong snap costs no penalty cards.",
            1: "A wrong snap costs one penalty card, which nobody sees.",
            "other": "A wrong snap costs {} penalty cards, which nobody sees.",
        },
        needs=(SNAPPING,),
        idle=0,
        low=0,
        high=10,
    ),
    Count(
        "snap.late_penalty",
        0,
        "Penalty cards for a snap that comes too late.",
        {
            0: "A snap that comes too late costs nothing.",
            1: "A snap that comes too late costs one penalty card.",
            "other": "A snap that comes too late costs {} penalty cards.",
        },
        needs=(SNAPPING,),
        idle=0,
        low=0,
        high=10,
    ),
    Flag(
        "snap.shown",
        True,
        "Whether the whole table sees a card that was snapped wrongly.",
        {
            True: "A card that was snapped wrongly goes back, and everybody has seen it.",
            False: "A card that was snapped wrongly goes back, and nobody sees it.",
        },
        needs=(SNAPPING,),
        idle=True,
    ),
    Flag(
        "snap.seize",
        False,
        "Whether a wrong snap of another player's card takes that card too.",
        {True: "But whoever wrongly snaps another player's card has to take that card.", False: ""},
        needs=(OTHERS_SNAPPED,),
        idle=False,
    ),
    Count(
        "snap.hand_limit",
        0,
        "A penalty that leaves more cards than this puts the player out of the round; 0: no limit.",
        {0: "", "other": "A player whom a penalty leaves with more than {} cards is out of the round."},
        needs=(Need("a penalty", "snap.penalty", _costs),),
        idle=0,
        low=0,
        high=60,
    ),
    Flag(
        "snap.final_window",
        False,
        "Whether the last discard may be snapped once more before the show, until the dealer says stop.",
        {True: "Before the show the last discard may be snapped once more, until the dealer says stop.", False: ""},
        needs=(SNAPPING,),
        idle=False,
    ),
)
