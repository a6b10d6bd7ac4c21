"""Every message between a table and whoever sits or watches there: this file and `client_messages` are the protocol.

A message is one JSON object in one text frame, its kind under ``type``. docs/PROTOCOL.md and web/src/lib/protocol.ts
are made from these types.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Struct

from .client_messages import VERSION as VERSION
from .client_messages import Act as Act
from .client_messages import ClientMessage as ClientMessage
from .client_messages import Command as Command
from .client_messages import Earlier as Earlier
from .client_messages import FromClient as FromClient
from .client_messages import Heartbeat as Heartbeat
from .client_messages import Hello as Hello
from .client_messages import Leave as Leave
from .client_messages import Next as Next
from .client_messages import Pass as Pass
from .client_messages import Pong as Pong
from .client_messages import React as React
from .client_messages import Rematch as Rematch
from .client_messages import Remove as Remove
from .client_messages import Rename as Rename
from .client_messages import SeatBot as SeatBot
from .client_messages import Sit as Sit
from .client_messages import Start as Start
from .client_messages import Stay as Stay
from .client_messages import TableCommand as TableCommand
from .message_fields import (
    CALL_VERDICT,
    ENDING_REASON,
    HIGHLIGHT_KIND,
    PHASE,
    POWER,
    STAGE,
    STAND_IN,
    ActionText,
    Face,
    PlaceText,
)
from .message_fields import REACTIONS as REACTIONS
from .table_options import Options as Options

#: Bytes in a frame from a client.
LONGEST_FRAME = 4096


# What a table looks like


class SeatInfo(Struct, frozen=True, omit_defaults=True):
    """Who sits there: a person, a bot of some level, or nobody."""

    seat: str
    name: str = ""
    level: str | None = None
    is_taken: bool = False
    #: A person whose connection is gone, and one for whom a stand-in plays.
    is_away: bool = False
    has_stand_in: bool = False


class RoundScore(Struct, frozen=True):
    """One round in the tally: what each seat scored, who dealt and who won."""

    scores: dict[str, int]
    dealer: str
    winners: tuple[str, ...]
    caller: str | None
    #: The caller did not call, but had no cards left, which counts as a call.
    knocked: bool


class Ending(Struct, frozen=True):
    """How a round ended. Points are what the hands count; scores are what goes into the tally."""

    #: called, stock (no card left to draw) or last (one seat left).
    reason: Annotated[str, ENDING_REASON]
    winners: tuple[str, ...]
    points: dict[str, int]
    scores: dict[str, int]
    cards: dict[str, int]
    caller: str | None
    #: right, wrong, tied, out (the caller was put out) or knocked; none without a call, or if only the caller is left.
    verdict: Annotated[str, CALL_VERDICT] | None
    out: tuple[str, ...]
    #: Who won by the worst hand of all, where the rules have one.
    kamikaze: tuple[str, ...] = ()


class Highlight(Struct, frozen=True, omit_defaults=True):
    """What a player did well or badly in a round that is over. What a kind does not need is left out."""

    kind: Annotated[str, HIGHLIGHT_KIND]
    #: What it saved, cost or gained; how far one was ahead or behind; what a card or a hand counts.
    points: int = 0
    #: How many cards were snapped, or came as a penalty; how many laps before the call.
    count: int = 0
    #: A card that everybody has seen.
    card: Face | None = None
    other: str | None = None
    #: What the hand counted when it was dealt.
    dealt: int | None = None


class TableInfo(Struct, frozen=True, omit_defaults=True):
    """All that everybody knows about a table, apart from the cards."""

    #: lobby, playing, scores (between two rounds) or over.
    stage: Annotated[str, STAGE]
    rules: str
    options: Options
    host: str | None
    seats: tuple[SeatInfo, ...]
    round: int = 0
    dealer: str | None = None
    tally: dict[str, int] = {}
    #: The latest rounds of the match that are over, and how many there were before these.
    rounds: tuple[RoundScore, ...] = ()
    rounds_before: int = 0
    #: How the last round ended; clients say it in their players' words.
    ending: Ending | None = None
    #: By seat, the most telling thing about the last round.
    highlights: dict[str, Highlight] = {}
    #: Who won the match, or else the last round.
    winners: tuple[str, ...] = ()
    #: The archived round, for those who played it.
    archived: str | None = None


class Debt(Struct, frozen=True):
    """A card that somebody owes, or may give."""

    giver: str
    gap: PlaceText


class Board(Struct, frozen=True, omit_defaults=True):
    """The cards, as everybody sees them. A hand is a row of slots: ? a card, - a gap."""

    phase: Annotated[str, PHASE]
    hands: dict[str, str]
    stock: int
    pile: int
    turn: str | None = None
    lap: int = 1
    top: Face | None = None
    #: Somebody holds a card: drawn, or taken from the pile.
    is_holding: bool = False
    is_taken: bool = False
    #: The card held, if everybody has seen it: whoever has the turn took it from the pile.
    held: Face | None = None
    number: int = 0
    #: The discard that may be snapped now.
    window: int | None = None
    chain: str | None = None
    power: Annotated[str, POWER] | None = None
    #: The card whose power it is: what it reaches may differ from card to card.
    power_card: Face | None = None
    #: Own cards of whoever holds a card that go with the one that will be swapped for it.
    joined: tuple[PlaceText, ...] = ()
    picked: PlaceText | None = None
    looked: tuple[PlaceText, ...] = ()
    debts: tuple[Debt, ...] = ()
    ready: tuple[str, ...] = ()
    caller: str | None = None
    knocked: bool = False
    out: tuple[str, ...] = ()
    #: Whose decision the table waits for.
    waits_for: tuple[str, ...] = ()
    #: Milliseconds until the clock decides, when the message was written.
    left: int | None = None
    #: At a calm or relaxed table: milliseconds left to commit to a snap, when the message was written. When none
    #: are, the window is still open, and a snap is judged at once.
    commit_left: int | None = None
    #: Cards that lie face up; all of them, once the round is over.
    shown: dict[PlaceText, Face] = {}


class Yours(Struct, frozen=True, omit_defaults=True):
    """What only this seat knows, and all that it may do now."""

    held: Face | None = None
    #: Cards that a power still lets this seat look at.
    looks: dict[PlaceText, Face] = {}
    legal: tuple[ActionText, ...] = ()
    #: Cards that may be snapped on the window's discard, and whether two may be at once.
    snaps: tuple[PlaceText, ...] = ()
    snap_two: bool = False
    #: The question that a decision answers.
    question: int | None = None


class GameEvent(Struct, frozen=True, omit_defaults=True):
    """Something that happened in the game, as docs/ENGINE.md lists it; a card only for those who see it."""

    event: str
    seat: str | None = None
    place: PlaceText | None = None
    other: PlaceText | None = None
    card: Face | None = None
    sees: tuple[str, ...] = ()
    number: int | None = None
    #: Who acted in place of the player: the clock, when the time was over, or a stand-in.
    by: Annotated[str, STAND_IN] | None = None


class Judged(Struct, frozen=True):
    """One contestant of a snap race: who, doing what, after how many milliseconds."""

    seat: str
    #: Of whoever came first the whole action, which everybody sees played. Of the others only `snap`, or `other` for
    #: what would have closed the window: their places would tell which cards they believe to match.
    action: str
    after: int


# To a client


class ServerMessage(Struct, frozen=True, tag_field="type", omit_defaults=True):
    """What a table may tell."""


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """The answer to hello: who you are here, and the table as it is now, without any face that you should remember.

    A client that comes back gets no board, but every message since its last one.
    """

    version: int
    #: Your seat's letter, or rail for those who watch.
    you: str
    seq: int
    table: TableInfo
    board: Board | None = None
    yours: Yours | None = None
    #: With a board: what has happened in this round at last, as the whole table knows it.
    story: tuple[GameEvent, ...] = ()
    #: How many events of the round came before the story; earlier asks for them.
    story_start: int = 0
    #: A stand-in has played for you until now.
    had_stand_in: bool = False


class Story(ServerMessage, frozen=True, tag="story"):
    """The answer to earlier: a part of the round as the whole table knows it; empty if another round is played now."""

    round: int
    #: The number of its first event in the round, counted from 0: there is nothing before 0.
    start: int
    events: tuple[GameEvent, ...] = ()


class Told(ServerMessage, frozen=True, tag="told"):
    """The next thing that happened. Everybody gets every number; what is not for you has nothing but its number."""

    seq: int
    events: tuple[GameEvent, ...] = ()
    #: Only if something about it has changed.
    table: TableInfo | None = None
    #: What else happened at the table: sat, bot_sat, left, renamed, started, stood_in, returned, dealt.
    news: str | None = None
    seat: str | None = None
    board: Board | None = None
    yours: Yours | None = None
    #: Your seat's letter, or rail, if that has changed.
    you: str | None = None
    #: How a race was judged.
    race: tuple[Judged, ...] = ()


class Done(ServerMessage, frozen=True, tag="done"):
    """A command was carried out, and is written down for good, as the message of that number.

    What is not written down (pass, next, stay, react) has been taken note of by the time of that number.
    """

    cmd_id: str
    seq: int


class Racing(ServerMessage, frozen=True, tag="racing"):
    """A snap, or what would end its window, has arrived; the verdict waits for whoever might have been faster."""

    cmd_id: str
    discard: int


class Refused(ServerMessage, frozen=True, tag="refused"):
    """A command was not carried out, and nothing has changed: the rule's sentence, and the option behind it."""

    cmd_id: str
    code: str
    sentence: str
    option: str | None = None
    #: For a snap that came too late: the one that won the discard, and this one.
    race: tuple[Judged, ...] = ()


class Reacted(ServerMessage, frozen=True, tag="reacted"):
    """Somebody made a small gesture."""

    seat: str
    reaction: str


class Present(ServerMessage, frozen=True, tag="present"):
    """Whose connection has come or gone. Nothing that is kept, so it has no number."""

    seat: str
    is_away: bool
    watching: int = 0


class Newcomers(ServerMessage, frozen=True, tag="newcomers"):
    """Who is on the join page now: what each has entered as a name so far, perhaps nothing. Not kept, so no number."""

    names: tuple[str, ...] = ()


class Countdown(ServerMessage, frozen=True, tag="countdown"):
    """Between two rounds, or when somebody wants another match: how long the scores still stay. Not kept, so no number;
    sent again whenever it changes.
    """

    #: Milliseconds until the next round or match begins, when the message was written.
    left: int
    #: Seats that want it at once, and those that have asked for more time.
    ready: tuple[str, ...] = ()
    stayed: tuple[str, ...] = ()


class Ping(ServerMessage, frozen=True, tag="ping"):
    """To be answered at once by a pong with the same nonce."""

    nonce: str


class Alive(ServerMessage, frozen=True, tag="alive"):
    """The answer to a heartbeat."""

    number: int


class Problem(ServerMessage, frozen=True, tag="problem"):
    """A frame that could not be taken: what was expected, and what came."""

    code: str
    sentence: str


class Bye(ServerMessage, frozen=True, tag="bye"):
    """The socket is about to be closed; come back after so many milliseconds, if at all.

    Without `retry` coming back would be in vain as things are: the session has ended (`no_session`), there is no such
    table (`no_table`), the client speaks another version (`version`).
    """

    code: str
    sentence: str
    retry: int | None = None


FromServer: TypeAlias = (
    Welcome
    | Story
    | Told
    | Done
    | Racing
    | Refused
    | Reacted
    | Present
    | Newcomers
    | Countdown
    | Ping
    | Alive
    | Problem
    | Bye
)
