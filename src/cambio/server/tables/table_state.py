"""The state of a table: what the entries of its log add up to.

Nothing here waits, sends or keeps time. The same entries make the same state, whenever and wherever they are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from ...actions import parse_action
from ...core.engine import constants, phases
from ...core.engine.next_actor import find_decider, may_snap
from ...events import Event
from ...game import Game
from ...highlights import Highlight, find_highlights
from ...match import Match
from ...notation import Race
from ...places import DEALER, RAIL, Seat, seat_named, seat_number
from ...rules import Rules
from ...shuffles import Announcement, KeyedLuck, ShuffleProof, Transcript
from ...view import deciders_of
from ..protocol.messages import Options
from ..store.daily_deals import DailyDeal
from .deals.continuation import deal_continuation
from .deals.match_secret import derive_key
from .deals.round_proofs import announce, prove
from .log_entries import (
    TABLE,
    Announced,
    AnyBody,
    BotSat,
    Continued,
    Dealt,
    Left,
    Opened,
    Played,
    Renamed,
    Returned,
    Sat,
    Shuffle,
    Started,
    StoodIn,
)
from .sitter import Sitter

MOST_SEATS = 8
#: Milliseconds between two entries beyond which nobody was playing.
LONGEST_THOUGHT = 5 * 60_000
#: The latest commands that are known without asking the store, which knows all of them.
COMMANDS_REMEMBERED = 64


@dataclass
class TableState:
    """A table as its entries have made it."""

    rules: Rules
    capacity: int
    options: Options
    host: str | None
    #: Bots of this level fill the seats when nobody else comes in time.
    fill: str | None = None
    #: The match begins by itself when the host comes.
    starts: bool = False
    seq: int = 0
    #: When the last entry was written, in milliseconds since the epoch.
    at: int = 0
    stage: str = "lobby"
    sitters: dict[Seat, Sitter] = field(default_factory=dict)
    match: Match | None = None
    #: When the match began, and when its last round ended, or else when it began.
    began: int = 0
    scored: int = 0
    #: Milliseconds that the match has been played for, without long pauses.
    played: int = 0
    #: From this come the cards of all rounds of the match.
    secret: str = ""
    #: The secret of the first match, and the rules, as they stand in the log: what a shuffle depends on never changes.
    first_secret: str = ""
    rules_text: str = ""
    #: The daily deal that is played here.
    daily: DailyDeal | None = None
    #: By seat, the commitments for the next deal, once they are closed.
    announced: dict[Seat, str] | None = None
    #: Of the round's shuffles; None for a deck that was chosen, and for rounds from before shuffles could be checked.
    proof: ShuffleProof | None = None
    game: Game | None = None
    #: The cards of the match's first round were chosen for a learner.
    is_lesson: bool = False
    #: Which lesson of the tutorial it is; 0: none.
    lesson: int = 0
    #: Where the match began, if it is played on from a replay.
    continued: Continued | None = None
    #: For each event of the round, who acted in place of the player: the clock, a stand-in, or nobody.
    stand_ins: list[str | None] = field(default_factory=list)
    #: How fast everybody was who raced for a discard, by the number of the action that came of it.
    races: dict[int, Race] = field(default_factory=dict)
    #: The most telling thing about each seat, once the round is over.
    highlights: dict[Seat, Highlight] = field(default_factory=dict)
    #: Who dealt each of the rounds that are over.
    dealers: list[Seat] = field(default_factory=list)
    #: By seat, the number of the entry that asked what it is to decide now.
    questions: dict[Seat, int] = field(default_factory=dict)
    #: The entries by which commands were carried out, by who gave them and how they called them.
    done: dict[tuple[str, str], int] = field(default_factory=dict)
    #: By seat, what it has to decide now, as numbers.
    asked: dict[Seat, tuple[int, ...]] = field(default_factory=dict)
    #: The hash chain of what was done in the round, if there is a proof.
    _transcript: Transcript | None = field(default=None, compare=False, repr=False)
    #: The people who have seats, and the seats that have something to decide, until another entry changes that.
    _people: dict[Seat, str] | None = field(default=None, compare=False, repr=False)
    _deciders: list[Seat] | None = field(default=None, compare=False, repr=False)

    @classmethod
    def from_opening(cls, body: Opened) -> TableState:
        """Before its first entry is applied."""
        rules = Rules.parse(body.rules)
        return cls(
            rules,
            body.seats,
            body.options,
            body.host,
            body.fill,
            body.starts,
            first_secret=body.secret,
            rules_text=body.rules,
            daily=body.daily,
        )

    # Applying entries

    def apply(self, seq: int, actor: str, cmd_id: str | None, body: AnyBody, at: int) -> list[Event]:
        """Change the table by an entry, and return the events of the game that follow."""
        assert seq == self.seq + 1, f"expected entry {self.seq + 1}, but found {seq}"
        was_playing = self.stage in ("playing", "scores")
        events = self._apply_body(body)
        self._keep_time(body, at, was_playing=was_playing)
        self._deciders = None
        if not isinstance(body, Played):
            self._people = None
        self.seq = seq
        self.at = at
        if cmd_id is not None and actor != TABLE:
            self.done[actor, cmd_id] = seq
            if len(self.done) > COMMANDS_REMEMBERED:
                del self.done[next(iter(self.done))]
        self._number_questions()
        return events

    def _apply_body(self, body: AnyBody) -> list[Event]:
        match body:
            case Opened():
                return []
            case Sat():
                self.sitters[body.seat] = Sitter(body.name, person=body.person)
            case BotSat():
                self.sitters[body.seat] = Sitter(body.name, level=body.level)
            case Left():
                self._leave(body.seat)
            case Renamed():
                self.sitters[body.seat] = replace(self.sitters[body.seat], name=body.name)
            case Announced():
                self._close_up(sorted(self.sitters))
                self.announced = body.commitments
            case Started():
                return self._start(body)
            case Dealt():
                return self._deal(body.shuffle)
            case Played():
                return self._play(body)
            case StoodIn():
                self.sitters[body.seat] = replace(self.sitters[body.seat], has_stand_in=True)
            case Returned():
                self.sitters[body.seat] = replace(self.sitters[body.seat], has_stand_in=False)
            case _:
                assert_never(body)
        return []

    def _keep_time(self, body: AnyBody, at: int, *, was_playing: bool) -> None:
        if isinstance(body, Started):
            self.began = self.scored = at
            self.played = 0
        elif was_playing:
            self.played += min(max(0, at - self.at), LONGEST_THOUGHT)
        if isinstance(body, Played) and self.stage != "playing":
            self.scored = at

    def _leave(self, seat: Seat) -> None:
        """Whoever has been here longest is the host after one who leaves."""
        gone = self.sitters.pop(seat)
        if gone.person is not None and gone.person == self.host:
            self.host = next((sitter.person for sitter in self.sitters.values() if sitter.person), None)

    def _close_up(self, seating: Sequence[Seat]) -> None:
        """Nobody sits beside an empty chair when a match begins."""
        self.sitters = {seat_named(index): self.sitters[seat] for index, seat in enumerate(seating)}

    def _start(self, body: Started) -> list[Event]:
        self._close_up(body.seating)
        self.starts = False
        self.continued = body.continued
        dealer = body.continued.dealer if body.continued is not None else None
        self.match = Match(self.rules, len(body.seating), seed=0, dealer=dealer)
        self.secret = body.secret
        self.is_lesson = bool(body.deck)
        self.lesson = body.lesson
        self.dealers = []
        return self._deal(body.shuffle, body.deck)

    def _deal(self, shuffle: Shuffle | None, deck: Sequence[str] = ()) -> list[Event]:
        assert self.match is not None
        self.proof = prove(self.secret, self.rules_text, self.match, shuffle) if shuffle is not None else None
        luck = self.proof.luck(self.rules) if self.proof is not None else KeyedLuck(self._key("cards"))
        if self.continued is None:
            self.game = self.match.deal(luck, deck or None)
        else:
            self.game = deal_continuation(self.continued, self.rules, len(self.sitters), luck)
        self._transcript = None
        self.announced = None
        self.stage = "playing"
        self.highlights = {}
        self.stand_ins = [None] * len(self.game.events)
        self.races = {}
        # What a position was made of is not told as if it happened now.
        return self.game.events if self.continued is None else []

    def _play(self, body: Played) -> list[Event]:
        assert self.game is not None and self.match is not None
        events = self.game.play(body.actor, parse_action(body.action))
        if self._transcript is not None:
            self._transcript.add(*self.game.record[-1])
        self.stand_ins += self._mark_stand_in(body, events)
        if body.race is not None:
            self.races[len(self.game.record)] = body.race.to_notation()
        if self.game.is_over:
            self.match.score(self.game.outcome())
            self.dealers.append(self.game.dealer)
            # Half of a round that is played on was played by others.
            self.highlights = find_highlights(self.game, self.stand_ins) if self.continued is None else {}
            self.stage = "over" if self.match.is_over else "scores"
        return events

    def _mark_stand_in(self, body: Played, events: Sequence[Event]) -> list[str | None]:
        """Which of the events a clock or a stand-in brought about in place of the player: nobody else's."""
        if not body.by_stand_in:
            return [None] * len(events)
        # What the dealer settles is somebody's gift, and told first.
        seat = getattr(events[0], "seat", None) if body.actor == DEALER else body.actor
        sitter = self.sitters.get(body.actor)
        mark = "stand_in" if sitter is not None and sitter.has_stand_in else "clock"
        return [mark if getattr(event, "seat", None) == seat else None for event in events]

    def _number_questions(self) -> None:
        """A seat's question is new when it has something else to decide than before, whatever the others do."""
        for number, seat in enumerate(self.sitters):
            asked = self._describe_question(number)
            if asked != self.asked.get(seat):
                self.asked[seat] = asked
                self.questions[seat] = self.seq

    def _describe_question(self, seat: int) -> tuple[int, ...]:
        """What a seat has to decide, as numbers that differ when that does."""
        if self.stage != "playing" or self.game is None or self.match is None:
            return ()
        core = self.game.table
        owed = [core.gift_place(index) for index in range(core.gifts) if core.gift_giver(index) == seat]
        if owed:
            return (self.match.round, owed[0])
        if core.phase == phases.MEMORY:
            return (self.match.round, core.ready >> seat & 1)
        if core.turn != seat:
            return (self.match.round,)
        return (self.match.round, core.phase, core.lap, core.first_pick, core.looked, core.looked_too)

    # Who is there

    def seat_of(self, person: str) -> Seat:
        """The person's seat, or the rail."""
        for seat, sitting in self.people().items():
            if sitting == person:
                return seat
        return RAIL

    def free_seats(self) -> list[Seat]:
        return [seat for seat in map(seat_named, range(self.capacity)) if seat not in self.sitters]

    def people(self) -> dict[Seat, str]:
        if self._people is None:
            self._people = {seat: sitter.person for seat, sitter in self.sitters.items() if sitter.person is not None}
        return self._people

    def names(self) -> dict[Seat, str]:
        return {seat: sitter.name for seat, sitter in self.sitters.items()}

    def is_played_by_person(self, seat: Seat) -> bool:
        """Whether a person decides for this seat, and no stand-in."""
        sitter = self.sitters[seat]
        return sitter.person is not None and not sitter.has_stand_in

    @property
    def counts(self) -> bool:
        """Whether what is played here goes into anybody's lists and figures."""
        return not self.is_lesson and self.continued is None

    # Whom the table waits for

    def deciders(self) -> list[Seat]:
        """The seats that have something to decide; none while only the dealer has."""
        if self._deciders is None:
            self._deciders = self._find_deciders()
        return self._deciders

    def _find_deciders(self) -> list[Seat]:
        if self.stage != "playing" or self.game is None:
            return []
        return list(deciders_of(self.game.table))

    def waits_for_dealer(self) -> bool:
        """Whether no seat has anything to decide, and a window is open until the dealer closes it."""
        if self.stage != "playing" or self.game is None:
            return False
        return bool(find_decider(self.game.table) == constants.DEALER)

    def snappers(self) -> list[Seat]:
        """The seats for which the window is open."""
        if self.stage != "playing" or self.game is None:
            return []
        return [seat for seat in self.game.seats if may_snap(self.game.table, seat_number(seat))]

    def may_close_window(self, seat: Seat) -> bool:
        """Whether what the seat has to decide may close a snap window: by drawing, taking, calling or a discard."""
        if self.game is None or self.game.table.gifts:
            return False
        return self.game.table.phase in (phases.START, phases.HOLDING) and self.deciders() == [seat]

    # Shuffles that anybody can check

    def next_secret(self) -> str:
        """Of the match that follows, fixed long before it begins; "" for the first one of a table from former times."""
        return derive_key(self.secret, "secret of the next match").hex() if self.secret else self.first_secret

    def next_deal(self) -> tuple[str, Match] | None:
        """What would be dealt now: the secret that its seed comes from, and its match; None while a round is played."""
        if self.stage == "scores" and self.match is not None:
            return self.secret, self.match
        secret = self.next_secret()
        if self.stage == "playing" or not secret or self.continued is not None or self.daily is not None:
            return None
        return secret, Match(self.rules, max(len(self.sitters), self.rules["deal.min_seats"]), seed=0)

    def announcement(self) -> Announcement | None:
        """What is fixed of the next deal, once its commitments are closed; or else of the round that was dealt last."""
        if self.announced is None:
            return self.proof.preamble.announcement if self.proof is not None else None
        following = self.next_deal()
        assert following is not None, "commitments are taken only when a deal follows"
        return announce(following[0], self.rules_text, following[1], self.announced)

    def heads(self) -> dict[str, str]:
        """The head of the round's transcript, by how many actions have been played."""
        if self.proof is None or self.game is None:
            return {}
        if self._transcript is None:
            self._transcript = Transcript.from_record(self.proof.preamble, self.game.record)
        return {str(self._transcript.actions): self._transcript.head.hex()}

    def round_key(self) -> bytes:
        """Known to nobody before the round is over: by it ties between snaps are broken."""
        return self._key("ties")

    def bots_key(self, purpose: str) -> bytes:
        """From this comes the luck of bots in a daily deal, which is the same for everybody."""
        return self._key(f"{purpose} of bots")

    def _key(self, purpose: str) -> bytes:
        assert self.match is not None
        return derive_key(self.secret, f"{purpose} of round {self.match.round}")

    def round_name(self) -> str:
        """A name for the round that was played last, which nobody can guess and which tells nothing."""
        assert self.match is not None
        return self._name_round(len(self.match.outcomes))

    def match_name(self) -> str:
        """The match is named by its first round, as the archive names those from before matches were noted."""
        return self._name_round(1)

    def _name_round(self, number: int) -> str:
        # All who play a daily deal have one secret, but not one round.
        secret = self.secret if self.daily is None else self.first_secret
        return derive_key(secret, f"name of round {number}").hex()[:32]
