"""Secrecy over the wire: worlds that differ only in cards that a viewer has not met send that viewer the same bytes.

A round is played at a real live table. Then the cards that a viewer never met are dealt anew, the same is done
again, and whatever is posted to that one must be the same, at the same time: what is told, refused and welcomed, on the
socket and over REST. A viewer is a seat or the rail. Where bots, stand-ins and clocks play, they decide the same again,
whatever they know; or they decide by themselves again, and then what they have met lies where it lay. Planted leaks at
the end prove that the checks would notice one.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import random
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from cambio import DEALER, Game, Snap
from cambio.actions import Action
from cambio.bots.seat_agent import SeatAgent
from cambio.core.engine import constants
from cambio.core.engine.cards import text_of
from cambio.errors import Refusal
from cambio.events import Event
from cambio.places import RAIL, Seat
from cambio.rules import PRESETS
from cambio.server.protocol import messages
from cambio.server.tables import bot_seats, log_entries, projection
from cambio.server.tables.bot_seats import BotSeats
from cambio.server.tables.races.snap_race import SnapRace
from cambio.server.tables.table_state import TableState
from tests.properties.random_games import is_right
from tests.random_play import random_decision
from tests.server.archive_leaks import figures_of_the_running_round, tallies_of_the_running_round
from tests.server.raw_client import LocalServer, RawClient, running_server
from tests.server.worlds import (
    A_LOOK,
    A_WHILE,
    CODE,
    PEOPLE,
    TABLE_ID,
    Advance,
    Cards,
    Company,
    Leak,
    Step,
    World,
    cards_moved,
    compare,
    forbidden,
    live_again,
    minds,
    play,
    play_among_bots,
    probe_all,
    rearranged,
    registry,
    say,
    seated,
    world_of,
)

#: Two people among two bots, who have to decide within half a minute, and may be away for less.
AMONG_BOTS = Company(seats=4, bots={"c": "casual", "d": "expert"}, clock=30, grace=20_000)
#: Some cards lie face up while others are secrets still.
FACE_UP = "cambia turn.take=swap turn.exchange=equal turn.mismatch=face_up turn.taken_face_up=yes"


async def look(rules: str, seed: int, *, call_chance: float = 1 / 12) -> int:
    """Play a round, and again for each viewer in another world: how many cards lay elsewhere in those."""
    rng = random.Random(f"{rules} {seed}")
    async with world_of(rules, seed) as world:
        await play(world, rng, call_chance)
        attempts = {viewer: forbidden(world.game, viewer, rng) for viewer in world.ears}
        steps = list(world.steps)
        await probe_all(world, attempts)
    moved = 0
    for viewer in world.ears:
        cards = rearranged(world.game, [viewer], rng)
        moved += cards_moved(world.game, cards)
        async with world_of(rules, seed, cards) as other:
            await live_again(other, steps, attempts)
        compare(viewer, world.ears[viewer].heard, other.ears[viewer].heard)
    return moved


async def look_among_bots(rules: str, seed: int, *, are_free: bool, call_chance: float = 1 / 12) -> Counter[str]:
    """The same among bots, where people come and go: how many cards lay elsewhere, and what was done by whom.

    Bots, stand-ins and clocks that are free decide by themselves in each world, so that what they have met lies where
    it lay; others decide the same again, and what only they have met may lie anywhere.
    """
    rng = random.Random(f"{rules} {seed} among bots")
    with minds(seed) as decided:
        async with world_of(rules, seed, company=AMONG_BOTS) as world:
            await play_among_bots(world, rng, call_chance)
            attempts = {viewer: forbidden(world.game, viewer, rng) for viewer in world.ears}
            steps = list(world.steps)
            await probe_all(world, attempts)
            done = deeds(await world.log())
    played_for = [seat for seat in world.game.seats if seat in AMONG_BOTS.bots or done[f"for {seat}"]]
    for viewer in world.ears:
        cards = rearranged(world.game, [viewer, *played_for] if are_free else [viewer], rng)
        done["moved"] += cards_moved(world.game, cards)
        with minds(seed, None if are_free else decided):
            async with world_of(rules, seed, cards, AMONG_BOTS) as other:
                await live_again(other, steps, attempts)
        compare(viewer, world.ears[viewer].heard, other.ears[viewer].heard)
    return done


def deeds(log: Sequence[log_entries.AnyBody]) -> Counter[str]:
    """What was done at a table, and how often: by bots, by stand-ins, by clocks, and for which seats."""
    done: Counter[str] = Counter()
    stood_in: set[Seat] = set()
    for body in log:
        match body:
            case log_entries.StoodIn():
                stood_in.add(body.seat)
            case log_entries.Returned():
                stood_in.remove(body.seat)
                done["came back"] += 1
            case log_entries.Played(by_stand_in=True):
                done["by stand-ins" if body.actor in stood_in else "by clocks"] += 1
                done[f"for {body.actor}"] += 1
            case log_entries.Played() if body.actor in AMONG_BOTS.bots:
                done["by bots"] += 1
    return done


# The checks


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("rules", [*PRESETS, FACE_UP])
def test_nothing_that_is_posted_depends_on_cards_that_were_never_met(rules: str, seed: int) -> None:
    assert asyncio.run(look(rules, seed)) > 0


def test_a_round_that_ended_tells_nothing_about_the_cards_that_were_left() -> None:
    assert asyncio.run(look("cambia", 11, call_chance=1.0)) > 0


@pytest.mark.parametrize("are_free", [True, False], ids=["bots decide again", "bots decide the same"])
@pytest.mark.parametrize("rules", [*PRESETS])
def test_nor_where_bots_play_and_stand_ins_take_over_and_clocks_run_out(rules: str, are_free: bool) -> None:
    done: Counter[str] = Counter()
    for seed in range(3):
        done += asyncio.run(look_among_bots(rules, seed, are_free=are_free))
    for deed in ("moved", "by bots", "by stand-ins", "by clocks", "came back"):
        assert done[deed] > 0, deed


# Sockets and REST

REQUESTS = (
    ("GET", "/api/session"),
    ("GET", "/api/tables"),
    ("GET", f"/api/tables/{TABLE_ID}"),
    ("GET", f"/api/codes/{CODE}"),
    ("GET", "/api/codes/WRONG2"),
    ("GET", "/api/games"),
    ("GET", f"/api/games/{TABLE_ID}.cambio"),
    ("GET", "/api/matches"),
    ("GET", f"/api/matches/{TABLE_ID}.cambio"),
    ("GET", "/api/statistics"),
    ("GET", "/api/statistics?book=cambia"),
    ("GET", "/api/me/copy"),
    ("POST", "/api/tables/nowhere/ticket"),
    ("DELETE", f"/api/tables/{TABLE_ID}"),
    ("GET", "/healthz"),
    ("GET", "/metrics"),
    ("GET", f"/table/{TABLE_ID}"),
)
#: How long the disk took is nobody's secret, and different every time; so is when a server was started.
OF_THE_MACHINE = re.compile(
    rb"""^(# .*|cambio_(commit|request)_seconds.*|\w+_created.*)\n|"request":"[0-9a-f]{16}\"""", re.MULTILINE
)
#: Of a line in the log, what is never the same.
NEVER_THE_SAME = {"at": None, "request": None, "milliseconds": None}


async def look_for_real(rules: str, seed: int, viewer: Seat, length: int, company: Company = PEOPLE) -> int:
    """Some of a round; then real sockets and requests of one viewer, byte by byte, in two worlds, and both logs.

    Bots, stand-ins and clocks decide the same in both.
    """
    rng = random.Random(f"{rules} {seed} {viewer}")
    steps: list[Step] = []
    cards: Cards | None = None
    attempts: list[str] = []
    heard: list[list[object]] = []
    decided: list[object] | None = None
    moved = 0
    for _ in range(2):
        with minds(seed, decided) as decided:
            async with registry(company) as closed, running_server(registry=closed) as target:
                world = await seated(closed, rules, seed, cards, company)
                if not steps:
                    # Without a call no round is over so soon, and what is being played is no finished game yet.
                    while world.live_table.table.seq < length:
                        await play_some(world, rng)
                    steps, attempts = list(world.steps), forbidden(world.game, viewer, rng)
                    cards = rearranged(world.game, [viewer], rng)
                    moved = cards_moved(world.game, cards)
                else:
                    for step in steps:
                        await world.take(step)
                assert not world.game.is_over
                heard.append(await from_outside(target, viewer, world.live_table.table.seq, attempts))
                heard[-1] += [line | NEVER_THE_SAME for line in target.lines()]
    compare(viewer, heard[0], heard[1])
    return moved


async def play_some(world: World, rng: random.Random) -> None:
    """One more decision; those that people leave to others are waited for until the clock has run out."""
    if world.live_table.table.waits_for_dealer():
        await world.take(Advance(A_WHILE))
        return
    actor, action = random_decision(world.game, rng, 0)
    if actor in world.company.bots:
        await world.take(Advance(1000 * world.company.clock))
        return
    ahead = world.game.copy()
    ahead.play(actor, action)
    if actor != DEALER and not ahead.is_over:
        await say(world, f"c{len(world.steps)}", (actor, str(action)))


async def from_outside(target: LocalServer, viewer: Seat, seq: int, attempts: Sequence[str]) -> list[object]:
    """Every byte that a real client gets: welcomes, what is told again, refusals, answers to requests."""
    visitor = RawClient(target, cookie=f"cambio=token of {viewer}")
    got: list[object] = []
    for last_seq in (None, seq // 2, seq):
        async with visitor.at(TABLE_ID, last_seq=last_seq) as sock:
            # When pings come is no secret, and different every time; what a pong confirms is not told again.
            sock.confirms = False
            for number, action in enumerate(attempts):
                await sock.ask(messages.Act(f"real{last_seq}-{number}", action))
            for before in (5, 30, 10_000):
                await sock.say(messages.Earlier(1, before))
                await sock.hear(messages.Story)
            await sock.send("this is no message")
            await sock.hear(messages.Problem)
            got += [text for text in sock.texts if '"type":"ping"' not in text]
    for method, path in REQUESTS:
        answer = await visitor.request(method, path)
        if path == "/api/me/copy" and answer.status == 200:
            # When a file was packed is no secret, and different every time.
            copy = zipfile.ZipFile(io.BytesIO(answer.body))
            got += [(name, copy.read(name)) for name in copy.namelist()]
        else:
            headers = [header for header in answer.headers if header[0] != "x-request-id" and path != "/metrics"]
            got.append((answer.status, headers, OF_THE_MACHINE.sub(b"", answer.body)))
    return got


@pytest.mark.parametrize("company", [PEOPLE, AMONG_BOTS], ids=["people", "among bots"])
@pytest.mark.parametrize(("rules", "viewer"), [("cambia", "a"), ("camp", RAIL), ("classic", "b")])
def test_sockets_and_requests_and_logs_tell_nothing_either(rules: str, viewer: Seat, company: Company) -> None:
    assert asyncio.run(look_for_real(rules, 5, viewer, 40, company)) > 0


# Planted leaks: the checks would notice


def hidden_card(game: Game | None) -> str:
    """What comes next from the stock, which nobody knows."""
    assert game is not None
    cards = game.table
    return text_of(cards.ruleset.face_of(cards.stock_card(cards.stock_left - 1))) if cards.stock_left else ""


def is_red(card: str) -> bool:
    return card[-1:] in ("h", "d")


def events_told_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: what one seat sees goes out to everybody."""
    honest = projection.told_events

    def told(
        events: Sequence[Event], viewer: Seat, stand_ins: Sequence[str | None] = ()
    ) -> tuple[messages.GameEvent, ...]:
        shown = [(event, *getattr(event, "sees", ()), viewer) for event in events]
        return tuple(honest([event], seer)[0] for event, seer, *_ in shown)

    monkeypatch.setattr(projection, "told_events", told)


def stories_with_faces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: what happened earlier is told as whoever did it knows it."""
    honest = projection.story

    def story(table: TableState, before: int | None = None) -> messages.Story:
        told = honest(table, before)
        if table.game is None or before is None:
            return told
        events = table.game.events[told.start : told.start + len(told.events)]
        seen = [projection.told_events([event], getattr(event, "seat", RAIL))[0] for event in events]
        return msgspec.structs.replace(told, events=tuple(seen))

    monkeypatch.setattr(projection, "story", story)


def snaps_that_would_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: only what matches is offered."""
    honest = projection.yours

    def yours(table: TableState, seat: Seat) -> messages.Yours | None:
        told = honest(table, seat)
        if told is None or table.game is None or not told.snaps:
            return told
        snaps = [place for place in told.snaps if is_right(table.game, _snap(place, table.game))]
        return msgspec.structs.replace(told, snaps=tuple(snaps))

    monkeypatch.setattr(projection, "yours", yours)


def _snap(place: str, game: Game) -> Snap:
    from cambio import parse_action

    snap = parse_action(f"snap {place} #{game.table.discard_number}")
    assert isinstance(snap, Snap)
    return snap


def held_card_on_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the board that everybody gets shows what somebody holds."""
    honest = projection.board

    def board(table: TableState, left: int | None = None, commit_left: int | None = None) -> messages.Board | None:
        told = honest(table, left, commit_left)
        if told is None or table.game is None or table.game.table.held == constants.NO_CARD:
            return told
        cards = table.game.table
        return msgspec.structs.replace(told, shown={"held": text_of(cards.ruleset.face_of(cards.held))})

    monkeypatch.setattr(projection, "board", board)


def errors_that_name_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a refusal says which card it is about."""
    honest = Game.why_not

    def why_not(game: Game, actor: Seat, action: Any) -> Refusal | None:
        refusal = honest(game, actor, action)
        if refusal is None or not game.table.stock_left:
            return refusal
        card = game.table.stock_card(game.table.stock_left - 1)
        return replace(refusal, sentence=f"{refusal.sentence} ({text_of(game.table.ruleset.face_of(card))})")

    monkeypatch.setattr(Game, "why_not", why_not)


def heads_of_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the head of what was done covers what lies on the stock, too."""
    honest = TableState.heads

    def heads(table: TableState) -> dict[str, str]:
        return {
            actions: hashlib.sha256(f"{head} {hidden_card(table.game)}".encode()).hexdigest()
            for actions, head in honest(table).items()
        }

    monkeypatch.setattr(TableState, "heads", heads)


def red_cards_take_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: nothing is said, but a verdict takes longer if the next card is red."""
    honest = SnapRace.due

    def due(snap_race: SnapRace, rivals: Any) -> float:
        return honest(snap_race, rivals) + (2 * A_LOOK if is_red(hidden_card(snap_race.table.game)) else 0)

    monkeypatch.setattr(SnapRace, "due", due)


def bots_that_hesitate(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a bot takes longer if the next card is red."""
    honest = BotSeats.choose_pause

    def choose_pause(bot_seats: BotSeats, seat: Seat) -> float:
        return honest(bot_seats, seat) + (A_WHILE if is_red(hidden_card(bot_seats.table.game)) else 0)

    monkeypatch.setattr(BotSeats, "choose_pause", choose_pause)


def bots_that_know_what_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: bots and stand-ins do something else if the next card is red."""
    honest = SeatAgent.decide

    def decide(agent: SeatAgent) -> Action:
        game = agent._game
        return game.legal(agent.seat, snaps=False)[-1] if is_red(hidden_card(game)) else honest(agent)

    monkeypatch.setattr(SeatAgent, "decide", decide)


def clocks_that_know_what_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: when a clock has run out, something else is done if the next card is red."""
    honest = bot_seats.choose_on_timeout

    def choose_on_timeout(game: Game, seat: Seat) -> tuple[Seat, Action]:
        actor, action = honest(game, seat)
        return (seat, game.legal(seat, snaps=False)[-1]) if is_red(hidden_card(game)) else (actor, action)

    monkeypatch.setattr(bot_seats, "choose_on_timeout", choose_on_timeout)


def doors_that_show_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the lobby tells by a table's rules what lies on its stock."""
    honest = TableState.names

    def names(table: TableState) -> dict[Seat, str]:
        return {seat: f"{name} {hidden_card(table.game)}" for seat, name in honest(table).items()}

    monkeypatch.setattr(TableState, "names", names)


Plant = Callable[[pytest.MonkeyPatch], None]
IN_WHAT_IS_POSTED: tuple[Plant, ...] = (
    events_told_to_all,
    stories_with_faces,
    snaps_that_would_match,
    held_card_on_the_board,
    errors_that_name_a_card,
    heads_of_cards,
    red_cards_take_longer,
)


@pytest.mark.parametrize("plant", IN_WHAT_IS_POSTED, ids=lambda plant: plant.__name__)
def test_a_planted_leak_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises(Leak, match=r"can tell|hears more"):
        for seed in range(3):
            asyncio.run(look("cambia", seed))


IN_BOTS: tuple[Plant, ...] = (bots_that_hesitate, bots_that_know_what_comes, clocks_that_know_what_comes)
ABOUT_BOTS: tuple[Plant, ...] = (events_told_to_all, held_card_on_the_board, bots_that_hesitate)


@pytest.mark.parametrize(
    ("plant", "are_free"), [*((plant, True) for plant in IN_BOTS), *((plant, False) for plant in ABOUT_BOTS)]
)
def test_a_planted_leak_is_found_among_bots(plant: Plant, are_free: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises(Leak, match=r"can tell|hears more"):
        for seed in range(6):
            asyncio.run(look_among_bots("cambia", seed, are_free=are_free))


@pytest.mark.parametrize(
    "plant",
    [
        errors_that_name_a_card,
        stories_with_faces,
        doors_that_show_a_card,
        figures_of_the_running_round,
        tallies_of_the_running_round,
    ],
    ids=lambda plant: plant.__name__,
)
def test_a_planted_leak_is_found_from_outside(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises(Leak, match="can tell"):
        for seed in range(5, 10):
            asyncio.run(look_for_real("cambia", seed, "a", 25))
