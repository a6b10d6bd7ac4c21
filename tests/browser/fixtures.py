"""Fixtures: tables whose cards a test knows, written into the store as if they had been played so far."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass

from cambio.errors import Refused
from cambio.game import Game
from cambio.places import Seat, seat_named
from cambio.rules import Rules
from cambio.server.protocol.messages import Options
from cambio.server.store.contract import Entry, Person, TableRow
from cambio.server.tables import log_entries
from cambio.server.tables.log_entries import TABLE, AnyBody, BotSat, Dealt, Opened, Played, Sat, Started
from cambio.server.tables.table_state import TableState
from tests.server.stores import open_store

from .deck_search import Condition, anything, hand

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gil", "Hal")
#: A test that asks for rarer cards should ask for less.
SECRETS = 50_000
#: Nobody is hurried.
NO_CLOCK = Options(clock=0)


@dataclass(frozen=True)
class TableFixture:
    """A table in the store, and the session of everybody who sits there."""

    id: str
    code: str
    tokens: dict[Seat, str]
    game: Game | None

    def hand(self, seat: Seat) -> list[str]:
        assert self.game is not None
        return hand(self.game, seat)


def play_moves(table: TableState, lines: Sequence[AnyBody], moves: Sequence[str], secret: str) -> Game | None:
    """The game after these moves, or None if the cards that come from the secret don't allow them."""
    seating = tuple(map(seat_named, range(table.capacity)))
    try:
        for seq, body in enumerate([*lines, Started(seating, secret), *map(to_entry, moves)], start=1):
            table.apply(seq, TABLE, None, body, 0)
    except Refused:
        return None
    return table.game


def to_entry(move: str) -> AnyBody:
    """What the log says of a move like `b snap b1`, or of the next deal."""
    actor, _, action = move.partition(" ")
    return Dealt() if move == "deal" else Played(actor, action)


#: The secrets of rounds that this process has laid to their end.
_finished: set[str] = set()


def found(
    rules: Rules, lines: Sequence[AnyBody], moves: Sequence[str], condition: Condition, seats: int
) -> tuple[str, Game]:
    """The first secret by which the moves are lawful and the wish comes true.

    A round is named by its secret, and an archive has a name once: those of finished rounds are used once.
    """
    for number in range(SECRETS):
        secret = f"{number:064x}"
        game = play_moves(TableState(rules, seats, NO_CLOCK, None), lines, moves, secret)
        if game is None or not condition(game) or (game.is_over and secret in _finished):
            continue
        if game.is_over:
            _finished.add(secret)
        return secret, game
    raise AssertionError(f"no secret up to {SECRETS} lets {', '.join(moves)} happen by {rules} as wished")


async def lay(
    database: str,
    rules: str,
    *moves: str,
    seats: int = 2,
    people: str = "a",
    level: str = "beginner",
    condition: Condition = anything,
    options: Options = NO_CLOCK,
    is_started: bool = True,
    names: Sequence[str] = NAMES,
) -> TableFixture:
    """A table where these moves have been made; people sit on the seats named, bots on the others."""
    book = Rules.parse(rules).suited_to(seats)
    everybody = [Person(secrets.token_urlsafe(16), names[index], _now()) for index in range(seats)]
    by_seat = {seat_named(index): person for index, person in enumerate(everybody)}
    tokens = {seat: secrets.token_urlsafe(32) for seat in people}
    lines: list[AnyBody] = [Opened(str(book), seats, options, by_seat["a"].id)]
    for seat, person in by_seat.items():
        if seat in people:
            lines.append(Sat(seat, person.id, person.name))
        elif is_started:
            lines.append(BotSat(seat, level, person.name))
    game: Game | None = None
    if is_started:
        secret, game = found(book, lines, moves, condition, seats)
        lines += [Started(tuple(by_seat), secret), *map(to_entry, moves)]
    row = TableRow(secrets.token_urlsafe(16), _code(), _now() + 3_600_000, by_seat["a"].id, options.public, _now())
    async with open_store(database) as store:
        for seat, token in tokens.items():
            await store.add_person(by_seat[seat])
            await store.add_session(hashlib.sha256(token.encode()).digest(), by_seat[seat].id, _now())
        await store.create_table(row)
        epoch = await store.claim(row.id, "the test")
        log = [Entry(seq, None, TABLE, log_entries.encode(body), _now()) for seq, body in enumerate(lines, start=1)]
        await store.append(row.id, epoch, log)
    return TableFixture(row.id, row.code, tokens, game)


def _now() -> int:
    return int(time.time() * 1000)


def _code() -> str:
    return "".join(secrets.choice("ABCDEFGHJKMNPQRSTUVWXYZ") for _ in range(6))
