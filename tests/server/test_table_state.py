"""A table is the sum of its entries, and decides which of all that people ask for may be written next."""

from __future__ import annotations

import random

import pytest

from cambio.actions import Snap, Take, parse_action
from cambio.highlights import find_highlights
from cambio.notation import Race, read
from cambio.places import RAIL, seat_named
from cambio.rules import PRESETS
from cambio.server.protocol.messages import Leave, Options, Remove, Rename, SeatBot, Sit, Start
from cambio.server.refusals import CommandRefused
from cambio.server.store.contract import Entry
from cambio.server.tables import log_entries
from cambio.server.tables.commands import command_checks
from cambio.server.tables.live_round import make_finished
from cambio.server.tables.log_entries import (
    Announced,
    AnyBody,
    BotSat,
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
from cambio.server.tables.projection import board, table_info
from cambio.server.tables.table_log import replay_log
from cambio.server.tables.table_state import TableState
from tests.random_play import random_decision

from .fingerprints import fingerprint
from .verdicts import verdict_between


class Log:
    """A table and its entries, as a live table would write them."""

    def __init__(self, rules: str = "cambia", seats: int = 4) -> None:
        opened = Opened(rules, seats, Options(), "ana", None, "the first")
        self.rows: list[Entry] = []
        self.table = TableState.from_opening(opened)
        self.write("ana", opened)

    def write(self, actor: str, body: AnyBody, cmd_id: str | None = None) -> None:
        row = Entry(len(self.rows) + 1, cmd_id, actor, log_entries.encode(body), 1000 + len(self.rows))
        self.rows.append(row)
        self.table.apply(row.seq, actor, cmd_id, body, row.at)

    def seat(self, *people: str) -> Log:
        for person in people:
            self.write(person, command_checks.check_command(self.table, person, person.title(), Sit("x")))
        return self

    def start(self) -> Log:
        self.write("ana", command_checks.check_command(self.table, "ana", "Ana", Start("x")))
        return self


def refused(table: TableState, person: str, command: Sit | Leave | SeatBot | Remove | Rename | Start) -> str:
    with pytest.raises(CommandRefused) as caught:
        command_checks.check_command(table, person, person.title(), command)
    return caught.value.code


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(4))
def test_reading_a_log_gives_the_table_that_wrote_it(preset: str, seed: int) -> None:
    chance = random.Random(seed)
    log = Log(f"{preset} match.rounds=2", 3).seat("ana", "ben")
    log.write("table", BotSat("c", "casual", "Carl"))
    log.write("ana", Started(("a", "b", "c"), secret=f"{seed}"))
    while log.table.stage != "over":
        if log.table.stage == "scores":
            log.write("table", Dealt())
            continue
        game = log.table.game
        assert game is not None
        actors = [actor for actor in (*game.seats, "dealer") if game.legal(actor)]
        actor = chance.choice(actors)
        action = chance.choice(game.legal(actor, pairs=True))
        person = log.table.people().get(actor, "table")
        log.write(person, Played(actor, str(action)), cmd_id=f"{len(log.rows)}")
        if chance.random() < 0.05 and log.table.is_played_by_person("b"):
            log.write("table", StoodIn("b"))
            log.write("ben", Returned("b"))
        if chance.random() < 0.1:
            assert fingerprint(replay_log(log.rows)[0]) == fingerprint(log.table)
    assert fingerprint(replay_log(log.rows)[0]) == fingerprint(log.table)


def test_whoever_sits_down_gets_the_first_free_seat_or_the_one_they_name() -> None:
    log = Log().seat("ana")
    log.write("ben", command_checks.check_command(log.table, "ben", "Ben", Sit("x", "d")))
    log.seat("cleo")
    assert log.table.people() == {"a": "ana", "d": "ben", "b": "cleo"}
    assert refused(log.table, "ben", Sit("y")) == "seated"
    assert refused(log.table, "dan", Sit("y", "d")) == "taken"
    assert log.table.seat_of("dan") == RAIL


def test_two_of_one_name_are_told_apart() -> None:
    log = Log().seat("ana")
    log.write("ben", command_checks.check_command(log.table, "ben", "Ana", Sit("x")))
    assert list(log.table.names().values()) == ["Ana", "Ana 2"]


def test_a_player_may_take_another_name_and_keeps_the_seat_and_the_table() -> None:
    log = Log().seat("ana", "ben")
    log.write("ben", command_checks.check_command(log.table, "ben", "Ben", Rename("x", "  Ana ")))
    assert log.table.names() == {"a": "Ana", "b": "Ana 2"}
    # The own name is not in the way.
    assert command_checks.check_command(log.table, "ben", "Ben", Rename("x", "Ana 2")) == Renamed("b", "Ana 2")
    log.start().write("ana", command_checks.check_command(log.table, "ana", "Ana", Rename("x", "Luz")))
    assert log.table.names() == {"a": "Luz", "b": "Ana 2"}
    assert (log.table.host, log.table.people()) == ("ana", {"a": "ana", "b": "ben"})
    assert refused(log.table, "eva", Rename("x", "Eva")) == "not_seated"
    assert refused(log.table, "ana", Rename("x", "a;b")) == "name"


def test_only_the_host_seats_bots_removes_and_starts() -> None:
    log = Log().seat("ana", "ben")
    for command in (SeatBot("x", "casual"), Remove("x", "a"), Start("x")):
        assert refused(log.table, "ben", command) == "not_host"
    assert refused(log.table, "ana", SeatBot("x", "genius")) == "no_level"
    log.write("ana", command_checks.check_command(log.table, "ana", "Ana", SeatBot("x", "expert")))
    assert log.table.sitters["c"].level == "expert"
    log.write("ana", command_checks.check_command(log.table, "ana", "Ana", Remove("x", "b")))
    assert list(log.table.sitters) == ["a", "c"]
    assert refused(log.table, "ana", Remove("x", "a")) == "host"
    assert refused(log.table, "ana", Remove("x", "d")) == "empty"


def test_a_match_closes_up_the_seats_and_needs_enough_players() -> None:
    log = Log().seat("ana")
    assert refused(log.table, "ana", Start("x")) == "seats"
    log.write("ben", Sat("d", "ben", "Ben"))
    log.start()
    assert log.table.people() == {"a": "ana", "b": "ben"}
    assert refused(log.table, "ana", Start("y")) == "started"
    assert refused(log.table, "cleo", Sit("y")) == "started"


def test_a_host_who_leaves_is_followed_by_whoever_has_been_there_longest() -> None:
    log = Log().seat("ana", "ben", "cleo")
    log.write("ana", command_checks.check_command(log.table, "ana", "Ana", Leave("x")))
    assert log.table.host == "ben"
    assert refused(log.table, "ana", Leave("y")) == "not_seated"


def test_who_leaves_during_a_match_is_played_by_a_stand_in() -> None:
    log = Log().seat("ana", "ben").start()
    body = command_checks.check_command(log.table, "ben", "Ben", Leave("x"))
    assert body == StoodIn("b")
    log.write("ben", body)
    assert not log.table.is_played_by_person("b")
    assert refused(log.table, "ben", Leave("y")) == "left"


def test_a_rematch_comes_after_the_match_alone() -> None:
    log = Log().seat("ana", "ben").start()
    for person, code in (("ana", "not_over"), ("dan", "not_seated")):
        with pytest.raises(CommandRefused) as refusal:
            command_checks.check_rematch(log.table, person)
        assert refusal.value.code == code


def test_a_free_seat_before_the_match_is_anybodys_again() -> None:
    log = Log().seat("ana", "ben")
    log.write("ben", Left("b"))
    assert log.table.free_seats() == ["b", "c", "d"]


def test_a_decision_is_refused_if_its_question_has_been_decided() -> None:
    log = Log("cambia", 2).seat("ana", "ben").start()
    for number, person in enumerate(("ana", "ben")):
        log.write(person, Played(seat_named(number), "ready"))
    question = log.table.questions["a"]
    draw = parse_action("draw")
    command_checks.check_play(log.table, "a", draw, question, None)
    with pytest.raises(CommandRefused, match="it is not your turn"):
        command_checks.check_play(log.table, "b", draw, None, None)
    log.write("table", Played("a", "draw"))
    log.write("table", Played("a", "swap a1"))
    log.write("table", Played("b", "draw"))
    log.write("table", Played("b", "swap b1"))
    with pytest.raises(CommandRefused, match="decided"):
        command_checks.check_play(log.table, "a", draw, question, None)
    command_checks.check_play(log.table, "a", draw, None, None)


def test_what_others_do_leaves_a_seats_question_alone() -> None:
    log = Log("cambia", 2).seat("ana", "ben").start()
    for number in range(2):
        log.write("table", Played(seat_named(number), "ready"))
    question = log.table.questions["a"]
    number = log.table.game.table.discard_number if log.table.game is not None else 0
    log.write("ben", Played("b", f"snap b1 #{number}"))
    assert log.table.questions["a"] == question


def test_taking_is_refused_if_another_card_lies_on_the_pile() -> None:
    log = Log("cambia", 2).seat("ana", "ben").start()
    for number in range(2):
        log.write("table", Played(seat_named(number), "ready"))
    command_checks.check_play(log.table, "a", Take(), None, 1)
    with pytest.raises(CommandRefused, match="another card"):
        command_checks.check_play(log.table, "a", Take(), None, 2)


def test_a_card_that_lies_face_up_is_shown_to_all_while_the_round_is_played() -> None:
    log = Log("classic turn.taken_face_up=yes", 2).seat("ana", "ben").start()
    for number in range(2):
        log.write("table", Played(seat_named(number), "ready"))
    assert log.table.game is not None
    starter, taken = log.table.game.turn, log.table.game.view().top
    log.write("table", Played(str(starter), "take"))
    before = board(log.table)
    assert before is not None
    assert before.shown == {}
    log.write("table", Played(str(starter), f"swap {starter}1"))
    after = board(log.table)
    assert after is not None
    assert after.shown == {f"{starter}1": taken}


def test_highlights_are_told_at_the_end_of_a_round_and_gone_with_the_next_deal() -> None:
    log = Log("classic match.rounds=2", 2).seat("ana", "ben")
    log.write("ana", Started(("a", "b"), "1"))
    moves = ("a ready", "b ready", "a call", "b draw", "b swap b1")
    for move in moves:
        assert table_info(log.table).highlights == {}
        actor, _, action = move.partition(" ")
        log.write("table", Played(actor, action))
    told = table_info(log.table)
    assert told.stage == "scores"
    game = log.table.game
    assert game is not None
    assert {seat: each.kind for seat, each in told.highlights.items()} == {
        seat: each.kind for seat, each in find_highlights(game).items()
    }
    assert "a" in told.highlights
    log.write("table", Dealt())
    assert table_info(log.table).highlights == {}


def test_a_command_that_was_carried_out_is_known_by_its_entry() -> None:
    log = Log().seat("ana")
    log.write("ben", Sat("b", "ben", "Ben"), cmd_id="sit-1")
    assert log.table.done == {("ben", "sit-1"): 3}
    assert replay_log(log.rows)[0].done == log.table.done


@pytest.mark.parametrize("seed", range(3))
def test_the_file_of_a_round_keeps_the_races_of_that_round(seed: int) -> None:
    chance = random.Random(seed)
    log = Log("camp match.rounds=2", 2).seat("ana", "ben").start()
    races: dict[int, Race] = {}
    while log.table.stage != "over":
        if log.table.stage == "scores":
            log.write("table", Dealt())
            races.clear()
        game = log.table.game
        assert game is not None
        actor, action = random_decision(game, chance)
        race = verdict_between(game.seats, str(action), is_relaxed=chance.random() < 0.2)
        is_raced = isinstance(action, Snap) and chance.random() < 0.9
        log.write("ana", Played(actor, str(action), race=race if is_raced else None))
        if is_raced:
            races[len(game.record)] = race.to_notation()
    record = read(make_finished("table", log.table).text)
    assert record.races == races == log.table.races
    assert {reaction.gesture for race in races.values() for reaction in race.reactions} <= {"snap", "other"}


# Where the cards come from


def test_a_round_from_before_shuffles_could_be_checked_is_dealt_as_it_was_then() -> None:
    """Its log has nothing about shuffles."""
    old = (
        b'{"is":"opened","rules":"cambia match.rounds=2","seats":2,"options":{},"host":"ana"}',
        b'{"is":"sat","seat":"a","person":"ana","name":"Ana"}',
        b'{"is":"sat","seat":"b","person":"ben","name":"Ben"}',
        b'{"is":"started","seating":["a","b"],"secret":"a secret"}',
    )
    rows = [Entry(seq, None, "table", body, 0) for seq, body in enumerate(old, start=1)]
    table, _ = replay_log(rows)
    assert table.game is not None
    assert table.game.deck[:5] == ["7h", "Ac", "Js", "5h", "10s"]
    assert table.proof is None and table.heads() == {} and table.announcement() is None


def test_the_rules_of_a_proof_are_the_text_of_the_log() -> None:
    """Another version might name the same rules otherwise, and would deal other cards."""
    log = Log("cambia snap.penalty=1 match.rounds=2", 2).seat("ana", "ben")
    log.write("ana", Started(("a", "b"), "1", shuffle=Shuffle()))
    announcement = log.table.announcement()
    assert announcement is not None and announcement.rules == log.table.rules_text
    decode = log_entries.decode(log.rows[0].body)
    assert isinstance(decode, Opened) and decode.rules == announcement.rules


def test_free_seats_are_closed_up_when_a_deal_is_announced() -> None:
    log = Log("cambia", 3).seat("ana", "ben", "cleo")
    log.write("ana", Left("b"))
    log.write("ana", Announced({"b": "b0" * 32}))
    announcement = log.table.announcement()
    assert announcement is not None and announcement.seats == 2
    assert log.table.people() == {"a": "ana", "b": "cleo"}
    log.write("table", Started(("a", "b"), log.table.next_secret(), shuffle=Shuffle({"b": "b0" * 32})))
    assert log.table.announcement() == announcement
    assert log.table.proof is not None and log.table.announced is None


def test_matches_of_one_table_share_no_seed_and_no_name() -> None:
    log = Log("cambia match.rounds=1", 2).seat("ana", "ben")
    told = []
    for _ in range(3):
        following = log.table.next_deal()
        assert following is not None
        log.write("ana", Started(("a", "b"), following[0], shuffle=Shuffle()))
        announcement = log.table.announcement()
        assert announcement is not None
        told.append((announcement.match, announcement.server_commitment))
        log.table.stage = "over"
    assert len({name for name, _ in told}) == len({commitment for _, commitment in told}) == 3
