"""The state of a table: what the entries of its log add up to, and which entry a command would add to it.

Nothing here waits, sends or keeps time. The same entries make the same state, whenever and wherever they are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from ...actions import Action, Snap, Take, parse_action
from ...bots.levels import LADDER
from ...core.engine import constants, phases
from ...core.engine.next_actor import find_decider, may_snap
from ...errors import RulesError
from ...events import Event
from ...game import Game
from ...highlights import Highlight, find_highlights
from ...match import Match
from ...places import DEALER, RAIL, Seat, seat_named, seat_number
from ...rules import Rules
from ..client_messages import Rename
from ..messages import Act, Leave, Next, Options, Pass, React, Rematch, Remove, SeatBot, Sit, Start, Stay, TableCommand
from ..refusals import CommandRefused
from ..sessions import clean_name
from ..table_costs import check_costs
from .log_entries import TABLE, AnyBody, BotSat, Dealt, Left, Opened, Played, Renamed, Returned, Sat, Started, StoodIn
from .shuffle import KeyedLuck, derive_key, make_secret

MOST_SEATS = 8
#: The latest commands that are known without asking the store, which knows all of them.
COMMANDS_REMEMBERED = 64
BOT_NAMES = ("Ada", "Blaise", "Carl", "Doris", "Emmy", "Felix", "Grace", "Hugo")


@dataclass(frozen=True)
class Sitter:
    """Who has a seat: a person, for whom a stand-in may play, or a bot of a level."""

    name: str
    person: str | None = None
    level: str | None = None
    has_stand_in: bool = False


@dataclass
class TableState:
    """A table as its entries have made it."""

    rules: Rules
    capacity: int
    options: Options
    host: str | None
    #: Bots of this level fill the seats when nobody else comes in time.
    fill: str | None = None
    seq: int = 0
    #: When the last entry was written, in milliseconds since the epoch.
    at: int = 0
    stage: str = "lobby"
    sitters: dict[Seat, Sitter] = field(default_factory=dict)
    match: Match | None = None
    #: From this come the cards of all rounds of the match.
    secret: str = ""
    game: Game | None = None
    #: The cards of the match's first round were chosen for a learner.
    is_lesson: bool = False
    #: Which lesson of the tutorial it is; 0: none.
    lesson: int = 0
    #: For each event of the round, who acted in place of the player: the clock, a stand-in, or nobody.
    stand_ins: list[str | None] = field(default_factory=list)
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
    #: The people who have seats, and the seats that have something to decide, until another entry changes that.
    _people: dict[Seat, str] | None = field(default=None, compare=False, repr=False)
    _deciders: list[Seat] | None = field(default=None, compare=False, repr=False)

    @classmethod
    def from_opening(cls, body: Opened) -> TableState:
        """Before its first entry is applied."""
        return cls(Rules.parse(body.rules), body.seats, body.options, body.host, body.fill)

    # Applying entries

    def apply(self, seq: int, actor: str, cmd_id: str | None, body: AnyBody, at: int) -> list[Event]:
        """Change the table by an entry, and return the events of the game that follow."""
        assert seq == self.seq + 1, f"expected entry {self.seq + 1}, but found {seq}"
        events = self._apply_body(body)
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
            case Started():
                return self._start(body)
            case Dealt():
                return self._deal()
            case Played():
                return self._play(body)
            case StoodIn():
                self.sitters[body.seat] = replace(self.sitters[body.seat], has_stand_in=True)
            case Returned():
                self.sitters[body.seat] = replace(self.sitters[body.seat], has_stand_in=False)
            case _:
                assert_never(body)
        return []

    def _leave(self, seat: Seat) -> None:
        """Whoever has been here longest is the host after one who leaves."""
        gone = self.sitters.pop(seat)
        if gone.person is not None and gone.person == self.host:
            self.host = next((sitter.person for sitter in self.sitters.values() if sitter.person), None)

    def _start(self, body: Started) -> list[Event]:
        self.sitters = {seat_named(index): self.sitters[seat] for index, seat in enumerate(body.seating)}
        self.match = Match(self.rules, len(body.seating), seed=0)
        self.secret = body.secret
        self.is_lesson = bool(body.deck)
        self.lesson = body.lesson
        self.dealers = []
        return self._deal(body.deck)

    def _deal(self, deck: Sequence[str] = ()) -> list[Event]:
        assert self.match is not None
        self.game = self.match.deal(KeyedLuck(self._key("cards")), deck or None)
        self.stage = "playing"
        self.highlights = {}
        self.stand_ins = [None] * len(self.game.events)
        return self.game.events

    def _play(self, body: Played) -> list[Event]:
        assert self.game is not None and self.match is not None
        events = self.game.play(body.actor, parse_action(body.action))
        self.stand_ins += self._mark_stand_in(body, events)
        if self.game.is_over:
            self.match.score(self.game.outcome())
            self.dealers.append(self.game.dealer)
            self.highlights = find_highlights(self.game, self.stand_ins)
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

    # Whom the table waits for

    def deciders(self) -> list[Seat]:
        """The seats that have something to decide; none while only the dealer has."""
        if self._deciders is None:
            self._deciders = self._find_deciders()
        return self._deciders

    def _find_deciders(self) -> list[Seat]:
        if self.stage != "playing" or self.game is None:
            return []
        core = self.game.table
        if not core.gifts and core.phase == phases.MEMORY:
            return [seat for seat in self.game.seats if not core.ready >> seat_number(seat) & 1]
        number = find_decider(core)
        return [] if number == constants.DEALER else [seat_named(number)]

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

    def round_key(self) -> bytes:
        """Known to nobody before the round is over: by it ties between snaps are broken."""
        return self._key("ties")

    def _key(self, purpose: str) -> bytes:
        assert self.match is not None
        return derive_key(self.secret, f"{purpose} of round {self.match.round}")

    def round_name(self) -> str:
        """A name for the round that was played last, which nobody can guess and which tells nothing."""
        assert self.match is not None
        return derive_key(self.secret, f"name of round {len(self.match.outcomes)}").hex()[:32]

    # Checking commands

    def check_command(self, person: str, name: str, command: TableCommand) -> AnyBody:
        """The entry that carries a command out, or CommandRefused."""
        match command:
            case Sit():
                return self.seat_person(person, name, command.seat)
            case Leave():
                return self._check_leave(person)
            case SeatBot():
                self._check_host(person)
                return self.seat_bot(command.level, command.seat)
            case Remove():
                return self._check_remove(person, command.seat)
            case Rename():
                return self._check_rename(person, command.name)
            case Start():
                return self._check_start(person)
            case Act() | Next() | Stay() | Rematch() | Pass() | React():
                raise AssertionError(f"expected a command that is carried out by one entry, but found {command}")
            case _:
                assert_never(command)

    def check_play(self, seat: Seat, action: Action, question: int | None, pile: int | None) -> None:
        """Refuse what the rules do, and what was decided by a question or a pile that is no longer there."""
        if self.stage != "playing" or self.game is None:
            raise CommandRefused("not_playing", "no round is being played")
        if isinstance(action, Take) and pile not in (None, self.game.table.pile_size):
            raise CommandRefused("pile_changed", "another card lies on the pile now")
        refusal = self.game.why_not(seat, action)
        if refusal is not None:
            raise CommandRefused(refusal.code, refusal.sentence, refusal.option)
        if not isinstance(action, Snap) and question not in (None, self.questions[seat]):
            raise CommandRefused("decided", "that has been decided meanwhile")

    def seat_person(self, person: str, name: str, seat: Seat | None = None) -> Sat:
        """The entry that gives a person a seat, any free one if none is named."""
        self._check_lobby()
        if self.seat_of(person) != RAIL:
            raise CommandRefused("seated", "you have a seat already")
        return Sat(self._pick_seat(seat), person, self._make_unique(name))

    def _check_rename(self, person: str, text: str) -> Renamed:
        seat = self.check_seated(person)
        try:
            name = clean_name(text)
        except ValueError as error:
            raise CommandRefused("name", str(error)) from None
        return Renamed(seat, self._make_unique(name, seat))

    def _make_unique(self, name: str, seat: Seat | None = None) -> str:
        """Two players of one name are told apart by a number; whoever has that seat may keep their own."""
        taken = {sitter.name for each, sitter in self.sitters.items() if each != seat}
        return next(each for each in (name, *(f"{name} {n}" for n in range(2, 100))) if each not in taken)

    def _pick_seat(self, seat: Seat | None) -> Seat:
        free = self.free_seats()
        if not free:
            raise CommandRefused("full", "every seat is taken")
        if seat is None:
            return free[0]
        if seat not in free:
            raise CommandRefused("taken", f"expected a free seat ({', '.join(free)}), but found {seat}")
        return seat

    def seat_bot(self, level: str, seat: Seat | None = None) -> BotSat:
        """The entry that gives a bot a seat, any free one if none is named."""
        self._check_lobby()
        if level not in LADDER:
            raise CommandRefused("no_level", f"expected a level ({', '.join(LADDER)}), but found {level!r}")
        try:
            check_costs(self.rules, self.capacity, [level])
        except RulesError as error:
            raise CommandRefused("costly", str(error), "deck.decks") from None
        return BotSat(self._pick_seat(seat), level, self._make_unique(BOT_NAMES[len(self.sitters) % len(BOT_NAMES)]))

    def _check_leave(self, person: str) -> Left | StoodIn:
        seat = self.check_seated(person)
        if self.stage == "lobby":
            return Left(seat)
        if self.sitters[seat].has_stand_in:
            raise CommandRefused("left", "a stand-in plays for you already")
        return StoodIn(seat)

    def _check_remove(self, person: str, seat: Seat) -> Left:
        self._check_host(person)
        self._check_lobby()
        if seat not in self.sitters:
            raise CommandRefused("empty", f"nobody sits at {seat}")
        if self.sitters[seat].person == person:
            raise CommandRefused("host", "the host leaves by getting up")
        return Left(seat)

    def _check_start(self, person: str) -> Started:
        self._check_host(person)
        self._check_lobby()
        seating = tuple(sorted(self.sitters))
        try:
            self.rules.check_seats(len(seating))
        except RulesError as error:
            raise CommandRefused("seats", str(error), "deal.min_seats") from None
        return Started(seating, make_secret())

    def check_rematch(self, person: str) -> Seat:
        """The seat of whoever wants to play again, or CommandRefused."""
        seat = self.check_seated(person)
        if self.stage != "over":
            raise CommandRefused("not_over", "the match is not over yet")
        return seat

    def go_on(self) -> Dealt | Started:
        """The entry that follows the scores: the next round, or the same players' next match."""
        return Dealt() if self.stage == "scores" else Started(tuple(self.sitters), make_secret())

    def fill_seats(self) -> list[AnyBody]:
        """The entries that give every free seat to a bot and start the match."""
        assert self.fill is not None
        taken = set(self.names().values())
        names = iter([name for name in BOT_NAMES if name not in taken] * 2)
        bots: list[AnyBody] = [BotSat(seat, self.fill, next(names)) for seat in self.free_seats()]
        return [*bots, Started(tuple(map(seat_named, range(self.capacity))), make_secret())]

    def check_seated(self, person: str) -> Seat:
        seat = self.seat_of(person)
        if seat == RAIL:
            raise CommandRefused("not_seated", "you have no seat at this table")
        return seat

    def _check_host(self, person: str) -> None:
        if person != self.host:
            raise CommandRefused("not_host", "only the host may do that")

    def _check_lobby(self) -> None:
        if self.stage != "lobby":
            raise CommandRefused("started", "the match has begun")
