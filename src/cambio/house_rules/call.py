"""Calling: ending the round, and what a call costs or earns."""

from __future__ import annotations

from ..options import Aside, Choice, Count, Flag, Need, Option
from .needs import SNAPPING

OPTIONS: tuple[Option, ...] = (
    Choice(
        "call.when",
        "start",
        "When a player may call: instead of drawing, or at the end of the own turn.",
        {
            "start": "A player who expects to be lowest may call at the start of a turn, instead of drawing.",
            "end": "A player who expects to be lowest may call at the end of a turn.",
        },
    ),
    Flag(
        "call.last_turns",
        True,
        "Whether everybody else gets one more turn after a call.",
        {
            True: "Everybody else gets one more turn, and nobody else may call. Then all cards are shown.",
            False: "The call ends the round, and all cards are shown.",
        },
    ),
    Flag(
        "call.lock",
        False,
        "Whether the caller's cards can't be touched any more.",
        {
            True: "The caller's cards are locked: nobody may move them or add to them, and the caller snaps no more.",
            False: "The caller's cards stay in play like everybody's.",
        },
        aside=Aside(", and the caller snaps no more", SNAPPING),
    ),
    Flag(
        "call.lock_looking",
        False,
        "Whether locked cards can't be looked at either.",
        {True: "Nor may anybody look at them.", False: "Powers may still look at them."},
        needs=(Need("locked hands", "call.lock", lambda values: bool(values["call.lock"])),),
        idle=False,
    ),
    Count(
        "call.from_lap",
        1,
        "The first lap of the table in which somebody may call.",
        {1: "", "other": "Nobody may call before lap {} of the table."},
        low=1,
        high=20,
    ),
    Count(
        "call.limit",
        None,
        "The most points with which a call can be right; it is checked at the show.",
        {None: "", "other": "A call with more than {} on the hand is wrong, whatever the others have."},
        low=-20,
        high=200,
        may_be_none=True,
    ),
    Count(
        "call.wrong_points",
        0,
        "Points added for a wrong call.",
        {0: "A wrong call costs nothing extra.", "other": "A wrong call costs {} extra."},
        low=0,
        high=200,
    ),
    Flag(
        "call.wrong_doubles",
        False,
        "Whether a wrong call doubles the caller's own points, if they are above zero.",
        {True: "A wrong caller's own points are doubled, if they are above zero.", False: ""},
    ),
    Flag(
        "call.right_zero",
        False,
        "Whether a right caller scores zero (or the hand's points, if fewer).",
        {True: "A right caller scores zero, or the hand's points if those are fewer.", False: ""},
    ),
    Count(
        "call.right_bonus",
        0,
        "Points taken off for a right call.",
        {0: "", "other": "A right caller's score is lowered by {}."},
        low=0,
        high=200,
    ),
)
