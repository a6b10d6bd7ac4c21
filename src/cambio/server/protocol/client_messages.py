"""What a client may say to a table; `messages` has the rest of the protocol, and passes these on."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from .message_fields import REACTION, ActionText, CommandId, Digits, Milliseconds, SeatName

#: Raised when a message changes its meaning; new kinds and new optional fields don't count.
VERSION = 1


class ClientMessage(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True):
    """What a client may say."""


class Hello(ClientMessage, frozen=True, tag="hello"):
    """The first message on a socket: a ticket from REST, the protocol's version, and how much the client has heard."""

    ticket: Annotated[str, Meta(min_length=1, max_length=512)]
    version: int = VERSION
    #: The number of the last message that was taken in; None for a client that knows nothing yet.
    last_seq: Annotated[int, Meta(ge=0)] | None = None
    #: A seat is taken on arrival, if one is free and the match has not begun.
    sit: bool = False
    #: This client adds a seed to each shuffle, so a deal waits for its commitment, though not for long.
    seeds: bool = False


class Pong(ClientMessage, frozen=True, tag="pong"):
    """The answer to a ping, at once, with the number of the last message that was taken in."""

    nonce: Annotated[str, Meta(max_length=32)]
    seq: Annotated[int, Meta(ge=0)] = 0


class Heartbeat(ClientMessage, frozen=True, tag="heartbeat"):
    """Answered at once by alive with the same number: no answer, no connection, whatever the socket says."""

    number: Annotated[int, Meta(ge=0)]


class Earlier(ClientMessage, frozen=True, tag="earlier"):
    """What happened in this round before its event of that number? Answered by story, with as much as fits into one."""

    #: The round as the table tells it, so that nothing of the next one is taken for its beginning.
    round: Annotated[int, Meta(ge=1)]
    #: Events of the round are counted from 0: this is `start` of the story that is known already.
    before: Annotated[int, Meta(ge=0)]


class Command(ClientMessage, frozen=True):
    """Something to be done at the table. Sent again with the same cmd_id it is done once, and answered again."""

    cmd_id: CommandId


class Act(Command, frozen=True, tag="act"):
    """An action of the game.

    A snap names the discard that it answers; a decision may name the question that it answers, and is refused if that
    one has been decided meanwhile; taking may name how many cards lay on the pile.
    """

    action: ActionText
    question: Annotated[int, Meta(ge=0)] | None = None
    pile: Annotated[int, Meta(ge=0)] | None = None
    #: Milliseconds between painting the discard that it answers, or follows, and the gesture.
    claimed: Milliseconds | None = None


class Pass(Command, frozen=True, tag="pass"):
    """No snap on that discard: where snaps are relaxed, nobody waits for this seat any longer."""

    discard: Annotated[int, Meta(ge=1)]


class Sit(Command, frozen=True, tag="sit"):
    """Take a seat that is free, any one if none is named."""

    seat: SeatName | None = None


class Leave(Command, frozen=True, tag="leave"):
    """Get up: before the match the seat is free again, later a stand-in plays on."""


class SeatBot(Command, frozen=True, tag="seat_bot"):
    """The host lets a bot sit down."""

    level: Annotated[str, Meta(max_length=16)]
    seat: SeatName | None = None


class Remove(Command, frozen=True, tag="remove"):
    """The host removes a bot, or a player, before the match."""

    seat: SeatName


class Rename(Command, frozen=True, tag="rename"):
    """Be called otherwise at this table; two players of one name are told apart by a number."""

    name: Annotated[str, Meta(min_length=1, max_length=64)]


class Start(Command, frozen=True, tag="start"):
    """The host starts the match; seats that are free are closed up."""


class Next(Command, frozen=True, tag="next"):
    """Enough of the scores: the next round is dealt as soon as everybody who is there has said so."""


class Stay(Command, frozen=True, tag="stay"):
    """The scores stay on the table for longer; each person may ask for that once between two rounds."""


class Rematch(Command, frozen=True, tag="rematch"):
    """To play again: the same players, the same rules, from the beginning, when everybody who is there wants it or the
    countdown ends.
    """


class React(Command, frozen=True, tag="react"):
    """A small gesture that everybody sees and nobody keeps."""

    reaction: Annotated[str, REACTION]


class CommitSeed(Command, frozen=True, tag="commit_seed"):
    """The commitment to a seed for the next deal, which answers the server's. Until commitments are closed the last one
    counts, and only of somebody who has a seat.
    """

    server_commitment: Digits
    commitment: Digits


class RevealSeed(Command, frozen=True, tag="reveal_seed"):
    """The seed itself, once the announcement shows its commitment. The deal does not wait for it for long."""

    server_commitment: Digits
    seed: Digits


TableCommand: TypeAlias = (
    Act
    | Pass
    | Sit
    | Leave
    | SeatBot
    | Remove
    | Rename
    | Start
    | Next
    | Stay
    | Rematch
    | React
    | CommitSeed
    | RevealSeed
)
FromClient: TypeAlias = Hello | Pong | Heartbeat | Earlier | TableCommand
