"""What the fields of messages hold: texts with a form of their own, and texts that have one of a few values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypeAlias, get_args

from msgspec import Meta

from ...highlights import Kind
from ...notation.races import GESTURES
from ...outcome import Reason, Verdict
from ...replay.step_kind import Kind as StepKind
from ...replay.step_kind import Mistake
from ...view import PHASES, POWERS

CommandId: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=64, pattern="^[!-~]+$", description="Chosen by the client, never used twice.")
]
SeatName: TypeAlias = Annotated[str, Meta(pattern="^[a-h]$", description="A seat's letter, clockwise from a.")]
ActionText: TypeAlias = Annotated[
    str,
    Meta(min_length=1, max_length=48, description="An action as .cambio files write it: draw, swap a2, snap b3 #17."),
]
Digits: TypeAlias = Annotated[
    str, Meta(pattern="^[0-9a-f]{64}$", description="A seed or a commitment: 32 bytes in hexadecimal digits.")
]
PlaceText: TypeAlias = Annotated[str, Meta(description="A seat's letter and a slot from 1: b3.")]
Face: TypeAlias = Annotated[str, Meta(description="Rank and suit: 7h, 10c, Kd; jokers are Xr and Xb.")]
Milliseconds: TypeAlias = Annotated[float, Meta(ge=0, le=600_000)]

REACTIONS = ("clap", "gasp", "laugh", "think", "wave", "heart")


def _one_of(title: str, values: Iterable[str], *, pattern: str | None = None, max_length: int | None = None) -> Meta:
    """The values that a text can have, for those who read the protocol; decoding checks only pattern and length."""
    return Meta(title=title, extra_json_schema={"enum": list(values)}, pattern=pattern, max_length=max_length)


AIDS = _one_of("Aids", ("off", "notes", "ghosts", "tracking"), pattern="^(off|notes|ghosts|tracking)$")
ENDING_REASON = _one_of("EndingReason", get_args(Reason))
CALL_VERDICT = _one_of("CallVerdict", get_args(Verdict))
GESTURE = _one_of("RaceGesture", GESTURES)
HIGHLIGHT_KIND = _one_of("HighlightKind", get_args(Kind))
MISTAKE = _one_of("Mistake", get_args(Mistake))
PHASE = _one_of("Phase", PHASES.values())
POWER = _one_of("Power", POWERS.values())
REACTION = _one_of("Reaction", REACTIONS, max_length=16)
SNAPS = _one_of("Snaps", ("race", "calm", "relaxed"), pattern="^(race|calm|relaxed)$")
STAGE = _one_of("Stage", ("lobby", "playing", "scores", "over"))
STEP_KIND = _one_of("StepKind", get_args(StepKind))
STAND_IN = _one_of("ActedBy", ("clock", "stand_in"))
