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
from .client_messages import CommitSeed as CommitSeed
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
from .client_messages import RevealSeed as RevealSeed
from .client_messages import SeatBot as SeatBot
from .client_messages import Sit as Sit
from .client_messages import Start as Start
from .client_messages import Stay as Stay
from .client_messages import TableCommand as TableCommand
from .message_fields import PHASE, POWER, STAND_IN, ActionText, Face, PlaceText
from .message_fields import REACTIONS as REACTIONS
from .table_info import DailyName as DailyName
from .table_info import Ending as Ending
from .table_info import Highlight as Highlight
from .table_info import PlayedOn as PlayedOn
from .table_info import RoundScore as RoundScore
from .table_info import SeatInfo as SeatInfo
from .table_info import TableInfo as TableInfo
from .table_options import Options as Options

#: Bytes in a frame from a client.
LONGEST_FRAME = 4096


# What the cards look like


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
    #: The head of the round's transcript, by how many actions have been played.
    heads: dict[str, str] = {}
    #: With a board, at a table that is played on from a replay: the cards that your seat has seen, by their places.
    known: dict[str, Face] = {}


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
    #: What else happened at the table: sat, bot_sat, left, renamed, announced, started, stood_in,
    #: returned, dealt.
    news: str | None = None
    seat: str | None = None
    board: Board | None = None
    yours: Yours | None = None
    #: Your seat's letter, or rail, if that has changed.
    you: str | None = None
    #: How a race was judged.
    race: tuple[Judged, ...] = ()
    #: When something was dealt or played: the head of the round's transcript after it, by how many actions have been
    #: played. docs/SHUFFLES.md says what it is for.
    heads: dict[str, str] = {}


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


class Shuffle(ServerMessage, frozen=True, tag="shuffle"):
    """How the cards of a round are shuffled, so that everybody can check it: docs/SHUFFLES.md. Not kept, so no number.

    For the next deal first the server's commitment: a client that takes part answers it by commit_seed. Then, when the
    commitments are closed, the announcement: a client whose commitment is in it answers it by reveal_seed.
    """

    #: The round in its match, from 1.
    round: int
    server_commitment: str
    #: All that is fixed before any seed is known, as docs/SHUFFLES.md writes it; empty while commitments are taken.
    announcement: str = ""
    #: The cards are dealt: nothing is left to be answered.
    is_dealt: bool = False


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
    table (`no_table`), the client speaks another version (`version`), the operator has closed the table (`closed`) or
    keeps this person or address out (`banned`).
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
    | Shuffle
    | Ping
    | Alive
    | Problem
    | Bye
)
