"""Checks of commands: which entry a command adds to a table's log, or why it is refused."""

from __future__ import annotations

from typing import assert_never

from ....actions import Action, Snap, Take
from ....bots.levels import LADDER
from ....errors import RulesError
from ....places import RAIL, Seat
from ...protocol.messages import (
    Act,
    CommitSeed,
    Leave,
    Next,
    Pass,
    React,
    Rematch,
    Remove,
    Rename,
    RevealSeed,
    SeatBot,
    Sit,
    Start,
    Stay,
    TableCommand,
)
from ...refusals import CommandRefused
from ...sessions import clean_name
from ...table_costs import check_costs
from ..deals.match_secret import make_secret
from ..log_entries import AnyBody, BotSat, Dealt, Left, Renamed, Sat, Shuffle, Started, StoodIn
from ..table_state import TableState

BOT_NAMES = ("Ada", "Blaise", "Carl", "Doris", "Emmy", "Felix", "Grace", "Hugo")


def check_command(table: TableState, person: str, name: str, command: TableCommand) -> AnyBody:
    """The entry that carries a command out, or CommandRefused."""
    match command:
        case Sit():
            return seat_person(table, person, name, command.seat)
        case Leave():
            return _check_leave(table, person)
        case SeatBot():
            _check_host(table, person)
            return seat_bot(table, command.level, command.seat)
        case Remove():
            return _check_remove(table, person, command.seat)
        case Rename():
            return _check_rename(table, person, command.name)
        case Start():
            return _check_start(table, person)
        case Act() | Next() | Stay() | Rematch() | Pass() | React() | CommitSeed() | RevealSeed():
            raise AssertionError(f"expected a command that is carried out by one entry, but found {command}")
        case _:
            assert_never(command)


def check_play(table: TableState, seat: Seat, action: Action, question: int | None, pile: int | None) -> None:
    """Refuse what the rules do, and what was decided by a question or a pile that is no longer there."""
    if table.stage != "playing" or table.game is None:
        raise CommandRefused("not_playing", "no round is being played")
    if isinstance(action, Take) and pile not in (None, table.game.table.pile_size):
        raise CommandRefused("pile_changed", "another card lies on the pile now")
    refusal = table.game.why_not(seat, action)
    if refusal is not None:
        raise CommandRefused(refusal.code, refusal.sentence, refusal.option)
    if not isinstance(action, Snap) and question not in (None, table.questions[seat]):
        raise CommandRefused("decided", "that has been decided meanwhile")


def seat_person(table: TableState, person: str, name: str, seat: Seat | None = None) -> Sat:
    """The entry that gives a person a seat, any free one if none is named."""
    _check_lobby(table)
    if table.seat_of(person) != RAIL:
        raise CommandRefused("seated", "you have a seat already")
    return Sat(_pick_seat(table, seat), person, _make_unique(table, name))


def _check_rename(table: TableState, person: str, text: str) -> Renamed:
    seat = check_seated(table, person)
    try:
        name = clean_name(text)
    except ValueError as error:
        raise CommandRefused("name", str(error)) from None
    return rename_seat(table, seat, name)


def rename_seat(table: TableState, seat: Seat, name: str) -> Renamed:
    """Two players of one name are told apart by a number."""
    return Renamed(seat, _make_unique(table, name, seat))


def _make_unique(table: TableState, name: str, seat: Seat | None = None) -> str:
    """Two players of one name are told apart by a number; whoever has that seat may keep their own."""
    taken = {sitter.name for each, sitter in table.sitters.items() if each != seat}
    return next(each for each in (name, *(f"{name} {n}" for n in range(2, 100))) if each not in taken)


def _pick_seat(table: TableState, seat: Seat | None) -> Seat:
    free = table.free_seats()
    if not free:
        raise CommandRefused("full", "every seat is taken")
    if seat is None:
        return free[0]
    if seat not in free:
        raise CommandRefused("taken", f"expected a free seat ({', '.join(free)}), but found {seat}")
    return seat


def seat_bot(table: TableState, level: str, seat: Seat | None = None) -> BotSat:
    """The entry that gives a bot a seat, any free one if none is named."""
    _check_lobby(table)
    if level not in LADDER:
        raise CommandRefused("no_level", f"expected a level ({', '.join(LADDER)}), but found {level!r}")
    try:
        check_costs(table.rules, table.capacity, [level])
    except RulesError as error:
        raise CommandRefused("costly", str(error), "deck.decks") from None
    return BotSat(_pick_seat(table, seat), level, _make_unique(table, BOT_NAMES[len(table.sitters) % len(BOT_NAMES)]))


def _check_leave(table: TableState, person: str) -> Left | StoodIn:
    seat = check_seated(table, person)
    if table.stage == "lobby":
        return Left(seat)
    if table.sitters[seat].has_stand_in:
        raise CommandRefused("left", "a stand-in plays for you already")
    return StoodIn(seat)


def _check_remove(table: TableState, person: str, seat: Seat) -> Left:
    _check_host(table, person)
    _check_lobby(table)
    if seat not in table.sitters:
        raise CommandRefused("empty", f"nobody sits at {seat}")
    if table.sitters[seat].person == person:
        raise CommandRefused("host", "the host leaves by getting up")
    return Left(seat)


def _check_start(table: TableState, person: str) -> Dealt | Started:
    _check_host(table, person)
    _check_lobby(table)
    try:
        table.rules.check_seats(len(table.sitters))
    except RulesError as error:
        raise CommandRefused("seats", str(error), "deal.min_seats") from None
    return deal_next(table, Shuffle())


def check_rematch(table: TableState, person: str) -> Seat:
    """The seat of whoever wants to play again, or CommandRefused."""
    seat = check_seated(table, person)
    if table.stage != "over":
        raise CommandRefused("not_over", "the match is not over yet")
    if table.daily is not None:
        raise CommandRefused("daily", "there is one try at a daily deal")
    return seat


def check_next_deal(table: TableState) -> None:
    """Nothing follows a round that was played on from a replay."""
    if table.continued is not None:
        raise CommandRefused("not_now", "a round that is played on from a replay is begun again at a new table")


def deal_next(table: TableState, shuffle: Shuffle) -> Dealt | Started:
    """The entry that deals what comes next: a round of the match, or the first one of another match."""
    if table.stage == "scores":
        return Dealt(shuffle)
    return Started(tuple(sorted(table.sitters)), table.next_secret() or make_secret(), shuffle=shuffle)


def fill_seats(table: TableState) -> list[AnyBody]:
    """The entries that give every free seat to a bot."""
    assert table.fill is not None
    taken = set(table.names().values())
    names = iter([name for name in BOT_NAMES if name not in taken] * 2)
    return [BotSat(seat, table.fill, next(names)) for seat in table.free_seats()]


def check_seated(table: TableState, person: str) -> Seat:
    seat = table.seat_of(person)
    if seat == RAIL:
        raise CommandRefused("not_seated", "you have no seat at this table")
    return seat


def _check_host(table: TableState, person: str) -> None:
    if person != table.host:
        raise CommandRefused("not_host", "only the host may do that")


def _check_lobby(table: TableState) -> None:
    if table.stage != "lobby":
        raise CommandRefused("started", "the match has begun")
