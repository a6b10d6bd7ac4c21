"""A finished round, step by step, as REST tells it.

docs/PROTOCOL.md and web/src/lib/protocol.ts are made from these types, too.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from .message_fields import GESTURE, MISTAKE, STEP_KIND, Face, PlaceText
from .messages import Board, Ending, GameEvent, SeatInfo, Yours


class ShareInfo(Struct, frozen=True):
    """A link by which anybody may look at a finished round."""

    #: What the link ends with: /replay/s/TOKEN.
    token: str
    #: Whose faces it shows: table, all or a seat's letter.
    scope: str
    #: When it was made.
    created: int


class ShareList(Struct, frozen=True):
    """The links that whoever asks has made to one round, the earliest first."""

    shares: tuple[ShareInfo, ...]


class SharedRound(Struct, frozen=True):
    """Whose link has opened a replay, and what it shows."""

    #: Who made the link, by the name at the table.
    by: str
    seat: str
    #: Whose faces it shows: table, all or a seat's letter.
    scope: str


class RaceReaction(Struct, frozen=True, omit_defaults=True):
    """One of those who raced for a discard, with all times in milliseconds."""

    seat: str
    #: snap, or other for what would have closed the window; which card a slower player reached for is not told.
    gesture: Annotated[str, GESTURE]
    #: The reaction as it was judged: the delay, without what the connection is forgiven.
    after: int
    #: From sending the discard to the arrival of the gesture, by the server's clock. To those who come by a link this
    #: is not told, nor are the next two.
    delay: int | None = None
    #: From showing the discard to the gesture, as the client said.
    claimed: int | None = None
    #: Of the connection, before the race.
    round_trip: int = 0
    is_bot: bool = False


class SeatKnowledge(Struct, frozen=True, omit_defaults=True):
    """What a seat knew after a step, and what its hand counted."""

    #: Cards of its own hand, and of all other hands, that the seat had seen.
    own: int = 0
    others: int = 0
    #: What the hand counted; only where every card of it is known.
    points: int | None = None
    #: What the seat could believe its hand to count: the cards it had seen, and for each other one the mean of all
    #: cards of the same shuffle that it had not seen. Only for that seat, and with all cards open.
    believed: float | None = None


class ReplayStep(Struct, frozen=True, omit_defaults=True):
    """One action of a finished round and the table after it, as it was known then; the first step is the deal."""

    number: int
    #: A seat's letter, or dealer.
    actor: str
    #: As .cambio files write it; empty for the deal.
    action: str
    #: For a timeline. memory: whatever is done before play; also, exchange: several cards swapped for one; power: a
    #: look or a swap by a card's power; dealer: the dealer's word on a window or a gift.
    kind: Annotated[str, STEP_KIND]
    board: Board
    #: What the rules count as a mistake. Whether a call was wrong everybody knows since the show, so every viewpoint
    #: is told.
    mistake: Annotated[str, MISTAKE] | None = None
    #: Who called, or knocked, by this step.
    caller: str | None = None
    events: tuple[GameEvent, ...] = ()
    #: From a seat's viewpoint: the card that it held and what a power showed it, as at the live table.
    yours: Yours | None = None
    #: The card that somebody held, if the viewpoint knows it.
    held: Face | None = None
    #: Cards in hands that the viewpoint knows; those that lie open are on the board.
    faces: dict[PlaceText, Face] = {}
    #: The seats that had seen a card in a hand, letter by letter: ab. What everybody could notice.
    known_by: dict[PlaceText, str] = {}
    knowledge: dict[str, SeatKnowledge] = {}
    #: How fast everybody was who raced for the discard, in the order in which they came.
    race: tuple[RaceReaction, ...] = ()
    #: The order of seats decided the race, and not the times.
    race_relaxed: bool = False


class Replay(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A finished round from one viewpoint."""

    rules: str
    seats: tuple[SeatInfo, ...]
    dealer: str
    starter: str
    #: table (what everybody saw), all (every card open) or a seat's letter.
    viewpoint: str
    #: All that this round may be looked at from: a player's own copy only as that player and as the table, and by a
    #: link as that allows.
    viewpoints: tuple[str, ...]
    #: The seat of whoever asks, in a round of the archive.
    you: str | None = None
    #: If it was opened by a link.
    shared: SharedRound | None = None
    #: Of a match's file: which round this is, and how many there are.
    round: int | None = None
    rounds: int | None = None
    ending: Ending
    steps: tuple[ReplayStep, ...]
