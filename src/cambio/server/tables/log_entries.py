"""The entries of a table's log, one for each thing that happened. A table's state is computed from them alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import msgspec
from msgspec import Struct

from ...actions import Action
from ...places import Seat
from ..protocol.messages import Options
from ..store.daily_deals import DailyDeal
from .races.snap_verdict import Verdict

#: The actor of entries that no person or bot asked for: a clock ran out, the dealer acted, a round was dealt.
TABLE = "table"


class Body(Struct, frozen=True, tag_field="is", omit_defaults=True):
    """What happened."""


class Opened(Body, frozen=True, tag="opened"):
    """A table with that many seats, by these rules; whoever opened it is the host."""

    rules: str
    seats: int
    options: Options
    host: str
    #: Bots of this level fill the seats when nobody else comes in time.
    fill: str | None = None
    #: The secret of the first match, so that its shuffle can be committed to before the match begins.
    secret: str = ""
    #: The match begins by itself when the host comes, who may want to add a seed to its shuffle.
    starts: bool = False
    #: The daily deal that is played here, by its host alone; its match has the secret of the deal.
    daily: DailyDeal | None = None


class Sat(Body, frozen=True, tag="sat"):
    seat: str
    person: str
    name: str


class BotSat(Body, frozen=True, tag="bot_sat"):
    seat: str
    level: str
    name: str


class Left(Body, frozen=True, tag="left"):
    """Somebody got up, or was removed, before the match."""

    seat: str


class Renamed(Body, frozen=True, tag="renamed"):
    """Somebody is called otherwise from now on."""

    seat: str
    name: str


class Shuffle(Struct, frozen=True, omit_defaults=True):
    """What players gave to a round's shuffle, by seat, in hexadecimal digits: with the match's secret, all of it."""

    commitments: dict[str, str] = {}
    #: Only those that came in time and fit.
    seeds: dict[str, str] = {}


class Announced(Body, frozen=True, tag="announced"):
    """The commitments for the next deal are closed: nothing of it is open any more but the seeds that fit them."""

    commitments: dict[str, str]


class Continued(Struct, frozen=True, omit_defaults=True):
    """A finished round until the step from which it is played on: all that the dealer and the players had done."""

    dealer: str
    starter: str
    deck: tuple[str, ...]
    shuffles: tuple[tuple[str, ...], ...]
    #: Who did what.
    actions: tuple[tuple[str, str], ...]
    #: The round's name in the archive; None if it came from a file.
    round: str | None = None
    #: The cards that the player's seat had not seen were dealt anew.
    is_anew: bool = False


class Started(Body, frozen=True, tag="started"):
    """A match begins, for the first time or again. Its seats are in this order; its cards come from the secret."""

    seating: tuple[str, ...]
    secret: str
    #: The deck of the first round, where it is not shuffled: in a tutorial.
    deck: tuple[str, ...] = ()
    #: The number of the tutorial's lesson, whose opponent plays as the lesson wants it; 0: no lesson.
    lesson: int = 0
    #: None: a deck that was chosen, or a round from before shuffles could be checked.
    shuffle: Shuffle | None = None
    #: Where the first round begins, if it is played on from a replay.
    continued: Continued | None = None


class Dealt(Body, frozen=True, tag="dealt"):
    """The next round of the match is dealt."""

    #: None: a round from before shuffles could be checked.
    shuffle: Shuffle | None = None


class Played(Body, frozen=True, tag="played"):
    """An action of the game, by a seat or by the dealer; with all inputs of the verdict, if there was a snap race."""

    actor: str
    action: str
    #: The seat did not decide itself: the clock was over, or a stand-in plays.
    by_stand_in: bool = False
    race: Verdict | None = None


@dataclass(frozen=True, slots=True)
class TableMove:
    """An action by a seat or the dealer, typed; as text it exists only on the wire and in the log."""

    actor: Seat
    action: Action
    #: The seat did not decide itself: its clock ran out, or a stand-in plays.
    by_stand_in: bool = False

    def to_entry(self, race: Verdict | None = None) -> Played:
        """The entry that plays it, with the verdict of the race that it won, if there was one."""
        return Played(self.actor, str(self.action), self.by_stand_in, race)


class StoodIn(Body, frozen=True, tag="stood_in"):
    """Somebody has been away for too long, or has left: a stand-in plays on."""

    seat: str


class Returned(Body, frozen=True, tag="returned"):
    """Somebody is back, and has the seat again."""

    seat: str


AnyBody: TypeAlias = Opened | Sat | BotSat | Left | Renamed | Announced | Started | Dealt | Played | StoodIn | Returned

_decoder: msgspec.json.Decoder[AnyBody] = msgspec.json.Decoder(AnyBody)
_encoder = msgspec.json.Encoder()


def decode(body: bytes) -> AnyBody:
    return _decoder.decode(body)


def encode(body: AnyBody) -> bytes:
    return _encoder.encode(body)
